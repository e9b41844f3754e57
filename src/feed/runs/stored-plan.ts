/** Plans as they are kept: a row each, their lists in parts. */
import type { Database, Param, Row, Session, Transaction } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import { portions } from '../../core/portions.js';
import type { FeedOptions } from '../document/model.js';
import type { PlanContents } from '../apply/apply-plan.js';
import type { Moved } from '../apply/moves.js';
import { timed } from '../apply/records.js';
import {
  changesOf,
  type Blocked,
  type Change,
  type Counts,
  type FeedPlan,
  type Finding,
  type NewIds,
  type RecordWrite,
  type SeenRef,
  type Step,
} from '../plan/changes.js';
import { listOf } from '../plan/groups.js';
import type { PlanCost } from '../plan/plan-cost.js';
import { Parts, type PartKind } from '../store/parts.js';
import { storedMessage, type StoredMessage } from '../store/stored-message.js';
import { isHeld } from './lease.js';
import { partsOfRun } from './runs.js';

export const PLAN_STATES = ['working', 'ready', 'blocked', 'applied', 'stale'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** What is asked of a plan without its lists. */
export interface PlanHead {
  readonly options: FeedOptions;
  readonly observed_at: string | null;
  /** The newest full run of its scope when it was made: another one knows better. */
  readonly fullRun: number | null;
  readonly precedence: number;
  readonly blocked: readonly Blocked[];
  /** Abilities that applying it needs. */
  readonly needs: readonly string[];
  /** What of the map whoever made it saw (`homesKeyOf`). */
  readonly homes?: string | undefined;
  /** How many changes and findings there are of each type, or of two with a blank between them. */
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

/** Under which name the lists of a plan stand among the parts: once it is applied those of its run. */
export const partsOf = ({ id, runId }: PlanRow): string => (runId === null ? id : partsOfRun(runId));

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
  /** Of work under way: its lease is not over. */
  readonly isHeld: boolean;
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

/** A step as kept; as it is shown it stands among the changes. */
type StoredStep = Omit<Step, 'change' | 'place'>;

/** Elements of `seen` that are kept together. */
const TOGETHER = 500;

const COLUMNS =
  'id, source_id, scope, mode, state, head, counts, progress, versions, user_id, beat_at, created_at, expires_at, run_id';

export class StoredPlans {
  readonly parts: Parts;
  private readonly columns: string;

  constructor(private readonly database: Database) {
    this.parts = new Parts(database);
    this.columns = `${COLUMNS}, ${isHeld(database.dialect)} AS is_held`;
  }

  /** The plan with this id, unless its time is over. */
  async find(id: string, session: Pick<Session, 'all'> = this.database): Promise<PlanRow | undefined> {
    const [row] = await session.all(`SELECT ${this.columns} FROM own_feed_plans WHERE id = ? AND expires_at > ?`, [
      id,
      this.database.clock.toStored(Date.now()),
    ]);
    return row && planRowOf(row);
  }

  /** Whoever does the same waits until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<void> {
    await tx.all(`SELECT id FROM own_feed_plans WHERE id = ?${this.database.dialect.forUpdate}`, [id]);
  }

  /** Who is at work on a run. */
  async workOf(run: number, session: Pick<Session, 'all'> = this.database): Promise<PlanRow | undefined> {
    // One that has just had its turn has the row of one that waits as well, which comes behind.
    const sql = `SELECT ${this.columns} FROM own_feed_plans WHERE run_id = ? AND state = 'working' ORDER BY id LIMIT 1`;
    const [row] = await session.all(sql, [run]);
    return row && planRowOf(row);
  }

  /** The newest plans, `limit` of them behind one of a time and id; `shown`: a condition on their rows. */
  async list(
    filter: { source: number | undefined; state: string | undefined },
    after: { createdAt: string; id: string } | undefined,
    limit: number,
    shown?: Condition,
  ): Promise<PlanRow[]> {
    const conditions = ["id LIKE 'pl%'", 'expires_at > ?', ...(shown ? [shown.sql] : [])];
    const params: Param[] = [this.database.clock.toStored(Date.now()), ...(shown?.params ?? [])];
    if (filter.source !== undefined) [conditions.push('source_id = ?'), params.push(filter.source)];
    if (filter.state !== undefined) [conditions.push('state = ?'), params.push(filter.state)];
    if (after) {
      conditions.push('(created_at < ? OR (created_at = ? AND id > ?))');
      params.push(after.createdAt, after.createdAt, after.id);
    }
    const rows = await this.database.all(
      `SELECT ${this.columns} FROM own_feed_plans WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id LIMIT ${limit}`,
      params,
    );
    return rows.map(planRowOf);
  }

  /** Keeps a plan with all that applying it needs. */
  async keep(tx: Transaction, row: Omit<PlanRow, 'progress' | 'isHeld' | 'runId'>, plan: FeedPlan): Promise<void> {
    const { parts } = this;
    await this.remove(tx, row.id);
    await tx.run(`INSERT INTO own_feed_plans (${COLUMNS}) VALUES (${Array(14).fill('?').join(', ')})`, [
      ...[row.id, row.sourceId, row.scope, row.mode, row.state, JSON.stringify(row.head), JSON.stringify(row.counts)],
      ...[null, row.versions, row.userId, row.createdAt, row.createdAt, row.expiresAt, null],
    ]);
    await this.history(tx, row.id, plan);
    if (plan.state !== 'ready') return;
    await parts.write(tx, row.id, 'steps', mapped(plan.steps, storedStep));
    await parts.write(tx, row.id, 'records', writesOf(plan.records));
    // A full run says for its whole scope when it was seen.
    await parts.write(tx, row.id, 'seen', inPieces(plan.seen, row.mode === 'full' ? timed : (seen) => seen));
  }

  /** Keeps what a plan shows. `owner`: its id, or `run:N`; `ids`: of the objects that it made, once it is applied. */
  async history(
    tx: Transaction,
    owner: string,
    plan: Pick<FeedPlan, 'steps' | 'findings'>,
    ids?: NewIds,
  ): Promise<void> {
    await this.parts.write(tx, owner, 'findings', mapped(plan.findings, storedFinding));
    await this.parts.write(tx, owner, 'changes', changesOf(plan, ids));
  }

  /** What a plan showed becomes the history of its run, with the ids of the objects that it made. */
  async handOver(
    tx: Transaction,
    id: string,
    run: string,
    contents: Pick<FeedPlan, 'steps'>,
    ids: NewIds,
  ): Promise<void> {
    await this.parts.handOver(tx, id, run, 'findings');
    if (ids.size) await this.parts.write(tx, run, 'changes', changesOf(contents, ids));
    else await this.parts.handOver(tx, id, run, 'changes');
    await this.parts.remove(tx, id);
  }

  /** What applying a plan needs. `cost`: holds it. Throws 413, 429 and 503 as that does where there is no room for it. */
  async contents({ id }: PlanRow, cost: PlanCost): Promise<PlanContents> {
    const changes = await this.all<Change>(id, 'changes', cost);
    const steps: Step[] = [];
    for (const step of await this.all<StoredStep>(id, 'steps', cost))
      steps.push({ ...step, place: steps.length, change: changes[steps.length]! });
    const records = new Map<string, RecordWrite[]>();
    for (const write of await this.all<RecordWrite>(id, 'records', cost))
      listOf(records, write.record.type).push(write);
    const seen = new Map<string, SeenRef[]>();
    for (const [type, some] of await this.all<[string, SeenRef[]]>(id, 'seen', cost)) listOf(seen, type).push(...some);
    return { steps, records, seen };
  }

  /** A list of a plan or a run, whole. `cost`: where what is read counts. */
  async all<T>(id: string, kind: PartKind, cost?: PlanCost): Promise<T[]> {
    const all: T[] = [];
    for await (const { list, size } of this.parts.read<T>(this.database, id, kind)) {
      await cost?.holdOrWait('stored', size);
      for (const one of list) all.push(one);
    }
    return all;
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
    isHeld: Boolean(row['is_held']),
    createdAt: text('created_at'),
    expiresAt: text('expires_at'),
    runId: row['run_id'] === null ? null : Number(row['run_id']),
  };
}

function* mapped<T, R>(all: Iterable<T>, make: (one: T) => R): Iterable<R> {
  for (const one of all) yield make(one);
}

const storedStep = ({ change: _, place: __, ...step }: Step): StoredStep => step;

function* writesOf(records: FeedPlan['records']): Iterable<RecordWrite> {
  for (const writes of records.values()) yield* writes;
}

/** What was seen by type, so many in a piece. `of`: what is kept of a list. */
function* inPieces(
  lists: FeedPlan['seen'],
  of: (list: readonly SeenRef[]) => readonly SeenRef[],
): Iterable<[string, readonly SeenRef[]]> {
  for (const [type, all] of lists) for (const some of portions(of(all), TOGETHER)) yield [type, some];
}
