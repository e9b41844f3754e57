/** How the columns of a sheet are laid out: their widths, what stays in sight, and whether they fit on a page. */
import type { Cell, Table, TableColumn } from '../table.js';

const MIN_WIDTH = 12;
const MAX_WIDTH = 60;
/** Width of the columns of plain tables. */
const PLAIN_WIDTH = 24;
const SAMPLE = 200;
/** So many characters can be read side by side on paper. */
const MAX_PAGE_WIDTH = 220;
/** So many columns are made to fit on a page, and none of them narrower than that. */
const FITTED = 15;
const NARROWED = 14;
/** The sign of the filter takes so many characters of a heading; bold ones are wider than others. */
const FILTER = 3;
const BOLD = 1.1;
/** Names that are wider than that would leave little of the screen to what moves. */
const MAX_FROZEN_WIDTH = 90;
/** Height of a line, in points. */
export const LINE = 15;

/** 0 → A, 25 → Z, 26 → AA. */
export const lettersOf = (column: number): string =>
  (column > 25 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** How a sheet is laid out. Widths are in characters. */
export interface Layout {
  widths: number[];
  /** All of them fit on a page that can be read. */
  fit: boolean;
  /** Some had to be narrowed for that: their texts go on in the next line. */
  wrapped: boolean;
  /** How many of the columns with names stay in sight. */
  frozen: number;
}

/** The layout of a table, by its headings and a sample of its rows. A few columns are narrowed until they fit on a page. */
export function layoutOf({ columns, names = 1, plain }: Table, rows: ReadonlyArray<readonly Cell[]>): Layout {
  if (plain) {
    const widths = columns.map(() => PLAIN_WIDTH);
    return { widths, fit: columns.length <= FITTED, wrapped: false, frozen: 1 };
  }
  let widths = contentWidths(columns, rows.slice(0, SAMPLE));
  const sum = (): number => widths.reduce((total, width) => total + width, 0);
  if (columns.length <= FITTED && sum() > MAX_PAGE_WIDTH) {
    // Columns of numbers are wide for their headings alone, which are wrapped anyhow.
    widths = widths.map((width, i) => (columns[i]!.kind === 'number' ? Math.min(width, NARROWED) : width));
  }
  const wrapped = columns.length <= FITTED && sum() > MAX_PAGE_WIDTH;
  for (let most = MAX_WIDTH; wrapped && most >= NARROWED && sum() > MAX_PAGE_WIDTH; most--) {
    widths = widths.map((width) => Math.min(width, most));
  }
  const fit = columns.length <= FITTED || sum() <= MAX_PAGE_WIDTH;
  return { widths, fit, wrapped, frozen: frozenColumns(widths, names) };
}

/** At least one. */
function frozenColumns(widths: readonly number[], names: number): number {
  let kept = Math.min(names, widths.length);
  const width = (): number => widths.slice(0, kept).reduce((sum, each) => sum + each, 0);
  while (kept > 1 && width() > MAX_FROZEN_WIDTH) kept--;
  return kept;
}

function contentWidths(columns: readonly TableColumn[], sample: ReadonlyArray<readonly Cell[]>): number[] {
  return columns.map(({ heading, kind }, i) => {
    // There are many of these side by side; their headings are wrapped.
    if (kind === 'level') return MIN_WIDTH;
    let width = heading.length + FILTER;
    for (const row of sample) width = Math.max(width, longestLine(row[i] ?? null));
    return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width + 1));
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
