/**
 * What one caller sees of the graph: an edge is there with both its ends, and with its object where it is one; addresses stand
 * for the objects that they see.
 */
import { hiddenIn, type Sight } from './questions.js';
import { adjacency } from './adjacency.js';
import type { Adjacency, Graph, View } from './graph.js';
import { IdLookup, type Held } from './store/build.js';
import { EdgeRows, withMore } from './store/edge-rows.js';
import type { ConnectorLayout, Layout } from './store/layout.js';
import { Resolver } from './store/resolver.js';
import { withConnectors } from './walks/connectors.js';

/** A view, and how its nodes are found by the ids of each of its kinds. */
export interface Sighted {
  view: View;
  lookups: readonly IdLookup[];
}

/** Views of one graph that were made last, by what their callers see: most callers see the same. */
const MAX_KEPT = 3;
const kept = new WeakMap<Graph, Map<string, Sighted>>();

/** The part of a graph that a caller sees; with `connectors` these are nodes too. */
export function viewOf(held: Held, layout: Layout, sight: Sight, connectors: boolean): Sighted {
  const { graph } = held;
  let views = kept.get(graph);
  if (!views) kept.set(graph, (views = new Map()));
  const key = JSON.stringify([connectors, sight]);
  let view = views.get(key);
  if (!view) {
    const plain = make(held, layout, sight);
    view = connectors ? joined(plain, held, layout) : { view: plain, lookups: held.lookups };
    if (views.size >= MAX_KEPT) views.delete(views.keys().next().value!);
  } else views.delete(key);
  views.set(key, view);
  return view;
}

/** What is seen, with connectors as nodes between their ends. */
function joined(plain: View, { links, lookups }: Held, { links: linkLayouts, order }: Layout): Sighted {
  const rows = linkLayouts.flatMap(({ kind }, type) =>
    links[type]!.map(([object, id]) => ({ type, object, node: lookups[kind]!.of(id) })).filter(({ node }) => node >= 0),
  );
  const view = withConnectors(plain, order, {
    types: linkLayouts.map(({ type }) => type),
    type: rows.map(({ type }) => type),
    object: rows.map(({ object }) => object),
    node: rows.map(({ node }) => node),
  });
  const { kinds, nodes } = view.graph;
  return { view, lookups: kinds.map(({ start, end }) => new IdLookup(nodes.id, start, end)) };
}

function make(held: Held, layout: Layout, sight: Sight): View {
  const { graph, lookups } = held;
  const { kinds, types, nodes } = graph;
  const seenNodes = new Uint8Array(nodes.count);
  kinds.forEach(({ path, start, end }, kind) => {
    const seen = sight[path]!;
    if (seen === 'all') seenNodes.fill(1, start, end);
    else if (seen !== 'none') {
      for (const id of seen) {
        const node = lookups[kind]!.of(id);
        if (node >= 0) seenNodes[node] = 1;
      }
    }
  });
  const objects = types.map(({ connector }): SeenObjects => {
    const seen = connector === undefined ? 'all' : sight[connector]!;
    return typeof seen === 'string' ? seen : new Set(seen);
  });
  const edges = edgesFor(held, layout, seenNodes, objects);
  const seenEdges = new Uint8Array(edges.count);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!seenNodes[edges.from[edge]!] || !seenNodes[edges.to[edge]!]) continue;
    if (isSeen(objects[edges.type[edge]!]!, edges.object[edge]!)) seenEdges[edge] = 1;
  }
  const ends = (column: Uint32Array): Adjacency => adjacency(column, edges.count, nodes.count);
  return {
    graph: {
      ...{ ...graph, dangling: danglingIn(graph, layout, sight) },
      ...(edges !== graph.edges && { edges, leaving: ends(edges.from), arriving: ends(edges.to) }),
    },
    nodes: seenNodes,
    edges: seenEdges,
    hiddenKinds: hiddenIn(sight),
    partlySeen: new Set(Object.keys(sight).filter((path) => sight[path] !== 'all')),
  };
}

/** Which connectors of a type are seen; of edges that are no object all are. */
type SeenObjects = 'all' | 'none' | ReadonlySet<number>;

const isSeen = (objects: SeenObjects, id: number): boolean =>
  objects === 'all' || (objects !== 'none' && objects.has(id));

/**
 * The edges of a graph, and those that lead to others in place of what is hidden: who has an address, and the smallest range
 * around one, are found among the objects that are seen. What is found among all of them and seen is found among those too.
 */
function edgesFor(
  { graph, lookups, connectors }: Held,
  layout: Layout,
  seen: Uint8Array,
  objects: readonly SeenObjects[],
): Graph['edges'] {
  const { nodes, edges, kinds } = graph;
  const isHidden = (node: number): boolean => !seen[node] && nodes.addresses[node] !== undefined;
  const counts = kinds.filter((_, kind) => layout.kinds[kind]!.addresses !== undefined || kind === layout.ranges);
  if (!counts.some(({ start, end }) => someOf(start, end, isHidden))) return edges;
  const resolver = new Resolver(layout, { kinds, nodes, lookups }, seen);
  const more = new EdgeRows(nodes.count, 1024);
  const ofAddresses = new Set(layout.kinds.flatMap(({ addresses, sameAddress }) => [addresses, sameAddress?.type]));
  const left = new Set<number>();
  for (let edge = 0; edge < edges.count; edge++) {
    if (!ofAddresses.has(edges.type[edge]!) || seen[edges.from[edge]!] || !seen[edges.to[edge]!]) continue;
    left.add(edges.to[edge]!);
  }
  for (const node of left) resolver.addAddresses(node, more);
  for (const [place, connector] of layout.connectors.entries()) {
    if (!connector.ranges || objects[connector.type] === 'none') continue;
    const settled = settledObjects(graph, connector, seen);
    for (const row of connectors[place]!) {
      const hasRange = typeof row.source === 'object' || typeof row.dest === 'object';
      if (hasRange && !settled.has(row.id) && isSeen(objects[connector.type]!, row.id))
        resolver.addConnector(connector, row, more);
    }
  }
  return withMore(edges, more.inOrder());
}

/** The connectors of a type that have edges, all of them between nodes that are seen: they are as they would be without the others. */
function settledObjects({ edges }: Graph, { type, blocked }: ConnectorLayout, seen: Uint8Array): Set<number> {
  const [settled, others] = [new Set<number>(), new Set<number>()];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.type[edge] !== type && edges.type[edge] !== blocked?.type) continue;
    (seen[edges.from[edge]!] && seen[edges.to[edge]!] ? settled : others).add(edges.object[edge]!);
  }
  for (const id of others) settled.delete(id);
  return settled;
}

function someOf(start: number, end: number, is: (node: number) => boolean): boolean {
  for (let node = start; node < end; node++) if (is(node)) return true;
  return false;
}

/** Where part of what an edge lies between is hidden, how many are missing there would tell of it. */
function danglingIn({ types, dangling }: Graph, layout: Layout, sight: Sight): ReadonlyMap<string, number> {
  // Whatever has addresses may stand at the end of a connector with ranges.
  const addressed = layout.kinds.filter(({ addresses }, kind) => addresses !== undefined || kind === layout.ranges);
  const byRanges = new Set(layout.connectors.filter(({ ranges }) => ranges).map(({ path }) => path));
  const whole = types.filter(({ from, to, connector }) => {
    const own = connector === undefined ? [] : [connector];
    const others = own.some((path) => byRanges.has(path)) ? addressed.map(({ path }) => path) : [];
    return [...from, ...to, ...own, ...others].every((path) => sight[path] === 'all');
  });
  return new Map(whole.flatMap(({ name }) => (dangling.has(name) ? [[name, dangling.get(name)!] as const] : [])));
}
