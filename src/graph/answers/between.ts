/** What lies between the objects of some kinds. */
import type { View } from '../graph.js';
import { neighbourhood } from '../walks/neighbourhood.js';
import type { Tick } from '../walks/tick.js';
import { notDrawnBetween, type NotDrawnBetween } from './not-drawn.js';
import { edgeAnswer, metaOf, nodeAnswer, type EdgeAnswer, type Meta, type NodeAnswer } from './shapes.js';

/** @member more visible neighbours that are not in the answer */
export type BetweenNode = NodeAnswer & { more: number };

export interface BetweenAnswer {
  nodes: BetweenNode[];
  edges: EdgeAnswer[];
  not_drawn: NotDrawnBetween;
  meta: Meta;
}

/**
 * @param kinds 1 for each kind whose objects are listed, in the order of the graph, `most` of them
 * @param types 1 for each type of edges that is listed; all if left out
 */
export function betweenAnswer(
  view: View,
  kinds: Uint8Array,
  most: number,
  types: Uint8Array | undefined,
  tick: Tick,
): BetweenAnswer {
  const { graph } = view;
  const of: number[] = [];
  for (const [place, { start, end }] of graph.kinds.entries())
    if (kinds[place]) for (let node = start; node < end; node++) of.push(node);
  const found = neighbourhood(view, { of, depth: 0, direction: 'both', most, ...(types && { types }) }, tick);
  return {
    nodes: Array.from(found.nodes, (node, i) => {
      // Member by member: see `neighbourhoodAnswer`.
      const { id, label, group, view: folder, icon, data } = nodeAnswer(graph, node);
      return { id, label, group, view: folder, icon, data, more: found.more[i]! };
    }),
    edges: found.edges.map((edge) => edgeAnswer(graph, edge)),
    not_drawn: notDrawnBetween(view, found.nodes, types),
    meta: metaOf(view, found.leftOut),
  };
}
