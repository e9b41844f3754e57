/** The history of runs: a row each, for good. */
import type { Database, Param, Row, Scalar, Session, Transaction } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import type { BeforeHead } from '../apply/before.js';
import type { Moved } from '../apply/moves.js';
import type { Blocked, Counts } from '../plan/changes.js';
import { Message } from '../../core/i18n/messages.js';
import { storedMessage, type StoredMessage } from '../store/stored-message.js';
import { isHeld, unlessLocked } from './lease.js';

/**
 * `refused`: by what the document, the map or its rules hold; `failed`: the work was broken off. Of both nothing is stored. `undone`:
 * another run took it back.
 */
export const RUN_STATES = ['working', 'applied', 'refused', 'failed', 'undone'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What is kept of a run beside its lists. */
export interface RunRow {
  readonly id: number;
  readonly source: string;
  readonly scope: string;
  readonly mode: 'delta' | 'full';
  readonly planId: string | null;
  readonly state: RunState;
  readonly counts: RunCounts;
  readonly userId: number | null;
  readonly host: string | null;
  readonly requestId: string | null;
  readonly observedAt: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** Counts, and how many changes and findings there are of each type, or of two with a blank between them. */
export interface RunCounts {
  readonly counts: Counts;
  readonly changes: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, number>>;
  readonly blocked: readonly Blocked[];
  readonly precedence: number;
  /** What of the map whoever ran it saw (`homesKeyOf`). */
  readonly homes?: string | undefined;
  /** Why nothing came of a run in the background; and what had moved, where that was it. */
  readonly failed?: StoredMessage;
  readonly moved?: readonly Moved[];
  /** Of a run that took another one back: that run; `moved` is what it left. */
  readonly undoes?: number;
  /** The run that took this one back. */
  readonly undoneBy?: number;
}

/** What is known of a scope. */
export interface Scope {
  /** The newest run that reported it as a whole, and when that ran, as stored. */
  readonly lastFullRun: number | null;
  readonly lastFullAt: string | null;
  /** When it was so, as that run said. */
  readonly observedAt: string | null;
}

const COLUMNS =
  'id, source, scope, mode, plan_id, state, counts, user_id, host, request_id, observed_at, started_at, finished_at';

/** Runs that are ended at once. */
const BATCH = 20;

/** Under which name the lists of a run stand among the parts. */
export const partsOfRun = (id: number): string => `run:${id}`;

export class Runs {
  constructor(private readonly database: Database) {}

  /** Notes a run; returns its id. */
  async begin(session: Pick<Session, 'run'>, run: Omit<RunRow, 'id'>): Promise<number> {
    const { insertId } = await session.run(
      `INSERT INTO own_feed_runs (${COLUMNS.replace('id, ', '')}) VALUES (${Array(12).fill('?').join(', ')})`,
      [
        ...[run.source, run.scope, run.mode, run.planId ?? '', run.state, JSON.stringify(run.counts), run.userId],
        ...[run.host, run.requestId, run.observedAt, run.startedAt, run.finishedAt],
      ],
    );
    return insertId;
  }

  /** What has become of a run that was noted when it began. Returns false for one that has ended already. */
  async end(
    session: Pick<Session, 'run'>,
    id: number,
    run: Pick<RunRow, 'planId' | 'state' | 'counts' | 'finishedAt'>,
  ): Promise<boolean> {
    const sql =
      "UPDATE own_feed_runs SET plan_id = ?, state = ?, counts = ?, finished_at = ? WHERE id = ? AND state = 'working'";
    const values = [run.planId ?? '', run.state, JSON.stringify(run.counts), run.finishedAt, id];
    return (await session.run(sql, values)).changes > 0;
  }

  /**
   * Ends runs that nobody is at work on any more: nothing of them is stored, and nothing will be.
   * @param but runs that this process works on
   * @param only these runs; all where it is left out
   * @returns whether there may be more
   */
  async endBrokenOff(but: ReadonlyMap<number, unknown>, only?: readonly number[]): Promise<boolean> {
    const { dialect, clock } = this.database;
    const sql =
      `SELECT ${COLUMNS} FROM own_feed_runs r WHERE state = 'working'${only ? ` AND ${dialect.isIn('id')}` : ''} AND NOT EXISTS ` +
      `(SELECT 1 FROM own_feed_plans p WHERE p.run_id = r.id AND p.state = 'working' AND ${isHeld(dialect, 'p.')}) LIMIT ${BATCH}`;
    const rows = (await this.database.all(sql, only ? [[...only]] : [])).map(runRowOf);
    const failed = storedMessage(new Message('feedBrokenOff'));
    const finishedAt = clock.toStored(Date.now());
    for (const { id, planId, counts } of rows) {
      if (but.has(id)) continue;
      // Whoever stores it all the same has it locked, and says so.
      await unlessLocked(
        this.end(this.database, id, { planId, state: 'failed', counts: { ...counts, failed }, finishedAt }),
      );
    }
    return rows.length === BATCH;
  }

  /** Notes whose run it was: at its end, since until then whoever changes the user would wait for it. */
  async setUser(session: Pick<Session, 'run'>, id: number, userId: number | null): Promise<void> {
    await session.run('UPDATE own_feed_runs SET user_id = ? WHERE id = ?', [userId, id]);
  }

  /** The scope has been reported. */
  async markScope(
    tx: Transaction,
    { sourceId, scope, mode }: { sourceId: number; scope: string; mode: string },
    { run, now, observedAt }: { run: number; now: string; observedAt: string },
  ): Promise<void> {
    const { dialect } = this.database;
    await tx.run(dialect.insertOneMissing('own_feed_scopes', ['source_id', 'scope']), [sourceId, scope]);
    const full = mode === 'full';
    const sets = ['last_run = ?', ...(full ? ['last_full_run = ?', 'last_full_at = ?', 'observed_at = ?'] : [])];
    const values: Scalar[] = [run, ...(full ? [run, now, observedAt] : []), sourceId, scope];
    await tx.run(`UPDATE own_feed_scopes SET ${sets.join(', ')} WHERE source_id = ? AND scope = ?`, values);
  }

  /** What is known of a scope; nothing before its first run. */
  async scope(session: Pick<Session, 'all'>, sourceId: number, scope: string): Promise<Scope | undefined> {
    const row = await this.scopeRow(session, sourceId, scope);
    if (!row) return undefined;
    return {
      lastFullRun: row['last_full_run'] === null ? null : Number(row['last_full_run']),
      lastFullAt: row['last_full_at'] as string | null,
      observedAt: row['observed_at'] as string | null,
    };
  }

  /** The row of a scope. */
  async scopeRow(session: Pick<Session, 'all'>, sourceId: number, scope: string): Promise<Row | undefined> {
    const sql =
      'SELECT last_run, last_full_run, last_full_at, observed_at FROM own_feed_scopes WHERE source_id = ? AND scope = ?';
    return (await session.all(sql, [sourceId, scope]))[0];
  }

  /** A run is taken back by another one: what is known of its scope is what was known before it, unless another run came since. */
  async undone(tx: Transaction, { id, scope, counts }: RunRow, by: number, head: BeforeHead): Promise<void> {
    const sql = "UPDATE own_feed_runs SET state = 'undone', counts = ? WHERE id = ?";
    await tx.run(sql, [JSON.stringify({ ...counts, undoneBy: by }), id]);
    const isOf = 'WHERE source_id = ? AND scope = ?';
    if (!head.scope) {
      await tx.run(`DELETE FROM own_feed_scopes ${isOf} AND last_run = ?`, [head.source, scope, id]);
      return;
    }
    for (const names of [['last_run'], ['last_full_run', 'last_full_at', 'observed_at']]) {
      const sets = names.map((name) => `${name} = ?`).join(', ');
      const values = names.map((name) => head.scope![name]!);
      await tx.run(`UPDATE own_feed_scopes SET ${sets} ${isOf} AND ${names[0]} = ?`, [
        ...values,
        head.source,
        scope,
        id,
      ]);
    }
  }

  async find(id: number, session: Pick<Session, 'all'> = this.database): Promise<RunRow | undefined> {
    const [row] = await session.all(`SELECT ${COLUMNS} FROM own_feed_runs WHERE id = ?`, [id]);
    return row && runRowOf(row);
  }

  /** The newest run under way that applies a plan. */
  async workingOn(session: Pick<Session, 'all'>, source: string, plan: string): Promise<RunRow | undefined> {
    const where = "source = ? AND plan_id = ? AND state = 'working' ORDER BY id DESC LIMIT 1";
    const [row] = await session.all(`SELECT ${COLUMNS} FROM own_feed_runs WHERE ${where}`, [source, plan]);
    return row && runRowOf(row);
  }

  /** The newest run of each of these sources that is shown, and the runs with these numbers; the newest first. Two statements. */
  async newestOf(sources: readonly string[], ids: readonly number[], shown?: Condition): Promise<RunRow[]> {
    const { dialect } = this.database;
    const where = [dialect.isIn('source'), ...(shown ? [shown.sql] : [])].join(' AND ');
    const newest = `SELECT MAX(id) AS id FROM own_feed_runs WHERE ${where} GROUP BY source`;
    const found = (await this.database.all(newest, [[...sources], ...(shown?.params ?? [])])).map(({ id }) =>
      Number(id),
    );
    const wanted = [...new Set([...found, ...ids])];
    if (!wanted.length) return [];
    const sql = `SELECT ${COLUMNS} FROM own_feed_runs WHERE ${dialect.isIn('id')} ORDER BY id DESC`;
    return (await this.database.all(sql, [wanted])).map(runRowOf);
  }

  /** The newest runs, `limit` of them before an id; `shown`: a condition on their rows. */
  async list(
    { source, state }: { source: string | undefined; state: string | undefined },
    before: number | undefined,
    limit: number,
    shown?: Condition,
  ): Promise<RunRow[]> {
    const conditions = shown ? [shown.sql] : [];
    const params: Param[] = [...(shown?.params ?? [])];
    const add = (condition: string, value: Scalar | undefined): void => {
      if (value !== undefined) [conditions.push(condition), params.push(value)];
    };
    add('source = ?', source);
    add('state = ?', state);
    add('id < ?', before);
    const where = conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
    const rows = await this.database.all(
      `SELECT ${COLUMNS} FROM own_feed_runs${where} ORDER BY id DESC LIMIT ${limit}`,
      params,
    );
    return rows.map(runRowOf);
  }
}

const runRowOf = (row: Row): RunRow => ({
  id: Number(row['id']),
  source: row['source'] as string,
  scope: row['scope'] as string,
  mode: row['mode'] as RunRow['mode'],
  planId: (row['plan_id'] as string) || null,
  state: row['state'] as RunState,
  counts: JSON.parse(row['counts'] as string) as RunCounts,
  userId: row['user_id'] as number | null,
  host: row['host'] as string | null,
  requestId: row['request_id'] as string | null,
  observedAt: row['observed_at'] as string | null,
  startedAt: row['started_at'] as string,
  finishedAt: row['finished_at'] as string | null,
});
