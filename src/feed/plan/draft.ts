/** One object that a plan is about: what a source says of it, and what becomes of it. */
import type { DocumentItem } from '../document/document-item.js';
import type { Item } from '../document/model.js';
import type { Scalar } from '../../database/database.js';
import {
  EVIDENCE,
  evidenceOf,
  keyTexts,
  mayBeContradicted,
  type Evidence,
  type KeyTexts,
} from '../identity/evidence.js';
import { keysOf, type RuleName } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, FieldMark, ClaimValue, StoredObject } from './map-view.js';
import type { Message } from '../../core/i18n/messages.js';
import type { Action, Finding, LinkStep, NewRecord, PairWord, Target } from './changes.js';
import type { PairWords } from './pair-words.js';
import { isAlike } from './records.js';
import { listText } from './stored-text.js';

/** What a pointer leads to: an object of the plan, or the id of one of the map. */
export type Resolved = Draft | number;

/** A reference or an element of a link. Equal pointers of a document are one. */
export interface Pointer {
  /** Path of the type that is pointed to. */
  readonly type: string;
  readonly by: 'id' | 'ref' | 'name' | 'match' | 'ip';
  readonly id?: number;
  /** A ref, a name or an address. */
  readonly text?: string;
  readonly source?: string;
  readonly match?: Readonly<Record<string, Scalar>>;
  readonly otherwise?: 'refuse' | 'create' | 'drop';
  /** What the pair is to carry, of links whose pairs carry a word. */
  readonly word?: string;
  /** As it was sent. */
  readonly raw: unknown;
  /** What it leads to, once it has been followed. */
  to?: Resolved;
  /** That was found in the map. */
  isInMap?: boolean;
  /** What is wrong with it, in place of that: the same for all that have it. */
  problem?: Problem;
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
export interface DraftPointer {
  readonly draft: Draft;
  readonly field: string;
}

/**
 * The content of one column or link before pointers are followed: a value (small rows are one text), a pointer, the elements of
 * a set, or the pointers of a link.
 */
export type ReadValue = Value | Pointer | readonly string[] | readonly Pointer[];

/** By column or link. */
export type ReadValues = Record<string, ReadValue>;

/** The same with pointers followed: values, and sets as lists. */
export type Contents = Record<string, ClaimValue>;

const NONE: readonly never[] = Object.freeze([]);
export const NOTHING: Readonly<Record<string, never>> = Object.freeze({});
const NO_KEYS: ReadonlySet<string> = new Set();
const NO_MARKS: ReadonlyMap<string, FieldMark> = new Map();

/** Begins the ref of an item that has none of its own: no tool's ref holds a control character. */
export const NATURAL = '\u0001';

/** Begins the ref of an object that a pointer made. */
export const MADE = `${NATURAL}made:`;

/** The ref of a record is a tool's own. */
export const isOwnRef = (ref: string): boolean => !ref.startsWith(NATURAL);

export class Draft {
  // Which object it is.
  /** The id in the map; undefined for an object that is not there yet. */
  id: number | undefined;
  by: 'id' | 'ref' | 'ext_refs' | RuleName | undefined;
  /** The rules by which it is looked up. */
  rules: readonly RuleName[] = NONE;
  isDeleted = false;
  /** This source sees the object for the first time. */
  adopts = false;
  /** It was found by a weak key, or by hardware alone, and nothing else agrees. */
  isGuess = false;
  /** Its name was looked up, and no live object of the map has it. */
  isNameFree = false;
  /** The ref of the record that moves to this one. */
  movedFrom: string | undefined;
  /** Its item guessed another type. */
  isPlaced = false;
  /** The record of this source that becomes its own, of an object of another type. */
  leaves: { readonly type: string; readonly ref: string } | undefined;
  /** Others know its object as the type that its item guessed. */
  isSettled = false;
  /** It goes, since this one is the same machine. */
  doubleOf: Draft | undefined;
  /** Its item has another ref than its record, and less is known of it from there. */
  isOtherRef = false;
  /** Items of the document beside its own, by further refs of its object. */
  further = 0;
  /** Its object has further refs, of which the document says nothing. */
  isPart = false;
  /** The ref of its record is among those. */
  isOfOthers = false;
  /** Keys of its item that others have too, each after its rule: they identify nobody. */
  shared: ReadonlySet<string> = NO_KEYS;

  // What its item says.
  item: DocumentItem | undefined;
  digest = '';
  private isRead = false;
  private carried: KeyTexts | undefined;
  set: ReadValues = NOTHING;
  first: ReadValues = NOTHING;
  /** `set` and `first` with their pointers followed. */
  said: Contents = NOTHING;
  initial: Contents = NOTHING;
  /** What its pointers say of pairs, by link. */
  words: PairWords = NOTHING;
  /** Pointers to objects that are not there yet. */
  needs: ReadonlyArray<{ readonly on: Draft; readonly said: unknown }> = NONE;
  /** Columns and links of which a pointer was dropped. */
  dropped: readonly string[] = NONE;

  // What is stored, while it is compared with that.
  own: FeedRecord | undefined;
  others: readonly FeedRecord[] = NONE;
  stored: StoredObject | undefined;
  marks: ReadonlyMap<string, FieldMark> = NO_MARKS;
  storedName: Value | undefined;

  // What is known of it as a whole.
  /** As last time: nothing is looked at. */
  unchanged = false;
  /** It is in error, and nothing of it is stored. */
  failed = false;
  /** Left alone as a whole: deleted by a person, or older than what is known. */
  leftOut = false;
  /** Left out because something newer is known. */
  isOlder = false;
  /** All that is to be noted of its record is known. */
  isKnown = false;
  /** The time that its record is to note where nothing else of it changes; undefined for what holds of all. */
  seenAt: string | null | undefined;
  restores = false;
  /** The source no longer reports it. */
  isMissing = false;
  marksMissing = false;
  deletes = false;

  // What becomes of it.
  action: Action | undefined;
  /** What stood where columns change; of an object that is not there yet nothing. */
  before: Record<string, Value> = {};
  after: Record<string, Value> = {};
  /** Whose claim stands now, where it is another source's. */
  from: Record<string, string> = NOTHING;
  links: Record<string, LinkStep> = {};
  kept: readonly string[] = NONE;
  record: NewRecord | undefined;
  /** The record says what it said. */
  isAlike = false;
  /** The states of all records of its object when it was compared. */
  saw: readonly string[] = NONE;

  /**
   * `key` is its place among the drafts of the plan, from 0. `number`: of its item, from 1; none for an object that is made for
   * a pointer, or that is absent. `ref`: of its record; the tool's own, or the natural key.
   */
  constructor(
    readonly key: number,
    public kind: Kind,
    readonly number: number | undefined,
    public ref: string,
  ) {}

  get isItem(): boolean {
    return this.number !== undefined;
  }

  /** The content of its item, until its values have been read; of one in error still: pointers find it by that. */
  get unread(): Item | undefined {
    return this.isRead && !this.failed ? undefined : this.item?.item;
  }

  get isGone(): boolean {
    return this.item?.isGone === true;
  }

  get isPartial(): boolean {
    return this.item?.isPartial === true;
  }

  read(set: ReadValues, first: ReadValues): void {
    this.set = set;
    this.first = first;
    this.isRead = true;
  }

  get target(): Target {
    return this.id ?? `new:${this.key}`;
  }

  /** Pointers to it rely on this plan: it is new, or comes back, or would if it were not in error. */
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

  /** The value that the item has for a column, as stored; undefined where it has none. */
  valueOf(column: string): Value | undefined {
    const read = column in this.set ? this.set[column] : this.first[column];
    const resolved = read === undefined ? undefined : followed(read);
    return Array.isArray(resolved)
      ? listText(this.kind.fields.get(column)!, resolved as string[])
      : (resolved as Value | undefined);
  }

  /** Its keys by a rule: what its fields say, and what it carries beside them. */
  keysOf(rule: RuleName): readonly string[] {
    const keys: readonly string[] = keysOf(rule, this.kind.columns, (column) => this.valueOf(column));
    const carried = this.keys[rule as keyof KeyTexts];
    const all = carried?.length ? [...new Set([...carried, ...keys])] : keys;
    return this.shared.size ? all.filter((key) => !this.shared.has(`${rule} ${key}`)) : all;
  }

  /** The keys that its item carries beside its fields. */
  get keys(): KeyTexts {
    return (this.carried ??= this.item?.keys ? keyTexts(this.item.keys) : NOTHING);
  }

  /** The rules by which it is looked up: those of the keys that it carries, the strongest first, then those of its type. */
  get lookups(): readonly RuleName[] {
    const carried = EVIDENCE.filter((rule) => this.keys[rule]?.length);
    return carried.length ? [...new Set([...carried, ...this.rules])] : this.rules;
  }

  /** All that is known of it. */
  get evidence(): Evidence {
    const evidence = evidenceOf(this.kind.columns, (column) => this.valueOf(column), this.keys);
    if (!this.shared.size) return evidence;
    const own = (rule: 'mac' | 'serial'): readonly string[] =>
      evidence[rule].filter((key) => !this.shared.has(`${rule} ${key}`));
    return { ...evidence, mac: own('mac'), serial: own('serial') };
  }

  needsEvidence(rule: RuleName): boolean {
    return mayBeContradicted(rule, this.evidence);
  }

  /** Follows the pointers of its item; those that lead to nothing are left out. */
  followPointers(): void {
    const pointers: Pointer[] = [];
    this.said = followedAll(this.set, pointers);
    this.initial = followedAll(this.first, pointers);
    this.words = { ...wordsIn(this.first), ...wordsIn(this.set) };
    // Of ten thousands of pointers few lead to what is yet to be.
    const needed = pointers.filter(({ to }) => typeof to === 'object' && to.isYetToBe);
    this.needs = needed.map(({ to, raw }) => ({ on: to as Draft, said: raw }));
  }

  /** The content of a column or link, pointers as they were sent. */
  asSent(name: string): unknown {
    const read = this.set[name];
    const plain = (one: unknown): unknown => (isPointer(one) ? one.raw : one);
    return Array.isArray(read) ? read.map(plain) : plain(read);
  }

  /** A column or a link changes. */
  get isChanged(): boolean {
    return hasAny(this.after) || hasAny(this.links);
  }

  change(name: string, before: Value, after: Value, from?: string): void {
    this.after[name] = after;
    if (!this.isNew) this.before[name] = before;
    if (from !== undefined) this.from = { ...this.from, [name]: from };
  }

  /** `words`: of pairs that are there, and are to carry another one. */
  changeLink(name: string, add: readonly Target[], remove: readonly number[], words: readonly PairWord[] = NONE): void {
    const said = this.words[name];
    const added = said ? add.flatMap((one): PairWord[] => (said.has(one) ? [[one, said.get(one)!, null]] : [])) : NONE;
    const all = [...added, ...words];
    if (add.length || remove.length || all.length)
      this.links[name] = { add, remove, ...(all.length && { words: all }) };
    else delete this.links[name];
  }

  keep(text: string): void {
    this.kept = [...this.kept, text];
  }

  drop(field: string): void {
    if (!this.dropped.includes(field)) this.dropped = [...this.dropped, field];
  }

  /** Its name once the plan is applied. */
  get name(): string {
    const label = this.kind.label?.name;
    if (!label) return '';
    const name = this.after[label] ?? this.storedName ?? this.valueOf(label) ?? this.said[label];
    return name === null || name === undefined ? '' : String(name);
  }

  /** Takes another name than was sent; where the object has it already, nothing changes. */
  rename(name: string): void {
    const label = this.kind.label!.name;
    this.isNameFree = false;
    if (this.storedName === name) {
      delete this.after[label];
      delete this.before[label];
    } else this.after[label] = name;
    if (!this.record) return;
    const renamed = (contents: Contents): Contents => (label in contents ? { ...contents, [label]: name } : contents);
    this.record = { ...this.record, says: renamed(this.record.says), leaves: renamed(this.record.leaves) };
    this.isAlike = this.own !== undefined && isAlike(this.record, this.own);
  }

  /** It has been compared with what is stored, which need not be in memory any more. */
  release(): void {
    this.stored = undefined;
    this.others = NONE;
    this.marks = NO_MARKS;
  }
}

/** Returns true if an object has a member. */
export function hasAny(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

export const targetOf = (resolved: Resolved): Target => (typeof resolved === 'number' ? resolved : resolved.target);

const isPointer = (read: unknown): read is Pointer => typeof read === 'object' && read !== null && !Array.isArray(read);

/** A content with its pointers followed; undefined for a pointer that leads to nothing. `pointers`: gets them. */
function followed(read: ReadValue, pointers?: Pointer[]): ClaimValue | undefined {
  const targetIn = (pointer: Pointer): Target | undefined => {
    pointers?.push(pointer);
    return pointer.to === undefined ? undefined : targetOf(pointer.to);
  };
  if (isPointer(read)) return targetIn(read);
  if (!Array.isArray(read) || typeof read[0] !== 'object') return read as ClaimValue;
  const targets = (read as readonly Pointer[]).map(targetIn).filter((target) => target !== undefined);
  return targets.length > 1 ? [...new Set(targets)] : targets;
}

function followedAll(values: ReadValues, pointers: Pointer[]): Contents {
  if (values === NOTHING) return NOTHING;
  const all: Contents = {};
  for (const name in values) {
    const value = followed(values[name]!, pointers);
    if (value !== undefined) all[name] = value;
  }
  return all;
}

/** The words in the pointers of an item; of two that lead to one object the last word. */
function wordsIn(values: ReadValues): PairWords {
  const words: Record<string, Map<Target, string>> = {};
  for (const name in values) {
    const read = values[name];
    if (!Array.isArray(read)) continue;
    for (const pointer of read as ReadonlyArray<string | Pointer>) {
      if (typeof pointer !== 'object' || pointer.word === undefined || pointer.to === undefined) continue;
      (words[name] ??= new Map()).set(targetOf(pointer.to), pointer.word);
    }
  }
  return words;
}

/** The elements of a set that a record has. */
export const setOf = (says: ClaimValue | undefined): ReadonlyArray<string | number> =>
  Array.isArray(says) ? says : NONE;

/** The value that a record has; undefined where it has none. */
export const valueIn = (says: ClaimValue | undefined): Value | undefined =>
  says === undefined || Array.isArray(says) ? undefined : (says as Value);
