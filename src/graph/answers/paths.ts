/** By which ways one gets from some objects to others. */
import type { View } from '../graph.js';
import { inOrder } from '../walks/filter.js';
import { paths, type PathsRequest } from '../walks/paths.js';
import type { InParts, Tick } from '../walks/tick.js';
import * as shapes from './shapes.js';

export interface PathAnswer {
  /** Steps. */
  length: number;
  /** Ids from one end to the other. */
  nodes: string[];
  /** Ids of the edges of each step. */
  edges: string[][];
}

export interface PathsAnswer {
  paths: PathAnswer[];
  /** What the paths go along, each once. */
  nodes: shapes.NodeAnswer[];
  edges: shapes.EdgeAnswer[];
  meta: shapes.MetaOf<'from' | 'to'>;
}

/** There may be longer paths than those that `most` asked for; they are not looked for, and so not counted as left out. */
export function* pathsAnswer(view: View, request: PathsRequest, tick: Tick): InParts<PathsAnswer> {
  const { graph } = view;
  const found = yield* paths(view, request, tick);
  const ids = (nodes: readonly number[]): string[] => nodes.map((node) => shapes.nodeId(graph, node));
  const nodes = [...new Set(found.flatMap((path) => path.nodes))].sort((a, b) => a - b);
  const edges = inOrder(graph, [...new Set(found.flatMap((path) => path.edges.flat()))]);
  return {
    paths: found.map((path) => ({
      length: path.edges.length,
      nodes: ids(path.nodes),
      edges: path.edges.map((step) => step.map((edge) => shapes.edgeId(graph, edge))),
    })),
    nodes: nodes.map((node) => shapes.nodeAnswer(graph, node)),
    edges: edges.map((edge) => shapes.edgeAnswer(graph, edge)),
    meta: { from: ids(request.from), to: ids(request.to), ...shapes.metaOf(view, 0) },
  };
}
