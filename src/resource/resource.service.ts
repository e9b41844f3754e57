/** The writes of a resource: input, checks, rows, links, names and journal, in one transaction (contract 4, 6, 7). */
import { can, type RequestContext } from '../common/caller.js';
import { ApiError, forbidden, notFound, Problems } from '../common/errors.js';
import type { Transaction } from '../database/database.js';
import type { Field } from './model.js';
import type { Input } from './plan/input.js';
import { etagOf, type Answer, type Plan, type Plans } from './plan/plan.js';
import { ResourceRepository } from './resource.repository.js';
import { Change, fill } from './write/change.js';
import { checkCycles } from './write/cycles.js';
import { visible, type Journal, type JournalEntry } from './write/journal.js';
import { writeLinks } from './write/link-rows.js';
import { Names } from './write/names.js';
import { deletionTimes, insertRows, updateRows } from './write/rows.js';
import { Targets } from './write/targets.js';

/** What a write left behind. `ignored`: names in the body that mean nothing, `answers`: the objects, where asked for. */
export interface Written {
  ids: number[];
  ignored: string[];
  answers: Answer[];
  /** A new object was made; false where an existing one answered. */
  created: boolean;
}

/** How a write is done. */
export interface WriteOptions {
  /** Errors are keyed `items.N.field`. */
  mass?: boolean;
  /** Unknown names are errors. */
  strict?: boolean;
  /** Everything is checked, nothing is stored. */
  dryRun?: boolean;
  /** Entity tags of which the stored object must have one. */
  ifMatch?: string[];
}

type Body = Record<string, unknown>;

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
  store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(options, async (tx, problems) => {
      const changes = bodies.map((body, i) => {
        const change = new Change(prefix(i, options), null, this.read(body, i, options, problems), new Map());
        fill(change, this.plan, problems, this.plans.database.clock);
        return change;
      });
      const names = await this.check(changes, context, tx, problems);
      const now = this.stamp();
      for (const change of changes) Object.assign(change.after, { created_at: now, updated_at: now });
      await insertRows(this.plan, changes, this.plans, tx);
      return this.finish(changes, names, context, tx, problems, now);
    });
  }

  /** Changes objects: `bodies[i]` is what differs in the object `ids[i]`. */
  update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options: WriteOptions = {},
  ): Promise<Written> {
    return this.write(options, async (tx, problems) => {
      await this.requireScope(ids, context, tx);
      const inputs = bodies.map((body, i) => this.read(body, i, options, problems));
      const changes = await this.load(ids, inputs, options, tx, problems);
      for (const change of changes) fill(change, this.plan, problems, this.plans.database.clock);
      if (!changes.some(({ any }) => any)) problems.throwIfAny();
      const names = await this.check(changes, context, tx, problems);
      const written = changes.filter(({ any }) => any);
      const now = this.stamp();
      const touched = this.field('updated_at');
      for (const change of written) change.set(touched, now);
      await updateRows(this.plan, written, this.plans, tx);
      await this.finish(written, names, context, tx, problems, now);
      return changes;
    });
  }

  /** Deletes objects, softly where the resource says so. */
  destroy(ids: readonly number[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return this.write(options, async (tx, problems) => {
      const inputs = ids.map((): Input => ({ fields: new Map(), links: new Map(), ignored: [] }));
      const changes = await this.load(ids, inputs, options, tx, problems, 'ids');
      problems.throwIfAny();
      await this.checkDestroy(changes, context, tx, problems);
      problems.throwIfAny();
      await this.deleteRows(changes, tx);
      await new Names(this.plan.resource, changes, this.plans.database).releaseAll(tx);
      const entries = changes.map((change) => this.entry(change, 'deleted'));
      await this.record(tx, entries, context);
      await this.written(changes, 'deleted', tx, context);
      return [];
    });
  }

  /** Brings a soft-deleted object back; 409 if its name was taken meanwhile. */
  restore(id: number, context: RequestContext): Promise<Written> {
    return this.write({}, async (tx, problems) => {
      const { rows, sets } = await this.repository.load(tx, [id], this.plan.shown);
      const row = rows.get(id);
      if (!row || !this.plan.resource.softDelete) throw notFound(this.plan.resource.path, id);
      const change = new Change('', row, { fields: new Map(), links: new Map(), ignored: [] }, sets.get(id)!);
      if (row['deleted_at'] === null) return [change];
      await this.checkRestore(change, context, tx, problems);
      for (const field of this.plan.unique) change.columns.add(field);
      const names = new Names(this.plan.resource, [change], this.plans.database);
      const question = names.question();
      if (question) names.judge(await tx.all(...question), problems);
      if (problems.any) throw new ApiError(409, 'nameTaken', { field: this.plan.unique[0]!.name });
      change.columns.clear();
      change.set(this.field('deleted_at'), null);
      change.set(this.field('updated_at'), this.stamp());
      await updateRows(this.plan, [change], this.plans, tx);
      await names.take(tx);
      await this.record(tx, [this.entry(change, 'restored')], context);
      await this.written([change], 'restored', tx, context);
      return [change];
    });
  }

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
    const field = this.plan.resource.fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`${this.plan.resource.path} has no column ${name}.`);
    return field;
  }

  protected stamp(): string {
    return this.plans.database.clock.toStored(Date.now());
  }

  private async write(
    options: WriteOptions,
    work: (tx: Transaction, problems: Problems) => Promise<Change[]>,
  ): Promise<Written> {
    try {
      return await this.plans.database.transaction(async (tx) => {
        const changes = await work(tx, new Problems());
        const written = this.outcome(changes, options);
        if (options.dryRun) throw new DryRun(written);
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

  private read(body: Body, i: number, options: WriteOptions, problems: Problems): Input {
    const input = this.plan.names.read(body, prefix(i, options), problems);
    if (options.strict) for (const name of input.ignored) problems.add(prefix(i, options) + name, 'unknownField');
    return input;
  }

  /** The stored objects, locked. Unknown ones: 404 for a single write, a problem for each in a mass write. */
  private async load(
    ids: readonly number[],
    inputs: readonly Input[],
    options: WriteOptions,
    tx: Transaction,
    problems: Problems,
    list = 'items',
  ): Promise<Change[]> {
    const links = options.mass ? [...new Set(inputs.flatMap(({ links: sent }) => [...sent.keys()]))] : this.plan.shown;
    const { rows, sets } = await this.repository.load(tx, ids, links);
    const changes: Change[] = [];
    ids.forEach((id, i) => {
      const row = rows.get(id);
      if (row && (row['deleted_at'] ?? null) === null) {
        changes.push(new Change(prefix(i, options), row, inputs[i]!, sets.get(id)!));
      } else if (!options.mass) throw notFound(this.plan.resource.path, id);
      else problems.add(list === 'ids' ? `ids.${i}` : `items.${i}.id`, 'selected');
    });
    if (options.ifMatch) this.requireMatch(changes[0]!, options.ifMatch);
    return changes;
  }

  /** 412 unless the stored object is the one that the client read. */
  private requireMatch(change: Change, tags: string[]): void {
    const answer = this.plan.answerWhole({ ...change.before! }, change.sets);
    if (!tags.includes('*') && !tags.includes(etagOf(JSON.stringify(answer)))) throw new ApiError(412, 'stale');
  }

  /** A caller with nothing but delegations changes nothing else. */
  private async requireScope(ids: readonly number[], { scope }: RequestContext, tx: Transaction): Promise<void> {
    if (!scope) return;
    const allowed = await this.repository.inScope(tx, ids, scope);
    if (!ids.every((id) => allowed.has(id))) throw new ApiError(403, 'delegated');
  }

  /** Everything that can be wrong, before a row is written. Gives the names to take once it is. */
  private async check(
    changes: readonly Change[],
    context: RequestContext,
    tx: Transaction,
    problems: Problems,
  ): Promise<Names> {
    for (const { link } of changes.flatMap(({ links }) => links)) {
      if (link.kind !== 'one-to-many') continue;
      const ability = `${this.plans.of(link.target).resource.key}_edit`;
      if (!can(context.caller, ability)) throw forbidden(ability);
    }
    await this.prepare(changes, context, tx, problems);
    const targets = new Targets(changes, this.plans);
    const names = new Names(this.plan.resource, changes, this.plans.database);
    const judges = [targets, names].filter((judge) => judge.question());
    const answers = judges.length ? await tx.several(judges.map((judge) => judge.question()!)) : [];
    judges.forEach((judge, i) => judge.judge(answers[i]!, problems));
    problems.throwIfAny();
    return names;
  }

  /** Links, names and journal: what follows once the rows are written. */
  private async finish(
    changes: Change[],
    names: Names,
    context: RequestContext,
    tx: Transaction,
    problems: Problems,
    now: string,
  ): Promise<Change[]> {
    const action = changes[0]?.before ? 'updated' : 'created';
    const others = await writeLinks(changes, this.plans, tx, now);
    await checkCycles(this.plan, changes, this.plans, tx, problems);
    problems.throwIfAny();
    await names.take(tx);
    await this.record(tx, [...changes.map((change) => this.entry(change, action)), ...others], context);
    await this.written(changes, action, tx, context);
    return changes;
  }

  private async deleteRows(changes: readonly Change[], tx: Transaction): Promise<void> {
    if (!this.plan.resource.softDelete) {
      const sql = `DELETE FROM \`${this.plan.resource.table}\` WHERE ${this.plans.database.dialect.isIn('`id`')}`;
      await tx.defer(sql, [changes.map(({ id }) => id)]);
      return;
    }
    const times = await deletionTimes(this.plan, changes, Date.now(), this.plans, tx);
    const [deleted, updated] = [this.field('deleted_at'), this.field('updated_at')];
    for (const change of changes) {
      change.set(deleted, times.get(change.id)!);
      change.set(updated, times.get(change.id)!);
    }
    await updateRows(this.plan, changes, this.plans, tx);
  }

  private async record(tx: Transaction, entries: readonly JournalEntry[], context: RequestContext): Promise<void> {
    const audited = entries.filter(({ resource }) => resource.audited);
    if (audited.length) await this.journal.record(tx, audited, context, this.stamp());
  }

  private entry(change: Change, action: JournalEntry['action']): JournalEntry {
    const { resource } = this.plan;
    const entry: JournalEntry = { resource, id: change.id, action, before: {}, after: {} };
    if (action === 'created') entry.after = visible(resource, change.after);
    if (action === 'deleted') entry.before = visible(resource, change.before!);
    if (action === 'updated') {
      for (const { name, hidden } of change.columns) {
        if (hidden || name === 'updated_at') continue;
        entry.before[name] = change.before![name];
        entry.after[name] = change.after[name];
      }
    }
    for (const { link, before, after } of change.links) {
      if (change.before) entry.before[link.name] = before;
      entry.after[link.name] = after;
    }
    return entry;
  }
}

const prefix = (i: number, { mass }: WriteOptions): string => (mass ? `items.${i}.` : '');
