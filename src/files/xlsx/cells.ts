/** How cells look in a workbook: their text, their styles, and the widths of columns. */
import type { Style } from 'exceljs';
import type { Cell, ColumnKind, TableColumn } from '../table.js';
import { escapeXml } from '../xml.js';

type CellStyle = Partial<Style>;

const LONGEST = 32_767;
const NARROWEST = 12;
const WIDEST = 60;
const SAMPLE = 200;
/** So many characters can be read side by side on paper. */
const WIDEST_PAGE = 220;
/** So many columns are made to fit on a page, and none of them narrower than that. */
const FITTED = 15;
const NARROWED = 14;
/** The sign of the filter takes so many characters of a heading; bold ones are wider than others. */
const FILTER = 3;
const BOLD = 1.1;
/** Height of a line, in points. */
export const LINE = 15;
const MOST_LINES = 16;
/** Fills of the levels 0 to 4. */
const LEVEL_COLOURS = ['FFFFFFFF', 'FF8CD17D', 'FFF1CE63', 'FFF28E2B', 'FFE15759'];
/** The calendar of spreadsheets counts a day before it that never was. */
const FIRST_DAY = '1900-03-01';
/** 1970 in that calendar. */
const EPOCH = 25_569;
const DAY = 86_400_000;

const TOP = { vertical: 'top' } as const;

const HEADING_FILL = 'FFDDE5F2';
export const HEADING: CellStyle = {
  font: { bold: true, name: 'Calibri', size: 11 },
  alignment: { vertical: 'middle', wrapText: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: HEADING_FILL } },
};
const STYLES: Record<Exclude<ColumnKind, 'level'>, CellStyle> = {
  text: { alignment: TOP },
  // Texts begin right behind numbers where these end at the edge of their column.
  number: { alignment: { ...TOP, horizontal: 'right', indent: 1 } },
  long: { alignment: { ...TOP, wrapText: true } },
  date: { alignment: TOP, numFmt: 'yyyy-mm-dd' },
};
const SUM: CellStyle = {
  font: { bold: true, name: 'Calibri', size: 11 },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEEF2F8' } },
};
const WHITE_LINE = { style: 'thin', color: { argb: 'FFFFFFFF' } } as const;
const LEVELS = LEVEL_COLOURS.map((argb): CellStyle => ({
  alignment: { ...TOP, horizontal: 'center' },
  border: { top: WHITE_LINE, left: WHITE_LINE, bottom: WHITE_LINE, right: WHITE_LINE },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb } },
}));

/** The numbers of styles within a workbook. */
export interface StyleIds {
  kinds: Record<Exclude<ColumnKind, 'level'>, number>;
  /** Those of rows that sum up others. */
  sums: Record<Exclude<ColumnKind, 'level'>, number>;
  levels: number[];
}

/** Adds our styles to a workbook. */
export function stylesOf(add: (style: object) => number): StyleIds {
  const { text, number, long, date } = STYLES;
  const idsWith = (more: CellStyle): StyleIds['kinds'] => {
    const id = (style: CellStyle): number => add({ ...style, ...more });
    return { text: id(text), number: id(number), long: id(long), date: id(date) };
  };
  return { kinds: idsWith({}), sums: idsWith(SUM), levels: LEVELS.map(add) };
}

/** Makes rows of a table: their cells and their number become text of the sheet. `sum`: the row sums up others. */
export function rowText(
  columns: readonly TableColumn[],
  { widths, wrapped }: Widths,
  ids: StyleIds,
): (cells: readonly Cell[], row: number, sum: boolean) => string {
  const letters = columns.map((_, i) => lettersOf(i));
  const kindOf = columns.map(({ kind }) => (kind === 'text' && wrapped ? 'long' : kind));
  const ofSums = { ...ids, kinds: ids.sums };
  return (cells, row, sum) => {
    let text = '';
    let lines = 1;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      const kind = kindOf[i]!;
      if (cell === null) {
        // Every cell of such a row has its colour.
        if (sum) text += `<c r="${letters[i]!}${row}" s="${ids.sums.text}"/>`;
        continue;
      }
      if (kind === 'long' && typeof cell === 'string') lines = Math.max(lines, linesOf(cell, widths[i]!));
      text += cellText(cell, kind, letters[i]! + row, sum ? ofSums : ids);
    }
    const height = lines > 1 ? ` ht="${lines * LINE}" customHeight="1"` : '';
    return `<row r="${row}"${height}>${text}</row>`;
  };
}

/** How many lines a wrapped text takes, as far as a row grows. */
function linesOf(text: string, width: number): number {
  if (text.length <= width && !text.includes('\n')) return 1;
  let lines = 0;
  for (const line of text.slice(0, width * MOST_LINES).split('\n'))
    lines += Math.max(1, Math.ceil(line.length / width));
  return Math.min(MOST_LINES, lines);
}

/** Texts are always texts, never formulas. */
function cellText(cell: string | number, kind: ColumnKind, place: string, { kinds, levels }: StyleIds): string {
  const style = kind === 'level' ? (levels[cell as number] ?? kinds.number) : kinds[kind];
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  if (kind === 'date' && cell >= FIRST_DAY)
    return `<c r="${place}" s="${style}"><v>${EPOCH + Date.parse(cell) / DAY}</v></c>`;
  return `<c r="${place}" s="${style}" t="str"><v>${escapeXml(shortened(cell))}</v></c>`;
}

const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;

/** 0 → A, 25 → Z, 26 → AA. */
export const lettersOf = (column: number): string =>
  (column > 25 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** How wide the columns of a table are, in characters. */
export interface Widths {
  widths: number[];
  /** All of them fit on a page that can be read. */
  fit: boolean;
  /** Some had to be narrowed for that: their texts go on in the next line. */
  wrapped: boolean;
}

/** The width of each column, by its heading and a sample of its cells. A few columns are narrowed until they fit on a page. */
export function widthsOf(columns: readonly TableColumn[], rows: ReadonlyArray<readonly Cell[]>): Widths {
  let widths = contentWidths(columns, rows.slice(0, SAMPLE));
  const sum = (): number => widths.reduce((total, width) => total + width, 0);
  if (columns.length <= FITTED && sum() > WIDEST_PAGE) {
    // Columns of numbers are wide for their headings alone, which are wrapped anyhow.
    widths = widths.map((width, i) => (columns[i]!.kind === 'number' ? Math.min(width, NARROWED) : width));
  }
  const wrapped = columns.length <= FITTED && sum() > WIDEST_PAGE;
  for (let most = WIDEST; wrapped && most >= NARROWED && sum() > WIDEST_PAGE; most--) {
    widths = widths.map((width) => Math.min(width, most));
  }
  return { widths, fit: columns.length <= FITTED || sum() <= WIDEST_PAGE, wrapped };
}

function contentWidths(columns: readonly TableColumn[], sample: ReadonlyArray<readonly Cell[]>): number[] {
  return columns.map(({ heading, kind }, i) => {
    // There are many of these side by side; their headings are wrapped.
    if (kind === 'level') return NARROWEST;
    let width = heading.length + FILTER;
    for (const row of sample) width = Math.max(width, longestLine(row[i] ?? null));
    return Math.min(WIDEST, Math.max(NARROWEST, width + 1));
  });
}

/** The height of the row of headings, in points: the longest one is seen whole. */
export function headingHeight(columns: readonly TableColumn[], widths: readonly number[]): number {
  const lines = columns.map(({ heading }, i) => {
    const room = widths[i]! - FILTER;
    return heading.length <= room ? 1 : wordLines(heading, room / BOLD);
  });
  return (Math.max(...lines) + 0.2) * LINE;
}

/** How many lines a text takes whose words are kept whole where they fit. */
function wordLines(text: string, width: number): number {
  let [lines, at] = [1, 0];
  for (const word of text.match(/[^\s-]+-?|-/g) ?? []) {
    const room = at ? at + (text.includes(' ') ? 1 : 0) + word.length : word.length;
    if (room <= width) at = room;
    else {
      lines += (at ? 1 : 0) + Math.ceil(word.length / width) - 1;
      at = ((word.length - 1) % width) + 1;
    }
  }
  return lines;
}

function longestLine(cell: Cell): number {
  if (typeof cell !== 'string') return 0;
  if (!cell.includes('\n')) return cell.length;
  return Math.max(...cell.split('\n', SAMPLE).map((line) => line.length));
}
