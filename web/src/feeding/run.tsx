/** One run: what was stored, or why nothing was. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { RUNS, type Run } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { t } from '../i18n/index.js';
import { Changes } from './changes.js';
import { BlockedBy, Figures, Moment, State, usePeople, Working } from './counts.js';
import { Findings } from './findings.js';
import { MovedList } from './moved.js';
import { Undo, Undone } from './undo.js';

const PAUSE = 700;

export function RunPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const path = `${RUNS}/${encodeURIComponent(id)}`;
  const { answer, again } = useAnswer(path);
  const isWorking =
    answer && 'status' in answer && answer.status < 400 && (answer.body as { data: Run }).data.state === 'working';
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(again, PAUSE);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <>
      <h1>{t('feed.run', { run: id })}</h1>
      <Answered<{ data: Run }> answer={answer} again={again}>
        {({ data: run }) => <Whole map={map} run={run} path={path} />}
      </Answered>
    </>
  );
}

function Whole({ map, run, path }: { map: MapOfKinds; run: Run; path: string }): VNode {
  const { counts, state } = run;
  const person = usePeople(map, [run.user_id]);
  return (
    <>
      <p class="lead feed-head">
        <State state={state} /> <strong>{run.source}</strong>
        {run.scope && ` · ${run.scope}`} · {t(`feed.mode.${run.mode}`)}
      </p>
      <p class="feed-about">
        {t('feed.made-by', { person: person(run.user_id) })} <Moment at={run.finished_at ?? run.started_at} />
      </p>
      {state === 'working' && <Working progress={run.progress} />}
      <Undone map={map} run={run} />
      <Figures counts={counts} />
      <Undo map={map} run={run} path={path} />
      <BlockedBy title={t('feed.refused')} blocked={run.blocked} />
      {run.message && !run.blocked.length && (
        <p class="note is-bad">
          <strong>{t('feed.refused')}</strong> {run.message}
        </p>
      )}
      {run.hidden > 0 && <p class="note">{t('feed.plan.hidden', { count: run.hidden })}</p>}
      {counts.items !== undefined && (
        <>
          <Findings map={map} path={path} level="error" counts={counts} />
          {run.undoes !== null && run.moved && (
            <section class="part" aria-labelledby="feed-left">
              <h2 id="feed-left">{t('feed.undo.left')}</h2>
              <MovedList map={map} moved={run.moved} />
            </section>
          )}
          {(state === 'applied' || state === 'undone') && <Changes map={map} path={path} counts={counts} done />}
          <Findings map={map} path={path} level="note" counts={counts} />
          <Findings map={map} path={path} level="kept" counts={counts} />
          <Findings map={map} path={path} level="warning" counts={counts} />
        </>
      )}
    </>
  );
}
