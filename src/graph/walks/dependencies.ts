/** Whom an object hangs on: all its suppliers, theirs and so on, each with the worst that its failure may bring to the object. */
import type { View } from '../graph.js';
import { inOrder } from './filter.js';
import { networkOf, type Network } from './network.js';
import { Outages } from './impact.js';
import { AT_RISK, DEGRADED, DOWN, requirementsOf, WORKS, type Level, type Requirements } from './requirements.js';
import type { InParts, Tick } from './tick.js';

export interface DependenciesRequest {
  /** Nodes that are given, the nearest first; whether others are critical is not asked. */
  most: number;
  /** Whether headings are among them: they do not fail by themselves. */
  headings: boolean;
}

export interface Dependencies {
  /** The object itself first, then its suppliers by depth and in the order of nodes. */
  nodes: number[];
  /** Steps from the object, for each of `nodes`. */
  depth: number[];
  /** For each of `nodes`, the worst that its failure may bring to the object. */
  effect: ('down' | 'degraded' | 'at_risk')[];
  /** For each of `nodes`, whether its failure alone takes the object down. */
  critical: boolean[];
  /** Through which they supply each other. */
  edges: number[];
  leftOut: number;
}

/** What becomes of the object where a node goes down, and where it works worse. */
interface Reach {
  down: Level;
  degraded: Level;
}

/** By what a node is supplied: `effect` is what becomes of it without, `passes` whether it works worse when the supplier does. */
interface Way {
  node: number;
  effect: Level;
  passes: boolean;
  edges: readonly number[];
}

export function* dependencies(
  view: View,
  of: number,
  { most, headings }: DependenciesRequest,
  tick: Tick,
): InParts<Dependencies> {
  const ways = new Ways(view, of, headings);
  const reaches = yield* ways.reaches();
  const depths = new Map([[of, 0]]);
  const nodes: number[] = [];
  for (let level = [of], depth = 1; level.length; depth++) {
    tick();
    yield;
    nodes.push(...level);
    const next: number[] = [];
    for (const node of level) {
      for (const way of ways.of(node)) {
        if (depths.has(way.node) || ways.through(reaches.get(node)!, node, way).down === WORKS) continue;
        depths.set(way.node, depth);
        next.push(way.node);
      }
    }
    level = next.sort((a, b) => a - b);
  }

  const listed = nodes.slice(0, most);
  const among = new Set(listed);
  const edges = new Set<number>();
  for (const node of listed) {
    for (const way of ways.of(node)) {
      if (!among.has(way.node) || ways.through(reaches.get(node)!, node, way).down === WORKS) continue;
      for (const edge of way.edges) edges.add(edge);
    }
  }
  const outages = new Outages(view, false, tick);
  const critical: boolean[] = [];
  for (const node of listed) {
    yield;
    const mayFail = reaches.get(node)!.down === DOWN;
    if (mayFail) yield* outages.run([node]);
    critical.push(mayFail && outages.stateOf(of) === 'down');
  }
  return {
    nodes: listed,
    depth: listed.map((node) => depths.get(node)!),
    effect: listed.map((node) => nameOf(reaches.get(node)!.down)),
    critical,
    edges: inOrder(view.graph, [...edges]),
    leftOut: nodes.length - listed.length,
  };
}

const nameOf = (level: Level): 'down' | 'degraded' | 'at_risk' =>
  level === DOWN ? 'down' : level === AT_RISK ? 'at_risk' : 'degraded';

class Ways {
  private readonly requirements: Requirements;
  private readonly network: Network;
  private readonly known = new Map<number, Way[]>();

  constructor(
    private readonly view: View,
    private readonly object: number,
    private readonly headings: boolean,
  ) {
    this.requirements = requirementsOf(view, false);
    this.network = networkOf(view);
  }

  /** By what a node is supplied. */
  of(node: number): readonly Way[] {
    let found = this.known.get(node);
    if (!found) this.known.set(node, (found = this.look(node)));
    return found;
  }

  /** For each node that the object hangs on what its failure brings. */
  *reaches(): InParts<Map<number, Reach>> {
    const reaches = new Map<number, Reach>([[this.object, { down: DOWN, degraded: DEGRADED }]]);
    const open = [this.object];
    // Goes on over what it adds: a node comes again when more is known of it.
    for (const node of open) {
      yield;
      const own = reaches.get(node)!;
      for (const way of this.of(node)) {
        const found = this.through(own, node, way);
        if (found.down === WORKS) continue;
        const known = reaches.get(way.node) ?? { down: WORKS, degraded: WORKS };
        if (found.down <= known.down && found.degraded <= known.degraded) continue;
        reaches.set(way.node, {
          down: found.down > known.down ? found.down : known.down,
          degraded: found.degraded > known.degraded ? found.degraded : known.degraded,
        });
        open.push(way.node);
      }
    }
    return reaches;
  }

  /** What the failure of a supplier brings to the object, by way of a node of which that is known. */
  through(own: Reach, node: number, { effect, passes }: Way): Reach {
    const down =
      effect === DOWN ? own.down : effect === DEGRADED ? own.degraded : node === this.object ? AT_RISK : WORKS;
    return { down, degraded: passes && effect >= DEGRADED ? own.degraded : WORKS };
  }

  private look(node: number): Way[] {
    const { kinds, nodes } = this.view.graph;
    const suppliers = this.requirements
      .of(node)
      .filter(({ effect }) => effect >= AT_RISK)
      .flatMap(({ effect, suppliers: all }) =>
        all.map(({ node: supplier, passes, edges }) => ({ node: supplier, effect, passes, edges })),
      )
      .filter((way) => this.headings || !kinds[nodes.kind[way.node]!]!.heading);
    // What forwards to a device carries it; what it is plugged into itself is half of the network.
    const forwarders = this.network.forwards(node) ? [] : this.network.forwardersOf(node);
    return [
      ...suppliers,
      ...forwarders.map((other) => ({
        ...{ node: other, effect: DOWN, passes: false },
        edges: this.network.edgesBetween(other, node),
      })),
    ];
  }
}
