/**
 * The course of lines: from row to row between the boxes, and past those that they do not concern. A line leaves its box above or below,
 * and crosses every row where nobody stands. The same places, the same lines.
 */
import type { Area } from './grid.js';
import { BOX, CELL } from './layout.js';
import type { Point } from './state.js';
import type { MapEdge } from './world.js';

/** Units between lines that lie beside each other. */
const APART = 26;
/** How near a line comes to a box that it passes. */
const CLEAR = 8;
/** How far to the side of its middle a line leaves a box, at most, and how much of the way to the side it does so. */
const MAX_ASIDE = 84;
const ASIDE = 0.12;
/** Lines whose courses are kept: of more, those are found anew that are drawn. */
const MAX_KEPT = 2000;
const [HALF_WIDTH, HALF_HEIGHT] = [BOX.width / 2, BOX.height / 2];

/** Two points that a curve is bent towards, and its end. */
type Curve = readonly [Point, Point, Point];

/** Curves behind each other, each from where the one before it ends. */
export interface Course {
  start: Point;
  curves: readonly Curve[];
}

/** Those who stand in a line of the plane, from left to right. */
type Row = ReadonlyArray<{ id: string; x: number }>;

/** What lines are drawn with: a canvas, or whoever writes them down. */
type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'bezierCurveTo'>;

export class Courses {
  private readonly bends: Map<MapEdge, number>;
  /** By the number of the line. */
  private readonly rows: ReadonlyMap<number, Row>;
  private readonly known = new Map<MapEdge, Course>();
  private readonly isKept: boolean;

  constructor(
    edges: readonly MapEdge[],
    private readonly points: ReadonlyMap<string, Point>,
  ) {
    this.bends = bendsOf(edges);
    this.isKept = edges.length <= MAX_KEPT;
    const standing = [...points].map(([id, { x, y }]) => ({ id, x, y })).sort((a, b) => a.x - b.x);
    const rows = new Map<number, Array<Row[number]>>();
    for (const one of standing) {
      // Whoever was dragged may stand between two lines.
      for (const line of new Set([Math.floor(one.y / CELL.height), Math.ceil(one.y / CELL.height)])) {
        const row = rows.get(line);
        if (row) row.push(one);
        else rows.set(line, [one]);
      }
    }
    this.rows = rows;
  }

  /** The course of a line between two objects that have a place. */
  of(edge: MapEdge): Course {
    const known = this.known.get(edge);
    if (known) return known;
    const course = this.find(edge);
    if (this.isKept) this.known.set(edge, course);
    return course;
  }

  private find(edge: MapEdge): Course {
    const [from, to] = [this.points.get(edge.from)!, this.points.get(edge.to)!];
    const bend = this.bends.get(edge) ?? 0;
    const isBeside = Math.abs(from.y - to.y) < CELL.height && Math.abs(from.x - to.x) >= BOX.width;
    if (isBeside) return this.within(edge, from, to, bend);
    const way = from.y < to.y ? 1 : -1;
    const aside = (own: Point, other: Point): Point => ({
      x: own.x + Math.min(Math.max((other.x - own.x) * ASIDE + bend, -MAX_ASIDE), MAX_ASIDE),
      y: own.y + (own === from ? way : -way) * HALF_HEIGHT,
    });
    const [start, end] = [aside(from, to), aside(to, from)];
    return { start, curves: this.lead(start, end, edge) };
  }

  /** From one point down or up to another, past whoever stands in between. */
  private lead(from: Point, to: Point, edge: MapEdge): Curve[] {
    const met = this.firstMet(from, to, edge);
    if (!met) return [swung(from, to)];
    const way = from.y < to.y ? 1 : -1;
    const [x, y] = [this.gapIn(met.line, met.x, edge), met.line * CELL.height];
    const before = { x, y: y - way * (HALF_HEIGHT + CLEAR / 2) };
    const behind = { x, y: y + way * (HALF_HEIGHT + CLEAR / 2) };
    return [...this.lead(from, before, edge), [before, behind, behind], ...this.lead(behind, to, edge)];
  }

  /** The first row where a curve from one point to another would meet somebody, and where the curve comes to its middle. */
  private firstMet(from: Point, to: Point, edge: MapEdge): { line: number; x: number } | null {
    const way = from.y < to.y ? 1 : -1;
    const at = (y: number): number => from.x + (to.x - from.x) * swing((y - from.y) / (to.y - from.y));
    let line = way > 0 ? Math.floor(from.y / CELL.height) + 1 : Math.ceil(from.y / CELL.height) - 1;
    for (; way * line * CELL.height < way * to.y; line += way) {
      const row = this.rows.get(line);
      if (!row) continue;
      const y = line * CELL.height;
      const [one, other] = [at(y - HALF_HEIGHT - 2), at(y + HALF_HEIGHT + 2)];
      if (someoneIn(row, Math.min(one, other), Math.max(one, other), edge)) return { line, x: at(y) };
    }
    return null;
  }

  /** Between two boxes of one row: straight where nobody stands between them, else below those. */
  private within(edge: MapEdge, from: Point, to: Point, bend: number): Course {
    const [left, right] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
    const row = this.rows.get(Math.round(from.y / CELL.height)) ?? [];
    const isFree = !row.some(({ id, x }) => id !== edge.from && id !== edge.to && x > left && x < right);
    const side = from.x < to.x ? 1 : -1;
    if (isFree || from.y !== to.y) {
      const start = { x: from.x + side * HALF_WIDTH, y: from.y + bend / 3 };
      const end = { x: to.x - side * HALF_WIDTH, y: to.y + bend / 3 };
      return { start, curves: [[start, end, end]] };
    }
    const start = { x: from.x + side * MAX_ASIDE + bend / 3, y: from.y + HALF_HEIGHT };
    const end = { x: to.x - side * MAX_ASIDE + bend / 3, y: to.y + HALF_HEIGHT };
    // A curve comes three quarters as far as what it is bent towards.
    const depth = (CELL.height - BOX.height) * (2 / 3);
    return {
      start,
      curves: [[{ x: start.x, y: start.y + depth }, { x: end.x, y: end.y + depth }, end]],
    };
  }

  /** Where a line crosses a row: where nobody stands, nearest to where it wants to. */
  private gapIn(line: number, wanted: number, edge: MapEdge): number {
    const row = this.rows.get(line)!;
    const gap = (side: 1 | -1): number => {
      let x = wanted;
      for (let one = someoneIn(row, x, x, edge); one; one = someoneIn(row, x, x, edge))
        x = one.x + (side * CELL.width) / 2;
      return x;
    };
    const [before, behind] = [gap(-1), gap(1)];
    return wanted - before <= behind - wanted ? before : behind;
  }
}

/** Somebody of a row whom a line that stays between `left` and `right` would meet. */
function someoneIn(row: Row, left: number, right: number, { from, to }: MapEdge): Row[number] | undefined {
  const reach = HALF_WIDTH + CLEAR;
  for (let i = firstFrom(row, left - reach); i < row.length && row[i]!.x < right + reach; i++)
    if (row[i]!.id !== from && row[i]!.id !== to && row[i]!.x > left - reach) return row[i];
  return undefined;
}

/** From one point to another, leaving and coming straight up or down. */
function swung(from: Point, to: Point): Curve {
  const y = (from.y + to.y) / 2;
  return [{ x: from.x, y }, { x: to.x, y }, to];
}

/** How far to the side such a curve is once it came this far up or down, both from 0 to 1: by a table, since each line asks often. */
function swing(share: number): number {
  const at = Math.min(Math.max(share, 0), 1) * SWING_STEPS;
  const step = Math.min(Math.floor(at), SWING_STEPS - 1);
  return SWING[step]! + (SWING[step + 1]! - SWING[step]!) * (at - step);
}

const SWING_STEPS = 64;
const SWING = Array.from({ length: SWING_STEPS + 1 }, (_, i) => {
  let [low, high] = [0, 1];
  // Where on the curve that is.
  for (let turn = 0; turn < 30; turn++) {
    const t = (low + high) / 2;
    if (1.5 * t * (1 - t) + t ** 3 < i / SWING_STEPS) low = t;
    else high = t;
  }
  return 3 * low ** 2 - 2 * low ** 3;
});

/** The place of the first of a row that stands at `x` or behind it. */
function firstFrom(row: Row, x: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]!.x < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Draws a course, as much of it as may be seen. */
export function trace(pen: Pen, { start, curves }: Course, { left, top, right, bottom }: Area): void {
  let at = start;
  let isDown = false;
  for (const [one, two, end] of curves) {
    const isBeside = Math.max(at.x, end.x) < left || Math.min(at.x, end.x) > right;
    const isBeyond = Math.max(at.y, one.y, end.y) < top || Math.min(at.y, end.y) > bottom;
    if (isBeside || isBeyond) isDown = false;
    else {
      if (!isDown) pen.moveTo(at.x, at.y);
      isDown = true;
      pen.bezierCurveTo(one.x, one.y, two.x, two.y, end.x, end.y);
    }
    at = end;
  }
}

/** The middle of the longest curve: where a word on the line stands. */
export function middleOf({ start, curves }: Course): Point {
  let from = start;
  let best = { length: -1, at: start };
  for (const [one, two, to] of curves) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const at = { x: (from.x + 3 * one.x + 3 * two.x + to.x) / 8, y: (from.y + 3 * one.y + 3 * two.y + to.y) / 8 };
    if (length > best.length) best = { length, at };
    from = to;
  }
  return best.at;
}

/** The corners of the arrow at the end of a course, and of that at its start. */
export function arrowsOf({ start, curves }: Course, isBoth: boolean): Array<[Point, Point, Point]> {
  const [one, , first] = curves[0]!;
  const [before, two, end] = curves.at(-1)!;
  // A straight curve is bent towards its ends.
  const tips = [arrowAt(end, two === end ? before : two, 9)];
  if (isBoth) tips.push(arrowAt(start, one === start ? first : one, 9));
  return tips;
}

/** The corners of an arrow whose tip is at a point. */
function arrowAt(tip: Point, from: Point, length: number): [Point, Point, Point] {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const corner = (turn: number): Point => ({
    x: tip.x - length * Math.cos(angle + turn),
    y: tip.y - length * Math.sin(angle + turn),
  });
  return [tip, corner(0.42), corner(-0.42)];
}

/** How far to the side each edge lies where several are between the same two objects; edges that lie alone are left out. */
function bendsOf(edges: readonly MapEdge[]): Map<MapEdge, number> {
  const pairs = new Map<string, MapEdge[]>();
  for (const edge of edges) {
    const pair = edge.from < edge.to ? `${edge.from} ${edge.to}` : `${edge.to} ${edge.from}`;
    const there = pairs.get(pair);
    if (there) there.push(edge);
    else pairs.set(pair, [edge]);
  }
  const bends = new Map<MapEdge, number>();
  for (const beside of pairs.values()) {
    if (beside.length < 2) continue;
    beside.forEach((edge, i) => bends.set(edge, (i - (beside.length - 1) / 2) * APART));
  }
  return bends;
}
