/** A map in numbers. */
import type { View } from '../graph.js';
import { statistics } from '../walks/statistics.js';
import type { InParts, Tick } from '../walks/tick.js';
import { metaOf, nodeAnswer, type Meta, type NodeAnswer } from './shapes.js';

export interface StatisticsAnswer {
  /** `outside`: ends of flows that are no objects, which are counted apart. */
  nodes: { total: number; by_kind: Record<string, number>; outside: number };
  edges: { total: number; by_edge: Record<string, number>; by_family: Record<string, number> };
  components: { total: number; largest: number };
  /** With how many edges each has. */
  busiest: (NodeAnswer & { edges: number })[];
  dangling: { total: number; by_edge: Record<string, number> };
  meta: Meta;
}

const BUSIEST = 20;

export function* statisticsAnswer(view: View, tick: Tick): InParts<StatisticsAnswer> {
  const { graph } = view;
  const found = yield* statistics(view, BUSIEST, tick);
  const by_edge = counted(graph.types.map(({ name }, type) => [name, found.edgesByType[type]!]));
  const by_family = counted(graph.types.map(({ family }, type) => [family, found.edgesByType[type]!]));
  const dangling = counted([...found.dangling]);
  return {
    nodes: {
      ...totalled('by_kind', counted(graph.kinds.map(({ path }, kind) => [path, found.nodesByKind[kind]!]))),
      outside: found.outside,
    },
    edges: { ...totalled('by_edge', by_edge), by_family },
    components: { total: found.components, largest: found.largest },
    busiest: found.busiest.map(({ node, edges }) => ({ ...nodeAnswer(graph, node), edges })),
    dangling: totalled('by_edge', dangling),
    meta: metaOf(view, 0),
  };
}

/** Adds up what has one name; names without anything are left out. */
function counted(counts: readonly (readonly [name: string, count: number])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) if (count) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}

function totalled<K extends string>(name: K, counts: Record<string, number>) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total, [name]: counts } as { total: number } & Record<K, Record<string, number>>;
}
