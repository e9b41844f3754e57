/** How the columns of a sheet are laid out: their widths, what stays in sight, and whether they fit on a page. */
import type { Cell, Table, TableColumn } from '../table.js';

const MIN_WIDTH = 12;
const MAX_WIDTH = 60;
/** Width of the columns of plain tables. */
const PLAIN_WIDTH = 24;
const SAMPLE = 200;
/** So many columns are made to fit on a page of A4, and none of them narrower than that. */
const FITTED = 15;
const NARROWED = 14;
/** The same on A3, which takes what is wider: columns of levels, and others. */
const NARROW_LEVEL = 9;
const NARROWEST = 10;
/** Pages of A3 beside each other that a table is made to fit on. */
const MAX_ACROSS = 2;
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

/**
 * Paper that a sheet is printed on, lying: its number in workbooks, how many characters can be read side by side on it, and how
 * many lines a row takes at most: where columns are many, twenty rows take two pages, whatever is in them.
 */
interface Paper {
  number: number;
  width: number;
  lines: number;
}

const A4: Paper = { number: 9, width: 220, lines: 16 };
const A3: Paper = { number: 8, width: 320, lines: 6 };
/** Rows of a table that is two pages wide, and of cards, which say all that spreadsheets make rows high enough for. */
const LINES_OF_TWO = 3;
const LINES_OF_CARDS = 27;

/** How a sheet is laid out. Widths are in characters. */
export interface Layout {
  widths: number[];
  /** What it is printed on. */
  paper: Paper;
  /** How many pages beside each other it fits on, so that they can be read; undefined: it goes on over as many as it takes. */
  across: number | undefined;
  /** Some columns had to be narrowed for that: their texts go on in the next line. */
  wrapped: boolean;
  /** How many of the columns with names stay in sight. */
  frozen: number;
}

/**
 * The layout of a table, by its headings and a sample of its rows. A few columns are narrowed until they fit on a page of A4, more
 * of them until they fit on one or two of A3.
 */
export function layoutOf(
  { columns, names = 1, plain, widths: given }: Table,
  rows: ReadonlyArray<readonly Cell[]>,
): Layout {
  if (given)
    return { widths: [...given], paper: { ...A3, lines: LINES_OF_CARDS }, across: 1, wrapped: true, frozen: names };
  if (plain) {
    const widths = columns.map(() => PLAIN_WIDTH);
    if (columns.length > FITTED) return { ...wideLayout(columns, widths, 1), wrapped: false };
    return { widths, paper: A4, across: 1, wrapped: false, frozen: 1 };
  }
  const widths = contentWidths(columns, rows.slice(0, SAMPLE));
  if (sumOf(widths) <= A4.width) return { widths, paper: A4, across: 1, wrapped: false, frozen: frozen(widths, names) };
  if (columns.length <= FITTED) {
    // Columns of numbers are wide for their headings alone, which are wrapped anyhow.
    const least = widths.map((width, i) => (columns[i]!.kind === 'number' ? Math.min(width, NARROWED) : width));
    const wrapped = sumOf(least) > A4.width;
    const fitting = narrowed(least, A4.width, NARROWED);
    return { widths: fitting, paper: A4, across: 1, wrapped, frozen: frozen(fitting, names) };
  }
  return wideLayout(columns, widths, names);
}

/** The layout of many columns: on one page of A3, none narrower than usual if that will do; else on two beside each other. */
function wideLayout(columns: readonly TableColumn[], widths: readonly number[], names: number): Layout {
  const capped = widths.map((width, i) => (columns[i]!.kind === 'number' ? Math.min(width, NARROWED) : width));
  const least = capped.map((width, i) => (columns[i]!.kind === 'level' ? NARROW_LEVEL : width));
  const one = [narrowed(capped, A3.width, MIN_WIDTH), narrowed(least, A3.width, NARROWEST)].find(
    (fitting) => sumOf(fitting) <= A3.width,
  );
  if (one) return { widths: one, paper: A3, across: 1, wrapped: true, frozen: frozen(one, names) };
  // Names stand on both pages.
  const repeated = sumOf(least.slice(0, names).map((width) => Math.min(width, MAX_FROZEN_WIDTH / names)));
  const room = MAX_ACROSS * A3.width - repeated;
  const two = narrowed(least, room, NARROWEST);
  const paper = { ...A3, lines: LINES_OF_TWO };
  const across = sumOf(two) <= room ? MAX_ACROSS : undefined;
  return { widths: two, paper, across, wrapped: true, frozen: frozen(two, names) };
}

const sumOf = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);

/** The widest columns are narrowed, down to the least width, until all of them take no more than this. */
function narrowed(widths: readonly number[], room: number, least: number): number[] {
  let fitting = [...widths];
  for (let most = MAX_WIDTH; most >= least && sumOf(fitting) > room; most--) {
    fitting = fitting.map((width) => Math.min(width, most));
  }
  return fitting;
}

/** At least one. */
function frozen(widths: readonly number[], names: number): number {
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
export function wordLines(text: string, width: number): number {
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
