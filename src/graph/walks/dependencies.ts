/** Whom an object hangs on: all its suppliers, theirs and so on, through rules that take a target down. */
import type { View } from '../graph.js';
import { inOrder } from './filter.js';
import { networkOf } from './network.js';
import { Outages } from './impact.js';
import { DOWN, requirementsOf, type Supplier } from './requirements.js';
import type { InParts, Tick } from './tick.js';

export interface Dependencies {
  /** The object itself first, then its suppliers by depth and in the order of nodes. */
  nodes: number[];
  /** Steps from the object, for each of `nodes`. */
  depth: number[];
  /** For each of `nodes`, whether its failure alone takes the object down. */
  critical: boolean[];
  /** Through which they supply each other. */
  edges: number[];
  leftOut: number;
}

/** @param most nodes that are given, the nearest first; whether others are critical is not asked */
export function* dependencies(view: View, of: number, most: number, tick: Tick): InParts<Dependencies> {
  const requirements = requirementsOf(view, false);
  const depths = new Map([[of, 0]]);
  const network = networkOf(view);
  const suppliersOf = (node: number): Array<Pick<Supplier, 'node' | 'edges'>> => {
    const suppliers = requirements.of(node).flatMap(({ effect, suppliers: all }) => (effect === DOWN ? all : []));
    // What forwards to a device carries it; what it is plugged into itself is half of the network.
    const ways = network.forwards(node) ? [] : network.forwardersOf(node);
    return [...suppliers, ...ways.map((way) => ({ node: way, edges: network.edgesBetween(way, node) }))];
  };
  const nodes: number[] = [];
  for (let level = [of], depth = 1; level.length; depth++) {
    tick();
    yield;
    nodes.push(...level);
    const next: number[] = [];
    for (const node of level) {
      for (const { node: supplier } of suppliersOf(node)) {
        if (depths.has(supplier)) continue;
        depths.set(supplier, depth);
        next.push(supplier);
      }
    }
    level = next.sort((a, b) => a - b);
  }

  const listed = nodes.slice(0, most);
  const among = new Set(listed);
  const edges = new Set<number>();
  for (const node of listed) {
    for (const supplier of suppliersOf(node))
      if (among.has(supplier.node)) for (const edge of supplier.edges) edges.add(edge);
  }
  const outages = new Outages(view, false, tick);
  // Whether the object goes down is settled among those that it hangs on.
  const within = new Uint8Array(view.graph.nodes.count);
  for (const node of nodes) within[node] = 1;
  const critical: boolean[] = [];
  for (const node of listed) {
    yield;
    yield* outages.run([node], undefined, within);
    critical.push(outages.stateOf(of) === 'down');
  }
  return {
    nodes: listed,
    depth: listed.map((node) => depths.get(node)!),
    critical,
    edges: inOrder(view.graph, [...edges]),
    leftOut: nodes.length - listed.length,
  };
}
