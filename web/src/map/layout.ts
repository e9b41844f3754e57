/**
 * Where objects stand: in rows by kind, the business above and the machines below. What stands somewhere stays there: whoever comes
 * later takes a free place, nearest to the middle of their neighbours. No physics, no chance: the same page, the same places.
 */
import type { Point } from './state.js';

/** The box of an object, and the cell that it stands in. */
export const BOX = { width: 200, height: 42 } as const;
export const CELL = { width: 222, height: 64 } as const;

/** Lines from one row to the next: what is between is for rows that come later. */
const PITCH = 2;
/** So many objects that stand are moved when more than they come: a picture of one or two has no places to be remembered. */
const FEW = 3;
/** Columns to the side that are as far as another line. */
const LINE_COST = 5;
const SWEEPS = 4;

/** An object as it is placed, and the row that it belongs to: its kind. Objects are given in the order of rows, then by name. */
export interface Placed {
  id: string;
  row: string;
}

type NeighboursOf = (id: string) => Iterable<string>;

/** The room that rows are folded for, in pixels: its shape decides, and how small boxes would become. */
export interface Shape {
  width: number;
  height: number;
}

/** Rooms of a screen and of a phone: a page is the same on all screens, and on all phones. */
export const SCREEN: Shape = { width: 700, height: 570 };
export const PHONE: Shape = { width: 346, height: 410 };

/** Pixels for each unit below which the name in a box cannot be read. */
export const LEAST_SCALE = 0.6;

/** How rows are folded: into so many columns, and so many lines from one row to the next. */
interface Folded {
  columns: number;
  pitch: number;
}

/**
 * The columns with which rows of these lengths are drawn largest. Where they would be too small to be read, rows stand closer to
 * each other; where even then, there are so many columns as the room is wide, and the rest is scrolled to.
 * @param pitch lines from one row to the next, where there is room
 * @param least pixels for each unit below which the rest is scrolled to; 0 where nobody can scroll
 */
export function foldedInto(
  lengths: readonly number[],
  pitch: number,
  { width, height }: Shape,
  least: number = LEAST_SCALE,
): Folded {
  const longest = Math.max(...lengths);
  const count = lengths.reduce((sum, length) => sum + length, 0);
  // Very many are looked at from afar, where lines that lead through few rows are found soonest.
  if (count > MANY) return { columns: Math.max(8, Math.ceil(Math.sqrt(count) * 1.2)), pitch };
  const linesOf = (columns: number): number =>
    lengths.reduce((sum, length) => sum + Math.ceil(length / columns) + pitch - 1, 1 - pitch);
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= longest; columns++) {
    const scale = Math.min(1, width / (columns * CELL.width), height / (linesOf(columns) * CELL.height));
    if (scale >= best.scale) best = { columns, scale };
  }
  if (best.scale >= least && (least || pitch === 1)) return { columns: best.columns, pitch };
  if (pitch > 1) return foldedInto(lengths, 1, { width, height }, least);
  const wide = Math.max(1, Math.floor((width + CELL.width - BOX.width) / (CELL.width * least)));
  return { columns: Math.min(wide, longest), pitch };
}

/** More objects than this are looked at from afar. */
export const MANY = 150;

/** How many there were, so that each has a name of its own. */
let named = 0;

export class Places {
  readonly name = ++named;
  /** How often all of it was laid out anew. */
  turns = 0;
  readonly points = new Map<string, Point>();
  /** Who stands in a cell, by `key`. */
  private readonly taken = new Set<number>();
  /** Lines by row, and whose a line is. */
  private readonly linesOf = new Map<string, number[]>();
  private readonly owner = new Map<number, string>();
  /**
   * How far the search around a cell of a line came, by `key`: what is nearer stays taken while others are placed. Thousands
   * that want to stand at one place would otherwise look through the same cells again and again.
   */
  private readonly searched = new Map<number, number>();

  /**
   * @param order the place of each row among all
   * @param shape the room that rows are folded for
   * @param pitch lines from one row to the next
   * @param least as in `foldedInto`
   */
  constructor(
    private readonly order: ReadonlyMap<string, number>,
    private readonly shape: Shape = SCREEN,
    private readonly pitch: number = PITCH,
    private readonly least: number = LEAST_SCALE,
  ) {}

  /** Puts an object where somebody dragged it. */
  move(id: string, point: Point): void {
    const former = this.points.get(id);
    this.points.set(id, point);
    if (former) this.release(former);
    this.take(point);
  }

  /** Finds places for those that have none; nobody else moves. */
  place(nodes: readonly Placed[], neighboursOf: NeighboursOf): void {
    const fresh = nodes.filter(({ id }) => !this.points.has(id));
    if (!fresh.length) return;
    this.searched.clear();
    if (this.points.size <= Math.min(FEW, fresh.length - 1)) {
      this.clear();
      this.rows(nodes);
    } else {
      this.openRows(byRow(fresh).map(([{ row }]) => row));
      for (const node of fresh) this.join(node, neighboursOf);
    }
  }

  /** Lays all of it out anew: sweeps towards the middle of the neighbours, ties by name. What is not shown loses its place. */
  tidy(nodes: readonly Placed[], neighboursOf: NeighboursOf): void {
    this.clear();
    const columns = this.rows(nodes);
    const rows = byRow(nodes);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      // Down and up by turns, so that what was found above is carried down, and back.
      for (const row of sweep % 2 ? [...rows].reverse() : rows) {
        const middles = new Map(row.map(({ id }) => [id, this.middleOf(id, neighboursOf) ?? this.points.get(id)!.x]));
        // Sorting is stable: ties stay in the order of names.
        this.fill(
          [...row].sort((a, b) => middles.get(a.id)! - middles.get(b.id)!),
          columns,
          (id) => middles.get(id)!,
        );
      }
    }
    this.taken.clear();
    for (const point of this.points.values()) this.take(point);
  }

  private clear(): void {
    this.turns++;
    for (const map of [this.points, this.taken, this.linesOf, this.owner]) map.clear();
  }

  /** First sight: one row after the other, by name. Returns in how many columns. */
  private rows(nodes: readonly Placed[]): number {
    const rows = byRow(nodes);
    const lengths = rows.map(({ length }) => length);
    const { columns, pitch } = foldedInto(lengths, this.pitch, this.shape, this.least);
    let line = 0;
    for (const row of rows) {
      const lines = Math.ceil(row.length / columns);
      this.own(
        row[0]!.row,
        Array.from({ length: lines }, (_, i) => line + i),
      );
      const wide = Math.ceil(row.length / lines);
      row.forEach(({ id }, i) => {
        const inLine = Math.min(wide, row.length - Math.floor(i / wide) * wide);
        this.put(id, (i % wide) - Math.floor((inLine - 1) / 2), line + Math.floor(i / wide));
      });
      line += lines + pitch - 1;
    }
    return columns;
  }

  /** A row in another order: as near to where each wants to stand as that order allows. */
  private fill(row: readonly Placed[], columns: number, wanted: (id: string) => number): void {
    const lines = this.linesOf.get(row[0]!.row)!;
    const count = Math.min(lines.length, Math.ceil(row.length / columns));
    // In several lines those that want to stand at one place stand above each other.
    const stacks = Array.from({ length: Math.ceil(row.length / count) }, (_, i) =>
      row.slice(i * count, (i + 1) * count),
    );
    let next = -Infinity;
    const at = stacks.map((stack) => {
      const middle = mean(stack.map(({ id }) => wanted(id))) / CELL.width;
      return (next = Math.max(next + 1, Math.round(middle)));
    });
    // Pushing aside goes to the right alone: half of it is taken back.
    const excess = mean(stacks.map((stack, i) => at[i]! - mean(stack.map(({ id }) => wanted(id))) / CELL.width));
    stacks.forEach((stack, i) =>
      stack.forEach(({ id }, j) => this.points.set(id, pointAt(at[i]! - Math.round(excess), lines[j]!))),
    );
  }

  /** One that comes later. */
  private join({ id, row }: Placed, neighboursOf: NeighboursOf): void {
    const middle = this.middleOf(id, neighboursOf) ?? 0;
    const want = Math.round(middle / CELL.width);
    const lines = this.linesOf.get(row)!;
    let best = this.bestOf(lines, want);
    if (best.cost > LINE_COST) {
      const spare = this.spareBeside(lines);
      if (spare !== undefined) {
        const other = this.bestOf([spare], want);
        if (other.cost + LINE_COST < best.cost) {
          this.own(row, [...lines, spare]);
          best = other;
        }
      }
    }
    this.put(id, best.column, best.line);
  }

  /** The free cell nearest to a column; of several the one in the first line, to the right. */
  private bestOf(lines: readonly number[], want: number): { column: number; line: number; cost: number } {
    const best = { column: want, line: lines[0]!, cost: Infinity };
    for (const line of lines) {
      const place = key(want, line);
      let cost = this.searched.get(place) ?? 0;
      while (cost < best.cost && this.isTaken(want + cost, line) && this.isTaken(want - cost, line)) cost++;
      this.searched.set(place, cost);
      if (cost >= best.cost) continue;
      best.column = this.isTaken(want + cost, line) ? want - cost : want + cost;
      [best.line, best.cost] = [line, cost];
    }
    return best;
  }

  private isTaken(column: number, line: number): boolean {
    return this.taken.has(key(column, line));
  }

  /** Lines for rows that have none, in their order: between those above and below them. */
  private openRows(rows: readonly string[]): void {
    const gaps = new Map<string, { above: number; below: number; rows: string[] }>();
    for (const row of rows) {
      if (this.linesOf.has(row)) continue;
      const gap = this.gapFor(row);
      const key = `${gap.above} ${gap.below}`;
      if (!gaps.has(key)) gaps.set(key, { ...gap, rows: [] });
      gaps.get(key)!.rows.push(row);
    }
    for (const { above, below, rows: those } of gaps.values()) {
      those.forEach((row, i) => {
        if (above === -Infinity) this.own(row, [below - PITCH * (those.length - i)]);
        else if (below === Infinity) this.own(row, [above + PITCH * (i + 1)]);
        // Where no line is left between them, the nearest one is shared.
        else this.own(row, [Math.min(Math.floor(above + ((below - above) * (i + 1)) / (those.length + 1)), below - 1)]);
      });
    }
  }

  /** The lines between which a row belongs; where nothing stands yet, the first. */
  private gapFor(row: string): { above: number; below: number } {
    const place = this.placeOf(row);
    let [above, below] = [-Infinity, Infinity];
    for (const [other, lines] of this.linesOf) {
      if (this.placeOf(other) < place) above = Math.max(above, ...lines);
      else below = Math.min(below, ...lines);
    }
    // Lines that are shared have no order any more.
    return above < below ? { above, below } : { above, below: above + 1 };
  }

  /** The nearest line next to these that is nobody's. */
  private spareBeside(lines: readonly number[]): number | undefined {
    const free = [Math.max(...lines) + 1, Math.min(...lines) - 1].filter((line) => !this.owner.has(line));
    // One line is left between kinds, or their rows are no rows any more.
    return free.find((line) => !this.owner.has(line + 1) || !this.owner.has(line - 1));
  }

  private middleOf(id: string, neighboursOf: NeighboursOf): number | undefined {
    let [sum, count] = [0, 0];
    for (const other of neighboursOf(id)) {
      const point = this.points.get(other);
      if (!point) continue;
      sum += point.x;
      count++;
    }
    return count ? sum / count : undefined;
  }

  private own(row: string, lines: readonly number[]): void {
    this.linesOf.set(row, [...lines]);
    for (const line of lines) if (!this.owner.has(line)) this.owner.set(line, row);
  }

  private put(id: string, column: number, line: number): void {
    this.points.set(id, pointAt(column, line));
    this.taken.add(key(column, line));
  }

  private take(point: Point): void {
    for (const cell of cellsUnder(point)) this.taken.add(cell);
  }

  private release(point: Point): void {
    for (const cell of cellsUnder(point)) this.taken.delete(cell);
  }

  private placeOf(row: string): number {
    return this.order.get(row) ?? this.order.size;
  }
}

/** The cells that a box covers: one, unless it was dragged between them. */
function cellsUnder({ x, y }: Point): number[] {
  const columns = [...new Set([Math.floor(x / CELL.width), Math.ceil(x / CELL.width)])];
  const lines = [...new Set([Math.floor(y / CELL.height), Math.ceil(y / CELL.height)])];
  return columns.flatMap((column) => lines.map((line) => key(column, line)));
}

const pointAt = (column: number, line: number): Point => ({ x: column * CELL.width, y: line * CELL.height });

/** A cell as one number. */
const key = (column: number, line: number): number => line * 2 ** 21 + column;

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

/** Those that follow each other and belong to one row. */
function byRow(nodes: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = [];
  for (const node of nodes) {
    if (rows.at(-1)?.[0]!.row !== node.row) rows.push([]);
    rows.at(-1)!.push(node);
  }
  return rows;
}
