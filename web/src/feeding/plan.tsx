/** One plan: what it would do, why it cannot yet and what would let it, and the way to have it done. Whoever may can read and apply it. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PLANS, submitted, type Moved, type Plan, mayPlan } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Dialog } from '../components/dialog.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';
import { Again } from './again.js';
import { Changes } from './changes.js';
import { BlockedBy, Figures, Moment, State, usePeople, Working } from './counts.js';
import { Findings } from './findings.js';
import { MovedList } from './moved.js';

/** Milliseconds until it is asked again how far the work is. */
const PAUSE = 700;

export function PlanPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const path = `${PLANS}/${encodeURIComponent(id)}`;
  const { answer, again } = useAnswer(path);
  const body = answer && 'status' in answer && answer.status < 400 ? (answer.body as { data: Plan }).data : undefined;
  useEffect(() => {
    if (!body) return;
    if (body.state === 'working') {
      const timer = setTimeout(again, PAUSE);
      return () => clearTimeout(timer);
    }
    if (body.id !== id) {
      const submission = submitted.get(id);
      submitted.delete(id);
      if (submission) submitted.set(body.id, submission);
      go(`/import/plans/${body.id}`, { replace: true });
    }
    return;
  }, [answer]);
  return (
    <>
      <h1>{t('feed.plan')}</h1>
      <Answered<{ data: Plan }> answer={answer} again={again}>
        {({ data: plan }) =>
          plan.state === 'working' ? (
            <Working progress={plan.progress} />
          ) : (
            <Whole map={map} plan={plan} path={path} again={again} />
          )
        }
      </Answered>
      {answer && !body && mayPlan(map) && (
        <p>
          <a href="/import/feed">{t('feed.another')}</a>
        </p>
      )}
    </>
  );
}

interface WholeOptions {
  map: MapOfKinds;
  plan: Plan;
  path: string;
  again: () => void;
}

function Whole({ map, plan, path, again }: WholeOptions): VNode {
  const { counts, state, run } = plan;
  const person = usePeople(map, [plan.user_id]);
  const isOpen = state === 'ready' || state === 'blocked';
  return (
    <>
      <p class="lead feed-head">
        <State state={state} /> <strong>{plan.source}</strong>
        {plan.scope && ` · ${plan.scope}`} · {t(`feed.mode.${plan.mode}`)}
      </p>
      <p class="feed-about">
        {t('feed.made-by', { person: person(plan.user_id) })} <Moment at={plan.created_at} />
        {isOpen && (
          <>
            {' · '}
            {t('feed.until')} <Moment at={plan.expires_at} />
          </>
        )}
      </p>
      <Figures counts={counts} />
      {plan.hidden > 0 && <p class="note">{t('feed.plan.hidden', { count: plan.hidden })}</p>}
      {state === 'applied' && run !== null && (
        <p class="note">
          {t('feed.applied')} <a href={`/import/runs/${run}`}>{t('feed.run.link', { run })}</a>
        </p>
      )}
      {state === 'blocked' && <BlockedBy title={t('feed.blocked')} blocked={plan.blocked} />}
      {state === 'stale' && <Stale map={map} moved={plan.moved ?? []} />}
      {isOpen && <Doing map={map} plan={plan} path={path} again={again} />}
      {state !== 'applied' && <Again key={plan.id} map={map} plan={plan} />}
      <Findings map={map} path={path} level="error" counts={counts} />
      <Changes map={map} path={path} counts={counts} done={state === 'applied'} />
      <Findings map={map} path={path} level="note" counts={counts} />
      <Findings map={map} path={path} level="kept" counts={counts} />
      <Findings map={map} path={path} level="warning" counts={counts} />
    </>
  );
}

/** The buttons that apply and discard, for who may. */
function Doing({ map, plan, path, again }: WholeOptions): VNode | null {
  const { rights } = map;
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const apply = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const { status, body } = await tried({ method: 'POST', path: `${path}/apply` });
    setBusy(false);
    if (status < 400) {
      submitted.delete(plan.id);
      return go(`/import/runs/${(body as { data: { id: number } }).data.id}`);
    }
    setProblem(<Problem status={status} body={body} />);
    // The plan tells itself what has moved.
    if (status === 409) again();
  };
  const discard = async (): Promise<void> => {
    setAsks(false);
    const { status, body } = await tried({ method: 'DELETE', path });
    if (status < 400 || status === 404) return go('/import/runs', { replace: true });
    setProblem(<Problem status={status} body={body} />);
  };
  const mayApply = plan.state === 'ready' && rights.has('feed_create');
  const mayDiscard = plan.user_id === rights.userId || rights.has('feed_delete');
  const { create, restore, update, mark, delete: deleted } = plan.counts;
  const count = create + restore + update + mark + deleted;
  const { items, unchanged, missing } = plan.counts;
  // All that the file says may be older, or about objects that were deleted by hand.
  const isNothingTaken = items > 0 && !unchanged && !missing;
  const about = count
    ? 'feed.apply.about'
    : missing
      ? 'feed.apply.missing'
      : isNothingTaken
        ? 'feed.apply.none'
        : 'feed.apply.nothing';
  return (
    <div class="feed-doing">
      {plan.state === 'ready' && <p>{t(about)}</p>}
      {plan.state === 'ready' && !rights.has('feed_create') && <p>{t('feed.apply.other')}</p>}
      {deleted > 0 && <p class="feed-warning">{t('feed.deletes', { count: deleted })}</p>}
      <div class="feed-buttons">
        {mayApply && (
          <button class="primary" type="button" disabled={isBusy} onClick={() => void apply()}>
            {count ? t('feed.apply', { count }) : t('feed.apply.note')}
          </button>
        )}
        {mayDiscard && (
          <button class="quiet" type="button" disabled={isBusy} onClick={() => setAsks(true)}>
            {t('feed.discard')}
          </button>
        )}
      </div>
      {isBusy && <Working progress={{ phase: 'applying', done: 0, of: null }} />}
      {problem}
      {asks && (
        <Dialog title={t('feed.discard.title')} onClose={() => setAsks(false)}>
          <p>{t('feed.discard.about')}</p>
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setAsks(false)}>
              {t('cancel')}
            </button>
            <button class="primary" type="button" onClick={() => void discard()}>
              {t('feed.discard')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** What is no longer as the plan shows it. */
function Stale({ map, moved }: { map: MapOfKinds; moved: readonly Moved[] }): VNode {
  return (
    <section class="part" aria-labelledby="feed-moved" role="alert">
      <h2 id="feed-moved">{t('feed.moved')}</h2>
      <p class="feed-about">{t('feed.moved.about')}</p>
      <MovedList map={map} moved={moved} />
    </section>
  );
}
