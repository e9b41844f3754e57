/** What is weighed when several sources and people speak of one field. Values are compared as texts by their identity. */

/** A value that is stored, said or left; `undefined` is never one. Sets are lists of elements. */
export type Value = string | number | null;

/** What one source says of a field. */
export interface Claim {
  readonly source: string;
  readonly value: Value;
  /** Higher ranks win; a source that misses the object ranks below all others. */
  readonly rank: number;
}

/** The rank of a record that is missing. */
export const MISSING_RANK = -1;
/** The rank of whoever says that there is none, which takes away what that source said itself alone: below all values. */
export const NONE_RANK = -0.5;

export type Mark = 'hold' | 'free';

/** Why a value or an element stays as it is. */
export type KeptCode = 'by-hand' | 'outranked' | 'held';

/** Two values that are one: folded names, dates by value. */
export type Equal = (a: Value, b: Value) => boolean;

export const same: Equal = (a, b) => a === b;
