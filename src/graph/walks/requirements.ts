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
  /** One, unless it is of two sorts of which the target says how many are enough. */
  units: Unit[];
  /** Those by which it supplies the object, ascending. */
  edges: number[];
  /** It makes the object degraded when it is. */
  passes: boolean;
}

/** Suppliers that stand in for each other. */
export interface Unit {
  /** In the order of nodes. Objects that are no longer in use are not among them. */
  suppliers: Supplier[];
  /** Those that are no longer in use. */
  unused: Supplier[];
  /** So many are enough. */
  enough: number;
  /** The target or the request says so. */
  isOwn: boolean;
}

/** How many suppliers of a target a request says are enough. */
export interface NeedsOverride {
  /** Wherever it would go down without them: of those without a number of their own. */
  minUp?: number | undefined;
  /** By their sort. */
  numbers?: ReadonlyMap<string, number> | undefined;
}

/** What an object needs of its suppliers by rules that belong together. */
export interface Requirement {
  target: number;
  /** Which rules it is of. */
  key: number;
  /** What becomes of the target where a unit is lost. */
  effect: Level;
  partly: Rule['partly'];
  together: boolean;
  /** The group that the rules name; null for one edge and effect alone. */
  group: string | null;
  /** In the order of nodes. Objects that are no longer in use are not among them. */
  suppliers: Supplier[];
  units: Unit[];
}

/** A rule at one end of a type of edge, with its names made into indexes. */
interface CompiledRule {
  /** Rules with one key make one requirement of a target. */
  key: number;
  rule: Rule;
  effect: Level;
  group: string | null;
  /** The names under which the target may say how many suppliers of a kind, by these edges, are enough. */
  sortsOf: (kind: number) => readonly string[];
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
      for (const { units } of found)
        for (const supplier of new Set(units.flatMap(({ suppliers, unused }) => [...suppliers, ...unused])))
          (this.supplied[supplier.node] ??= []).push(supplier);
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
      ...{ target, key: found[0]!.rule.key },
      effect: kinds[nodes.kind[target]!]!.heading ? CONCERNED : effect,
      partly: rule.partly,
      together: !!rule.together,
      group,
      ...{ suppliers: [], units: [] },
    };
    const suppliers = this.merged(requirement, found);
    requirement.suppliers = suppliers.filter(({ node }) => !nodes.inactive[node]);
    requirement.units = this.unitsOf(requirement, suppliers, found, {});
    for (const unit of requirement.units)
      for (const supplier of [...unit.suppliers, ...unit.unused]) supplier.units.push(unit);
    return requirement;
  }

  /** The units of a requirement of which a request says how many are enough. */
  unitsOverridden(requirement: Requirement, override: NeedsOverride): Unit[] {
    const found = this.suppliersOf(requirement.target).filter(({ rule }) => rule.key === requirement.key);
    const known = new Map(
      requirement.units.flatMap(({ suppliers, unused }) => [...suppliers, ...unused]).map((one) => [one.node, one]),
    );
    return this.unitsOf(requirement, [...known.values()], found, override);
  }

  /**
   * Suppliers of a sort of which somebody says how many are enough are a unit. The others are one where all of them have a number
   * together, else as the rules say.
   */
  private unitsOf(
    { target, effect }: Requirement,
    suppliers: readonly Supplier[],
    found: readonly Found[],
    override: NeedsOverride,
  ): Unit[] {
    const { inactive, kind } = this.view.graph.nodes;
    const unit = (members: readonly Supplier[], enough: number, isOwn: boolean): Unit => {
      const sorted = [...members].sort((a, b) => a.node - b.node);
      const isUnused = ({ node }: Supplier): boolean => !!inactive[node];
      return { suppliers: sorted.filter((one) => !isUnused(one)), unused: sorted.filter(isUnused), enough, isOwn };
    };
    const { numbers, others } = this.numbersOf(target, effect, override);
    const units: Unit[] = [];
    const counted = new Set<number>();
    for (const [sort, number] of numbers) {
      const isOfSort = ({ rule, node }: Found): boolean => rule.sortsOf(kind[node]!).includes(sort);
      const nodes = new Set(found.filter(isOfSort).map(({ node }) => node));
      const members = suppliers.filter(({ node }) => nodes.has(node));
      if (members.length) units.push(unit(members, number, true));
      for (const node of nodes) counted.add(node);
    }
    const rest = suppliers.filter(({ node }) => !counted.has(node));
    if (!rest.length) return units;
    if (others !== undefined) return [...units, unit(rest, others, true)];
    if (found[0]!.rule.rule.need === 'any') {
      // Any of all is enough, and as many as the numbers say are there anyway.
      const isThere = units.some((one) => one.suppliers.length);
      return [...units, unit(rest, isThere ? 0 : 1, false)];
    }
    const ofRest = found.filter(({ node }) => !counted.has(node));
    return [...units, ...this.sharing(rest, ofRest).map(({ members, enough }) => unit(members, enough, false))];
  }

  /** How many suppliers are enough by their sort, and of all `others`: as a request says, else the target by its numbers and tags. */
  private numbersOf(
    target: number,
    effect: Level,
    { minUp, numbers }: NeedsOverride,
  ): { numbers: ReadonlyMap<string, number>; others: number | undefined } {
    const { enough, tags } = this.view.graph.nodes;
    if (effect < DEGRADED) return { numbers: new Map(), others: undefined };
    if (effect < DOWN)
      return { numbers: new Map([...(enough.get(target) ?? []), ...(numbers ?? [])]), others: undefined };
    if (minUp !== undefined) return { numbers: numbers ?? new Map(), others: minUp };
    const tag = tags[target]?.map((one) => MIN_UP.exec(one)).find((one) => one);
    return {
      numbers: new Map([...(enough.get(target) ?? []), ...(numbers ?? [])]),
      others: tag ? Number(tag[1]) : undefined,
    };
  }

  /** Each supplier once, in the order of nodes. */
  private merged(requirement: Requirement, found: readonly Found[]): Supplier[] {
    const byNode = new Map<number, Supplier>();
    for (const { node, edge, rule } of found) {
      const known = byNode.get(node);
      const passes = !!rule.rule.passes;
      if (!known) byNode.set(node, { node, requirement, units: [], edges: [edge], passes });
      else {
        if (!known.edges.includes(edge)) known.edges.push(edge);
        known.passes ||= passes;
      }
    }
    for (const { edges } of byNode.values()) if (edges.length > 1) edges.sort((a, b) => a - b);
    return [...byNode.values()].sort((a, b) => a.node - b.node);
  }

  /** Of suppliers each of which is needed, those that share a peer object, directly or through others, are one unit. */
  private sharing(
    suppliers: readonly Supplier[],
    found: readonly Found[],
  ): Array<{ members: Supplier[]; enough: number }> {
    const unitOf = new Map(suppliers.map((one) => [one, { members: [one], enough: 1 }]));
    if (found.some(({ rule }) => rule.peers)) {
      const byNode = new Map(suppliers.map((one) => [one.node, one]));
      for (const { members, enough } of this.peersAmong(found).values()) {
        const units = new Set(members.map((node) => unitOf.get(byNode.get(node)!)!));
        const [first, ...others] = units;
        first!.enough = Math.max(first!.enough, enough);
        for (const other of others) {
          first!.enough = Math.max(first!.enough, other.enough);
          for (const supplier of other.members) unitOf.set(supplier, first!);
          first!.members.push(...other.members);
        }
      }
    }
    return [...new Set(suppliers.map((one) => unitOf.get(one)!))];
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
    /** By the key of rules, then by kind: under which names links lead to such suppliers. */
    const byLinks = new Map<number, Map<number, string[]>>();
    const compile = (type: number, rule: Rule): CompiledRule => {
      const { name, sorts, connector, from, to } = types[type]!;
      const { effect, need, group = null, when, unless, peers, kinds: limited } = rule;
      const key = JSON.stringify([group === null ? name : null, group, effect, need]);
      if (!keys.has(key)) keys.set(key, keys.size);
      const number = keys.get(key)!;
      const ofKinds = byLinks.get(number) ?? new Map<number, string[]>();
      byLinks.set(number, ofKinds);
      const sort = sorts?.[rule.cause === 'from' ? 'to' : 'from'];
      if (sort !== undefined && connector === undefined)
        for (const path of rule.cause === 'from' ? from : to) {
          const kind = places.get(path) ?? -1;
          ofKinds.set(kind, [...(ofKinds.get(kind) ?? []), sort]);
        }
      const own = sort === undefined ? [] : [sort];
      return {
        key: number,
        rule,
        effect: LEVEL_OF_EFFECT[effect],
        group,
        // A cable has no name for what is at its other end: a link of the same rules to such objects has one.
        sortsOf: connector === undefined ? () => own : (supplier) => [...own, ...(ofKinds.get(supplier) ?? [])],
        conditions: [...condition(when, rule, true), ...condition(unless, rule, false)],
        kinds: limited && {
          ofTarget: limited.side !== rule.cause,
          of: new Set(limited.of.map((path) => places.get(path) ?? -1)),
          not: !!limited.not,
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

/**
 * What a unit makes of its target.
 * @param levelOf what became of a node
 */
export function evaluate(
  { effect, partly }: Requirement,
  { suppliers, enough, isOwn }: Unit,
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
