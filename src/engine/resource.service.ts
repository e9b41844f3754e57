/** The writes of a resource: all of a request in one transaction (contract 4, 6 and 7). */
import type { Given, RequestContext } from '../core/http/caller.js';
import { ApiError, notFound, type Problems } from '../core/http/errors.js';
import type { Transaction } from '../database/database.js';
import type { Field } from './schema/model.js';
import { emptyInput } from './plan/input.js';
import type { Plan, Plans } from './plan/plan.js';
import { ResourceRepository } from './resource.repository.js';
import { Change, fill } from './write/change.js';
import { cleanedIn, type Cleaned } from './write/clean.js';
import type { Journal, JournalEntry } from './write/journal.js';
import { Names } from './write/names.js';
import { insertRows, updateRows } from './write/rows.js';
import { Write, type WriteOptions, type Written } from './write/write.js';

type Body = Record<string, unknown>;

/** Mass writes within one transaction; keys of errors are `items.N.field` and `ids.N`. */
export interface Steps {
  tx: Transaction;
  /** Creates objects; tells how many. */
  store(bodies: readonly Body[]): Promise<number>;
  /** Changes objects; tells how many differ now. */
  update(ids: readonly number[], bodies: readonly Body[]): Promise<number>;
  destroy(ids: readonly number[]): Promise<void>;
}

/** Ends a transaction without storing anything, and carries what would have been stored. */
class DryRun extends Error {
  constructor(readonly written: Written) {
    super('dry run');
  }
}

/** Serves the writes of one resource. Subclasses add what only one resource does. */
export class ResourceService {
  readonly plan: Plan;
  readonly repository: ResourceRepository;

  constructor(
    protected readonly plans: Plans,
    protected readonly journal: Journal,
    path: string,
  ) {
    this.plan = plans.of(path);
    this.repository = new ResourceRepository(plans, path);
  }

  /** Creates objects: all of them, or none. */
  async store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    const cleaned = await cleanedIn(bodies, this.plan);
    return this.write(context, options, (write) => this.storing(write, bodies, cleaned));
  }

  /** Changes objects: `bodies[i]` is what differs in the object `ids[i]`. */
  async update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options: WriteOptions = {},
  ): Promise<Written> {
    const cleaned = await cleanedIn(bodies, this.plan);
    return this.write(context, options, (write) => this.updating(write, ids, bodies, cleaned));
  }

  /** Deletes objects, softly where the resource says so. */
  destroy(ids: readonly number[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(context, options, (write) => this.destroying(write, ids));
  }

  /**
   * Several mass writes in one transaction: all of them, or nothing. Each throws what is wrong with its own objects.
   * `work` may be run again, so it must not change anything outside. `answer`: as of `WriteOptions`.
   */
  together<T>(context: RequestContext, work: (steps: Steps) => Promise<T>, answer?: (result: T) => Given): Promise<T> {
    const { plans, plan, repository, journal } = this;
    return plans.database.transaction(async (tx) => {
      await this.admit(tx, context);
      const begin = (): Write => new Write({ plans, plan, repository, journal }, tx, context, { mass: true });
      const result = await work({
        tx,
        store: async (bodies) => (await this.storing(begin(), bodies, await cleanedIn(bodies, plan))).length,
        update: async (ids, bodies) => {
          const changes = await this.updating(begin(), ids, bodies, await cleanedIn(bodies, plan));
          return changes.filter(({ any }) => any).length;
        },
        destroy: async (ids) => void (await this.destroying(begin(), ids)),
      });
      await context.once?.note(tx, answer?.(result));
      return result;
    });
  }

  /** Brings a soft-deleted object back; 409 if its name was taken meanwhile. */
  restore(id: number, context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(context, options, async (write) => {
      const { rows, sets } = await this.repository.load(write.tx, [id], this.plan.shown);
      const row = rows.get(id);
      if (!row || !this.plan.resource.softDelete) throw notFound(this.plan.resource.path, id);
      const change = new Change('', row, emptyInput(), sets.get(id)!, this.plan);
      if (row['deleted_at'] !== null) await this.bringBack(change, write);
      return [change];
    });
  }

  /** What only one resource asks first of all within a transaction; it refuses with 401 or 403. */
  protected async admit(_tx: Transaction, _context: RequestContext): Promise<void> {}

  /** What only one resource does before rows are written: sets columns, adds problems, refuses with 403. */
  protected async prepare(
    _changes: readonly Change[],
    _context: RequestContext,
    _tx: Transaction,
    _problems: Problems,
  ): Promise<void> {}

  /** What only one resource checks before objects are deleted. */
  protected async checkDestroy(
    _changes: readonly Change[],
    _context: RequestContext,
    _tx: Transaction,
    _problems: Problems,
  ): Promise<void> {}

  /** What only one resource checks before an object comes back. */
  protected async checkRestore(
    _change: Change,
    _context: RequestContext,
    _tx: Transaction,
    _problems: Problems,
  ): Promise<void> {}

  /** What only one resource does once its rows are written, within the transaction. */
  protected async written(
    _changes: readonly Change[],
    _action: JournalEntry['action'],
    _tx: Transaction,
    _context: RequestContext,
  ): Promise<void> {}

  protected field(name: string): Field {
    return this.plan.field(name);
  }

  private async storing(write: Write, bodies: readonly Body[], cleaned: Cleaned | undefined): Promise<Change[]> {
    const changes = bodies.map((body, i) => write.blank(body, i, cleaned?.[i]));
    for (const change of changes) fill(change, this.plan, write.problems, this.plans.database.clock);
    const names = await this.check(changes, write);
    for (const change of changes) {
      change.after['created_at'] = write.now;
      change.after['updated_at'] = write.now;
    }
    await insertRows(this.plan, changes, this.plans, write.tx);
    await write.finish(changes, names, 'created');
    await this.written(changes, 'created', write.tx, write.context);
    return changes;
  }

  private async updating(
    write: Write,
    ids: readonly number[],
    bodies: readonly Body[],
    cleaned: Cleaned | undefined,
  ): Promise<Change[]> {
    await write.requireScope(ids);
    const inputs = bodies.map((body, i) => write.read(body, i, cleaned?.[i]));
    const changes = await write.load(ids, inputs);
    for (const change of changes) fill(change, this.plan, write.problems, this.plans.database.clock);
    const names = await this.check(changes, write);
    const changed = changes.filter(({ any }) => any);
    for (const change of changed) change.set(this.plan.field('updated_at'), write.now);
    await updateRows(this.plan, changed, this.plans, write.tx);
    await write.finish(changed, names, 'updated');
    await this.written(changed, 'updated', write.tx, write.context);
    return changes;
  }

  private async destroying(write: Write, ids: readonly number[]): Promise<Change[]> {
    const changes = await write.load(ids, ids.map(emptyInput), 'ids');
    write.problems.throwIfAny();
    await this.checkDestroy(changes, write.context, write.tx, write.problems);
    write.problems.throwIfAny();
    await write.deleteRows(changes);
    await write.record(changes, 'deleted');
    await this.written(changes, 'deleted', write.tx, write.context);
    return [];
  }

  private async check(changes: readonly Change[], write: Write): Promise<Names> {
    write.requireChildRights(changes);
    await this.prepare(changes, write.context, write.tx, write.problems);
    return write.check(changes);
  }

  private async bringBack(change: Change, write: Write): Promise<void> {
    await this.checkRestore(change, write.context, write.tx, write.problems);
    for (const field of this.plan.unique) change.columns.add(field);
    const names = new Names(this.plan.resource, [change], this.plans.database);
    const questions = names.questions();
    if (questions.length) names.judge((await write.tx.several(questions)).flat(), write.problems);
    if (write.problems.any) throw new ApiError(409, 'nameTaken', { field: this.plan.unique[0]!.name });
    await names.take(write.tx);
    change.columns.clear();
    change.set(this.plan.field('deleted_at'), null);
    change.set(this.plan.field('updated_at'), write.now);
    await updateRows(this.plan, [change], this.plans, write.tx);
    await write.record([change], 'restored');
    await this.written([change], 'restored', write.tx, write.context);
  }

  /** One transaction around `work`, which gives the objects to be answered and may be run again. */
  private async write(
    context: RequestContext,
    options: WriteOptions,
    work: (write: Write) => Promise<readonly Change[]>,
  ): Promise<Written> {
    const { plans, plan, repository, journal } = this;
    try {
      return await plans.database.transaction(async (tx) => {
        await this.admit(tx, context);
        const changes = await work(new Write({ plans, plan, repository, journal }, tx, context, options));
        const written = this.outcome(changes, options);
        if (options.dryRun) throw new DryRun(written);
        await context.once?.note(tx, options.answer?.(written));
        return written;
      });
    } catch (error) {
      if (error instanceof DryRun) return error.written;
      throw error;
    }
  }

  private outcome(changes: readonly Change[], { mass }: WriteOptions): Written {
    return {
      ids: changes.map(({ id }) => id),
      ignored: [...new Set(changes.flatMap(({ input }) => input.ignored))],
      answers: mass ? [] : changes.map((change) => this.plan.answerWhole(change.after, change.setsAfter())),
      created: true,
    };
  }
}
