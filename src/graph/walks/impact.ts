/**
 * What an outage takes with it: roots are down, states spread by the rules of edges, in rounds, each judged on the states after
 * the one before. States only rise, so it comes to an end, and to the same whatever is looked at first.
 */
import type { State, View } from '../graph.js';
import { inOrder } from './filter.js';
import { DEGRADED, DOWN, Numbers, requirementsOf, WORKS, type Requirements } from './requirements.js';
import { everyFewSteps, type Tick } from './tick.js';

export interface ImpactRequest {
  /** Nodes that fail. */
  of: readonly number[];
  /** Whether flows carry an outage. */
  flows: boolean;
  /** How many suppliers must stand for a node to, in place of what its tags say. */
  minUp?: ReadonlyMap<number, number>;
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

const NONE = -1;

/** Outages over one view, one after the other; the columns are used again for each. */
export class Outages {
  private readonly requirements: Requirements;
  private readonly states: Uint8Array;
  /** State that a node comes to in the round that is judged, and the last event of whom makes it so. */
  private readonly judged: Uint8Array;
  private readonly cause: Int32Array;
  /** The last event of each node: meant only where its state is not WORKS. */
  private readonly lastEvent: Int32Array;
  /** How many suppliers are down, of each requirement and of each unit. */
  private downOfRequirement = new Int32Array(0);
  private downOfUnit = new Int32Array(0);

  /** Events, each the rise of a node to a state, in the order of rounds; `before` is the event that it follows from. */
  private readonly node = new Numbers();
  private readonly state = new Numbers();
  private readonly round = new Numbers();
  private readonly before = new Numbers();

  private minUp: ReadonlyMap<number, number> | undefined;
  private within: Uint8Array | undefined;
  private readonly step: () => boolean;

  constructor(
    private readonly view: View,
    flows: boolean,
    tick: Tick,
  ) {
    const { count } = view.graph.nodes;
    this.requirements = requirementsOf(view, flows);
    this.states = new Uint8Array(count);
    this.judged = new Uint8Array(count);
    this.cause = new Int32Array(count);
    this.lastEvent = new Int32Array(count);
    this.step = everyFewSteps(tick);
  }

  /**
   * Works out what the failure of some nodes does; what was known of another failure is forgotten.
   * @param minUp how many suppliers must stand for a node to, in place of what its tags say
   * @param within 1 for the nodes that are looked at; all if left out
   */
  run(roots: Iterable<number>, minUp?: ReadonlyMap<number, number>, within?: Uint8Array): void {
    this.forget();
    this.minUp = minUp?.size ? minUp : undefined;
    this.within = within;
    for (const root of roots) {
      if (this.view.nodes[root] && this.states[root] === WORKS) this.rise(root, DOWN, 0, NONE);
    }
    const risen: number[] = [];
    for (let begin = 0, round = 1; begin < this.node.length; round++) {
      const end = this.node.length;
      for (let event = begin; event < end; event++) this.count(event);
      for (let event = begin; event < end; event++) this.decide(event, risen);
      for (const node of risen) {
        this.rise(node, this.judged[node] as State, round, this.cause[node]!);
        this.judged[node] = WORKS;
      }
      risen.length = 0;
      begin = end;
    }
  }

  stateOf(node: number): State {
    return this.states[node] as State;
  }

  /** Calls `visit` once for each node that no longer works, in no order of use to readers. */
  each(visit: (node: number, state: State) => void): void {
    for (let event = 0; event < this.node.length; event++) {
      const node = this.node.values[event]!;
      if (this.lastEvent[node] === event) visit(node, this.states[node] as State);
    }
  }

  /** The nodes that no longer work, the worst first, then in the order of nodes. */
  nodes(): Uint32Array {
    const found: number[] = [];
    this.each((node) => found.push(node));
    const nodes = Uint32Array.from(found).sort();
    const sorted = new Uint32Array(nodes.length);
    let length = 0;
    for (let state = DOWN as number; state > WORKS; state--) {
      for (const node of nodes) if (this.states[node] === state) sorted[length++] = node;
    }
    return sorted;
  }

  /** The round in which a node came to its state. */
  roundOf(node: number): number {
    return this.round.values[this.lastEvent[node]!]!;
  }

  /** How a node came to its state: nodes from a root to itself, one a round; with `ends` only so many from each end. */
  chainOf(node: number, ends = Infinity): number[] {
    const chain: number[] = [];
    const last = this.roundOf(node);
    for (let event = this.lastEvent[node]!; event !== NONE; event = this.before.values[event]!) {
      const round = this.round.values[event]!;
      if (round < ends || last - round < ends) chain.push(this.node.values[event]!);
      this.step();
    }
    return chain.reverse();
  }

  /** The suppliers that make the state of a node what it is; none for a root. */
  becauseOf(node: number): Because[] {
    const found: Because[] = [];
    this.eachCause(node, (row, requirement) => {
      const { node: suppliers, suppliers: offsets, edges, supplierEdges } = this.requirements;
      let type = this.typeOf(edges.values[supplierEdges.values[row]!]!);
      for (let i = supplierEdges.values[row]! + 1; i < supplierEdges.values[row + 1]!; i++) {
        type = Math.min(type, this.typeOf(edges.values[i]!));
      }
      const of = offsets.values[requirement + 1]! - offsets.values[requirement]!;
      found.push({
        supplier: suppliers.values[row]!,
        type,
        group: this.requirements.groupOf(requirement),
        standing: of - this.downOfRequirement[requirement]!,
        of,
      });
    });
    return found;
  }

  /** The edges along which the outage came to some nodes from others of them (1 for each that is among them). */
  spreadAmong(nodes: Iterable<number>, among: Uint8Array): number[] {
    const found: number[] = [];
    const { node: suppliers, edges, supplierEdges } = this.requirements;
    for (const node of nodes) {
      this.eachCause(node, (row) => {
        if (!among[suppliers.values[row]!]) return;
        for (let i = supplierEdges.values[row]!; i < supplierEdges.values[row + 1]!; i++) found.push(edges.values[i]!);
      });
    }
    // Both ends of an edge may have failed through each other.
    return inOrder(this.view.graph, [...new Set(found)]);
  }

  private typeOf(edge: number): number {
    return this.view.graph.edges.type[edge]!;
  }

  private eachCause(node: number, visit: (row: number, requirement: number) => void): void {
    if (this.roundOf(node) === 0) return;
    const { first, last, suppliers } = this.requirements;
    const state = this.states[node];
    for (let requirement = first[node]!; requirement < last[node]!; requirement++) {
      for (let row = suppliers.values[requirement]!; row < suppliers.values[requirement + 1]!; row++) {
        if (this.contribution(row) === state) visit(row, requirement);
      }
    }
  }

  private rise(node: number, state: State, round: number, before: number): void {
    this.states[node] = state;
    this.lastEvent[node] = this.node.length;
    this.node.push(node);
    this.state.push(state);
    this.round.push(round);
    this.before.push(before);
  }

  /** Takes a node that went down out of those that stand, wherever it is a supplier. */
  private count(event: number): void {
    const node = this.node.values[event]!;
    if (this.state.values[event]! < DEGRADED) return;
    this.requirements.completeFor(node);
    if (this.state.values[event] !== DOWN) return;
    const { requirement, size, target } = this.requirements;
    if (this.downOfUnit.length < size.length) this.downOfUnit = longer(this.downOfUnit, size.values.length);
    if (this.downOfRequirement.length < target.length) {
      this.downOfRequirement = longer(this.downOfRequirement, target.values.length);
    }
    this.addDown(node, 1, requirement.values);
  }

  private addDown(node: number, by: 1 | -1, requirementOf: Int32Array): void {
    const { supplies, next, unit } = this.requirements;
    for (let row = supplies[node]!; row !== NONE; row = next.values[row]!) {
      const of = unit.values[row]!;
      this.downOfUnit[of]! += by;
      this.downOfRequirement[requirementOf[of]!]! += by;
    }
  }

  /** Judges whom the node of an event supplies: where that makes them worse off than they are, they are noted in `risen`. */
  private decide(event: number, risen: number[]): void {
    if (this.state.values[event]! < DEGRADED) return;
    const node = this.node.values[event]!;
    const { supplies, next, unit, requirement, target } = this.requirements;
    const { states, judged, cause, within } = this;
    for (let row = supplies[node]!; row !== NONE; row = next.values[row]!) {
      this.step();
      const to = target.values[requirement.values[unit.values[row]!]!]!;
      if (states[to] === DOWN || (within && !within[to])) continue;
      const state = this.contribution(row);
      if (state <= states[to]! || state < judged[to]!) continue;
      if (judged[to] === WORKS) risen.push(to);
      else if (state === judged[to] && !this.precedes(node, this.node.values[cause[to]!]!)) continue;
      judged[to] = state;
      cause[to] = event;
    }
  }

  /** What a supplier, in the state that it is in, makes of the target of its requirement. */
  private contribution(row: number): State {
    const { node, unit, passes, requirement, size, suppliers, effect, minUp, target } = this.requirements;
    const state = this.states[node.values[row]!]!;
    if (state < DEGRADED) return WORKS;
    const passed = passes.values[row] ? DEGRADED : WORKS;
    if (state !== DOWN) return passed;
    const own = unit.values[row]!;
    const of = requirement.values[own]!;
    const worst = effect.values[of] as State;
    const enough = worst === DOWN ? (this.minUp?.get(target.values[of]!) ?? minUp.values[of]!) : NONE;
    let isLost: boolean;
    if (enough === NONE) isLost = this.downOfUnit[own] === size.values[own];
    else {
      // Where there are fewer suppliers than are to stand, all of them are: one that is down is one too many.
      const all = suppliers.values[of + 1]! - suppliers.values[of]!;
      isLost = all - this.downOfRequirement[of]! < enough;
    }
    if (isLost) return worst > passed ? worst : passed;
    return worst === DOWN ? DEGRADED : passed;
  }

  /** Returns true if a node comes before another by the order of kinds, then id. */
  private precedes(a: number, b: number): boolean {
    const { kind, id } = this.view.graph.nodes;
    return kind[a]! - kind[b]! < 0 || (kind[a] === kind[b] && id[a]! < id[b]!);
  }

  private forget(): void {
    const { values } = this.requirements.requirement;
    for (let event = 0; event < this.node.length; event++) {
      const node = this.node.values[event]!;
      if (this.state.values[event] === DOWN) this.addDown(node, -1, values);
      this.states[node] = WORKS;
    }
    this.node.length = this.state.length = this.round.length = this.before.length = 0;
  }
}

function longer(values: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(values);
  return copy;
}

/** The outage of some nodes, worked out. */
export function impact(view: View, { of, flows, minUp }: ImpactRequest, tick: Tick): Outages {
  const outages = new Outages(view, flows, tick);
  outages.run(of, minUp);
  return outages;
}
