/** Where the boxes of a picture stand: in columns, beside what they are linked to, so that few lines cross. */

const SWEEPS = 6;
const SETTLING = 8;

/**
 * The height at which each box stands, in rows; boxes of a column are one row apart or more, and all lie between 0 and the
 * length of the longest column less one.
 * @param columns the boxes of each column
 * @param edges lines between boxes
 */
export function arranged<T>(
  columns: ReadonlyArray<readonly T[]>,
  edges: ReadonlyArray<readonly [T, T]>,
): Map<T, number> {
  const rows = Math.max(0, ...columns.map(({ length }) => length));
  const neighbours = neighboursOf(columns, edges);
  const ordered = inBranches(columns, neighbours);
  for (let i = 0; i < SWEEPS; i++) sweep(i % 2 ? [...ordered].reverse() : ordered, neighbours, rows);
  const heights = new Map<T, number>();
  for (const column of ordered) column.forEach((box, i) => heights.set(box, (rows - column.length) / 2 + i));
  for (let i = 0; i < SETTLING; i++) {
    for (const column of i % 2 ? [...ordered].reverse() : ordered) settle(column, neighbours, heights, rows);
  }
  return heights;
}

type Neighbours<T> = ReadonlyMap<T, readonly T[]>;

/** Lines within a column draw nobody up or down. */
function neighboursOf<T>(columns: ReadonlyArray<readonly T[]>, edges: ReadonlyArray<readonly [T, T]>): Neighbours<T> {
  const columnOf = new Map(columns.flatMap((column, k) => column.map((box) => [box, k] as const)));
  const neighbours = new Map([...columnOf.keys()].map((box) => [box, [] as T[]]));
  for (const [from, to] of edges) {
    if (columnOf.get(from) === columnOf.get(to)) continue;
    neighbours.get(from)!.push(to);
    neighbours.get(to)!.push(from);
  }
  return neighbours;
}

/** Every column in the order in which its boxes are met on the way through the branches. */
function inBranches<T>(columns: ReadonlyArray<readonly T[]>, neighbours: Neighbours<T>): T[][] {
  const met = new Set<T>();
  for (const start of columns.flat()) {
    const waiting = [start];
    for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
      if (met.has(box)) continue;
      met.add(box);
      waiting.push(...[...neighbours.get(box)!].reverse());
    }
  }
  const place = new Map([...met].map((box, i) => [box, i]));
  return columns.map((column) => [...column].sort((a, b) => place.get(a)! - place.get(b)!));
}

/** Sorts each column by where the neighbours of its boxes stand on the average. */
function sweep<T>(columns: readonly T[][], neighbours: Neighbours<T>, rows: number): void {
  const ranks = new Map<T, number>();
  const rank = (column: readonly T[]): void =>
    column.forEach((box, i) => ranks.set(box, ((i + 0.5) / column.length) * rows));
  columns.forEach(rank);
  for (const column of columns) {
    const wanted = new Map(column.map((box) => [box, mean(neighbours.get(box)!, ranks) ?? ranks.get(box)!]));
    column.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
    rank(column);
  }
}

function mean<T>(boxes: readonly T[], values: ReadonlyMap<T, number>): number | undefined {
  return boxes.length ? boxes.reduce((sum, box) => sum + values.get(box)!, 0) / boxes.length : undefined;
}

/** Moves the boxes of a column to their neighbours, without a change of their order; those that would overlap share the room. */
function settle<T>(column: readonly T[], neighbours: Neighbours<T>, heights: Map<T, number>, rows: number): void {
  const blocks: Array<{ sum: number; count: number }> = [];
  column.forEach((box, i) => {
    let block = { sum: (mean(neighbours.get(box)!, heights) ?? heights.get(box)!) - i, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: block.sum + last.sum, count: block.count + last.count };
    }
    blocks.push(block);
  });
  const offsets = blocks.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  column.forEach((box, i) => {
    const height = Math.max(i, offsets[i]! + i);
    heights.set(box, Math.min(height, rows - column.length + i));
  });
}
