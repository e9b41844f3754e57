/** What needs attention: a tile for each severity, and the checks that found something, the most urgent first. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import {
  CHECKS,
  FINDINGS,
  inLanguage,
  seesAllFindings,
  SEVERITIES,
  severityName,
  type Check,
  type Severity,
  type SeverityCount,
} from '../api/checks.js';
import { isPartHidden, type MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { SeverityMark } from '../components/finding.js';
import { RequestBox } from '../components/request-box.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { LookNow } from '../app/look-now.js';
import { Trend, type TrendDay } from './trend.js';

const DAYS = 90;
/** Nothing was found only where somebody looked. */
const hasRun = ({ last_run_at: at }: Check): boolean => Boolean(at);
const LIST = `${CHECKS}?sort=-severity,key`;

export function Checks({ map }: { map: MapOfKinds }): VNode {
  const title = t('checks.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const counts = useAnswer(`${FINDINGS}/summary?by=severity`);
  const trend = useAnswer(seesAllFindings(map) ? `${FINDINGS}/trend?days=${DAYS}` : null).answer;
  const days = trend && 'status' in trend && trend.status < 400 ? (trend.body as TrendDay[]) : [];
  const checks = useAnswer(LIST);
  const again = (): void => [counts, checks].forEach((one) => one.again());
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('checks.about')}</p>
      <p class="for-screen">
        <a href="/checks/findings">{t('checks.findings.all')}</a>
      </p>
      <LookNow map={map} onDone={again} />
      <Answered<Check[]> {...checks}>
        {(all) => (
          <>
            {all.some(hasRun) && (
              <Answered<SeverityCount[]> {...counts}>{(some) => <Tiles counts={some} days={days} />}</Answered>
            )}
            <BySeverity map={map} all={all} />
          </>
        )}
      </Answered>
      {map.rights.has('check_create') && <p class="faint for-screen">{t('checks.new.how')}</p>}
      <RequestBox path={LIST} docs="checks" />
    </>
  );
}

/** A number for each severity; with one above 0 it leads to its checks below. */
function Tiles({ counts, days }: { counts: readonly SeverityCount[]; days: readonly TrendDay[] }): VNode {
  const none = { open: 0, new_7d: 0, gone_7d: 0, accepted: 0 };
  return (
    <ul class="severity-tiles" aria-label={t('checks.severities')}>
      {SEVERITIES.map((severity) => {
        const { open, new_7d: added, gone_7d: gone, accepted } = counts.find(({ by }) => by === severity) ?? none;
        const name = severityName(severity);
        return (
          <li key={severity} class={open ? `severity-tile is-${severity}` : 'severity-tile'}>
            {open ? <a href={`#severity-${severity}`}>{name}</a> : <span>{name}</span>}
            <strong>{open.toLocaleString(locale())}</strong>
            <Trend days={days} severity={severity} />
            {added > 0 && <small>{t('checks.tile.new', { count: added })}</small>}
            {gone > 0 && <small>{t('checks.tile.gone', { count: gone })}</small>}
            {accepted > 0 && <small>{t('checks.tile.accepted', { count: accepted })}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** Those that found something or could not run stand open; the others are folded. */
function BySeverity({ map, all }: { map: MapOfKinds; all: readonly Check[] }): VNode {
  const isLoud = ({ enabled, open, last_error: error }: Check): boolean => (open ?? 0) > 0 || (enabled && !!error);
  const loud = all.filter(isLoud);
  const off = all.filter((one) => !one.enabled && !isLoud(one));
  const quiet = all.filter((one) => one.enabled && !isLoud(one));
  const clean = quiet.filter(hasRun);
  const waiting = quiet.filter((one) => !hasRun(one));
  return (
    <>
      {loud.length === 0 && <p class="empty">{t(all.some(hasRun) ? 'checks.none-found' : 'checks.never-run')}</p>}
      {SEVERITIES.map((severity) => {
        const some = loud.filter((one) => one.severity === severity);
        return some.length > 0 && <Group key={severity} map={map} severity={severity} checks={some} />;
      })}
      <Folded
        map={map}
        checks={clean}
        title={t(isPartHidden(map) ? 'checks.clean.seen' : 'checks.clean', { count: clean.length })}
      />
      <Folded map={map} checks={waiting} title={t('checks.waiting', { count: waiting.length })} />
      <Folded map={map} checks={off} title={t('checks.switched-off', { count: off.length })} />
    </>
  );
}

interface GroupOptions {
  map: MapOfKinds;
  severity: Severity;
  checks: readonly Check[];
}

const Group = ({ map, severity, checks }: GroupOptions): VNode => (
  <section aria-labelledby={`severity-${severity}`}>
    <h2 id={`severity-${severity}`}>{severityName(severity)}</h2>
    <ul class="check-list">
      {checks.map((check) => (
        <Line key={check.id} map={map} check={check} />
      ))}
    </ul>
  </section>
);

function Folded({ map, checks, title }: { map: MapOfKinds; checks: readonly Check[]; title: string }): VNode | null {
  if (!checks.length) return null;
  return (
    <details class="fold">
      <summary>{title}</summary>
      <ul class="check-list">
        {checks.map((check) => (
          <Line key={check.id} map={map} check={check} hasSeverity />
        ))}
      </ul>
    </details>
  );
}

function Line({ map, check, hasSeverity }: { map: MapOfKinds; check: Check; hasSeverity?: boolean }): VNode {
  const { id, titles, abouts, type, open, accepted, severity, enabled, last_error: error } = check;
  const kind = map.kinds.get(type ?? '');
  return (
    <li>
      <p class="check-title">
        <a href={`/checks/${id}`}>{inLanguage(titles)}</a>
        {hasSeverity && <SeverityMark severity={severity} />}
        {kind && <small class="faint">{said(kind.titles).text}</small>}
      </p>
      <p class="check-about">{inLanguage(abouts)}</p>
      <p class="check-count">
        {(open ?? 0) > 0 && <strong>{t('checks.open', { count: open! })}</strong>}
        {(accepted ?? 0) > 0 && <span>{t('checks.tile.accepted', { count: accepted! })}</span>}
        {enabled && error && <span class="check-failed">{t('checks.failed')}</span>}
        {!enabled && (open ?? 0) > 0 && <span class="faint">{t('checks.off')}</span>}
      </p>
    </li>
  );
}
