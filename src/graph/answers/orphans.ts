/** Objects that nothing is linked to. */
import type { View } from '../graph.js';
import { orphans, type Without } from '../walks/orphans.js';
import { bounded, countByKind, metaOf, nodeAnswer, type Meta, type NodeAnswer } from './shapes.js';

export interface OrphansAnswer {
  nodes: NodeAnswer[];
  total: number;
  by_kind: Record<string, number>;
  meta: Meta;
}

/**
 * @param kinds for each kind, 1 if its objects are looked at; all if undefined
 * @param without the edges that they are without; all if undefined
 * @param most objects that are listed
 */
export function orphansAnswer(
  view: View,
  kinds: Uint8Array | undefined,
  without: Without | undefined,
  most: number,
): OrphansAnswer {
  const found = orphans(view, kinds, without);
  const { listed, leftOut } = bounded(found, most);
  return {
    nodes: listed.map((node) => nodeAnswer(view.graph, node)),
    total: found.length,
    by_kind: countByKind(view.graph, found),
    meta: metaOf(view, leftOut),
  };
}
