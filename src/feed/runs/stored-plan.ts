/** Plans as they are kept: a row each, their lists in parts. */
import { portions, type Sliced } from '../../core/portions.js';
import type { Database, Row, Session, Transaction } from '../../database/database.js';
import type { FeedOptions } from '../document/model.js';
import type { PlanContents } from '../apply/apply-plan.js';
import type { Moved } from '../apply/moves.js';
import { timed } from '../apply/records.js';
import {
  changesOf,
  changeWith,
  type Blocked,
  type Change,
  type Counts,
  type FeedPlan,
  type Finding,
  type Group,
  type NewIds,
  type RecordWrite,
  type Seen,
  type Step,
  type Steps,
} from '../plan/changes.js';
import { listOf } from '../plan/groups.js';
import { PART, Parts, type StoredList } from '../store/parts.js';
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
type StoredStep = Omit<Step, 'change' | 'place'>;

/** Member by member: a step may hold more than it shows. */
const storedStep = ({ type, action, ref, target, values, before, links, rules }: Step): StoredStep => ({
  ...{ type, action, ref, target, values, before, links },
  ...(rules && { rules }),
});

/** A record without what it says of itself. */
type StoredRecord = Omit<RecordWrite, 'target' | 'ref'>;

const storedRecord = ({ record, from, noted, saw }: RecordWrite): StoredRecord => ({
  record,
  ...(from !== undefined && { from }),
  ...(noted && { noted }),
  ...(saw?.length && { saw }),
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

  /** Whoever does the same waits until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<void> {
    await tx.all(`SELECT id FROM own_feed_plans WHERE id = ?${this.database.dialect.forUpdate}`, [id]);
  }

  /** Who is at work on a run. */
  async workOf(run: number, session: Pick<Session, 'all'> = this.database): Promise<PlanRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM own_feed_plans WHERE run_id = ? AND state = 'working'`;
    const [row] = await session.all(sql, [run]);
    return row && planRowOf(row);
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
    await parts.write(tx, row.id, 'steps', mapped(each(plan.steps), storedStep));
    await parts.write(tx, row.id, 'records', mapped(eachOf(plan.records), storedRecord));
    // A full run says for its whole scope when it was seen.
    await parts.write(tx, row.id, 'seen', inPieces(plan.seen, row.mode === 'full' ? timed : (seen) => seen));
  }

  /** What a plan shows. `owner`: its id, or `run:N`; `ids`: of the objects that it made, once it is applied. */
  async history(
    tx: Transaction,
    owner: string,
    plan: Pick<FeedPlan, 'steps' | 'findings'>,
    ids?: NewIds,
  ): Promise<void> {
    await this.parts.write(tx, owner, 'changes', changesOf(plan, ids));
    await this.parts.write(tx, owner, 'findings', mapped(plan.findings, storedFinding));
  }

  /** What a plan showed becomes the history of its run; parts whose changes speak of new objects are written with their ids. */
  async handOver(tx: Transaction, id: string, run: string, steps: Steps, ids: NewIds): Promise<void> {
    await this.parts.handOver(tx, id, run);
    if (!ids.any) return;
    let n = 0;
    for (const some of portions(steps, PART)) {
      const shown = some.map(({ change }) => change);
      const changes = some.map(({ target, values, links }, i) =>
        changeWith({ change: shown[i]!, target, values, links }, ids),
      );
      if (changes.some((change, i) => change !== shown[i]))
        await this.parts.replace(tx, { owner: run, kind: 'changes', n }, changes);
      n++;
    }
  }

  /** What applying a plan needs. */
  async contents(id: string): Promise<PlanContents> {
    const { parts, database } = this;
    const changes = await parts.list<Change>(database, id, 'changes');
    const steps = await parts.list<StoredStep>(database, id, 'steps');
    const records = await parts.list<StoredRecord>(database, id, 'records');
    const seen = new Map<string, Seen[]>();
    for await (const some of parts.read<[string, Seen[]]>(database, id, 'seen'))
      for (const [type, all] of some) listOf(seen, type).push(...all);
    const byType = runsOf(records, ({ record }) => record.type);
    return {
      steps: new StoredSteps(steps, changes),
      records: byType.map(([{ record }, from, to]) => [record.type, recordsOf(records, from, to)]),
      seen,
    };
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

/** What was seen by type, so many in an element. `of`: what is kept of it. */
function* inPieces(
  seen: FeedPlan['seen'],
  of: (seen: readonly Seen[]) => readonly Seen[],
): Iterable<[type: string, some: readonly Seen[]]> {
  for (const [type, all] of seen) for (const some of portions(of(all), PART)) yield [type, some];
}

/** The steps of a plan that is kept, and what each shows. */
class StoredSteps implements Steps {
  readonly groups: readonly Group[];

  constructor(
    private readonly steps: StoredList<StoredStep>,
    private readonly changes: StoredList<Change>,
  ) {
    const runs = runsOf(steps, ({ action, type }) => `${action} ${type}`);
    this.groups = runs.map(([{ action, type }, from, to]) => ({ action, type, from, to }));
  }

  get length(): number {
    return this.steps.length;
  }

  slice(from: number, to: number): Step[] {
    const { changes } = this;
    return this.steps.slice(from, to).map((step, i) => {
      const place = from + i;
      return {
        ...step,
        place,
        get change() {
          return changes.slice(place, place + 1)[0]!;
        },
      };
    });
  }
}

/** Elements with one key that stand together: the first one, its place, and the place behind the last one. */
function runsOf<T>(list: Sliced<T>, keyOf: (one: T) => string): Array<[first: T, from: number, to: number]> {
  const runs: Array<[T, number, number]> = [];
  let last: string | undefined;
  let place = 0;
  for (const one of each(list)) {
    const key = keyOf(one);
    if (key !== last) runs.push([one, place, place]);
    last = key;
    runs.at(-1)![2] = ++place;
  }
  return runs;
}

const recordsOf = (list: Sliced<StoredRecord>, from: number, to: number): Sliced<RecordWrite> => ({
  length: to - from,
  slice: (start, end) =>
    list.slice(from + start, from + end).map((one) => ({ ...one, target: one.record.id, ref: one.record.ref })),
});

function* each<T>(list: Sliced<T>): Iterable<T> {
  for (const some of portions(list, PART)) yield* some;
}

function* eachOf(records: FeedPlan['records']): Iterable<RecordWrite> {
  for (const [, some] of records) yield* each(some);
}
