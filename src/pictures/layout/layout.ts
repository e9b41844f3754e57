/** Gives everything in a scene its place. */
import type { Viz } from '@viz-js/viz';
import type { Line, Scene } from '../scene/scene.js';
import { placeWithLines } from './graphviz.js';
import { moved, packAll, packColumns, type Block } from './pack.js';
import { childrenOf, labelSize, type Layout, type Place, type Point, type Route } from './places.js';

/** Between what has lines and what has none. */
const APART = 16;
/** The length of an arrow. */
const ARROW = 8;

/**
 * The layout of a scene: what lines touch is placed by Graphviz, the rest stands below in rows. Without Graphviz, or where it fails, everything stands in rows and lines are straight.
 */
export function layoutOf(scene: Scene, viz: Viz | undefined): Layout {
  const children = childrenOf(scene);
  const roots = children.get(-1) ?? [];
  if (!scene.lines.length) return finished(scene, packRoots(scene, children, roots), new Map(), 'packed');
  if (viz) {
    try {
      return withGraphviz(viz, scene, children, roots);
    } catch {
      // Too large for its memory, most often: the picture is drawn plainly, see ADR 79.
    }
  }
  const block = packAll(scene.boxes, children, roots);
  return finished(scene, block, straightLines(scene, block), 'plain');
}

/** What is outermost, in rows or in columns. */
function packRoots(
  { boxes, column }: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
): Block {
  return column ? packColumns(boxes, children, roots, column) : packAll(boxes, children, roots);
}

function withGraphviz(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
): Layout {
  const touched = touchedIn(scene);
  const above = placeWithLines(viz, scene, children, touched);
  const free = roots.filter((i) => !touched[i]);
  const below = packAll(scene.boxes, children, free, above.width);
  const y = free.length ? above.height + APART : 0;
  const places = new Map([...above.places, ...moved(below.places, 0, y)]);
  const size = { width: Math.max(above.width, below.width), height: free.length ? y + below.height : above.height };
  return finished(scene, { ...size, places }, above.routes, 'graphviz');
}

/** 1 for boxes that a line ends at or in. */
function touchedIn({ boxes, lines }: Scene): Uint8Array {
  const touched = new Uint8Array(boxes.length);
  for (const { from, to } of lines) {
    for (const end of [from, to]) for (let at = end; at !== -1 && !touched[at]; at = boxes[at]!.parent) touched[at] = 1;
  }
  return touched;
}

/** From border to border. */
function straightLines({ lines }: Scene, { places }: Block): Map<number, Route> {
  return new Map(
    lines.map((line, i) => {
      const [from, to] = [places.get(line.from)!, places.get(line.to)!];
      const [start, end] = [middleOf(from), middleOf(to)];
      const ends = [border(from, start, end), border(to, end, start)] as const;
      const label = { x: Math.round((ends[0].x + ends[1].x) / 2), y: Math.round((ends[0].y + ends[1].y) / 2) };
      return [i, { ...withTips(line, ends), straight: true, ...(labelSize(line) && { label }) }];
    }),
  );
}

/** A straight way, shortened by its arrows. */
function withTips(
  { arrow }: Pick<Line, 'arrow'>,
  [start, end]: readonly [Point, Point],
): Pick<Route, 'points' | 'startTip' | 'endTip'> {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const part = Math.min(0.4, ARROW / length);
  const between = (at: number): Point => ({
    x: Math.round(start.x + (end.x - start.x) * at),
    y: Math.round(start.y + (end.y - start.y) * at),
  });
  return {
    points: [arrow === 'both' ? between(part) : start, arrow === 'none' ? end : between(1 - part)],
    ...(arrow === 'both' && { startTip: start }),
    ...(arrow !== 'none' && { endTip: end }),
  };
}

const middleOf = ({ x, y, width, height }: Place): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Where the way from the middle of a box to a point leaves the box. */
function border({ width, height }: Place, middle: Point, towards: Point): Point {
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const part = Math.min(1, Math.abs(width / 2 / (dx || 1e-9)), Math.abs(height / 2 / (dy || 1e-9)));
  return { x: Math.round(middle.x + dx * part), y: Math.round(middle.y + dy * part) };
}

function finished(
  { boxes, lines }: Scene,
  { width, height, places }: Block,
  routes: ReadonlyMap<number, Route>,
  by: Layout['by'],
): Layout {
  return { width, height, by, boxes: boxes.map((_, i) => places.get(i)!), lines: lines.map((_, i) => routes.get(i)!) };
}
