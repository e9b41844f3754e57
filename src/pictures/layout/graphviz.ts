/** Places boxes that have lines, and these lines, with Graphviz: from left to right, containers as clusters. */
import type { Graph, Viz } from '@viz-js/viz';
import { drawnLines, type Line, type Scene } from '../scene/scene.js';
import { moved, packAll, packBox, type Block } from './pack.js';
import {
  GAP,
  headSize,
  labelSize,
  movedRoute,
  overlap,
  type Place,
  type Point,
  type Route,
  type Size,
} from './places.js';

/** Graphviz measures boxes in inches and places in points; a unit of ours is a point. */
const PER_INCH = 72;

type Node = NonNullable<Graph['nodes']>[number];
type Edge = NonNullable<Graph['edges']>[number];
type Subgraph = NonNullable<Graph['subgraphs']>[number];

/** Boxes and lines with their places. */
export interface Placed extends Block {
  routes: Map<number, Route>;
}

/**
 * How Graphviz tries, one after the other until the result is sound. Little effort against crossings keeps what was given in
 * order: a picture that stays is worth some of them. It lays clusters over each other now and then, though.
 */
const EFFORTS: ReadonlyArray<Readonly<Record<string, string | number | boolean>>> = [
  { mclimit: 0.01, remincross: false },
  { mclimit: 0.01, remincross: false, newrank: true },
  { mclimit: 0.1, newrank: true },
  { mclimit: 1 },
];

type Way = Pick<Route, 'points' | 'startTip' | 'endTip'>;

/** What Graphviz answers; the parts that are read. */
export interface Answer {
  bb: string;
  objects?: Array<{ name: string; bb?: string; pos?: string; width?: string; height?: string }>;
  edges?: Array<{ id: string; pos?: string; lp?: string }>;
}

/**
 * Places all lines and what they touch.
 * @param touched 1 for boxes that a line ends at or in
 * @throws what Graphviz throws, also if it runs out of memory
 */
export function placeWithLines(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  touched: Uint8Array,
): Placed {
  const all: Placed = { width: 0, height: 0, places: new Map(), routes: new Map() };
  for (const part of partsOf(
    scene,
    children,
    children.get(-1)!.filter((i) => touched[i]),
  )) {
    const placed = placePart(viz, scene, children, touched, part);
    const y = all.height && all.height + GAP;
    for (const [i, place] of moved(placed.places, 0, y)) all.places.set(i, place);
    for (const [i, route] of placed.routes) all.routes.set(i, movedRoute(route, 0, y));
    all.width = Math.max(all.width, placed.width);
    all.height = y + placed.height;
  }
  return all;
}

/** Outermost boxes that lines join, directly or through others, and these lines. */
interface Part {
  roots: readonly number[];
  lines: readonly number[];
}

/**
 * Parts that no line joins, large ones first, then in the order of their first box that is no leaf. Placed by themselves, one below the other, they
 * keep that order, whatever goes in one of them; and what loses its last line was near those that have none before.
 */
function partsOf(scene: Scene, children: ReadonlyMap<number, readonly number[]>, roots: readonly number[]): Part[] {
  const { boxes } = scene;
  const rootOf = (i: number): number => (boxes[i]!.parent === -1 ? i : rootOf(boxes[i]!.parent));
  const leads = new Map(roots.map((i) => [i, i]));
  const leadOf = (i: number): number => (leads.get(i) === i ? i : leadOf(leads.get(i)!));
  const ends = drawnLines(scene).map(({ from, to }) => [rootOf(from), rootOf(to)] as const);
  for (const [a, b] of ends) {
    const [one, other] = [leadOf(a), leadOf(b)].sort((x, y) => x - y) as [number, number];
    leads.set(other, one);
  }
  const parts = new Map<number, { roots: number[]; lines: number[] }>();
  for (const i of roots) {
    const lead = leadOf(i);
    const part = parts.get(lead) ?? { roots: [], lines: [] };
    parts.set(lead, part);
    part.roots.push(i);
  }
  ends.forEach(([root], line) => parts.get(leadOf(root))!.lines.push(line));
  const sizeOf = (i: number): number => (children.get(i) ?? []).reduce((sum, child) => sum + sizeOf(child), 1);
  const size = ({ roots: own }: Part): number => own.reduce((sum, i) => sum + sizeOf(i), 0);
  const degrees = new Map<number, number>();
  for (const end of ends.flat()) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  const first = ({ roots: own }: Part): number => own.find((i) => degrees.get(i)! > 1 || children.has(i)) ?? own[0]!;
  return [...parts.values()].sort((a, b) => size(b) - size(a) || first(a) - first(b));
}

function placePart(
  viz: Viz,
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  touched: Uint8Array,
  part: Part,
): Placed {
  const writer = new GraphWriter(scene, children, touched, part);
  for (const effort of EFFORTS) {
    const { status, output } = viz.render(writer.graph(effort), { format: 'json0', engine: 'dot' });
    if (status !== 'success' || output === undefined) continue;
    const placed = new AnswerReader(JSON.parse(output) as Answer, writer.blocks, drawnLines(scene)).placed();
    if (placed.routes.size === part.lines.length && isSound(scene, children, touched, part.roots, placed.places))
      return placed;
  }
  throw new Error('Graphviz finds no places.');
}

/** Returns true if no two boxes of one container overlap, and each stands inside its container. */
function isSound(
  { boxes }: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  touched: Uint8Array,
  roots: readonly number[],
  places: ReadonlyMap<number, Place>,
): boolean {
  for (const [container, inside] of children) {
    if (container !== -1 && !places.has(container)) continue;
    const own = container === -1 ? roots : inside.filter((i) => touched[i] || touched[container]);
    const frame = places.get(container);
    for (const [k, i] of own.entries()) {
      const place = places.get(i);
      if (!place || (frame && !isInside(place, frame))) return false;
      if (own.slice(0, k).some((other) => boxes[other] && overlap(place, places.get(other)!))) return false;
    }
  }
  return true;
}

const isInside = (inner: Place, outer: Place): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Boxes that one box alone leads to stand side by side up to so many; more stand in rows, of which there are so many at most. */
const ABREAST = 6;
const MAX_ROWS = 4;

/**
 * By how many rows lines lead upwards at least, where that is more than one: many boxes that hang on one alone would make a picture
 * several times as wide as a page. Neighbours stand in different rows, so that lines pass between them.
 */
function rowsUp(lines: readonly Line[]): Map<number, number> {
  const degrees = new Map<number, number>();
  for (const { from, to } of lines) for (const end of [from, to]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  const leaves = new Map<number, number[]>();
  for (const [i, { from, to }] of lines.entries()) {
    if (degrees.get(to) !== 1) continue;
    const own = leaves.get(from) ?? [];
    leaves.set(from, own);
    own.push(i);
  }
  const rows = new Map<number, number>();
  for (const own of leaves.values()) {
    const count = Math.min(MAX_ROWS, Math.ceil(own.length / ABREAST));
    own.sort((a, b) => lines[a]!.to - lines[b]!.to).forEach((i, k) => rows.set(i, count - (k % count)));
  }
  return rows;
}

/** Writes what lines touch as a graph. Names are numbers: no text of the map gets into Graphviz. */
class GraphWriter {
  /** Boxes that are one node together, by the node's name. */
  readonly blocks = new Map<string, Block>();
  /** Containers that are line ends, although lines end in them too: the node inside that stands for them. */
  private readonly ends = new Set<number>();
  private readonly rows: ReadonlyMap<number, number>;

  constructor(
    private readonly scene: Scene,
    private readonly children: ReadonlyMap<number, readonly number[]>,
    private readonly touched: Uint8Array,
    private readonly part: Part,
  ) {
    const lines = drawnLines(scene);
    for (const { from, to } of lines) this.ends.add(from).add(to);
    this.rows = scene.upwards ? rowsUp(lines) : new Map();
  }

  graph(effort: Readonly<Record<string, string | number | boolean>>): Graph {
    const lines = drawnLines(this.scene);
    return {
      directed: true,
      graphAttributes: {
        ...{ rankdir: this.scene.upwards ? 'BT' : 'LR', compound: true, nodesep: 0.17, ranksep: 0.62 },
        ...{ nslimit: 1, splines: true, pad: 0, fontsize: 1, ...effort },
      },
      nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
      edgeAttributes: { arrowsize: 0.8 },
      subgraphs: this.inside(this.part.roots),
      edges: this.part.lines.map((i) => this.edge(i, lines[i]!)),
    };
  }

  /** What stands in a cluster, or outermost. */
  private inside(these: readonly number[]): Subgraph[] {
    const subgraphs: Subgraph[] = [];
    const free = these.filter((i) => !this.touched[i]);
    for (const i of these) {
      if (!this.touched[i]) continue;
      // Each node in a part of its own: so they come in one order with the clusters.
      if (this.isCluster(i)) subgraphs.push(this.cluster(i));
      else subgraphs.push({ nodes: [this.block(`n${i}`, packBox(this.scene.boxes, this.children, i))] });
    }
    if (free.length) {
      const block = this.block(`f${free[0]}`, packAll(this.scene.boxes, this.children, free));
      subgraphs.push({ nodes: [block] });
    }
    return subgraphs;
  }

  /** Returns true for containers that a line ends in. */
  private isCluster(i: number): boolean {
    return (this.children.get(i) ?? []).some((child) => this.touched[child]);
  }

  private cluster(i: number): Subgraph {
    const inside = this.inside(this.children.get(i)!);
    const end = { name: `a${i}`, attributes: { width: 0.1, height: 0.1, style: 'invis' } };
    const { width, height } = headSize(this.scene.boxes[i]!);
    return {
      name: `cluster_${i}`,
      graphAttributes: {
        margin: GAP,
        labelloc: 't',
        labeljust: 'l',
        label: { html: room({ width: width - 2 * GAP, height: height - 6 }) },
      },
      ...(this.ends.has(i) && { nodes: [end] }),
      subgraphs: inside,
    };
  }

  private block(name: string, block: Block): Node {
    this.blocks.set(name, block);
    return { name, attributes: { width: inches(block.width), height: inches(block.height) } };
  }

  private edge(i: number, line: Line): Edge {
    const { arrow, leftwards } = line;
    const [from, to] = leftwards ? [line.to, line.from] : [line.from, line.to];
    const label = labelSize(line);
    const [tail, head] = [this.end(from), this.end(to)];
    const [inTail, inHead] = [this.isWithin(to, from), this.isWithin(from, to)];
    const directions = { none: 'none', to: leftwards ? 'back' : 'forward', both: 'both' };
    return {
      ...{ tail, head },
      attributes: {
        ...{ id: String(i), dir: directions[arrow] },
        ...(tail.startsWith('a') && !inTail && { ltail: `cluster_${from}` }),
        ...(head.startsWith('a') && !inHead && { lhead: `cluster_${to}` }),
        ...(label && { label: { html: room(label) } }),
        ...(this.rows.has(i) && { minlen: this.rows.get(i)! }),
      },
    };
  }

  private end(i: number): string {
    return this.isCluster(i) ? `a${i}` : `n${i}`;
  }

  private isWithin(i: number, container: number): boolean {
    for (let at = i; at !== -1; at = this.scene.boxes[at]!.parent) if (at === container) return true;
    return false;
  }
}

export const inches = (units: number): number => units / PER_INCH;

/** Room for a text that we draw ourselves. */
export const room = ({ width, height }: Size): string =>
  `<table border="0" cellborder="0" cellspacing="0" cellpadding="0" fixedsize="true" width="${Math.max(1, width)}" height="${Math.max(1, height)}"><tr><td></td></tr></table>`;

/** Reads places out of the answer. Graphviz counts y from the bottom. */
class AnswerReader {
  private readonly left: number;
  private readonly top: number;
  private readonly size: Size;

  constructor(
    private readonly answer: Answer,
    private readonly blocks: ReadonlyMap<string, Block>,
    private readonly lines: readonly Line[],
  ) {
    const [x, y, right, top] = numbers(answer.bb);
    [this.left, this.top] = [x!, top!];
    this.size = { width: Math.ceil(right! - x!), height: Math.ceil(top! - y!) };
  }

  placed(): Placed {
    const places = new Map<number, Place>();
    for (const { name, bb, pos } of this.answer.objects ?? []) {
      if (bb !== undefined && name.startsWith('cluster_')) places.set(Number(name.slice(8)), this.frame(bb));
      const block = this.blocks.get(name);
      if (!block || pos === undefined) continue;
      const middle = this.point(pos);
      const [x, y] = [Math.round(middle.x - block.width / 2), Math.round(middle.y - block.height / 2)];
      for (const [i, place] of block.places) places.set(i, { ...place, x: place.x + x, y: place.y + y });
    }
    const routes = new Map<number, Route>();
    for (const { id, pos, lp } of this.answer.edges ?? []) {
      // A line for which no way was found.
      if (pos === undefined) continue;
      const way = wayIn(pos, (text) => this.point(text));
      const { points, startTip, endTip } = this.lines[Number(id)]!.leftwards ? turned(way) : way;
      routes.set(Number(id), {
        ...{ points, straight: false },
        ...(startTip && { startTip }),
        ...(endTip && { endTip }),
        ...(lp !== undefined && { label: this.point(lp) }),
      });
    }
    return { ...this.size, places, routes };
  }

  private frame(bb: string): Place {
    const [x, y, right, top] = numbers(bb);
    const [left, above] = [Math.round(x! - this.left), Math.round(this.top - top!)];
    return {
      x: left,
      y: above,
      width: Math.round(right! - this.left) - left,
      height: Math.round(this.top - y!) - above,
    };
  }

  private point(text: string): Point {
    const [x, y] = numbers(text);
    return { x: Math.round(x! - this.left), y: Math.round(this.top - y!) };
  }
}

/** `s,x,y e,x,y x,y x,y …`: where the arrows end, and the curve between. */
export function wayIn(pos: string, point: (text: string) => Point): Way {
  const tips: Omit<Way, 'points'> = {};
  const points: Point[] = [];
  for (const part of pos.split(/\s+/)) {
    if (part.startsWith('s,')) tips.startTip = point(part.slice(2));
    else if (part.startsWith('e,')) tips.endTip = point(part.slice(2));
    else points.push(point(part));
  }
  return { points, ...tips };
}

/** The way back. */
const turned = ({ points, startTip, endTip }: Way): Way => ({
  points: [...points].reverse(),
  ...(endTip && { startTip: endTip }),
  ...(startTip && { endTip: startTip }),
});

export const numbers = (text: string): number[] => text.split(',').map(Number);
