/** Where pictures come from: the part of the map that a view draws, as one caller sees it. */
import type { ResourceModel } from '../engine/index.js';
import type { PartAnswer } from '../graph/index.js';

/** The kind of what lies outside of the map and is at an end of a flow: it is no object, and has no page. */
export const OUTSIDE = 'outside';

/** What becomes of an object in an outage, where anything does. */
export type StateWord = 'concerned' | 'at_risk' | 'degraded' | 'down';

/** A value of a column, as the API answers it. */
export type Value = string | number | null;

/** Columns of an object, by name. */
export type Columns = Readonly<Record<string, Value>>;

/** A kind of object. */
export interface Kind {
  /** `physical-servers` */
  path: string;
  /** Folder of the map that it belongs to: `physical`. */
  view: string;
  /** What its objects are called, as its entity file says. */
  titles: ResourceModel['titles'];
  /** Names of the edges that lead from a place to it; of a connector, which stands nowhere, left out. */
  places?: readonly string[];
}

/** An object that may become a box. */
export interface MapNode {
  kind: string;
  id: number;
  label: string;
  /** Of what lies outside of the map: the range, or `any`; its id is 0. */
  range?: string;
  /** Words of its `attributes`. */
  tags: readonly string[];
  /** Id of the document with its own icon; 0 or left out: it has none. */
  icon?: number;
  /** The columns that were asked for. */
  data: Columns;
}

/** What lies between two objects. `from` carries `to`; both are places in the list of nodes. */
export interface MapEdge {
  /** `buildings.site_id`, `clusters.logical_servers`, `physical-links`, `address:routers` */
  type: string;
  from: number;
  to: number;
  /** Id of the connector; 0 where the edge is no object. */
  object: number;
  label: string;
  /** It goes both ways. */
  both: boolean;
  /** The columns of the connector that were asked for. */
  data: Columns;
}

/** What a view draws. */
export interface Wanted {
  kinds: readonly string[];
  /** Names of types of edges. */
  edges: readonly string[];
  /** Columns to be read, by path of the kind or connector. */
  columns: Readonly<Record<string, readonly string[]>>;
}

/** A part of the map. Nodes stand in the order of kinds, name (folded), id; edges in that of type, ends, connector. */
export interface MapPart {
  nodes: readonly MapNode[];
  edges: readonly MapEdge[];
  /** Names of connectors that were read and lie between no two objects, by their path. */
  endless?: Readonly<Record<string, readonly string[]>>;
}

/** Edges between two kinds. */
export interface KindEdges {
  from: string;
  to: string;
  count: number;
}

/** The map by kinds alone. */
export interface Overview {
  /** Numbers of objects, in the order of kinds. */
  kinds: ReadonlyArray<{ path: string; count: number }>;
  edges: readonly KindEdges[];
}

/** The map as one caller sees it: what is hidden from them is not in it. */
export interface PictureSource {
  /** All kinds of nodes, in the order of the registry. */
  readonly kinds: readonly Kind[];
  /** The objects of these kinds and the edges of these types between them. */
  read(wanted: Wanted): Promise<MapPart>;
  overview(): Promise<Overview>;
}

/** Rows by the path of their kind: ids, and the columns that were asked for. */
export type RowsOfKinds = Readonly<Record<string, ReadonlyArray<Columns>>>;

const NOTHING: Columns = {};

/** What the graph answers with these columns. */
export function withRows({ nodes, edges }: PartAnswer, rows: RowsOfKinds): MapPart {
  const byId = new Map(Object.entries(rows).map(([path, own]) => [path, new Map(own.map((row) => [row['id'], row]))]));
  const data = (path: string, id: number): Columns => byId.get(path)?.get(id) ?? NOTHING;
  const drawn = new Set(edges.map(({ type, object }) => `${type} ${object}`));
  const endless = Object.entries(rows).flatMap(([path, own]) => {
    const left = own.filter((row) => 'name' in row && !drawn.has(`${path} ${row['id']}`));
    return left.length ? [[path, left.map(({ id, name }) => String(name ?? '') || `#${id}`)] as const] : [];
  });
  return {
    ...(endless.length && { endless: Object.fromEntries(endless) }),
    nodes: nodes.map((node) => {
      const { kind, id, label, tags, icon } = node;
      const { range } = node as { range?: string };
      return { kind, id, label, tags, icon, ...(range !== undefined && { range }), data: data(kind, id) };
    }),
    edges: edges.map((edge) => ({ ...edge, data: edge.object ? data(edge.type, edge.object) : NOTHING })),
  };
}
