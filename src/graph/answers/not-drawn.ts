/** Flows that an answer says nothing of among its edges: nothing is left out in silence. */
import type { View } from '../graph.js';
import { SAMPLE } from './shapes.js';

/** @member names the first of them by name, or by their ends where they have none */
export interface NotDrawn {
  /** Flows at listed objects that a rule forbids. */
  blocked: number;
  names: string[];
}

/** @member nowhere flows of the whole map of which an end is found nowhere */
export type NotDrawnBetween = NotDrawn & { nowhere: number };

/**
 * The flows at these nodes that forbid, where flows of their sort are listed and these are not.
 * @param types 1 for each type of edges that is listed; all if left out
 */
export function notDrawn(view: View, listed: ArrayLike<number>, types: Uint8Array | undefined): NotDrawn {
  const { graph, edges: seen } = view;
  const { nodes, edges, leaving, arriving } = graph;
  const isLeftOut = leftOutTypes(view, types);
  const names = new Map<string, string>();
  if (!isLeftOut.includes(1)) return { blocked: 0, names: [] };
  for (let n = 0; n < listed.length; n++) {
    for (const { offsets, edges: at } of [leaving, arriving]) {
      for (let i = offsets[listed[n]!]!; i < offsets[listed[n]! + 1]!; i++) {
        const edge = at[i]!;
        const type = edges.type[edge]!;
        if (!seen[edge] || !isLeftOut[type]) continue;
        const [from, to] = [edges.from[edge]!, edges.to[edge]!];
        const name = edges.label.get(edge) ?? `${nodes.label[from]} → ${nodes.label[to]}`;
        const key = edges.object[edge] ? `${type} ${edges.object[edge]}` : `${type} ${from} ${to}`;
        if (!names.has(key)) names.set(key, name);
      }
    }
  }
  return { blocked: names.size, names: [...names.values()].slice(0, SAMPLE) };
}

/** The same, with the flows of the whole map of which an end is found nowhere. */
export function notDrawnBetween(view: View, listed: ArrayLike<number>, types: Uint8Array | undefined): NotDrawnBetween {
  const { types: all, dangling } = view.graph;
  const connectors = all.flatMap(({ name, family, connector }, type) =>
    connector && family === 'flows' && (!types || types[type]) ? [name] : [],
  );
  const nowhere = [...new Set(connectors)].reduce((sum, name) => sum + (dangling.get(name) ?? 0), 0);
  return { ...notDrawn(view, listed, types), nowhere };
}

/** 1 for each type that forbids and is not listed, while the others of its connector are. */
function leftOutTypes({ graph: { types: all } }: View, types: Uint8Array | undefined): Uint8Array {
  if (!types) return new Uint8Array(all.length);
  const listed = new Set(all.flatMap(({ connector }, type) => (connector && types[type] ? [connector] : [])));
  return Uint8Array.from(all, ({ connector, isBlocked }, type) =>
    Number(!!isBlocked && !types[type] && listed.has(connector!)),
  );
}
