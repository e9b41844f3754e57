/**
 * Stores exactly what a plan says, within one transaction, or finds out that the map has moved on since (feeding 5). Everything
 * that the plan relied upon is compared on locked rows before it is changed.
 */
import { setImmediate as otherTurns } from 'node:timers/promises';
import type { RequestContext } from '../../core/http/caller.js';
import type { Scalar, Transaction } from '../../database/database.js';
import { setLink, type Change, type Plans, type PreparedWrites, type ResourceService } from '../../engine/index.js';
import { identifyingOf, keysOf } from '../identity/rules.js';
import { extRefOf } from '../plan/identify.js';
import type { RecordWrite, Step, Target } from '../plan/changes.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import { rowsText } from '../plan/stored-text.js';
import { SqlMap, type SourceIds } from '../store/sql-map.js';
import { insertOrder } from './insert-order.js';
import { Moves, type Moved } from './moves.js';
import { Records, type Run } from './records.js';

/** Objects that are written together. */
const PORTION = 500;
/** Objects that take each other's names are written together: so many at most. */
const RENAMED = 5000;

/** What a plan holds that is stored. */
export interface PlanContents {
  readonly steps: readonly Step[];
  readonly records: readonly RecordWrite[];
  readonly seen: ReadonlyMap<string, readonly string[]>;
}

/** Where a plan is applied. */
export interface Place {
  readonly tx: Transaction;
  readonly plans: Plans;
  readonly kinds: Kinds;
  readonly sources: SourceIds;
  /** The writes of a type, by its path. */
  readonly serviceOf: (path: string) => ResourceService;
  /** Who applies it; `noted` goes into the journal. */
  readonly context: RequestContext;
  readonly run: Run;
  /** When the plan was made, or before, as stored. */
  readonly since: string;
  /** Called with how many of the changes are stored. */
  readonly progress?: (done: number) => void;
}

/** Applies a plan. Returns what has moved, of which 100 are told; nothing of the transaction may be stored then. */
export async function applyPlan(place: Place, contents: PlanContents): Promise<readonly Moved[]> {
  const application = new Application(place, contents);
  await application.run();
  return application.moves.list;
}

class Application {
  readonly moves = new Moves();
  private readonly ids = new Map<Target, number>();
  private readonly groups: ReadonlyMap<Kind, readonly Step[]>;
  private readonly records: Records;
  private readonly places: ReadonlyMap<Step, number>;
  private done = 0;

  constructor(
    private readonly place: Place,
    private readonly contents: PlanContents,
  ) {
    const groups = new Map<Kind, Step[]>();
    for (const step of contents.steps) {
      const kind = place.kinds.find(step.type)!;
      const group = groups.get(kind);
      if (group) group.push(step);
      else groups.set(kind, [step]);
    }
    this.groups = groups;
    this.places = new Map(contents.steps.map((step, i) => [step, i]));
    this.records = new Records(place, this.ids, this.moves);
  }

  /** Names that are given up are free before anybody takes them; whatever is pointed to is there before. */
  async run(): Promise<void> {
    await this.records.compare(this.contents.records);
    await this.each('create', (kind, steps) => this.compareUnknown(kind, steps));
    await this.each('delete', (kind, steps) => this.destroy(kind, steps));
    await this.each('update', (kind, steps) => this.change(kind, steps, 'rename'), renames, RENAMED);
    await this.each('restore', (kind, steps) => this.change(kind, steps, 'restore'));
    for (const kind of insertOrder([...this.groups.keys()], (of) => this.of(of, 'create'))) {
      for (const steps of portionsOf(this.of(kind, 'create'), PORTION)) await this.turn(() => this.insert(kind, steps));
    }
    await this.each('create', (kind, steps) => this.complete(kind, steps));
    await this.each('restore', (kind, steps) => this.change(kind, steps, 'rest'), hasRest);
    await this.each(
      'update',
      (kind, steps) => this.change(kind, steps, 'rest'),
      (step, kind) => !renames(step, kind) || hasRest(step, kind),
    );
    await this.each('mark', (kind, steps) => this.change(kind, steps, 'rest'));
    if (!this.moves.any) await this.records.write(this.contents.records, this.contents.seen);
  }

  private of(kind: Kind, action: Step['change']['action']): Step[] {
    return (this.groups.get(kind) ?? []).filter((step) => step.action === action);
  }

  /** Does something with all steps of an action, type by type, in portions; others have their turn between two. */
  private async each(
    action: Step['change']['action'],
    work: (kind: Kind, steps: readonly Step[]) => Promise<void>,
    which: (step: Step, kind: Kind) => boolean = () => true,
    size = PORTION,
  ): Promise<void> {
    for (const kind of this.groups.keys()) {
      const steps = this.of(kind, action).filter((step) => which(step, kind));
      for (const some of portionsOf(steps, size)) await this.turn(() => work(kind, some));
    }
  }

  private async turn(work: () => Promise<void>): Promise<void> {
    if (this.moves.isFull) return;
    await work();
    this.place.progress?.(this.done);
    await otherTurns();
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
        const step = this.contents.steps[Number(place)] ?? steps[0]!;
        this.moves.add(step.change, field, valueShown(step, field), phrases[0]!);
      }
    }
  }

  private prefix = (step: Step): string => `items.${this.places.get(step)!}.`;

  /** New objects are sought once more: somebody may have made them meanwhile. */
  private async compareUnknown(kind: Kind, steps: readonly Step[]): Promise<void> {
    const { tx, plans, kinds, sources, run } = this.place;
    // What was there when the plan was made was found then.
    const map = new SqlMap(tx, plans, kinds, run.source.name, sources, this.place.since);
    const marks = new Map<string, Step>();
    if (kind.fields.has('ext_refs')) {
      for (const step of steps) {
        const { ref } = step;
        if (ref !== undefined) marks.set(extRefOf(run.source.name, ref), step);
      }
    }
    if (marks.size) {
      for (const [mark, ids] of await map.byExtRef(kind.path, [...marks.keys()]))
        this.moves.add(marks.get(mark)!.change, 'ext_refs', null, ids[0]!);
    }
    const columns = identifyingOf(kind.resource);
    for (const rule of new Set(steps.flatMap(({ rules = [] }) => rules))) {
      const byKey = new Map<string, Step>();
      for (const step of steps) {
        if (!step.rules?.includes(rule)) continue;
        for (const key of keysOf(rule, columns, (name) => step.values[name] as Scalar | undefined))
          byKey.set(key, step);
      }
      for (const [key, ids] of await map.byKeys(kind.path, rule, [...byKey.keys()]))
        this.moves.add(byKey.get(key)!.change, columns.label ?? null, null, ids[0]!);
    }
  }

  private async insert(kind: Kind, steps: readonly Step[]): Promise<void> {
    const writes = this.writes(kind);
    const changes = steps.map((step) => {
      const change = writes.blank(this.prefix(step));
      for (const [name, value] of Object.entries(step.values)) {
        const field = kind.fields.get(name);
        const stored = field && this.known(kind, name, value as Scalar);
        if (stored !== undefined) change.set(field!, stored);
      }
      return change;
    });
    await this.write(steps, writes, async () => {
      await writes.insert(changes);
      steps.forEach((step, i) => this.ids.set(step.target, changes[i]!.id));
    });
  }

  /** What new objects point to is there now. */
  private async complete(kind: Kind, steps: readonly Step[]): Promise<void> {
    if (this.moves.any) return;
    const writes = this.writes(kind);
    const now = this.place.run.now;
    const changes = steps.map((step) => {
      const change = writes.blank(this.prefix(step));
      change.id = change.after['id'] = this.ids.get(step.target)!;
      Object.assign(change.after, { created_at: now, updated_at: now });
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
    for (const [id, step] of byId) {
      const change = found.get(id);
      const isDeleted = change ? (change.before!['deleted_at'] ?? null) !== null : undefined;
      if (!change || isDeleted !== (part === 'restore')) {
        this.moves.add(step.change, null, part === 'restore' ? 'deleted' : 'live', isDeleted ? 'deleted' : 'gone');
        continue;
      }
      const isFirst = part !== 'rest' || !comesFirst(step, kind);
      if (isFirst) this.compareValues(kind, step, change);
      for (const [name, value] of Object.entries(step.values)) {
        const field = kind.fields.get(name);
        const waits = isNew(kind, name, value as Scalar);
        if (field && (part === 'rest' ? isFirst || waits : !waits))
          change.set(field, this.known(kind, name, value as Scalar) ?? null);
      }
      if (!linked) continue;
      this.compareLinks(step, change);
      this.setLinks(kind, step, change);
    }
    const changed = part === 'restore' ? changes : changes.filter(({ any }) => any);
    await this.write(steps, writes, () => (part === 'restore' ? writes.restore(changed) : writes.update(changed)));
    if (part === 'rest') this.done += steps.length;
  }

  private async destroy(kind: Kind, steps: readonly Step[]): Promise<void> {
    const writes = this.writes(kind);
    const byId = new Map(steps.map((step) => [step.target as number, step]));
    const links = kind.resource.links.filter(({ name }) => steps.some(({ before }) => name in before));
    const changes = await writes.locked([...byId.keys()], links, (id) => this.prefix(byId.get(id)!));
    const found = new Map(changes.map((change) => [change.id, change]));
    for (const [id, step] of byId) {
      const change = found.get(id);
      if (!change || (change.before!['deleted_at'] ?? null) !== null) {
        this.moves.add(step.change, null, 'live', change ? 'deleted' : 'gone');
        continue;
      }
      this.compareValues(kind, step, change);
      for (const [{ name }, set] of change.sets) {
        const expected = step.before[name];
        if (expected !== undefined && JSON.stringify(set) !== expected)
          this.moves.add(step.change, name, JSON.parse(String(expected)), set);
      }
    }
    await this.write(steps, writes, () => writes.destroy(changes));
    this.done += steps.length;
  }

  /** Every value that the plan changes is still as it was shown. */
  private compareValues(kind: Kind, step: Step, { before: row }: Change): void {
    for (const [name, expected] of Object.entries(step.before)) {
      if (!kind.fields.has(name)) continue;
      const stored = row![name] ?? null;
      if (stored !== expected) this.moves.add(step.change, name, expected, stored);
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
      const { add = [], remove = [] } = step.links[link.name] ?? {};
      const there = new Set(set as number[]);
      for (const id of add) if (there.has(id as number)) this.moves.add(step.change, link.name, null, id);
      for (const id of remove) if (!there.has(id)) this.moves.add(step.change, link.name, id, null);
    }
  }

  private setLinks(kind: Kind, step: Step, change: Change): void {
    for (const [name, { add, remove }] of Object.entries(step.links)) {
      const link = kind.links.get(name)!;
      const added = add.map((target) => this.idOf(target)).filter((id) => id !== undefined);
      const gone = new Set(remove);
      const before = (change.sets.get(link) ?? []) as readonly number[];
      setLink(change, link, [...before.filter((id) => !gone.has(id)), ...added], added, [...remove]);
    }
    for (const [name, value] of Object.entries(step.values)) {
      const link = kind.links.get(name);
      if (link?.items) setLink(change, link, JSON.parse(String(value)) as Scalar[][], [], []);
    }
  }

  private idOf(target: Target): number | undefined {
    return typeof target === 'number' ? target : this.ids.get(target);
  }

  /** A value as it is stored; undefined where it points to an object that is not there yet. */
  private known(kind: Kind, name: string, value: Scalar): Scalar | undefined {
    return isNew(kind, name, value) ? this.ids.get(value as Target) : value;
  }
}

/** Points to an object that the plan makes. */
const isNew = (kind: Kind, name: string, value: Scalar): boolean =>
  typeof value === 'string' && kind.fields.get(name)?.ref !== undefined;

/** It changes its name. */
const renames = ({ values }: Step, kind?: Kind): boolean => kind?.label !== undefined && kind.label.name in values;

/** Something of it is stored before new objects are there. */
const comesFirst = (step: Step, kind: Kind): boolean =>
  step.action === 'restore' || (step.action === 'update' && renames(step, kind));

/** Something of it waits for new objects, or is a link. */
const hasRest = ({ values, links }: Step, kind: Kind): boolean =>
  Object.keys(links).length > 0 ||
  Object.entries(values).some(([name, value]) => !kind.fields.has(name) || isNew(kind, name, value as Scalar));

/** What the plan wanted of a field. */
const valueShown = ({ values }: Step, field: string | null): unknown =>
  field === null ? null : (values[field] ?? null);

function* portionsOf<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
