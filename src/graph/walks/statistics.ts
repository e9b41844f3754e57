/** A map in numbers. */
import type { View } from '../graph.js';
import { components, undirected } from './components.js';
import type { InParts, Tick } from './tick.js';

export interface Statistics {
  /** Nodes that are no objects: they are counted nowhere else. */
  outside: number;
  /** Of each kind, and of each type of edge. */
  nodesByKind: Uint32Array;
  edgesByType: Uint32Array;
  /** Connected sets of nodes, and how many nodes the largest has. */
  components: number;
  largest: number;
  /** Nodes with the most edges, most first. */
  busiest: { node: number; edges: number }[];
  /** Edges of a type that are missing since an end is, of types of which the caller sees all that there is. */
  dangling: Map<string, number>;
}

/** @param busiest how many of the busiest nodes are given */
export function* statistics(view: View, busiest: number, tick: Tick): InParts<Statistics> {
  const { graph, nodes, edges } = view;
  const nodesByKind = new Uint32Array(graph.kinds.length);
  const edgesByType = new Uint32Array(graph.types.length);
  const degree = new Uint32Array(graph.nodes.count);
  let outside = 0;
  for (let node = 0; node < graph.nodes.count; node++) {
    if (nodes[node] === 1) nodesByKind[graph.nodes.kind[node]!]!++;
    else if (nodes[node]) outside++;
  }
  for (let edge = 0; edge < graph.edges.count; edge++) {
    if (!edges[edge]) continue;
    edgesByType[graph.edges.type[edge]!]!++;
    degree[graph.edges.from[edge]!]!++;
    degree[graph.edges.to[edge]!]!++;
  }
  const parts = yield* components(view, undirected(view, undefined), tick);
  const linked = Array.from(degree.keys()).filter((node) => degree[node] && nodes[node] === 1);
  linked.sort((a, b) => degree[b]! - degree[a]! || a - b);
  return {
    outside,
    nodesByKind,
    edgesByType,
    components: parts.length,
    largest: parts[0]?.length ?? 0,
    busiest: linked.slice(0, busiest).map((node) => ({ node, edges: degree[node]! })),
    dangling: danglingSeen(view, nodesByKind, edgesByType),
  };
}

/**
 * An edge without its end may be one that the caller would not see if it had it. So they are counted only of types whose kinds
 * at both ends, and whose edges, are seen without exception.
 */
function danglingSeen({ graph, hiddenKinds }: View, nodesByKind: Uint32Array, edgesByType: Uint32Array) {
  const all = new Uint32Array(graph.types.length);
  for (const type of graph.edges.type) all[type]!++;
  const isSeen = new Map(graph.kinds.map(({ path, start, end }, kind) => [path, nodesByKind[kind] === end - start]));
  const seen = graph.types.filter(
    ({ connector, from, to }, type) =>
      all[type] === edgesByType[type] &&
      ![connector, ...from, ...to].some((path) => path && (hiddenKinds.includes(path) || isSeen.get(path) === false)),
  );
  const found = new Map<string, number>();
  for (const { name } of seen) {
    const count = graph.dangling.get(name);
    if (count) found.set(name, count);
  }
  return found;
}
