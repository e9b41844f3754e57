/** What one caller sees of the graph: an edge is there with both its ends, and with its object where it is one. */
import { hiddenIn, type Sight } from './questions.js';
import type { Graph, View } from './graph.js';
import { IdLookup, type Held } from './store/build.js';
import type { Layout } from './store/layout.js';
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
    const plain = make(graph, held.lookups, sight);
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

function make(graph: Graph, lookups: readonly IdLookup[], sight: Sight): View {
  const { kinds, types, nodes, edges } = graph;
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
  const objects = types.map(({ connector }) => {
    const seen = connector === undefined ? 'all' : sight[connector]!;
    return typeof seen === 'string' ? seen : new Set(seen);
  });
  const seenEdges = new Uint8Array(edges.count);
  for (let edge = 0; edge < edges.count; edge++) {
    if (!seenNodes[edges.from[edge]!] || !seenNodes[edges.to[edge]!]) continue;
    const of = objects[edges.type[edge]!]!;
    if (of === 'all' || (of !== 'none' && of.has(edges.object[edge]!))) seenEdges[edge] = 1;
  }
  return {
    graph: { ...graph, dangling: danglingIn(graph, sight) },
    nodes: seenNodes,
    edges: seenEdges,
    hiddenKinds: hiddenIn(sight),
  };
}

/** Where part of what an edge lies between is hidden, how many are missing there would tell of it. */
function danglingIn({ types, dangling }: Graph, sight: Sight): ReadonlyMap<string, number> {
  const whole = types.filter(({ from, to, connector }) =>
    [...from, ...to, ...(connector === undefined ? [] : [connector])].every((path) => sight[path] === 'all'),
  );
  return new Map(whole.flatMap(({ name }) => (dangling.has(name) ? [[name, dangling.get(name)!] as const] : [])));
}
