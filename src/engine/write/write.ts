/** One write from its first look at the stored rows to its journal: the steps that all writes are made of. */
import { can, type Given, type RequestContext } from '../../core/http/caller.js';
import { ApiError, forbidden, notFound, Problems } from '../../core/http/errors.js';
import type { Transaction } from '../../database/database.js';
import type { Link } from '../schema/model.js';
import type { Input } from '../plan/input.js';
import { etagOf, type Answer, type LinkSet, type Plan, type Plans } from '../plan/plan.js';
import type { ResourceRepository } from '../resource.repository.js';
import { Change } from './change.js';
import { checkCycles } from './cycles.js';
import { differences, type Journal, type JournalEntry } from './journal.js';
import { writeLinks } from './link-rows.js';
import { Names } from './names.js';
import { deletionTimes, updateRows } from './rows.js';
import { Foreseen, Targets } from './targets.js';

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
  /** What will be answered; kept in the transaction of the write for whoever sends it again under its key (contract 11). */
  answer?: (written: Written) => Given;
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
}

/** What a write works with. */
export interface Tools {
  plans: Plans;
  plan: Plan;
  repository: ResourceRepository;
  journal: Journal;
}

type Body = Record<string, unknown>;

const NO_SETS: ReadonlyMap<Link, LinkSet> = new Map();

/** A write under way, within its transaction. */
export class Write {
  readonly problems = new Problems();
  /** The moment of the write, as stored. */
  readonly now: string;
  private foreseen: Foreseen | undefined;

  constructor(
    private readonly tools: Tools,
    readonly tx: Transaction,
    readonly context: RequestContext,
    private readonly options: WriteOptions,
  ) {
    this.now = tools.plans.database.clock.toStored(Date.now());
  }

  /** What stands before the keys of the errors of an object. */
  prefix(i: number): string {
    return this.options.mass ? `items.${i}.` : '';
  }

  /** Sorts a body into columns and links; unknown names are problems where asked for. `cleaned`: its texts, if they are. */
  read(body: Body, i: number, cleaned?: Input['cleaned']): Input {
    const input = this.tools.plan.names.read(body, this.prefix(i), this.problems);
    if (this.options.strict) for (const name of input.ignored) this.problems.add(this.prefix(i) + name, 'unknownField');
    return cleaned ? { ...input, cleaned } : input;
  }

  /** A new object. */
  blank(body: Body, i: number, cleaned?: Input['cleaned']): Change {
    return new Change(this.prefix(i), null, this.read(body, i, cleaned), NO_SETS, this.tools.plan);
  }

  /** The stored objects, locked. Unknown ones: 404 for a single write, a problem for each under `list` in a mass write. */
  async load(ids: readonly number[], inputs: readonly Input[], list: 'items' | 'ids' = 'items'): Promise<Change[]> {
    const { plan, plans, repository } = this.tools;
    const sent = this.options.mass ? linksOf(plan, inputs) : plan.shown;
    if (!this.options.mass && inputs.length === 1) this.foreseen = new Foreseen(inputs[0]!, plan, plans);
    const { rows, sets, more } = await repository.load(this.tx, ids, sent, this.foreseen?.question());
    this.foreseen?.learn(more);
    const changes: Change[] = [];
    ids.forEach((id, i) => {
      const row = rows.get(id);
      if (row && (row['deleted_at'] ?? null) === null) {
        changes.push(new Change(this.prefix(i), row, inputs[i]!, sets.get(id)!, plan));
      } else if (!this.options.mass) throw notFound(plan.resource.path, id);
      else this.problems.add(list === 'ids' ? `ids.${i}` : `items.${i}.id`, 'selected');
    });
    if (this.options.ifMatch) this.requireMatch(changes[0]!, this.options.ifMatch);
    return changes;
  }

  /** A caller with nothing but delegations changes nothing else: 403. */
  async requireScope(ids: readonly number[]): Promise<void> {
    if (!this.context.scope) return;
    const allowed = await this.tools.repository.inScope(this.tx, ids, this.context.scope);
    if (!ids.every((id) => allowed.has(id))) throw new ApiError(403, 'delegated');
  }

  /** Writing a one-to-many link writes the objects at its other end: the caller needs to be allowed that too. */
  requireChildRights(changes: readonly Change[]): void {
    for (const { link } of changes.flatMap(({ links }) => links)) {
      if (link.kind !== 'one-to-many') continue;
      const ability = `${this.tools.plans.of(link.target).resource.key}_edit`;
      if (!can(this.context.caller, ability)) throw forbidden(ability);
    }
  }

  /** Targets and names, in one exchange with the database. Throws all problems; gives the names to take. */
  async check(changes: readonly Change[]): Promise<Names> {
    const { plan, plans } = this.tools;
    const names = new Names(plan.resource, changes, plans.database);
    const targets = new Targets(changes, plans, this.foreseen);
    const [target, taken] = [targets.question(), names.questions()];
    const questions = target ? [target, ...taken] : taken;
    const answers = questions.length ? await this.tx.several(questions) : [];
    if (target) targets.judge(answers.shift()!, this.problems);
    if (taken.length) names.judge(answers.flat(), this.problems);
    this.problems.throwIfAny();
    return names;
  }

  /** Links, names and journal: what follows once the rows are written. */
  async finish(changes: readonly Change[], names: Names, action: 'created' | 'updated'): Promise<void> {
    const { plan, plans } = this.tools;
    const others = await writeLinks(changes, plans, this.tx, this.now);
    await checkCycles(plan, changes, plans, this.tx, this.problems);
    this.problems.throwIfAny();
    await names.take(this.tx);
    await this.record(changes, action, others);
  }

  /** Marks rows as deleted, or removes them where the resource knows no soft deletion, and frees their names. */
  async deleteRows(changes: readonly Change[]): Promise<void> {
    const { plan, plans } = this.tools;
    if (plan.resource.softDelete) {
      const times = await deletionTimes(plan, changes, Date.now(), plans, this.tx);
      for (const change of changes) {
        for (const name of ['deleted_at', 'updated_at']) change.set(plan.field(name), times.get(change.id)!);
      }
      await updateRows(plan, changes, plans, this.tx);
    } else {
      const sql = `DELETE FROM \`${plan.resource.table}\` WHERE ${plans.database.dialect.isIn('`id`')}`;
      await this.tx.defer(sql, [changes.map(({ id }) => id)]);
    }
    await new Names(plan.resource, changes, plans.database).releaseAll(this.tx);
  }

  /** Writes the journal: what happened to these objects, and to others with them. */
  async record(changes: readonly Change[], action: JournalEntry['action'], others: JournalEntry[] = []): Promise<void> {
    const { resource } = this.tools.plan;
    const own = changes.map((change): JournalEntry => ({
      resource,
      id: change.id,
      action,
      differences: () => differences(resource, change, action),
    }));
    const audited = [...own, ...others].filter((entry) => entry.resource.audited);
    if (audited.length) await this.tools.journal.record(this.tx, audited, this.context, this.now);
  }

  /** 412 unless the stored object is the one that the client read. */
  private requireMatch(change: Change, tags: string[]): void {
    const answer = this.tools.plan.answerWhole({ ...change.before! }, change.sets);
    if (!tags.includes('*') && !tags.includes(etagOf(JSON.stringify(answer)))) throw new ApiError(412, 'stale');
  }
}

/** The links that any of the bodies speaks of. */
function linksOf({ names }: Plan, inputs: readonly Input[]): Link[] {
  const links = new Set<Link>();
  for (const { body } of inputs)
    names.visit(
      body,
      () => undefined,
      (_, link) => links.add(link),
    );
  return [...links];
}
