/** Objects by what they are called. */
import type { View } from '../graph.js';
import { whereOf } from '../walks/where.js';
import { metaOf, nodeAnswer, type Meta, type NodeAnswer } from './shapes.js';

/** `where`: the name of what it stands in or belongs to; null without any. */
export type ObjectNode = NodeAnswer & { where: string | null };

export interface ObjectsAnswer {
  nodes: ObjectNode[];
  meta: Meta;
}

/** The nodes that a search found, in their order; `leftOut`: how many it found beside them. */
export function objectsAnswer(view: View, nodes: readonly number[], leftOut: number): ObjectsAnswer {
  const { graph } = view;
  return {
    nodes: nodes.map((node) => {
      const where = whereOf(view, node);
      return { ...nodeAnswer(graph, node), where: where < 0 ? null : graph.nodes.label[where]! };
    }),
    meta: metaOf(view, leftOut),
  };
}
