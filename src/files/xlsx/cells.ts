/** The rows of a sheet as text of its part: texts, numbers and days, each with its style. */
import type { Cell, ColumnKind, Table } from '../table.js';
import { escapeXml } from '../xml.js';
import { headingHeight, lettersOf, LINE, wordLines, type Layout } from './layout.js';
import { STYLES } from './parts.js';

const MAX_CELL_CHARACTERS = 32_767;
/** The calendar of spreadsheets counts a day before it that never was. */
const FIRST_DAY = '1900-03-01';
/** 1970 in that calendar. */
const EPOCH = 25_569;
const DAY = 86_400_000;

/** Makes rows of a table: their cells and their number become text of the sheet. `sum`: the row sums up others. */
export function rowText(
  { columns, plain }: Pick<Table, 'columns' | 'plain'>,
  { widths, wrapped, paper }: Layout,
): (cells: readonly Cell[], row: number, sum: boolean) => string {
  const letters = columns.map((_, i) => lettersOf(i));
  const kindOf = columns.map(({ kind }) => (kind === 'text' && wrapped ? 'long' : kind));
  const usual = plain ? STYLES.plain : STYLES.usual;
  return (cells, row, sum) => {
    let text = '';
    let lines = 1;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      const kind = kindOf[i]!;
      if (cell === null) {
        // Every cell of such a row has its colour.
        if (sum) text += `<c r="${letters[i]!}${row}" s="${STYLES.sums.text}"/>`;
        continue;
      }
      if (kind === 'long' && typeof cell === 'string') lines = Math.max(lines, linesOf(cell, widths[i]!, paper.lines));
      text += cellText(cell, kind, letters[i]! + row, sum ? STYLES.sums : usual);
    }
    const height = lines > 1 ? ` ht="${lines * LINE}" customHeight="1"` : '';
    return `<row r="${row}"${height}>${text}</row>`;
  };
}

/** The row of headings. */
export function headingText({ columns, plain }: Pick<Table, 'columns' | 'plain'>, { widths }: Layout): string {
  const style = plain ? STYLES.plain.text : STYLES.heading;
  const cells = columns.map(({ heading }, i) => textCell(heading, `${lettersOf(i)}1`, style));
  const height = plain ? '' : ` ht="${headingHeight(columns, widths)}" customHeight="1"`;
  return `<row r="1"${height}>${cells.join('')}</row>`;
}

/** How many lines a wrapped text takes, as far as a row grows. */
function linesOf(text: string, width: number, most: number): number {
  if (text.length <= width && !text.includes('\n')) return 1;
  let lines = 0;
  // Of long lines words are kept whole, in narrow columns to a good part of each line.
  for (const line of text.slice(0, width * most).split('\n')) lines += line.length > width ? wordLines(line, width) : 1;
  return Math.min(most, lines);
}

/** Texts are always texts, never formulas. */
function cellText(cell: string | number, kind: ColumnKind, place: string, styles: typeof STYLES.usual): string {
  const style = kind === 'level' ? (STYLES.levels[cell as number] ?? styles.number) : styles[kind];
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  if (kind === 'date' && cell >= FIRST_DAY)
    return `<c r="${place}" s="${style}"><v>${EPOCH + Date.parse(cell) / DAY}</v></c>`;
  return textCell(cell, place, style);
}

const textCell = (text: string, place: string, style: number): string =>
  `<c r="${place}" s="${style}" t="str"><v>${escapeXml(escaped(shortened(text)))}</v></c>`;

const shortened = (text: string): string =>
  text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS - 1).toWellFormed()}…` : text;

/** A text that looks like the sign for a character is no such sign. */
const escaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;
