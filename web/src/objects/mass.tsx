/** Windows that change one field of many objects, or delete them: all of it is done or nothing, and a refusal names the rows. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf } from '../api/map.js';
import { tried, type Request } from '../api/send.js';
import { Problem } from '../components/problem.js';
import { typeset, withTitle } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { draftOf, valueOf, type Draft } from './drafts.js';
import { Field } from './fields/field.js';
import { fieldsOf, type FormField } from './form-fields.js';
import { mayDo } from './may.js';
import { KnownNames } from './names.js';
import type { MassDialogs, MassOptions, MassUndo, Selected } from './mass-options.js';
import './form.css';

/** Rows that keep the others from being changed, with what is wrong with them. */
type Refused = ReadonlyMap<number, readonly string[]>;

function Change({ map, kind, selected, onClose, onChange, onDone }: MassOptions): VNode {
  const fields = useMemo(
    // What is unique, or a secret, is never the same for many.
    () => fieldsOf(map, kind, 'update').filter(({ name, form }) => name !== kind.label && form !== 'secret'),
    [map, kind],
  );
  const [name, setName] = useState('');
  const field = fields.find((one) => one.name === name);
  const [draft, setDraft] = useState<Draft>('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [names] = useState(() => new KnownNames());
  const { refused, problem, isBusy, run } = useMass();
  const ids = [...selected.keys()];
  // As it is when nothing was typed: sent so, the field of all of them is emptied, and the button says that.
  const isEmptied = field !== undefined && JSON.stringify(draft) === JSON.stringify(draftOf(field, null));
  const choose = (next: string): void => {
    setName(next);
    setDraft(
      draftOf(
        fields.find((one) => one.name === next)!,
        null,
      ),
    );
    setErrors([]);
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setErrors([]);
    let value: unknown;
    try {
      value = valueOf(field!, draft);
    } catch {
      return setErrors([t('form.no-json')]);
    }
    const body = { items: ids.map((id) => ({ id, [name]: value })) };
    const isDone = await run(ids, 'items', { method: 'PUT', path: `/api/${kind.path}/mass-update`, body });
    if (isDone) onDone(t('form.mass.done', { count: ids.length }));
  };
  return (
    <Dialog title={t('form.mass.title', { count: ids.length })} onClose={onClose}>
      <form class="mass-form" noValidate onSubmit={(event) => void submit(event)}>
        <label class="field">
          {t('form.mass.field')}
          <select value={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="" disabled>
              {t('form.mass.choose')}
            </option>
            {fields.map((one) => (
              <option value={one.name}>{said(one.titles).text}</option>
            ))}
          </select>
        </label>
        {field && <p class="mass-value">{t('form.mass.value')}</p>}
        {field && (
          <Field
            key={name}
            context={{ id: 'mass', map, names }}
            field={field}
            draft={draft}
            errors={errors}
            onChange={setDraft}
          />
        )}
        {field && (field.form === 'links' || field.form === 'rows') && <p class="field-hint">{t('form.mass.links')}</p>}
        {problem}
        <RefusedRows {...{ kind, selected, refused, onChange }} {...(field && { field })} />
        <div class="form-end">
          <button class="quiet" type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button
            class={`primary${isEmptied ? ' danger' : ''}`}
            type="submit"
            disabled={isBusy || !field || ids.length === 0}
          >
            {t(isEmptied ? 'form.mass.empty' : 'form.mass.go', { count: ids.length })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Delete({ map, kind, selected, onClose, onChange, onDone }: MassOptions): VNode {
  const { refused, problem, isBusy, run } = useMass();
  const ids = [...selected.keys()];
  const isKept = kind.columns.some(({ name }) => name === 'deleted_at');
  const destroy = async (): Promise<void> => {
    const isDone = await run(ids, 'ids', { method: 'DELETE', path: `/api/${kind.path}/mass-destroy`, body: { ids } });
    const undo = isKept && mayDo(map, kind, 'mass-restore') ? undoOf(kind, selected) : undefined;
    if (isDone) onDone(t('form.mass.deleted', { count: ids.length }), undo);
  };
  return (
    <Dialog title={t('form.mass.delete.title', { count: ids.length })} onClose={onClose}>
      <p>
        {[...selected.values()].slice(0, 5).join(', ') +
          (ids.length > 5 ? ` ${t('table.more', { count: ids.length - 5 })}` : '')}
      </p>
      <p>{t(isKept ? 'form.mass.delete.about' : 'form.delete.for-good')}</p>
      {problem}
      <RefusedRows {...{ kind, selected, refused, onChange }} />
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button
          class="primary danger"
          type="button"
          disabled={isBusy || ids.length === 0}
          onClick={() => void destroy()}
        >
          {t('form.mass.delete.go', { count: ids.length })}
        </button>
      </div>
    </Dialog>
  );
}

/** Brings all of them back. A refusal names them by their place in what is sent. */
function undoOf(kind: Kind, selected: Selected): MassUndo {
  const [ids, names] = [[...selected.keys()], [...selected.values()]];
  const count = ids.length;
  return {
    ...{ path: `/api/${kind.path}/mass-restore`, body: { ids } },
    label: t('form.mass.restore', { count }),
    titles: Object.fromEntries(names.map((name, i) => [`ids.${i}`, name])),
    sentence: t('form.mass.restored', { count }),
  };
}

/** Sends a mass action, and keeps what was wrong with which row. */
function useMass() {
  const [refused, setRefused] = useState<Refused>(new Map());
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (ids: readonly number[], part: 'items' | 'ids', request: Request): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    setRefused(new Map());
    const { status, body } = await tried(request);
    setBusy(false);
    if (status < 400) return true;
    const { errors = {} } = (body ?? {}) as { errors?: Record<string, string[]> };
    const rows = status === 422 ? refusedRows(ids, part, errors) : new Map<number, string[]>();
    if (rows.size) setRefused(rows);
    else setProblem(<Problem status={status} body={body} />);
    return false;
  };
  return { refused, problem, isBusy, run };
}

/** `{"items.17.name": […]}` by the ids of the rows that were sent. */
export function refusedRows(
  ids: readonly number[],
  part: 'items' | 'ids',
  errors: Readonly<Record<string, readonly string[]>>,
): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  for (const [key, sentences] of Object.entries(errors)) {
    const [of, at] = key.split('.');
    const id = of === part ? ids[Number(at)] : undefined;
    if (id !== undefined) rows.set(id, [...(rows.get(id) ?? []), ...sentences]);
  }
  return rows;
}

interface RefusedOptions {
  kind: Kind;
  selected: Selected;
  refused: Refused;
  /** The field that was to be changed. */
  field?: FormField;
  onChange: (selected: Selected) => void;
}

function RefusedRows({ kind, selected, refused, field, onChange }: RefusedOptions): VNode | null {
  const box = useRef<HTMLDivElement>(null);
  const left = [...refused].filter(([id]) => selected.has(id));
  useEffect(() => {
    if (left.length) box.current!.focus();
  }, [refused]);
  if (!left.length) return null;
  const goOn = (): void => onChange(new Map([...selected].filter(([id]) => !refused.has(id))));
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={box}>
      <p class="problem-sentence">{t('form.mass.refused', { count: left.length })}</p>
      <ul class="refused">
        {left.slice(0, 100).map(([id, sentences]) => (
          <li key={id}>
            <a href={addressOf(kind.path, id)} target="_blank" rel="noopener">
              {selected.get(id)}
            </a>
            {t('colon')}
            {sentences
              .map((sentence) => (field ? withTitle(sentence, field.name, said(field.titles).text) : typeset(sentence)))
              .join(' ')}
          </li>
        ))}
      </ul>
      {left.length < selected.size && (
        <button class="small-button" type="button" onClick={goOn}>
          {t('form.mass.without', { count: left.length })}
        </button>
      )}
    </div>
  );
}

/** The windows, for whoever fetches them. */
export const dialogs: MassDialogs = { Change, Delete };
