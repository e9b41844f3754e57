/** Ways of lines between boxes that have their places: around what is in between, found by Graphviz. */
import type { Graph, Viz } from '@viz-js/viz';
import { drawnLines, type Line, type Scene } from '../scene/scene.js';
import { inches, numbers, wayIn, type Answer } from './graphviz.js';
import { headSize, labelSize, type Place, type Point, type Route, type Size } from './places.js';

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
  return labelled(lines, routes, [...obstacles.values()]);
}

/**
 * What is in the way: boxes that hold nothing, containers that no line leads into, and the names of the others. Lines end at these
 * too.
 */
function obstaclesIn(
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
  const [start, end] = [points[0]!, points.at(-1)!];
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const far = Math.ceil(time / 2) * (time % 2 ? BESIDE : -BESIDE);
  const [dx, dy] = [Math.round((-(end.y - start.y) / length) * far), Math.round(((end.x - start.x) / length) * far)];
  const moved = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  return {
    ...{ points: points.map(moved), straight },
    ...(startTip && { startTip: moved(startTip) }),
    ...(endTip && { endTip: moved(endTip) }),
  };
}

/** Labels stand on their lines, where neither a box nor another label is, as far as there is such a place. */
function labelled(lines: readonly Line[], routes: Map<number, Route>, boxes: readonly Place[]): Map<number, Route> {
  const taken: Place[] = [...boxes];
  for (const [i, route] of routes) {
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

const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

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
