/**
 * What objects require, read from the rules of their edges: for each target its requirements, for each requirement its
 * suppliers, and the units that they form. All of it is of one view: what is hidden supplies nothing.
 *
 * Requirements are made when a walk first comes to an object, and kept for the next walk over the same view. Rows of
 * requirements, suppliers and units stand in columns of numbers.
 */
import { STATES, type Effect, type Graph, type HasEdge, type Rule, type State, type View } from '../graph.js';

export const [WORKS, CONCERNED, DEGRADED, DOWN] = [0, 1, 2, 3] as const satisfies readonly State[];

/** `min-up:N` among the tags of an object. */
const MIN_UP = /^min-up:(\d{1,9})$/;

/** A list of whole numbers that grows, four bytes each. */
export class Numbers {
  values: Int32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const values = new Int32Array(this.length * 2);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = value;
  }
}

/** A rule at one end of a type of edge, with its names made into indexes. */
interface CompiledRule {
  /** Rules with one number make one requirement of a target. */
  requirement: number;
  group: string | null;
  effect: State;
  needsAll: boolean;
  passes: boolean;
  optional: boolean;
  /** Applies to edges of which a column is true. */
  flagged: boolean;
  conditions: readonly { ofTarget: boolean; has: HasCondition; wanted: boolean }[];
  peers: { by: number; unless: HasCondition | undefined } | undefined;
}

/** Rules of a type of edge by the end that is the target. */
interface TypeRules {
  from: readonly CompiledRule[];
  to: readonly CompiledRule[];
}

/** "Has at least one edge of these types": asked often of the same objects, so the answers are kept. */
class HasCondition {
  private readonly known: Uint8Array;

  constructor(
    private readonly view: View,
    private readonly types: ReadonlySet<number>,
  ) {
    this.known = new Uint8Array(view.graph.nodes.count);
  }

  of(node: number): boolean {
    if (!this.known[node]) this.known[node] = this.look(node) ? 2 : 1;
    return this.known[node] === 2;
  }

  private look(node: number): boolean {
    const { graph, edges: visible } = this.view;
    for (const { offsets, edges } of [graph.leaving, graph.arriving]) {
      for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
        const edge = edges[i]!;
        if (visible[edge] && this.types.has(graph.edges.type[edge]!)) return true;
      }
    }
    return false;
  }
}

/** A supplier of the target that is being compiled, once for each edge and rule. */
interface RawSupplier {
  /** By requirement, then by node. */
  order: number;
  node: number;
  edge: number;
  rule: CompiledRule;
}

export class Requirements {
  /** Requirements of node `n` are those from `first[n]` to `last[n]`, the latter not among them; -1 before they are made. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Last made supplier row of each node, -1 without one; `supplier.next` leads on. */
  readonly supplies: Int32Array;

  /** Columns of requirements. Suppliers are from `suppliers[r]` to `suppliers[r + 1]`. */
  readonly target = new Numbers();
  readonly effect = new Numbers();
  /** How many suppliers must stand, from the target's tags; -1 where units say it. */
  readonly minUp = new Numbers();
  readonly suppliers = new Numbers();
  private readonly ruleOf = new Numbers();

  /** Columns of suppliers, ascending within a requirement. Edges are from `supplierEdges[s]` to `supplierEdges[s + 1]`. */
  readonly node = new Numbers();
  readonly unit = new Numbers();
  readonly passes = new Numbers();
  readonly next = new Numbers();
  readonly supplierEdges = new Numbers();
  readonly edges = new Numbers();

  /** Columns of units. */
  readonly requirement = new Numbers();
  readonly size = new Numbers();

  private readonly rules: readonly TypeRules[];
  private readonly groups: (string | null)[] = [];
  private readonly conditions = new Map<string, HasCondition>();
  /** 1 for nodes all targets of which have their requirements. */
  private readonly complete: Uint8Array;

  /** @param flows whether rules count that are `optional: flows` */
  constructor(
    readonly view: View,
    private readonly flows: boolean,
  ) {
    const { count } = view.graph.nodes;
    this.first = new Int32Array(count).fill(-1);
    this.last = new Int32Array(count).fill(-1);
    this.supplies = new Int32Array(count).fill(-1);
    this.complete = new Uint8Array(count);
    this.rules = this.compiledRules();
    this.suppliers.push(0);
    this.supplierEdges.push(0);
  }

  /** Makes the requirements of all objects that a node supplies, so that its supplier rows are all there. */
  completeFor(node: number): void {
    if (this.complete[node]) return;
    this.complete[node] = 1;
    const { graph, edges: visible } = this.view;
    const { edges, leaving, arriving } = graph;
    for (let i = leaving.offsets[node]!; i < leaving.offsets[node + 1]!; i++) {
      const edge = leaving.edges[i]!;
      if (visible[edge] && this.rules[edges.type[edge]!]!.to.length) this.compile(edges.to[edge]!);
    }
    for (let i = arriving.offsets[node]!; i < arriving.offsets[node + 1]!; i++) {
      const edge = arriving.edges[i]!;
      if (visible[edge] && this.rules[edges.type[edge]!]!.from.length) this.compile(edges.from[edge]!);
    }
  }

  /** The group that a requirement was named by in the rules; null for one edge and effect alone. */
  groupOf(requirement: number): string | null {
    return this.groups[this.ruleOf.values[requirement]!]!;
  }

  /** Makes the requirements of a node. */
  compile(target: number): void {
    if (this.first[target] !== -1) return;
    this.first[target] = this.target.length;
    const raw = this.rawSuppliers(target);
    if (raw.length > 1) raw.sort((a, b) => a.order - b.order || a.edge - b.edge);
    for (let begin = 0; begin < raw.length;) {
      let end = begin + 1;
      while (end < raw.length && raw[end]!.rule.requirement === raw[begin]!.rule.requirement) end++;
      this.add(target, raw, begin, end);
      begin = end;
    }
    this.last[target] = this.target.length;
  }

  private rawSuppliers(target: number): RawSupplier[] {
    const { graph, edges: visible } = this.view;
    const { edges, leaving, arriving } = graph;
    const raw: RawSupplier[] = [];
    const collect = (edge: number, node: number, rules: readonly CompiledRule[]): void => {
      for (const rule of rules) {
        if (!this.applies(rule, edge, node, target)) continue;
        raw.push({ order: rule.requirement * graph.nodes.count + node, node, edge, rule });
      }
    };
    for (let i = leaving.offsets[target]!; i < leaving.offsets[target + 1]!; i++) {
      const edge = leaving.edges[i]!;
      if (visible[edge]) collect(edge, edges.to[edge]!, this.rules[edges.type[edge]!]!.from);
    }
    for (let i = arriving.offsets[target]!; i < arriving.offsets[target + 1]!; i++) {
      const edge = arriving.edges[i]!;
      if (visible[edge]) collect(edge, edges.from[edge]!, this.rules[edges.type[edge]!]!.to);
    }
    return raw;
  }

  private applies(rule: CompiledRule, edge: number, supplier: number, target: number): boolean {
    if (rule.optional && !this.flows) return false;
    if (rule.flagged && !this.view.graph.edges.flagged[edge]) return false;
    for (const { ofTarget, has, wanted } of rule.conditions) {
      if (has.of(ofTarget ? target : supplier) !== wanted) return false;
    }
    return true;
  }

  /** One requirement: `raw[begin]` to `raw[end]`, sorted by node. */
  private add(target: number, raw: readonly RawSupplier[], begin: number, end: number): void {
    const { rule } = raw[begin]!;
    const requirement = this.target.length;
    const firstSupplier = this.node.length;
    this.target.push(target);
    this.effect.push(rule.effect);
    this.minUp.push(rule.effect === DOWN ? minUpOf(this.view.graph, target) : -1);
    this.ruleOf.push(rule.requirement);
    for (let i = begin; i < end; i++) {
      const { node, edge, rule: own } = raw[i]!;
      if (i === begin || node !== raw[i - 1]!.node) {
        const row = this.node.length;
        this.node.push(node);
        this.passes.push(Number(own.passes));
        this.next.push(this.supplies[node]!);
        this.supplies[node] = row;
        this.edges.push(edge);
        this.supplierEdges.push(this.edges.length);
      } else {
        if (own.passes) this.passes.values[this.node.length - 1] = 1;
        if (edge === raw[i - 1]!.edge) continue;
        this.edges.push(edge);
        this.supplierEdges.values[this.supplierEdges.length - 1] = this.edges.length;
      }
    }
    this.suppliers.push(this.node.length);
    this.addUnits(requirement, firstSupplier, rule.needsAll ? this.unitsByPeers(raw, begin, end) : 'one');
  }

  /** @param units the number of each supplier's unit, from 0 in order of appearance; or all one, or one each */
  private addUnits(requirement: number, firstSupplier: number, units: readonly number[] | 'one' | 'each'): void {
    const firstUnit = this.requirement.length;
    for (let row = firstSupplier; row < this.node.length; row++) {
      const i = row - firstSupplier;
      const unit = firstUnit + (units === 'one' ? 0 : units === 'each' ? i : units[i]!);
      if (unit === this.requirement.length) {
        this.requirement.push(requirement);
        this.size.push(0);
      }
      this.unit.push(unit);
      this.size.values[unit]!++;
    }
  }

  /** Suppliers that share a peer object, directly or through others, are one unit. */
  private unitsByPeers(raw: readonly RawSupplier[], begin: number, end: number): readonly number[] | 'each' {
    const { graph, edges: visible } = this.view;
    const { edges, leaving, arriving } = graph;
    let hasPeers = false;
    for (let i = begin; i < end; i++) if (raw[i]!.rule.peers) hasPeers = true;
    if (!hasPeers) return 'each';

    const suppliers = suppliersOf(raw, begin, end);
    /** For each supplier one of its unit before it, or itself. */
    const leaders = Array.from({ length: suppliers }, (_, one) => one);
    const leaderOf = (i: number): number => {
      while (leaders[i] !== i) i = leaders[i]!;
      return i;
    };
    const firstWith = new Map<number, number>();
    for (let i = begin, supplier = -1; i < end; i++) {
      const { node, rule } = raw[i]!;
      if (i === begin || node !== raw[i - 1]!.node) supplier++;
      if (!rule.peers) continue;
      const { by, unless } = rule.peers;
      const share = (edge: number, peer: number): void => {
        if (!visible[edge] || edges.type[edge] !== by || unless?.of(peer)) return;
        const other = firstWith.get(peer);
        if (other === undefined) firstWith.set(peer, supplier);
        else {
          const [a, b] = [leaderOf(other), leaderOf(supplier)];
          leaders[Math.max(a, b)] = Math.min(a, b);
        }
      };
      for (let k = leaving.offsets[node]!; k < leaving.offsets[node + 1]!; k++) {
        share(leaving.edges[k]!, edges.to[leaving.edges[k]!]!);
      }
      for (let k = arriving.offsets[node]!; k < arriving.offsets[node + 1]!; k++) {
        share(arriving.edges[k]!, edges.from[arriving.edges[k]!]!);
      }
    }
    // A leader stands before those that it leads, so its number is known when theirs is asked for.
    const numbers: number[] = [];
    let count = 0;
    for (let i = 0; i < suppliers; i++) {
      const leader = leaderOf(i);
      numbers.push(leader === i ? count++ : numbers[leader]!);
    }
    return numbers;
  }

  private compiledRules(): TypeRules[] {
    const { types } = this.view.graph;
    const index = new Map(types.map(({ name }, i) => [name, i]));
    const requirements = new Map<string, number>();
    const compile = (name: string, rule: Rule): CompiledRule => {
      const { effect, need, group = null, when, unless, peers } = rule;
      const key = JSON.stringify([group === null ? name : null, group, effect, need]);
      const requirement = requirements.get(key) ?? requirements.size;
      requirements.set(key, requirement);
      this.groups[requirement] = group;
      const condition = (has: HasEdge | undefined, wanted: boolean): CompiledRule['conditions'] =>
        has ? [{ ofTarget: has.side !== rule.cause, has: this.condition(has.has, index), wanted }] : [];
      return {
        requirement,
        group,
        effect: STATES.indexOf(effect satisfies Effect) as State,
        needsAll: need === 'all',
        passes: !!rule.passes,
        optional: !!rule.optional,
        flagged: !!rule.whenField,
        conditions: [...condition(when, true), ...condition(unless, false)],
        peers: peers && {
          by: index.get(peers.by) ?? -1,
          unless: peers.unless && this.condition(peers.unless, index),
        },
      };
    };
    return types.map(({ name, rules }) => ({
      from: rules.filter(({ cause }) => cause === 'to').map((rule) => compile(name, rule)),
      to: rules.filter(({ cause }) => cause === 'from').map((rule) => compile(name, rule)),
    }));
  }

  private condition(has: readonly string[], index: ReadonlyMap<string, number>): HasCondition {
    const key = has.join(' ');
    const known = this.conditions.get(key);
    if (known) return known;
    const types = new Set(has.map((name) => index.get(name)).filter((type) => type !== undefined));
    const made = new HasCondition(this.view, types);
    this.conditions.set(key, made);
    return made;
  }
}

const suppliersOf = (raw: readonly RawSupplier[], begin: number, end: number): number => {
  let count = 1;
  for (let i = begin + 1; i < end; i++) if (raw[i]!.node !== raw[i - 1]!.node) count++;
  return count;
};

/** `N` of the first tag `min-up:N` of a node; -1 without one. */
function minUpOf({ nodes }: Graph, node: number): number {
  for (const tag of nodes.tags[node] ?? []) {
    const found = MIN_UP.exec(tag);
    if (found) return Number(found[1]);
  }
  return -1;
}

const kept = new WeakMap<View, Map<boolean, Requirements>>();

/** The requirements of a view, kept as long as the view is. */
export function requirementsOf(view: View, flows: boolean): Requirements {
  let both = kept.get(view);
  if (!both) kept.set(view, (both = new Map()));
  let found = both.get(flows);
  if (!found) both.set(flows, (found = new Requirements(view, flows)));
  return found;
}
