/**
 * What objects require, read from the rules of their edges: for each object its requirements, for each requirement its suppliers,
 * and the units that these form. All of it is of one view: what is hidden supplies nothing.
 *
 * Requirements are made when a walk first comes to an object, and kept for the next walk over the same view.
 */
import { type STATES, type HasEdge, type Rule, type View } from '../graph.js';
import { whole, type InParts } from './tick.js';

/**
 * What becomes of an object, from the least to the worst: its state, and between `at_risk` and `degraded` one that is called
 * `degraded` too and passes nothing on (`Partly`: reachable in some of its networks only).
 */
export const [WORKS, CONCERNED, AT_RISK, LIMITED, DEGRADED, DOWN] = [0, 1, 2, 3, 4, 5] as const;
export type Level = 0 | 1 | 2 | 3 | 4 | 5;
export const STATE_OF_LEVEL = ['works', 'concerned', 'at_risk', 'degraded', 'degraded', 'down'] as const;

const LEVEL_OF_EFFECT = { concerned: CONCERNED, at_risk: AT_RISK, degraded: DEGRADED, down: DOWN } as const;

/** `min-up:N` among the tags of an object: so many suppliers are enough wherever it would go down without them. */
const MIN_UP = /^min-up:(\d{1,9})$/;

/** One supplier of a requirement. */
export interface Supplier {
  node: number;
  requirement: Requirement;
  unit: Unit;
  /** Those by which it supplies the object, ascending. */
  edges: number[];
  /** It makes the object degraded when it is. */
  passes: boolean;
}

/** Suppliers that stand in for each other. */
export interface Unit {
  suppliers: Supplier[];
  /** So many are enough. */
  enough: number;
}

/** What an object needs of its suppliers by rules that belong together. */
export interface Requirement {
  target: number;
  /** What becomes of the target where a unit is lost. */
  effect: Level;
  partly: Rule['partly'];
  together: boolean;
  /** The group that the rules name; null for one edge and effect alone. */
  group: string | null;
  /** Names under which the target may say how many of these are enough. */
  sorts: readonly string[];
  /** So many of all suppliers are enough, as the target itself says; undefined where units count. */
  enough: number | undefined;
  /** In the order of nodes. Objects that are no longer in use are not among them. */
  suppliers: Supplier[];
  units: Unit[];
  /** Of units without any other supplier, those that are no longer in use. */
  inactive: Supplier[];
}

/** A rule at one end of a type of edge, with its names made into indexes. */
interface CompiledRule {
  /** Rules with one key make one requirement of a target. */
  key: number;
  rule: Rule;
  effect: Level;
  group: string | null;
  /** The name of the sort at the target. */
  sort: string | undefined;
  conditions: readonly { ofTarget: boolean; has: HasEdges; wanted: boolean }[];
  kinds: { ofTarget: boolean; of: ReadonlySet<number>; not: boolean } | undefined;
  peers: { by: number; unless: HasEdges; unlessShared: HasEdges } | undefined;
}

/** Rules of a type of edge by the end that is the target. */
interface TypeRules {
  from: readonly CompiledRule[];
  to: readonly CompiledRule[];
}

/** "Has at least one edge of these types to something in use": answers are kept, since it is needed often for the same objects. */
class HasEdges {
  private readonly known = new Map<number, boolean>();

  constructor(
    private readonly view: View,
    private readonly types: ReadonlySet<number>,
  ) {}

  of(node: number): boolean {
    let found = this.known.get(node);
    if (found === undefined) this.known.set(node, (found = this.look(node)));
    return found;
  }

  private look(node: number): boolean {
    if (!this.types.size) return false;
    for (const { edge, other } of edgesAt(this.view, node)) {
      if (this.types.has(this.view.graph.edges.type[edge]!) && !this.view.graph.nodes.inactive[other]) return true;
    }
    return false;
  }
}

/** The visible edges between objects at a node, with the node at their other end; `isFrom`: the node is their `from`. */
export function* edgesAt(
  { graph, edges: visible }: View,
  node: number,
): Iterable<{ edge: number; other: number; isFrom: boolean }> {
  const { edges, leaving, arriving } = graph;
  for (let i = leaving.offsets[node]!; i < leaving.offsets[node + 1]!; i++) {
    const edge = leaving.edges[i]!;
    if (visible[edge] === 1) yield { edge, other: edges.to[edge]!, isFrom: true };
  }
  for (let i = arriving.offsets[node]!; i < arriving.offsets[node + 1]!; i++) {
    const edge = arriving.edges[i]!;
    if (visible[edge] === 1) yield { edge, other: edges.from[edge]!, isFrom: false };
  }
}

/** A supplier of the target that is being looked at, once for each edge and rule. */
interface Found {
  rule: CompiledRule;
  node: number;
  edge: number;
}

export class Requirements {
  private readonly rules: readonly TypeRules[];
  private readonly conditions = new Map<string, HasEdges>();
  private readonly known: (Requirement[] | undefined)[];
  private readonly supplied: (Supplier[] | undefined)[];
  /** 1 for nodes all targets of which have their requirements. */
  private readonly complete: Uint8Array;
  private readonly peers = new Map<number, Map<number, Array<{ peer: number; isFrom: boolean }>>>();

  /** @param flows whether rules count that are `optional: flows` */
  constructor(
    readonly view: View,
    private readonly flows: boolean,
  ) {
    const { count } = view.graph.nodes;
    this.known = new Array<Requirement[] | undefined>(count);
    this.supplied = new Array<Supplier[] | undefined>(count);
    this.complete = new Uint8Array(count);
    this.rules = this.compiledRules();
  }

  /** The requirements of a node. */
  of(target: number): readonly Requirement[] {
    let found = this.known[target];
    if (!found) {
      this.known[target] = found = this.requirementsOf(target);
      for (const { suppliers, inactive } of found)
        for (const supplier of [...suppliers, ...inactive]) (this.supplied[supplier.node] ??= []).push(supplier);
    }
    return found;
  }

  /** As what a node supplies others. */
  suppliedBy(node: number): readonly Supplier[] {
    if (!this.complete[node]) whole(this.prepare(node));
    return this.supplied[node] ?? NONE;
  }

  /** Makes the requirements of all whom a node supplies: of a large map this takes long the first time. */
  *prepare(node: number): InParts<void> {
    if (this.complete[node]) return;
    for (const { edge, other, isFrom } of edgesAt(this.view, node)) {
      const type = this.view.graph.edges.type[edge]!;
      if (this.rules[type]![isFrom ? 'to' : 'from'].length) this.of(other);
      yield;
    }
    this.complete[node] = 1;
  }

  private requirementsOf(target: number): Requirement[] {
    const byKey = new Map<number, Found[]>();
    for (const found of this.suppliersOf(target)) {
      const list = byKey.get(found.rule.key);
      if (list) list.push(found);
      else byKey.set(found.rule.key, [found]);
    }
    return [...byKey].sort(([a], [b]) => a - b).map(([, found]) => this.requirement(target, found));
  }

  private suppliersOf(target: number): Found[] {
    const { type } = this.view.graph.edges;
    const found: Found[] = [];
    for (const { edge, other, isFrom } of edgesAt(this.view, target)) {
      for (const rule of this.rules[type[edge]!]![isFrom ? 'from' : 'to']) {
        if (!this.applies(rule, edge, other, target)) continue;
        found.push({ rule, node: other, edge });
      }
    }
    return found;
  }

  private applies({ rule, conditions, kinds }: CompiledRule, edge: number, supplier: number, target: number): boolean {
    const { edges, nodes } = this.view.graph;
    if (rule.optional && !this.flows) return false;
    if (rule.whenField !== undefined && !edges.flagged[edge]) return false;
    if (rule.unlessField !== undefined && edges.flagged[edge]) return false;
    if (kinds && kinds.of.has(nodes.kind[kinds.ofTarget ? target : supplier]!) === kinds.not) return false;
    return conditions.every(({ ofTarget, has, wanted }) => has.of(ofTarget ? target : supplier) === wanted);
  }

  private requirement(target: number, found: Found[]): Requirement {
    const { nodes, kinds } = this.view.graph;
    const { rule, effect, group } = found[0]!.rule;
    const requirement: Requirement = {
      target,
      effect: kinds[nodes.kind[target]!]!.heading ? CONCERNED : effect,
      partly: rule.partly,
      together: !!rule.together,
      group,
      sorts: [...new Set(found.flatMap((one) => one.rule.sort ?? []))],
      enough: undefined,
      ...{ suppliers: [], units: [], inactive: [] },
    };
    requirement.enough = this.enoughOf(requirement);
    const suppliers = this.merged(requirement, found);
    const units = rule.need === 'any' ? [{ suppliers, enough: 1 }] : this.unitsOf(suppliers, found);
    for (const unit of units) {
      for (const supplier of unit.suppliers) supplier.unit = unit;
      const used = unit.suppliers.filter(({ node }) => !nodes.inactive[node]);
      if (!used.length) requirement.inactive.push(...unit.suppliers);
      unit.suppliers = used;
    }
    requirement.units = units.filter((unit) => unit.suppliers.length);
    requirement.suppliers = suppliers.filter(({ node }) => !nodes.inactive[node]);
    return requirement;
  }

  /** So many suppliers are enough, as the target's own numbers say, else its tags; undefined without either. */
  private enoughOf({ target, effect, sorts }: Requirement): number | undefined {
    const { enough, tags } = this.view.graph.nodes;
    if (effect < DEGRADED) return undefined;
    const own = highest(sorts, enough.get(target));
    if (own !== undefined || effect !== DOWN) return own;
    for (const tag of tags[target] ?? []) {
      const found = MIN_UP.exec(tag);
      if (found) return Number(found[1]);
    }
    return undefined;
  }

  /** Each supplier once, in the order of nodes. */
  private merged(requirement: Requirement, found: readonly Found[]): Supplier[] {
    const byNode = new Map<number, Supplier>();
    for (const { node, edge, rule } of found) {
      const known = byNode.get(node);
      const passes = !!rule.rule.passes;
      if (!known) byNode.set(node, { node, requirement, unit: NO_UNIT, edges: [edge], passes });
      else {
        if (!known.edges.includes(edge)) known.edges.push(edge);
        known.passes ||= passes;
      }
    }
    for (const { edges } of byNode.values()) if (edges.length > 1) edges.sort((a, b) => a - b);
    return [...byNode.values()].sort((a, b) => a.node - b.node);
  }

  /** Of suppliers each of which is needed, those that share a peer object, directly or through others, are one unit. */
  private unitsOf(suppliers: readonly Supplier[], found: readonly Found[]): Unit[] {
    const unitOf = new Map<Supplier, Unit>(suppliers.map((one) => [one, { suppliers: [one], enough: 1 }]));
    if (found.some(({ rule }) => rule.peers)) {
      const byNode = new Map(suppliers.map((one) => [one.node, one]));
      for (const { members, enough } of this.peersAmong(found).values()) {
        const units = new Set(members.map((node) => unitOf.get(byNode.get(node)!)!));
        const [first, ...others] = units;
        first!.enough = Math.max(first!.enough, enough);
        for (const other of others) {
          first!.enough = Math.max(first!.enough, other.enough);
          for (const supplier of other.suppliers) unitOf.set(supplier, first!);
          first!.suppliers.push(...other.suppliers);
        }
      }
    }
    const units = [...new Set(suppliers.map((one) => unitOf.get(one)!))];
    for (const unit of units) unit.suppliers.sort((a, b) => a.node - b.node);
    return units;
  }

  /** The objects that make suppliers one unit, with these, and how many of them they say are enough. */
  private peersAmong(found: readonly Found[]): Map<number, { members: number[]; enough: number }> {
    const peers = new Map<number, { members: number[]; enough: number }>();
    /** How many are enough by the peer of a rule and its end; 0 where it makes them no unit. */
    const known = new Map<CompiledRule, Map<number, number>>();
    for (const { node, rule } of found) {
      if (!rule.peers) continue;
      const { by } = rule.peers;
      const ofRule = known.get(rule) ?? new Map<number, number>();
      known.set(rule, ofRule);
      for (const { peer, isFrom } of this.peersOf(node, by)) {
        // The ends of a link between objects of one kind have names of their own, each with its number.
        const end = isFrom ? peer : -1 - peer;
        const enough = ofRule.get(end) ?? this.enoughByPeer(rule.peers, peer, isFrom ? 'to' : 'from');
        ofRule.set(end, enough);
        if (!enough) continue;
        const unit = peers.get(peer) ?? { members: [], enough: 1 };
        peers.set(peer, unit);
        unit.members.push(node);
        unit.enough = Math.max(unit.enough, enough);
      }
    }
    return peers;
  }

  /** The peers of a supplier over edges of a type: kept, since each of its targets asks for them. */
  private peersOf(node: number, by: number): ReadonlyArray<{ peer: number; isFrom: boolean }> {
    const ofType = this.peers.get(by) ?? new Map<number, Array<{ peer: number; isFrom: boolean }>>();
    this.peers.set(by, ofType);
    let found = ofType.get(node);
    if (!found) {
      found = [];
      for (const { edge, other, isFrom } of edgesAt(this.view, node))
        if (this.view.graph.edges.type[edge] === by) found.push({ peer: other, isFrom });
      ofType.set(node, found);
    }
    return found;
  }

  /** How many of those that share a peer are enough: as it says itself, else one; 0 where they do not stand in for each other. */
  private enoughByPeer(
    { by, unless, unlessShared }: NonNullable<CompiledRule['peers']>,
    peer: number,
    side: 'from' | 'to',
  ): number {
    const { types, nodes } = this.view.graph;
    const sort = types[by]?.sorts?.[side];
    const own = sort === undefined ? undefined : nodes.enough.get(peer)?.get(sort);
    if (own !== undefined) return own;
    return unless.of(peer) || this.sharersOf(peer, by).some((one) => unlessShared.of(one)) ? 0 : 1;
  }

  /** The objects in use at the other ends of edges of a type. */
  private sharersOf(peer: number, type: number): number[] {
    const { edges, nodes } = this.view.graph;
    const found: number[] = [];
    for (const { edge, other } of edgesAt(this.view, peer))
      if (edges.type[edge] === type && !nodes.inactive[other]) found.push(other);
    return found;
  }

  private compiledRules(): TypeRules[] {
    const { types, kinds } = this.view.graph;
    const index = new Map(types.map(({ name }, i) => [name, i]));
    const places = new Map(kinds.map(({ path }, place) => [path, place]));
    const keys = new Map<string, number>();
    const has = (names: readonly string[] = []): HasEdges => this.condition(names, index);
    const condition = (given: HasEdge | undefined, rule: Rule, wanted: boolean): CompiledRule['conditions'] =>
      given ? [{ ofTarget: given.side !== rule.cause, has: has(given.has), wanted }] : [];
    const compile = (type: number, rule: Rule): CompiledRule => {
      const { name, sorts } = types[type]!;
      const { effect, need, group = null, when, unless, peers, kinds: ofKinds } = rule;
      const key = JSON.stringify([group === null ? name : null, group, effect, need]);
      if (!keys.has(key)) keys.set(key, keys.size);
      return {
        key: keys.get(key)!,
        rule,
        effect: LEVEL_OF_EFFECT[effect],
        group,
        sort: sorts?.[rule.cause === 'from' ? 'to' : 'from'],
        conditions: [...condition(when, rule, true), ...condition(unless, rule, false)],
        kinds: ofKinds && {
          ofTarget: ofKinds.side !== rule.cause,
          of: new Set(ofKinds.of.map((path) => places.get(path) ?? -1)),
          not: !!ofKinds.not,
        },
        peers: peers && {
          by: index.get(peers.by) ?? -1,
          unless: has(peers.unless),
          unlessShared: has(peers.unlessShared),
        },
      };
    };
    return types.map(({ rules }, type) => ({
      from: rules.filter(({ cause }) => cause === 'to').map((rule) => compile(type, rule)),
      to: rules.filter(({ cause }) => cause === 'from').map((rule) => compile(type, rule)),
    }));
  }

  private condition(names: readonly string[], index: ReadonlyMap<string, number>): HasEdges {
    const key = names.join(' ');
    const known = this.conditions.get(key);
    if (known) return known;
    const made = new HasEdges(this.view, new Set(names.flatMap((name) => index.get(name) ?? [])));
    this.conditions.set(key, made);
    return made;
  }
}

const NONE: readonly Supplier[] = [];
const NO_UNIT: Unit = { suppliers: [], enough: 1 };

/** The highest of the numbers that there are for some names. */
export function highest(
  names: readonly string[],
  numbers: ReadonlyMap<string, number> | undefined,
): number | undefined {
  let found: number | undefined;
  for (const name of names) {
    const number = numbers?.get(name);
    if (number !== undefined && (found === undefined || number > found)) found = number;
  }
  return found;
}

/**
 * What some suppliers, of which so many are enough, make of their target.
 * @param isOwn whether the target, or the request, says how many are enough
 * @param levelOf what became of a node
 */
export function evaluate(
  { effect, partly }: Requirement,
  suppliers: readonly Supplier[],
  enough: number,
  isOwn: boolean,
  levelOf: (node: number) => Level,
): Level {
  let [down, degraded, passing] = [0, 0, 0];
  for (const supplier of suppliers) {
    const level = levelOf(supplier.node);
    if (!isHarmed(supplier, effect, level)) continue;
    if (level === DOWN || effect === CONCERNED) down++;
    else degraded++;
    if (supplier.passes) passing++;
  }
  if (!down && !degraded) return WORKS;
  const unharmed = suppliers.length - down - degraded;
  const needed = Math.min(enough, suppliers.length);
  if (unharmed >= needed) {
    if (effect < DEGRADED) return WORKS;
    if (down && partly && !isOwn) return partly === 'mirror' ? DEGRADED : LIMITED;
    return effect === DOWN || isOwn || passing ? AT_RISK : WORKS;
  }
  if (unharmed + degraded >= needed) return effect < DEGRADED ? effect : DEGRADED;
  return effect;
}

/** Whether a supplier that came to a level no longer supplies as it did. */
export const isHarmed = ({ passes }: Supplier, effect: Level, level: Level): boolean =>
  level === DOWN || (level === DEGRADED && passes) || (effect === CONCERNED && level >= LIMITED);

/** What a level is called. */
export const stateOf = (level: Level): (typeof STATES)[number] => STATE_OF_LEVEL[level];

const kept = new WeakMap<View, Map<boolean, Requirements>>();

/** The requirements of a view, kept as long as the view is. */
export function requirementsOf(view: View, flows: boolean): Requirements {
  let both = kept.get(view);
  if (!both) kept.set(view, (both = new Map()));
  let found = both.get(flows);
  if (!found) both.set(flows, (found = new Requirements(view, flows)));
  return found;
}
