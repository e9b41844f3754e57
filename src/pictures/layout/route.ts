/** Ways of lines between boxes that have their places: around what is in between, found by Graphviz. */
import type { Graph, Viz } from '@viz-js/viz';
import { drawnLines, type Line, type Scene } from '../scene/scene.js';
import { inches, numbers, wayIn, type Answer } from './graphviz.js';
import { headSize, labelSize, overlap, type Place, type Point, type Route, type Size } from './places.js';

type Node = NonNullable<Graph['nodes']>[number];

/** Between lines that go the same way. */
const BESIDE = 6;
/** Where on its way a label may stand, the best place first. */
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];

/**
 * A way for every line that Graphviz finds one for; nothing is moved.
 * @param children what stands in each box
 * @throws what Graphviz throws
 */
export function routesAround(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  places: ReadonlyMap<number, Place>,
): Map<number, Route> {
  const lines = drawnLines(scene);
  const obstacles = obstaclesIn(scene, children, places);
  const graph: Graph = {
    directed: true,
    graphAttributes: { splines: true, notranslate: true },
    nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
    nodes: [...obstacles].map(([i, place]) => node(i, place)),
    edges: lines.map((line, i) => {
      return { tail: `n${line.from}`, head: `n${line.to}`, attributes: { id: String(i), dir: directionOf(line) } };
    }),
  };
  const { status, output } = viz.render(graph, { format: 'json0', engine: 'nop' });
  if (status !== 'success' || output === undefined) throw new Error('Graphviz finds no ways.');
  const routes = new Map<number, Route>();
  const times = new Map<string, number>();
  for (const { id, pos } of (JSON.parse(output) as Answer).edges ?? []) {
    if (pos === undefined) continue;
    const { from, to } = lines[Number(id)]!;
    const pair = [from, to].sort((a, b) => a - b).join(' ');
    const time = times.get(pair) ?? 0;
    times.set(pair, time + 1);
    routes.set(Number(id), beside({ ...wayIn(pos, point), straight: false }, time));
  }
  return labelled(lines, separated(lines, routes, obstacles), [...obstacles.values()]);
}

/**
 * What is in the way: boxes that hold nothing, containers that no line leads into, and the names of the others. Lines end at these
 * too.
 */
export function obstaclesIn(
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  places: ReadonlyMap<number, Place>,
): Map<number, Place> {
  const { boxes } = scene;
  const open = new Set<number>();
  for (const { from, to } of drawnLines(scene)) {
    for (const end of [from, to]) for (let at = boxes[end]!.parent; at !== -1; at = boxes[at]!.parent) open.add(at);
  }
  const obstacles = new Map<number, Place>();
  boxes.forEach((box, i) => {
    if (box.parent !== -1 && !open.has(box.parent)) return;
    const place = places.get(i)!;
    const { height } = headSize(box);
    obstacles.set(i, open.has(i) && children.has(i) ? { ...place, height } : place);
  });
  return obstacles;
}

function node(i: number, { x, y, width, height }: Place): Node {
  const pos = `${x + width / 2},${-(y + height / 2)}`;
  return { name: `n${i}`, attributes: { pos, width: inches(width), height: inches(height) } };
}

const directionOf = ({ arrow }: Line): string => (arrow === 'both' ? 'both' : arrow === 'to' ? 'forward' : 'none');

/** Graphviz counts y from the bottom. */
const point = (text: string): Point => {
  const [x, y] = numbers(text);
  return { x: Math.round(x!), y: Math.round(-y!) };
};

/** Lines between the same ends go the same way: the second beside the first, the third on its other side. */
function beside({ points, startTip, endTip, straight }: Route, time: number): Route {
  const moved = sideways(points[0]!, points.at(-1)!, time);
  return {
    ...{ points: points.map(moved), straight },
    ...(startTip && { startTip: moved(startTip) }),
    ...(endTip && { endTip: moved(endTip) }),
  };
}

/**
 * Ways around one corner touch it at one point: there the second goes beside the first, the third on its other side; where that
 * would lead through a box on the other side, or nearer, or not beside it at all.
 */
function separated(
  lines: readonly Line[],
  routes: ReadonlyMap<number, Route>,
  obstacles: ReadonlyMap<number, Place>,
): Map<number, Route> {
  const times = new Map<string, number>();
  return new Map(
    [...routes].map(([i, route]) => {
      const { points } = route;
      const corners = Array.from({ length: (points.length - 1) / 3 - 1 }, (_, n) => 3 * n + 3).map((at) => {
        const corner = `${Math.round(points[at]!.x / BESIDE)} ${Math.round(points[at]!.y / BESIDE)}`;
        const time = times.get(corner) ?? 0;
        times.set(corner, time + 1);
        return [at, time] as const;
      });
      const inTheWay = [...obstacles].filter(([box]) => box !== lines[i]!.from && box !== lines[i]!.to);
      const isFree = (way: readonly Point[]): boolean =>
        alongAll(way).every((point) => !inTheWay.some(([, place]) => overlap(around(point, DOT), place)));
      const ways = NEARER.map((part) => corners.reduce((way, [at, time]) => movedAt(way, at, time, part), points));
      return [i, { ...route, points: ways.find(isFree) ?? points }];
    }),
  );
}

/** How far beside another a line goes, the best first. */
const NEARER = [1, -1, 0.5, -0.5];
const DOT = { width: 1, height: 1 };
/** Points for each curve of a way. */
const CLOSE = 24;

const alongAll = (points: readonly Point[]): Point[] => {
  const count = ((points.length - 1) / 3) * CLOSE;
  return Array.from({ length: count + 1 }, (_, i) => pointOn(points, i / count));
};

/** A way that is moved to the side around one of its points. */
function movedAt(points: readonly Point[], at: number, time: number, part: number): readonly Point[] {
  const [before, after] = [points[at - 1]!, points[at + 1]!];
  // The same side whichever way the line goes.
  const back = before.x > after.x || (before.x === after.x && before.y > after.y);
  const move = sideways(back ? after : before, back ? before : after, time, part);
  return points.map((point, i) => (Math.abs(i - at) <= 1 ? move(point) : point));
}

/** Moves points off the way between two others: at the first time not at all, then to one side of it, to the other, further to the first. */
function sideways(start: Point, end: Point, time: number, part = 1): (point: Point) => Point {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const far = Math.ceil(time / 2) * (time % 2 ? BESIDE : -BESIDE) * part;
  const [dx, dy] = [Math.round((-(end.y - start.y) / length) * far), Math.round(((end.x - start.x) / length) * far)];
  return ({ x, y }) => ({ x: x + dx, y: y + dy });
}

/**
 * Labels stand on their lines, where neither a box nor another label is, as far as there is such a place. Short lines, which have
 * the least room, come first.
 */
function labelled(lines: readonly Line[], routes: Map<number, Route>, boxes: readonly Place[]): Map<number, Route> {
  const taken: Place[] = [...boxes];
  const reach = ({ points }: Route): number =>
    Math.hypot(points.at(-1)!.x - points[0]!.x, points.at(-1)!.y - points[0]!.y);
  const shortFirst = [...routes].sort(([i, one], [k, other]) => reach(one) - reach(other) || i - k);
  for (const [i, route] of shortFirst) {
    const size = labelSize(lines[i]!);
    if (!size) continue;
    const middles = ALONG.map((part) => pointOn(route.points, part));
    const label = middles.find((middle) => !taken.some((one) => overlap(one, around(middle, size)))) ?? middles[0]!;
    taken.push(around(label, size));
    routes.set(i, { ...route, label });
  }
  return routes;
}

const around = ({ x, y }: Point, { width, height }: Size): Place => ({
  ...{ x: x - width / 2, y: y - height / 2, width, height },
});

/** A point on a way of curves of Bézier, at this part of it. */
export function pointOn(points: readonly Point[], part: number): Point {
  const curves = (points.length - 1) / 3;
  const at = Math.min(Math.floor(part * curves), curves - 1);
  const t = part * curves - at;
  const [a, b, c, d] = points.slice(at * 3, at * 3 + 4) as [Point, Point, Point, Point];
  const mix = (k: 'x' | 'y'): number =>
    (1 - t) ** 3 * a[k] + 3 * (1 - t) ** 2 * t * b[k] + 3 * (1 - t) * t ** 2 * c[k] + t ** 3 * d[k];
  return { x: Math.round(mix('x')), y: Math.round(mix('y')) };
}
