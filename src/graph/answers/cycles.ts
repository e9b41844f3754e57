/** Who, in the end, feeds itself. */
import type { View } from '../graph.js';
import { cycles } from '../walks/cycles.js';
import type { InParts, Tick } from '../walks/tick.js';
import { metaOf, nodeAnswer, nodeId, type Meta, type NodeAnswer } from './shapes.js';

export interface CyclesAnswer {
  /** `example`: ids along a shortest circle; the last leads to the first. */
  cycles: { nodes: NodeAnswer[]; size: number; example: string[] }[];
  meta: Meta;
}

/** @param most circles that are listed, and nodes of all of them together */
export function* cyclesAnswer(
  view: View,
  types: Uint8Array | undefined,
  most: number,
  tick: Tick,
): InParts<CyclesAnswer> {
  const { graph } = view;
  const { cycles: found, leftOut } = yield* cycles(view, types, most, tick);
  let room = most;
  let nodesLeftOut = 0;
  const listed = found.map(({ nodes, example }) => {
    const shown = nodes.slice(0, room);
    room -= shown.length;
    nodesLeftOut += nodes.length - shown.length;
    return {
      nodes: shown.map((node) => nodeAnswer(graph, node)),
      size: nodes.length,
      example: example.map((node) => nodeId(graph, node)),
    };
  });
  return { cycles: listed, meta: metaOf(view, leftOut + nodesLeftOut) };
}
