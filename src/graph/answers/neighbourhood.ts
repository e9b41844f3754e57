/** Who is near some objects. */
import type { View } from '../graph.js';
import { neighbourhood, type ImpliedEdge, type NeighbourhoodRequest } from '../walks/neighbourhood.js';
import type { Tick } from '../walks/tick.js';
import { notDrawn, type NotDrawn } from './not-drawn.js';
import { edgeAnswer, metaOf, nodeAnswer, nodeId, type EdgeAnswer, type MetaOf, type NodeAnswer } from './shapes.js';

/** @member more visible neighbours that are not in the answer */
export type NeighbourhoodNode = NodeAnswer & { depth: number; more: number };

/** An edge in place of a way through objects that are not shown: `edge` and `family` are `implied`. */
export type ImpliedEdgeAnswer = EdgeAnswer & { implied: true; via: string[] };

export interface NeighbourhoodAnswer {
  nodes: NeighbourhoodNode[];
  edges: (EdgeAnswer | ImpliedEdgeAnswer)[];
  not_drawn: NotDrawn;
  meta: MetaOf<'of'>;
}

export function neighbourhoodAnswer(view: View, request: NeighbourhoodRequest, tick: Tick): NeighbourhoodAnswer {
  const { graph } = view;
  const { nodes, depth, more, edges, implied, leftOut, impliedLeftOut } = neighbourhood(view, request, tick);
  return {
    nodes: Array.from(nodes, (node, i) => {
      // Member by member: a spread takes longer than all the rest of the answer.
      const { id, label, group, view: folder, icon, data } = nodeAnswer(graph, node);
      return { id, label, group, view: folder, icon, data, depth: depth[i]!, more: more[i]! };
    }),
    edges: [...edges.map((edge) => edgeAnswer(graph, edge)), ...implied.map((edge) => impliedAnswer(view, edge))],
    not_drawn: notDrawn(view, nodes, request.types),
    meta: {
      of: request.of.map((node) => nodeId(graph, node)),
      ...metaOf(view, leftOut + impliedLeftOut),
    },
  };
}

function impliedAnswer({ graph }: View, { from, to, both, via }: ImpliedEdge): ImpliedEdgeAnswer {
  const ends = { from: nodeId(graph, from), to: nodeId(graph, to) };
  return {
    id: `implied:${ends.from}:${ends.to}`,
    ...ends,
    edge: 'implied',
    family: 'implied',
    both,
    label: null,
    object: null,
    implied: true,
    via: via.map((node) => nodeId(graph, node)),
  };
}
