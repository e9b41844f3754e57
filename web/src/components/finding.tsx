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

interface SaidOptions {
  map: MapOfKinds;
  one: Finding;
  /** The title of its check stands above: where the sentence is no other one it is left out. */
  isTitled?: boolean;
}

/** The sentence, the objects that prove it as links, and what somebody decided of it. */
export function FindingSaid({ map, one, isTitled }: SaidOptions): VNode {
  const { objects = [], rows, total } = one.evidence;
  const more = (total?.objects ?? objects.length) - objects.length;
  return (
    <>
      {(!isTitled || one.message !== one.title) && <p>{one.message}</p>}
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
      {one.state === 'accepted' && <p class="finding-evidence">{acceptedInWords(one)}</p>}
      {one.state === 'gone' && <p class="finding-evidence">{t('checks.gone', { day: dayOfMoment(one.gone_at!) })}</p>}
    </>
  );
}

/** Until when somebody lives with it, why, and who said so when. */
const acceptedInWords = ({ accepted_until: until, accepted_by: name, accepted_at: at, ...one }: Finding): string => {
  const said = { day: dayInWords(until!), reason: one.accepted_reason ?? '' };
  return name !== null && at !== null
    ? t('checks.accepted.by', { ...said, name, when: dayOfMoment(at) })
    : t('checks.accepted', said);
};

/** What the query of a check gave for the object: `name: value`, a line for each row. */
const Rows = ({ columns, rows, total }: NonNullable<Finding['evidence']['rows']>): VNode => (
  <ul class="finding-evidence">
    {rows.map((row) => (
      <li>{columns.map((name, i) => `${name}${t('colon')}${row[i] ?? '–'}`).join(' · ')}</li>
    ))}
    {total > rows.length && <li>{t('checks.evidence.more', { count: total - rows.length })}</li>}
  </ul>
);

/** The day of a moment where its reader is. */
export const dayOfMoment = (at: string): string => new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium' });

/** A day as people write it; it is one of no time zone. */
export const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
