/** The journal: who did what and when, how it was before and is now; narrowed by person, kind, object, action and time. */
import type { ComponentChildren, VNode } from 'preact';
import type { Counts } from '../api/feed.js';
import { findOfKind, type FoundObject } from '../api/find.js';
import type { Kind } from '../api/kinds.js';
import { addressOf, kindOfType, mayOpen, reachable, unnamed, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { findPeople, PEOPLE } from '../api/people.js';
import { reportsOf } from '../api/reports.js';
import type { UndoTarget } from '../api/undo.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { mayMerge, undoOfMerge } from '../app/merging.js';
import { tell, UndoButton } from '../app/notice.js';
import { go, place } from '../app/router.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { Fold } from '../components/fold.js';
import { KindOptions } from '../components/kind-options.js';
import { Pages } from '../components/pages.js';
import { inWords } from '../components/figures.js';
import { unknownPerson } from '../components/people.js';
import { RequestBox } from '../components/request-box.js';
import { Titled } from '../components/text.js';
import { isKey, locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import {
  changesOf,
  detailsOf,
  fedBy,
  MAX_NAMES,
  nameInEntry,
  namesOfOthers,
  othersIn,
  takenBackBy,
  wantNames,
  type Entry,
} from '../app/entry.js';
import { EntryChanges } from '../app/entry-changes.js';
import { UndoRequest } from '../app/undo-request.js';
import { PickOne } from './pick-one.js';

/** What the address holds. */
interface JournalQuery {
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
  ...['created', 'updated', 'deleted', 'restored', 'merged', 'unmerged', 'imported', 'exported', 'executed'],
  ...['logged_in', 'login_refused', 'logged_out', 'password_changed', 'password_refused'],
  ...['token_created', 'token_revoked', 'request_limit_changed'],
  ...['fed', 'source_created', 'source_changed', 'source_retired', 'record_forgotten', 'marks_set'],
  ...['table_shared', 'table_unshared', 'vulnerability_decided'],
  ...['user_provisioned', 'user_disabled', 'user_enabled', 'identity_linked', 'identity_unlinked', 'roles_synced'],
  ...['mapping_created', 'mapping_changed', 'mapping_removed', 'perimeters_switched'],
  ...['factor_added', 'factor_removed', 'factor_refused', 'factors_taken', 'recovery_codes_made', 'session_confirmed'],
  ...['webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_paused', 'webhook_resumed', 'webhook_rotated'],
  ...['webhook_sought', 'webhook_skipped'],
  ...['journal_root', 'journal_verified', 'journal_redacted', 'journal_key_changed'],
  ...['check_created', 'check_changed', 'check_deleted', 'finding_accepted', 'finding_reopened'],
  ...['calendar_made', 'calendar_ended', 'letters_chosen'],
  ...['template_created', 'template_changed', 'template_deleted'],
];
const UNDOABLE = new Set(['created', 'updated', 'deleted', 'restored']);
const PAGE = 25;

export function JournalPage({ map }: { map: MapOfKinds }): VNode {
  const query = new URLSearchParams(useStore(place).search);
  const asked = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as JournalQuery;
  const narrowed = NAMES.filter((name) => name !== 'after' && asked[name]).length;
  const path = requestOf(map, asked);
  const { answer, again } = useAnswer(path);
  const entries = answer && 'status' in answer && answer.status < 400 ? (answer.body as Entry[]) : [];
  const wanted = new Wanted();
  for (const entry of entries) wantNames(wanted, kindIn(map, entry), entry);
  if (asked.user) wanted.want('users', Number(asked.user));
  if (asked.object) wanted.want(asked.kind, Number(asked.object));
  const names = useNames(map, wanted);
  const show = (change: Partial<JournalQuery>): void => {
    const next = { ...asked, after: '', ...change };
    const parts = NAMES.flatMap((name) => (next[name] ? [`${name}=${encodeURIComponent(next[name])}`] : []));
    go(`/admin/journal${parts.length ? `?${parts.join('&')}` : ''}`);
  };
  return (
    <>
      <p class="journal-more">
        <a href="/changes">{t('changes.title')}</a>
      </p>
      <Fold title={narrowed ? t('admin.journal.narrow.count', { count: narrowed }) : t('admin.journal.narrow')}>
        <Filters map={map} asked={asked} names={names} onChange={show} />
      </Fold>
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
                <EntryShown
                  key={entry.id}
                  map={map}
                  entry={entry}
                  names={names}
                  isTakenBack={found.some((one) => takenBackBy(one) === entry.id)}
                  again={again}
                />
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

function requestOf(map: MapOfKinds, { user, kind, object, action, from, to, after }: JournalQuery): string {
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
  asked: JournalQuery;
  names: Names;
  onChange: (change: Partial<JournalQuery>) => void;
}

function Filters({ map, asked, names, onChange }: FiltersOptions): VNode {
  const kind = map.kinds.get(asked.kind);
  const chosen = (path: string, id: string): string | null =>
    id ? (names.get(path)?.get(Number(id)) ?? unnamed(map, path, id)) : null;
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
      <PickOne<FoundObject>
        label={t('admin.journal.user')}
        chosen={chosen(PEOPLE, asked.user)}
        find={findPeople}
        onPick={({ id }) => onChange({ user: String(id) })}
        onClear={() => onChange({ user: '' })}
      />
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
          <KindOptions map={map} />
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

interface EntryOptions {
  map: MapOfKinds;
  entry: Entry;
  names: Names;
  /** A later entry says so. */
  isTakenBack: boolean;
  /** Reads the journal anew. */
  again: () => void;
}

function EntryShown({ map, entry, names, isTakenBack, again }: EntryOptions): VNode {
  const kind = kindIn(map, entry);
  const changes = changesOf(kind, entry);
  const details = detailsOf(entry);
  const moment = entry.created_at;
  const target = undoTarget(map, kind, entry);
  return (
    <li class="entry">
      <p class="entry-line">
        {moment && <time dateTime={moment}>{inFull(moment)}</time>}
        <strong>
          {entry.user_id === null
            ? t('admin.journal.nobody')
            : entry.user_id === map.rights.userId
              ? t('feed.you')
              : (names.get('users')?.get(entry.user_id) ?? unknownPerson(map, entry.user_id))}
        </strong>
        <span class={`entry-did is-${entry.description}`}>{done(entry.description)}</span>
        <Subject map={map} kind={kind} entry={entry} names={names} />
        <Others map={map} kind={kind} entry={entry} names={names} />
        <FedBy map={map} entry={entry} />
      </p>
      {entry.description === 'merged' && !isTakenBack && <TakeBack {...{ map, kind, entry, names, again }} />}
      {details.length > 0 && <p class="entry-details">{details.map((one) => detailInWords(map, one)).join(' · ')}</p>}
      {changes.length > 0 && (
        <MaybeFolded isFolded={changes.length > FEW || entry.description !== 'updated'} count={changes.length}>
          <EntryChanges map={map} changes={changes} names={names} />
        </MaybeFolded>
      )}
      {target && (
        <div class="entry-undo">
          <UndoRequest
            target={target}
            label={t(entry.description === 'imported' ? 'import.undo' : 'undo')}
            about={moment ? t('undo.of', { when: inFull(moment) }) : undefined}
            onDone={(sentence) => {
              tell(sentence);
              again();
            }}
          />
        </div>
      )}
      {entry.properties === null && entry.subject_type !== null && (
        <p class="entry-details">{t('admin.journal.hidden')}</p>
      )}
    </li>
  );
}

const inFull = (moment: string): string =>
  new Date(moment).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });

/** What can be taken back of an entry: all that its request did, by whoever did it and by administrators. Feeds and merges have ways of their own. */
function undoTarget({ rights }: MapOfKinds, kind: Kind | undefined, entry: Entry): UndoTarget | undefined {
  const { description, properties, user_id: user } = entry;
  if (!properties || fedBy(entry) || othersIn(entry).length || !(rights.isAdmin || user === rights.userId))
    return undefined;
  const { transaction, request_id: request } = properties;
  if (description === 'imported' && typeof request === 'string') return { request_id: request };
  const isChange = kind !== undefined && UNDOABLE.has(description);
  return isChange && typeof transaction === 'string' ? { transaction } : undefined;
}

/** What became part of the object, or came apart from it. */
function Others({ map, kind, entry, names }: SubjectOptions): VNode | null {
  const others = othersIn(entry);
  if (!kind || !others.length) return null;
  return (
    <span>
      {t(entry.description === 'merged' ? 'admin.journal.with' : 'admin.journal.apart-from')}
      {others.slice(0, MAX_NAMES).map((id, i) => (
        <>
          {i ? ', ' : ' '}
          <ObjectLink map={map} kind={kind.path} id={id}>
            {names.get(kind.path)?.get(id) || namesOfOthers(entry)[id] || unnamed(map, kind.path, id)}
          </ObjectLink>
        </>
      ))}
      {others.length > MAX_NAMES && ` ${t('table.more', { count: others.length - MAX_NAMES })}`}
    </span>
  );
}

/** Takes a merge back, for whoever may; what changed since is told where it cannot be. */
function TakeBack({ map, kind, entry, names, again }: SubjectOptions & { again: () => void }): VNode | null {
  const id = entry.subject_id;
  if (!kind || id === null || !mayMerge(map, kind, id)) return null;
  const name = names.get(kind.path)?.get(id) ?? `#${id}`;
  const { path, search } = place.get();
  const to = path + search;
  return (
    <div class="entry-undo">
      <UndoButton undo={undoOfMerge(map, kind, id, entry.id, { name, to, onDone: again })} />
    </div>
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

/** Where the words of details stand that other pages tell, too. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ format: 'reports.format', state: 'vulnerabilities.state', provider: 'admin.way' },
  ...{ kind: 'factor.kind', factor: 'factor.kind' },
};

/** Kinds, reports and formats as they are called elsewhere; what is not known here as the journal has it. */
function valueInWords(map: MapOfKinds, name: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return new Date(value).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
  const titles =
    name === 'report' ? reportsOf(map).find((report) => report.name === value)?.titles : map.kinds.get(value)?.titles;
  const key = `${WORDS[name] ?? `admin.${name}`}.${value}`;
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
  const name = live ?? nameInEntry(kind, entry) ?? (kind ? unnamed(map, kind.path, id) : `#${id}`);
  // What was deleted is still told of on its page, and brought back there.
  const isThere = live !== undefined || (kind && isKept(kind) && reachable(map, kind.path) !== undefined);
  return (
    <span class="entry-subject">
      {kind && isThere && mayOpen(map, kind.path, id) && reachable(map, kind.path) ? (
        <a href={placeOf(kind, id)}>{name}</a>
      ) : (
        name
      )}{' '}
      <small class="faint">{word}</small>
    </span>
  );
}

/** Users and roles have pages of their own here. */
const placeOf = ({ path }: Kind, id: number): string =>
  path === 'users' || path === 'roles' ? `/admin/${path}/${id}` : addressOf(path, id);
