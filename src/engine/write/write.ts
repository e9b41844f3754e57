/**
 * A write under way, within its transaction: what every operation is given, and the steps that they share. The operations
 * themselves read top-down, a file each: store, update, destroy, restore.
 */
import { can, type HttpResponse, type RequestContext } from '../../core/http/caller.js';
import { ApiError, forbidden, Problems } from '../../core/http/errors.js';
import type { Transaction } from '../../database/database.js';
import type { Input } from '../plan/input.js';
import type { AccessScope } from '../access-scope.js';
import type { Resource } from '../schema/model.js';
import type { Answer, Plan } from '../plan/plan.js';
import { writtenAnswer } from '../read/whole.js';
import type { Change } from './change.js';
import { checkCycles } from './cycles.js';
import { differences, isRecorded, type Differences, type Journal, type JournalEntry } from './journal.js';
import { writeLinks } from './link-rows.js';
import { UniqueNames } from './unique-names.js';
import { Targets, type PrefetchedTargets } from './targets.js';

export type Body = Record<string, unknown>;
type Action = JournalEntry['action'];

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
  /** Makes the response; it is sent, and kept in the transaction of the write for whoever sends it again under its key (contract 11). */
  respond?: (written: Written) => HttpResponse;
}

/** What a write left behind. */
export interface Written {
  ids: number[];
  /** Names in the body that mean nothing. */
  ignored: string[];
  /** The objects; none for mass writes. */
  answers: Answer[];
  /** A new object was made; false where an existing one answers. */
  created: boolean;
  /** What `respond` of the options made of it. */
  response?: HttpResponse;
}

/** What only one resource does within the transaction of a write: services override what they need. */
export class ResourceRules {
  /** First of all; refuses with 401 or 403. */
  async admit(_tx: Transaction, _context: RequestContext): Promise<void> {}

  /** Before rows are written: sets columns, adds problems, refuses with 403. */
  async prepare(_changes: readonly Change[], _write: Write): Promise<void> {}

  /** Before objects are deleted. */
  async checkDestroy(_changes: readonly Change[], _write: Write): Promise<void> {}

  /** Before objects come back. */
  async checkRestore(_changes: readonly Change[], _write: Write): Promise<void> {}

  /** Once rows are written. */
  async written(_changes: readonly Change[], _action: Action, _write: Write): Promise<void> {}

  /** Once the transaction is committed. */
  committed(): void {}
}

export class Write {
  readonly problems = new Problems();
  /** The moment of the write, as stored. */
  readonly now: string;
  /** What the caller may see, and do. */
  readonly access: AccessScope;

  constructor(
    readonly plan: Plan,
    readonly rules: ResourceRules,
    private readonly journal: Journal,
    readonly tx: Transaction,
    readonly context: RequestContext,
    readonly options: WriteOptions,
  ) {
    this.now = plan.database.clock.toStored(Date.now());
    this.access = plan.accessOf(context.caller);
  }

  /** A further write of the same request. */
  again(options: WriteOptions): Write {
    return new Write(this.plan, this.rules, this.journal, this.tx, this.context, options);
  }

  /** What stands before the keys of the errors of an object. */
  prefix(i: number): string {
    return this.options.mass ? `items.${i}.` : '';
  }

  /** What is done to the objects before their rows are written, by restrictions of the caller and by the rules of the resource. */
  async prepare(changes: readonly Change[]): Promise<void> {
    this.access.prepareWrite(this.plan.resource, changes, this.problems);
    await this.rules.prepare(changes, this);
  }

  /** Sorts a body into columns and links; unknown names are problems where asked for. `cleaned`: its texts, if they are. */
  read(body: Body, i: number, cleaned?: Input['cleaned']): Input {
    const input = this.plan.names.read(body, this.prefix(i), this.problems);
    if (this.options.strict) for (const name of input.ignored) this.problems.add(this.prefix(i) + name, 'unknownField');
    return cleaned ? { ...input, cleaned } : input;
  }

  /** Writing a one-to-many link writes the objects at its other end: the caller needs to be allowed that too. */
  requireChildRights(changes: readonly Change[]): void {
    if (this.context.caller.admin) return;
    for (const { link } of changes.flatMap(({ links }) => links)) {
      if (link.kind !== 'one-to-many') continue;
      const ability = `${this.plan.resourceAt(link.target).key}_edit`;
      if (!can(this.context.caller, ability)) throw forbidden(ability);
    }
  }

  /**
   * Checks that what objects point to is live, and that the names that they take are free: at most one exchange with the database.
   * Throws all problems; returns the names to take.
   */
  async check(changes: readonly Change[], prefetched?: PrefetchedTargets): Promise<UniqueNames> {
    const { plan, tx, problems } = this;
    const names = new UniqueNames(plan, changes);
    const targets = new Targets(changes, plan, this.access, prefetched);
    const [target, taken] = [targets.question(), names.questions()];
    if (target || taken.length) {
      const answers = await tx.several(target ? [target, ...taken] : taken);
      if (target) targets.validate(answers.shift()!, problems);
      if (taken.length) names.validate(answers.flat(), problems);
    }
    problems.throwIfAny();
    return names;
  }

  /**
   * Nobody puts an object where their right does not reach, nor takes one from there by a link that is written at the other end:
   * asked once everything is written. Throws 403; one statement for each type that changed, and none for callers whom nothing
   * restricts.
   */
  async requireReach(
    changes: readonly Change[],
    verb: 'create' | 'edit',
    others: readonly JournalEntry[],
  ): Promise<void> {
    if (!this.access.restricted) return;
    await this.requireWithin(
      this.plan.resource,
      verb,
      changes.map(({ id }) => id),
    );
    for (const resource of new Set(others.map((entry) => entry.resource))) {
      const ids = others.filter((entry) => entry.resource === resource).map(({ id }) => id);
      await this.requireWithin(resource, 'edit', ids);
    }
  }

  private async requireWithin(resource: Resource, verb: 'create' | 'edit', ids: readonly number[]): Promise<void> {
    const within = await this.access.there(this.tx, resource, verb, ids);
    if (!ids.every((id) => within.has(id))) throw new ApiError(403, 'outsideReach');
  }

  /** Links and names: what follows once the rows are written. Returns which other objects changed with them. */
  async writeLinks(changes: readonly Change[], names: UniqueNames): Promise<JournalEntry[]> {
    const others = await writeLinks(changes, this.plan, this.tx, this.now);
    await checkCycles(this.plan, changes, this.tx, this.problems);
    this.problems.throwIfAny();
    await names.take(this.tx);
    return others;
  }

  /** Writes the journal: what happened to these objects, and to others with them. `more`: noted beside what differs. */
  async record(
    changes: readonly Change[],
    action: Action,
    others: JournalEntry[] = [],
    more: object = {},
  ): Promise<void> {
    const { resource } = this.plan;
    const entries: JournalEntry[] = [];
    if (isRecorded(resource)) {
      for (const change of changes) {
        const made = (): Differences => {
          const found = differences(resource, change, action);
          return { ...found, after: { ...found.after, ...more } };
        };
        entries.push({ resource, id: change.id, action, differences: made });
      }
    }
    for (const entry of others) if (isRecorded(entry.resource)) entries.push(entry);
    if (entries.length) await this.journal.record(this.tx, entries, this.context, this.now);
  }

  /** An object as the caller sees it: as it is stored once the write is done, or with `before` as it was found. */
  async answerOf(change: Change, before = false): Promise<Answer> {
    if (this.access.restricted) return writtenAnswer(this.plan, change.id, this.access, this.tx);
    return before
      ? this.plan.answerWhole({ ...change.before! }, change.sets)
      : this.plan.answerWhole(change.after, change.setsAfter());
  }
}
