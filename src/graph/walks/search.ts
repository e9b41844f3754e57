/** Objects by what they are called. */
import { matchIn, MATCHES, NO_MATCH } from '../../core/text/match.js';
import type { View } from '../graph.js';

/** For each node, by what it is found: name, addresses, reference of other programs, all folded. */
export type SearchTexts = readonly (readonly string[] | undefined)[];

export interface SearchRequest {
  /** Folded as the texts are; not empty. */
  search: string;
  /** For each kind, 1 if its nodes are looked at; all if left out. */
  kinds?: Uint8Array;
  /** Nodes that are given. */
  most: number;
}

/** Nodes whose text is the search, begins with it, has a word that does, or contains it, in this order, then in that of nodes. */
export function search(
  view: View,
  texts: SearchTexts,
  { search: wanted, kinds, most }: SearchRequest,
): { nodes: number[]; leftOut: number } {
  const { nodes } = view.graph;
  const found: number[][] = MATCHES.map(() => []);
  for (let node = 0; node < nodes.count; node++) {
    if (!view.nodes[node] || (kinds && !kinds[nodes.kind[node]!])) continue;
    let best: number = NO_MATCH;
    for (const text of texts[node] ?? []) best = Math.min(best, matchIn(text, wanted));
    found[best]?.push(node);
  }
  const all = found.flat();
  return { nodes: all.slice(0, most), leftOut: Math.max(all.length - most, 0) };
}

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
