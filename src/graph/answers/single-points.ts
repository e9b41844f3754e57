/** Whom everything hangs on. */
import type { View } from '../graph.js';
import { singlePoints, type SinglePointsRequest } from '../walks/single-points.js';
import type { InParts, Tick } from '../walks/tick.js';
import { needsOf, type NeedsAnswer } from './needs.js';
import { countByKind, metaOf, nodeAnswer, nodeId, SAMPLE, type Meta, type NodeAnswer } from './shapes.js';

export interface SinglePointAnswer {
  node: NodeAnswer;
  takes_down: { total: number; by_kind: Record<string, number>; needs: NeedsAnswer };
  degrades: { total: number };
  /** Ids of the first that it takes down. */
  sample: string[];
}

export interface SinglePointsAnswer {
  points: SinglePointAnswer[];
  meta: Meta;
}

export function* singlePointsAnswer(view: View, request: SinglePointsRequest, tick: Tick): InParts<SinglePointsAnswer> {
  const { graph } = view;
  const { points, leftOut } = yield* singlePoints(view, request, tick);
  return {
    points: points.map(({ node, down, degraded }) => ({
      node: nodeAnswer(graph, node),
      takes_down: { total: down.length, by_kind: countByKind(graph, down), needs: needsOf(graph, down, SAMPLE) },
      degrades: { total: degraded },
      sample: Array.from(down.subarray(0, SAMPLE), (one) => nodeId(graph, one)),
    })),
    meta: metaOf(view, leftOut),
  };
}
