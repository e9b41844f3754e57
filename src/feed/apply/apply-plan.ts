/**
 * Stores exactly what a plan says, within one transaction, or finds out that the map has moved on since (feeding 5). Everything
 * that the plan relied upon is compared on locked rows before it is changed.
 */
import type { RequestContext } from '../../core/http/caller.js';
import { portions } from '../../core/portions.js';
import { fold } from '../../core/text/fold.js';
import { Turns } from '../../core/turns.js';
import type { Scalar, Transaction } from '../../database/database.js';
import {
  HOME,
  idsIn,
  setLink,
  worded,
  type Change,
  type Link,
  type LinkSet,
  type Plans,
  type PreparedWrites,
  type ResourceService,
  type Worded,
} from '../../engine/index.js';
import { WEAK } from '../identity/evidence.js';
import { identifyingOf, keysOf, type RuleName } from '../identity/rules.js';
import { extRefOf } from '../plan/identify.js';
import type { FeedPlan, Step, Target } from '../plan/changes.js';
import { entryOf, grouped, listOf, setOfKey } from '../plan/groups.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import { rowsText } from '../plan/stored-text.js';
import { saysElement } from '../plan/weigh.js';
import type { HomeScope } from '../store/home-scope.js';
import { SqlMap, type SourceIds } from '../store/sql-map.js';
import { insertOrder } from './insert-order.js';
import { Moves } from './moves.js';
import { renameOrder, type Renamed } from './rename-order.js';
import { Records, type Run } from './records.js';
import type { Applied, BeforeRecord, Words } from './before.js';

/** Objects that are written together. */
const PORTION = 1000;
/** Elements of links that are written together. */
const ELEMENTS = 50_000;

/** What a plan holds that is stored. */
export type PlanContents = Pick<FeedPlan, 'steps' | 'records' | 'seen'>;

/** Where a plan is applied. */
export interface Place {
  readonly tx: Transaction;
  readonly plans: Plans;
  readonly kinds: Kinds;
  readonly sources: SourceIds;
  /** What of the map there is for whoever applies it, and where new objects are at home. */
  readonly homes: HomeScope;
  /** The writes of a type, by its path. */
  readonly serviceOf: (path: string) => ResourceService;
  /** Who applies it; `noted` goes into the journal. */
  readonly context: RequestContext;
  readonly run: Run;
  /** When the plan was made, or before, as stored. */
  readonly since: string;
  /** Takes what records were before the plan changed them. */
  readonly before?: (record: BeforeRecord) => Promise<void>;
  /** Called with how many of the changes are stored. */
  readonly progress?: (done: number) => void;
}

/**
 * Applies a plan. Returns what became of it; where anything has moved, of which `most` are told, nothing of the transaction may be
 * stored.
 */
export async function applyPlan(place: Place, contents: PlanContents, most?: number): Promise<Applied> {
  const application = new Application(place, contents, most);
  await application.run();
  const { moves, ids } = application;
  return {
    ...{ moved: moves.list, ids },
    stampOf: (type, id) => application.stampOf(type, id),
    wordsOf: (type, id, link) => application.removed.get(`${type} ${id} ${link}`),
  };
}

/** Steps that are written together: fewer where they change very many links. */
function* lightPortions(steps: readonly Step[]): Iterable<readonly Step[]> {
  let portion: Step[] = [];
  let elements = 0;
  for (const step of steps) {
    portion.push(step);
    for (const name in step.links) {
      const { add, remove, words = [] } = step.links[name]!;
      elements += add.length + remove.length + words.length;
    }
    if (portion.length < PORTION && elements < ELEMENTS) continue;
    yield portion;
    portion = [];
    elements = 0;
  }
  if (portion.length) yield portion;
}

class Application {
  readonly moves: Moves;
  readonly ids = new Map<Target, number>();
  /** The steps by type and action. */
  private readonly groups = new Map<Kind, Map<Step['action'], Step[]>>();
  private readonly records: Records;
  private readonly turns = new Turns();
  /** When objects were changed, as stored, by their ids. */
  private readonly stamps = new Map<Kind, Map<number, Scalar>>();
  /** The words of pairs that went, by type, object and link. */
  readonly removed = new Map<string, Words>();
  /** The objects that were deleted or brought back, by type: links to them show no more, or again. */
  private readonly deletedOrRestored = new Map<string, Set<Target>>();
  /** The places of new objects that point to some that were not there yet. */
  private readonly waiting = new Set<number>();
  /** Columns of new objects that point to others. */
  private readonly pointing = new Map<Kind, Set<string>>();
  private done = 0;

  constructor(
    private readonly place: Place,
    private readonly contents: PlanContents,
    most?: number,
  ) {
    this.moves = new Moves(most);
    this.records = new Records(place, this.ids, this.moves);
  }

  /** Names that are given up are free before anybody takes them; whatever is pointed to is there before. */
  async run(): Promise<void> {
    await this.turns.each(this.contents.steps, (step) =>
      listOf(entryOf(this.groups, this.place.kinds.find(step.type)!), step.action).push(step),
    );
    await this.records.compare(this.contents.records);
    for (const kind of this.groups.keys()) await this.turn(() => this.compareUnknown(kind));
    // Objects that go may be linked to each other: all of them are compared before the first goes.
    await this.each('delete', (kind, steps) => this.compareDeleted(kind, steps));
    // An object that the run to be undone brought back and changed is changed back before it is deleted again.
    await this.each(
      'delete',
      (kind, steps) => this.change(kind, steps, 'rest'),
      (step) => step.goesBack === true,
    );
    await this.each('delete', (kind, steps) => this.destroy(kind, steps));
    await this.rename();
    await this.each('restore', (kind, steps) => this.change(kind, steps, 'restore'));
    for (const kind of insertOrder([...this.groups.keys()], this.pointing)) {
      for (const steps of lightPortions(this.groups.get(kind)?.get('create') ?? []))
        await this.turn(() => this.insert(kind, steps));
    }
    if (this.waiting.size)
      await this.each(
        'create',
        (kind, steps) => this.complete(kind, steps),
        ({ place }) => this.waiting.has(place),
      );
    await this.each('restore', (kind, steps) => this.change(kind, steps, 'rest'), hasRest);
    await this.each(
      'update',
      (kind, steps) => this.change(kind, steps, 'rest'),
      (step, kind) => !renames(step, kind) || hasRest(step, kind),
    );
    await this.each('mark', (kind, steps) => this.change(kind, steps, 'rest'));
    if (!this.moves.any) await this.records.write(this.contents.records, this.contents.seen, this.stamps);
  }

  stampOf(type: string, id: number): Scalar {
    return this.stamps.get(this.place.kinds.find(type)!)?.get(id) ?? null;
  }

  /** Notes when objects were changed. No link that is fed changes the objects at its other end: those stand in their own columns. */
  private stamp(kind: Kind, changes: readonly Change[]): void {
    const stamps = entryOf(this.stamps, kind);
    for (const { id, after } of changes) stamps.set(id, after['updated_at'] as string);
  }

  /** The steps of an action, portion by portion. */
  private of(kind: Kind, action: Step['action']): Iterable<readonly Step[]> {
    return portions(this.groups.get(kind)?.get(action) ?? [], PORTION);
  }

  /** Does something with all steps of an action, type by type, in portions; others have their turn between two. */
  private async each(
    action: Step['action'],
    work: (kind: Kind, steps: readonly Step[]) => Promise<void>,
    which: (step: Step, kind: Kind) => boolean = () => true,
  ): Promise<void> {
    for (const [kind, actions] of this.groups) {
      const steps: Step[] = [];
      await this.turns.each(actions.get(action) ?? [], (step) => which(step, kind) && steps.push(step));
      for (const some of lightPortions(steps)) await this.turn(() => work(kind, some));
    }
  }

  private async turn(work: () => Promise<void>): Promise<void> {
    if (this.moves.isFull) return;
    await work();
    this.place.progress?.(this.done);
    await this.turns.rest();
  }

  private writes(kind: Kind): PreparedWrites {
    return this.place.serviceOf(kind.path).prepared(this.place.tx, this.place.context);
  }

  /** Runs a write; what its rules refuse is what has moved since the plan was made. */
  private async write(steps: readonly Step[], writes: PreparedWrites, work: () => Promise<void>): Promise<void> {
    if (this.moves.any) return;
    try {
      await work();
    } catch (error) {
      if (!writes.problems.any) throw error;
      for (const [key, phrases] of writes.problems.toError().errors) {
        const [place, field = null] = key.replace(/^items\./, '').split('.');
        const step = steps.find((one) => one.place === Number(place)) ?? steps[0]!;
        this.moves.add(step.change, field, valueShown(step, field), phrases[0]!);
      }
    }
  }

  private prefix = ({ place }: Step): string => `items.${place}.`;

  /** New objects are sought once more: somebody may have made them meanwhile. */
  private async compareUnknown(kind: Kind): Promise<void> {
    const { tx, plans, kinds, sources, run, since, homes } = this.place;
    // What was there when the plan was made was found then.
    const map = new SqlMap(tx, plans, kinds, run.source.name, sources, since, homes);
    const columns = identifyingOf(kind.resource);
    const hasMarks = kind.fields.has('ext_refs');
    // The write itself refuses a name that is unique and taken.
    const guarded = kind.label?.rules.uniqueLive ? 'name' : undefined;
    /** The places of steps, by what they are found by. */
    const marks = new Map<string, number>();
    const keys = new Map<RuleName, Map<string, number>>();
    const pointing = new Set<string>();
    const isMixed = this.groups.size > 1;
    for (const steps of this.of(kind, 'create')) {
      await this.turns.each(steps, (step) => {
        const { place, ref, rules = [] } = step;
        // Its name is at hand; all else takes reading what it will hold.
        const valueOf = (column: string): Scalar | undefined =>
          column === columns.label ? step.name : (step.values[column] as Scalar | undefined);
        if (hasMarks && ref !== undefined) marks.set(extRefOf(run.source.name, ref), place);
        for (const rule of rules) {
          // By a weak key alone nothing is one.
          if (rule === guarded || WEAK.has(rule)) continue;
          for (const key of keysOf(rule, columns, valueOf)) entryOf(keys, rule).set(key, place);
        }
        if (isMixed)
          for (const { name } of kind.references) if (typeof step.values[name] === 'string') pointing.add(name);
      });
    }
    this.pointing.set(kind, pointing);
    const changeAt = (place: number): Step['change'] => this.contents.steps[place]!.change;
    if (marks.size) {
      for (const [mark, ids] of await map.byExtRef(run.source.name, kind.path, marks))
        this.moves.add(changeAt(marks.get(mark)!), 'ext_refs', null, ids[0]!);
    }
    for (const [rule, places] of keys) {
      for (const [key, ids] of await map.byKeys(kind.path, rule, [...places.keys()]))
        this.moves.add(changeAt(places.get(key)!), columns.label ?? null, null, ids[0]!);
    }
  }

  /** Makes new objects; those are complete that point to nothing that is still to come. */
  private async insert(kind: Kind, steps: readonly Step[]): Promise<void> {
    const writes = this.writes(kind);
    const changes = steps.map((step) => {
      const change = writes.blank(this.prefix(step));
      const home = this.homeOf(kind);
      if (home !== undefined) change.set(kind.fields.get(HOME)!, home);
      for (const [name, value] of Object.entries(step.values)) {
        const field = kind.fields.get(name);
        const stored = field && this.known(kind, name, value as Scalar);
        if (stored !== undefined) change.set(field!, stored);
        else if (field) this.waiting.add(step.place);
      }
      return change;
    });
    await this.write(steps, writes, async () => {
      await writes.insert(changes);
      this.stamp(kind, changes);
      steps.forEach(({ target }, i) => this.ids.set(target, changes[i]!.id));
      const complete = changes.filter((change, i) => {
        const step = steps[i]!;
        const isComplete = !this.waiting.has(step.place) && this.knowsLinks(step);
        if (isComplete) this.setLinks(kind, step, change);
        else this.waiting.add(step.place);
        // All of them are stored.
        change.columns.clear();
        return isComplete;
      });
      if (complete.length) await writes.complete(complete);
      this.done += complete.length;
    });
  }

  /** What these new objects point to is there now. */
  private async complete(kind: Kind, steps: readonly Step[]): Promise<void> {
    if (this.moves.any) return;
    const writes = this.writes(kind);
    const changes = steps.map((step) => {
      const change = writes.blank(this.prefix(step));
      change.id = change.after['id'] = this.ids.get(step.target)!;
      const home = this.homeOf(kind);
      if (home !== undefined) change.after[HOME] = home;
      for (const [name, value] of Object.entries(step.values)) {
        const field = kind.fields.get(name);
        if (!field) continue;
        // What waited for another new object is written now; all else stands there.
        if (isNew(kind, name, value as Scalar)) change.set(field, this.known(kind, name, value as Scalar)!);
        else change.after[name] = value as Scalar;
      }
      this.setLinks(kind, step, change);
      return change;
    });
    await this.write(steps, writes, () => writes.complete(changes));
    this.done += steps.length;
  }

  /**
   * Changes objects that are there. `rename` and `restore`: they come first, with all that does not point to a new object;
   * `rest`: what is left.
   */
  private async change(kind: Kind, steps: readonly Step[], part: 'rename' | 'restore' | 'rest'): Promise<void> {
    const writes = this.writes(kind);
    const byId = new Map(steps.map((step) => [step.target as number, step]));
    const linked = part === 'rest';
    const names = new Set(steps.flatMap(({ links, values }) => [...Object.keys(links), ...Object.keys(values)]));
    const links = linked ? kind.resource.links.filter(({ name }) => names.has(name)) : [];
    const changes = await writes.locked([...byId.keys()], links, (id) => this.prefix(byId.get(id)!));
    const found = new Map(changes.map((change) => [change.id, change]));
    const held = await this.heldOf(kind, [...byId.keys()]);
    await this.turns.each(byId, ([id, step]) => {
      const change = found.get(id);
      const isDeleted = change ? (change.before!['deleted_at'] ?? null) !== null : undefined;
      // Once anything has moved nothing is written: what was to come back before is deleted still.
      const isAway = this.moves.any && step.action === 'restore';
      if (!change || (isDeleted !== (part === 'restore') && !isAway)) {
        this.moves.add(step.change, null, part === 'restore' ? 'deleted' : 'live', isDeleted ? 'deleted' : 'gone');
        return;
      }
      const isFirstVisit = part !== 'rest' || !hasEarlyPart(step, kind);
      if (isFirstVisit) {
        this.compareValues(kind, step, change);
        for (const name of held.get(id) ?? [])
          if (name in step.values || name in step.links) this.moves.add(step.change, name, null, 'hold');
      }
      for (const [name, value] of Object.entries(step.values)) {
        const field = kind.fields.get(name);
        // Its name is nobody's while it is deleted; until then somebody may have it.
        if (step.goesBack && kind.isUnique(name)) continue;
        const waits = isNew(kind, name, value as Scalar);
        if (field && (part === 'rest' ? isFirstVisit || waits : !waits))
          change.set(field, this.known(kind, name, value as Scalar) ?? null);
      }
      this.compareHidden(kind, step, change);
      if (!linked) return;
      this.compareLinks(step, change);
      this.setLinks(kind, step, change);
    });
    if (linked) await this.compareFarEnds(kind, steps);
    const changed = part === 'restore' ? changes : changes.filter(({ any }) => any);
    if (part === 'restore') for (const { id } of changes) setOfKey(this.deletedOrRestored, kind.path).add(id);
    await this.write(steps, writes, async () => {
      await (part === 'restore' ? writes.restore(changed) : writes.update(changed));
      this.stamp(kind, changed);
    });
    // Each counts with the last that is done of it; what goes counts when it is gone.
    const isLast = (step: Step): boolean => (part === 'rest' ? step.action !== 'delete' : !hasRest(step, kind));
    this.done += steps.filter(isLast).length;
  }

  /** Notes as moved the links to be removed that another source states by now from their other end. */
  private async compareFarEnds(kind: Kind, steps: readonly Step[]): Promise<void> {
    const { tx, plans, kinds, run, sources } = this.place;
    for (const link of kind.resource.links) {
      const far = kinds.farOf(link);
      const ids = far ? steps.flatMap(({ links }) => links[link.name]?.remove ?? []) : [];
      if (!far || !ids.length) continue;
      const map = new SqlMap(tx, plans, kinds, run.source.name, sources);
      const said = (await map.records(link.target, [...new Set(ids)])).filter(
        ({ source, missing }) => source !== run.source.name && !missing,
      );
      const byId = grouped(said, ({ id }) => id);
      for (const { change, target, links } of steps) {
        for (const id of links[link.name]?.remove ?? []) {
          const by = byId.get(id)?.find((record) => saysElement(record, far.name, target as number));
          if (by) this.moves.add(change, link.name, null, by.source);
        }
      }
    }
  }

  /** Columns and links that people keep from all sources, by object. */
  private async heldOf(kind: Kind, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const { tx, plans, kinds, run, sources } = this.place;
    const marks = await new SqlMap(tx, plans, kinds, run.source.name, sources).marks(kind.path, ids);
    const held = new Map<number, string[]>();
    for (const { id, field, kind: mark } of marks) if (mark === 'hold') listOf(held, id).push(field);
    return held;
  }

  /** Nobody has worked on the objects that are to be deleted. */
  private async compareDeleted(kind: Kind, steps: readonly Step[]): Promise<void> {
    const writes = this.writes(kind);
    const byId = new Map(steps.map((step) => [step.target as number, step]));
    const links = kind.resource.links.filter(({ name }) => steps.some(({ before }) => name in before));
    const changes = await writes.locked([...byId.keys()], links, (id) => this.prefix(byId.get(id)!));
    const found = new Map(changes.map((change) => [change.id, change]));
    const held = await this.heldOf(kind, [...byId.keys()]);
    for (const [id, step] of byId) {
      for (const name of held.get(id) ?? []) this.moves.add(step.change, name, null, 'hold');
      const change = found.get(id);
      if (!change || (change.before!['deleted_at'] ?? null) !== null) {
        this.moves.add(step.change, null, 'live', change ? 'deleted' : 'gone');
        continue;
      }
      this.compareValues(kind, step, change);
      for (const [{ name, pivot }, set] of change.sets) {
        const expected = step.before[name];
        // The plan knows who is linked, not what a pair says beside.
        const stored = pivot ? idsIn(set) : set;
        if (expected !== undefined && JSON.stringify(stored) !== expected)
          this.moves.add(step.change, name, JSON.parse(String(expected)), stored);
      }
    }
  }

  private async destroy(kind: Kind, steps: readonly Step[]): Promise<void> {
    const writes = this.writes(kind);
    const byId = new Map(steps.map((step) => [step.target as number, step]));
    const changes = await writes.locked([...byId.keys()], [], (id) => this.prefix(byId.get(id)!));
    for (const change of changes) {
      const { id } = change;
      setOfKey(this.deletedOrRestored, kind.path).add(id);
      const { goesBack, values } = byId.get(id)!;
      for (const name in goesBack ? values : {})
        if (kind.isUnique(name)) change.set(kind.fields.get(name)!, values[name] as Scalar);
    }
    await this.write(steps, writes, async () => {
      await writes.destroy(changes);
      this.stamp(kind, changes);
    });
    this.done += steps.length;
  }

  /** Changes the objects whose names change: each after those that give up the name that it takes. */
  private async rename(): Promise<void> {
    const { steps: all } = this.contents;
    for (const kind of this.groups.keys()) {
      const renamed: Renamed[] = [];
      const label = kind.label?.name;
      if (label === undefined) continue;
      for (const steps of this.of(kind, 'update')) {
        for (const { place, values, before } of steps.filter((step) => renames(step, kind)))
          renamed.push({ place, takes: nameOf(values[label]), gives: nameOf(before[label]) });
        await this.turns.rest();
      }
      for (const places of renameOrder(renamed, PORTION)) {
        const steps = places.map((place) => all[place]!);
        await this.turn(() => this.change(kind, steps, 'rename'));
      }
    }
  }

  /** Every value that the plan changes is still as it was shown. */
  private compareValues(kind: Kind, step: Step, { before: row }: Change): void {
    for (const [name, expected] of Object.entries(step.before)) {
      if (!kind.fields.has(name)) continue;
      const stored = row![name] ?? null;
      if (stored !== expected) this.moves.add(step.change, name, expected, stored);
    }
  }

  /** What the plan changes points to nothing that whoever applies it does not see: that is kept. */
  private compareHidden(kind: Kind, step: Step, { hidden }: Change): void {
    for (const { name } of hidden.columns) if (name in step.values) this.moves.add(step.change, name, null, null);
    for (const [{ name }, ids] of hidden.links) {
      const { remove = [], words = [] } = step.links[name] ?? {};
      const isTouched = [...remove, ...words.map(([id]) => id)].some((id) => ids.has(id as number));
      if (isTouched && kind.links.has(name)) this.moves.add(step.change, name, null, null);
    }
  }

  /** Every element that comes is not there yet, and every one that goes is; small rows are as they were. */
  private compareLinks(step: Step, { sets }: Change): void {
    for (const [link, set] of sets) {
      if (link.items) {
        const stored = rowsText(set as Scalar[][]);
        const expected = step.before[link.name];
        if (expected !== undefined && stored !== expected) this.moves.add(step.change, link.name, expected, stored);
        continue;
      }
      const { add = [], remove = [], words = [] } = step.links[link.name] ?? {};
      const there = new Set(idsIn(set));
      const deletedOrRestored = this.deletedOrRestored.get(link.target);
      const isAsShown = (id: Target, was: boolean): boolean =>
        there.has(id as number) === was || (deletedOrRestored?.has(id) ?? false);
      for (const id of add) if (!isAsShown(id, false)) this.moves.add(step.change, link.name, null, id);
      for (const id of remove) if (!isAsShown(id, true)) this.moves.add(step.change, link.name, id, null);
      const stored = wordsOf(link, set);
      for (const [id, , before] of words)
        if (before !== null && stored.get(id) !== before)
          this.moves.add(step.change, link.name, before, stored.get(id) ?? null);
    }
  }

  private setLinks(kind: Kind, step: Step, change: Change): void {
    for (const [name, { add, remove, words = [] }] of Object.entries(step.links)) {
      const link = kind.links.get(name)!;
      const stored = change.sets.get(link) ?? [];
      const before = idsIn(stored);
      const [there, gone] = [new Set(before), new Set(remove)];
      const value = link.pivot?.value;
      const had = value ? (stored as Worded[]).filter(({ id }) => gone.has(id)) : [];
      if (had.length)
        this.removed.set(
          `${kind.path} ${change.id} ${name}`,
          had.map((one) => [one.id, String(one[value!.name])] as const),
        );
      const isNew = (id: number | undefined): id is number => id !== undefined && !there.has(id);
      const added = add.map((target) => this.idOf(target)).filter(isNew);
      const left = before.filter((id) => !gone.has(id));
      const said = new Map(words.map(([target, word]) => [this.idOf(target)!, word]));
      // A pair that is to carry another word goes, and comes again with that.
      const changed = words.flatMap(([target, , before]) => (before === null ? [] : [target as number]));
      const after = setOf(link, stored, [...left, ...added], said);
      setLink(change, link, after, [...added, ...changed], [...remove, ...changed]);
    }
    for (const [name, value] of Object.entries(step.values)) {
      const link = kind.links.get(name);
      if (link?.items) setLink(change, link, JSON.parse(String(value)) as Scalar[][], [], []);
    }
  }

  /** Where new objects of a type are at home; undefined where they have none. */
  private homeOf({ fields }: Kind): number | undefined {
    return fields.has(HOME) ? this.place.homes.home : undefined;
  }

  private knowsLinks({ links }: Step): boolean {
    for (const name in links) if (links[name]!.add.some((target) => this.idOf(target) === undefined)) return false;
    return true;
  }

  private idOf(target: Target): number | undefined {
    return typeof target === 'number' ? target : this.ids.get(target);
  }

  /** A value as it is stored; undefined where it points to an object that is not there yet. */
  private known(kind: Kind, name: string, value: Scalar): Scalar | undefined {
    return isNew(kind, name, value) ? this.ids.get(value as Target) : value;
  }
}

/** The words that pairs carry, by the ids. */
function wordsOf({ pivot }: Link, set: LinkSet): ReadonlyMap<unknown, unknown> {
  const value = pivot?.value;
  return new Map(value ? (set as Worded[]).map((one) => [one.id, one[value.name]]) : []);
}

/** A set with these ids: pairs carry the word that is said, else the one that they have; new ones the first. */
function setOf({ pivot }: Link, stored: LinkSet, ids: number[], said: ReadonlyMap<number, string>): LinkSet {
  const value = pivot?.value;
  if (!value) return ids;
  const known = new Map((stored as Worded[]).map((element) => [element.id, element]));
  return ids.map((id) =>
    said.has(id) ? worded(value, id, said.get(id)) : (known.get(id) ?? worded(value, id, undefined)),
  );
}

/** Points to an object that the plan makes. */
const isNew = (kind: Kind, name: string, value: Scalar): boolean =>
  typeof value === 'string' && kind.fields.get(name)?.ref !== undefined;

/** It changes its name. */
const renames = ({ values }: Step, kind?: Kind): boolean => kind?.label !== undefined && kind.label.name in values;

/** A name as names are compared; undefined for none. */
const nameOf = (value: unknown): string | undefined => (typeof value === 'string' ? fold(value) : undefined);

/** Something of it is stored before new objects are there. */
const hasEarlyPart = (step: Step, kind: Kind): boolean =>
  step.action === 'restore' || (step.action === 'update' && renames(step, kind));

/** Something of it waits for new objects, or is a link. */
const hasRest = ({ values, links }: Step, kind: Kind): boolean =>
  Object.keys(links).length > 0 ||
  Object.entries(values).some(([name, value]) => !kind.fields.has(name) || isNew(kind, name, value as Scalar));

/** What the plan wanted of a field. */
const valueShown = ({ values }: Step, field: string | null): unknown =>
  field === null ? null : (values[field] ?? null);
