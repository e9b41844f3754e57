/** Rows in an order that has natural keys: no engine has one, and the two have different collations, so they are compared here. */
import { naturalKey } from '../../core/text/natural.js';
import { sortKey } from '../../core/text/order.js';
import type { Scalar } from '../../database/database.js';

/** How the values of one key of an order compare: `text` as `sort_key` orders them, `value` as numbers or texts that they are. */
export interface Comparison {
  form: 'natural' | 'text' | 'value';
  descending: boolean;
}

/** What the thread that sorts is asked: the values of each key, row by row. */
export interface SortQuestion {
  columns: ReadonlyArray<readonly Scalar[]>;
  by: readonly Comparison[];
}

/** What is compared of a value, one after the other: of natural ones the plain value decides between two of one key. */
function partsOf(value: Scalar, form: Comparison['form']): Scalar[] {
  if (form === 'natural') return [naturalKey(value as string | null), value];
  if (form === 'text') return [value === null ? null : sortKey(String(value))];
  return [value];
}

/** No value comes first. */
function compared(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/** Compares two rows by their values of the keys; less than 0 where the first comes first. */
export function compareRows(a: readonly Scalar[], b: readonly Scalar[], by: readonly Comparison[]): number {
  for (const [i, { form, descending }] of by.entries()) {
    const [left, right] = [partsOf(a[i]!, form), partsOf(b[i]!, form)];
    const difference = left.map((part, at) => compared(part, right[at]!)).find((each) => each !== 0);
    if (difference) return descending ? -difference : difference;
  }
  return 0;
}

/** The places of the rows in their order. `tick`: called every few thousand rows, may throw. */
export function sortedPlaces({ columns, by }: SortQuestion, tick: () => void = () => undefined): Uint32Array {
  const parts = by.flatMap(({ form, descending }, i) => {
    const made: Array<{ values: Scalar[]; sign: number }> = [];
    columns[i]!.forEach((value, row) => {
      if (row % 4096 === 0) tick();
      for (const [at, part] of partsOf(value, form).entries())
        (made[at] ??= { values: [], sign: descending ? -1 : 1 }).values.push(part);
    });
    return made;
  });
  return Uint32Array.from(columns[0]!, (_, row) => row).sort((a, b) => {
    for (const { values, sign } of parts) {
      const difference = compared(values[a]!, values[b]!);
      if (difference) return difference * sign;
    }
    return 0;
  });
}
