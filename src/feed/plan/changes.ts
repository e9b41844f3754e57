/** What a plan says: changes, findings, counts, and what becomes of records. */
import type { Message } from '../../core/i18n/messages.js';
import type { KeyTexts } from '../identity/evidence.js';
import type { RuleName } from '../identity/rules.js';
import type { FeedRecord, ClaimValue } from './map-view.js';

export type Action = 'create' | 'restore' | 'update' | 'mark' | 'delete';

/** The order in which changes are shown. */
export const ACTIONS: readonly Action[] = ['create', 'restore', 'update', 'mark', 'delete'];

/** What a reference or an element of a link shows: an object of the map, or one that the plan makes; once made it has an id. */
export type Shown = (
  { readonly id: number; readonly name: string } | { readonly new: true; readonly id?: number; readonly name: string }
) & {
  /** The word that the pair is to carry, and the one that it carries, where that changes. */
  readonly word?: string;
  readonly before?: string;
};

/** The word of a pair, and the one that stands; null for a pair that the plan adds. */
export type PairWord = readonly [target: Target, word: string, before: string | null];

/** What becomes of a link. */
export interface LinkStep {
  readonly add: readonly Target[];
  readonly remove: readonly number[];
  /** Of pairs that carry one, where a source says it. */
  readonly words?: readonly PairWord[];
}

/** The same as it is shown. `change`: pairs that stay, and are to carry another word. */
export interface ShownLink {
  readonly add: readonly Shown[];
  readonly remove: readonly Shown[];
  readonly change?: readonly Shown[];
}

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
  readonly links?: Readonly<Record<string, ShownLink>>;
  readonly from?: Readonly<Record<string, string>>;
}

/** A change as it is applied: references and elements are ids, or the keys of objects that the same plan makes. */
export interface Step {
  /** Its place among the steps, from 0. */
  readonly place: number;
  readonly type: string;
  readonly action: Action;
  readonly ref?: string | undefined;
  /** Its object's name once the plan is applied. */
  readonly name: string;
  /** The rules by which a new object was looked up in vain. */
  readonly rules?: readonly RuleName[] | undefined;
  /** The id, or the key under which others of the plan point to the new object. */
  readonly target: Target;
  readonly values: Readonly<Record<string, ClaimValue>>;
  /** What stood, for the guards. */
  readonly before: Readonly<Record<string, ClaimValue>>;
  readonly links: Readonly<Record<string, LinkStep>>;
  /** Of an object that is to be deleted: a run brought it back and changed it, which is taken back first. */
  readonly goesBack?: boolean;
  /** As it is shown. */
  readonly change: Change;
}

/** The id of an object, or `new:N` for one that the plan makes. */
export type Target = number | `new:${number}`;

/** The ids of the objects that a plan has made, by their targets. */
export type NewIds = ReadonlyMap<unknown, number>;

/** How a finding bears on a plan; `note`: it is told and not counted. */
export const LEVELS = ['error', 'kept', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

/** What notes tell of objects that go missing while nothing of them changes; the others say why that is so. */
export const MISSING_CODES: ReadonlySet<string> = new Set(['missing', 'seen-elsewhere', 'not-yet']);

/** Something said of an item. */
export interface Finding {
  readonly level: Level;
  readonly code: string;
  readonly item?: number;
  readonly type?: string;
  readonly ref?: string;
  readonly id?: number;
  /** Of an object that no item speaks of. */
  readonly name?: string;
  readonly field?: string;
  readonly said?: unknown;
  readonly stored?: unknown;
  readonly by?: string;
  readonly with?: readonly number[];
  /** The type of `candidates`, where it is another one. */
  readonly of?: string;
  /** Objects of which one is meant: the first of them, and how many there are, where they are more. */
  readonly candidates?: readonly number[];
  readonly fits?: number;
  /** In place of so many findings of its level, code and type, of which nothing else is kept. */
  readonly more?: number;
  readonly phrase: Message;
  /** Not said by the run before. */
  new?: boolean;
}

/** A record as it will be; `id` may be an object that the plan makes. */
export type NewRecord = Omit<FeedRecord, 'id'> & { readonly id: Target };

/** A record to be written. */
export interface RecordWrite {
  readonly record: NewRecord;
  /** It is there already, under this ref. */
  readonly from?: string | undefined;
  /** The type of the object that it was of, where that is another one. */
  readonly fromType?: string | undefined;
  /** Nothing but what makes the next run cheap. */
  readonly noted: boolean;
  /** What its item is known by, in place of what was known of it; undefined where no item was looked at. */
  readonly keys?: KeyTexts | undefined;
  /** The states of all records of its object, of other sources too: what was decided holds while they stay. */
  readonly saw: readonly string[];
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
  | { readonly code: 'errors' | 'older' }
  | { readonly code: 'adopted'; readonly adopted: number }
  | { readonly code: 'missing-guard' | 'empty'; readonly missing: number; readonly of: number };

/** The ref of a record, with its time where that is not the document's. */
export type SeenRef = string | readonly [ref: string, observedAt: string | null];

/** What would be stored. */
export interface FeedPlan {
  readonly id: string;
  readonly state: 'ready' | 'blocked';
  readonly blocked: readonly Blocked[];
  readonly counts: Counts;
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
  /** By type. */
  readonly records: ReadonlyMap<string, readonly RecordWrite[]>;
  /** Records that were seen and are not in `records`, by type: when they were seen and were so is all that moves. */
  readonly seen: ReadonlyMap<string, readonly SeenRef[]>;
}

/** Changes as they are shown, one after the other. `ids`: of the objects that the plan made, once it is applied. */
export function* changesOf({ steps }: Pick<FeedPlan, 'steps'>, ids?: NewIds): Iterable<Change> {
  for (const step of steps) yield ids?.size ? changeWith(step, ids) : step.change;
}

/** A change with the ids of new objects; the change itself where it speaks of none. */
function changeWith(step: Step, ids: NewIds): Change {
  const { change, target, values, links } = step;
  const id = ids.get(target);
  let { set, links: linked } = change;
  for (const name in values) {
    const made = ids.get(values[name]);
    const [before, after] = change.set[name] ?? [];
    // A text may look like the key of a new object.
    if (made !== undefined && isNew(after)) set = { ...set, [name]: [before, { ...after, id: made }] };
  }
  for (const name in links) {
    const { add } = links[name]!;
    if (!add.some((one) => ids.get(one) !== undefined)) continue;
    const shown = change.links![name]!;
    const added = shown.add.map((one, i) => (isNew(one) ? { ...one, id: ids.get(add[i]!)! } : one));
    linked = { ...linked, [name]: { ...shown, add: added } };
  }
  if (id === undefined && set === change.set && linked === change.links) return change;
  const { n, action, type, ...rest } = change;
  return { n, action, type, ...(id !== undefined && { id }), ...rest, set, ...(linked && { links: linked }) };
}

const isNew = (shown: unknown): shown is Shown & { new: true } =>
  typeof shown === 'object' && shown !== null && 'new' in shown;
