/** CSV: cells, the guard against formulas, and the dialect that a request may ask for (contract 11). */
import { ApiError } from '../core/http/errors.js';
import { Turns } from '../core/turns.js';
import type { Table } from './table.js';

/** A cell: text is guarded against formulas, numbers are not; null is an empty cell, true and false are 1 and 0. */
export type CsvCell = string | number | boolean | null | undefined;

/** How cells make lines. */
export interface CsvDialect {
  separator: string;
  newline: string;
  /** Cells with blanks or backslashes are enclosed too, as clients of stored queries know it. */
  encloseBlanks?: boolean;
}

/** A whole file: its dialect, and whether it begins with a mark of its encoding. */
export interface CsvFile extends CsvDialect {
  bom: boolean;
}

/** The byte order mark, by which spreadsheets know that a file is UTF-8. */
export const BOM = '\uFEFF';

/** What stands in a file unless the request asks for something else. */
export const RFC_4180: CsvFile = { separator: ',', newline: '\r\n', bom: false };

const SEPARATORS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' };
const SWITCHES: Readonly<Record<string, boolean>> = { '0': false, '1': true };

/** What a cell holds that must be enclosed: by the separator of the file, and where blanks are enclosed too. */
const ENCLOSED: Readonly<Record<string, RegExp>> = {
  ',': /[",\r\n]/,
  ';': /[";\r\n]/,
  '|': /["|\r\n]/,
  '\t': /["\t\r\n]/,
};
const ENCLOSED_BLANKS: Readonly<Record<string, RegExp>> = {
  ',': /[",\r\n\t \\]/,
  ';': /[";\r\n\t \\]/,
  '|': /["|\r\n\t \\]/,
  '\t': /["\t\r\n \\]/,
};

const [ZERO, NINE, AT, FULL_WIDTH] = [0x30, 0x39, 0x40, 0xff00];

/**
 * A sign is harmless before a telephone number or a negative number. Its full-width form is taken for the sign by
 * spreadsheets of East Asian languages, and people do not write numbers with it.
 */
const FORMULA = /^(?:[=@\t\r＝＋－＠]|[+-](?![\d .()-]*$))/;

/**
 * A text as it may stand in a cell that a spreadsheet opens: one that a spreadsheet would take for a formula begins
 * with an apostrophe.
 */
export function guarded(text: string): string {
  const first = text.charCodeAt(0);
  // Nearly every text begins with a letter or a digit, for which no pattern need be tried.
  const plain = (first > AT && first < FULL_WIDTH) || (first >= ZERO && first <= NINE);
  return plain || !FORMULA.test(text) ? text : `'${text}`;
}

/** A text that begins with an apostrophe to guard it against spreadsheets, as it is without. */
export const unguarded = (text: string): string => (isGuarded(text) ? text.slice(1) : text);

/** A text as it must be given to the guard so that `unguarded` gives it back. */
export const guardable = (text: string): string => (isGuarded(text) ? `'${text}` : text);

function isGuarded(text: string): boolean {
  if (!text.startsWith("'")) return false;
  const rest = text.replace(/^'+/, '');
  return guarded(rest) !== rest;
}

/** One line of a file, with its line break. Quotes are doubled; a separator must be one that `csvFile` takes. */
export function csvLine(cells: readonly CsvCell[], { separator, newline, encloseBlanks }: CsvDialect): string {
  const enclosed = (encloseBlanks ? ENCLOSED_BLANKS : ENCLOSED)[separator]!;
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (i) line += separator;
    if (typeof cell === 'string') {
      const text = guarded(cell);
      line += enclosed.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    } else if (typeof cell === 'number') line += cell;
    else if (typeof cell === 'boolean') line += cell ? '1' : '0';
  }
  return line + newline;
}

/**
 * The file that a request asks for by `?sep=` (`,` `;` `|` or a tab, also written `tab`) and `?bom=0/1`; what it leaves
 * out is as in `usual`. Throws 400 for anything else.
 */
export function csvFile(query: Readonly<Record<string, unknown>>, usual: CsvFile): CsvFile {
  return {
    ...usual,
    separator: chosen(query, 'sep', SEPARATORS) ?? usual.separator,
    bom: chosen(query, 'bom', SWITCHES) ?? usual.bom,
  };
}

function chosen<T>(
  query: Readonly<Record<string, unknown>>,
  name: string,
  values: Readonly<Record<string, T>>,
): T | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && Object.hasOwn(values, value)) return values[value];
  const allowed = Object.keys(values)
    .filter((key) => key !== '\t')
    .join(' ');
  throw new ApiError(400, 'wantsChoice', { name, allowed });
}

/** The text of a table, batch by batch; the heading row always. */
export async function* csvText({ columns, rows }: Table, file: CsvFile): AsyncIterable<string> {
  yield (
    (file.bom ? BOM : '') +
    csvLine(
      columns.map(({ heading }) => heading),
      file,
    )
  );
  yield* csvLines(rows, file);
}

/** The lines of rows, batch by batch. Others have their turn in between: batches that are there already come without any. */
export async function* csvLines(
  batches: AsyncIterable<Iterable<readonly CsvCell[]>>,
  dialect: CsvDialect,
): AsyncIterable<string> {
  const turns = new Turns();
  for await (const batch of batches) {
    let text = '';
    await turns.each(batch, (row) => (text += csvLine(row, dialect)));
    yield text;
    await turns.rest();
  }
}
