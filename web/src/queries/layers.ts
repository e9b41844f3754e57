/** Places for the objects of a graph: in columns by their distance from where the query begins. */
import type { QueryGraph } from 'meridian-client';

export type Node = QueryGraph['nodes'][number];

/** A node and the number of its column and row. */
export interface Placed {
  node: Node;
  column: number;
  row: number;
}

/** The nodes with their places; `start` is the kind with which the query begins. */
export function layersOf({ nodes, edges }: Pick<QueryGraph, 'nodes' | 'edges'>, start: string): Placed[] {
  const column = new Map<string, number>();
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const begin = nodes.filter(({ group }) => group === start);
  let layer = (begin.length ? begin : nodes.slice(0, 1)).map(({ id }) => id);
  for (let depth = 0; layer.length; depth++) {
    for (const id of layer) column.set(id, depth);
    layer = [...new Set(layer.flatMap((id) => next.get(id) ?? []))].filter((id) => !column.has(id));
  }
  // In the order in which the column before leads there, so that lines cross little.
  const order = new Map([...column.keys()].map((id, i) => [id, i]));
  const rows = new Map<number, number>();
  return [...nodes]
    .sort((a, b) => (order.get(a.id) ?? nodes.length) - (order.get(b.id) ?? nodes.length))
    .map((node) => {
      const at = column.get(node.id) ?? 0;
      const row = rows.get(at) ?? 0;
      rows.set(at, row + 1);
      return { node, column: at, row };
    });
}
