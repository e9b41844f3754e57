/**
 * What one caller sees of the graph: an edge is there with both its ends, and with its object where it is one; addresses stand
 * for the objects that they see.
 */
import { hiddenIn, type VisibleByKind } from './questions.js';
import { adjacency } from './adjacency.js';
import { OUTSIDE, type Adjacency, type Graph, type View } from './graph.js';
import { IdLookup, isFlagged, withContracts, type GraphState } from './store/build.js';
import { EdgeRows, withMore, withoutTypes } from './store/edge-rows.js';
import type { Layout } from './store/layout.js';
import { objectOf, type ConnectorEnd } from './store/read.js';
import { Resolver } from './store/resolver.js';
import { withConnectors } from './walks/connectors.js';

/** A view, and how its nodes are found by the ids of each of its kinds. */
export interface CallerView {
  view: View;
  lookups: readonly IdLookup[];
}

/** Views of one graph that were made last, by what their callers see: most callers see the same. */
const MAX_KEPT = 3;
const kept = new WeakMap<Graph, Map<string, CallerView>>();

/** The part of a graph that a caller sees; with `connectors` these are nodes too. */
export function viewOf(held: GraphState, layout: Layout, visible: VisibleByKind, connectors: boolean): CallerView {
  const { graph } = held;
  let views = kept.get(graph);
  if (!views) kept.set(graph, (views = new Map()));
  const key = JSON.stringify([connectors, visible]);
  let view = views.get(key);
  if (!view) {
    const plain = make(held, layout, visible);
    view = connectors ? joined(plain, held, layout) : { view: plain, lookups: held.lookups };
    if (views.size >= MAX_KEPT) views.delete(views.keys().next().value!);
  } else views.delete(key);
  views.set(key, view);
  return view;
}

/** What is seen, with connectors as nodes between their ends. */
function joined(plain: View, { links, lookups }: GraphState, { links: linkLayouts, order }: Layout): CallerView {
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

function make(held: GraphState, layout: Layout, visible: VisibleByKind): View {
  const { graph, lookups } = held;
  const { kinds, types, nodes } = graph;
  const seenNodes = new Uint8Array(nodes.count);
  kinds.forEach(({ path, start, end }, kind) => {
    const seen = visible[path];
    if (seen === 'all') seenNodes.fill(1, start, end);
    else if (seen && seen !== 'none') {
      for (const id of seen) {
        const node = lookups[kind]!.of(id);
        if (node >= 0) seenNodes[node] = 1;
      }
    }
  });
  const objects = types.map(({ connector }): SeenObjects => {
    const seen = connector === undefined ? 'all' : visible[connector]!;
    return typeof seen === 'string' ? seen : new Set(seen);
  });
  const { start, end } = kinds.find(({ outside }) => outside)!;
  seenNodes.fill(OUTSIDE, start, end);
  const edges = edgesFor(held, layout, seenNodes, objects, visible);
  const seenEdges = new Uint8Array(edges.count);
  const isMet = new Uint8Array(nodes.count);
  for (let edge = 0; edge < edges.count; edge++) {
    const [from, to] = [edges.from[edge]!, edges.to[edge]!];
    if (!seenNodes[from] || !seenNodes[to] || !isSeen(objects[edges.type[edge]!]!, edges.object[edge]!)) continue;
    seenEdges[edge] = Math.max(seenNodes[from], seenNodes[to]);
    isMet[from] = isMet[to] = 1;
  }
  // Ranges stand for objects that are seen, or for themselves where some flow ends there.
  for (let node = start; node < end; node++) if (!isMet[node]) seenNodes[node] = 0;
  const ends = (column: Uint32Array): Adjacency => adjacency(column, edges.count, nodes.count);
  return {
    graph: {
      ...{ ...graph, dangling: danglingIn(graph, layout, visible) },
      ...(edges !== graph.edges && { edges, leaving: ends(edges.from), arriving: ends(edges.to) }),
    },
    nodes: seenNodes,
    edges: seenEdges,
    hiddenKinds: hiddenIn(visible),
    partlySeen: new Set(Object.keys(visible).filter((path) => visible[path] !== 'all')),
  };
}

/** Which connectors of a type are seen; of edges that are no object all are. */
type SeenObjects = 'all' | 'none' | ReadonlySet<number>;

const isSeen = (objects: SeenObjects, id: number): boolean =>
  objects === 'all' || (objects !== 'none' && objects.has(id));

/**
 * The edges of a graph, and those that lead to others in place of what is hidden: who has an address, and the smallest range
 * around one, are found among the objects that are seen. In which of equal ranges an address lies is found among these alone,
 * since a hidden segment may say it; all else that is found among all of them and seen is found among those too.
 * A connector ends where it would if it named no object that its reader does not see, and is for what they see alone.
 */
function edgesFor(
  { graph, lookups, connectors, links, today }: GraphState,
  layout: Layout,
  seen: Uint8Array,
  objects: readonly SeenObjects[],
  visible: VisibleByKind,
): Graph['edges'] {
  const { nodes, edges, kinds, types } = graph;
  if (!seen.includes(0) && objects.every((one) => one === 'all')) return edges;
  // Addresses and what lies between ranges is found by what is linked, which these edges are not.
  const derived = new Set(layout.kinds.flatMap(({ addresses, sameAddress }) => [addresses, sameAddress?.type]));
  for (const { ranges, path } of layout.connectors)
    if (ranges) for (const [type, { connector }] of types.entries()) if (connector === path) derived.add(type);
  const joinsAt = (ends: Uint32Array, { offsets, edges: at }: Adjacency, node: number) =>
    Array.from(at.subarray(offsets[node], offsets[node + 1]))
      .filter((edge) => !derived.has(edges.type[edge]!) && seen[ends[edge]!])
      .filter((edge) => isSeen(objects[edges.type[edge]!]!, edges.object[edge]!))
      .map((edge) => ({ type: edges.type[edge]!, other: ends[edge]! }));
  const joins = (node: number) => [
    ...joinsAt(edges.to, graph.leaving, node),
    ...joinsAt(edges.from, graph.arriving, node),
  ];
  const resolver = new Resolver(layout, { kinds, nodes, lookups, joins: () => joins }, seen);
  const more = new EdgeRows(nodes.count, 1024);
  for (const node of resolver.addressed()) resolver.addAddresses(node, more);
  // References to kinds that somebody may not list are shown, to whomever they lead; not where only a part of the map is theirs.
  const isWhole = Object.values(visible).every((ids) => typeof ids === 'string');
  const isHidden = (end: ConnectorEnd): boolean => {
    if (typeof end !== 'number' || isWhole) return false;
    const { kind, id } = objectOf(end);
    const node = lookups[kind]!.of(id);
    // Whether what is not there any more was hidden is not known: it is taken to have been.
    return node < 0 || !seen[node];
  };
  const endFor = (end: ConnectorEnd, behind: readonly ConnectorEnd[] = []): ConnectorEnd =>
    behind.length && isHidden(end) ? behind.find((one) => !isHidden(one)) : end;
  for (const [place, connector] of layout.connectors.entries()) {
    if (objects[connector.type] === 'none') continue;
    const named = withContracts(layout, links, place, (kind, id) => !!seen[lookups[kind]!.of(id)]);
    for (const row of connectors[place]!) {
      const [source, dest] = [endFor(row.source, row.behindSource), endFor(row.dest, row.behindDest)];
      const isOther = source !== row.source || dest !== row.dest;
      const hasRange = typeof source === 'object' || typeof dest === 'object';
      if (!(isOther || hasRange || connector.isDated) || !isSeen(objects[connector.type]!, row.id)) continue;
      const flagged = isFlagged(connector, row, named, today);
      resolver.addConnector(connector, { ...row, source, dest, flagged }, more);
    }
  }
  const byAddress = new Set(layout.kinds.flatMap(({ addresses }) => addresses ?? []));
  return withMore(withoutTypes(edges, byAddress), more.inOrder());
}

/** Where part of what an edge lies between is hidden, how many are missing there would tell of it. */
function danglingIn({ types, dangling }: Graph, layout: Layout, visible: VisibleByKind): ReadonlyMap<string, number> {
  // Whatever has addresses may stand at the end of a connector with ranges.
  const addressed = layout.kinds.filter(({ addresses }, kind) => addresses !== undefined || kind === layout.ranges);
  const byRanges = new Set(layout.connectors.filter(({ ranges }) => ranges).map(({ path }) => path));
  const whole = types.filter(({ from, to, connector }) => {
    const own = connector === undefined ? [] : [connector];
    const others = own.some((path) => byRanges.has(path)) ? addressed.map(({ path }) => path) : [];
    return [...from, ...to, ...own, ...others].every((path) => visible[path] === 'all');
  });
  return new Map(whole.flatMap(({ name }) => (dangling.has(name) ? [[name, dangling.get(name)!] as const] : [])));
}
