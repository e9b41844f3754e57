/** Small graphs for tests, from objects and edges with names. */
import { adjacency } from '../../../src/graph/adjacency.js';
import type { EdgeType, Graph, Kind, Needs, View } from '../../../src/graph/graph.js';

export interface PlainNode {
  kind: string;
  id: number;
  label?: string;
  tags?: string[];
  icon?: number;
  needs?: Partial<Record<keyof Needs, number>>;
  /** It is no longer in use. */
  inactive?: boolean;
  /** How many suppliers of a sort are enough. */
  enough?: Record<string, number>;
}

/** Ends are named `<kind>_<id>`. */
export interface PlainEdge {
  type: string;
  from: string;
  to: string;
  object?: number;
  both?: boolean;
  flagged?: boolean;
  aside?: boolean;
  label?: string;
}

export type Traits = Pick<Kind, 'heading' | 'founded' | 'network' | 'placeEnd'>;

export interface PlainMap {
  /** Path and view of each kind, in their order. */
  kinds: readonly (readonly [path: string, view: string, traits?: Traits])[];
  types: readonly EdgeType[];
  nodes: readonly PlainNode[];
  edges: readonly PlainEdge[];
  dangling?: Record<string, number>;
}

export const idOf = ({ kind, id }: PlainNode): string => `${kind}_${id}`;
export const labelOf = (node: PlainNode): string => node.label ?? idOf(node);

/** Nodes in the order of answers. */
export function inNodeOrder({ kinds, nodes }: PlainMap): PlainNode[] {
  const rank = new Map(kinds.map(([path], i) => [path, i]));
  return [...nodes].sort((a, b) => {
    const [x, y] = [labelOf(a).toLowerCase(), labelOf(b).toLowerCase()];
    return rank.get(a.kind)! - rank.get(b.kind)! || (x < y ? -1 : x > y ? 1 : a.id - b.id);
  });
}

export function buildGraph(map: PlainMap): Graph {
  const nodes = inNodeOrder(map);
  const index = new Map(nodes.map((node, i) => [idOf(node), i]));
  const kindIndex = new Map(map.kinds.map(([path], i) => [path, i]));
  const typeIndex = new Map(map.types.map(({ name }, i) => [name, i]));
  const end = (name: string): number => {
    const found = index.get(name);
    if (found === undefined) throw new Error(`no ${name} in this map`);
    return found;
  };
  const from = Uint32Array.from(map.edges, (edge) => end(edge.from));
  const to = Uint32Array.from(map.edges, (edge) => end(edge.to));
  const need = (name: keyof Needs): number[] => nodes.map(({ needs }) => needs?.[name] ?? -1);
  const kind = Uint8Array.from(nodes, (node) => kindIndex.get(node.kind)!);
  return {
    snapshot: 'test',
    kinds: map.kinds.map(([path, view, traits], i) => {
      const start = kind.findIndex((one) => one >= i);
      const behind = kind.findIndex((one) => one > i);
      return { path, view, start: start < 0 ? kind.length : start, end: behind < 0 ? kind.length : behind, ...traits };
    }),
    types: map.types,
    nodes: {
      count: nodes.length,
      kind,
      id: Uint32Array.from(nodes, ({ id }) => id),
      label: nodes.map(labelOf),
      tags: nodes.map(({ tags }) => tags),
      icon: Uint32Array.from(nodes, ({ icon }) => icon ?? 0),
      addresses: [],
      inactive: Uint8Array.from(nodes, ({ inactive }) => Number(!!inactive)),
      enough: new Map(
        nodes.flatMap(({ enough }, i) => (enough ? [[i, new Map(Object.entries(enough))] as const] : [])),
      ),
      needs: {
        c: Int8Array.from(need('c')),
        i: Int8Array.from(need('i')),
        a: Int8Array.from(need('a')),
        t: Int8Array.from(need('t')),
        auth: Int8Array.from(need('auth')),
        rto: Int32Array.from(need('rto')),
        rpo: Int32Array.from(need('rpo')),
        mtd: Int32Array.from(need('mtd')),
        mtdl: Int32Array.from(need('mtdl')),
      },
    },
    edges: {
      count: map.edges.length,
      type: Uint16Array.from(map.edges, ({ type }) => typeIndex.get(type)!),
      from,
      to,
      object: Uint32Array.from(map.edges, ({ object }) => object ?? 0),
      both: Uint8Array.from(map.edges, ({ both }) => Number(!!both)),
      flagged: Uint8Array.from(map.edges, ({ flagged }) => Number(!!flagged)),
      aside: Uint8Array.from(map.edges, ({ aside }) => Number(!!aside)),
      unsure: new Uint8Array(map.edges.length),
      label: new Map(map.edges.flatMap(({ label }, i) => (label === undefined ? [] : [[i, label] as const]))),
    },
    leaving: adjacency(from, from.length, nodes.length),
    arriving: adjacency(to, to.length, nodes.length),
    dangling: new Map(Object.entries(map.dangling ?? {})),
  };
}

/** What a caller sees: all but some nodes, and some edges by their place in the map. */
export function viewOf(
  graph: Graph,
  hidden: ReadonlySet<string> = new Set(),
  hiddenEdges: ReadonlySet<number> = new Set(),
  hiddenKinds: readonly string[] = [],
): View {
  const nodes = Uint8Array.from({ length: graph.nodes.count }, (_, node) => Number(!hidden.has(nameOf(graph, node))));
  const edges = Uint8Array.from({ length: graph.edges.count }, (_, edge) =>
    Number(!hiddenEdges.has(edge) && nodes[graph.edges.from[edge]!] && nodes[graph.edges.to[edge]!]),
  );
  return {
    graph,
    nodes,
    edges,
    hiddenKinds,
    partlySeen: new Set([...hiddenKinds, ...kindsOf(graph, hidden, hiddenEdges)]),
  };
}

/** Kinds and connectors some of which are hidden. */
function kindsOf({ types, edges }: Graph, hidden: ReadonlySet<string>, hiddenEdges: ReadonlySet<number>): string[] {
  const kinds = [...hidden].map((name) => name.slice(0, name.lastIndexOf('_')));
  return [...kinds, ...[...hiddenEdges].flatMap((edge) => types[edges.type[edge] ?? -1]?.connector ?? [])];
}

/** The same sight of the plain map. */
export function seen(map: PlainMap, hidden: ReadonlySet<string>, hiddenEdges: ReadonlySet<number>): PlainMap {
  return {
    ...map,
    nodes: map.nodes.filter((node) => !hidden.has(idOf(node))),
    edges: map.edges.filter(({ from, to }, i) => !hiddenEdges.has(i) && !hidden.has(from) && !hidden.has(to)),
  };
}

export const nameOf = ({ kinds, nodes }: Graph, node: number): string =>
  `${kinds[nodes.kind[node]!]!.path}_${nodes.id[node]}`;

/** The index of a node by its name. */
export function nodeOf(graph: Graph, name: string): number {
  for (let node = 0; node < graph.nodes.count; node++) if (nameOf(graph, node) === name) return node;
  throw new Error(`no ${name} in this graph`);
}

/** For tests that take no time. */
export const noTick = (): void => {};
