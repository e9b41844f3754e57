/** One run of a source at a time, on all replicas: whoever is at work has a row with a beat. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../core/http/errors.js';
import type { Database } from '../../database/database.js';
import type { PlanRow, Progress } from './stored-plan.js';

/** Milliseconds between two beats. */
const BEAT = 5000;
/** Milliseconds without a beat after which whoever was at work is gone. */
export const GONE = 30_000;
/** Milliseconds after which a run in the background has its turn, or has none. */
export const WAITS = 60_000;
/** Milliseconds that the next run of a source waits, looking so often. */
const [PATIENCE, LOOK] = [30_000, 200];
/** Milliseconds for which is told what came of work in the background. */
const LIFE = 86_400_000;
/** Seconds after which to come again. */
const RETRY = '10';

const BEGUN: Progress = { phase: 'planning', done: 0, of: null };

/** The row of somebody at work. */
export interface Turn {
  readonly id: string;
  /** Notes how far the work is; written with the next beat. */
  progress: Progress;
  /** Ends the turn. `keeps`: its row stays, for whoever asks what came of it. */
  end(keeps?: boolean): Promise<void>;
}

/** What stands in the row of somebody at work. */
export interface Work {
  readonly sourceId: number;
  readonly scope: string;
  readonly mode: string;
  readonly userId: number;
}

/** Why nobody has a turn now. */
export const busy = (): ApiError => new ApiError(409, 'feedBusy', {}, { 'retry-after': RETRY });

/** What is read with a lock; undefined where others held it for longer than the database waits. */
export async function unlessLocked<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if ((error as { code?: string }).code === 'ER_LOCK_WAIT_TIMEOUT') return undefined;
    throw error;
  }
}

export class SourceTurns {
  /** Who is at work in this process: their beats may wait for what they store. */
  private readonly own = new Map<string, Turn>();

  constructor(private readonly database: Database) {}

  /** Waits for the turn of a source. Throws 409 after 30 s. */
  async take(work: Work & { readonly run?: number }): Promise<Turn> {
    const id = `run_${randomUUID().slice(0, 27)}`;
    for (const from = performance.now(); !(await this.tryTake(id, work)); await pause(LOOK)) {
      if (performance.now() - from > PATIENCE) throw busy();
    }
    return this.begun(id);
  }

  /** A row for work that others may do at the same time, such as a plan. */
  async open(work: Work): Promise<Turn> {
    const id = `as_${randomUUID().slice(0, 28)}`;
    await this.insert(this.database, id, work);
    return this.begun(id);
  }

  /** How far whoever has such a row is; undefined if they have not been heard of any more. `begun`: of work that has just begun. */
  progressOf(
    { id, beatAt, progress }: Pick<PlanRow, 'id' | 'beatAt' | 'progress'>,
    begun: Progress = BEGUN,
  ): Progress | undefined {
    const own = this.own.get(id);
    if (own) return own.progress;
    const isAlive = beatAt > this.database.clock.toStored(Date.now() - GONE);
    return isAlive ? (progress ?? begun) : undefined;
  }

  private begun(id: string): Turn {
    const { database } = this;
    const beat = async (): Promise<void> => {
      const now = database.clock.toStored(Date.now());
      const sql = "UPDATE own_feed_plans SET beat_at = ?, progress = ? WHERE id = ? AND state = 'working'";
      await database.run(sql, [now, JSON.stringify(turn.progress), id]).catch(() => undefined);
    };
    const timer = setInterval(() => void beat(), BEAT).unref();
    const turn: Turn = {
      id,
      progress: BEGUN,
      end: async (keeps = false) => {
        clearInterval(timer);
        this.own.delete(id);
        if (!keeps) await database.run('DELETE FROM own_feed_plans WHERE id = ?', [id]);
      },
    };
    this.own.set(id, turn);
    return turn;
  }

  private async tryTake(id: string, work: Work & { readonly run?: number }): Promise<boolean> {
    const { clock, dialect } = this.database;
    return this.database.transaction(async (tx) => {
      // Who asks at the same moment waits here, and as long as a run of any source is stored.
      const sources = `SELECT id FROM own_feed_sources WHERE id = ?${dialect.forUpdate}`;
      const found = await unlessLocked(tx.all(sources, [work.sourceId]));
      if (!found) return false;
      if (!found.length) throw new ApiError(404, 'feedNoSource');
      const atWork = await tx.all(
        "SELECT id FROM own_feed_plans WHERE source_id = ? AND state = 'working' AND beat_at > ? AND id NOT LIKE 'as%' LIMIT 1",
        [work.sourceId, clock.toStored(Date.now() - GONE)],
      );
      if (atWork.length) return false;
      await tx.run("DELETE FROM own_feed_plans WHERE source_id = ? AND state = 'working' AND id LIKE 'run%'", [
        work.sourceId,
      ]);
      await this.insert(tx, id, work);
      return true;
    });
  }

  private async insert(
    session: { run(sql: string, params: Array<string | number | null>): Promise<unknown> },
    id: string,
    { sourceId, scope, mode, userId, run = null }: Work & { readonly run?: number | null },
  ): Promise<void> {
    const { clock } = this.database;
    const now = clock.toStored(Date.now());
    await session.run(
      'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, user_id, beat_at, created_at, ' +
        "expires_at, run_id) VALUES (?, ?, ?, ?, 'working', '{}', '{}', '', ?, ?, ?, ?, ?)",
      [id, sourceId, scope, mode, userId, now, now, clock.toStored(Date.now() + LIFE), run],
    );
  }
}
