/** Taking a run back: what would go back is shown first, and what has moved since. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Run, UndoResult } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { go } from '../app/router.js';
import { Dialog } from '../components/dialog.js';
import { inWords } from '../components/figures.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';
import { ChangeGroups } from './changes.js';
import { MovedList } from './moved.js';

/** Which run took this one back, or which one it took back; nothing of any other. */
export function Undone({ map, run: { undoes, undone_by: by } }: { map: MapOfKinds; run: Run }): VNode | null {
  const other = undoes ?? by;
  if (other === null) return null;
  return (
    <p class="feed-message">
      {t(undoes === null ? 'feed.undo.by' : 'feed.undo.of')}{' '}
      {map.rights.has('feed_show') ? (
        <a href={`/import/runs/${other}`}>{t('feed.run.link', { run: other })}</a>
      ) : (
        t('feed.run.link', { run: other })
      )}
    </p>
  );
}

/** The button, for who may feed; what it would do stands above the one that does it. */
export function Undo({ map, run, path }: { map: MapOfKinds; run: Run; path: string }): VNode | null {
  const [shown, setShown] = useState<UndoResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  if (!run.undoable || !map.rights.has('feed_create')) return null;
  const ask = async <T,>(url: string, body: object): Promise<T | undefined> => {
    setBusy(true);
    setProblem(null);
    const answer = await tried({ method: 'POST', path: url, body });
    setBusy(false);
    if (answer.status < 400) return (answer.body as { data: T }).data;
    setShown(null);
    setProblem(<Problem status={answer.status} body={answer.body} />);
    return undefined;
  };
  const look = async (): Promise<void> => setShown((await ask<UndoResult>(`${path}/undo?dry_run=1`, {})) ?? null);
  const undo = async (conflicts: 'stop' | 'skip'): Promise<void> => {
    const done = await ask<Run>(`${path}/undo`, { conflicts });
    if (done) go(`/import/runs/${done.id}`);
  };
  // All of it has moved since.
  const isOver = shown !== null && shown.moved.length > 0 && !shown.changes.length && shown.hidden === 0;
  return (
    <div class="feed-doing">
      <div class="feed-buttons">
        <button class="quiet" type="button" disabled={isBusy} onClick={() => void look()}>
          {t('feed.undo')}
        </button>
      </div>
      {problem}
      {shown && (
        <Dialog wide title={t('feed.undo.title', { run: run.id })} onClose={() => setShown(null)}>
          <p>{t('feed.undo.about')}</p>
          {shown.changes.length > 0 && <p class="feed-message">{inWords(shown.counts)}</p>}
          {!shown.changes.length && shown.hidden === 0 && (
            <p class="faint">{t(isOver ? 'feed.undo.none' : 'feed.undo.nothing')}</p>
          )}
          {shown.moved.length > 0 && (
            <section class="part" aria-labelledby="feed-moved">
              <h3 id="feed-moved">{t('feed.undo.moved')}</h3>
              <MovedList map={map} moved={shown.moved} />
            </section>
          )}
          <ChangeGroups map={map} changes={shown.changes} />
          {shown.hidden > 0 && <p class="note">{t('feed.plan.hidden', { count: shown.hidden })}</p>}
          <div class="form-end feed-end">
            <button class="quiet" type="button" onClick={() => setShown(null)}>
              {t('feed.undo.leave')}
            </button>
            {!isOver && (
              <button
                class="primary"
                type="button"
                disabled={isBusy}
                onClick={() => void undo(shown.moved.length ? 'skip' : 'stop')}
              >
                {t(shown.moved.length ? 'feed.undo.rest' : 'feed.undo.do')}
              </button>
            )}
          </div>
        </Dialog>
      )}
    </div>
  );
}
