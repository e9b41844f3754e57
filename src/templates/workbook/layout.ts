/** Where the rows of a sheet go when some of them are repeated, and with them what refers to rows. */
import { MAX_ROW, parseFormula, withReferences, type End } from './references.js';

/** Repeated rows that follow each other: they stand together in each copy. */
export interface Block {
  /** The first of them. */
  row: number;
  /** How many they are. */
  size: number;
  /** How often they stand. */
  count: number;
}

/** The rows of one sheet: some stand several times, what lies below moves down. */
export class Layout {
  private readonly blocks: Block[] = [];
  /** How far what lies below each of them moves, with those above. */
  private readonly shifts: number[] = [];

  /** `repeated`: how often each of these rows stands, at least once. */
  constructor(repeated: ReadonlyMap<number, number> = new Map()) {
    for (const [row, count] of [...repeated].sort(([a], [b]) => a - b)) {
      const above = this.blocks.at(-1);
      if (above && above.row + above.size === row && above.count === count) above.size++;
      else this.blocks.push({ row, size: 1, count });
    }
    let shift = 0;
    for (const { size, count } of this.blocks) this.shifts.push((shift += size * (count - 1)));
  }

  /** Where a row goes; a repeated one: its first copy. */
  first(row: number): number {
    const before = this.begunAt(row) - (this.blockOf(row) ? 1 : 0);
    return row + (before ? this.shifts[before - 1]! : 0);
  }

  /** The last copy. */
  last(row: number): number {
    const block = this.blockOf(row);
    return this.first(row) + (block ? block.size * (block.count - 1) : 0);
  }

  /** The repeated rows that a row is one of. */
  blockOf(row: number): Block | undefined {
    const block = this.blocks[this.begunAt(row) - 1];
    return block && row < block.row + block.size ? block : undefined;
  }

  /** Returns true if there are repeated rows among these. */
  hasBlockIn(first: number, last: number): boolean {
    return this.blockOf(first) !== undefined || this.begunAt(last) > this.begunAt(first);
  }

  /** How many blocks begin at or above a row. */
  private begunAt(row: number): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.blocks[middle]!.row <= row) low = middle + 1;
      else high = middle;
    }
    return low;
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
  /** How many rows stand in each copy; 1 where it is left out. */
  size?: number;
}

/**
 * A formula after rows were repeated. As where rows are inserted in a spreadsheet program: references go along with their rows, and
 * a range that ends with a repeated row grows to its last copy. As where a row is filled down: in copies of a row what is not fixed
 * by `$` moves on.
 */
export const movedFormula = (text: string, { sheet, copy, size = 1 }: Home, layouts: Layouts): string =>
  withReferences(parseFormula(text), (end, reference, isLast) => {
    if (end.row === undefined) return end;
    const layout = layouts.of(reference.sheet ?? sheet);
    const goesAlong = copy !== undefined && !end.isFixed;
    if (!isLast || goesAlong)
      return at(end, layout.first(end.row) + (goesAlong ? copy * (layout.blockOf(end.row)?.size ?? size) : 0));
    // Whole columns are written so, too.
    return at(end, Math.min(MAX_ROW, layout.last(end.row)));
  });

const at = (end: End, row: number): End | undefined => (row > MAX_ROW ? undefined : { ...end, row });

/**
 * Ranges of a sheet, separated by blanks: `B5 D5:F5`; each grows with the repeated rows in it. Those beyond the sheet are left out.
 * `mayBeMore`: of some of the rows that stand together in each copy, there is one for each.
 */
export const movedRanges = (ranges: string, layout: Layout, mayBeMore = false): string =>
  ranges
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((range) => (mayBeMore && rangesOfCopies(range, layout)) || (movedRange(range, layout) ?? []))
    .join(' ');

/** The range in each copy of rows of which it has some, and nothing else; undefined for all others. */
function rangesOfCopies(range: string, layout: Layout): string[] | undefined {
  const rows = rowsOf(range);
  const block = rows && layout.blockOf(rows.first);
  if (!block || rows.last >= block.row + block.size || rows.last - rows.first + 1 === block.size) return undefined;
  return copiesOf(range, layout);
}

/** The first and the last row of a range. */
export function rowsOf(range: string): { first: number; last: number } | undefined {
  const { tokens } = parseFormula(range);
  const [token] = tokens;
  if (tokens.length !== 1 || typeof token !== 'object') return undefined;
  const [first, last] = [token.start.row, (token.end ?? token.start).row];
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** A range within rows that stand together, in each copy of them. */
export function copiesOf(range: string, layout: Layout): string[] {
  const formula = parseFormula(range);
  const { count = 1, size = 1 } = layout.blockOf(rowsOf(range)?.first ?? 0) ?? {};
  return Array.from({ length: count }, (_, copy) =>
    withReferences(formula, (end) => at(end, layout.first(end.row!) + copy * size)),
  );
}

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
