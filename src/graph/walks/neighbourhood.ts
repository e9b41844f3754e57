/** Who is near whom: breadth-first from some objects, to a depth. */
import type { View } from '../graph.js';
import { eachStep, edgesAmong, entered, openTypes, type Direction, type Filter } from './filter.js';
import { everyFewSteps, type Tick } from './tick.js';

export interface NeighbourhoodRequest extends Filter {
  of: readonly number[];
  /** Steps, 0 to 10. */
  depth: number;
  direction: Direction;
  /** For each kind, 1 if its nodes are passed through and not shown. They are entered whatever the filter says. */
  hide?: Uint8Array;
  /** Nodes that are shown, the nearest first; and as many implied edges. */
  most: number;
}

/** Two shown nodes with nothing but hidden ones between them. */
export interface ImpliedEdge {
  from: number;
  to: number;
  /** True if neither carries the other: the way between them goes up and down. */
  both: boolean;
  /** The hidden nodes of a shortest way, from `from` on. */
  via: number[];
}

export interface Neighbourhood {
  /** By depth, then in the order of nodes. */
  nodes: Uint32Array;
  /** Steps from the nearest root, for each of `nodes`. */
  depth: Uint8Array;
  /** For each of `nodes`, its visible neighbours that are not shown; those of hidden kinds are not counted. */
  more: Uint32Array;
  /** All between shown nodes, of the types asked for. */
  edges: number[];
  implied: ImpliedEdge[];
  /** Nodes that `most` left out, and implied edges. */
  leftOut: number;
  impliedLeftOut: number;
}

/** Hidden nodes between two shown ones for which an edge is implied. */
const MAX_HIDDEN = 4;

/** Walks from the roots, which are shown unless their kind is hidden. */
export function neighbourhood(view: View, request: NeighbourhoodRequest, tick: Tick): Neighbourhood {
  const { graph } = view;
  const { hide, most, types } = request;
  const isHidden = (node: number): boolean => !!hide?.[graph.nodes.kind[node]!];
  const { reached, depths } = walk(view, request, isHidden, tick);

  const shown = hide ? reached.filter((node) => !isHidden(node)) : reached;
  const nodes = Uint32Array.from(shown.length > most ? shown.slice(0, most) : shown);
  const among = new Uint8Array(graph.nodes.count);
  for (const node of nodes) among[node] = 1;

  const { implied, count } = hide
    ? impliedEdges(view, request, nodes, among, isHidden, tick)
    : { implied: [], count: 0 };
  return {
    nodes,
    depth: Uint8Array.from(nodes, (node) => depths[node]! - 1),
    more: countMore(view, nodes, among, isHidden),
    edges: edgesAmong(view, nodes, among, types),
    implied,
    leftOut: shown.length - nodes.length,
    impliedLeftOut: count - implied.length,
  };
}

/** All nodes within reach by depth, then in the order of nodes; `depths` has one more than the depth, and 0 for the others. */
function walk(
  view: View,
  request: NeighbourhoodRequest,
  isHidden: (node: number) => boolean,
  tick: Tick,
): { reached: number[]; depths: Uint8Array } {
  const { graph, nodes: visible } = view;
  const { of, depth, direction, types } = request;
  const depths = new Uint8Array(graph.nodes.count);
  let level = [...new Set(of)].filter((node) => visible[node]).sort((a, b) => a - b);
  for (const node of level) depths[node] = 1;
  const reached = [...level];
  const step = everyFewSteps(tick);
  for (let d = 1; d <= depth && level.length; d++) {
    const next: number[] = [];
    for (const node of level) {
      eachStep(view, node, direction, types, (_, other) => {
        step();
        if (depths[other] || (!isHidden(other) && !entered(graph, request, other))) return;
        depths[other] = d + 1;
        next.push(other);
      });
    }
    level = next.sort((a, b) => a - b);
    for (const node of level) reached.push(node);
  }
  return { reached, depths };
}

/** For each node, how many neighbours it has that are not in the answer, by whatever edges. */
function countMore(
  view: View,
  nodes: Uint32Array,
  among: Uint8Array,
  isHidden: (node: number) => boolean,
): Uint32Array {
  // The last node that each neighbour was counted for: several edges lead to one neighbour.
  const countedFor = new Int32Array(view.graph.nodes.count).fill(-1);
  const open = openTypes(view.graph);
  return Uint32Array.from(nodes, (node) => {
    let more = 0;
    eachStep(view, node, 'both', open, (_, other) => {
      if (among[other] || countedFor[other] === node || isHidden(other)) return;
      countedFor[other] = node;
      more++;
    });
    return more;
  });
}

/**
 * Pairs of shown nodes that are linked through hidden ones, one edge each: first those of which one carries the other by way
 * of them, then, if the walk goes both ways, all others. Of several ways the shortest, then the first in the order of nodes.
 */
function impliedEdges(
  view: View,
  { direction, types, most }: NeighbourhoodRequest,
  nodes: Uint32Array,
  among: Uint8Array,
  isHidden: (node: number) => boolean,
  tick: Tick,
): { implied: ImpliedEdge[]; count: number } {
  const { count: all } = view.graph.nodes;
  const ways = new HiddenWays(view, types, among, isHidden, tick);
  const implied = new Map<number, ImpliedEdge | undefined>();
  const add = (from: number, to: number, both: boolean, via: () => number[]): void => {
    const back = to * all + from;
    if (implied.has(back)) {
      const edge = implied.get(back);
      if (edge) edge.both = true;
      return;
    }
    const listed = implied.size < most;
    implied.set(from * all + to, listed ? { from, to, both, via: via() } : undefined);
  };
  for (const root of nodes) ways.from(root, 'up', (other, via) => add(root, other, false, via));
  if (direction === 'both') {
    for (const root of nodes) {
      ways.from(root, 'both', (other, via) => {
        if (root < other && !implied.has(root * all + other) && !implied.has(other * all + root))
          add(root, other, true, via);
      });
    }
  }
  const listed = [...implied.values()].filter((edge) => edge !== undefined);
  return { implied: listed, count: implied.size };
}

/** Finds the shown nodes that a shown node reaches through hidden ones alone. */
class HiddenWays {
  /** The node before each hidden one that is reached. */
  private readonly before = new Map<number, number>();
  private readonly step: Tick;

  constructor(
    private readonly view: View,
    private readonly types: Uint8Array | undefined,
    private readonly among: Uint8Array,
    private readonly isHidden: (node: number) => boolean,
    tick: Tick,
  ) {
    this.step = everyFewSteps(tick);
  }

  /** Calls `visit` once with each node reached, the nearest first, and what gives the hidden nodes between. */
  from(root: number, direction: Direction, visit: (other: number, via: () => number[]) => void): void {
    this.before.clear();
    const found = new Set<number>([root]);
    let level = [root];
    for (let hidden = 0; hidden <= MAX_HIDDEN && level.length; hidden++) {
      const next: number[] = [];
      for (const node of level) {
        eachStep(this.view, node, direction, this.types, (_, other) => {
          this.step();
          if (this.isHidden(other)) {
            if (this.before.has(other)) return;
            this.before.set(other, node);
            next.push(other);
          } else if (hidden && this.among[other] && !found.has(other)) {
            found.add(other);
            visit(other, () => this.between(root, node));
          }
        });
      }
      level = next.sort((a, b) => a - b);
    }
  }

  private between(root: number, last: number): number[] {
    const via: number[] = [];
    for (let node = last; node !== root; node = this.before.get(node)!) via.push(node);
    return via.reverse();
  }
}
