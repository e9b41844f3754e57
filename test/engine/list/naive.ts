/** What contract 5 says of filters and orders, written down once more, over rows in memory. */
import type { Scalar } from '../../../src/database/database.js';
import { TABLES, type Holds, type MapRow, type MapRows } from './random-map.js';

/** Text as it is compared: without case, accents and trailing blanks. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(/ +$/, '');

/** The order of the signs that occur, after the Unicode Collation Algorithm. */
const SIGNS = " _-,;:!?.'’()*/\\&%+|0123456789abcdefghijklmnoøpqrstuvwxyz";

export function compareTexts(a: string, b: string): number {
  const [left, right] = [[...plainText(a)], [...plainText(b)]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = SIGNS.indexOf(left[i]!) - SIGNS.indexOf(right[i]!);
    if (difference) return difference;
  }
  return left.length - right.length;
}

const isText = (holds: Holds): boolean => holds === 'contains' || holds === 'text';

/** Values that are there, in the order of `sort`. */
export function compare(holds: Holds, a: Exclude<Scalar, null>, b: Exclude<Scalar, null>): number {
  if (isText(holds)) return compareTexts(String(a), String(b));
  return a === b ? 0 : a < b ? -1 : 1;
}

/** No value comes first. */
export function compareRows(holds: Holds, a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compare(holds, a, b);
}

/** What an operator says of a value that is there. */
type Says = (value: Exclude<Scalar, null>, asked: string[], holds: Holds) => boolean;

/** A bare date on a point in time is a whole day. */
const first = (asked: string, holds: Holds): Exclude<Scalar, null> =>
  holds === 'moment' && asked.length === 10 ? `${asked} 00:00:00` : typed(asked, holds);
const last = (asked: string, holds: Holds): Exclude<Scalar, null> =>
  holds === 'moment' && asked.length === 10 ? `${asked} 23:59:59` : typed(asked, holds);

function typed(asked: string, holds: Holds): Exclude<Scalar, null> {
  if (isText(holds) || holds === 'day') return asked;
  if (holds === 'moment') return asked.replace('T', ' ').replace(/Z$/, '');
  if (holds === 'flag') return Number(/^(1|true|yes|on)$/i.test(asked));
  return Number(asked);
}

const equal: Says = (value, asked, holds) =>
  asked.some((one) => compare(holds, value, first(one, holds)) >= 0 && compare(holds, value, last(one, holds)) <= 0);
const found =
  (test: (value: string, part: string) => boolean): Says =>
  (value, asked) =>
    asked.some((one) => test(plainText(String(value)), plainText(one)));

const OPERATORS: Record<string, Says> = {
  '': (value, asked, holds) => (holds === 'contains' ? OPERATORS['_contains']! : equal)(value, asked, holds),
  _contains: found((value, part) => value.includes(part)),
  _in: equal,
  _not: (...of) => !equal(...of),
  _not_in: (...of) => !equal(...of),
  _lt: (value, [one], holds) => compare(holds, value, first(one!, holds)) < 0,
  _lte: (value, [one], holds) => compare(holds, value, last(one!, holds)) <= 0,
  _gt: (value, [one], holds) => compare(holds, value, last(one!, holds)) > 0,
  _gte: (value, [one], holds) => compare(holds, value, first(one!, holds)) >= 0,
  _between: (value, [from, to], holds) =>
    compare(holds, value, first(from!, holds)) >= 0 && compare(holds, value, last(to!, holds)) <= 0,
  _after: (...of) => OPERATORS['_gte']!(...of),
  _before: (...of) => OPERATORS['_lte']!(...of),
  _starts: found((value, part) => value.startsWith(part)),
  _ends: found((value, part) => value.endsWith(part)),
  _like: found((value, part) => {
    const [head, ...parts] = part.split('%').map((piece) => piece.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
    return new RegExp(`^${[head, ...parts].join('[^]*')}$`).test(value);
  }),
};

export const OPERATORS_OF = (holds: Holds): string[] => [
  ...['', '_in', '_not', '_not_in', '_lt', '_lte', '_gt', '_gte', '_between', '_null', '_empty'],
  ...(holds === 'day' || holds === 'moment' ? ['_after', '_before'] : []),
  ...(isText(holds) ? ['_starts', '_ends', '_like'] : []),
];

export function holdsOf(table: string, column: string): Holds {
  return column === 'id' ? 'number' : TABLES[table]!.columns[column]!;
}

/** Whether a row satisfies `filter[<column><operator>]`. */
export function satisfies(table: string, row: MapRow, column: string, operator: string, asked: string[]): boolean {
  const value = row[column]!;
  const isAsked = /^(1|true|yes|on)$/i.test(asked[0] ?? '');
  if (operator === '_null') return (value === null) === isAsked;
  if (operator === '_empty') return (value === null || value === '') === isAsked;
  return value !== null && OPERATORS[operator]!(value, asked, holdsOf(table, column));
}

/** Every word occurs in some searched column. */
export function isFound(table: string, row: MapRow, words: string[]): boolean {
  const searched = Object.entries(TABLES[table]!.columns).filter(([, holds]) => holds === 'contains');
  return words.every((word) =>
    searched.some(([column]) => plainText(String(row[column] ?? '')).includes(plainText(word))),
  );
}

const numberOfAddress = (address: string): number =>
  address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);

/** Whether an IPv4 address in the text lies in a range such as 10.0.0.0/8. */
export function holdsAddressIn(text: Scalar, range: string): boolean {
  const [base, prefix = '32'] = range.split('/') as [string, string?];
  const size = 2 ** (32 - Number(prefix));
  const network = (address: string): number => Math.floor(numberOfAddress(address) / size);
  return String(text ?? '')
    .split(/[,; ]+/)
    .some((address) => address !== '' && network(address) === network(base));
}

/** The live rows that a relation leads to, each once, in the order of their ids. */
export function related(rows: MapRows, table: string, row: MapRow, relation: string): MapRow[] {
  const way = TABLES[table]!.ways[relation]!;
  const ids = [...new Set(way.follow(row, rows))].sort((a, b) => a - b);
  return ids.map((id) => rows[way.to]![id - 1]!).filter((other) => other['deleted_at'] === null);
}
