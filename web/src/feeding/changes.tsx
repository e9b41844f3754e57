/** The changes of a plan or run, by action and kind, with what stands and what is to stand. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ACTIONS, isFed, type Change, type Counts } from '../api/feed.js';
import { numbered, type MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { go } from '../app/router.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { FedValue, FieldTitle } from '../components/fed-value.js';
import { Pages } from '../components/pages.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useQuery, withQuery } from '../app/query.js';

/** Changes on a page. */
const PAGE = '50';

interface ChangesOptions {
  map: MapOfKinds;
  /** Of the plan or run. */
  path: string;
  counts: Counts;
  /** They are stored. */
  done?: boolean;
}

export function Changes({ map, path, counts, done = false }: ChangesOptions): VNode | null {
  const { query, set } = useQuery();
  const actions = ACTIONS.filter((one) => counts[one] > 0);
  const [action, type, after] = ['action', 'type', 'after'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const request = withQuery(`${path}/changes`, { action, type, 'page[size]': PAGE, 'page[after]': after });
  const { answer, again } = useAnswer(actions.length ? request : null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (after) section.current?.scrollIntoView();
  }, [after]);
  if (!actions.length) return null;
  const kinds = [...map.kinds.values()].filter((kind) => isFed(map, kind) && map.rights.mayList(kind.tag));
  return (
    <section class="part" aria-labelledby="feed-changes" ref={section}>
      <h2 id="feed-changes">{t(done ? 'feed.changes.done' : 'feed.changes')}</h2>
      <div class="feed-filters">
        <label>
          {t('feed.changes.action')}
          <select value={action} onChange={({ currentTarget: { value } }) => set({ action: value, after: '' })}>
            <option value="">{t('feed.all')}</option>
            {actions.map((one) => (
              <option key={one} value={one}>
                {t(`feed.action.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('feed.changes.type')}
          <select value={type} onChange={({ currentTarget: { value } }) => set({ type: value, after: '' })}>
            <option value="">{t('feed.all')}</option>
            {kinds.map((kind) => (
              <option key={kind.path} value={kind.path}>
                {said(kind.titles).text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Answered<Change[]> answer={answer} again={again}>
        {(changes, { next }) => (
          <>
            {!changes.length && <p class="faint">{t('feed.changes.none')}</p>}
            <ChangeGroups map={map} changes={changes} {...(done && { path })} />
            <Pages next={next} after={after} onGo={(to) => set({ after: to }, { replace: false })} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** Changes, those together that do the same to objects of one kind. `path`: of the run that stored them. */
export const ChangeGroups = ({
  map,
  changes,
  path,
}: {
  map: MapOfKinds;
  changes: readonly Change[];
  path?: string;
}): VNode => (
  <>
    {grouped(changes).map(([first, ...rest]) => (
      <ChangeGroup key={`${first.action} ${first.type} ${first.n}`} map={map} changes={[first, ...rest]} path={path} />
    ))}
  </>
);

type Some = [Change, ...Change[]];

/** Neighbours that do the same to objects of one kind. */
function grouped(changes: readonly Change[]): Some[] {
  const groups: Some[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last && last[0].action === change.action && last[0].type === change.type) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

function ChangeGroup({ map, changes, path }: { map: MapOfKinds; changes: Some; path: string | undefined }): VNode {
  const [{ action, type }] = changes;
  const kind = map.kinds.get(type);
  return (
    <section class="feed-group">
      <h3>
        <span class={`feed-action is-${action}`}>{t(`feed.action.${action}`)}</span>{' '}
        {kind ? <Titled said={said(kind.titles)} /> : <code>{type}</code>}
        {path !== undefined && action !== 'delete' && <See path={path} changes={changes} />}
      </h3>
      <ul class="feed-list">
        {changes.map((change) => (
          <li key={change.n}>
            <ChangeShown map={map} change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Objects that a table shows by their ids, which stand in its address. */
const MAX_SEEN = 1000;

/** All objects to which the run did the same, as a list: where they are more than are shown here, they are asked for first. */
function See({ path, changes }: { path: string; changes: Some }): VNode {
  const [{ action, type }] = changes;
  const tableOf = (all: readonly Change[]): string =>
    `/objects/${type}?filter[id_in]=${all.flatMap(({ id }) => id ?? []).join()}`;
  const see = async (event: MouseEvent): Promise<void> => {
    if (changes.length < Number(PAGE) && !new URLSearchParams(location.search).has('after')) return;
    event.preventDefault();
    const request = withQuery(`${path}/changes`, { action, type, 'page[size]': String(MAX_SEEN) });
    const { status, body } = await tried({ method: 'GET', path: request });
    go(tableOf(status < 400 ? (body as Change[]) : changes));
  };
  return (
    <a class="feed-see" href={tableOf(changes)} onClick={(event) => void see(event)}>
      {t('feed.see')}
    </a>
  );
}

function ChangeShown({ map, change }: { map: MapOfKinds; change: Change }): VNode {
  const { type, id, name, ref, by, missing, set, links = {}, from = {}, action } = change;
  const kind = map.kinds.get(type);
  const isNew = action === 'create';
  return (
    <>
      <p class="feed-object">
        {id === undefined ? (
          <strong>{name}</strong>
        ) : (
          <ObjectLink map={map} kind={type} id={id}>
            {name || numbered(kind, id)}
          </ObjectLink>
        )}
        <small class="faint">
          {ref !== undefined && <code>{ref}</code>}
          {by !== undefined && ` ${t('feed.by', { rule: ruleInWords(by) })}`}
          {missing && ` ${t('feed.is-missing')}`}
        </small>
      </p>
      <dl class="feed-values">
        {Object.entries(set).map(([field, [before, after]]) => (
          <div key={field}>
            <dt>
              <FieldTitle kind={kind} name={field} />
            </dt>
            <dd>
              {!isNew && (
                <>
                  <del>
                    <FedValue map={map} kind={kind} name={field} value={before} />
                  </del>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              <ins>
                <FedValue map={map} kind={kind} name={field} value={after} />
              </ins>
              {from[field] !== undefined && <small class="faint"> {t('feed.from', { source: from[field] })}</small>}
            </dd>
          </div>
        ))}
        {Object.entries(links).map(([link, { add, remove, change: changed = [] }]) => (
          <div key={link}>
            <dt>
              <FieldTitle kind={kind} name={link} />
            </dt>
            <dd>
              {add.length > 0 && (
                <ins>
                  <span aria-hidden="true">+ </span>
                  <span class="visually-hidden">{t('feed.added')} </span>
                  <FedValue map={map} kind={kind} name={link} value={add} />
                </ins>
              )}{' '}
              {remove.length > 0 && (
                <del>
                  <span aria-hidden="true">− </span>
                  <span class="visually-hidden">{t('feed.removed')} </span>
                  <FedValue map={map} kind={kind} name={link} value={remove} />
                </del>
              )}{' '}
              {changed.length > 0 && <FedValue map={map} kind={kind} name={link} value={changed} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const WORDED = ['id', 'ref', 'ext_refs', 'name', 'serial', 'mac', 'ip', 'host'] as const;

/** How an object was recognised; rules without words of their own as they are called. */
function ruleInWords(by: string): string {
  const worded = WORDED.find((one) => one === by);
  return worded ? t(`feed.rule.${worded}`) : by;
}
