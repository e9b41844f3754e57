/** What was found of an object in words, and what proves it. */
import type { VNode } from 'preact';
import { severityName, type Finding, type Severity } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { locale, t } from '../i18n/index.js';
import { ObjectLink } from './object-link.js';
import './finding.css';

/** How bad it is: the word, and its colour. */
export const SeverityMark = ({ severity }: { severity: Severity }): VNode => (
  <span class={`severity-mark is-${severity}`}>{severityName(severity)}</span>
);

/** The sentence, the objects that prove it as links, and what somebody decided of it. */
export function FindingSaid({ map, one }: { map: MapOfKinds; one: Finding }): VNode {
  const { objects = [], rows, total } = one.evidence;
  const more = (total?.objects ?? objects.length) - objects.length;
  return (
    <>
      <p>{one.message}</p>
      {objects.length > 0 && (
        <p class="finding-evidence">
          {t('checks.evidence')}{' '}
          {objects.map(({ type, id, name }, i) => [
            i > 0 && ', ',
            <ObjectLink map={map} kind={type} id={id}>
              {name ?? `#${id}`}
            </ObjectLink>,
          ])}
          {more > 0 && ` ${t('checks.evidence.more', { count: more })}`}
        </p>
      )}
      {rows && <Rows {...rows} />}
      {one.state === 'accepted' && (
        <p class="finding-evidence">
          {t('checks.accepted', { day: dayInWords(one.accepted_until!), reason: one.accepted_reason ?? '' })}
        </p>
      )}
      {one.state === 'gone' && (
        <p class="finding-evidence">{t('checks.gone', { day: dayInWords(one.gone_at!.slice(0, 10)) })}</p>
      )}
    </>
  );
}

/** What the query of a check gave for the object: `name: value`, a line for each row. */
const Rows = ({ columns, rows, total }: NonNullable<Finding['evidence']['rows']>): VNode => (
  <ul class="finding-evidence">
    {rows.map((row) => (
      <li>{columns.map((name, i) => `${name}${t('colon')}${row[i] ?? '–'}`).join(' · ')}</li>
    ))}
    {total > rows.length && <li>{t('checks.evidence.more', { count: total - rows.length })}</li>}
  </ul>
);

/** A day as people write it; it is one of no time zone. */
export const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
