/** A window above a form in which an object that is to be linked is made: with what it cannot do without, the rest later. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Thing } from '../api/kinds.js';
import { nameOf, type MapOfKinds } from '../api/map.js';
import { send } from '../api/send.js';
import { uploadDocument } from '../api/upload.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';
import { said, withinSentence } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { UploadProgress, whyNotTaken } from './documents.js';
import { draftsOf, refusalOf, valueOf, type Drafts, type Refusal } from '../api/drafts.js';
import { Field } from './fields/field.js';
import { fieldsOf } from '../api/form-fields.js';
import type { KnownNames } from '../api/known-names.js';

/** What is to be made: the kind, the name that was typed, and who takes it. */
export interface Wanted {
  path: string;
  text: string;
  take: (id: number) => void;
}

interface MakeOptions {
  map: MapOfKinds;
  names: KnownNames;
  wanted: Wanted;
  onClose: () => void;
  onMade: (id: number) => void;
}

export function MakeDialog({ map, names, wanted, onClose, onMade }: MakeOptions): VNode {
  const kind = map.kinds.get(wanted.path)!;
  const made = (object: Thing): void => {
    names.learn(kind.path, object.id, nameOf(kind, object));
    onMade(object.id);
  };
  return (
    <Dialog title={t('form.new', { kind: withinSentence(said(kind.one)) })} onClose={onClose}>
      {kind.path === map.documents?.path ? (
        <FileForm onClose={onClose} onMade={made} />
      ) : (
        <ShortForm map={map} names={names} wanted={wanted} onClose={onClose} onMade={made} />
      )}
    </Dialog>
  );
}

interface PartOptions {
  onClose: () => void;
  onMade: (object: Thing) => void;
}

function ShortForm({
  map,
  names,
  wanted,
  onClose,
  onMade,
}: PartOptions & Pick<MakeOptions, 'map' | 'names' | 'wanted'>): VNode {
  const kind = map.kinds.get(wanted.path)!;
  const all = fieldsOf(map, kind, 'create');
  const needed = all.filter(({ name, isRequired }) => isRequired || name === kind.label);
  // A kind without a name or a need has something that tells its objects apart all the same.
  const fields = needed.length ? needed : all.slice(0, 3);
  const [drafts, setDrafts] = useState<Drafts>(() => ({
    ...draftsOf(fields),
    ...(kind.label !== undefined && { [kind.label]: wanted.text }),
  }));
  const [refusal, setRefusal] = useState<Refusal>({ fields: {}, others: [] });
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current!.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const body = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, drafts[field.name]!)]));
      const answer = await send({ method: 'POST', path: `/api/${kind.path}`, body });
      if (answer.status < 300) return onMade(answer.body as Thing);
      const { errors } = (answer.body ?? {}) as { errors?: Record<string, string[]> };
      if (answer.status === 422 && errors) setRefusal(refusalOf(fields, errors));
      else setProblem(<Problem status={answer.status} body={answer.body} />);
    } catch {
      setRefusal({ fields: {}, others: [t('form.away')] });
    }
    setBusy(false);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('.field:has(.field-error) :is(input, select)')?.focus(),
    );
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {problem}
      {refusal.others.map((sentence) => (
        <p class="field-error" role="alert">
          {sentence}
        </p>
      ))}
      <div class="fields">
        {fields.map((field) => (
          <Field
            key={field.name}
            context={{ id: 'make', map, names }}
            field={field}
            draft={drafts[field.name]!}
            errors={refusal.fields[field.name] ?? []}
            onChange={(draft) => {
              setDrafts({ ...drafts, [field.name]: draft });
              // What was wrong with it is not what stands there now.
              setRefusal({ ...refusal, fields: { ...refusal.fields, [field.name]: [] } });
            }}
          />
        ))}
      </div>
      <p class="field-hint">{t('form.make.about')}</p>
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button class="primary" type="submit" disabled={isBusy}>
          {t('form.make.go')}
        </button>
      </div>
    </form>
  );
}

function FileForm({ onClose, onMade }: PartOptions): VNode {
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const upload = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const [file] = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]')!.files ?? [];
    if (!file) return setProblem(t('form.file.none'));
    const { name } = file;
    setProblem('');
    setSending({ name, share: 0 });
    try {
      onMade(await uploadDocument(file, (share) => setSending({ name, share })));
    } catch (error) {
      setProblem(whyNotTaken(error, file));
      setSending(null);
    }
  };
  return (
    <form onSubmit={(event) => void upload(event)}>
      <label class="field">
        {t('form.file')}
        <input type="file" />
      </label>
      {sending && <UploadProgress {...sending} />}
      <p class="field-error" role="alert">
        {problem}
      </p>
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button class="primary" type="submit" disabled={sending !== null}>
          {t('form.make.go')}
        </button>
      </div>
    </form>
  );
}
