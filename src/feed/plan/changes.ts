/** What a plan says: changes, findings, counts, and what becomes of records. */
import type { Message } from '../../core/i18n/messages.js';
import type { RuleName } from '../identity/rules.js';
import type { FeedRecord, Says } from './map-view.js';

export type Action = 'create' | 'restore' | 'update' | 'mark' | 'delete';

/** The order in which changes are shown. */
export const ACTIONS: readonly Action[] = ['create', 'restore', 'update', 'mark', 'delete'];

/** What a reference or an element of a link shows: an object of the map, or one that the plan makes. */
export type Shown = { readonly id: number; readonly name: string } | { readonly new: true; readonly name: string };

/** How an item's object was found. */
export type By = string;

/** One object that changes. */
export interface Change {
  n: number;
  readonly action: Action;
  readonly type: string;
  readonly id?: number;
  readonly ref?: string;
  readonly name: string;
  readonly by?: By;
  /** Staleness made it. */
  readonly missing?: true;
  /** Before and after, by column; after `from` the source whose claim stands now. */
  readonly set: Readonly<Record<string, readonly unknown[]>>;
  readonly links?: Readonly<Record<string, { readonly add: readonly Shown[]; readonly remove: readonly Shown[] }>>;
  readonly from?: Readonly<Record<string, string>>;
}

/** A change as it is applied: references and elements are ids, or the keys of objects that the same plan makes. */
export interface Step {
  /** As it is shown; made anew each time it is asked for. */
  readonly change: Change;
  readonly type: string;
  readonly action: Action;
  readonly ref?: string | undefined;
  /** How its object was sought in vain, of a new one. */
  readonly rules?: readonly RuleName[];
  /** The id, or the key under which others of the plan point to the new object. */
  readonly target: Target;
  readonly values: Readonly<Record<string, Says>>;
  /** What stood, for the guards. */
  readonly before: Readonly<Record<string, Says>>;
  readonly links: Readonly<Record<string, { readonly add: readonly Target[]; readonly remove: readonly number[] }>>;
}

/** The id of an object, or `new:N` for one that the plan makes. */
export type Target = number | `new:${number}`;

export type Level = 'error' | 'kept' | 'warning';

/** Something said of an item. */
export interface Finding {
  readonly level: Level;
  readonly code: string;
  readonly item?: number;
  readonly type?: string;
  readonly ref?: string;
  readonly id?: number;
  readonly field?: string;
  readonly said?: unknown;
  readonly stored?: unknown;
  readonly by?: string;
  readonly with?: readonly number[];
  readonly candidates?: readonly number[];
  readonly phrase: Message;
  readonly new?: boolean;
}

/** A record as it will be; `id` may be an object that the plan makes. */
export interface RecordWrite {
  readonly record: Omit<FeedRecord, 'id'> & { readonly id: Target };
  /** It is there already, under this ref. */
  readonly from?: string;
  /** Nothing but what makes the next run cheap. */
  readonly noted?: true;
  /** The states of all records of its object, of other sources too: what was decided holds while they stay. */
  readonly saw?: readonly string[];
}

export type Counts = Record<
  | 'items'
  | 'create'
  | 'update'
  | 'restore'
  | 'mark'
  | 'delete'
  | 'unchanged'
  | 'missing'
  | 'adopted'
  | 'skipped'
  | 'kept'
  | 'kept_new'
  | 'warnings'
  | 'errors',
  number
>;

/** Why nothing of a plan can be applied. */
export type Blocked =
  | { readonly code: 'errors' | 'empty' | 'older' }
  | { readonly code: 'missing-guard'; readonly missing: number; readonly of: number };

/** What would be stored. */
export interface FeedPlan {
  readonly id: string;
  readonly state: 'ready' | 'blocked';
  readonly blocked: readonly Blocked[];
  readonly counts: Counts;
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
  readonly records: readonly RecordWrite[];
  /** Refs of records that were seen and are not in `records`, by type: their `last_seen` is all that moves. */
  readonly seen: ReadonlyMap<string, readonly string[]>;
}

/** The changes of a plan, one after the other: all together they take as much memory as the plan does. */
export function* changesOf({ steps }: Pick<FeedPlan, 'steps'>): Iterable<Change> {
  for (const { change } of steps) yield change;
}
