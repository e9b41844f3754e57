/** One object that a plan is about: what a source says of it, and what becomes of it. */
import type { HeldItem } from '../document/held-item.js';
import type { Item } from '../document/model.js';
import type { Scalar } from '../../database/database.js';
import { keysOf, type RuleName } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, FieldMark, Says, StoredObject } from './map-view.js';
import type { Message } from '../../core/i18n/messages.js';
import type { Action, Finding, NewRecord, Target } from './changes.js';
import { listText } from './stored-text.js';

/** What a pointer led to: an object of the plan, or the id of one of the map. */
export type Resolved = Draft | number;

/** What a reference or an element of a link seeks. */
export interface Sight {
  /** Path of the type that is pointed to. */
  readonly type: string;
  readonly by: 'id' | 'ref' | 'name' | 'match' | 'ip';
  readonly id?: number;
  /** A ref, a name or an address. */
  readonly text?: string;
  readonly source?: string;
  readonly match?: Readonly<Record<string, Scalar>>;
  readonly otherwise?: 'refuse' | 'create' | 'drop';
  /** As it was said. */
  readonly raw: unknown;
  /** What it led to, once it has been followed. */
  to?: Resolved;
  /** That was found in the map. */
  isInMap?: boolean;
  /** What is wrong with it, in place of that: the same for all that have it. */
  problem?: Problem;
  /** The same, where that is not there yet. */
  need?: Need;
}

/** Why a pointer leads to nothing. */
interface Problem {
  /** `warning`: it is dropped. */
  readonly level: 'error' | 'warning';
  readonly code: 'ambiguous' | 'unresolved';
  readonly phrase: Message;
  readonly more: Pick<Finding, 'candidates' | 'fits' | 'with'>;
}

/** An item that has a pointer, and the column or link that holds it. */
export interface Pointing {
  readonly draft: Draft;
  readonly field: string;
}

/**
 * What is said of one column or link, before pointers are followed: a value (small rows are one text), a pointer, the elements
 * of a set, or the pointers of a link.
 */
export type ReadValue = Value | Sight | readonly string[] | readonly Sight[];

/** By column or link. */
export type ReadValues = Record<string, ReadValue>;

/** What is said, with pointers followed: values, and sets as lists. */
export type Said = Record<string, Says>;

/** An object that is not there yet, and what an item said of it. */
interface Need {
  readonly on: Draft;
  readonly said: unknown;
}

/** Shared by all that have none: most objects of a plan lack most of what an object may have. */
const NONE: readonly never[] = Object.freeze([]);
export const NOTHING: Readonly<Record<string, never>> = Object.freeze({});
const NO_MARKS: ReadonlyMap<string, FieldMark> = new Map();

/** Begins the ref of an item that has none of its own: no tool's ref holds a control character. */
export const NATURAL = '\u0001';

/** The ref of a record is a tool's own. */
export const isOwnRef = (ref: string): boolean => !ref.startsWith(NATURAL);

export class Draft {
  /** What is true of it, a bit each. */
  flags = 0;
  /** The id in the map; undefined for an object that is not there yet. */
  id: number | undefined;
  by: 'id' | 'ref' | 'ext_refs' | RuleName | undefined;
  /** As last time: nothing is looked at. */
  declare unchanged: boolean;
  /** It is in error, and nothing of it is stored. */
  declare failed: boolean;
  /** Left alone as a whole: deleted by a person, or older than what is known. */
  declare leftOut: boolean;
  /** Left out because something newer is known. */
  declare isOlder: boolean;
  /** The time that its record is to note where nothing else of it changes; undefined for what holds of all. */
  seenAt: string | null | undefined;
  declare restores: boolean;
  declare isDeleted: boolean;
  /** The source no longer reports it. */
  declare isMissing: boolean;
  declare marksMissing: boolean;
  declare deletes: boolean;
  /** This source sees the object for the first time. */
  declare adopts: boolean;
  /** Its name was sought, and no live object of the map has it. */
  declare isNameFree: boolean;
  /** The ref of the record that moves to this one. */
  movedFrom: string | undefined;

  // What its item says, until that is weighed.
  held: HeldItem | undefined;
  /** The number of what tells it from what the same tool said last time. */
  digest: number | undefined;
  declare private isRead: boolean;
  rules: readonly RuleName[] = NONE;
  set: ReadValues = NOTHING;
  declare first: ReadValues;
  /** The links of an object of the map that may be said at their other ends too. */
  linked: Said = NOTHING;
  declare said: Said;
  declare initial: Said;

  // What stands, while it is weighed.
  declare own: FeedRecord | undefined;
  declare others: readonly FeedRecord[];
  declare stored: StoredObject | undefined;
  declare marks: ReadonlyMap<string, FieldMark>;

  // What becomes of it.
  action: Action | undefined;
  declare record: NewRecord | undefined;
  /** The record says what it said. */
  declare isAlike: boolean;
  /** What stood where columns change; of an object that is not there yet nothing. */
  declare before: Record<string, Value>;
  after: Record<string, Value> = NOTHING;
  /** Whose claim stands now, where it is another source's. */
  declare from: Record<string, string>;
  links: Record<string, { readonly add: readonly Target[]; readonly remove: readonly number[] }> = NOTHING;
  /** Objects that its pointers need. */
  needs: readonly Need[] = NONE;
  declare kept: readonly string[];
  /** Columns and links of which a pointer was dropped. */
  declare dropped: readonly string[];

  passing: Readonly<Passing> = BLANK;

  // What is left once it is weighed: all else is kept as bytes.
  /** The number of its values, where columns change; once the plan is put together their place. */
  values: number | undefined;
  /** The number of what becomes of its record. */
  says: number | undefined;
  /** The source had a record of it. */
  declare isRecorded: boolean;
  /** That record said that it is missing. */
  declare wasMissing: boolean;
  /** All that is to be noted of the record is known. */
  declare isKnown: boolean;
  /** Another name than was said. */
  fitted: string | undefined;
  declare private changesMore: boolean;
  private storedName: Value | undefined;
  private otherName: unknown;

  /**
   * `key` is its place among the drafts of the plan, from 0. `number`: of its item, from 1; none for an object that is made for
   * a pointer, or that is absent. `ref`: of its record; the tool's own, or the natural key.
   */
  constructor(
    readonly key: number,
    readonly kind: Kind,
    readonly number: number | undefined,
    readonly ref: string,
  ) {}

  get isItem(): boolean {
    return this.number !== undefined;
  }

  /** The item, until its values have been read; of one in error still: pointers find it by what it says. */
  get item(): Item | undefined {
    return this.isRead && !this.failed ? undefined : this.held?.item;
  }

  get isGone(): boolean {
    return this.held?.isGone === true;
  }

  get isPartial(): boolean {
    return this.held?.isPartial === true;
  }

  get observedAt(): string | undefined {
    return this.held?.observedAt;
  }

  /** The map's own id, where the item names it. */
  get namedId(): number | undefined {
    return this.held?.id;
  }

  read(set: ReadValues, first: ReadValues): void {
    this.set = set;
    this.first = first;
    this.isRead = true;
  }

  get target(): Target {
    return this.id ?? `new:${this.key}`;
  }

  /** Whoever points to it relies on this plan: it is new, or comes back, or would if it were not in error. */
  get isYetToBe(): boolean {
    return this.isNew || this.restores || (this.isDeleted && this.failed);
  }

  get isNew(): boolean {
    return this.id === undefined;
  }

  /** The tool's own ref. */
  get shownRef(): string | undefined {
    return this.ref && isOwnRef(this.ref) ? this.ref : undefined;
  }

  /** What the item says of a column, as stored; undefined where it says nothing. */
  valueOf(column: string): Value | undefined {
    const read = column in this.set ? this.set[column] : this.first[column];
    const resolved = read === undefined ? undefined : followed(read);
    return Array.isArray(resolved)
      ? listText(this.kind.fields.get(column)!, resolved as string[])
      : (resolved as Value | undefined);
  }

  keysOf(rule: RuleName): string[] {
    return keysOf(rule, this.kind.columns, (column) => this.valueOf(column));
  }

  /** Follows the pointers of links that may be said at their other ends too. */
  resolveLinks(isShared: (name: string) => boolean): void {
    for (const name in this.set) {
      if (!isShared(name)) continue;
      if (this.linked === NOTHING) this.linked = {};
      this.linked[name] = followed(this.set[name]!)!;
    }
  }

  /** Follows the pointers of what is said; those that led to nothing are left out. */
  resolveSaid(): void {
    const needs: Need[] = [];
    this.said = followedAll(this.set, needs);
    this.initial = followedAll(this.first, needs);
    // As a list that grew it would hold the room of 17.
    if (needs.length) this.needs = needs.slice();
    // Of an object of the map it may be shown as it was said.
    if (this.isNew) this.set = this.first = NOTHING;
  }

  /** What the item says of a column or link, pointers as they are written. */
  asSaid(name: string): unknown {
    const read = this.set[name];
    const plain = (one: unknown): unknown => (isSight(one) ? one.raw : one);
    return Array.isArray(read) ? read.map(plain) : plain(read);
  }

  /** A column or a link changes. */
  get isChanged(): boolean {
    return this.after !== NOTHING || this.links !== NOTHING || this.changesMore;
  }

  change(name: string, before: Value, after: Value, from?: string): void {
    if (this.after === NOTHING) this.after = {};
    this.after[name] = after;
    if (!this.isNew) {
      if (this.before === NOTHING) this.before = {};
      this.before[name] = before;
    }
    if (from !== undefined) this.from = { ...this.from, [name]: from };
  }

  changeLink(name: string, add: readonly Target[], remove: readonly number[]): void {
    if (add.length || remove.length) {
      if (this.links === NOTHING) this.links = {};
      this.links[name] = { add, remove: remove.length ? remove : NONE };
    } else this.links = without(this.links, name);
  }

  keep(text: string): void {
    this.kept = [...this.kept, text];
  }

  drop(field: string): void {
    if (!this.dropped.includes(field)) this.dropped = [...this.dropped, field];
  }

  /** What names it to people once the plan is applied. */
  get name(): string {
    const label = this.kind.label?.name;
    if (!label) return '';
    const name = this.after[label] ?? this.otherName ?? this.standing(label);
    return name === null || name === undefined ? '' : String(name);
  }

  private standing(label: string): unknown {
    return this.stored?.row[label] ?? this.valueOf(label) ?? this.said[label];
  }

  /** Takes another name than was said; where the object has it already, nothing changes. */
  rename(name: string): void {
    const label = this.kind.label!.name;
    this.isNameFree = false;
    this.fitted = name;
    if (this.storedName === name) this.after = without(this.after, label);
    else this.after = { ...this.after, [label]: name };
  }

  /** What stands is weighed: what later steps look at is left, and all else is kept by `outcomes`. */
  settle(outcomes: { keep(draft: Draft): void }): void {
    const { kind, own, stored } = this;
    const label = kind.label?.name;
    if (label !== undefined) {
      this.otherName = this.standing(label);
      if (stored) this.storedName = stored.row[label] ?? null;
    }
    this.isRecorded = own !== undefined;
    this.wasMissing = own?.missing === true;
    if (this.isMissing) this.isKnown = true;
    if (!this.failed) outcomes.keep(this);
    if (this.after !== NOTHING) {
      const all = this.after;
      this.after = NOTHING;
      for (const name in all) {
        if (!kind.compared.has(name)) this.changesMore = true;
        else if (this.after === NOTHING) this.after = { [name]: all[name]! };
        else this.after[name] = all[name]!;
      }
    }
    // A name that is fitted may make a record what it was.
    const isAsked = !this.isAlike && label !== undefined && label in this.after;
    this.set = NOTHING;
    this.passing = BLANK;
    if (isAsked) this.own = own;
  }
}

/** What most drafts have only while they are weighed. */
class Passing {
  first: ReadValues = NOTHING;
  said: Said = NOTHING;
  initial: Said = NOTHING;
  own: FeedRecord | undefined = undefined;
  others: readonly FeedRecord[] = NONE;
  stored: StoredObject | undefined = undefined;
  marks: ReadonlyMap<string, FieldMark> = NO_MARKS;
  record: NewRecord | undefined = undefined;
  before: Record<string, Value> = NOTHING;
  from: Record<string, string> = NOTHING;
  kept: readonly string[] = NONE;
  dropped: readonly string[] = NONE;
}

const BLANK: Readonly<Passing> = Object.freeze(new Passing());
for (const name of Object.keys(BLANK) as Array<keyof Passing>) {
  Object.defineProperty(Draft.prototype, name, {
    get(this: Draft): unknown {
      return this.passing[name];
    },
    set(this: { passing: Passing }, value: never) {
      if (this.passing === BLANK) {
        if (value === BLANK[name]) return;
        this.passing = new Passing();
      }
      this.passing[name] = value;
    },
  });
}

/** False of a new draft. As members of their own they would take a quarter of its memory. */
const FLAGS = [
  ...['unchanged', 'failed', 'leftOut', 'isOlder', 'restores', 'isDeleted', 'isMissing', 'marksMissing', 'deletes'],
  ...['adopts', 'isNameFree', 'isAlike', 'isRecorded', 'wasMissing', 'isKnown', 'isRead', 'changesMore'],
];
FLAGS.forEach((name, place) => {
  const bit = 1 << place;
  Object.defineProperty(Draft.prototype, name, {
    get(this: { flags: number }): boolean {
      return (this.flags & bit) !== 0;
    },
    set(this: { flags: number }, is: boolean) {
      this.flags = is ? this.flags | bit : this.flags & ~bit;
    },
  });
});

export const targetOf = (resolved: Resolved): Target => (typeof resolved === 'number' ? resolved : resolved.target);

const isSight = (read: unknown): read is Sight => typeof read === 'object' && read !== null && !Array.isArray(read);

/** What is read with its pointers followed; undefined for a pointer that led to nothing. */
function followed(read: ReadValue, needs?: Need[]): Says | undefined {
  if (isSight(read)) return leadsTo(read, needs);
  if (!Array.isArray(read) || typeof read[0] !== 'object') return read as Says;
  const targets = (read as readonly Sight[]).map((sight) => leadsTo(sight, needs));
  const found = targets.includes(undefined) ? targets.filter((target) => target !== undefined) : targets;
  return found.length > 1 ? ([...new Set(found)] as Target[]) : (found as Target[]);
}

function leadsTo(sight: Sight, needs?: Need[]): Target | undefined {
  const { to, raw } = sight;
  if (to === undefined) return undefined;
  if (typeof to === 'object' && to.isYetToBe) needs?.push((sight.need ??= { on: to, said: raw }));
  return targetOf(to);
}

function followedAll(values: ReadValues, needs: Need[]): Said {
  if (values === NOTHING) return NOTHING;
  const said: Said = {};
  for (const name in values) {
    const value = followed(values[name]!, needs);
    if (value !== undefined) said[name] = value;
  }
  return said;
}

function without<T>(all: Record<string, T>, name: string): Record<string, T> {
  const { [name]: _, ...rest } = all;
  return Object.keys(rest).length ? rest : NOTHING;
}

/** What a record says of a set. */
export const setOf = (says: Says | undefined): ReadonlyArray<string | number> => (Array.isArray(says) ? says : NONE);

/** What a record says of a value; undefined where it says nothing. */
export const valueIn = (says: Says | undefined): Value | undefined =>
  says === undefined || Array.isArray(says) ? undefined : (says as Value);
