/** Whom an object hangs on. */
import type { View } from '../graph.js';
import { dependencies, type DependenciesRequest } from '../walks/dependencies.js';
import type { InParts, Tick } from '../walks/tick.js';
import { edgeAnswer, metaOf, nodeAnswer, nodeId, type EdgeAnswer, type MetaOf, type NodeAnswer } from './shapes.js';

/** `critical`: its failure alone takes the object down, as that of the object itself does, which is the first, at depth 0. */
export type DependencyNode = NodeAnswer & {
  depth: number;
  critical: boolean;
  /** The worst that its failure may bring to the object. */
  effect: 'down' | 'degraded' | 'at_risk';
};

export interface DependenciesAnswer {
  nodes: DependencyNode[];
  edges: EdgeAnswer[];
  meta: MetaOf<'of'>;
}

export function* dependenciesAnswer(
  view: View,
  of: number,
  request: DependenciesRequest,
  tick: Tick,
): InParts<DependenciesAnswer> {
  const { graph } = view;
  const { nodes, depth, critical, effect, edges, leftOut } = yield* dependencies(view, of, request, tick);
  return {
    nodes: nodes.map((node, i) => ({
      ...nodeAnswer(graph, node),
      ...{ depth: depth[i]!, critical: critical[i]!, effect: effect[i]! },
    })),
    edges: edges.map((edge) => edgeAnswer(graph, edge)),
    meta: { of: [nodeId(graph, of)], ...metaOf(view, leftOut) },
  };
}
