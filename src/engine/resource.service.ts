/** The writes of a resource: all of a request in one transaction (contract 4, 6 and 7). */
import { recheckLate, type HttpResponse, type RequestContext } from '../core/http/caller.js';
import { ApiError, forbidden } from '../core/http/errors.js';
import type { Transaction } from '../database/database.js';
import { jsonAnswer } from './answers.js';
import type { AccessScope } from './access-scope.js';
import type { Field } from './schema/model.js';
import type { Answer, Plan, Plans } from './plan/plan.js';
import { ResourceRepository } from './resource.repository.js';
import type { Change } from './write/change.js';
import { cleanedIn } from './write/clean.js';
import { canMerge, merge, readMerge, unmerge } from './write/merge.js';
import { mergedInto } from './write/merged.js';
import { destroy } from './write/destroy.js';
import type { Journal } from './write/journal.js';
import { PreparedWrites } from './write/prepared.js';
import { restore } from './write/restore.js';
import { store } from './write/store.js';
import { update } from './write/update.js';
import { warningHeader } from './write/warnings.js';
import { ResourceRules, Write, type Body, type WriteOptions, type Written } from './write/write.js';

/** Mass writes within one transaction; keys of errors are `items.N.field` and `ids.N`. */
export interface Steps {
  tx: Transaction;
  /** Creates objects; returns their ids. */
  store(bodies: readonly Body[]): Promise<number[]>;
  /** Changes objects; returns the ids of those that differ now. */
  update(ids: readonly number[], bodies: readonly Body[]): Promise<number[]>;
  destroy(ids: readonly number[]): Promise<void>;
  /** Brings soft-deleted objects back; returns the ids of all. */
  restore(ids: readonly number[]): Promise<number[]>;
}

/** Ends a transaction without storing anything, and carries what would have been stored. */
class DryRun extends Error {
  constructor(readonly written: Written) {
    super('dry run');
  }
}

/** Serves the writes of one resource. Subclasses add what only one resource does. */
export class ResourceService extends ResourceRules {
  readonly plan: Plan;
  readonly repository: ResourceRepository;

  constructor(
    protected readonly plans: Plans,
    protected readonly journal: Journal,
    path: string,
  ) {
    super();
    this.plan = plans.of(path);
    this.repository = new ResourceRepository(plans, path);
  }

  /** What a caller may see. */
  accessOf({ caller }: Pick<RequestContext, 'caller'>): AccessScope {
    return this.plans.access.of(caller);
  }

  /** Throws 403 for whoever may not delete objects: who brings them back needs the right, too. */
  requireDelete(context: Pick<RequestContext, 'caller'>): void {
    const { resource } = this.plan;
    if (!this.accessOf(context).may(resource, 'delete')) throw forbidden(`${resource.key}_delete`);
  }

  /** Creates objects: all of them, or none. */
  async store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    const cleaned = await cleanedIn(bodies, this.plan);
    return this.write(context, options, (write) => store(write, bodies, cleaned));
  }

  /** Changes objects: `bodies[i]` is what differs in the object `ids[i]`. */
  async update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options: WriteOptions = {},
  ): Promise<Written> {
    const cleaned = await cleanedIn(bodies, this.plan);
    return this.write(context, options, (write) => update(write, ids, bodies, cleaned));
  }

  /** Deletes objects, softly where the resource says so. */
  destroy(ids: readonly number[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(context, options, (write) => destroy(write, ids).then(() => []));
  }

  /** Brings soft-deleted objects back: all of them, or none. */
  restore(ids: readonly number[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(context, options, (write) => restore(write, ids));
  }

  /** Sets an object to what `body` says, for which it comes back first where it is deleted. Throws what either write throws. */
  async setBack(id: number, body: Body, context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    const cleaned = await cleanedIn([body], this.plan);
    return this.write(context, options, async (write) => {
      const [found] = await restore(write, [id]);
      const isBack = found!.before!['deleted_at'] !== null;
      // The tag was that of the object before it came back.
      const { ifMatch: _, ...others } = options;
      return update(isBack ? write.again(others) : write, [id], [body], cleaned);
    });
  }

  /**
   * Makes one object of several, or with `options.dryRun` says what that would do. Throws 403, 404, 422; 404 of a kind whose
   * objects are none of the map.
   */
  merge(id: number, body: Body, context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    const { from, prefer } = readMerge(body, id, this.plan);
    return this.merging(context, options, (write) => merge(write, id, from, prefer, this.plans.followers));
  }

  /** Takes a merge back, by its entry in the journal. Throws 403, 404, 409 where anything of it changed since, 422. */
  unmerge(id: number, entry: number, context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.merging(context, options, (write) => unmerge(write, id, entry, this.plans.followers));
  }

  private merging(
    context: RequestContext,
    options: WriteOptions,
    work: (write: Write) => Promise<object>,
  ): Promise<Written> {
    if (!canMerge(this.plan.resource)) throw new ApiError(404, 'notMergeable');
    let data: object = {};
    const respond = (): HttpResponse => jsonAnswer(200, { data });
    return this.write(context, { ...options, respond }, async (write) => {
      data = await work(write);
      return [];
    });
  }

  /** The object that a deleted one became part of, where the caller may see it, and saw the deleted one. */
  async mergedInto(id: number, context: Pick<RequestContext, 'caller'>): Promise<number | undefined> {
    const { database, resource } = this.plan;
    const into = (await mergedInto(database, this.plan, [id])).get(id);
    if (into === undefined || !(await this.repository.showTo(into, context))) return undefined;
    return (await this.accessOf(context).there(database, resource, 'show', [id])).size ? into : undefined;
  }

  /**
   * Several mass writes in one transaction: all of them, or nothing. Each throws what is wrong with its own objects.
   * `work` returns what is answered, and may be run again, so it must not change anything outside.
   */
  async together(context: RequestContext, work: (steps: Steps) => Promise<HttpResponse>): Promise<HttpResponse> {
    const answered = await this.plan.database.transaction(async (tx) => {
      await this.enter(tx, context);
      const response = await work(this.stepsIn(tx, context));
      await recheckLate(context, tx, true);
      await context.once?.note(tx, response);
      return response;
    });
    this.committed();
    return answered;
  }

  /** Mass writes within a transaction that somebody else began. `committed` is theirs to call. */
  stepsIn(tx: Transaction, context: RequestContext): Steps {
    const { plan, journal } = this;
    const begin = (): Write => new Write(plan, this, journal, tx, context, { mass: true });
    return {
      tx,
      store: async (bodies) => idsOf(await store(begin(), bodies, await cleanedIn(bodies, plan))),
      update: async (ids, bodies) => {
        const changes = await update(begin(), ids, bodies, await cleanedIn(bodies, plan));
        return idsOf(changes.filter(({ any }) => any));
      },
      destroy: (ids) => destroy(begin(), ids),
      restore: async (ids) => idsOf(await restore(begin(), ids)),
    };
  }

  /** Writes of prepared objects within a transaction that somebody else began. `committed` is theirs to call. */
  prepared(tx: Transaction, context: RequestContext): PreparedWrites {
    return new PreparedWrites(new Write(this.plan, this, this.journal, tx, context, { mass: true }));
  }

  /** Lets a request write that may have waited for the database. Throws 401, 403. */
  private async enter(tx: Transaction, context: RequestContext): Promise<void> {
    await recheckLate(context, tx);
    await this.admit(tx, context);
  }

  protected field(name: string): Field {
    return this.plan.field(name);
  }

  /** One transaction around an operation, which gives the objects to be answered and may be run again. */
  private async write(
    context: RequestContext,
    options: WriteOptions,
    operation: (write: Write) => Promise<readonly Change[]>,
  ): Promise<Written> {
    const { plan, journal } = this;
    try {
      const result = await plan.database.transaction(async (tx) => {
        await this.enter(tx, context);
        const write = new Write(plan, this, journal, tx, context, options);
        const written = await resultOf(await operation(write), write);
        // Rows may have been waited for.
        await recheckLate(context, tx, true);
        if (options.dryRun) throw new DryRun(written);
        await context.once?.note(tx, written.response);
        return written;
      });
      this.committed();
      return result;
    } catch (error) {
      if (error instanceof DryRun) return error.written;
      throw error;
    }
  }
}

const idsOf = (changes: readonly Change[]): number[] => changes.map(({ id }) => id);

/** What a write left behind, with the response that is made of it. */
async function resultOf(changes: readonly Change[], write: Write): Promise<Written> {
  const { mass, respond } = write.options;
  const answers: Answer[] = [];
  if (!mass) for (const change of changes) answers.push(await write.answerOf(change));
  const written: Written = {
    ids: idsOf(changes),
    ignored: [...new Set(changes.flatMap(({ input }) => input.ignored))],
    answers,
    created: true,
  };
  if (respond) written.response = withWarnings(respond(written), changes, write);
  return written;
}

function withWarnings(response: HttpResponse, changes: readonly Change[], write: Write): HttpResponse {
  const bodies = changes.map(({ input }) => input.body);
  const warnings = warningHeader(write.plan.resource, bodies, (i) => write.prefix(i), write.context.language ?? 'en');
  return { ...response, headers: { ...response.headers, ...warnings } };
}
