/**
 * One run of a source at a time, on all replicas: whoever is at work, or waits for it in the background, has a row with a lease,
 * by the clock of the database, which it renews.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../core/http/errors.js';
import type { Database, Session } from '../../database/database.js';
import { abandoned } from '../../database/long-read.js';
import { isHeld, unlessLocked } from './lease.js';
import type { PlanRow, Progress } from './stored-plan.js';

/** Milliseconds between two renewals of a lease. */
const BEAT = 1000;
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
  /** The run that is worked on, where it is known by a number already. */
  readonly run: number | null;
  /** Notes how far the work is; written with the next renewal. */
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
  readonly run?: number | null;
}

/** Why nobody has a turn now. */
export const busy = (): ApiError => new ApiError(409, 'feedBusy', {}, { 'retry-after': RETRY });

export class SourceTurns {
  /** Who is at work in this process: their renewals may wait for what they store. */
  private readonly own = new Map<string, Turn>();

  constructor(private readonly database: Database) {}

  /** Waits for the turn of a source. Throws 409 after 30 s, and `abandoned` when nobody waits any more (`gone`). */
  async take(work: Work, gone?: () => boolean): Promise<Turn> {
    const id = `run_${randomUUID().slice(0, 27)}`;
    for (const from = performance.now(); !(await this.tryTake(id, work)); await pause(LOOK)) {
      if (gone?.()) throw abandoned();
      if (performance.now() - from > PATIENCE) throw busy();
    }
    return this.begun(id, work.run);
  }

  /** A row for work that others may do at the same time, such as a plan. */
  async open(work: Work): Promise<Turn> {
    const id = await this.announce(this.database, work, 'as');
    return this.begun(id);
  }

  /**
   * Makes a row for work that is not begun yet; `begun` renews it, once it is stored.
   * @param kind what its id begins with: `as` for work that others may do meanwhile, `wait` for a run that waits for its turn
   */
  async announce(session: Pick<Session, 'run'>, work: Work, kind: 'as' | 'wait'): Promise<string> {
    const id = `${kind}_${randomUUID().slice(0, 27)}`;
    await this.insert(session, id, work);
    return id;
  }

  /** How far whoever has such a row is; undefined once its lease is over. `begun`: of work that has just begun. */
  progressOf(
    { id, isHeld: held, progress }: Pick<PlanRow, 'id' | 'isHeld' | 'progress'>,
    begun: Progress = BEGUN,
  ): Progress | undefined {
    const own = this.own.get(id);
    if (own) return own.progress;
    return held ? (progress ?? begun) : undefined;
  }

  /** The runs with a number that this process works on, with what is known of them. */
  get ofRuns(): ReadonlyMap<number, Progress> {
    return new Map([...this.own.values()].flatMap(({ run, progress }) => (run === null ? [] : [[run, progress]])));
  }

  /** Ends all leases: of a database that no other server writes to, when this one starts. */
  async endAll(): Promise<void> {
    const { clock } = this.database;
    await this.database.run("UPDATE own_feed_plans SET beat_at = ? WHERE state = 'working'", [clock.toStored(0)]);
  }

  /** Renews the lease of a row from now on. */
  begun(id: string, run: number | null = null, progress = BEGUN): Turn {
    const { database, own } = this;
    const sql = `UPDATE own_feed_plans SET beat_at = ${database.dialect.utc(0)}, progress = ? WHERE id = ? AND state = 'working'`;
    let renewing = false;
    const renew = async (): Promise<void> => {
      // One may wait for what is stored meanwhile.
      if (renewing) return;
      renewing = true;
      await database.run(sql, [JSON.stringify(turn.progress), id]).catch(() => undefined);
      renewing = false;
    };
    const timer = setInterval(() => void renew(), BEAT).unref();
    const turn: Turn = {
      ...{ id, run, progress },
      async end(keeps = false) {
        clearInterval(timer);
        if (own.delete(id) && !keeps) await database.run('DELETE FROM own_feed_plans WHERE id = ?', [id]);
      },
    };
    own.set(id, turn);
    return turn;
  }

  private async tryTake(id: string, work: Work): Promise<boolean> {
    const { dialect } = this.database;
    return this.database.transaction(async (tx) => {
      // Who asks at the same moment waits here, and as long as a run of any source is stored.
      const sources = `SELECT id FROM own_feed_sources WHERE id = ?${dialect.forUpdate}`;
      const found = await unlessLocked(tx.all(sources, [work.sourceId]));
      if (!found) return false;
      if (!found.length) throw new ApiError(404, 'feedNoSource');
      const atWork = await tx.all(
        `SELECT id FROM own_feed_plans WHERE source_id = ? AND state = 'working' AND id LIKE 'run%' AND ${isHeld(dialect)} LIMIT 1`,
        [work.sourceId],
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
    session: Pick<Session, 'run'>,
    id: string,
    { sourceId, scope, mode, userId, run = null }: Work,
  ): Promise<void> {
    const { clock, dialect } = this.database;
    const now = clock.toStored(Date.now());
    await session.run(
      'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, user_id, beat_at, created_at, ' +
        `expires_at, run_id) VALUES (?, ?, ?, ?, 'working', '{}', '{}', '', ?, ${dialect.utc(0)}, ?, ?, ?)`,
      [id, sourceId, scope, mode, userId, now, clock.toStored(Date.now() + LIFE), run],
    );
  }
}
