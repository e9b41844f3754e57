/** Objects by what they are called. */
import type { View } from '../graph.js';
import { search, whereOf, type SearchRequest, type SearchTexts } from '../walks/search.js';
import { metaOf, nodeAnswer, type Meta, type NodeAnswer } from './shapes.js';

/** `where`: the name of what it stands in or belongs to; null without any. */
export type ObjectNode = NodeAnswer & { where: string | null };

export interface ObjectsAnswer {
  nodes: ObjectNode[];
  meta: Meta;
}

export function objectsAnswer(view: View, texts: SearchTexts, request: SearchRequest): ObjectsAnswer {
  const { graph } = view;
  const { nodes, leftOut } = search(view, texts, request);
  return {
    nodes: nodes.map((node) => {
      const where = whereOf(view, node);
      return { ...nodeAnswer(graph, node), where: where < 0 ? null : graph.nodes.label[where]! };
    }),
    meta: metaOf(view, leftOut),
  };
}
