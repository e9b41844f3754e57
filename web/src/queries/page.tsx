/** The pages below /queries: the stored queries, one of them, and a new one. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
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
        {(queries) =>
          queries.length === 0 ? (
            <p class="empty">{t('queries.none')}</p>
          ) : (
            <ul class="query-list">
              {queries.map((query) => (
                <Line key={query.id} map={map} query={query} />
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}

function Line({
  map,
  query: { id, name, description, user_id: owner, is_public: isPublic },
}: {
  map: MapOfKinds;
  query: StoredQuery;
}): VNode {
  return (
    <li class="view">
      <h2>
        <a href={`/queries/${id}`}>{name}</a>
      </h2>
      {description && <p>{description}</p>}
      <p class="query-owner">
        {t(owner === map.rights.userId ? 'queries.mine' : 'queries.others')} ·{' '}
        {t(isPublic ? 'queries.public' : 'queries.private')}
      </p>
    </li>
  );
}
