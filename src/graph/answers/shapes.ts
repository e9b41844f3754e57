/** Nodes, edges and what stands beside them in every answer, as plain values. */
import { OUTSIDE_KIND, type EdgeType, type Graph, type View } from '../graph.js';

/** An object, as in graphs of stored queries. Requests add members of their own. */
export interface NodeAnswer {
  /** `<path>_<id>`. */
  id: string;
  label: string;
  /** Path of its kind. */
  group: string;
  view: string;
  /** Where its picture is; null without one. */
  icon: string | null;
  /** `id` and `url` are null of what is no object. */
  data: { id: number | null; name: string; model: string; url: string | null };
}

export interface EdgeAnswer {
  /** `<edge>:<from id>:<to id>`, or that of the object which the edge is. */
  id: string;
  from: string;
  to: string;
  /** Name of its type. */
  edge: string;
  family: string;
  both: boolean;
  label: string | null;
  /** Id of the object which the edge is; null for references and links. */
  object: number | null;
  /** An address at one of its ends may stand for other objects as well. */
  unsure?: true;
}

/** What every answer says of itself. */
export interface Meta {
  snapshot: string;
  /** Whether something was left out of the lists, and how much. */
  truncated: boolean;
  left_out: number;
  /** Kinds of which the caller may list nothing. */
  hidden_kinds: readonly string[];
}

/** The objects that a request named, as they stand in `meta`. */
export type MetaOf<K extends string> = Record<K, string[]> & Meta;

/** How many objects stand for a set of them. */
export const SAMPLE = 5;

/** The first `most` of a list, and how many are left out. */
export function bounded<T>(list: readonly T[], most: number): { listed: readonly T[]; leftOut: number } {
  return list.length > most
    ? { listed: list.slice(0, most), leftOut: list.length - most }
    : { listed: list, leftOut: 0 };
}

export function metaOf({ graph, hiddenKinds }: View, leftOut: number): Meta {
  return { snapshot: graph.snapshot, truncated: leftOut > 0, left_out: leftOut, hidden_kinds: hiddenKinds };
}

/** `<path>_<id>` of a node; of what is no object `outside_<range>`, or `outside_any`. */
export function nodeId({ kinds, nodes }: Graph, node: number): string {
  if (kinds[nodes.kind[node]!]!.outside) return `${OUTSIDE_KIND}_${nodes.addresses[node]}`;
  return `${kinds[nodes.kind[node]!]!.path}_${nodes.id[node]}`;
}

export function nodeAnswer(graph: Graph, node: number): NodeAnswer {
  const { kinds, nodes } = graph;
  const { path, view, outside } = kinds[nodes.kind[node]!]!;
  if (outside) {
    const name = nodes.label[node]!;
    const data = { id: null, name, model: path, url: null };
    return { id: nodeId(graph, node), label: name, group: path, view, icon: null, data };
  }
  const [id, label, icon] = [nodes.id[node]!, nodes.label[node]!, nodes.icon[node]!];
  return {
    id: `${path}_${id}`,
    label,
    group: path,
    view,
    icon: icon ? `/api/documents/${icon}/download` : null,
    data: { id, name: label, model: path, url: `/api/${path}/${id}` },
  };
}

/** The id of an edge in answers. */
export function edgeId(graph: Graph, edge: number): string {
  const { types, edges, nodes } = graph;
  const { name, connector, isContract } = types[edges.type[edge]!]!;
  const object = edges.object[edge]!;
  if (isContract) return `${name}:${object}:${nodes.id[edges.to[edge]!]}`;
  if (object) return `${connector ?? name}_${object}`;
  const end = (node: number): string =>
    graph.kinds[nodes.kind[node]!]!.outside ? nodes.addresses[node]! : String(nodes.id[node]);
  return `${name}:${end(edges.from[edge]!)}:${end(edges.to[edge]!)}`;
}

/** What a type of edges is called in answers: those that forbid as the others of their connector. */
export const nameOfType = ({ name, isBlocked }: EdgeType): string => (isBlocked ? name.replace('.blocked', '') : name);

export function edgeAnswer(graph: Graph, edge: number): EdgeAnswer {
  const { types, edges } = graph;
  const { family } = types[edges.type[edge]!]!;
  return {
    id: edgeId(graph, edge),
    from: nodeId(graph, edges.from[edge]!),
    to: nodeId(graph, edges.to[edge]!),
    edge: nameOfType(graph.types[edges.type[edge]!]!),
    family,
    both: !!edges.both[edge],
    label: edges.label.get(edge) ?? null,
    object: edges.object[edge]! || null,
    ...(edges.unsure[edge] && { unsure: true as const }),
  };
}

/** How many of some nodes there are of each kind, by path, in the order of kinds. */
export function countByKind({ kinds, nodes }: Graph, some: Iterable<number>): Record<string, number> {
  const counts = new Uint32Array(kinds.length);
  for (const node of some) counts[nodes.kind[node]!]!++;
  return Object.fromEntries(kinds.map(({ path }, kind) => [path, counts[kind]!] as const).filter(([, count]) => count));
}
