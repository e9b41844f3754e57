/** The course of lines: straight between two boxes, bent where several lie between the same two. */
import { BOX } from './layout.js';
import type { Point } from './state.js';
import type { MapEdge } from './world.js';

/** Units between lines that lie beside each other. */
const APART = 26;

/** How far each edge bends to the side; edges that lie alone are left out. */
export function bendsOf(edges: readonly MapEdge[]): Map<MapEdge, number> {
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
    beside.forEach((edge, i) => {
      const bend = (i - (beside.length - 1) / 2) * APART;
      // Both ends see the same side.
      bends.set(edge, edge.from < edge.to ? bend : -bend);
    });
  }
  return bends;
}

/** The point that a line is bent towards. */
export function middleOf(from: Point, to: Point, bend: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: (from.x + to.x) / 2 - ((to.y - from.y) / length) * bend,
    y: (from.y + to.y) / 2 + ((to.x - from.x) / length) * bend,
  };
}

/** Where a line that comes from a point meets the box around its end. */
export function edgeOfBox(end: Point, from: Point): Point {
  const [dx, dy] = [from.x - end.x, from.y - end.y];
  const share = Math.min(BOX.width / 2 / Math.abs(dx || 1e-9), BOX.height / 2 / Math.abs(dy || 1e-9), 1);
  return { x: end.x + dx * share, y: end.y + dy * share };
}

/** The corners of an arrow whose tip is at a point. */
export function arrowAt(tip: Point, from: Point, length: number): [Point, Point, Point] {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const corner = (turn: number): Point => ({
    x: tip.x - length * Math.cos(angle + turn),
    y: tip.y - length * Math.sin(angle + turn),
  });
  return [tip, corner(0.42), corner(-0.42)];
}
