/** Windows that change fields of many objects, delete them, or bring them back: all of it is done or nothing, and a refusal names the rows. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf } from '../api/map.js';
import { tried, type Request } from '../api/send.js';
import { isTold } from '../api/told.js';
import { Problem } from '../components/problem.js';
import { typeset, withTitle } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { draftOf, valueOf, type Draft } from '../api/drafts.js';
import { Field } from './fields/field.js';
import { fieldsOf, type FormField } from '../api/form-fields.js';
import { mayDo } from '../api/may.js';
import { KnownNames } from '../api/known-names.js';
import { MassLinks } from './mass-links.js';
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
  /** What was typed, by the fields that are to be changed, in the order in which they were chosen. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [names] = useState(() => new KnownNames());
  const { refused, problem, isBusy, run } = useMass();
  const ids = [...selected.keys()];
  const chosen = [...drafts.keys()].map((name) => fields.find((one) => one.name === name)!);
  // As it is when nothing was typed: sent so, the field of all of them is emptied, and it is said.
  const isEmptied = (field: FormField): boolean =>
    JSON.stringify(drafts.get(field.name)) === JSON.stringify(draftOf(field, null));
  const emptied = chosen.filter(isEmptied);
  const put = (name: string, draft: Draft): void => setDrafts(new Map(drafts).set(name, draft));
  const choose = (name: string): void =>
    put(
      name,
      draftOf(
        fields.find((one) => one.name === name)!,
        null,
      ),
    );
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values: Record<string, unknown> = {};
    const wrong = new Map<string, string>();
    for (const field of chosen) {
      try {
        values[field.name] = valueOf(field, drafts.get(field.name)!);
      } catch {
        wrong.set(field.name, t('form.no-json'));
      }
    }
    setErrors(wrong);
    if (wrong.size) return;
    const body = { items: ids.map((id) => ({ id, ...values })) };
    const done = await run(ids, 'items', { method: 'PUT', path: `/api/${kind.path}/mass-update`, body });
    if (!done) return;
    const undo = isTold(map, kind) && done.requestId !== undefined && { target: { request_id: done.requestId } };
    onDone(t('form.mass.done', { count: ids.length }), undo ? { ...undo, label: t('form.mass.undo') } : undefined);
  };
  return (
    <Dialog title={t('form.mass.title', { count: ids.length })} onClose={onClose}>
      <form class="mass-form" noValidate onSubmit={(event) => void submit(event)}>
        {chosen.map((field) => (
          <div class="mass-value" key={field.name}>
            <Field
              context={{ id: 'mass', map, names }}
              field={field}
              draft={drafts.get(field.name)!}
              errors={errors.has(field.name) ? [errors.get(field.name)!] : []}
              onChange={(draft) => put(field.name, draft)}
            />
            {(field.form === 'links' || field.form === 'rows') && <p class="field-hint">{t('form.mass.links')}</p>}
            {isEmptied(field) && <p class="field-hint">{t('form.mass.emptied')}</p>}
            <button
              class="small-button"
              type="button"
              onClick={() => setDrafts(new Map([...drafts].filter(([name]) => name !== field.name)))}
            >
              {t('form.remove', { name: said(field.titles).text })}
            </button>
          </div>
        ))}
        <label class="field">
          {t(chosen.length ? 'form.mass.another' : 'form.mass.field')}
          <select value="" onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="" disabled>
              {t('form.mass.choose')}
            </option>
            {fields
              .filter(({ name }) => !drafts.has(name))
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {said(one.titles).text}
                </option>
              ))}
          </select>
        </label>
        {problem}
        <RefusedRows {...{ kind, selected, refused, onChange }} fields={chosen} />
        <div class="form-end">
          <button class="quiet" type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button
            class={`primary${emptied.length ? ' danger' : ''}`}
            type="submit"
            disabled={isBusy || !chosen.length || ids.length === 0}
          >
            {t(emptied.length && emptied.length === chosen.length ? 'form.mass.empty' : 'form.mass.go', {
              count: ids.length,
            })}
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
      <p>{fewOf(selected)}</p>
      <p>{t(isKept ? 'form.mass.delete.about' : 'form.delete.for-good')}</p>
      <MassLinks map={map} kind={kind} ids={ids} />
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

function Restore({ kind, selected, onClose, onChange, onDone }: MassOptions): VNode {
  const { refused, problem, isBusy, run } = useMass();
  const ids = [...selected.keys()];
  const count = ids.length;
  const restore = async (): Promise<void> => {
    const isDone = await run(ids, 'ids', { method: 'POST', path: `/api/${kind.path}/mass-restore`, body: { ids } });
    if (isDone) onDone(t('form.mass.restored', { count }));
  };
  return (
    <Dialog title={t('form.mass.restore.title', { count })} onClose={onClose}>
      <p>{fewOf(selected)}</p>
      {problem}
      <RefusedRows {...{ kind, selected, refused, onChange }} />
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button class="primary" type="button" disabled={isBusy || count === 0} onClick={() => void restore()}>
          {t('form.mass.restore', { count })}
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

/** The names of the first ones, and how many more there are. */
function fewOf(selected: Selected): string {
  const names = [...selected.values()].slice(0, 5).join(', ');
  return selected.size > 5 ? `${names} ${t('table.more', { count: selected.size - 5 })}` : names;
}

/** Sends a mass action, and keeps what was wrong with which row. */
function useMass() {
  const [refused, setRefused] = useState<Refused>(new Map());
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (
    ids: readonly number[],
    part: 'items' | 'ids',
    request: Request,
  ): Promise<{ requestId?: string } | undefined> => {
    setBusy(true);
    setProblem(null);
    setRefused(new Map());
    const { status, body, requestId } = await tried(request);
    setBusy(false);
    if (status < 400) return requestId === undefined ? {} : { requestId };
    const { errors = {} } = (body ?? {}) as { errors?: Record<string, string[]> };
    const rows = status === 422 ? refusedRows(ids, part, errors) : new Map<number, string[]>();
    if (rows.size) setRefused(rows);
    else setProblem(<Problem status={status} body={body} />);
    return undefined;
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
    const own = key === `items.${at}.id` || key === `ids.${at}` ? sentences.map(aboutObject) : sentences;
    if (id !== undefined) rows.set(id, [...(rows.get(id) ?? []), ...own]);
  }
  return rows;
}

/** “The selected ids is invalid.” says nothing to people: such an object was deleted meanwhile, or is not for them. */
const aboutObject = (sentence: string): string => (/\bids?\b/.test(sentence) ? t('form.mass.gone') : sentence);

interface RefusedOptions {
  kind: Kind;
  selected: Selected;
  refused: Refused;
  /** The fields that were to be changed. */
  fields?: readonly FormField[];
  onChange: (selected: Selected) => void;
}

function RefusedRows({ kind, selected, refused, fields = [], onChange }: RefusedOptions): VNode | null {
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
              .map((sentence) =>
                fields.reduce((text, { name, titles }) => withTitle(text, name, said(titles).text), typeset(sentence)),
              )
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
export const dialogs: MassDialogs = { Change, Delete, Restore };
