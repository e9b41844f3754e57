/**
 * Articulation points and bridges of the undirected graph: nodes, and pairs of neighbours, without which what hung together falls
 * apart. Tarjan's search for lowest reachable nodes, with a stack of its own: a chain may be as long as the map.
 */
import type { View } from '../graph.js';
import { components, undirected } from './components.js';
import { eachStep, inOrder } from './filter.js';
import { everyFewSteps, type InParts, type Tick } from './tick.js';

export interface ArticulationPoint {
  node: number;
  /** Sizes of all parts that are left without it but the largest, ascending. */
  sizes: number[];
  /** The parts that no longer reach the main one, the largest first: their nodes in order. */
  parted: number[][];
}

/** Neighbours that hang together by nothing but the edges between them; `from` comes before `to` in the order of nodes. */
export interface Bridge {
  from: number;
  to: number;
  edges: number[];
}

export interface Cuts {
  /** By how many nodes they part from the largest part, most first. */
  points: ArticulationPoint[];
  /** By the size of the smaller part, largest first. */
  bridges: Bridge[];
  /** Of two nodes and more, the largest first. */
  components: number[][];
  /** What `most` left out, of all three lists. */
  leftOut: number;
}

const NONE = -1;

/**
 * @param types for each type of edge, 1 if it counts; all if undefined. Nodes without such an edge are not looked at
 * @param most how long each list is at most
 */
export function* cuts(view: View, types: Uint8Array | undefined, most: number, tick: Tick): InParts<Cuts> {
  const graph = undirected(view, types);
  const parts = (yield* components(view, graph, tick)).filter(({ length }) => length > 1);
  const { offsets, others } = graph;
  const { count } = view.graph.nodes;
  /** When the search came to a node, from 1 on, and the earliest such time that its subtree leads back to. */
  const time = new Uint32Array(count);
  const low = new Uint32Array(count);
  const parent = new Int32Array(count).fill(NONE);
  /** Nodes of the subtree, and those of subtrees that hang on the node alone. */
  const size = new Uint32Array(count);
  const parted = new Map<number, number[]>();
  const bridges: (Omit<Bridge, 'edges'> & { smaller: number })[] = [];
  const next = offsets.slice();
  const step = everyFewSteps(tick);
  let now = 0;

  const leave = (node: number, all: number): void => {
    const before = parent[node]!;
    if (before === NONE) return;
    size[before]! += size[node]!;
    low[before] = Math.min(low[before]!, low[node]!);
    if (low[node]! >= time[before]!) parted.set(before, [...(parted.get(before) ?? []), size[node]!]);
    if (low[node]! <= time[before]!) return;
    const [from, to] = before < node ? [before, node] : [node, before];
    bridges.push({ from, to, smaller: Math.min(size[node]!, all - size[node]!) });
  };

  for (const part of parts) {
    const stack = [part[0]!];
    while (stack.length) {
      if (step()) yield;
      const node = stack.at(-1)!;
      if (!time[node]) {
        time[node] = low[node] = ++now;
        size[node] = 1;
      }
      if (next[node]! < offsets[node + 1]!) {
        const other = others[next[node]!++]!;
        if (!time[other]) {
          parent[other] = node;
          stack.push(other);
        } else if (other !== parent[node]) low[node] = Math.min(low[node]!, time[other]!);
      } else {
        stack.pop();
        leave(node, part.length);
      }
    }
    // What is neither the node nor below it hangs together over its parent; the first node has none.
    for (const node of part) {
      const below = parted.get(node);
      const rest = part.length - 1 - (below?.reduce((sum, one) => sum + one, 0) ?? 0);
      if (below && rest) below.push(rest);
    }
  }

  const points = [...parted]
    .filter(([, sizes]) => sizes.length > 1)
    .map(([node, sizes]) => ({ node, sizes: sizes.sort((a, b) => a - b).slice(0, -1) }));
  const off = ({ sizes }: { sizes: readonly number[] }): number => sizes.reduce((sum, one) => sum + one, 0);
  points.sort((a, b) => off(b) - off(a) || a.node - b.node);
  const listed: ArticulationPoint[] = [];
  for (const point of points.slice(0, most)) {
    const [, ...others] = byImportance(view, yield* partsWithout(graph, point.node, step));
    listed.push({ ...point, parted: others.sort((a, b) => b.length - a.length || a[0]! - b[0]!) });
  }
  bridges.sort((a, b) => b.smaller - a.smaller || a.from - b.from || a.to - b.to);
  return {
    points: listed,
    bridges: bridges.slice(0, most).map(({ from, to }) => ({ from, to, edges: edgesBetween(view, types, from, to) })),
    components: parts.slice(0, most),
    leftOut: [points, bridges, parts].reduce((sum, list) => sum + Math.max(list.length - most, 0), 0),
  };
}

/** The parts into which the neighbours of a node fall without it, the nodes of each in order. */
function* partsWithout(
  { offsets, others }: ReturnType<typeof undirected>,
  without: number,
  step: () => boolean,
): InParts<number[][]> {
  const seen = new Set([without]);
  const parts: number[][] = [];
  for (const first of others.subarray(offsets[without], offsets[without + 1])) {
    if (seen.has(first)) continue;
    seen.add(first);
    const part = [first];
    // Goes on over what it adds.
    for (const node of part) {
      for (const other of others.subarray(offsets[node], offsets[node + 1])) {
        if (step()) yield;
        if (seen.has(other)) continue;
        seen.add(other);
        part.push(other);
      }
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}

/** Parts with the main one first: that with the most machines, then the most objects, then the first of them by kind and id. */
function byImportance({ graph: { kinds, nodes } }: View, parts: number[][]): number[][] {
  const compare = (a: number, b: number): number => nodes.kind[a]! - nodes.kind[b]! || nodes.id[a]! - nodes.id[b]!;
  const ranked = parts.map((part) => ({
    part,
    machines: part.filter((node) => kinds[nodes.kind[node]!]!.network === 'machine').length,
    first: part.reduce((a, b) => (compare(a, b) <= 0 ? a : b)),
  }));
  ranked.sort((a, b) => b.machines - a.machines || b.part.length - a.part.length || compare(a.first, b.first));
  return ranked.map(({ part }) => part);
}

function edgesBetween(view: View, types: Uint8Array | undefined, a: number, b: number): number[] {
  const found: number[] = [];
  eachStep(view, a, 'both', types, (edge, other) => {
    if (other === b) found.push(edge);
  });
  return inOrder(view.graph, found);
}
