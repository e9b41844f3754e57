/** One object: its fields in parts, what it is linked to, its documents, what lies around it, and the same object in the API. */
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  colourOfKind,
  idsIn,
  PARTS,
  partOf,
  type Column,
  type Kind,
  type LinkSet,
  type PairWords,
  type Part,
  type Thing,
} from '../api/kinds.js';
import { fetchNames, namesOfKind, Wanted, type Names } from '../api/names.js';
import { mayReadJournal } from '../api/people.js';
import { send } from '../api/send.js';
import { session } from '../api/session.js';
import { isTold } from '../api/told.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { Problem } from '../components/problem.js';
import { sentenceOf } from '../components/sentences.js';
import { TableFrame } from '../components/framed-table.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { mayReadFindings } from '../api/checks.js';
import { addressOf, isPartHidden, nameOf, numbered, reachable, unnamed, type MapOfKinds } from '../api/map.js';
import { Notice, tell } from '../app/notice.js';
import { opened } from '../app/recent-objects.js';
import { place } from '../app/router.js';
import { AsOfBanner } from './as-of.js';
import type { HistoryOptions } from './history.js';
import { Picture } from './picture.js';
import { changeDocuments, documentsOf, Upload } from './documents.js';
import { mayDo } from '../api/may.js';
import { lastStoring, type LastStoring } from './last-storing.js';
import { Findings } from './findings.js';
import { MergedOthers } from './merged.js';
import { MOST } from '../api/known-names.js';
import { Actions, Restoration } from './object-actions.js';
import { useReferring, type Referrers } from './referring.js';
import { Sources } from './sources.js';
import { Vulnerabilities } from './vulnerabilities.js';
import { RequestBox } from '../components/request-box.js';
import { isEmpty, Value } from '../components/value.js';

/** Deleted, or part of another one by now. */
interface DeletedState {
  deleted: Thing;
  into?: { id: number; name: string };
}

type Found =
  | { object: Thing; names: Names; isExact: boolean }
  | DeletedState
  | { status: number; body: unknown }
  | { failed: unknown };

/** The parts that tell of the object itself; those of its entry come last. */
const OWN = PARTS.filter((part) => part !== 'record');

export default function ObjectPage({ map, kind, id }: { map: MapOfKinds; kind: Kind; id: string }): VNode {
  const query = new URLSearchParams(useStore(place).search);
  const asOf = query.get('as_of');
  const path = `/api/${kind.path}/${encodeURIComponent(id)}${asOf === null ? '' : `?as_of=${encodeURIComponent(asOf)}`}`;
  const { found, again } = useObject(map, kind, id, path, asOf !== null);
  const name = found && 'object' in found ? nameOf(kind, found.object) : numbered(kind, id);
  const object = found && 'object' in found ? found.object : undefined;
  const current = asOf === null ? object : undefined;
  // A file is the picture of objects of nearly every kind; what it belongs to is among its links.
  const referring = useReferring(map, kind.path === map.documents?.path ? null : kind, current);
  const files = documentsOf(map, kind, Number(id));
  const mayUpload = files !== undefined && map.documents !== undefined && mayDo(map, map.documents, 'create');
  const changeFiles = async (change: (ids: readonly number[]) => readonly number[]): Promise<void> => {
    await changeDocuments(kind, Number(id), files!, change);
    again();
  };
  // What is read beside the object is read anew, too.
  const [merges, setMerges] = useState(0);
  const showMerged = (): void => {
    setMerges((count) => count + 1);
    again();
  };
  useEffect(() => {
    if (current) opened(map, { kind: kind.path, id: current.id }, name);
  }, [current]);
  const title = said(kind.titles);
  useEffect(() => {
    document.title = `${name} · ${title.text} · Meridian`;
  }, [name, title.text]);
  return (
    <>
      <p class="eyebrow">
        <span class={`dot ${colourOfKind(kind)}`} aria-hidden="true" />
        {said(kind.view).text !== title.text && (
          <>
            <Titled said={said(kind.view)} />
            <span aria-hidden="true">›</span>
          </>
        )}
        {map.rights.mayList(kind.tag) ? (
          <a href={`/objects/${kind.path}`}>
            <Titled said={title} />
          </a>
        ) : (
          <Titled said={title} />
        )}
      </p>
      <div class="title-line">
        <h1>{found && 'deleted' in found ? nameOf(kind, found.deleted) : name}</h1>
      </div>
      <Notice />
      {(!found || 'failed' in found) && (
        <Answered answer={found} reading={t('object.reading')}>
          {() => <></>}
        </Answered>
      )}
      {asOf !== null && found && !('failed' in found) && (
        <AsOfBanner
          {...{ map, kind, name, asOf }}
          id={Number(id)}
          at={query.get('at') ?? asOf}
          isThere={object !== undefined}
          isExact={!('object' in found) || found.isExact}
        />
      )}
      {found && 'status' in found && asOf !== null && found.status === 404 && <p class="lead">{t('asof.none')}</p>}
      {found && 'status' in found && !(asOf !== null && found.status === 404) && <NotShown {...found} again={again} />}
      {found && 'deleted' in found && found.into && (
        <p class="lead">
          {t('object.merged', { object: `#${id}` })} <a href={addressOf(kind.path, found.into.id)}>{found.into.name}</a>
        </p>
      )}
      {found && 'deleted' in found && !found.into && (
        <>
          <Deleted kind={kind} object={found.deleted} />
          <Restoration map={map} kind={kind} id={found.deleted.id} name={nameOf(kind, found.deleted)} onDone={again} />
          <Changes map={map} kind={kind} id={found.deleted.id} onDone={again} />
        </>
      )}
      {asOf !== null && found && 'object' in found && (
        <>
          <Fields map={map} kind={kind} {...found} parts={OWN} />
          <Links map={map} kind={kind} {...found} referring={[]} />
          <Fields map={map} kind={kind} {...found} parts={['record']} />
          <RequestBox path={path} docs={kind.path} />
        </>
      )}
      {asOf === null && found && 'object' in found && (
        <>
          <Actions map={map} kind={kind} {...found} name={name} onMerged={showMerged} />
          <LastChange map={map} kind={kind} object={found.object} />
          <MergedOthers
            key={`merged ${merges}`}
            map={map}
            kind={kind}
            id={found.object.id}
            name={name}
            onDone={showMerged}
          />
          <Jumps links={filledLinks(kind, found.object)} object={found.object} referring={referring} />
          {mayReadFindings(map) && `/api/${kind.path}/{id}/findings` in map.description.openapi.paths && (
            <Findings key={`findings ${merges}`} map={map} kind={kind} id={found.object.id} />
          )}
          <Fields map={map} kind={kind} {...found} parts={OWN} />
          <EmptyFields map={map} kind={kind} object={found.object} />
          <Vulnerabilities key={`vulnerabilities ${merges}`} map={map} kind={kind} id={found.object.id} />
          <Links
            map={map}
            kind={kind}
            {...found}
            referring={referring ?? []}
            {...(files !== undefined && {
              files,
              onDetach: (one: number) => changeFiles((ids) => ids.filter((other) => other !== one)),
            })}
          />
          <Sources key={`sources ${merges}`} map={map} kind={kind} id={found.object.id} onForgotten={showMerged} />
          {mayUpload && (
            <section class="part" aria-labelledby="documents">
              <h2 id="documents">{t('form.documents')}</h2>
              <Upload onUploaded={(made) => changeFiles((ids) => [...ids, ...made])} />
            </section>
          )}
          {kind.path === map.documents?.path && <Download id={found.object.id} name={name} />}
          {kind.isNode && map.rights.has('explore_access') && (
            <Picture key={`picture ${merges}`} kind={kind.path} id={found.object.id} name={name} />
          )}
          <Changes map={map} kind={kind} id={found.object.id} onDone={again} />
          <Fields map={map} kind={kind} {...found} parts={['record']} />
          <RequestBox path={path} docs={kind.path} />
        </>
      )}
    </>
  );
}

function NotShown({ status, body, again }: { status: number; body: unknown; again: () => void }): VNode {
  if (status === 404) return <p class="lead">{t('object.none')}</p>;
  if (status === 403) return <p class="lead">{t('object.not-allowed')}</p>;
  return <Problem status={status} body={body} again={again} />;
}

/** A deleted object is told of, with what it was. */
function Deleted({ kind, object }: { kind: Kind; object: Thing }): VNode {
  const column = kind.columns.find(({ name }) => name === 'deleted_at')!;
  return (
    <p class="lead deleted">
      {t('object.deleted')} <Value column={column} value={object['deleted_at']} />
    </p>
  );
}

/** The object with the names of what it is linked to, or why there is none. */
function useObject(
  map: MapOfKinds,
  kind: Kind,
  id: string,
  path: string,
  isFormer: boolean,
): { found: Found | null; again: () => void } {
  const [found, setFound] = useState<Found | null>(null);
  const [turn, setTurn] = useState(0);
  const sessionId = useStore(session)?.id;
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<Found> => {
      const { status, body, isExact } = await send({ method: 'GET', path });
      if (status === 404 && !isFormer) {
        const gone = await deletedOne(map, kind, id);
        const into = (body as { merged_into?: number }).merged_into;
        if (into === undefined) return gone ?? { status, body };
        const name = (await namesOfKind(map, kind.path, [into])).get(into) ?? `#${into}`;
        return { deleted: { id: Number(id) }, ...gone, into: { id: into, name } };
      }
      if (status >= 400) return { status, body };
      const object = (body as { data: Thing }).data;
      return { object, names: await namesFor(map, kind, object, isFormer), isExact };
    };
    // While somebody signs in again, what was there stays.
    const isLast = (next: Found): boolean => isWanted && !('status' in next && next.status === 401);
    const take = (next: Found): void => void (isLast(next) && setFound(next));
    if (sessionId !== undefined) read().then(take, (failed: unknown) => take({ failed }));
    return () => void (isWanted = false);
  }, [path, sessionId, turn]);
  return { found, again: () => setTurn((count) => count + 1) };
}

/** The object among the deleted ones; null where it is not there either, or not for this reader. */
async function deletedOne(map: MapOfKinds, kind: Kind, id: string): Promise<DeletedState | null> {
  const isKept = kind.columns.some(({ name }) => name === 'deleted_at');
  if (!isKept || !/^\d+$/.test(id) || !map.rights.mayList(kind.tag)) return null;
  const fields = ['deleted_at', ...(kind.label ? [kind.label] : [])].join();
  const path = `/api/${kind.path}?filter[trashed]=only&filter[id]=${id}&fields=${fields}`;
  const { status, body } = await send({ method: 'GET', path });
  const [object] = status < 400 ? (body as Thing[]) : [];
  return object ? { deleted: object } : null;
}

/** Names of what references and links lead to. */
async function namesFor(map: MapOfKinds, kind: Kind, object: Thing, withDeleted: boolean): Promise<Names> {
  const wanted = new Wanted();
  for (const { name, target } of [...kind.columns, ...kind.links])
    for (const id of idsIn(object[name]).slice(0, MOST)) wanted.want(target, id);
  return fetchNames(map, wanted, withDeleted);
}

interface ShownOptions {
  map: MapOfKinds;
  kind: Kind;
  object: Thing;
  names: Names;
}

/** The fields that have a value, in these parts. */
function Fields({ map, kind, object, names, parts }: ShownOptions & { parts: readonly Part[] }): VNode {
  const filled = kind.columns.filter((column) => column.name !== kind.label && !isEmpty(column, object[column.name]));
  const value = (column: Column): VNode =>
    column.target ? (
      <Name map={map} target={column.target} id={Number(object[column.name])} names={names} />
    ) : (
      <Value column={column} value={object[column.name]} />
    );
  return (
    <>
      {parts.map((part): ComponentChildren => {
        const columns = filled.filter((column) => partOf(column) === part);
        if (!columns.length) return null;
        return (
          <section key={part} class={`part part-${part}`} aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{t(`part.${part}`)}</h2>
            <dl class="facts-of">
              {columns.map((column) => (
                <div key={column.name}>
                  <dt>
                    <Titled said={said(column.titles)} />
                  </dt>
                  <dd>{value(column)}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </>
  );
}

/** Who stored it last, and when; it leads whoever may read the journal to all that it holds of the object. */
function LastChange({ map, kind, object }: { map: MapOfKinds; kind: Kind; object: Thing }): VNode | null {
  const [last, setLast] = useState<LastStoring | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Where it cannot be read the page lacks nothing else.
    lastStoring(map, kind, object).then(
      (found) => void (isWanted && setLast(found)),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [object]);
  const when = last?.at && new Date(last.at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p class="last-change faint">
      {last && when && (
        <>
          {last.name === null ? t('object.changed', { when }) : <ChangedBy name={last.name} when={when} />}
          {mayReadJournal(map) && (
            <span class="for-screen">
              {' · '}
              <a href={`/admin/journal?kind=${kind.path}&object=${object.id}`}>{t('object.history')}</a>
            </span>
          )}
        </>
      )}
    </p>
  );
}

/** Who changed it: on paper, which others read, the reader is named. */
const ChangedBy = ({ name, when }: { name: string; when: string }): VNode => (
  <>
    <span class="for-screen">{t('object.changed.by', { when, name })}</span>
    <span class="for-paper">
      {t('object.changed.by', { when, name: name === t('feed.you') ? (session.get()?.name ?? name) : name })}
    </span>
  </>
);

/** What became of it, which is fetched once somebody opens it. */
function Changes(options: HistoryOptions): VNode | null {
  const [History, setHistory] = useState<ComponentType<HistoryOptions> | null>(null);
  if (!isTold(options.map, options.kind)) return null;
  return (
    <details
      class="history-fold"
      onToggle={() => void import('./history.js').then((module) => setHistory(() => module.default))}
    >
      <summary>{t('history')}</summary>
      {History && <History {...options} />}
    </details>
  );
}

/** What is not filled in yet, by its titles. A reference without a value may lead to what is hidden from the reader: nothing is said of it. */
function EmptyFields({ map, kind, object }: { map: MapOfKinds; kind: Kind; object: Thing }): VNode | null {
  const isKnown = ({ target }: Column): boolean => target === undefined || !isPartHidden(map, map.kinds.get(target));
  const empty = kind.columns.filter(
    (column) => partOf(column) !== 'record' && isEmpty(column, object[column.name]) && isKnown(column),
  );
  if (!empty.length) return null;
  return (
    <details class="empty-fields">
      <summary>{t('object.empty', { count: empty.length })}</summary>
      <p>{empty.map(({ titles }) => said(titles).text).join(' · ')}</p>
    </details>
  );
}

/** Another object by its name, which leads to it where the reader may go there. */
function Name({ map, target, id, names }: { map: MapOfKinds; target: string; id: number; names: Names }): VNode {
  const name = names.get(target)?.get(id);
  return name === undefined || !reachable(map, target) ? (
    <span class="faint">{unnamed(map, target, id)}</span>
  ) : (
    <ObjectLink map={map} kind={target} id={id}>
      {name}
    </ObjectLink>
  );
}

/** The link that holds documents, and what takes one off the object; absent for whoever may not. */
interface Files {
  files?: string;
  onDetach?: (id: number) => Promise<void>;
}

/** How many there are of a link of the object. */
const countOf = (object: Thing, { name }: LinkSet): number =>
  Array.isArray(object[name]) ? (object[name] as unknown[]).length : 0;

const filledLinks = (kind: Kind, object: Thing): LinkSet[] => kind.links.filter((link) => countOf(object, link) > 0);

/** The ids of headings, to which the list above leads. */
const placeOfLink = ({ name }: LinkSet): string => `link-${name}`;
const placeOfReferrers = ({ other, column }: Referrers): string => `referring-${other.path}-${column}`;

interface JumpsOptions {
  links: readonly LinkSet[];
  object: Thing;
  /** Null until it is known. */
  referring: readonly Referrers[] | null;
}

/** What the object is linked to, by kind and number, above its fields: each leads to the names below them. */
function Jumps({ links, object, referring }: JumpsOptions): VNode | null {
  const places = [
    ...links.map((link) => ({ id: placeOfLink(link), title: said(link.titles), count: countOf(object, link) })),
    ...(referring ?? []).map((one) => ({ id: placeOfReferrers(one), title: one.title, count: one.count })),
  ];
  if (referring && !places.length) return null;
  return (
    <nav class="jumps" aria-label={t('object.links')}>
      <ul>
        {places.map(({ id, title, count }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Titled said={title} /> <span class="faint">{count.toLocaleString(locale())}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LinksOptions extends ShownOptions, Files {
  referring: readonly Referrers[];
}

/** What the object is linked to, by kind; and small rows that are its own. */
function Links({ map, kind, object, names, files, onDetach, referring }: LinksOptions): VNode | null {
  const filled = filledLinks(kind, object);
  if (!filled.length && !referring.length) return null;
  return (
    <section class="part" aria-labelledby="links">
      <h2 id="links" tabIndex={-1}>
        {t('object.links')}
      </h2>
      <div class="link-sets">
        {filled.map((link) => (
          <section key={link.name} class="link-set" aria-labelledby={placeOfLink(link)}>
            <h3 id={placeOfLink(link)} tabIndex={-1}>
              <Titled said={said(link.titles)} /> <span class="faint">{countOf(object, link)}</span>
            </h3>
            {link.columns ? (
              <OwnRows columns={link.columns} rows={object[link.name] as Thing[]} title={said(link.titles).text} />
            ) : (
              <Linked
                map={map}
                link={link}
                ids={idsIn(object[link.name])}
                values={object[link.name]}
                names={names}
                {...(link.name === files && onDetach && { onDetach })}
              />
            )}
          </section>
        ))}
        {referring.map((one) => (
          <Referring map={map} key={`${one.other.path}.${one.column}`} one={one} id={object.id} />
        ))}
      </div>
    </section>
  );
}

/** Objects that refer to this one, by their names; of many the table has the others. */
function Referring({ map, one, id }: { map: MapOfKinds; one: Referrers; id: number }): VNode {
  const { other, column, title, count, few } = one;
  const heading = placeOfReferrers(one);
  return (
    <section class="link-set" aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1}>
        <Titled said={title} /> <span class="faint">{count}</span>
      </h3>
      <ul>
        {few.map((referrer) => (
          <li key={referrer.id}>
            <ObjectLink map={map} kind={other.path} id={referrer.id}>
              {referrer.name}
            </ObjectLink>
          </li>
        ))}
        {count > few.length && (
          <li>
            <a href={`/objects/${other.path}?filter[${column}]=${id}`}>
              {t('table.more', { count: count - few.length })}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

interface LinkedOptions extends Pick<Files, 'onDetach'> {
  map: MapOfKinds;
  link: LinkSet;
  ids: number[];
  /** What the link holds, with a word beside each id where it has one. */
  values: unknown;
  names: Names;
}

function Linked({ map, link, ids, values, names, onDetach }: LinkedOptions): VNode {
  const known = names.get(link.target!);
  const sorted = useMemo(
    () => ids.slice(0, MOST).sort((a, b) => (known?.get(a) ?? '').localeCompare(known?.get(b) ?? '')),
    [ids, known],
  );
  if (!reachable(map, link.target)) return <p class="faint">{t('object.links.hidden')}</p>;
  const isFile = link.target === map.documents?.path;
  return (
    <ul>
      {sorted.map((id) => (
        <li key={id}>
          <Name map={map} target={link.target!} id={id} names={names} />
          {link.pair && <small class="faint"> {wordOf(link.pair, values, id)}</small>}
          {isFile && <Download id={id} name={known?.get(id) ?? String(id)} />}
          {onDetach && <Detach id={id} name={known?.get(id) ?? String(id)} onDetach={onDetach} />}
        </li>
      ))}
      {ids.length > MOST && <li class="faint">{t('table.more', { count: ids.length - MOST })}</li>}
    </ul>
  );
}

/** The word that stands beside an id, as people call it. */
function wordOf({ name, words }: PairWords, values: unknown, id: number): string {
  const word = (values as Thing[]).find((one) => one.id === id)?.[name];
  const titles = words.find((one) => one.word === word);
  return titles ? said(titles).text : '';
}

interface SmallButtonOptions {
  label: string;
  /** What it says to who does not see what stands beside it. */
  about: string;
  onClick: () => Promise<void>;
}

/** A button beside a name. Why it could not do its work stands beside it. */
function SmallButton({ label, about, onClick }: SmallButtonOptions): VNode {
  const [problem, setProblem] = useState('');
  const run = (): void => {
    setProblem('');
    onClick().catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  return (
    <>
      {' '}
      <button class="small-button" type="button" aria-label={about} onClick={run}>
        {label}
      </button>
      {problem && (
        <span class="form-problem" role="alert">
          {` ${problem}`}
        </span>
      )}
    </>
  );
}

/** Takes a document off the object. */
function Detach({ id, name, onDetach }: { id: number; name: string; onDetach: (id: number) => Promise<void> }): VNode {
  const detach = async (): Promise<void> => {
    await onDetach(id);
    tell(t('form.documents.detached', { name }));
    // The button goes with the document.
    document.getElementById('links')?.focus();
  };
  return (
    <SmallButton label={t('form.documents.detach.do')} about={t('form.documents.detach', { name })} onClick={detach} />
  );
}

/** Leads to the file of a document. */
const Download = ({ id, name }: { id: number; name: string }): VNode => (
  <>
    {' '}
    <a class="small-button" href={`/api/documents/${id}/download`} download aria-label={t('object.download', { name })}>
      {t('download')}
    </a>
  </>
);

function OwnRows({
  columns,
  rows,
  title,
}: {
  columns: readonly Column[];
  rows: readonly Thing[];
  title: string;
}): VNode {
  return (
    <TableFrame label={title}>
      <table class="objects">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">
                <Titled said={said(column.titles)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map((column) => (
                <td>
                  <Value column={column} value={row[column.name]} short />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
