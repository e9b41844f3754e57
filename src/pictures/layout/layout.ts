/** Gives everything in a scene its place. */
import type { Viz } from '@viz-js/viz';
import { drawnLines, type Line, type Scene } from '../scene/scene.js';
import { textWidth } from './font.js';
import { placeWithLines } from './graphviz.js';
import { pointOn, routesAround } from './route.js';
import { tracksBetween } from './tracks.js';
import { inOrder, moved, packAll, packLayers, packList, packStacks, type Block } from './pack.js';
import {
  childrenOf,
  labelSize,
  movedRoute,
  SIZE,
  type Layout,
  type Place,
  type Point,
  type Route,
  type Size,
} from './places.js';

/** Between what has lines and what has none. */
const APART = 16;
/** Where there are so many boxes for each line, or more, lines follow the places of boxes, not the other way round. */
const SPARSE = 8;
/** Lines are led around so many boxes at most. */
const MAX_AROUND = 100;
/** Points of a way that say how far it reaches. */
const ALONG = Array.from({ length: 21 }, (_, i) => i / 20);
/** Between boxes that lines find their ways between. */
const LOOSE = 16;
/** The same where lines have words. */
const WORDY = 28;
/** Signs of a label that is a number: `×12`. */
const MAX_NUMBER = 3;
/** Between them and the borders of their containers. */
const CLOSE = 11;
/** Shapes of rows that are tried: so many times as wide as high. */
const SHAPES = [0.3, 0.4, 0.55, 0.65, 0.75, 0.85, 1, 1.2, 1.4, 1.9, 2.6];
const MUCH = 1.02;
/** What the first of several columns is like, by turns. */
const SHAPES_OF_STACKS = [1.35, 1, 0.75, 0.55, 0.4, 1.8, 2.4];
/** A page of A4 within its margins, in points; what title, legend and foot take of its height, in units. */
const PAPER = { width: 538, height: 785 };
const BESIDES = 130;
/** Title, legend and foot without what is said below, and a row of that. */
const FRAME = 110;
const ROW = 18;
/** The length of an arrow. */
const ARROW = 8;

/**
 * The layout of a scene: what lines touch is placed by Graphviz, the rest stands below in rows. Without Graphviz, or where it fails, everything stands in rows and lines are straight.
 */
export function layoutOf(scene: Scene, viz: Viz | undefined): Layout {
  const children = childrenOf(scene);
  const roots = children.get(-1) ?? [];
  if (!drawnLines(scene).length) return finished(scene, packRoots(scene, children, roots), new Map(), 'packed');
  if (scene.packed && !scene.columns) {
    const block = packRoots(scene, children, roots);
    const tracks = tracksBetween(scene, children, block.places, block);
    if (tracks?.size === drawnLines(scene).length) return around(scene, block, tracks, 'packed');
  }
  if (viz) {
    try {
      if (linesFollow(scene)) return withRoutes(viz, scene, children, packRoots(scene, children, roots));
      const { block, routes } = readable(viz, scene, children, roots);
      return finished(scene, block, routes, 'graphviz');
    } catch {
      // Too large for its memory, most often: the picture is drawn plainly, see docs/decisions/pictures.md.
    }
  }
  const block = packRoots(scene, children, roots);
  return finished(scene, block, straightLines(scene, block), 'plain');
}

/** Whether lines have their ways from the places of boxes, not these from the lines. */
function linesFollow(scene: Scene): boolean {
  if (scene.columns) return true;
  // Of more boxes Graphviz takes seconds to find ways around them.
  return scene.boxes.length <= MAX_AROUND && scene.lines.length * SPARSE <= scene.boxes.length;
}

/** What is outermost, in rows or in columns. */
function packRoots(
  { boxes, lines, columns, layers, list, packed, caption }: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
): Block {
  if (columns) {
    const length = textWidth(caption, SIZE.small);
    const besides = (width: number): number => FRAME + ROW * Math.ceil(length / width);
    return largest(
      SHAPES_OF_STACKS.map((shape) => packStacks(boxes, children, columns, shape)),
      besides,
    );
  }
  if (list) return packList(boxes, children, roots);
  if (layers) return packLayers(boxes, children, roots);
  if (!packed) return packAll(boxes, children, roots);
  const gap = lines.some(({ label }) => label.length > MAX_NUMBER) ? WORDY : LOOSE;
  if (packed === 'rows') return packAll(boxes, children, roots, { gap, padding: CLOSE });
  return packForPage(boxes, children, roots, gap);
}

/** Rows of the shape in which everything is largest on a page, upright or across. */
function packForPage(
  boxes: Scene['boxes'],
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
  gap: number,
): Block {
  // Sorted once: names take longer to compare than boxes to be put into rows.
  const sorted = new Map([...children].map(([i, inside]) => [i, inOrder(boxes, children, inside)]));
  const first = inOrder(boxes, children, roots);
  const blocks = SHAPES.flatMap((shape) =>
    SHAPES.map((inner) => packAll(boxes, sorted, first, { gap, padding: CLOSE, shape, inner, isSorted: true })),
  );
  return largest(blocks);
}

/** The block that is largest on a page; a later one only where it is much larger: a picture that stays is worth some of its size. */
const largest = (blocks: readonly Block[], besides?: (width: number) => number): Block =>
  blocks.reduce((best, block) => (scaleOnPage(block, besides) > scaleOnPage(best, besides) * MUCH ? block : best));

/** How many points a unit takes on a page, upright or across, which everything is to fit on. `besides`: what of its height is no box. */
function scaleOnPage({ width, height }: Size, besides = (_: number): number => BESIDES): number {
  const [w, h] = [width + 2 * LOOSE, height + besides(width)];
  return Math.max(
    ...[PAPER, { width: PAPER.height, height: PAPER.width }].map((page) => Math.min(page.width / w, page.height / h)),
  );
}

/** Lines around boxes that have their places; straight, or as they were, where no way is found. */
function withRoutes(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  block: Block,
  known: ReadonlyMap<number, Route> = straightLines(scene, block),
): Layout {
  const found = routesAround(viz, scene, children, block.places);
  return around(scene, block, new Map([...known, ...found]), 'graphviz');
}

/** A block with the ways around it. */
function around(scene: Scene, block: Block, routes: ReadonlyMap<number, Route>, by: Layout['by']): Layout {
  // Ways may lead around the outermost boxes.
  const lines = drawnLines(scene);
  const points = [...routes].flatMap(([i, route]) => reachOf(route, lines[i]!));
  const [left, top] = [Math.min(0, ...points.map(({ x }) => x)), Math.min(0, ...points.map(({ y }) => y))];
  const width = Math.max(block.width, ...points.map(({ x }) => x)) - left;
  const height = Math.max(block.height, ...points.map(({ y }) => y)) - top;
  const places = new Map(moved(block.places, -left, -top));
  const shifted = new Map([...routes].map(([i, route]) => [i, movedRoute(route, -left, -top)] as const));
  return finished(scene, { width, height, places }, shifted, by);
}

/** Points that a way and its label reach to: a curve stays well within the points that it is drawn with. */
function reachOf({ points, straight, label }: Route, line: Line): readonly Point[] {
  const way = straight ? points : ALONG.map((part) => pointOn(points, part));
  const size = labelSize(line);
  if (!size || !label) return way;
  const half = { x: Math.ceil(size.width / 2), y: size.height / 2 };
  return [...way, { x: label.x - half.x, y: label.y - half.y }, { x: label.x + half.x, y: label.y + half.y }];
}

/** Names are so many units high, and on paper so many points at least: below this scale they cannot be read there. */
const LEGIBLE = 7 / SIZE.name;

/** What Graphviz makes of a scene; of one that leads upwards and is too wide for a page what it makes of it from left to right. */
function readable(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
): ReturnType<typeof withGraphviz> {
  const found = withGraphviz(viz, scene, children, roots);
  if (!scene.upwards || scaleOnPage(found.block) >= LEGIBLE) return found;
  const across = withGraphviz(viz, { ...scene, upwards: false }, children, roots);
  return scaleOnPage(across.block) > scaleOnPage(found.block) ? across : found;
}

function withGraphviz(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  roots: readonly number[],
): { block: Block; routes: ReadonlyMap<number, Route> } {
  const touched = touchedIn(scene);
  const above = placeWithLines(viz, scene, children, touched);
  const free = roots.filter((i) => !touched[i]);
  const below = packAll(scene.boxes, children, free, { least: above.width });
  const y = free.length ? above.height + APART : 0;
  const places = new Map([...above.places, ...moved(below.places, 0, y)]);
  const size = { width: Math.max(above.width, below.width), height: free.length ? y + below.height : above.height };
  return { block: { ...size, places }, routes: above.routes };
}

/** 1 for boxes that a line ends at or in. */
function touchedIn(scene: Scene): Uint8Array {
  const { boxes } = scene;
  const touched = new Uint8Array(boxes.length);
  for (const { from, to } of drawnLines(scene)) {
    for (const end of [from, to]) for (let at = end; at !== -1 && !touched[at]; at = boxes[at]!.parent) touched[at] = 1;
  }
  return touched;
}

/** From border to border. */
function straightLines(scene: Scene, { places }: Block): Map<number, Route> {
  return new Map(
    drawnLines(scene).map((line, i) => {
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
  scene: Scene,
  { width, height, places }: Block,
  routes: ReadonlyMap<number, Route>,
  by: Layout['by'],
): Layout {
  const boxes = scene.boxes.map((_, i) => places.get(i)!);
  return { width, height, by, boxes, lines: drawnLines(scene).map((_, i) => routes.get(i)!) };
}
