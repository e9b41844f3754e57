/** What objects stand in or belong to, to tell namesakes apart. */
import type { View } from '../graph.js';

/** Families of edges, the first that tells best where an object is, and the end of the edge at which what holds it stands. */
export const HOLDERS = [
  ['places', 'from'],
  ['structure', 'to'],
  ['business', 'to'],
  ['hosting', 'from'],
  ['network', 'from'],
  ['access', 'from'],
  ['data', 'to'],
  ['duties', 'to'],
] as const;

/**
 * What a node stands in or belongs to, to tell namesakes apart: by the first family that has something; of several places
 * the last type of edge, which is the most precise one, and the first node. -1 without any.
 */
export function whereOf({ graph, edges: visible }: View, node: number): number {
  const { types, edges, leaving, arriving } = graph;
  for (const [family, side] of HOLDERS) {
    const { offsets, edges: at } = side === 'from' ? arriving : leaving;
    const ends = edges[side];
    let [best, bestType] = [-1, -1];
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const edge = at[i]!;
      const type = edges.type[edge]!;
      if (!visible[edge] || types[type]!.family !== family || type < bestType) continue;
      if (type > bestType || ends[edge]! < best) [best, bestType] = [ends[edge]!, type];
    }
    if (best >= 0) return best;
  }
  return -1;
}
