/**
 * What an outage takes with it: roots are down, states spread by the rules of edges, in rounds, each judged on the states after
 * the one before. States only rise, so it comes to an end, and to the same whatever is looked at first.
 */
import type { State, View } from '../graph.js';
import { doubtsOf, type Doubt } from './doubts.js';
import { inOrder } from './filter.js';
import {
  DEGRADED,
  DOWN,
  highest,
  isHarmed,
  judge,
  LIMITED,
  requirementsOf,
  stateOf,
  WORKS,
  type Level,
  type Requirement,
  type Requirements,
  type Supplier,
} from './requirements.js';
import { everyFewSteps, type Tick } from './tick.js';

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

/** A supplier that counts for the state of an object. */
export interface Because {
  supplier: number;
  /** Type of the edge between them; of several the first. */
  type: number;
  group: string | null;
  /** How many suppliers of the requirement are not down, and how many there are. */
  standing: number;
  of: number;
}

/** The rise of a node to a level; `before` is the event that it follows from. */
interface Event {
  node: number;
  level: Level;
  round: number;
  before: Event | undefined;
}

/** What a node may rise to in the round that is judged, and the event because of which. */
interface Proposal {
  level: Level;
  cause: Event;
}

/** Outages over one view, one after the other. */
export class Outages {
  private readonly requirements: Requirements;
  private readonly levels: Uint8Array;
  /** In the order of rounds. */
  private events: Event[] = [];
  /** The last event of each node that does not work as before. */
  private last = new Map<number, Event>();
  private request: Pick<ImpactRequest, 'minUp' | 'enough'> = {};
  private within: Uint8Array | undefined;
  private readonly step: () => boolean;
  private readonly levelOf = (node: number): Level => this.levels[node] as Level;

  constructor(
    readonly view: View,
    flows: boolean,
    tick: Tick,
  ) {
    this.requirements = requirementsOf(view, flows);
    this.levels = new Uint8Array(view.graph.nodes.count);
    this.step = everyFewSteps(tick);
  }

  /**
   * Works out what the failure of some nodes does; what was known of another failure is forgotten.
   * @param request how many suppliers are enough for some nodes
   * @param within 1 for the nodes that are looked at; all if left out
   */
  run(roots: Iterable<number>, request: Pick<ImpactRequest, 'minUp' | 'enough'> = {}, within?: Uint8Array): void {
    for (const { node } of this.events) this.levels[node] = WORKS;
    this.events = [];
    this.last = new Map();
    this.request = request;
    this.within = within;
    for (const root of roots)
      if (this.view.nodes[root] && !this.last.has(root)) this.rise({ node: root, level: DOWN, round: 0, before: undefined });
    for (let begin = 0, round = 1; begin < this.events.length; round++) {
      const end = this.events.length;
      const risen = this.judged(this.events.slice(begin, end));
      for (const [node, { level, cause }] of risen) this.rise({ node, level, round, before: cause });
      begin = end;
    }
  }

  /** What became of a node. */
  stateOf(node: number): State {
    return stateOf(this.levelOf(node));
  }

  /** Calls `visit` once for each node in use that no longer works as before, in no order of use to readers. */
  each(visit: (node: number, state: State) => void): void {
    const { inactive } = this.view.graph.nodes;
    for (const node of this.last.keys()) if (!inactive[node]) visit(node, this.stateOf(node));
  }

  /** The nodes in use that no longer work as before, the worst first, then in the order of nodes. */
  nodes(): number[] {
    const found: number[] = [];
    this.each((node) => found.push(node));
    const rank = (node: number): number => (this.levels[node] === LIMITED ? LIMITED + 1 : this.levels[node]!);
    return found.sort((a, b) => rank(b) - rank(a) || a - b);
  }

  /** Nodes that would no longer work as before if they were in use, in their order. */
  inactive(): number[] {
    const { inactive } = this.view.graph.nodes;
    return [...this.last.keys()].filter((node) => inactive[node]).sort((a, b) => a - b);
  }

  /** Of which objects nobody can tell whether they fail too, and why. */
  doubts(): Doubt[] {
    return doubtsOf(this.view, {
      requirements: this.requirements,
      hit: [...this.last.keys()],
      levelOf: this.levelOf,
      enoughOf: (requirement) => this.enoughOf(requirement),
    });
  }

  /** The round in which a node came to its state. */
  roundOf(node: number): number {
    return this.last.get(node)!.round;
  }

  /** How a node came to its state: nodes from a root to itself, one a round; with `ends` only so many from each end. */
  chainOf(node: number, ends = Infinity): number[] {
    const chain: number[] = [];
    const last = this.roundOf(node);
    for (let event = this.last.get(node); event; event = event.before) {
      if (event.round < ends || last - event.round < ends) chain.push(event.node);
      this.step();
    }
    return chain.reverse();
  }

  /** The suppliers that make the state of a node what it is; none for a root. */
  becauseOf(node: number): Because[] {
    const { type: typeOf } = this.view.graph.edges;
    return this.causesOf(node).map(({ node: supplier, requirement, edges }) => ({
      supplier,
      type: Math.min(...edges.map((edge) => typeOf[edge]!)),
      group: requirement.group,
      standing: requirement.suppliers.filter((one) => this.levels[one.node] !== DOWN).length,
      of: requirement.suppliers.length,
    }));
  }

  /** The edges along which the outage came to some nodes from others of them (1 for each that is among them). */
  spreadAmong(nodes: Iterable<number>, among: Uint8Array): number[] {
    const found = new Set<number>();
    for (const node of nodes)
      for (const supplier of this.causesOf(node))
        if (among[supplier.node]) for (const edge of supplier.edges) found.add(edge);
    // Both ends of an edge may have failed through each other.
    return inOrder(this.view.graph, [...found]);
  }

  private causesOf(node: number): Supplier[] {
    const { level, round } = this.last.get(node)!;
    if (!round) return [];
    return this.requirements.of(node).flatMap((requirement) => {
      const results = new Map<object, Level>();
      return requirement.suppliers.filter(
        (supplier) =>
          isHarmed(supplier, requirement.effect, this.levelOf(supplier.node)) &&
          this.resultOf(supplier, results) === level,
      );
    });
  }

  private rise(event: Event): void {
    this.levels[event.node] = event.level;
    this.last.set(event.node, event);
    this.events.push(event);
  }

  /** What becomes of those whom the nodes of some events supply, where they are worse off than they are. */
  private judged(events: readonly Event[]): Map<number, Proposal> {
    const { inactive } = this.view.graph.nodes;
    const proposals = new Map<number, Proposal>();
    const results = new Map<object, Level>();
    for (const event of events) {
      if (event.level < LIMITED || inactive[event.node]) continue;
      for (const supplier of this.requirements.suppliedBy(event.node)) {
        this.step();
        const { target, effect } = supplier.requirement;
        if (this.levels[target] === DOWN || (this.within && !this.within[target])) continue;
        if (!isHarmed(supplier, effect, event.level)) continue;
        this.propose(proposals, target, { level: this.resultOf(supplier, results), cause: event });
      }
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
  private resultOf({ requirement, unit }: Supplier, results: Map<object, Level>): Level {
    const own = this.enoughOf(requirement);
    const key = own === undefined ? unit : requirement;
    let result = results.get(key);
    if (result === undefined) {
      const { suppliers } = own === undefined ? unit : requirement;
      result = judge(requirement, suppliers, own ?? unit.enough, own !== undefined, this.levelOf);
      results.set(key, result);
    }
    return result;
  }

  /** So many of all suppliers are enough: as the request says, else as the object does; undefined where units count. */
  private enoughOf({ target, sorts, effect, enough }: Requirement): number | undefined {
    const { minUp, enough: requested } = this.request;
    if (effect < DEGRADED) return undefined;
    const own = requested?.size ? highest(sorts, requested.get(target)) : undefined;
    return own ?? (effect === DOWN ? minUp?.get(target) : undefined) ?? enough;
  }

  /** Returns true if a node comes before another by the order of kinds, then id. */
  private precedes(a: number, b: number): boolean {
    const { kind, id } = this.view.graph.nodes;
    return kind[a]! < kind[b]! || (kind[a] === kind[b] && id[a]! < id[b]!);
  }
}

/** The outage of some nodes, worked out. */
export function impact(view: View, { of, flows, ...request }: ImpactRequest, tick: Tick): Outages {
  const outages = new Outages(view, flows, tick);
  outages.run(of, request);
  return outages;
}
