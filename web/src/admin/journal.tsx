/** The journal: who did what and when, how it was before and is now; narrowed by person, kind, object, action and time. */
import type { ComponentChildren, VNode } from 'preact';
import type { Counts } from '../api/feed.js';
import { findOfKind, type FoundObject } from '../api/find.js';
import type { Kind } from '../api/kinds.js';
import { addressOf, kindOfType, reachable, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { reportsOf } from '../api/reports.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { go, place } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Pages } from '../components/pages.js';
import { inWords } from '../components/figures.js';
import { unknownPerson } from '../components/people.js';
import { RequestBox } from '../components/request-box.js';
import { withRights } from '../components/sentences.js';
import { Titled } from '../components/text.js';
import { Value } from '../components/value.js';
import { isKey, locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import {
  changesOf,
  columnOf,
  detailsOf,
  fedBy,
  MAX_NAMES,
  nameInEntry,
  wantNames,
  type Entry,
  type FieldChange,
} from './entry.js';
import { PickOne } from './pick-one.js';
import { may } from './roles-of-map.js';

/** What the address holds. */
interface Asked {
  user: string;
  kind: string;
  object: string;
  action: string;
  from: string;
  to: string;
  after: string;
}

const NAMES = ['user', 'kind', 'object', 'action', 'from', 'to', 'after'] as const;
/** What can be done, as the journal calls it. */
const ACTIONS = [
  ...['created', 'updated', 'deleted', 'restored', 'imported', 'exported', 'executed'],
  ...['logged_in', 'login_refused', 'logged_out', 'password_changed', 'password_refused'],
  ...['token_created', 'token_revoked', 'request_limit_changed'],
  ...['fed', 'source_created', 'source_changed', 'source_retired', 'marks_set'],
];
const PAGE = 25;

export function JournalPage({ map }: { map: MapOfKinds }): VNode {
  const query = new URLSearchParams(useStore(place).search);
  const asked = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as Asked;
  const path = requestOf(map, asked);
  const { answer, again } = useAnswer(path);
  const entries = answer && 'status' in answer && answer.status < 400 ? (answer.body as Entry[]) : [];
  const wanted = new Wanted();
  for (const entry of entries) wantNames(wanted, kindIn(map, entry), entry);
  if (asked.user) wanted.want('users', Number(asked.user));
  if (asked.object) wanted.want(asked.kind, Number(asked.object));
  const names = useNames(map, wanted);
  const show = (change: Partial<Asked>): void => {
    const next = { ...asked, after: '', ...change };
    const parts = NAMES.flatMap((name) => (next[name] ? [`${name}=${encodeURIComponent(next[name])}`] : []));
    go(`/admin/journal${parts.length ? `?${parts.join('&')}` : ''}`);
  };
  return (
    <>
      <Filters map={map} asked={asked} names={names} onChange={show} />
      <Answered<Entry[]> answer={answer} again={again}>
        {(found, { next }) => (
          <>
            {found.length === 0 && (
              <div class="empty">
                <p role="status">{t('admin.journal.none')}</p>
              </div>
            )}
            <ol class="journal" aria-label={t('admin.journal')}>
              {found.map((entry) => (
                <EntryShown key={entry.id} map={map} entry={entry} names={names} />
              ))}
            </ol>
            <Pages next={next} after={asked.after} onGo={(after) => show({ after })} />
          </>
        )}
      </Answered>
      <RequestBox path={path} docs="audit-logs" />
    </>
  );
}

const kindIn = (map: MapOfKinds, { subject_type: type }: Entry): Kind | undefined =>
  type === null ? undefined : kindOfType(map, type);

function requestOf(map: MapOfKinds, { user, kind, object, action, from, to, after }: Asked): string {
  const type = map.kinds.get(kind)?.tag['x-type'];
  const filters: ReadonlyArray<readonly [string, string | undefined]> = [
    ['user_id', user],
    ['subject_type_in', type],
    ['subject_id', object],
    ['description_in', action],
    ['created_at_after', from],
    ['created_at_before', to],
  ];
  const parts = filters.flatMap(([name, value]) => (value ? [`filter[${name}]=${encodeURIComponent(value)}`] : []));
  return `/api/audit-logs?${[...parts, 'sort=-id', `page[size]=${PAGE}`, `page[after]=${encodeURIComponent(after)}`].join('&')}`;
}

interface FiltersOptions {
  map: MapOfKinds;
  asked: Asked;
  names: Names;
  onChange: (change: Partial<Asked>) => void;
}

function Filters({ map, asked, names, onChange }: FiltersOptions): VNode {
  const kind = map.kinds.get(asked.kind);
  const users = may(map, 'access', 'users') ? map.kinds.get('users') : undefined;
  const chosen = (path: string, id: string): string | null =>
    id ? (names.get(path)?.get(Number(id)) ?? `#${id}`) : null;
  const day = (name: 'from' | 'to'): VNode => (
    <div class="admin-field">
      <label for={`journal-${name}`}>{t(`admin.journal.${name}`)}</label>
      <input
        id={`journal-${name}`}
        type="date"
        value={asked[name]}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </div>
  );
  return (
    <div class="card journal-filters" role="search" aria-label={t('admin.journal.narrow')}>
      {users && (
        <PickOne<FoundObject>
          label={t('admin.journal.user')}
          chosen={chosen('users', asked.user)}
          find={(text, signal) => findOfKind(map, users, text, signal)}
          onPick={({ id }) => onChange({ user: String(id) })}
          onClear={() => onChange({ user: '' })}
        />
      )}
      <div class="admin-field">
        <label for="journal-action">{t('admin.journal.action')}</label>
        <select
          id="journal-action"
          value={asked.action}
          onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
        >
          <option value="">{t('admin.journal.any')}</option>
          {ACTIONS.map((action) => (
            <option key={action} value={action}>
              {done(action)}
            </option>
          ))}
        </select>
      </div>
      <div class="admin-field">
        <label for="journal-kind">{t('admin.journal.kind')}</label>
        <select
          id="journal-kind"
          value={asked.kind}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value, object: '' })}
        >
          <option value="">{t('admin.journal.any')}</option>
          {map.description.groups.map(({ name, titles, tags }) => (
            <optgroup key={name} label={said(titles).text}>
              {tags.flatMap((tag) => {
                const one = map.kinds.get(tag['x-resource'] ?? '');
                return one ? [<option value={one.path}>{said(one.titles).text}</option>] : [];
              })}
            </optgroup>
          ))}
        </select>
      </div>
      {kind && reachable(map, kind.path) && (
        <PickOne<FoundObject>
          key={kind.path}
          label={t('admin.journal.object')}
          chosen={chosen(kind.path, asked.object)}
          find={(text, signal) => findOfKind(map, kind, text, signal)}
          onPick={({ id }) => onChange({ object: String(id) })}
          onClear={() => onChange({ object: '' })}
        />
      )}
      {day('from')}
      {day('to')}
    </div>
  );
}

/** What was done, in words; what is not known here as the journal has it. */
function done(action: string): string {
  const key = `admin.did.${action}`;
  return isKey(key) ? t(key) : action;
}

/** Fields that are shown without a click. */
const FEW = 4;

function EntryShown({ map, entry, names }: { map: MapOfKinds; entry: Entry; names: Names }): VNode {
  const kind = kindIn(map, entry);
  const changes = changesOf(kind, entry);
  const details = detailsOf(entry);
  const moment = entry.created_at;
  return (
    <li class="entry">
      <p class="entry-line">
        {moment && (
          <time dateTime={moment}>
            {new Date(moment).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' })}
          </time>
        )}
        <strong>
          {entry.user_id === null
            ? t('admin.journal.nobody')
            : entry.user_id === map.rights.userId
              ? t('feed.you')
              : (names.get('users')?.get(entry.user_id) ?? unknownPerson(map, entry.user_id))}
        </strong>
        <span class={`entry-did is-${entry.description}`}>{done(entry.description)}</span>
        <Subject map={map} kind={kind} entry={entry} names={names} />
        <FedBy map={map} entry={entry} />
      </p>
      {details.length > 0 && <p class="entry-details">{details.map((one) => detailInWords(map, one)).join(' · ')}</p>}
      {changes.length > 0 && (
        <MaybeFolded isFolded={changes.length > FEW || entry.description !== 'updated'} count={changes.length}>
          <Changes changes={changes} names={names} />
        </MaybeFolded>
      )}
      {entry.properties === null && entry.subject_type !== null && (
        <p class="entry-details">{t('admin.journal.hidden')}</p>
      )}
    </li>
  );
}

/** That a source said it, in which run, and what became of all that it said. */
function FedBy({ map, entry }: { map: MapOfKinds; entry: Entry }): VNode | null {
  const fed = fedBy(entry);
  if (!fed) return null;
  const words = t(entry.description === 'fed' ? 'admin.journal.fed' : 'admin.journal.fed-by', fed);
  const figures = entry.description === 'fed' && inWords(entry.properties as unknown as Counts);
  return (
    <span class="entry-fed">
      {map.rights.has('feed_show') ? <a href={`/import/runs/${fed.run}`}>{words}</a> : words}
      {figures && `${t('colon')}${figures}`}
    </span>
  );
}

const MaybeFolded = ({
  isFolded,
  count,
  children,
}: {
  isFolded: boolean;
  count: number;
  children: ComponentChildren;
}): VNode =>
  isFolded ? (
    <details>
      <summary>{t('admin.journal.fields', { count })}</summary>
      {children}
    </details>
  ) : (
    <>{children}</>
  );

/** `read only: yes`, `until: 22 Nov 2027`, `report: Directory`. */
function detailInWords(map: MapOfKinds, [name, value]: [string, string]): string {
  const key = `admin.detail.${name}`;
  return `${isKey(key) ? t(key) : name}${t('colon')}${valueInWords(map, name, value)}`;
}

/** Kinds, reports and formats as they are called elsewhere; what is not known here as the journal has it. */
function valueInWords(map: MapOfKinds, name: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return new Date(value).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
  const titles =
    name === 'report' ? reportsOf(map).find((report) => report.name === value)?.titles : map.kinds.get(value)?.titles;
  const key = name === 'format' ? `reports.format.${value}` : `admin.${name}.${value}`;
  return titles ? said(titles).text : isKey(key) ? t(key) : value;
}

interface SubjectOptions {
  map: MapOfKinds;
  kind: Kind | undefined;
  entry: Entry;
  names: Names;
}

/** Whether objects of a kind can be brought back once they were deleted. */
const isKept = ({ columns }: Kind): boolean => columns.some(({ name }) => name === 'deleted_at');

/** What it was done to: its kind, and its name, which leads to it. */
function Subject({ map, kind, entry, names }: SubjectOptions): VNode {
  const id = entry.subject_id;
  const word = kind ? (
    <Titled said={said(entry.subject_id === null ? kind.titles : kind.one)} />
  ) : (
    <>{entry.subject_type?.replace(/^.*\\/, '')}</>
  );
  if (id === null) return <span class="entry-kind">{word}</span>;
  const live = kind && names.get(kind.path)?.get(id);
  const name = live ?? nameInEntry(kind, entry) ?? `#${id}`;
  // What was deleted is still told of on its page, and brought back there.
  const isThere = live !== undefined || (kind && isKept(kind) && reachable(map, kind.path) !== undefined);
  return (
    <span class="entry-subject">
      {kind && isThere ? <a href={placeOf(kind, id)}>{name}</a> : name} <small class="faint">{word}</small>
    </span>
  );
}

/** Users and roles have pages of their own here. */
const placeOf = ({ path }: Kind, id: number): string =>
  path === 'users' || path === 'roles' ? `/admin/${path}/${id}` : addressOf(path, id);

function Changes({ changes, names }: { changes: readonly FieldChange[]; names: Names }): VNode {
  return (
    <dl class="entry-changes">
      {changes.map((change) => (
        <div key={change.name}>
          <dt>
            <Titled said={said(change.part.titles)} />
          </dt>
          {'come' in change ? (
            <dd>
              <LinkNames sign="−" ids={change.gone} part={change} names={names} />
              <LinkNames sign="+" ids={change.come} part={change} names={names} />
            </dd>
          ) : (
            <dd>
              <del>
                <FieldValue change={change} value={change.before} names={names} />
              </del>
              <span class="entry-arrow" aria-label={t('admin.journal.becomes')} role="img">
                →
              </span>
              <ins>
                <FieldValue change={change} value={change.after} names={names} />
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ change: { part }, value, names }: { change: FieldChange; value: unknown; names: Names }): VNode {
  const column = columnOf(part);
  if (column.target && typeof value === 'number') return <>{names.get(column.target)?.get(value) ?? `#${value}`}</>;
  return <Value column={column} value={value} short />;
}

interface LinkNamesOptions {
  sign: '+' | '−';
  ids: readonly number[];
  part: FieldChange;
  names: Names;
}

/** Names of what came or went. */
function LinkNames({ sign, ids, part: { part }, names }: LinkNamesOptions): ComponentChildren {
  if (!ids.length) return null;
  const known = part.target === undefined ? undefined : names.get(part.target);
  // A right is called as the page of a role calls it.
  const nameOf = (id: number): string => known?.get(id) ?? `#${id}`;
  const shown = ids
    .slice(0, MAX_NAMES)
    .map((id) => (part.target === 'permissions' ? withRights(nameOf(id)) : nameOf(id)));
  const Mark = sign === '+' ? 'ins' : 'del';
  return (
    <Mark>
      <span aria-label={t(sign === '+' ? 'admin.journal.added' : 'admin.journal.removed')} role="img">
        {sign}
      </span>{' '}
      {shown.join(', ')}
      {ids.length > MAX_NAMES && ` ${t('table.more', { count: ids.length - MAX_NAMES })}`}
    </Mark>
  );
}
