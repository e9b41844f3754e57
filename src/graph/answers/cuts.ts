/** Where a network falls apart. */
import type { View } from '../graph.js';
import { cuts } from '../walks/cuts.js';
import type { InParts, Tick } from '../walks/tick.js';
import { partedAnswer, type PartedAnswer } from './parted.js';
import { edgeId, metaOf, nodeAnswer, nodeId, SAMPLE, type Meta, type NodeAnswer } from './shapes.js';

export interface CutsAnswer {
  /**
   * `components`: into how many parts it falls without the node; `sizes`: those of all but the largest, ascending; `parted`: the
   * parts that no longer reach the main one, the largest first.
   */
  points: { node: NodeAnswer; components: number; sizes: number[]; parted: PartedAnswer[] }[];
  /** Pairs of neighbours by their ids, with all edges between them. */
  bridges: { from: string; to: string; edges: string[] }[];
  components: { size: number; sample: string[] }[];
  meta: Meta;
}

/** @param most how long each list is at most */
export function* cutsAnswer(view: View, types: Uint8Array | undefined, most: number, tick: Tick): InParts<CutsAnswer> {
  const { graph } = view;
  const { points, bridges, components, leftOut } = yield* cuts(view, types, most, tick);
  return {
    points: points.map(({ node, sizes, parted }) => ({
      node: nodeAnswer(graph, node),
      components: sizes.length + 1,
      sizes,
      parted: parted.map((devices) => partedAnswer(view, { devices, isMain: false })),
    })),
    bridges: bridges.map(({ from, to, edges }) => ({
      from: nodeId(graph, from),
      to: nodeId(graph, to),
      edges: edges.map((edge) => edgeId(graph, edge)),
    })),
    components: components.map((nodes) => ({
      size: nodes.length,
      sample: nodes.slice(0, SAMPLE).map((node) => nodeId(graph, node)),
    })),
    meta: metaOf(view, leftOut),
  };
}
