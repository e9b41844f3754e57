/** Plans as they are kept: a row each, their lists in parts. */
import { ApiError } from '../../core/http/errors.js';
import { PackedTexts } from '../../core/packed-texts.js';
import { portions } from '../../core/portions.js';
import type { Database, Row, Session, Transaction } from '../../database/database.js';
import type { FeedOptions } from '../document/model.js';
import type { PlanContents } from '../apply/apply-plan.js';
import type { Moved } from '../apply/moves.js';
import { timed } from '../apply/records.js';
import {
  changeWith,
  NewIds,
  type Blocked,
  type Change,
  type Counts,
  type Finding,
  type Group,
  type Seen,
  type Target,
} from '../plan/changes.js';
import { PlanSum } from '../plan/digest.js';
import { entryOf, listOf } from '../plan/groups.js';
import type { Kinds } from '../plan/kinds.js';
import { Outcomes, PlannedRecords, PlannedSteps, type Names, type PackedPlan } from '../plan/outcomes.js';
import { PART, Parts } from '../store/parts.js';
import { storedMessage, type StoredMessage } from '../store/stored-message.js';
import { isHeld } from './lease.js';
import { partsOfRun, type RunRow } from './runs.js';

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
  /** How many changes and findings there are of each type. */
  readonly changes: Readonly<Record<string, number>>;
  readonly findings: Readonly<Record<string, number>>;
  /** Where the changes of each action and type stand. */
  readonly groups: readonly Group[];
  /** What had moved when it was to be applied. */
  readonly moved?: readonly Moved[];
  /** Of a plan that was made in the background: the plan that came of it, or why none did. */
  readonly plan?: string;
  readonly failed?: { readonly status: number; readonly message: StoredMessage };
  /** Of a plan that can be applied: how many records of each type it writes. */
  readonly records?: ReadonlyArray<readonly [type: string, length: number]>;
}

export interface Progress {
  readonly phase: 'reading' | 'planning' | 'applying';
  readonly done: number;
  readonly of: number | null;
}

/** Whose changes and findings are asked for, and where its changes stand. */
export interface ListOwner {
  readonly owner: string;
  readonly groups: readonly Group[];
}

/** What a run shows. */
export const listsOfRun = ({ id, counts: { groups } }: Pick<RunRow, 'id' | 'counts'>): ListOwner => ({
  owner: partsOfRun(id),
  groups,
});

/** What a plan shows, or once it is applied its run. */
export const listsOf = ({ id, runId, head: { groups } }: PlanRow): ListOwner => ({
  owner: runId === null ? id : partsOfRun(runId),
  groups,
});

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

/** What an object is called that changes show, and its id once it is made. */
type ShownName = [target: Target, name: string, id?: number];

const COLUMNS =
  'id, source_id, scope, mode, state, head, counts, progress, versions, user_id, beat_at, created_at, expires_at, run_id';

export class StoredPlans {
  readonly parts: Parts;
  private readonly columns: string;

  constructor(
    private readonly database: Database,
    private readonly kinds: Kinds,
  ) {
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
      `SELECT ${this.columns} FROM own_feed_plans WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id LIMIT ${limit}`,
      params,
    );
    return rows.map(planRowOf);
  }

  /** Keeps a plan with all that applying it needs. */
  async keep(tx: Transaction, row: Omit<PlanRow, 'progress' | 'isHeld' | 'runId'>, plan: PackedPlan): Promise<void> {
    const { records, seen } = plan;
    const lengths = [...records].map(([type, { length }]) => [type, length] as const);
    const head: PlanHead = { ...row.head, ...(plan.state === 'ready' && { records: lengths }) };
    await this.remove(tx, row.id);
    await tx.run(`INSERT INTO own_feed_plans (${COLUMNS}) VALUES (${Array(14).fill('?').join(', ')})`, [
      ...[row.id, row.sourceId, row.scope, row.mode, row.state, JSON.stringify(head), JSON.stringify(row.counts)],
      ...[null, row.versions, row.userId, row.createdAt, row.createdAt, row.expiresAt, null],
    ]);
    await this.history(tx, row.id, plan);
    if (plan.state !== 'ready') return;
    const { parts } = this;
    await parts.writeTexts(tx, row.id, 'says', [plan.steps.outcomes.records]);
    await parts.writeTexts(
      tx,
      row.id,
      'records',
      mapped(records.values(), ({ heads }) => heads),
    );
    // A full run says for its whole scope when it was seen.
    await parts.write(tx, row.id, 'seen', inPieces(seen, row.mode === 'full' ? timed : (seen) => seen));
  }

  /** Keeps what a plan shows. `owner`: its id, or `run:N`; `ids`: of the objects that it made, once it is applied. */
  async history(
    tx: Transaction,
    owner: string,
    { steps, findings }: Pick<PackedPlan, 'steps' | 'findings'>,
    ids?: NewIds,
  ): Promise<void> {
    const { parts } = this;
    await parts.write(tx, owner, 'findings', mapped(findings, storedFinding));
    // As they are: they are made changes when somebody looks at them.
    await parts.writeTexts(tx, owner, 'values', [steps.outcomes.placed]);
    await parts.writeTexts(tx, owner, 'steps', [steps.heads]);
    await this.names(tx, owner, steps, ids);
  }

  /** What a plan showed becomes the history of its run, with the ids of the objects that it made. */
  async handOver(tx: Transaction, id: string, run: string, steps: PlannedSteps, ids: NewIds): Promise<void> {
    await this.parts.handOver(tx, id, run, ['findings', 'values', 'steps']);
    await this.names(tx, run, steps, ids);
  }

  /** Keeps what the objects are called that changes show, and the ids of those that were made, in the order of steps. */
  private async names(tx: Transaction, owner: string, steps: PlannedSteps, ids?: NewIds): Promise<void> {
    const named = ([target, name]: [Target, string]): ShownName =>
      ids?.get(target) === undefined ? [target, name] : [target, name, ids.get(target)!];
    await this.parts.write(
      tx,
      owner,
      'names',
      inPieces(steps.names, (names) => Array.from(names, named)),
    );
    if (ids?.any)
      await this.parts.write(
        tx,
        owner,
        'ids',
        mapped(steps.created(), (target) => ids.get(target)!),
      );
  }

  /** Changes or findings from the part with number `from` on, part by part: each has `PART` of them but the last. */
  listed(
    session: Pick<Session, 'all'>,
    lists: ListOwner,
    kind: 'changes' | 'findings',
    from: number,
  ): AsyncIterable<unknown[]> {
    return kind === 'changes'
      ? this.changes(session, lists, from)
      : this.parts.read(session, lists.owner, 'findings', from);
  }

  /** Changes, made of steps, their values and the ids of what they made, which stand at the same places. */
  private async *changes(
    session: Pick<Session, 'all'>,
    { owner, groups }: ListOwner,
    from: number,
  ): AsyncGenerator<Change[]> {
    if (!groups.length) return;
    const { names, ids } = await this.shown(session, owner);
    const values = this.parts.bytes(session, owner, 'values', from);
    const made = this.parts.read<number>(session, owner, 'ids', from);
    let first = from * PART;
    for await (const bytes of this.parts.bytes(session, owner, 'steps', from)) {
      const [heads, own] = [new PackedTexts(), new PackedTexts()];
      heads.addBytes(bytes);
      own.addBytes((await values.next()).value as Buffer);
      const steps = new PlannedSteps(new Outcomes(new PlanSum(), own), this.kinds, names, groups, heads, first);
      const some = steps.slice(first, steps.length);
      const given = await made.next();
      if (!given.done) given.value.forEach((id, i) => ids.set(some[i]!.target, id));
      yield some.map((step) => (ids.any ? changeWith(step, ids) : step.change));
      first = steps.length;
    }
  }

  /** What the objects are called that changes show, and the ids of those that were made. */
  private async shown(session: Pick<Session, 'all'>, owner: string): Promise<{ names: Names; ids: NewIds }> {
    const [names, ids] = [new Map<string, Map<Target, string>>(), new NewIds()];
    for await (const some of this.parts.read<[string, ShownName[]]>(session, owner, 'names'))
      for (const [type, shown] of some)
        for (const [target, name, id] of shown) {
          entryOf(names, type).set(target, name);
          if (id !== undefined) ids.set(target, id);
        }
    return { names, ids };
  }

  /** What applying a plan of a source needs. Throws 404. */
  async contents({ id, head }: PlanRow, source: string): Promise<PlanContents & Pick<PackedPlan, 'steps'>> {
    const { parts, database, kinds } = this;
    // One that was kept in another way, before an update, cannot be applied.
    const { groups, records } = head;
    if (!records) throw new ApiError(404, 'feedNoPlan', { id });
    const [values, says, steps, heads] = [
      await parts.texts(database, id, 'values'),
      await parts.texts(database, id, 'says'),
      await parts.texts(database, id, 'steps'),
      await parts.texts(database, id, 'records'),
    ];
    const { names } = await this.shown(database, id);
    const seen = new Map<string, Seen[]>();
    for await (const some of parts.read<[string, Seen[]]>(database, id, 'seen'))
      for (const [type, all] of some) listOf(seen, type).push(...all);
    const outcomes = new Outcomes(new PlanSum(), values, says);
    let from = 0;
    return {
      steps: new PlannedSteps(outcomes, kinds, names, groups, steps),
      records: records.map(([type, length]) => {
        const own = new PackedTexts();
        own.addBytes(heads.bytes(from, (from += length)));
        return [type, new PlannedRecords(outcomes, source, kinds.find(type)!, own)];
      }),
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
    // Before an update lists were kept in another way, and work under way has none.
    head: { groups: [], ...(JSON.parse(text('head')) as Omit<PlanHead, 'groups'>) },
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

/** Lists by type, so many elements in a piece. `of`: what is kept of a list. */
function* inPieces<T, R>(
  lists: ReadonlyMap<string, T>,
  of: (list: T) => readonly R[],
): Iterable<[string, readonly R[]]> {
  for (const [type, all] of lists) for (const some of portions(of(all), PART)) yield [type, some];
}
