/** The undirected graph of a view, and the parts that hang together in it. */
import type { View } from '../graph.js';
import { everyFewSteps, type InParts, type Tick } from './tick.js';

/** For each node its neighbours, `others[offsets[n]]` to `others[offsets[n + 1] - 1]`, as often as edges lead to them. */
export interface Undirected {
  offsets: Uint32Array;
  others: Uint32Array;
}

/** @param types for each type of edge, 1 if it counts; all if undefined */
export function undirected({ graph, edges: visible }: View, types: Uint8Array | undefined): Undirected {
  const { nodes, edges } = graph;
  const counts = (edge: number): boolean => visible[edge] === 1 && (!types || !!types[edges.type[edge]!]);
  const offsets = new Uint32Array(nodes.count + 1);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!counts(edge)) continue;
    offsets[edges.from[edge]! + 1]!++;
    offsets[edges.to[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes.count; node++) offsets[node + 1]! += offsets[node]!;
  const next = offsets.slice();
  const others = new Uint32Array(offsets[nodes.count]!);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!counts(edge)) continue;
    const [from, to] = [edges.from[edge]!, edges.to[edge]!];
    others[next[from]!++] = to;
    others[next[to]!++] = from;
  }
  return { offsets, others };
}

/** Connected sets of visible nodes, nodes without an edge alone: the largest first, then by their first node; each in order. */
export function* components(
  { graph, nodes: visible }: View,
  { offsets, others }: Undirected,
  tick: Tick,
): InParts<number[][]> {
  const seen = new Uint8Array(graph.nodes.count);
  const found: number[][] = [];
  const step = everyFewSteps(tick);
  for (let root = 0; root < graph.nodes.count; root++) {
    if (visible[root] !== 1 || seen[root]) continue;
    seen[root] = 1;
    const nodes = [root];
    // Goes on over what it adds.
    for (const node of nodes) {
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        if (step()) yield;
        const other = others[i]!;
        if (seen[other]) continue;
        seen[other] = 1;
        nodes.push(other);
      }
    }
    found.push(nodes.sort((a, b) => a - b));
  }
  return found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}
