/** What planning asks of the map: reads in batches, which a database answers with a statement for each type and portion. */
import type { Row, Scalar } from '../../database/database.js';
import type { Link } from '../../engine/index.js';
import type { EvidenceRule } from '../identity/evidence.js';
import type { Lookup } from '../identity/resolve.js';
import type { Mark, Value } from '../merge/model.js';

/** What a source says of a field: a value as stored, or the elements of a set. References and links are ids. */
export type ClaimValue = Value | ReadonlyArray<string | number>;

/** All that one source said of one object. */
export interface FeedRecord {
  readonly source: string;
  readonly type: string;
  /** The tool's id; for an item without one its natural key after a control character, which no tool's id has. */
  readonly ref: string;
  readonly id: number;
  readonly scopes: readonly string[];
  readonly digest: string;
  readonly says: Readonly<Record<string, ClaimValue>>;
  /** What it said and says no more, while it stands; of a set what waits for a hold to be lifted. */
  readonly leaves: Readonly<Record<string, ClaimValue>>;
  /** What was kept at the last run of the item, one text each; never fast while there is any. */
  readonly kept: readonly string[];
  /** Values set since the object was missing, with those before; and whether a feed deleted the object, and nobody since. */
  readonly marked: {
    readonly fields: Readonly<Record<string, readonly [before: Value, set: Value]>>;
    readonly deleted: boolean;
    /** The source guessed the kind of the object. */
    readonly guess?: boolean;
    /** Where other refs lead to the record: what its own ref said when it was reported alone. Others say no values of these. */
    readonly own?: readonly string[];
  };
  /** A feed of this source made the object. */
  readonly created: boolean;
  /** When it was so; null: whenever a scope that it stands in was last reported as a whole. */
  readonly observedAt: string | null;
  readonly missing: boolean;
  readonly missingRuns: number;
  /** Tells one state of the record from another; a record that is yet to be written has none. */
  readonly state?: string;
}

/** As much of a record of this source as tells whether its item is the same as last time. */
export interface RecordSummary {
  readonly type: string;
  readonly ref: string;
  readonly id: number;
  readonly digest: string;
  /** Its object is live and as it was when the digest was noted, and nothing was kept (spec: said again is cheap). */
  readonly fresh: boolean;
  readonly missing: boolean;
  /** Its object lies where whoever feeds changes nothing. */
  readonly isElsewhere?: boolean;
  /** When it was so, be it that a full run said so of its scope. */
  readonly observedAt: string | null;
  /** That was said of the object itself. */
  readonly isTimed: boolean;
}

/** A live object that carries a key, as sources say beside its fields. */
export interface Keyed {
  readonly type: string;
  readonly id: number;
  /** Whoever says so guessed its kind. */
  readonly isGuess: boolean;
}

/** Whether an object is live; one that is gone for good has no state. */
export type State = 'live' | 'deleted';

/** An object as stored. */
export interface StoredObject {
  readonly id: number;
  readonly deleted: boolean;
  readonly row: Readonly<Row>;
  /** The links asked for: ids ascending, or rows of values for kind `child`. */
  readonly sets: ReadonlyMap<Link, ReadonlyArray<number | readonly Scalar[]>>;
  /** Of links whose pairs carry a word the words by the ids. */
  readonly words?: ReadonlyMap<Link, ReadonlyMap<number, string>>;
  /** Columns and links that point to what whoever feeds does not see: of these they are without it. */
  readonly hidden?: readonly string[];
}

/** What a person said of a field's future. */
export interface FieldMark {
  readonly id: number;
  readonly field: string;
  readonly kind: Mark;
  /** What stood when it was set. */
  readonly value: ClaimValue;
}

/** What is sought. */
export interface Wanted {
  has(text: string): boolean;
  keys(): Iterable<string>;
}

/** The map as planning sees it. Lists of ids or keys may be long: portions are the implementation's. */
export interface MapView extends Lookup {
  /** The records of this source in a scope, missing ones too, portion by portion. */
  briefsInScope(scope: string): AsyncIterable<readonly RecordSummary[]>;
  /** Returns true if a full run of this source has reported the scope. */
  isWhole(scope: string): Promise<boolean>;
  /** The records of this source with these refs. */
  briefs(type: string, refs: readonly string[]): Promise<readonly RecordSummary[]>;
  /** The types of which this source has records with these refs, by ref. */
  typesOf(refs: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Objects of any type of which sources say that they carry these keys, by key. */
  keyed(rule: EvidenceRule, keys: readonly string[]): Promise<ReadonlyMap<string, readonly Keyed[]>>;
  /** Objects of guessed types that any source knows by these refs, which are addresses, by ref. */
  guessedAt(addresses: readonly string[]): Promise<ReadonlyMap<string, readonly Keyed[]>>;
  /** Refs of this source that lead to records with other refs, since their objects became one: by type and ref, the record's ref. */
  otherRefs(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>;
  /** The records of all sources on these objects. */
  records(type: string, ids: readonly number[]): Promise<readonly FeedRecord[]>;
  /** The objects of the records that a source has with these refs, by ref; live ones only. */
  byRef(source: string, type: string, refs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Live objects whose `ext_refs` holds these marks of a source, such as `{VCENTER}vm-1`. */
  byExtRef(source: string, type: string, marks: Wanted): Promise<ReadonlyMap<string, readonly number[]>>;
  /** For each match the live objects whose columns are all equal. */
  byMatch(
    type: string,
    matches: ReadonlyArray<Readonly<Record<string, Scalar>>>,
  ): Promise<ReadonlyArray<readonly number[]>>;
  /** Who keeps names from others (`Kind.keepsNames`) and is not found by them: deleted objects, and those of other homes under 0. */
  keptNames(type: string, names: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
  /** `which`: of what whoever feeds sees, or of what they may change. */
  states(type: string, ids: readonly number[], which?: 'seen' | 'own'): Promise<ReadonlyMap<number, State>>;
  /** Bytes of the long texts of objects in these columns, or in all; empty where none of them takes long texts. */
  sizes(type: string, ids: readonly number[], columns?: ReadonlySet<string>): Promise<ReadonlyMap<number, number>>;
  /** Objects, deleted ones too, with these links. `columns`: those that are read; all without it. */
  objects(
    type: string,
    ids: readonly number[],
    links: readonly string[],
    columns?: ReadonlySet<string>,
  ): Promise<readonly StoredObject[]>;
  /** What names live objects to people; an object that is not live is not in the answer. */
  labels(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The objects that these ones became part of; of those that became part of others the last ones. */
  mergedInto(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  marks(type: string, ids: readonly number[]): Promise<readonly FieldMark[]>;
  /** The lines on the way up from these objects, by a reference to the own type or a link to it. */
  above(
    type: string,
    name: string,
    ids: readonly number[],
  ): Promise<ReadonlyArray<readonly [id: number, above: number]>>;
}
