/** What the forms of the administration and of the account share: requests that change something, fields with what is wrong with them, questions before what cannot be taken back. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { knownMap } from '../api/map.js';
import { send, type Answer, type Request } from '../api/send.js';
import { Unanswered } from './answered.js';
import { Problem } from './problem.js';
import { withTitle, type FieldTitles } from './sentences.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import '../styles/writing.css';

/** A refusal, or no answer at all. */
type Refusal = Answer | { failed: unknown };

export interface Writing {
  isBusy: boolean;
  refusal: Refusal | null;
  /** Sentences by field; empty where the refusal names none. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** Sends a request; the answer where it is a success. */
  write: (request: Request) => Promise<Answer | null>;
  forget: () => void;
}

/** Sends requests that change something, one at a time, and keeps why the last one was refused. */
export function useWriting(): Writing {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const write = async (request: Request): Promise<Answer | null> => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await send(request);
      if (answer.status < 400) return answer;
      setRefusal(answer);
    } catch (failed) {
      setRefusal({ failed });
    } finally {
      setBusy(false);
    }
    return null;
  };
  return { isBusy, refusal, errors: errorsOf(refusal), write, forget: () => setRefusal(null) };
}

function errorsOf(refusal: Refusal | null): Writing['errors'] {
  if (!refusal || 'failed' in refusal || refusal.status !== 422) return {};
  const { errors } = refusal.body as { errors?: unknown };
  return typeof errors === 'object' && errors !== null && !Array.isArray(errors)
    ? (errors as Record<string, string[]>)
    : {};
}

/** What columns and links are called, whatever they are of. */
function usualTitles(): FieldTitles {
  const known = Object.entries(knownMap()?.description.openapi['x-titles'] ?? {});
  return Object.fromEntries(known.map(([name, titles]) => [name, said(titles).text]));
}

interface RefusedOptions {
  writing: Writing;
  /** What the page calls whatever is sent, by its names; others are called as everywhere. */
  titles?: FieldTitles;
  /** Fields that show their sentences themselves. */
  shown?: readonly string[];
  /** What can be done about it. */
  children?: (status: number) => ComponentChildren;
}

/** Why the last request was refused. */
export function Refused({
  writing: { refusal, errors },
  titles = {},
  shown = [],
  children,
}: RefusedOptions): VNode | null {
  if (!refusal) return null;
  if ('failed' in refusal) return <Unanswered error={refusal.failed} />;
  const names = Object.keys(errors);
  if (names.length && names.every((name) => shown.includes(name.split('.')[0]!)))
    return (
      <p class="form-problem" role="alert">
        {t('admin.mend')}
      </p>
    );
  return (
    <>
      <Problem status={refusal.status} body={refusal.body} titles={{ ...usualTitles(), ...titles }} />
      {children?.(refusal.status)}
    </>
  );
}

/** What is done from a page, and told on it: above a list that is then read again, or a form. */
export interface WriteActions {
  writing: Writing;
  /** Where it is told. */
  told: VNode;
  /** Tells it, and reads again. */
  announce: (sentence: string) => void;
  /** Sends a request, and tells its success. */
  run: (request: Request, sentence: string) => Promise<boolean>;
  /** What was told before is told no more. */
  hush: () => void;
}

export function useDeeds(again: () => void): WriteActions {
  const writing = useWriting();
  const [message, setMessage] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const announce = (sentence: string): void => {
    setMessage(sentence);
    again();
    status.current!.focus();
  };
  const run = async (request: Request, sentence: string): Promise<boolean> => {
    const answer = await writing.write(request);
    if (answer) announce(sentence);
    return answer !== null;
  };
  const told = (
    <p class="admin-said" role="status" tabIndex={-1} ref={status}>
      {message}
    </p>
  );
  return { writing, told, announce, run, hush: () => setMessage('') };
}

interface FieldOptions {
  name: string;
  /** Where another form of the page has a field of this name. */
  id?: string;
  label: string;
  hint?: string;
  errors: Writing['errors'];
  /** Draws the control with these. */
  children: (props: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => VNode;
}

/** A control with its label, its hint, and what is wrong with it. The first wrong one takes the focus. */
export function Field({ name, id = `field-${name}`, label, hint, errors, children }: FieldOptions): VNode {
  const wrong = errors[name] ?? [];
  useEffect(() => {
    if (wrong.length && Object.keys(errors)[0] === name) document.getElementById(id)?.focus();
  }, [errors[name]]);
  const describedBy = [hint && `${id}-hint`, wrong.length && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="admin-field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': wrong.length ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} class="admin-hint">
          {hint}
        </p>
      )}
      {wrong.length > 0 && (
        <p id={`${id}-wrong`} class="form-problem">
          {wrong.map((sentence) => withTitle(sentence, name, label)).join(' ')}
        </p>
      )}
    </div>
  );
}

interface ConfirmOptions {
  /** What the button says, and what it says to who does not see what stands beside it. */
  label: string;
  about?: string;
  /** What is asked before. */
  question: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** A button for what cannot be taken back easily: it asks in its own place. */
export function ConfirmButton({ label, about, question, isBusy = false, onConfirm }: ConfirmOptions): VNode {
  const [isOpen, setOpen] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    // The button is there again once this is drawn.
    setTimeout(() => first.current?.focus());
  };
  if (!isOpen)
    return (
      <button
        class="small-button danger"
        type="button"
        ref={first}
        aria-label={about}
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
    );
  return (
    <Question
      question={question}
      label={label}
      onClose={close}
      onConfirm={() => {
        close();
        onConfirm();
      }}
    />
  );
}

interface QuestionOptions {
  question: string;
  /** What the button says that does it. */
  label: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** What is asked before something is done, where its button stood. It takes the focus, and Escape closes it. */
export function Question({ question, label, onClose, onConfirm }: QuestionOptions): VNode {
  const yes = useRef<HTMLButtonElement>(null);
  // At once: keys that follow are for it.
  useLayoutEffect(() => yes.current!.focus(), []);
  return (
    <span
      class="confirm"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <span>{question}</span>
      <button class="small-button danger" type="button" ref={yes} onClick={onConfirm}>
        {label}
      </button>
      <button class="small-button" type="button" onClick={onClose}>
        {t('cancel')}
      </button>
    </span>
  );
}
