/** A part of the map as plain values, for pictures: the objects of some kinds, and edges of some types between them. */
import type { View } from '../graph.js';
import { nameOfType } from './shapes.js';

/** What is wanted: paths of kinds, names of types of edges. */
export interface PartWanted {
  kinds: readonly string[];
  edges: readonly string[];
}

/** Objects, and edges whose ends are places in the list of objects; both in the order of the graph. */
export interface PartAnswer {
  snapshot: string;
  nodes: Array<{
    kind: string;
    id: number;
    label: string;
    tags: readonly string[];
    icon: number;
    /** Of what is no object: the range, or `any`; its id is 0. */
    range?: string;
  }>;
  edges: Array<{
    type: string;
    from: number;
    to: number;
    object: number;
    label: string;
    both: boolean;
    /** It forbids. */
    blocked?: true;
    /** An address at one of its ends may stand for other objects as well. */
    unsure?: true;
  }>;
}

const NO_TAGS: readonly string[] = [];

/** The part that somebody sees. */
export function partAnswer(
  { graph, nodes: seen, edges: seenEdges }: View,
  { kinds, edges: names }: PartWanted,
): PartAnswer {
  const { nodes, edges } = graph;
  const place = new Int32Array(nodes.count).fill(-1);
  const part: PartAnswer = { snapshot: graph.snapshot, nodes: [], edges: [] };
  for (const { path, start, end, outside } of graph.kinds) {
    if (!kinds.includes(path)) continue;
    for (let node = start; node < end; node++) {
      if (!seen[node]) continue;
      place[node] = part.nodes.length;
      const tags = nodes.tags[node] ?? NO_TAGS;
      const own = { kind: path, label: nodes.label[node]!, tags, icon: nodes.icon[node]! };
      part.nodes.push(outside ? { ...own, id: 0, range: nodes.addresses[node]! } : { ...own, id: nodes.id[node]! });
    }
  }
  const wanted = graph.types.map((type) => names.includes(nameOfType(type)));
  for (let edge = 0; edge < edges.count; edge++) {
    if (!seenEdges[edge] || !wanted[edges.type[edge]!]) continue;
    const [from, to] = [place[edges.from[edge]!]!, place[edges.to[edge]!]!];
    if (from < 0 || to < 0) continue;
    const type = graph.types[edges.type[edge]!]!;
    part.edges.push({
      ...{ type: nameOfType(type), from, to, object: edges.object[edge]! },
      ...{ label: edges.label.get(edge) ?? '', both: edges.both[edge] === 1 },
      ...(type.isBlocked && { blocked: true }),
      ...(edges.unsure[edge] && { unsure: true }),
    });
  }
  return part;
}

/** The ends of the edges of each type, by its name: ids in pairs, with 1 behind them where the edge is unsure, else 0. */
export type EndsAnswer = Record<string, number[]>;

/** The ends of the edges of some types that somebody sees, in the order of the graph. */
export function endsAnswer({ graph, edges: seen }: View, names: readonly string[]): EndsAnswer {
  const { nodes, edges, types } = graph;
  const ends: EndsAnswer = Object.fromEntries(names.map((name) => [name, []]));
  const lists = types.map((type) => ends[nameOfType(type)]);
  for (let edge = 0; edge < edges.count; edge++) {
    const list = seen[edge] ? lists[edges.type[edge]!] : undefined;
    list?.push(nodes.id[edges.from[edge]!]!, nodes.id[edges.to[edge]!]!, edges.unsure[edge] ? 1 : 0);
  }
  return ends;
}

/** The map by kinds alone. */
export interface KindsInNumbers {
  snapshot: string;
  /** In the order of kinds; those without an object too. */
  kinds: Array<{ path: string; count: number }>;
  edges: Array<{ from: string; to: string; count: number }>;
}

/** How many objects of each kind somebody sees, and how many edges between two kinds. */
export function kindsInNumbers({ graph, nodes: seen, edges: seenEdges }: View): KindsInNumbers {
  const { kinds, nodes, edges } = graph;
  const counts = new Uint32Array(kinds.length);
  for (let node = 0; node < nodes.count; node++) if (seen[node] === 1) counts[nodes.kind[node]!]!++;
  const pairs = new Map<number, number>();
  for (let edge = 0; edge < edges.count; edge++) {
    if (seenEdges[edge] !== 1) continue;
    const pair = nodes.kind[edges.from[edge]!]! * kinds.length + nodes.kind[edges.to[edge]!]!;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return {
    snapshot: graph.snapshot,
    kinds: kinds.flatMap(({ path, outside }, i) => (outside ? [] : [{ path, count: counts[i]! }])),
    edges: [...pairs]
      .sort(([a], [b]) => a - b)
      .map(([pair, count]) => ({
        from: kinds[Math.floor(pair / kinds.length)]!.path,
        to: kinds[pair % kinds.length]!.path,
        count,
      })),
  };
}
