/** From edges to the edges at each node. */
import type { Adjacency } from './graph.js';

/**
 * The edges at each node, ascending.
 * @param ends for each edge, the node at the end that counts; read as far as `count`
 */
export function adjacency(ends: Uint32Array, count: number, nodes: number): Adjacency {
  const offsets = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < count; edge++) offsets[ends[edge]! + 1]!++;
  for (let node = 0; node < nodes; node++) offsets[node + 1]! += offsets[node]!;
  const next = offsets.slice();
  const edges = new Uint32Array(count);
  for (let edge = 0; edge < count; edge++) edges[next[ends[edge]!]!++] = edge;
  return { offsets, edges };
}
