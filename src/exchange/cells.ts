/** What stands in the cells of a file: how a stored value is written, and what a cell that was read means. */
import type { Language } from '../core/i18n/messages.js';
import type { WallClock } from '../core/text/dates.js';
import type { Scalar } from '../database/database.js';
import {
  clockOf,
  numbersText,
  type Field,
  type Link,
  type LinkSet,
  type PairValue,
  type Worded,
} from '../engine/index.js';
import { isEmpty, isoOf, type Calendar, type Read } from '../files/sheet.js';
import type { Cell } from '../files/table.js';
import type { FileColumn } from './columns.js';

/** Most characters of a cell of a workbook; the last one of a text that was cut is an ellipsis. */
const MAX_CELL_CHARACTERS = 32_767;
const ILLEGAL =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** How workbooks write characters that XML cannot hold. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
const SLASHED = /^\s*\d{1,4}\/\d{1,2}\/\d{1,4}\b/;
const FRENCH_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/;

/** The cell of a stored value: as stored, but for moments, which are written as the API answers them. */
export function fieldCell(value: Scalar, field: Field, clock: WallClock): Cell {
  return field.kind === 'moment' && value !== null ? clockOf(field, clock).toApi(String(value)) : value;
}

/**
 * The cell of a link: its ids, with the word of a pair where it is not what is meant without one (`3, 5: down`); of numbers by
 * name `databases: 2, servers: 1`.
 */
export function linkCell({ numbers, pivot }: Link, set: LinkSet): Cell {
  if (!set.length) return null;
  if (numbers) return numbersText(set as Scalar[][]);
  const value = pivot?.value;
  if (!value) return set.join(', ');
  const worded = (set as Worded[]).map(({ id, [value.name]: word }) =>
    word === value.words[0] ? `${id}` : `${id}: ${word}`,
  );
  return worded.join(', ');
}

/** Returns true if a cell still holds what an export writes: the column was not touched, whatever the file did to its value. */
export function isUntouched(cell: Read | undefined, written: Cell): boolean {
  if (isEmpty(cell)) return isEmpty(written);
  if (typeof cell === 'number' || typeof written === 'number') return Number(cell) === Number(written);
  const [now, then] = [plain(String(cell)), plain(written ?? '')];
  return now === then || (then.length >= MAX_CELL_CHARACTERS - 1 && now === plain(cut(written!)));
}

/** A text without what files lose on the way. */
const plain = (text: string): string =>
  text
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replace(ILLEGAL, '')
    .trim();

function cut(text: string): string {
  const legal = text.replace(ILLEGAL, '');
  return legal.length > MAX_CELL_CHARACTERS ? `${legal.slice(0, MAX_CELL_CHARACTERS - 1).toWellFormed()}…` : legal;
}

/** The value that a cell means for a body; null clears. */
export function valueOf(cell: Read, column: FileColumn, calendar: Calendar): unknown {
  if (isEmpty(cell)) return column.link && !column.link.numbers ? [] : null;
  if (column.link) return column.link.numbers ? cell : idsOf(cell, column.link.pivot?.value);
  const { kind } = column.field;
  if (typeof cell === 'number') {
    if (kind === 'day') return isoOf(cell, calendar)?.slice(0, 10) ?? cell;
    if (kind === 'moment') return isoOf(cell, calendar) ?? cell;
  }
  if (typeof cell === 'boolean' && kind !== 'flag') return String(cell).toUpperCase();
  return cell;
}

/**
 * A cell whose day stands between slashes, as ISO where that can mean one day only: in French the day comes first, in English it
 * may be either. Other cells stay as they are.
 */
export function withoutSlashes(cell: Read | undefined, column: FileColumn, language: Language): Read | undefined {
  if (!isSlashed(cell, column) || language !== 'fr') return cell;
  const [found, day, month, year, time] = FRENCH_DATE.exec(cell.trim()) ?? [];
  if (!found) return cell;
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}${time ? ` ${time.padStart(5, '0')}` : ''}`;
}

/** Whether a cell is a date that is written with slashes. */
export const isSlashed = (cell: Read | undefined, { field }: FileColumn): cell is string =>
  (field?.kind === 'day' || field?.kind === 'moment') && typeof cell === 'string' && SLASHED.test(cell);

/** Ids separated by commas; semicolons are common where the comma is the decimal sign. */
function idsOf(cell: Read, value: PairValue | undefined): unknown[] {
  if (typeof cell !== 'string') return [cell];
  const parts = cell
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (!value) return parts;
  return parts.map((part) => {
    const [id, word] = part.split(':').map((one) => one.trim());
    return word === undefined ? id : { id, [value.name]: word };
  });
}
