/** What needs attention: what is critical or high, what checks found since the reader was here before, and what somebody accepted. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  CHECKS,
  FINDINGS,
  mayReadChecks,
  nameOfFinding,
  severityName,
  type Check,
  type Finding,
} from '../api/checks.js';
import { isPartHidden, type MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { dayInWords } from '../components/finding.js';
import { ObjectLink } from '../components/object-link.js';
import { locale, t, withTexts } from '../i18n/index.js';
import type { LookNow } from '../app/look-now.js';
import { ago } from './ago.js';

/** So many are shown of each. */
const FIRST = 5;
const FIELDS = 'id,severity,type,object_id,name,title,message';
/** What is accepted, that which runs out first: of the same severities, since the others are accepted by the hundred. */
const ACCEPTED =
  `${FINDINGS}?filter[state]=accepted&filter[severity_gte]=high&sort=accepted_until,id&page[size]=${FIRST}&page[number]=1` +
  `&fields=${FIELDS},accepted_until,accepted_reason,accepted_by`;

/** Open, of whatever severity, by the day of which its sentence tells. */
const dueIn = (filter: string): string =>
  `${FINDINGS}?${filter}&sort=day,-severity,id&page[size]=${FIRST}&page[number]=1&fields=${FIELDS},day`;
/** Due within a week. */
const DUE = dueIn('filter[day_between]=today,7d');
/** Checks by their rules, the one that ran last first. */
const RULES = `${CHECKS}?sort=-last_run_at`;
/** The rule of which a day that is past says that something ended. Days of others tell since when something is so. */
const ENDS = 'ends';

const asked = (filter: string): string =>
  `${FINDINGS}?${filter}&sort=-severity,-id&fields=${FIELDS}&page[size]=${FIRST}&page[number]=1`;

const acceptedInWords = ({ accepted_until: until, accepted_reason: reason, accepted_by: name }: Finding): string =>
  [t('home.attention.until', { day: dayInWords(until!) }), reason, name].filter(Boolean).join(' · ');

export function Attention({ map, since }: { map: MapOfKinds; since: string | undefined }): VNode | null {
  const urgent = useAnswer(asked('filter[severity_gte]=high'));
  const fresh = useAnswer(since === undefined ? null : asked(`filter[first_seen_after]=${encodeURIComponent(since)}`));
  const [due, accepted] = [useAnswer(DUE), useAnswer(ACCEPTED)];
  const rules = useAnswer(mayReadChecks(map) ? RULES : null);
  const checks =
    rules.answer && 'status' in rules.answer && rules.answer.status === 200
      ? (rules.answer.body as Array<Partial<Check>>)
      : undefined;
  const ending = checks?.filter(({ rule }) => rule === ENDS).map(({ key }) => key);
  const late = useAnswer(ending?.length ? dueIn(`filter[day_lt]=today&filter[check_in]=${ending.join()}`) : null);
  const [bad, added] = [totalOf(urgent.answer), totalOf(fresh.answer)];
  const [near, over, lived] = [totalOf(due.answer), totalOf(late.answer), totalOf(accepted.answer)];
  // Nothing was found only where somebody looked.
  const looked = checks?.[0];
  const again = (): void => [urgent, fresh, due, late, accepted, rules].forEach((one) => one.again());
  // A server whose map is not checked has none.
  if (urgent.answer && 'status' in urgent.answer && urgent.answer.status === 404) return null;
  const rows = ({ answer, again }: typeof urgent): VNode => (
    <Answered<Finding[]> answer={answer} again={again}>
      {(found) => (
        <>
          {found.length > 0 && (
            <ul class="home-list">
              {found.map((one) => (
                <li key={one.id}>
                  <span class="home-name">
                    <ObjectLink map={map} kind={one.type} id={one.object_id}>
                      {nameOfFinding(one)}
                    </ObjectLink>
                    <small>{one.title}</small>
                    {one.message !== one.title && <small class="home-said">{one.message}</small>}
                    {one.accepted_until && <small class="home-said">{acceptedInWords(one)}</small>}
                  </span>
                  <span class={one.severity === 'critical' || one.severity === 'high' ? 'over' : undefined}>
                    {severityName(one.severity)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Answered>
  );
  const counted = (tone: string, sentence: string, href: string): VNode =>
    mayReadChecks(map) ? (
      <a class={`home-count ${tone}`} href={href}>
        {sentence}
      </a>
    ) : (
      <p class={`home-count ${tone}`}>{sentence}</p>
    );
  return (
    <section aria-labelledby="home-attention">
      <h2 id="home-attention">{t('home.attention')}</h2>
      {bad === 0 && looked && (
        <p class="faint">
          {t(
            !looked.last_run_at
              ? 'home.attention.never'
              : isPartHidden(map)
                ? 'home.attention.calm.seen'
                : 'home.attention.calm',
          )}
        </p>
      )}
      {looked && !looked.last_run_at && <LookHere map={map} onDone={again} />}
      {(over ?? 0) + (near ?? 0) > 0 && (
        <>
          <h3>{t(over ? 'home.attention.due' : 'home.attention.week', { count: (over ?? 0) + (near ?? 0) })}</h3>
          {rows(late)}
          {rows(due)}
        </>
      )}
      {bad !== undefined &&
        bad > 0 &&
        counted('over', t('home.attention.urgent', { count: bad }), '/checks/findings?severity=high')}
      {rows(urgent)}
      {since !== undefined && added !== undefined && added > 0 && (
        <>
          {counted(
            '',
            t('home.attention.new', { count: added, when: ago(Date.parse(since), Date.now(), locale()) }),
            '/checks/findings?sort=severity',
          )}
          {rows(fresh)}
        </>
      )}
      {lived !== undefined && lived > 0 && (
        <>
          <h3>{t('home.attention.accepted', { count: lived })}</h3>
          {rows(accepted)}
        </>
      )}
      {bad === 0 && mayReadChecks(map) && (
        <a class="home-more" href="/checks">
          {t('home.attention.all')}
        </a>
      )}
    </section>
  );
}

/** The button that has the map looked at; it comes with the texts of checks. */
function LookHere({ map, onDone }: { map: MapOfKinds; onDone: () => void }): VNode | null {
  const [Look, setLook] = useState<typeof LookNow | null>(null);
  useEffect(
    () => void withTexts(import('../app/look-now.js'), 'later').then((module) => setLook(() => module.LookNow)),
    [],
  );
  return Look && <Look map={map} onDone={onDone} />;
}
