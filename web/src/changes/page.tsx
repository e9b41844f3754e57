/** What changed between two moments: how much of each kind, and object by object what, by whom and why. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, mayOpen, numbered, type MapOfKinds } from '../api/map.js';
import { Wanted } from '../api/names.js';
import { isTold } from '../api/told.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { EntryChanges } from '../app/entry-changes.js';
import { MapFrame } from '../app/map-frame.js';
import { go, place } from '../app/router.js';
import { fieldsOfChange, wantNamesOf, type HistoryEvent, type ToldChange } from '../app/told-change.js';
import { Answered } from '../components/answered.js';
import { FramedTable, headed } from '../components/framed-table.js';
import { KindOptions } from '../components/kind-options.js';
import { Pages } from '../components/pages.js';
import { unknownPerson } from '../components/people.js';
import { RequestBox } from '../components/request-box.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import './changes.css';

/** What became of an object, all in all. */
interface DiffRow extends ToldChange {
  resource: string;
  id: number;
  name: string | null;
  action: Action;
}

const ACTIONS = ['created', 'updated', 'deleted', 'restored'] as const;
type Action = (typeof ACTIONS)[number];
type Counts = { resource: string } & Readonly<Record<Action, number>>;

/** What the address asks for: moments, a kind, and the place among the rows. */
interface Asked {
  from: string;
  to: string;
  kind: string;
  after: string;
}
const NAMES = ['from', 'to', 'kind', 'after'] as const;

/** Rows of a page: of each it is asked who made it. */
const SIZE = 20;
/** Days that are looked back at first. */
const USUAL_DAYS = 7;

export default function Changes(): VNode {
  return <MapFrame>{(map) => <Shown map={map} />}</MapFrame>;
}

function Shown({ map }: { map: MapOfKinds }): VNode {
  const query = new URLSearchParams(useStore(place).search);
  const asked = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as Asked;
  const since = useHistorySince();
  useEffect(() => {
    document.title = `${t('changes.title')} · Meridian`;
  });
  const show = (change: Partial<Asked>): void => {
    const next = { ...asked, after: '', ...change };
    const parts = NAMES.flatMap((name) => (next[name] ? [`${name}=${encodeURIComponent(next[name])}`] : []));
    go(`/changes${parts.length ? `?${parts.join('&')}` : ''}`);
  };
  return (
    <>
      <h1>{t('changes.title')}</h1>
      <p class="lead">{t('changes.about')}</p>
      {since !== undefined && <Moments map={map} asked={asked} since={since} onShow={show} />}
      {asked.from && <Difference key={JSON.stringify(asked)} map={map} asked={asked} onShow={show} />}
    </>
  );
}

/** From when on it is known what was; null where nobody says, undefined until it is known. */
function useHistorySince(): string | null | undefined {
  const { answer } = useAnswer('/api/changes/info');
  if (!answer) return undefined;
  if ('failed' in answer || answer.status >= 400) return null;
  return (answer.body as { history_since: string }).history_since;
}

/** A moment as the field of a form has it, in the time of the reader. */
const localOf = (moment: number): string =>
  new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

interface MomentsOptions {
  map: MapOfKinds;
  asked: Asked;
  since: string | null;
  onShow: (change: Partial<Asked>) => void;
}

/** Asks for the two moments; the later one is now where it is left empty. */
function Moments({ map, asked, since, onShow }: MomentsOptions): VNode {
  // The first minute of which all is known.
  const earliest = since === null ? 0 : Math.ceil(Date.parse(since) / 60_000) * 60_000;
  const [from, setFrom] = useState(() =>
    localOf(asked.from ? Date.parse(asked.from) : Math.max(Date.now() - USUAL_DAYS * 86_400_000, earliest)),
  );
  const [to, setTo] = useState(() => (asked.to ? localOf(Date.parse(asked.to)) : ''));
  const [kind, setKind] = useState(asked.kind);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onShow({ from: new Date(from).toISOString(), to: to && new Date(to).toISOString(), kind });
  };
  return (
    <form class="card changes-asked" onSubmit={submit}>
      <label>
        {t('changes.from')}
        <input
          type="datetime-local"
          required
          value={from}
          {...(earliest > 0 && { min: localOf(earliest) })}
          onInput={({ currentTarget }) => setFrom(currentTarget.value)}
        />
      </label>
      <label>
        {t('changes.to')}
        <input type="datetime-local" value={to} onInput={({ currentTarget }) => setTo(currentTarget.value)} />
      </label>
      <label>
        {t('admin.journal.kind')}
        <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
          <option value="">{t('admin.journal.any')}</option>
          <KindOptions map={map} isOffered={(one) => isTold(map, one) && map.rights.mayList(one.tag)} />
        </select>
      </label>
      <button class="primary" type="submit" disabled={!from}>
        {t('changes.show')}
      </button>
      {since !== null && (
        <p class="faint">
          {t('changes.since', {
            when: new Date(since).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' }),
          })}{' '}
          {t('changes.to.empty')}
        </p>
      )}
    </form>
  );
}

interface DifferenceOptions {
  map: MapOfKinds;
  asked: Asked;
  onShow: (change: Partial<Asked>) => void;
}

function Difference({ map, asked, onShow }: DifferenceOptions): VNode {
  const { from, to, kind, after } = asked;
  const moments = `from=${encodeURIComponent(from)}${to && `&to=${encodeURIComponent(to)}`}`;
  const counted = useAnswer(`/api/diff?${moments}&summary=1${kind && `&resource=${kind}`}`);
  const path = `/api/diff?${moments}${kind && `&resource=${kind}`}&page[size]=${SIZE}&page[after]=${encodeURIComponent(after)}`;
  const { answer, again } = useAnswer(path);
  return (
    <>
      <Answered<DiffRow[]> answer={answer} again={again}>
        {(rows, { next }) =>
          rows.length === 0 && !after ? (
            <div class="empty">
              <p role="status">{t('changes.none')}</p>
            </div>
          ) : (
            <>
              <Answered<Counts[]> answer={counted.answer} again={counted.again}>
                {(counts) => <Summary map={map} counts={counts} onShow={onShow} />}
              </Answered>
              <h2>{t('changes.objects')}</h2>
              <ol class="journal" aria-label={t('changes.objects')}>
                {rows.map((row) => (
                  <Row key={`${row.resource} ${row.id}`} map={map} row={row} from={from} to={to} />
                ))}
              </ol>
              <Pages next={next} after={after} onGo={(to) => onShow({ after: to })} />
            </>
          )
        }
      </Answered>
      <RequestBox path={path} docs="history" />
    </>
  );
}

interface SummaryOptions {
  map: MapOfKinds;
  counts: readonly Counts[];
  onShow: (change: Partial<Asked>) => void;
}

/** How many objects of each kind were made, changed, deleted and brought back. */
const Summary = ({ map, counts, onShow }: SummaryOptions): VNode => (
  <FramedTable
    label={t('changes.summary')}
    heads={[t('admin.journal.kind'), ...ACTIONS.map((action) => t(`changes.${action}`))]}
    table="objects as-cards"
    frame="changes-summary"
  >
    {counts.map((one) => (
      <tr key={one.resource}>
        <th scope="row">
          <button class="link-button" type="button" onClick={() => onShow({ kind: one.resource })}>
            {said(map.kinds.get(one.resource)?.titles ?? { en: one.resource }).text}
          </button>
        </th>
        {ACTIONS.map((action) => (
          <td
            key={action}
            class={one[action] ? 'form-number' : 'form-number is-none'}
            data-head={headed(t(`changes.${action}`))}
          >
            {one[action].toLocaleString(locale())}
          </td>
        ))}
      </tr>
    ))}
  </FramedTable>
);

interface RowOptions {
  map: MapOfKinds;
  row: DiffRow;
  from: string;
  to: string;
}

/** One object: what became of it, by whom and why. */
function Row({ map, row, from, to }: RowOptions): VNode {
  const { resource, id, name, action } = row;
  const kind = map.kinds.get(resource);
  const fields = kind ? fieldsOfChange(kind, row) : [];
  const wanted = new Wanted();
  wantNamesOf(wanted, fields);
  const names = useNames(map, wanted, true);
  const title = name ?? numbered(kind, id);
  const changes = <EntryChanges map={map} changes={fields} names={names} />;
  return (
    <li class="entry">
      <p class="entry-line">
        <span class="entry-subject">
          {mayOpen(map, resource, id) && action !== 'deleted' ? <a href={addressOf(resource, id)}>{title}</a> : title}{' '}
          <small class="faint">{said(kind?.one ?? { en: resource }).text}</small>
        </span>
        <span class={`entry-did is-${action}`}>{t(`admin.did.${action}`)}</span>
      </p>
      {kind && <By map={map} kind={kind} id={id} from={from} to={to} isGone={action === 'deleted'} />}
      {fields.length > 0 &&
        (action === 'updated' ? (
          changes
        ) : (
          <details>
            <summary>{t('admin.journal.fields', { count: fields.length })}</summary>
            {changes}
          </details>
        ))}
    </li>
  );
}

interface ByOptions extends Omit<RowOptions, 'row'> {
  kind: Kind;
  id: number;
  isGone: boolean;
}

/** Changes of one object that are looked through for who made them. */
const LATEST = 50;

/** Who changed the object between the two moments, and the reasons that were given. Nothing for whoever may not show it. */
function By({ map, kind, id, from, to, isGone }: ByOptions): VNode | null {
  const mayRead = mayOpen(map, kind.path, id) && (!isGone || map.rights.may('delete', kind.tag));
  const { answer } = useAnswer(mayRead ? `/api/${kind.path}/${id}/history?page[size]=${LATEST}` : null);
  const all = answer && 'status' in answer && answer.status < 400 ? (answer.body as HistoryEvent[]) : [];
  const [first, last] = [Date.parse(from), to ? Date.parse(to) : Infinity];
  const between = all.filter(({ time }) => Date.parse(time) > first && Date.parse(time) <= last);
  const wanted = new Wanted();
  for (const { data } of between) wanted.want('users', data.by.user_id);
  const names = useNames(map, wanted, true);
  if (!between.length) return null;
  const people = new Set(
    between.map(({ data: { by } }) =>
      by.user_id === null
        ? t('someone')
        : by.user_id === map.rights.userId
          ? t('feed.you')
          : (names.get('users')?.get(by.user_id) ?? unknownPerson(map, by.user_id)),
    ),
  );
  const times = between.map(({ time }) => Date.parse(time));
  const [start, end] = [Math.min(...times), Math.max(...times)].map((time) =>
    new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }),
  ) as [string, string];
  const reasons = new Set(between.flatMap(({ data }) => (data.reason === null ? [] : [data.reason])));
  return (
    <p class="entry-details">
      {t('changes.by', { names: [...people].join(', ') })}
      {` · ${start === end ? end : `${start} – ${end}`}`}
      {reasons.size > 0 && ` ${[...reasons].map((text) => t('quoted', { text })).join(', ')}`}
    </p>
  );
}
