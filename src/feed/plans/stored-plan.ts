/** Plans as they are kept: a row each, their lists in parts. */
import type { Database, Row, Session, Transaction } from '../../database/database.js';
import type { FeedOptions } from '../document/model.js';
import type { PlanContents } from '../apply/apply-plan.js';
import type { Moved } from '../apply/moves.js';
import {
  changesOf,
  type Blocked,
  type Change,
  type Counts,
  type FeedPlan,
  type Finding,
  type RecordWrite,
  type Step,
} from '../plan/changes.js';
import { Parts } from '../store/parts.js';
import { storedMessage, type StoredMessage } from '../store/stored-message.js';

export type PlanState = 'working' | 'ready' | 'blocked' | 'applied' | 'stale';

/** What is asked of a plan without its lists. */
export interface PlanHead {
  readonly options: FeedOptions;
  readonly observed_at: string | null;
  readonly precedence: number;
  readonly blocked: readonly Blocked[];
  /** Abilities that applying it needs. */
  readonly needs: readonly string[];
  /** How many changes and findings there are of each type. */
  readonly changes: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, number>>;
  /** What had moved when it was to be applied. */
  readonly moved?: readonly Moved[];
  /** Of a plan that was made in the background: the plan that came of it, or why none did. */
  readonly plan?: string;
  readonly failed?: { readonly status: number; readonly message: StoredMessage };
}

export interface Progress {
  readonly phase: 'reading' | 'planning' | 'applying';
  readonly done: number;
  readonly of: number | null;
}

export interface PlanRow {
  readonly id: string;
  readonly sourceId: number;
  readonly scope: string;
  readonly mode: 'delta' | 'full';
  readonly state: PlanState;
  readonly head: PlanHead;
  readonly counts: Counts;
  readonly progress: Progress | null;
  readonly versions: string;
  readonly userId: number | null;
  readonly beatAt: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly runId: number | null;
}

/** A finding as kept. */
export type StoredFinding = Omit<Finding, 'phrase'> & { readonly phrase: StoredMessage };

const storedFinding = ({ phrase, ...finding }: Finding): StoredFinding => ({
  ...finding,
  phrase: storedMessage(phrase),
});

/** A step without what its change says: that is kept once. */
type StoredStep = Omit<Step, 'change'>;

/** Member by member: a step may hold more than it shows. */
const storedStep = ({ type, action, ref, target, values, before, links, rules }: Step): StoredStep => ({
  ...{ type, action, ref, target, values, before, links },
  ...(rules && { rules }),
});

const COLUMNS =
  'id, source_id, scope, mode, state, head, counts, progress, versions, user_id, beat_at, created_at, expires_at, run_id';

export class StoredPlans {
  readonly parts: Parts;

  constructor(private readonly database: Database) {
    this.parts = new Parts(database);
  }

  /** The plan with this id, unless its time is over. */
  async find(id: string, session: Pick<Session, 'all'> = this.database): Promise<PlanRow | undefined> {
    const [row] = await session.all(`SELECT ${COLUMNS} FROM own_feed_plans WHERE id = ? AND expires_at > ?`, [
      id,
      this.database.clock.toStored(Date.now()),
    ]);
    return row && planRowOf(row);
  }

  /** Who is at work on a run. */
  async workOf(run: number): Promise<{ beatAt: string; progress: Progress | null } | undefined> {
    const sql = "SELECT beat_at, progress FROM own_feed_plans WHERE run_id = ? AND state = 'working'";
    const [row] = await this.database.all(sql, [run]);
    if (!row) return undefined;
    const progress = row['progress'] === null ? null : (JSON.parse(row['progress'] as string) as Progress);
    return { beatAt: row['beat_at'] as string, progress };
  }

  /** The newest plans, `limit` of them behind one of a time and id. */
  async list(
    filter: { source: number | undefined; state: string | undefined },
    after: { createdAt: string; id: string } | undefined,
    limit: number,
  ): Promise<PlanRow[]> {
    const conditions = ["id LIKE 'pl%'", 'expires_at > ?'];
    const params: Array<string | number> = [this.database.clock.toStored(Date.now())];
    if (filter.source !== undefined) [conditions.push('source_id = ?'), params.push(filter.source)];
    if (filter.state !== undefined) [conditions.push('state = ?'), params.push(filter.state)];
    if (after) {
      conditions.push('(created_at < ? OR (created_at = ? AND id > ?))');
      params.push(after.createdAt, after.createdAt, after.id);
    }
    const rows = await this.database.all(
      `SELECT ${COLUMNS} FROM own_feed_plans WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id LIMIT ${limit}`,
      params,
    );
    return rows.map(planRowOf);
  }

  /** Keeps a plan with all that applying it needs. */
  async keep(tx: Transaction, row: Omit<PlanRow, 'progress' | 'beatAt' | 'runId'>, plan: FeedPlan): Promise<void> {
    await this.remove(tx, row.id);
    await tx.run(`INSERT INTO own_feed_plans (${COLUMNS}) VALUES (${Array(14).fill('?').join(', ')})`, [
      ...[row.id, row.sourceId, row.scope, row.mode, row.state, JSON.stringify(row.head), JSON.stringify(row.counts)],
      ...[null, row.versions, row.userId, row.createdAt, row.createdAt, row.expiresAt, null],
    ]);
    await this.history(tx, row.id, plan);
    if (plan.state !== 'ready') return;
    const { parts } = this;
    await parts.write(tx, row.id, 'steps', mapped(plan.steps, storedStep));
    await parts.write(tx, row.id, 'records', plan.records);
    // A full run says for its whole scope when it was seen.
    if (row.mode === 'delta') await parts.write(tx, row.id, 'seen', inPieces(plan.seen));
  }

  /** What a plan shows. `owner`: its id, or `run:N`. */
  async history(tx: Transaction, owner: string, plan: Pick<FeedPlan, 'steps' | 'findings'>): Promise<void> {
    await this.parts.write(tx, owner, 'changes', changesOf(plan));
    await this.parts.write(tx, owner, 'findings', mapped(plan.findings, storedFinding));
  }

  /** What applying a plan needs. */
  async contents(id: string): Promise<PlanContents> {
    const { parts, database } = this;
    const changes = await gathered(parts.read<Change>(database, id, 'changes'));
    const steps = await gathered(parts.read<StoredStep>(database, id, 'steps'));
    const records = await gathered(parts.read<RecordWrite>(database, id, 'records'));
    const seen = await gathered(parts.read<[string, string[]]>(database, id, 'seen'));
    const byType = new Map<string, string[]>();
    for (const [type, refs] of seen) byType.set(type, [...(byType.get(type) ?? []), ...refs]);
    return { steps: steps.map((step, i) => ({ ...step, change: changes[i]! })), records, seen: byType };
  }

  /** Sets what becomes of a plan. */
  async set(
    session: Pick<Session, 'run'>,
    id: string,
    { state, head, runId }: { state: PlanState; head?: PlanHead; runId?: number },
  ): Promise<void> {
    const sets = ['state = ?', 'progress = NULL', ...(head ? ['head = ?'] : []), ...(runId ? ['run_id = ?'] : [])];
    const values = [state, ...(head ? [JSON.stringify(head)] : []), ...(runId ? [runId] : []), id];
    await session.run(`UPDATE own_feed_plans SET ${sets.join(', ')} WHERE id = ?`, values);
  }

  async remove(session: Pick<Session, 'run'>, id: string): Promise<void> {
    await session.run('DELETE FROM own_feed_plans WHERE id = ?', [id]);
    await this.parts.remove(session, id);
  }
}

function planRowOf(row: Row): PlanRow {
  const text = (name: string): string => row[name] as string;
  return {
    id: text('id'),
    sourceId: Number(row['source_id']),
    scope: text('scope'),
    mode: text('mode') as PlanRow['mode'],
    state: text('state') as PlanState,
    head: JSON.parse(text('head')) as PlanHead,
    counts: JSON.parse(text('counts')) as Counts,
    progress: row['progress'] === null ? null : (JSON.parse(text('progress')) as Progress),
    versions: text('versions'),
    userId: row['user_id'] as number | null,
    beatAt: text('beat_at'),
    createdAt: text('created_at'),
    expiresAt: text('expires_at'),
    runId: row['run_id'] === null ? null : Number(row['run_id']),
  };
}

function* mapped<T, R>(all: Iterable<T>, make: (one: T) => R): Iterable<R> {
  for (const one of all) yield make(one);
}

/** Refs by type, so many in an element. */
function* inPieces(seen: FeedPlan['seen']): Iterable<[type: string, refs: readonly string[]]> {
  for (const [type, refs] of seen) for (let at = 0; at < refs.length; at += 500) yield [type, refs.slice(at, at + 500)];
}

async function gathered<T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) for (const one of part) all.push(one);
  return all;
}
