/** What a list consists of. */
import type { WallClock } from '../../core/text/dates.js';
import type { Row, Scalar } from '../../database/database.js';
import { clockOf, type Field } from '../../engine/index.js';
import type { Root } from './level.js';

/** Turns a stored value into one of the result. */
export type Shown = ((stored: Scalar) => Scalar) | undefined;

/** Cells of one row; the same array is filled anew for the next one. */
export type Cells = Scalar[];

/** What is loaded, and how rows are made of it. */
export interface List {
  root: Root;
  columns: string[];
  /** Columns of JSON text, which answers in JSON take apart. */
  json: ReadonlySet<number>;
  /** Columns of days. */
  days: ReadonlySet<number>;
  /** How many rows there are; stops counting behind `most`. */
  count(roots: readonly Row[], most: number): number;
  rows(roots: readonly Row[]): Iterable<Cells>;
}

/** The positions of fields of days, as they are shown. */
export const daysAmong = (fields: readonly Field[]): Set<number> =>
  new Set(fields.flatMap(({ kind }, i) => (kind === 'moment' || kind === 'day' ? [i] : [])));

/** Points in time show their day in UTC, and flags that are true or false elsewhere stay 1 or 0. */
export function shownAs(field: Field, clock: WallClock): Shown {
  const { kind } = field;
  if (kind === 'moment') {
    const shown = clockOf(field, clock);
    return (stored) => (stored === null ? null : (shown.toApi(String(stored))?.slice(0, 10) ?? null));
  }
  if (kind === 'day') return (stored) => (stored === null ? null : String(stored).slice(0, 10));
  return undefined;
}
