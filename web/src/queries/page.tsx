/** The pages below /queries: the stored queries, one of them, and a new one. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { Wanted } from '../api/names.js';
import { PEOPLE } from '../api/people.js';
import { useNames } from '../api/use-names.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { place } from '../app/router.js';
import { Read } from '../components/read.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { NewQuery, StoredQueryPage, type StoredQuery } from './query.js';
import './queries.css';

export default function Queries(): VNode {
  const { path } = useStore(place);
  const id = path.split('/')[2] ?? '';
  return <MapFrame docs="queries">{(map) => <Shown key={id} map={map} id={id} />}</MapFrame>;
}

function Shown({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const { rights } = map;
  if (id === 'new') return <NewQuery map={map} />;
  if (id && rights.has('query_show')) return <StoredQueryPage map={map} id={id} />;
  if (id || !rights.has('query_access')) return <Nothing title={t('queries.title')} about={t('queries.not-allowed')} />;
  return <AllQueries map={map} />;
}

function AllQueries({ map }: { map: MapOfKinds }): VNode {
  const title = t('queries.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('queries.about')}</p>
      {map.rights.has('query_show') && (
        <p class="query-new">
          <a class="primary button-link" href="/queries/new">
            {t('queries.new')}
          </a>
        </p>
      )}
      <Read<StoredQuery[]> path="/api/queries?sort=name">
        {(queries) => {
          const offered = queries.filter((query) => isOffered(map, query));
          if (offered.length === 0) return <p class="empty">{t('queries.none')}</p>;
          return <QueryList map={map} queries={offered} />;
        }}
      </Read>
    </>
  );
}

/** Own queries, and those of others that may be run: about kinds that the reader may list. */
const isOffered = ({ kinds, rights }: MapOfKinds, { user_id: owner, query_kinds: paths }: StoredQuery): boolean =>
  owner === rights.userId ||
  (paths ?? []).every((path) => {
    const kind = kinds.get(path);
    return !kind || rights.mayList(kind.tag);
  });

/** The queries, each with whose it is. */
function QueryList({ map, queries }: { map: MapOfKinds; queries: readonly StoredQuery[] }): VNode {
  const wanted = new Wanted();
  for (const { user_id: owner } of queries) wanted.want(PEOPLE, owner);
  const people = useNames(map, wanted).get(PEOPLE);
  return (
    <ul class="query-list">
      {queries.map((query) => (
        <Line key={query.id} map={map} query={query} author={people?.get(query.user_id ?? 0)} />
      ))}
    </ul>
  );
}

function Line({
  map,
  author,
  query: { id, name, description, user_id: owner, is_public: isPublic },
}: {
  map: MapOfKinds;
  /** The name of whoever made it, as far as the reader may know it. */
  author: string | undefined;
  query: StoredQuery;
}): VNode {
  return (
    <li class="view">
      <h2>
        <a href={`/queries/${id}`}>{name}</a>
      </h2>
      {description && <p>{description}</p>}
      <p class="query-owner">
        {owner === map.rights.userId
          ? t('queries.mine')
          : author === undefined
            ? t('queries.others')
            : t('queries.by', { name: author })}{' '}
        · {t(isPublic ? 'queries.public' : 'queries.private')}
      </p>
    </li>
  );
}
