/** The pages below /reports: which there are, and one of them with what it takes. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import type { ReportFacts } from '../api/openapi.js';
import { reportsFor } from '../api/reports.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { place } from '../app/router.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { ReportPage } from './report.js';
import './reports.css';

export default function Reports(): VNode {
  const { path } = useStore(place);
  const name = path.split('/')[2] ?? '';
  return <MapFrame>{(map) => <Shown map={map} name={name} />}</MapFrame>;
}

function Shown({ map, name }: { map: MapOfKinds; name: string }): VNode {
  const reports = reportsFor(map);
  const report = reports.find((one) => one.name === name);
  if (!map.rights.has('reports_access')) return <Nothing title={t('reports.title')} about={t('reports.not-allowed')} />;
  if (report) return <ReportPage key={name} map={map} report={report} />;
  if (name)
    return (
      <>
        <Nothing title={t('reports.none')} about={t('reports.none.about', { name })} />
        <p>
          <a href="/reports">{t('reports.all-of-them')}</a>
        </p>
      </>
    );
  return <AllReports reports={reports} />;
}

function AllReports({ reports }: { reports: readonly ReportFacts[] }): VNode {
  const title = t('reports.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('reports.about')}</p>
      <ul class="report-list">
        <li class="view">
          <h2>
            <a href="/changes">{t('changes.title')}</a>
          </h2>
          <p>{t('changes.about')}</p>
        </li>
        {reports.map(({ name, titles, abouts, formats }) => (
          <li key={name} class="view">
            <h2>
              <a href={`/reports/${name}`}>
                <Titled said={said(titles)} />
              </a>
            </h2>
            <p>
              <Titled said={said(abouts)} />
            </p>
            <p class="report-formats">{formats.map((format) => format.toUpperCase()).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
