/** The order of related rows, the same on every engine. */
import { sortKey } from '../../core/text/order.js';
import type { Row, Scalar } from '../../database/database.js';

const [FIRST, LAST] = [0x20, 0x7e];

/** The place of each printable sign of ASCII in the order of texts; upper and lower case share one. */
const RANKS = Uint16Array.from({ length: LAST + 1 }, (_, code) =>
  code < FIRST ? 0 : sortKey(`${String.fromCharCode(code)}.`).charCodeAt(0),
);

const isPlain = (code: number): boolean => code >= FIRST && code <= LAST;

/** Compares as the keys of two texts compare; most texts differ within ASCII, which takes no key. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (!isPlain(x) || !isPlain(y)) return compareKeys(a, b);
    if (RANKS[x] !== RANKS[y]) return RANKS[x]! - RANKS[y]!;
  }
  // Blanks at the end count for nothing.
  return a.length === b.length ? 0 : compareKeys(a, b);
}

function compareKeys(a: string, b: string): number {
  const [x, y] = [sortKey(a), sortKey(b)];
  return x === y ? 0 : x < y ? -1 : 1;
}

/** Puts rows in the order of a name, then of their ids; what has no name comes first. An object that is there twice stays once. */
export function byName(rows: Row[], name: string | undefined): Row[] {
  rows.sort((a, b) => (name ? compareNames(a[name]!, b[name]!) : 0) || (a['id'] as number) - (b['id'] as number));
  const repeats = rows.some((row, i) => i > 0 && row['id'] === rows[i - 1]!['id']);
  return repeats ? rows.filter((row, i) => row['id'] !== rows[i - 1]?.['id']) : rows;
}

const compareNames = (a: Scalar, b: Scalar): number => compareTexts(String(a ?? ''), String(b ?? ''));

/** Rows by the values of some columns. */
export function byValues(rows: readonly Row[], names: readonly string[]): Row[] {
  const valued = rows.map((row) => ({ row, key: JSON.stringify(names.map((name) => row[name])) }));
  valued.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return valued.map(({ row }) => row);
}
