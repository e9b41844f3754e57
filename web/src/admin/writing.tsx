/** What the forms of the administration share: requests that change something, fields with what is wrong with them, questions before what cannot be taken back. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send, type Answer, type Request } from '../api/send.js';
import { Unanswered } from '../components/answered.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';

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

/** Why the last request was refused. `shown`: fields that show their sentences themselves. `children`: what can be done about it. */
export function Refused({
  writing: { refusal, errors },
  shown = [],
  children,
}: {
  writing: Writing;
  shown?: readonly string[];
  children?: (status: number) => ComponentChildren;
}): VNode | null {
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
      <Problem status={refusal.status} body={refusal.body} />
      {children?.(refusal.status)}
    </>
  );
}

interface FieldOptions {
  name: string;
  label: ComponentChildren;
  hint?: string;
  errors: Writing['errors'];
  /** Draws the control with these. */
  children: (props: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => VNode;
}

/** A control with its label, its hint, and what is wrong with it. The first wrong one takes the focus. */
export function Field({ name, label, hint, errors, children }: FieldOptions): VNode {
  const id = `field-${name}`;
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
          {wrong.join(' ')}
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
  const yes = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    // The button is there again once this is drawn.
    setTimeout(() => first.current?.focus());
  };
  useEffect(() => {
    if (isOpen) yes.current!.focus();
  }, [isOpen]);
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
    <span
      class="confirm"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <span>{question}</span>
      <button
        class="small-button danger"
        type="button"
        ref={yes}
        onClick={() => {
          close();
          onConfirm();
        }}
      >
        {label}
      </button>
      <button class="small-button" type="button" onClick={close}>
        {t('cancel')}
      </button>
    </span>
  );
}
