/** Which part of a view a walk goes through, and how the edges at a node are gone along. */
import type { Graph, View } from '../graph.js';

/** Up: from `from` to `to`, towards the business. Down: back, towards the machines. */
export type Direction = 'both' | 'up' | 'down';

/** What a walk is confined to; all of the view where a member is left out. */
export interface Filter {
  /** For each type of edge, 1 if it is gone along. */
  types?: Uint8Array;
  /** For each kind, 1 if its nodes are entered. */
  kinds?: Uint8Array;
  /** Nodes are entered that carry one of these tags. */
  tags?: ReadonlySet<string>;
}

/**
 * The types of edges of these families and with these names, both together; undefined, which is all, where neither is given and
 * none of them is blocked: nothing goes along those unless they are asked for. Names that no type has are not looked at: they were checked before.
 */
export function typesAsked(
  { types }: Graph,
  families: readonly string[] | undefined,
  edges: readonly string[] | undefined,
): Uint8Array | undefined {
  if (!families?.length && !edges?.length) return openTypes({ types });
  return Uint8Array.from(types, ({ name, family, connector }) => {
    // Where connectors are nodes, two types of edges come from each.
    const isNamed = edges?.includes(name) || (!!connector && edges?.includes(connector));
    return Number(families?.includes(family) || isNamed);
  });
}

/** Types of edges along which something goes, of those that are given; undefined where that is all. */
export function openTypes({ types }: Pick<Graph, 'types'>, given?: Uint8Array): Uint8Array | undefined {
  if (!types.some(({ isBlocked }) => isBlocked)) return given;
  return Uint8Array.from(types, ({ isBlocked }, type) => Number(!isBlocked && (!given || given[type])));
}

/** The kinds with one of these paths that belong to one of these views; undefined, which is all, where neither is given. */
export function kindsAsked(
  { kinds }: Graph,
  paths: readonly string[] | undefined,
  views: readonly string[] | undefined,
): Uint8Array | undefined {
  if (!paths?.length && !views?.length) return undefined;
  return Uint8Array.from(kinds, ({ path, view }) =>
    Number((!paths?.length || paths.includes(path)) && (!views?.length || views.includes(view))),
  );
}

/** Returns true if a walk may enter a node. Whether the caller sees it is not asked. */
export function entered({ nodes }: Graph, { kinds, tags }: Filter, node: number): boolean {
  if (kinds && !kinds[nodes.kind[node]!]) return false;
  return !tags || !!nodes.tags[node]?.some((tag) => tags.has(tag));
}

/**
 * Calls `visit` with each visible edge at a node that may be gone along in a direction, and the node at its other end.
 * A neighbour comes as often as edges lead to it. From what is no object nothing goes on.
 */
export function eachStep(
  { graph: { nodes, kinds, edges, leaving, arriving }, edges: visible }: View,
  node: number,
  direction: Direction,
  types: Uint8Array | undefined,
  visit: (edge: number, other: number) => void,
): void {
  if (kinds[nodes.kind[node]!]!.outside) return;
  for (let i = leaving.offsets[node]!; i < leaving.offsets[node + 1]!; i++) {
    const edge = leaving.edges[i]!;
    if (!visible[edge] || (types && !types[edges.type[edge]!])) continue;
    if (direction !== 'down' || edges.both[edge]) visit(edge, edges.to[edge]!);
  }
  for (let i = arriving.offsets[node]!; i < arriving.offsets[node + 1]!; i++) {
    const edge = arriving.edges[i]!;
    if (!visible[edge] || (types && !types[edges.type[edge]!])) continue;
    if (direction !== 'up' || edges.both[edge]) visit(edge, edges.from[edge]!);
  }
}

/** The visible edges, of some types, whose ends are both among some nodes (1 for each that is), in the order of answers. */
export function edgesAmong(view: View, nodes: ArrayLike<number>, among: Uint8Array, types?: Uint8Array): number[] {
  const { graph, edges: visible } = view;
  const { edges, leaving } = graph;
  const found: number[] = [];
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n]!;
    for (let i = leaving.offsets[node]!; i < leaving.offsets[node + 1]!; i++) {
      const edge = leaving.edges[i]!;
      if (visible[edge] && among[edges.to[edge]!] && (!types || types[edges.type[edge]!])) found.push(edge);
    }
  }
  return inOrder(graph, found);
}

/**
 * Sorts edges by their ends, type and object. Their indexes are no order: two graphs of one state of the map, one of them
 * loaded at once and one changed bit by bit, may have different ones.
 */
export function inOrder({ edges: { type, from, to, object } }: Graph, edges: number[]): number[] {
  return edges.sort(
    (a, b) => from[a]! - from[b]! || to[a]! - to[b]! || type[a]! - type[b]! || object[a]! - object[b]! || a - b,
  );
}
