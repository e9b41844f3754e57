/** Objects that nothing is linked to. */
import type { View } from '../graph.js';

/** Which edges nodes are without: for each type of edge 1 if it counts. */
export interface Without {
  /** At either end. */
  either: Uint8Array;
  /** Where it leads to the node: from who carries it. Of edges that lead both ways either end. */
  suppliers: Uint8Array;
}

/**
 * The nodes, in their order, that have no visible edge.
 * @param kinds for each kind, 1 if its nodes are looked at; all if undefined
 * @param without all edges at either end if undefined
 */
export function orphans(view: View, kinds: Uint8Array | undefined, without: Without | undefined): number[] {
  const { nodes, edges } = view.graph;
  const linked = new Uint8Array(nodes.count);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!view.edges[edge]) continue;
    const type = edges.type[edge]!;
    const atEither = !without || without.either[type];
    if (!atEither && !without.suppliers[type]) continue;
    linked[edges.to[edge]!] = 1;
    if (atEither || edges.both[edge]) linked[edges.from[edge]!] = 1;
  }
  const found: number[] = [];
  for (let node = 0; node < nodes.count; node++) {
    if (view.nodes[node] === 1 && !linked[node] && (!kinds || kinds[nodes.kind[node]!])) found.push(node);
  }
  return found;
}
