/**
 * What an outage takes with it, breadth first: the roots are down, then states spread along the edges by their rules, in rounds. A round
 * uses the states of the one before. States only rise, so it ends, and the result does not depend on the order within a round.
 */
import type { Hit, State, View } from '../graph.js';
import { doubtsOf, type Doubt } from './doubts.js';
import { inOrder } from './filter.js';
import { networkOf, type Cut, type NetworkOutage, type Network, type Part } from './network.js';
import { withoutCommonPart } from './together.js';
import {
  AT_RISK,
  DEGRADED,
  DOWN,
  isHarmed,
  evaluate,
  LIMITED,
  requirementsOf,
  stateOf,
  WORKS,
  type NeedsOverride,
  type Level,
  type Requirement,
  type Requirements,
  type Supplier,
  type Unit,
} from './requirements.js';
import { everyFewSteps, type InParts, type Tick } from './tick.js';

export interface ImpactRequest {
  /** Nodes that fail. */
  of: readonly number[];
  /** Whether flows carry an outage. */
  flows: boolean;
  /** How many suppliers are enough for a node, wherever it would go down without them. */
  minUp?: ReadonlyMap<number, number>;
  /** How many suppliers of a sort are enough for a node: before `minUp`, and before what the node itself says. */
  enough?: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

/** A supplier that counts for the state of an object, or a failed device through which it was connected. */
export interface Cause {
  supplier: number;
  /** Type of the edge between them; of several the first. */
  type: number;
  /** The group of the requirement; of devices that are plugged together what became of the connection. */
  group: string | null;
  /** How many suppliers of the requirement are not down, and how many there are. */
  standing: number;
  of: number;
}

/** The rise of a node to a level; a root has no cause. */
interface Event {
  node: number;
  level: Level;
  round: number;
  cause: Event | undefined;
}

/** What a node rises to in the next round unless something worse is proposed, and the event because of which. */
interface Proposal {
  level: Level;
  cause: Event;
}

/** Outages over one view, one after the other. */
export class Outages {
  private readonly requirements: Requirements;
  private readonly levels: Uint8Array;
  private events: Event[] = [];
  /** For each node that does not work as before: how it came to its present level. */
  private lastEventOf = new Map<number, Event>();
  private request: Pick<ImpactRequest, 'minUp' | 'enough'> = {};
  /** Units of requirements of which the request says how many are enough, and those of each supplier among them. */
  private readonly overridden = new Map<
    Requirement,
    { units: readonly Unit[]; bySupplier: ReadonlyMap<Supplier, Unit[]> }
  >();
  /** 1 for the nodes that are looked at; all if undefined. */
  private scope: Uint8Array | undefined;
  private readonly network: Network;
  /** The networks that fell into parts. */
  private partitions: readonly NetworkOutage[] = [];
  /** What becomes of a device because of these parts. */
  private cutOfDevice: ReadonlyMap<number, Cut> = new Map();
  /** The cuts that a failed device has caused. */
  private cutsBy: ReadonlyMap<number, readonly Cut[]> = new Map();
  /** Objects whose suppliers work, but in parts that do not reach each other; with these suppliers. */
  private readonly splitSuppliers = new Map<number, readonly Supplier[]>();
  /** Counts steps; true where it is time to let others work. Throws where the answer is not wanted any more. */
  private readonly step: () => boolean;
  private readonly levelOf = (node: number): Level => this.levels[node] as Level;

  constructor(
    readonly view: View,
    flows: boolean,
    tick: Tick,
  ) {
    this.requirements = requirementsOf(view, flows);
    this.network = networkOf(view);
    this.levels = new Uint8Array(view.graph.nodes.count);
    this.step = everyFewSteps(tick);
  }

  /**
   * Works out what the failure of some nodes does; the failure before is forgotten.
   * @param roots the nodes that fail; those that the caller does not see are left out
   * @param request how many suppliers are enough for some nodes
   * @param scope 1 for the nodes that are looked at; all if left out
   */
  *run(
    roots: Iterable<number>,
    request: Pick<ImpactRequest, 'minUp' | 'enough'> = {},
    scope?: Uint8Array,
  ): InParts<void> {
    for (const { node } of this.events) this.levels[node] = WORKS;
    this.events = [];
    this.lastEventOf = new Map();
    this.request = request;
    this.overridden.clear();
    this.scope = scope;
    for (const root of roots)
      if (this.view.nodes[root] && !this.lastEventOf.has(root))
        this.rise({ node: root, level: DOWN, round: 0, cause: undefined });
    yield* this.partitionNetwork();
    for (let frontier = this.events; frontier.length;) {
      let risen = yield* this.propagate(frontier);
      if (!risen.size) risen = this.propagatePartitions();
      frontier = [...risen].map(([node, { level, cause }]) => ({ node, level, round: cause.round + 1, cause }));
      for (const event of frontier) this.rise(event);
    }
  }

  /** Works out into which parts the network falls: once, by the roots and by what the places among them take down. */
  private *partitionNetwork(): InParts<void> {
    this.splitSuppliers.clear();
    const lost = new Set([...this.lastEventOf.keys()].filter((node) => !this.view.graph.nodes.inactive[node]));
    // It goes on over what it adds: a building takes its rooms down, a room its racks.
    for (const node of lost) {
      yield* this.requirements.prepare(node);
      for (const supplier of this.requirements.suppliedBy(node)) {
        const { requirement, edges } = supplier;
        if (requirement.effect !== DOWN || !this.isOfPlaces(edges)) continue;
        const isDown = (unit: Unit): boolean =>
          evaluate(requirement, unit, (one) => (lost.has(one) ? DOWN : WORKS)) === DOWN;
        if (this.unitsWith(supplier).some(isDown)) lost.add(requirement.target);
      }
    }
    this.partitions = this.network.fallen(lost);
    this.cutOfDevice = new Map(this.network.cuts(this.partitions, lost).map((cut) => [cut.node, cut]));
    const cutsBy = new Map<number, Cut[]>();
    for (const cut of this.cutOfDevice.values())
      for (const node of cut.by) cutsBy.set(node, [...(cutsBy.get(node) ?? []), cut]);
    this.cutsBy = cutsBy;
  }

  private isOfPlaces(edges: readonly number[]): boolean {
    const { types, edges: all } = this.view.graph;
    return edges.some((edge) => types[all.type[edge]!]!.family === 'places');
  }

  /** What became of a node. */
  stateOf(node: number): State {
    return stateOf(this.levelOf(node));
  }

  /** Calls `visit` once for each node in use that no longer works as before, in no order of use to readers. */
  each(visit: (node: number, state: State) => void): void {
    const { inactive } = this.view.graph.nodes;
    for (const node of this.lastEventOf.keys()) if (!inactive[node]) visit(node, this.stateOf(node));
  }

  /** The nodes in use that no longer work as before, the worst first, then in the order of nodes. */
  nodes(): number[] {
    const found: number[] = [];
    this.each((node) => found.push(node));
    // A limited object is answered as degraded (see stateOf).
    const severity = (node: number): number => (this.levels[node] === LIMITED ? DEGRADED : this.levels[node]!);
    return found.sort((a, b) => severity(b) - severity(a) || a - b);
  }

  /** Nodes that would no longer work as before if they were in use, in their order. */
  inactive(): number[] {
    const { inactive } = this.view.graph.nodes;
    return [...this.lastEventOf.keys()].filter((node) => inactive[node]).sort((a, b) => a - b);
  }

  /** The parts that no longer reach the main one, the largest first, then by their first device. */
  parted(): Part[] {
    const parts = this.partitions.flatMap((one) => one.parts).filter(({ isMain }) => !isMain);
    return parts.sort((a, b) => b.devices.length - a.devices.length || a.devices[0]! - b.devices[0]!);
  }

  /** Of which objects nobody can tell whether they fail too, and why. */
  *doubts(): InParts<Doubt[]> {
    return yield* doubtsOf(this.view, {
      requirements: this.requirements,
      hit: [...this.lastEventOf.keys()],
      levelOf: this.levelOf,
      unitsOf: (requirement) => this.unitsOf(requirement),
    });
  }

  /** The round in which a node came to its state. */
  roundOf(node: number): number {
    return this.lastEventOf.get(node)!.round;
  }

  /** How a node came to its state: nodes from a root to itself, one a round; with `ends` only so many from each end. */
  chainOf(node: number, ends = Infinity): number[] {
    return this.stepsOf(node, ends).map((step) => step.node);
  }

  /** The same with what had become of each by then: it may have become worse since. */
  stepsOf(node: number, ends = Infinity): Array<{ node: number; state: Hit }> {
    const steps: Array<{ node: number; state: Hit }> = [];
    const last = this.roundOf(node);
    for (let event = this.lastEventOf.get(node); event; event = event.cause) {
      if (event.round < ends || last - event.round < ends)
        steps.push({ node: event.node, state: stateOf(event.level) as Hit });
      this.step();
    }
    return steps.reverse();
  }

  /** The suppliers that make the state of a node what it is; none for a root. */
  becauseOf(node: number): Cause[] {
    const bySuppliers = this.causesOf(node).map(({ supplier: { node: supplier, requirement, edges }, unit }) => {
      // Where somebody says how many are enough, of these.
      const { suppliers } = unit.isOwn ? unit : requirement;
      return {
        supplier,
        type: this.firstTypeOf(edges),
        group: requirement.group,
        standing: suppliers.filter(({ node: other }) => this.levels[other] !== DOWN).length,
        of: suppliers.length,
      };
    });
    const split = (this.splitSuppliers.get(node) ?? []).map(({ node: supplier, requirement, edges }) => ({
      supplier,
      type: this.firstTypeOf(edges),
      group: 'parted',
      standing: requirement.suppliers.length,
      of: requirement.suppliers.length,
    }));
    const cut = this.cutOf(node);
    if (!cut) return [...bySuppliers, ...split];
    const byDevices = cut.by
      .filter((supplier) => this.levels[supplier] === DOWN)
      .map((supplier) => {
        const between = this.network.edgesBetween(supplier, node);
        const edges = between.length ? between : [this.network.edgeOf(supplier)];
        const type = this.firstTypeOf(edges);
        return { supplier, type, group: cut.how, standing: cut.standing, of: cut.of };
      });
    return [...bySuppliers, ...byDevices, ...split];
  }

  private firstTypeOf(edges: readonly number[]): number {
    return Math.min(...edges.map((edge) => this.view.graph.edges.type[edge]!));
  }

  /** What makes the state of a node what it is, where that is what it was connected through. */
  private cutOf(node: number): Cut | undefined {
    const cut = this.cutOfDevice.get(node);
    const { level, round } = this.lastEventOf.get(node)!;
    return cut && round && levelOfCut(cut) === level ? cut : undefined;
  }

  /** The edges along which the outage came to some nodes from others of them (1 for each that is among them). */
  spreadAmong(nodes: Iterable<number>, among: Uint8Array): number[] {
    const found = new Set<number>();
    for (const node of nodes) {
      const causes = this.causesOf(node).map(({ supplier }) => supplier);
      for (const supplier of [...causes, ...(this.splitSuppliers.get(node) ?? [])])
        if (among[supplier.node]) for (const edge of supplier.edges) found.add(edge);
      for (const other of this.cutOf(node)?.by ?? [])
        if (among[other] && this.levels[other] === DOWN)
          for (const edge of this.network.edgesBetween(other, node)) found.add(edge);
    }
    // Both ends of an edge may have failed through each other.
    return inOrder(this.view.graph, [...found]);
  }

  /** The suppliers that no longer supply as they did, of units that make the state of a node what it is. */
  private causesOf(node: number): Array<{ supplier: Supplier; unit: Unit }> {
    const { level, round } = this.lastEventOf.get(node)!;
    if (!round) return [];
    return this.requirements.of(node).flatMap((requirement) =>
      this.unitsOf(requirement)
        .filter((unit) => evaluate(requirement, unit, this.levelOf) === level)
        .flatMap((unit) =>
          unit.suppliers
            .filter((supplier) => isHarmed(supplier, requirement.effect, this.levelOf(supplier.node)))
            .map((supplier) => ({ supplier, unit })),
        )
        .sort((a, b) => a.supplier.node - b.supplier.node),
    );
  }

  private rise(event: Event): void {
    this.levels[event.node] = event.level;
    this.lastEventOf.set(event.node, event);
    this.events.push(event);
  }

  /** What becomes of those whom the nodes of some events supply, where they are worse off than they are. */
  private *propagate(events: readonly Event[]): InParts<Map<number, Proposal>> {
    const { inactive } = this.view.graph.nodes;
    const proposals = new Map<number, Proposal>();
    const results = new Map<Unit, Level>();
    for (const event of events) {
      if (event.level < LIMITED || inactive[event.node]) continue;
      if (event.level === DOWN) {
        for (const cut of this.cutsBy.get(event.node) ?? []) {
          if (this.scope && !this.scope[cut.node]) continue;
          this.propose(proposals, cut.node, { level: levelOfCut(cut), cause: event });
        }
      }
      yield* this.requirements.prepare(event.node);
      for (const supplier of this.requirements.suppliedBy(event.node)) {
        if (this.step()) yield;
        const { target, effect } = supplier.requirement;
        if (this.levels[target] === DOWN || (this.scope && !this.scope[target])) continue;
        if (!isHarmed(supplier, effect, event.level)) continue;
        this.propose(proposals, target, { level: this.resultOf(supplier, results), cause: event });
      }
    }
    return proposals;
  }

  /** Once nothing else changes: objects whose suppliers work in parts that do not reach each other. */
  private propagatePartitions(): Map<number, Proposal> {
    const proposals = new Map<number, Proposal>();
    for (const [node, suppliers] of withoutCommonPart(this.requirements, this.partitions, this.levelOf, (requirement) =>
      this.unitsOf(requirement),
    )) {
      if (this.scope && !this.scope[node]) continue;
      const events = suppliers.map((supplier) => this.lastEventOf.get(supplier.node)!);
      const [cause] = events.sort((a, b) => a.round - b.round || (this.precedes(a.node, b.node) ? -1 : 1));
      this.splitSuppliers.set(node, suppliers);
      proposals.set(node, { level: DOWN, cause: cause! });
    }
    return proposals;
  }

  private propose(proposals: Map<number, Proposal>, target: number, proposal: Proposal): void {
    if (proposal.level <= this.levels[target]!) return;
    const known = proposals.get(target);
    if (known && known.level > proposal.level) return;
    if (known?.level === proposal.level && !this.precedes(proposal.cause.node, known.cause.node)) return;
    proposals.set(target, proposal);
  }

  /** What the suppliers that stand in for one make of their target; `results` keeps what is known of this round. */
  private resultOf(supplier: Supplier, results: Map<Unit, Level>): Level {
    let worst: Level = WORKS;
    for (const unit of this.unitsWith(supplier)) {
      let result = results.get(unit);
      if (result === undefined) {
        result = evaluate(supplier.requirement, unit, this.levelOf);
        // Of a single one nobody asks again.
        if (unit.suppliers.length > 1) results.set(unit, result);
      }
      if (result > worst) worst = result;
    }
    return worst;
  }

  private unitsOf(requirement: Requirement): readonly Unit[] {
    return this.overriddenOf(requirement)?.units ?? requirement.units;
  }

  /** The units that a supplier is in. */
  private unitsWith(supplier: Supplier): readonly Unit[] {
    return this.overriddenOf(supplier.requirement)?.bySupplier.get(supplier) ?? supplier.units;
  }

  /** The units of a requirement of whose target the request says how many suppliers are enough; undefined of others. */
  private overriddenOf(requirement: Requirement) {
    const { target } = requirement;
    const override: NeedsOverride = {
      minUp: this.request.minUp?.get(target),
      numbers: this.request.enough?.get(target),
    };
    if (override.minUp === undefined && !override.numbers) return undefined;
    let known = this.overridden.get(requirement);
    if (!known) {
      const units = this.requirements.unitsOverridden(requirement, override);
      const bySupplier = new Map<Supplier, Unit[]>();
      for (const unit of units)
        for (const one of unit.suppliers) bySupplier.set(one, [...(bySupplier.get(one) ?? []), unit]);
      this.overridden.set(requirement, (known = { units, bySupplier }));
    }
    return known;
  }

  /** Returns true if a node comes before another by the order of kinds, then id. */
  private precedes(a: number, b: number): boolean {
    const { kind, id } = this.view.graph.nodes;
    return kind[a]! < kind[b]! || (kind[a] === kind[b] && id[a]! < id[b]!);
  }
}

const levelOfCut = ({ how }: Cut): Level => {
  if (how === 'cut off') return DOWN;
  return how === 'parted' ? DEGRADED : AT_RISK;
};

/** The outage of some nodes, worked out. */
export function* impact(view: View, { of, flows, ...request }: ImpactRequest, tick: Tick): InParts<Outages> {
  const outages = new Outages(view, flows, tick);
  yield* outages.run(of, request);
  return outages;
}
