/** What a view draws, put together from what the graph answers and from rows; made in the thread that draws. */
import type { PartAnswer } from '../graph/index.js';
import type { Columns, MapPart } from './source.js';

/** Rows by the path of their kind: ids, and the columns that were asked for. */
export type RowsOfKinds = Readonly<Record<string, ReadonlyArray<Columns>>>;

const NOTHING: Columns = {};

/** A part of the graph with these columns. */
export function withRows({ nodes, edges }: PartAnswer, rows: RowsOfKinds): MapPart {
  const byId = new Map(Object.entries(rows).map(([path, own]) => [path, new Map(own.map((row) => [row['id'], row]))]));
  const data = (path: string, id: number): Columns => byId.get(path)?.get(id) ?? NOTHING;
  return {
    nodes: nodes.map(({ kind, id, label, tags }) => ({ kind, id, label, tags, data: data(kind, id) })),
    edges: edges.map((edge) => ({ ...edge, data: edge.object ? data(edge.type, edge.object) : NOTHING })),
  };
}
