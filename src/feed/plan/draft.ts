/** One object that a plan is about: what a source says of it, and what becomes of it. */
import type { Item } from '../document/model.js';
import type { RuleName } from '../identity/rules.js';
import { keysOf } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import type { Kind } from './kinds.js';
import type { Says, StoredObject, FeedRecord, FieldMark } from './map-view.js';
import type { Target } from './changes.js';
import { listText, type ReadValue, type ReadValues, type Sight } from './read-item.js';

/** What a pointer led to: an object of the plan, or the id of one of the map. */
export type Resolved = Draft | number;

/** What is said, with pointers followed: values, and sets as lists. */
export type Said = Map<string, Value | ReadonlyArray<string | number>>;

/** What becomes of an object. */
export interface Outcome {
  /** Columns that change, with what stood. */
  readonly values: Map<string, { before: Value; after: Value; from?: string }>;
  readonly links: Map<string, { add: Target[]; remove: number[] }>;
}

export class Draft {
  /** The id in the map; undefined for an object that is not there yet. */
  id: number | undefined;
  by: 'id' | 'ref' | 'ext_refs' | RuleName | undefined;
  /** As last time: nothing is looked at. */
  unchanged = false;
  /** It is in error, and nothing of it is stored. */
  failed = false;
  /** Left alone as a whole: deleted by a person, or older than what is known. */
  leftOut = false;
  restores = false;
  isDeleted = false;
  /** The source no longer reports it. */
  isMissing = false;
  marksMissing = false;
  deletes = false;
  /** This source sees the object for the first time. */
  adopts = false;
  /** The ref of the record that moves to this one. */
  movedFrom: string | undefined;
  digest = '';
  own: FeedRecord | undefined;
  others: readonly FeedRecord[] = [];
  stored: StoredObject | undefined;
  marks: ReadonlyMap<string, FieldMark> = new Map();
  readonly pointers = new Map<Sight, Resolved | undefined>();
  said: Said = new Map();
  initial: Said = new Map();
  record: Omit<FeedRecord, 'id'> | undefined;
  readonly outcome: Outcome = { values: new Map(), links: new Map() };
  readonly kept: string[] = [];
  /** Columns and links of which a pointer was dropped. */
  readonly dropped: string[] = [];

  /**
   * `key` is its place among the drafts of the plan, from 0. `item`: none for an object that is made for a pointer. `ref`: of
   * its record; the tool's own, or the natural key.
   */
  constructor(
    readonly key: number,
    readonly kind: Kind,
    readonly number: number | undefined,
    readonly item: Item | undefined,
    readonly ref: string,
    public set: ReadValues,
    public first: ReadValues,
  ) {}

  get target(): Target {
    return this.id ?? `new:${this.key}`;
  }

  get isNew(): boolean {
    return this.id === undefined;
  }

  /** The tool's own ref. */
  get shownRef(): string | undefined {
    return this.item?.ref ?? (this.isMissing && !this.ref.startsWith('\u0001') ? this.ref : undefined);
  }

  /** What the item says of a column, as stored; undefined where it says nothing. */
  valueOf(column: string): Value | undefined {
    const read = this.set.get(column) ?? this.first.get(column);
    return read && this.resolvedValue(read, column);
  }

  keysOf(rule: RuleName): string[] {
    return keysOf(rule, this.kind.columns, (column) => this.valueOf(column));
  }

  /** Follows the pointers of what is said; those that led to nothing are left out. */
  resolveSaid(): void {
    for (const [from, to] of [
      [this.set, this.said],
      [this.first, this.initial],
    ] as const) {
      to.clear();
      for (const [name, read] of from) {
        if (read.is === 'pointers') to.set(name, this.targets(read.pointers));
        else if (read.is === 'list') to.set(name, read.elements);
        else {
          const value = this.resolvedValue(read, name);
          if (value !== undefined) to.set(name, value);
        }
      }
    }
  }

  /** What names it to people once the plan is applied. */
  get name(): string {
    const label = this.kind.label?.name;
    if (!label) return '';
    const after = this.outcome.values.get(label)?.after ?? this.stored?.row[label] ?? this.valueOf(label);
    return after === null || after === undefined ? '' : String(after);
  }

  private targets(pointers: readonly Sight[]): Target[] {
    const targets = pointers.flatMap((pointer) => {
      const resolved = this.pointers.get(pointer);
      return resolved === undefined ? [] : [targetOf(resolved)];
    });
    return [...new Set(targets)];
  }

  private resolvedValue(read: ReadValue, column: string): Value | undefined {
    if (read.is === 'value' || read.is === 'rows') return read.value;
    if (read.is === 'list') return listText(this.kind.fields.get(column)!, read.elements);
    if (read.is === 'pointers') return undefined;
    if (!read.pointer) return null;
    const resolved = this.pointers.get(read.pointer);
    return resolved === undefined ? undefined : targetOf(resolved);
  }
}

export const targetOf = (resolved: Resolved): Target => (typeof resolved === 'number' ? resolved : resolved.target);

/** What a record says of a set. */
export const setOf = (says: Says | undefined): ReadonlyArray<string | number> => (Array.isArray(says) ? says : []);

/** What a record says of a value; undefined where it says nothing. */
export const valueIn = (says: Says | undefined): Value | undefined =>
  says === undefined || Array.isArray(says) ? undefined : (says as Value);
