/** Plans that wait for somebody, and the last runs. */
import type { ComponentChildren, VNode } from 'preact';
import { isOpen, PLANS, RUNS, SOURCES, type Plan, type Run, type Source } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { inWords } from '../components/figures.js';
import { Pages } from '../components/pages.js';
import { t } from '../i18n/index.js';
import { useQuery, withQuery } from '../app/query.js';
import { Moment, State, usePeople } from './counts.js';
import { Undone } from './undo.js';

const PAGE = '50';
const STATES = ['applied', 'refused', 'failed', 'undone', 'working'] as const;

export function RunsPage({ map }: { map: MapOfKinds }): VNode {
  const { query, set } = useQuery();
  const [source, state, after] = ['source', 'state', 'after'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const sources = useAnswer(SOURCES).answer;
  const names = sources && 'status' in sources && sources.status < 400 ? (sources.body as Source[]) : [];
  const plans = useAnswer(withQuery(PLANS, { source, 'page[size]': PAGE }));
  const runs = useAnswer(withQuery(RUNS, { source, state, 'page[size]': PAGE, 'page[after]': after }));
  return (
    <>
      <h1>{t('feed.part.runs')}</h1>
      <p class="lead">{t('feed.runs.about')}</p>
      <div class="feed-filters">
        <label>
          {t('feed.source')}
          <select value={source} onChange={({ currentTarget: { value } }) => set({ source: value, after: '' })}>
            <option value="">{t('feed.all')}</option>
            {names.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <section class="part" aria-labelledby="feed-open">
        <h2 id="feed-open">{t('feed.open-plans')}</h2>
        <Answered<Plan[]> answer={plans.answer} again={plans.again}>
          {(all) => <Plans map={map} plans={all.filter(isOpen)} />}
        </Answered>
      </section>
      <section class="part" aria-labelledby="feed-runs">
        <h2 id="feed-runs">{t('feed.last-runs')}</h2>
        <div class="feed-filters">
          <label>
            {t('feed.state')}
            <select value={state} onChange={({ currentTarget: { value } }) => set({ state: value, after: '' })}>
              <option value="">{t('feed.all')}</option>
              {STATES.map((one) => (
                <option key={one} value={one}>
                  {t(`feed.state.${one}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Answered<Run[]> answer={runs.answer} again={runs.again}>
          {(all, { next }) => (
            <>
              <Runs map={map} runs={all} />
              <Pages next={next} after={after} onGo={(to) => set({ after: to }, { replace: false })} />
            </>
          )}
        </Answered>
      </section>
    </>
  );
}

/** A plan or a run, which leads to itself for whoever may read it. */
const LinkFor = ({ map, href, children }: { map: MapOfKinds; href: string; children: ComponentChildren }): VNode =>
  map.rights.has('feed_show') ? <a href={href}>{children}</a> : <>{children}</>;

function Plans({ map, plans }: { map: MapOfKinds; plans: readonly Plan[] }): VNode {
  const person = usePeople(
    map,
    plans.map((one) => one.user_id),
  );
  if (!plans.length) return <p class="faint">{t('feed.open-plans.none')}</p>;
  return (
    <ul class="feed-list">
      {plans.map((plan) => (
        <li key={plan.id}>
          <p class="feed-object">
            <LinkFor map={map} href={`/import/plans/${plan.id}`}>
              {plan.source}
              {plan.scope && ` · ${plan.scope}`}
            </LinkFor>{' '}
            <State state={plan.state} />
          </p>
          <p class="feed-message">{inWords(plan.counts)}</p>
          <p class="feed-message faint">
            {t('feed.made-by', { person: person(plan.user_id) })} <Moment at={plan.created_at} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Runs({ map, runs }: { map: MapOfKinds; runs: readonly Run[] }): VNode {
  const person = usePeople(
    map,
    runs.map((one) => one.user_id),
  );
  if (!runs.length) return <p class="faint">{t('feed.last-runs.none')}</p>;
  return (
    <ul class="feed-list">
      {runs.map((run) => (
        <li key={run.id}>
          <p class="feed-object">
            <LinkFor map={map} href={`/import/runs/${run.id}`}>
              {t('feed.run.link', { run: run.id })} · {run.source}
              {run.scope && ` · ${run.scope}`}
            </LinkFor>{' '}
            <State state={run.state} />
          </p>
          <Undone map={map} run={run} />
          <p class="feed-message">{inWords(run.counts)}</p>
          <p class="feed-message faint">
            {t('feed.made-by', { person: person(run.user_id) })} <Moment at={run.finished_at ?? run.started_at} />
          </p>
        </li>
      ))}
    </ul>
  );
}
