/** Of what a webhook tells, where to, and how: the form of a new one, and of one that there is. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Kind } from '../../api/kinds.js';
import type { MapOfKinds } from '../../api/map.js';
import { isTold } from '../../api/told.js';
import { Leaving } from '../../app/leaving.js';
import { KindFilters } from '../../components/kind-filters.js';
import { KindOptions } from '../../components/kind-options.js';
import { Field, Refused, useWriting } from '../../components/writing.js';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import { Conditions, Fields } from './conditions.js';
import { HOOKS, type Hook } from './hook.js';

const ACTIONS = ['*', 'created', 'updated', 'deleted', 'restored'] as const;
/** What is told beside changes of objects. */
const OTHERS = {
  findings: ['*', 'opened', 'accepted', 'reopened', 'gone'],
  vulnerabilities: ['*', 'opened'],
} as const;
type Action = (typeof ACTIONS)[number] | (typeof OTHERS)[keyof typeof OTHERS][number];
const isOther = (kind: string): kind is keyof typeof OTHERS => Object.hasOwn(OTHERS, kind);
const actionsOf = (kind: string): readonly Action[] => (isOther(kind) ? OTHERS[kind] : ACTIONS);

/** A pattern of events in two parts: a kind as types of events spell it, and an action; `*` for any. */
interface Pattern {
  kind: string;
  action: string;
}

const patternOf = (text: string): Pattern => {
  const [kind = '*', action = '*'] = text.split('.');
  return { kind, action };
};
const spelled = ({ path }: Pick<Kind, 'path'>): string => path.replaceAll('-', '_');

/** What a form holds of a webhook. */
type Draft = Omit<
  Hook,
  'id' | 'owner_id' | 'state' | 'lag' | 'paused_reason' | 'last_success_at' | 'last_error' | 'secret_set_at' | 'headers'
> & {
  /** Values that are typed anew; `true` stands for the one that is stored. */
  headers: Readonly<Record<string, string | true>>;
};

const BLANK: Draft = {
  ...{ name: '', url: '', events: ['*.*'], fields: [], when: [], filter: {}, direct: false, payload: 'full' },
  ...{ batch: 1, batch_wait: 0, plain_json: false, signature: 'v1', headers: {} },
};
const NAMES = Object.keys(BLANK) as Array<keyof Draft>;

const draftOf = (hook: Hook | undefined): Draft =>
  hook ? (Object.fromEntries(NAMES.map((name) => [name, hook[name]])) as unknown as Draft) : BLANK;

interface HookFormOptions {
  map: MapOfKinds;
  /** Absent for a new one. */
  hook?: Hook;
  /** What the server answered, with the secret of a new one. */
  onStored: (hook: Hook & { secret?: string }) => void;
}

export function HookForm({ map, hook, onStored }: HookFormOptions): VNode {
  const [draft, setDraft] = useState(() => draftOf(hook));
  const writing = useWriting();
  const id = useId();
  const stored = draftOf(hook);
  const changed = NAMES.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name]));
  const isFixed = hook !== undefined && !map.rights.has('webhook_edit');
  const put = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const kinds = kindsOf(map, draft.events);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = Object.fromEntries((hook ? changed : NAMES).map((name) => [name, draft[name]]));
    const answer = await writing.write(
      hook ? { method: 'PATCH', path: `${HOOKS}/${hook.id}`, body } : { method: 'POST', path: HOOKS, body },
    );
    if (!answer) return;
    const next = answer.body as Hook;
    setDraft(draftOf(next));
    onStored(next);
  };
  return (
    <fieldset class="hook-form" disabled={isFixed}>
      {changed.length > 0 && <Leaving />}
      <legend class="visually-hidden">{t('hooks.what')}</legend>
      <form id={id} class="admin-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field name="name" label={t('hooks.name')} hint={t('hooks.name.about')} errors={writing.errors}>
          {(props) => (
            <input
              {...props}
              type="text"
              autocomplete="off"
              value={draft.name}
              onInput={({ currentTarget }) => put({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field name="url" label={t('hooks.url')} hint={t('hooks.url.about')} errors={writing.errors}>
          {(props) => (
            <input
              {...props}
              type="url"
              inputMode="url"
              autocomplete="off"
              spellcheck={false}
              value={draft.url}
              onInput={({ currentTarget }) => put({ url: currentTarget.value })}
            />
          )}
        </Field>
      </form>
      <Events map={map} events={draft.events} onChange={(events) => put({ events })} />
      <details class="hook-more" open={draft.fields.length + draft.when.length + Object.keys(draft.filter).length > 0}>
        <summary>{t('hooks.narrow')}</summary>
        <p>{t('hooks.narrow.about')}</p>
        <Fields map={map} kinds={kinds} fields={draft.fields} onChange={(fields) => put({ fields })} />
        <Conditions map={map} kinds={kinds} when={draft.when} onChange={(when) => put({ when })} />
        <ObjectFilters map={map} kinds={kinds} filter={draft.filter} onChange={(filter) => put({ filter })} />
      </details>
      <details class="hook-more">
        <summary>{t('hooks.how')}</summary>
        <How draft={draft} onChange={put} errors={writing.errors} />
      </details>
      <Refused
        writing={writing}
        titles={{
          ...{ name: t('hooks.name'), url: t('hooks.url'), events: t('hooks.events'), fields: t('hooks.fields') },
          ...{ when: t('hooks.when-changed'), filter: t('hooks.filter'), headers: t('hooks.headers') },
          ...{ batch: t('hooks.batch'), batch_wait: t('hooks.wait') },
        }}
        shown={['name', 'url', 'batch', 'batch_wait']}
      />
      {!isFixed && (
        <div class="admin-end hook-end">
          <button class="primary" type="submit" form={id} disabled={writing.isBusy || (hook && !changed.length)}>
            {t(hook ? 'admin.save' : 'hooks.make')}
          </button>
        </div>
      )}
    </fieldset>
  );
}

/** The kinds that patterns name; none where they name all. */
function kindsOf(map: MapOfKinds, events: readonly string[]): Kind[] {
  const named = new Set(events.map((text) => patternOf(text).kind));
  if (named.has('*')) return [];
  return [...map.kinds.values()].filter((kind) => named.has(spelled(kind)));
}

interface EventsOptions {
  map: MapOfKinds;
  events: readonly string[];
  onChange: (events: readonly string[]) => void;
}

function labelOf(action: Action): string {
  switch (action) {
    case '*':
      return t('hooks.events.any');
    case 'created':
    case 'updated':
    case 'deleted':
    case 'restored':
      return t(`admin.did.${action}`);
    default:
      return t(`hooks.events.${action}`);
  }
}

/** Which events are told: a line for each kind and what became of its objects. */
function Events({ map, events, onChange }: EventsOptions): VNode {
  const patterns = events.map(patternOf);
  const put = (at: number, change: Partial<Pattern>): void =>
    onChange(
      patterns.map((one, i) => ({ ...one, ...(i === at && change) })).map(({ kind, action }) => `${kind}.${action}`),
    );
  return (
    <section aria-labelledby="hook-events">
      <h3 id="hook-events">{t('hooks.events')}</h3>
      <ul class="hook-rows">
        {patterns.map(({ kind, action }, at) => (
          <li key={at}>
            <select
              aria-label={t('admin.journal.kind')}
              value={isOther(kind) ? kind : ([...map.kinds.values()].find((one) => spelled(one) === kind)?.path ?? '*')}
              onChange={({ currentTarget: { value } }) => {
                const next = spelled({ path: value });
                const isKept = actionsOf(next).some((one) => one === action);
                put(at, { kind: next, action: isKept ? action : '*' });
              }}
            >
              <option value="*">{t('hooks.events.all')}</option>
              {(['findings', 'vulnerabilities'] as const).map((other) => (
                <option key={other} value={other}>
                  {t(`hooks.events.${other}`)}
                </option>
              ))}
              <KindOptions map={map} isOffered={(one) => isTold(map, one)} />
            </select>
            <select
              aria-label={t('admin.journal.action')}
              value={action}
              onChange={({ currentTarget: { value } }) => put(at, { action: value })}
            >
              {actionsOf(kind).map((one) => (
                <option key={one} value={one}>
                  {labelOf(one)}
                </option>
              ))}
            </select>
            {patterns.length > 1 && (
              <button
                class="icon-button"
                type="button"
                aria-label={t('hooks.events.remove', { number: at + 1 })}
                onClick={() => onChange(events.filter((_, i) => i !== at))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      <button class="small-button" type="button" onClick={() => onChange([...events, '*.*'])}>
        {t('hooks.events.add')}
      </button>
    </section>
  );
}

interface ObjectFiltersOptions {
  map: MapOfKinds;
  kinds: readonly Kind[];
  filter: Hook['filter'];
  onChange: (filter: Hook['filter']) => void;
}

/** Filters on the objects themselves, a table's filters for each kind that is told of. */
function ObjectFilters({ map, kinds, filter, onChange }: ObjectFiltersOptions): VNode {
  const shown = [...new Set([...kinds.map(({ path }) => path), ...Object.keys(filter)])].flatMap(
    (path) => map.kinds.get(path) ?? [],
  );
  return (
    <section aria-labelledby="hook-filter">
      <h3 id="hook-filter">{t('hooks.filter')}</h3>
      <p class="admin-hint">{t(shown.length ? 'hooks.filter.about' : 'hooks.filter.kinds-first')}</p>
      {shown.map((kind) => (
        <div key={kind.path} class="hook-filter" role="group" aria-label={said(kind.titles).text}>
          <h4>{said(kind.titles).text}</h4>
          <KindFilters
            map={map}
            kind={kind}
            filter={filter[kind.path] ?? {}}
            onChange={(next) => {
              const { [kind.path]: _, ...others } = filter;
              onChange(Object.keys(next).length ? { ...others, [kind.path]: next } : others);
            }}
          />
        </div>
      ))}
    </section>
  );
}

interface HowOptions {
  draft: Draft;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (change: Partial<Draft>) => void;
}

/** How it is sent: whole or short, several at a time, with headers. */
function How({ draft, errors, onChange }: HowOptions): VNode {
  const tick = (name: 'direct' | 'plain_json', label: string): VNode => (
    <label class="admin-right">
      <input
        type="checkbox"
        checked={draft[name]}
        onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
      />
      <span>{label}</span>
    </label>
  );
  const number = (name: 'batch' | 'batch_wait', label: string, min: number, max: number): VNode => (
    <Field name={name} label={label} errors={errors}>
      {(props) => (
        <input
          {...props}
          type="number"
          min={min}
          max={max}
          value={draft[name]}
          onInput={({ currentTarget }) => onChange({ [name]: currentTarget.valueAsNumber || min })}
        />
      )}
    </Field>
  );
  return (
    <div class="admin-form">
      <label class="admin-right">
        <input
          type="checkbox"
          checked={draft.payload === 'thin'}
          onChange={({ currentTarget: { checked } }) => onChange({ payload: checked ? 'thin' : 'full' })}
        />
        <span>{t('hooks.thin')}</span>
      </label>
      {tick('direct', t('hooks.direct'))}
      {number('batch', t('hooks.batch'), 1, 100)}
      {draft.batch > 1 && number('batch_wait', t('hooks.wait'), 0, 60)}
      {tick('plain_json', t('hooks.plain'))}
      <label class="admin-right">
        <input
          type="checkbox"
          checked={draft.signature === 'v1a'}
          onChange={({ currentTarget: { checked } }) => onChange({ signature: checked ? 'v1a' : 'v1' })}
        />
        <span>{t('hooks.v1a')}</span>
      </label>
      <Headers headers={draft.headers} onChange={(headers) => onChange({ headers })} />
    </div>
  );
}

interface HeadersOptions {
  headers: Draft['headers'];
  onChange: (headers: Draft['headers']) => void;
}

/** Headers of its own; the values of stored ones are told to nobody. */
function Headers({ headers, onChange }: HeadersOptions): VNode {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const add = (): void => {
    onChange({ ...headers, [name.trim().toLowerCase()]: value });
    setName('');
    setValue('');
  };
  return (
    <div class="admin-field" role="group" aria-label={t('hooks.headers')}>
      <span class="admin-label">{t('hooks.headers')}</span>
      <p class="admin-hint">{t('hooks.headers.about')}</p>
      <ul class="hook-rows">
        {Object.entries(headers).map(([one, text]) => (
          <li key={one}>
            <code>
              {one}: {text === true ? '••••••' : text}
            </code>
            <button
              class="icon-button"
              type="button"
              aria-label={t('form.remove', { name: one })}
              onClick={() => onChange(Object.fromEntries(Object.entries(headers).filter(([other]) => other !== one)))}
            >
              ×
            </button>
          </li>
        ))}
        <li>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            aria-label={t('hooks.header.name')}
            placeholder="x-api-key"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            aria-label={t('hooks.header.value')}
            placeholder={t('hooks.header.value')}
            value={value}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <button class="small-button" type="button" disabled={!name.trim() || !value} onClick={add}>
            {t('hooks.header.add')}
          </button>
        </li>
      </ul>
    </div>
  );
}
