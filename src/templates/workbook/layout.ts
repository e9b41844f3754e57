/** Where the rows of a sheet go when some of them are repeated, and with them what refers to rows. */
import { MAX_ROW, parseFormula, withReferences, type End } from './references.js';

/** The rows of one sheet: some stand several times, what lies below moves down. */
export class Layout {
  private readonly rows: number[];
  /** How far what lies below each of them moves, with those above. */
  private readonly shifts: number[] = [];

  /** `repeated`: how often each of these rows stands, at least once. */
  constructor(private readonly repeated: ReadonlyMap<number, number> = new Map()) {
    this.rows = [...repeated.keys()].sort((a, b) => a - b);
    let shift = 0;
    for (const row of this.rows) this.shifts.push((shift += repeated.get(row)! - 1));
  }

  /** Where a row goes; a repeated one: its first copy. */
  first(row: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return row + (low ? this.shifts[low - 1]! : 0);
  }

  /** The last copy. */
  last(row: number): number {
    return this.first(row) + this.countOf(row) - 1;
  }

  countOf(row: number): number {
    return this.repeated.get(row) ?? 1;
  }

  isRepeated(row: number): boolean {
    return this.repeated.has(row);
  }
}

/** The layouts of a workbook by the names of its sheets, which are the same in any letter case. */
export class Layouts {
  private readonly byName = new Map<string, Layout>();
  private readonly still = new Layout();

  constructor(sheets: Iterable<readonly [name: string, layout: Layout]> = []) {
    for (const [name, layout] of sheets) this.byName.set(name.toLowerCase(), layout);
  }

  of(name: string | undefined): Layout {
    return (name !== undefined && this.byName.get(name.toLowerCase())) || this.still;
  }
}

/** Where a formula stands. */
export interface Home {
  /** The sheet that its references mean where they name none. */
  sheet?: string;
  /** In a repeated row: which copy it is of, from 0. */
  copy?: number;
}

/**
 * A formula after rows were repeated. As where rows are inserted in a spreadsheet program: references go along with their rows, and
 * a range that ends with a repeated row grows to its last copy. As where a row is filled down: in copies of a row what is not fixed
 * by `$` moves on.
 */
export const movedFormula = (text: string, { sheet, copy }: Home, layouts: Layouts): string =>
  withReferences(parseFormula(text), (end, reference, isLast) => {
    if (end.row === undefined) return end;
    const layout = layouts.of(reference.sheet ?? sheet);
    const goesAlong = copy !== undefined && !end.isFixed;
    if (!isLast || goesAlong) return at(end, layout.first(end.row) + (goesAlong ? copy : 0));
    // Whole columns are written so, too.
    return at(end, Math.min(MAX_ROW, layout.last(end.row)));
  });

const at = (end: End, row: number): End | undefined => (row > MAX_ROW ? undefined : { ...end, row });

/** Ranges of a sheet, separated by blanks: `B5 D5:F5`; each grows with the repeated rows in it. Those beyond the sheet are left out. */
export const movedRanges = (ranges: string, layout: Layout): string =>
  ranges
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((range) => movedRange(range, layout) ?? [])
    .join(' ');

function movedRange(range: string, layout: Layout): string | undefined {
  const { tokens } = parseFormula(range);
  const [token] = tokens;
  if (tokens.length !== 1 || typeof token !== 'object') return range;
  const last = token.end ?? token.start;
  if (last.row === undefined || token.start.row === undefined) return range;
  const [first, end] = [layout.first(token.start.row), Math.min(MAX_ROW, layout.last(last.row))];
  if (first > MAX_ROW) return undefined;
  const [from, to] = [`${token.start.column}${first}`, `${last.column}${end}`];
  return from === to && !token.end ? from : `${from}:${to}`;
}

/** The row of the first cell of such ranges: what formulas that belong to them are relative to. */
export function topRow(ranges: string): number | undefined {
  const [token] = parseFormula(ranges.trim().split(/\s+/, 1)[0]!).tokens;
  return typeof token === 'object' ? token.start.row : undefined;
}
