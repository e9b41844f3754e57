/** Whom everything hangs on. */
import type { View } from '../graph.js';
import { pairs } from '../walks/pairs.js';
import { singlePoints, type SinglePointsRequest } from '../walks/single-points.js';
import type { InParts, Tick } from '../walks/tick.js';
import { needsOf, type NeedsAnswer } from './needs.js';
import { bounded, countByKind, metaOf, nodeAnswer, nodeId, SAMPLE, type Meta, type NodeAnswer } from './shapes.js';

export interface SinglePointAnswer {
  node: NodeAnswer;
  takes_down: { total: number; by_kind: Record<string, number>; needs: NeedsAnswer };
  degrades: { total: number };
  /** Ids of the first that it takes down. */
  sample: string[];
}

export interface SinglePointsAnswer {
  points: SinglePointAnswer[];
  /** Of two at a time: who takes the object down together and not alone. */
  pairs?: [NodeAnswer, NodeAnswer][];
  /** How many of those whom the object hangs on were tried in pairs, the nearest, and how many there are. */
  tried?: { total: number; of: number };
  meta: Meta;
}

export function* singlePointsAnswer(
  view: View,
  { together, ...request }: SinglePointsRequest & { together: number },
  tick: Tick,
): InParts<SinglePointsAnswer> {
  const { graph } = view;
  const { object, among, most } = request;
  const { points, leftOut } = yield* singlePoints(view, request, tick);
  const found = together > 1 && object !== undefined ? yield* pairs(view, object, among, tick) : undefined;
  const listed = found && bounded(found.pairs, most);
  return {
    points: points.map(({ node, down, degraded }) => ({
      node: nodeAnswer(graph, node),
      takes_down: { total: down.length, by_kind: countByKind(graph, down), needs: needsOf(graph, down, SAMPLE) },
      degrades: { total: degraded },
      sample: Array.from(down.subarray(0, SAMPLE), (one) => nodeId(graph, one)),
    })),
    ...(found && {
      pairs: listed!.listed.map(([one, other]): [NodeAnswer, NodeAnswer] => [
        nodeAnswer(graph, one),
        nodeAnswer(graph, other),
      ]),
      tried: { total: found.tried, of: found.candidates },
    }),
    meta: metaOf(view, leftOut + (listed?.leftOut ?? 0)),
  };
}
