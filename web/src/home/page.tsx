/** The page at /home: what needs somebody, and below it what there is in the map. Each part is read by itself. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Summary } from 'meridian-client';
import { mayReadFindings } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { reportsFor } from '../api/reports.js';
import { MapFrame } from '../app/map-frame.js';
import { MapSearch } from '../app/map-search.js';
import { Read } from '../components/read.js';
import { useSlash } from '../components/slash.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Attention } from './attention.js';
import { EmptyMap } from './empty-map.js';
import { Endings } from './endings.js';
import { Maturity } from './maturity.js';
import { Numbers } from './numbers.js';
import { Plans } from './plans.js';
import { Recent } from './recent.js';
import { useLastVisit } from './visit.js';
import './home.css';

export default function Home(): VNode {
  return <MapFrame hasSearch>{(map) => <HomePage map={map} />}</MapFrame>;
}

function HomePage({ map }: { map: MapOfKinds }): VNode {
  const title = t('home.title');
  const search = useRef<HTMLDivElement>(null);
  const since = useLastVisit(map.preferences);
  useSlash(() => search.current!.querySelector('input')!.focus());
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <div class="home-search" ref={search}>
        <MapSearch map={map} id="home-search" />
      </div>
      <Read<Summary> path={`/api/summary${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`}>
        {(summary) =>
          isEmptyMap(map, summary) ? <EmptyMap map={map} /> : <Filled map={map} summary={summary} since={since} />
        }
      </Read>
    </>
  );
}

/** Nothing of the organisation is in it yet: users and roles are there from the beginning. */
function isEmptyMap(map: MapOfKinds, { views }: Summary): boolean {
  const counts = views.flatMap(({ kinds }) => kinds).filter(({ kind }) => map.kinds.get(kind)?.isNode);
  return counts.length > 0 && counts.every(({ total }) => total === 0);
}

interface FilledOptions {
  map: MapOfKinds;
  summary: Summary;
  /** The end of the visit before. */
  since: string | undefined;
}

function Filled({ map, summary, since }: FilledOptions): VNode {
  const reports = reportsFor(map);
  return (
    <>
      <div class="home-columns">
        <div>
          {mayReadFindings(map) && <Attention map={map} since={since} />}
          <Endings map={map} />
          {map.rights.has('feed_access') && <Plans map={map} />}
          {reports.some(({ name }) => name === 'maturity') && <Maturity map={map} />}
        </div>
        <Recent map={map} summary={summary} />
      </div>
      <Numbers map={map} summary={summary} />
      {reports.length > 0 && (
        <section aria-labelledby="home-reports">
          <h2 id="home-reports">{t('home.reports')}</h2>
          <ul class="home-reports">
            {reports.map(({ name, titles, abouts }) => (
              <li key={name}>
                <a class="chip" href={`/reports/${name}`} title={said(abouts).text}>
                  <Titled said={said(titles)} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
