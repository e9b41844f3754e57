/** An object as it was: what is stored, with later changes undone one by one, the newest first. Pure. */
import type { Row, Scalar } from '../../database/database.js';
import type { Link, LinkSet, Plan, ResourceModel } from '../../engine/index.js';
import { setIn } from '../../events/change.js';
import type { Entry, Facts } from '../../events/entry.js';
import { movesOf, type Element, type Moves } from '../../events/other-ends.js';

/** A change of an object, or with `links` what a change elsewhere did to its link arrays. */
export interface PastEvent {
  number: number;
  objectId: number;
  entry: Entry;
  links: Readonly<Record<string, Moves>> | undefined;
}

type Values = Readonly<Record<string, unknown>>;

export class FormerObject {
  private constructor(
    readonly plan: Plan,
    readonly id: number,
    /** Whether there is such an object: live. */
    public isThere: boolean,
    /** Its visible columns, as stored. */
    private row: Row,
    /** Its links that are shown. */
    private sets: Map<Link, LinkSet>,
    /** False once it is seen that somebody else wrote in between. */
    public isExact = true,
    /** There is no such object since it was deleted, and not since there never was. */
    public wasDeleted = false,
    /** Columns and links of whose values something was taken out of the journal. */
    readonly redacted: Set<string> = new Set(),
  ) {}

  /** As it is stored now; `stored` is undefined where there is no row. */
  static now(
    plan: Plan,
    id: number,
    stored: Row | undefined,
    sets: ReadonlyMap<Link, LinkSet> = new Map(),
  ): FormerObject {
    const row: Row = {};
    for (const { name, hidden } of plan.resource.fields) if (!hidden) row[name] = stored?.[name] ?? null;
    row['id'] = id;
    const isThere = stored !== undefined && (stored['deleted_at'] ?? null) === null;
    return new FormerObject(plan, id, isThere, row, new Map(sets), true, stored !== undefined && !isThere);
  }

  clone(): FormerObject {
    return new FormerObject(
      this.plan,
      this.id,
      this.isThere,
      { ...this.row },
      new Map(this.sets),
      this.isExact,
      this.wasDeleted,
      new Set(this.redacted),
    );
  }

  /** The row as lists read it; a copy. */
  stored(): Row {
    return { ...this.row };
  }

  /** A set of one of its links that are shown. */
  set(link: Link): LinkSet | undefined {
    return this.sets.get(link);
  }

  /** What a single read answered. */
  answer(): Record<string, unknown> {
    return this.plan.answerWhole({ ...this.row }, this.sets);
  }

  /** Takes back the newest change that is not taken back yet. */
  undo({ entry, links }: PastEvent): void {
    if (links) return this.move(links, 'added', 'removed');
    const { action, facts } = entry;
    if (action === 'deleted') return this.reviveFrom(facts);
    this.compare(action === 'restored' ? facts.row : facts.after, facts.redacted);
    if (action === 'updated') this.undoUpdate(facts);
    else {
      this.isThere = false;
      this.wasDeleted = action === 'restored';
    }
  }

  /** A deleted object was what its entry says. */
  private reviveFrom(facts: Facts): void {
    const { before, links, created_at: created, updated_at: [updated] = [null, null] } = facts;
    const { plan } = this;
    this.redacted.clear();
    for (const name of facts.redacted ?? []) this.redacted.add(name);
    for (const { name, hidden, type } of plan.resource.fields) {
      // Times are told beside the values, if at all.
      if (hidden || type === 'timestamp' || name === 'id') continue;
      this.row[name] = (before[name] ?? null) as Scalar;
    }
    this.setTimes(created ?? null, updated);
    for (const link of plan.shown) this.sets.set(link, setIn(link, links?.[link.name]));
    this.isThere = true;
    this.wasDeleted = false;
  }

  private undoUpdate({ before, after, redacted = [], updated_at: [updated] = [null, null] }: Facts): void {
    for (const name of Object.keys({ ...before, ...after }))
      if (redacted.includes(name)) this.redacted.add(name);
      else this.redacted.delete(name);
    const { resource, shown } = this.plan;
    for (const { name, hidden } of resource.fields)
      if (!hidden && (name in before || name in after)) this.row[name] = (before[name] ?? null) as Scalar;
    for (const link of shown)
      if (link.name in before || link.name in after) this.sets.set(link, setIn(link, before[link.name]));
    this.setTimes(this.row['created_at'] ?? null, updated);
  }

  /** Carries out the change that follows; of links those whose sets it has. */
  redo({ entry: { action, facts }, links }: Pick<PastEvent, 'entry' | 'links'>): void {
    if (links) return this.move(links, 'removed', 'added');
    for (const name of facts.redacted ?? []) this.redacted.add(name);
    const [, updated] = facts.updated_at ?? [null, null];
    const { fields } = this.plan.resource;
    if (action === 'deleted') {
      this.isThere = false;
      this.wasDeleted = true;
      this.setTimes(this.row['created_at'] ?? null, updated);
      return;
    }
    const isWhole = action !== 'updated';
    const [values, sets] = action === 'restored' ? [facts.row, facts.links] : [facts.after, facts.after];
    for (const { name, hidden, type } of fields) {
      if (hidden || name === 'id' || (isWhole && type === 'timestamp')) continue;
      if (isWhole || name in facts.before || name in facts.after) this.row[name] = (values?.[name] ?? null) as Scalar;
    }
    for (const link of this.sets.keys()) {
      if (isWhole || (!link.pivot && (link.name in facts.before || link.name in facts.after)))
        this.sets.set(link, setIn(link, sets?.[link.name]));
      // What somebody else did to the set before is in both.
      else if (link.name in facts.after)
        this.move(
          { [link.name]: movesOf(setIn(link, facts.before[link.name]), setIn(link, facts.after[link.name])) },
          'removed',
          'added',
        );
    }
    const { created_at: created = updated } = facts;
    this.setTimes(isWhole ? created : (this.row['created_at'] ?? null), updated);
    this.isThere = true;
  }

  private move(links: Readonly<Record<string, Moves>>, out: keyof Moves, into: keyof Moves): void {
    for (const [link, set] of this.sets) {
      const moves = links[link.name];
      if (!moves) continue;
      const gone = new Set(moves[out].map(textOf));
      const left = (set as Element[]).filter((element) => !gone.has(textOf(element)));
      const there = new Set(left.map(textOf));
      const come = moves[into].filter((element) => !there.has(textOf(element)));
      this.sets.set(link, [...left, ...come].sort((a, b) => idOf(a) - idOf(b)) as LinkSet);
    }
  }

  private setTimes(created: Scalar, updated: Scalar): void {
    const { row } = this;
    if ('created_at' in row) row['created_at'] = created;
    if ('updated_at' in row) row['updated_at'] = updated;
    if ('deleted_at' in row) row['deleted_at'] = null;
  }

  /** What an entry left must be what the entry behind it found. */
  private compare(left: Values = {}, redacted: readonly string[] = []): void {
    if (!this.isThere) return;
    for (const [name, value] of Object.entries(left))
      if (
        name in this.row &&
        !redacted.includes(name) &&
        !this.redacted.has(name) &&
        !isSame(this.row[name]!, value as Scalar)
      )
        this.isExact = false;
  }
}

/** Returns true for values that are stored alike: a driver may give numbers as text. */
function isSame(one: Scalar, other: Scalar): boolean {
  if (one === other || String(one) === String(other)) return true;
  return one !== null && other !== null && one !== '' && other !== '' && Number(one) === Number(other);
}

const textOf = (element: Element): string => JSON.stringify(element);
const idOf = (element: Element): number => (typeof element === 'number' ? element : element.id);

/** The links of a resource by all names under which they are answered. */
export const linkNamed = (resource: ResourceModel, name: string): Link | undefined =>
  resource.links.find((link) => link.name === name || link.alsoShownAs.includes(name));
