/** Objects that nothing is linked to. */
import type { View } from '../graph.js';

/**
 * The nodes, in their order, that have no visible edge.
 * @param kinds for each kind, 1 if its nodes are looked at; all if undefined
 * @param types for each type of edge, 1 if it counts; all if undefined
 */
export function orphans(view: View, kinds: Uint8Array | undefined, types: Uint8Array | undefined): number[] {
  const { nodes, edges } = view.graph;
  const linked = new Uint8Array(nodes.count);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!view.edges[edge] || (types && !types[edges.type[edge]!])) continue;
    linked[edges.from[edge]!] = linked[edges.to[edge]!] = 1;
  }
  const found: number[] = [];
  for (let node = 0; node < nodes.count; node++) {
    if (view.nodes[node] === 1 && !linked[node] && (!kinds || kinds[nodes.kind[node]!])) found.push(node);
  }
  return found;
}
