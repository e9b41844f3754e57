/**
 * The rules of the graph once more, as they are spoken: objects and sets, everything asked anew each time. It shares no code
 * with the walks, and is what they are compared with. It is given what the caller sees, and knows nothing else.
 */
import type { Rule } from '../../../src/graph/graph.js';
import { idOf, inNodeOrder, type PlainEdge, type PlainMap, type PlainNode, type Traits } from './build.js';
import { NaiveNetwork, type NaiveSplit } from './naive-network.js';

export type NaiveState = 'works' | 'concerned' | 'at_risk' | 'degraded' | 'down';
/** `limited` is degraded too: reachable in some of its networks only, which it passes to nobody. */
type Level = NaiveState | 'limited';
const SEVERITY: readonly Level[] = ['works', 'concerned', 'at_risk', 'limited', 'degraded', 'down'];
const worse = (a: Level, b: Level): boolean => SEVERITY.indexOf(a) > SEVERITY.indexOf(b);
const stateOf = (level: Level): NaiveState => (level === 'limited' ? 'degraded' : level);

interface Supplier {
  name: string;
  passes: boolean;
  edges: Set<PlainEdge>;
  /** What the target calls such suppliers. */
  sorts: Set<string>;
  peers: Map<string, number>;
}

interface Requirement {
  target: string;
  group: string | null;
  effect: NaiveState;
  need: 'all' | 'any';
  partly: Rule['partly'];
  together: boolean;
  /** Those that are no longer in use as well. */
  suppliers: Map<string, Supplier>;
}

/** Suppliers that stand in for each other, and how many of them are enough. */
interface Unit {
  suppliers: Supplier[];
  enough: number;
  /** The object or the request says so. */
  isOwn: boolean;
}

export interface NaiveBecause {
  edge: string;
  from: string;
  group: string | null;
  standing: number;
  of: number;
}

export interface NaiveDoubt {
  of: string;
  why: string;
  by: string[];
}

export interface NaiveImpact {
  /** Of all objects, those that are no longer in use as well. */
  states: Map<string, NaiveState>;
  /** Of the latter those that would be hit. */
  inactive: string[];
  rounds: Map<string, number>;
  chains: Map<string, string[]>;
  because: Map<string, NaiveBecause[]>;
  spread: Set<PlainEdge>;
  doubts: NaiveDoubt[];
  /** Devices of each part but the main ones. */
  parted: string[][];
}

export interface NaiveQuestion {
  flows?: boolean;
  minUp?: ReadonlyMap<string, number>;
  /** By object and sort. */
  needs?: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

export interface NaiveFilter {
  families?: readonly string[];
  edges?: readonly string[];
  kinds?: readonly string[];
  tags?: readonly string[];
}

type Direction = 'both' | 'up' | 'down';

export class NaiveMap {
  /** Names of all objects, in the order of answers. */
  readonly names: string[];
  private readonly nodes: Map<string, PlainNode>;
  private readonly order: Map<string, number>;
  private readonly network: NaiveNetwork;

  constructor(
    readonly map: PlainMap,
    private readonly partlySeen: ReadonlySet<string> = new Set(),
  ) {
    const nodes = inNodeOrder(map);
    this.names = nodes.map(idOf);
    this.nodes = new Map(nodes.map((node) => [idOf(node), node]));
    this.order = new Map(this.names.map((name, i) => [name, i]));
    this.network = new NaiveNetwork(map, this.names);
  }

  // What fails

  impact(of: readonly string[], question: NaiveQuestion = {}): NaiveImpact {
    const levels = new Map<string, Level>(this.names.map((name) => [name, 'works']));
    const rounds = new Map<string, number>();
    const ways = new Map<string, string[]>();
    const settle = (name: string, level: Level, round: number, way: string[]): void => {
      levels.set(name, level);
      rounds.set(name, round);
      ways.set(name, way);
    };
    const roots = new Set(of);
    for (const name of roots) settle(name, 'down', 0, [name]);
    const fallen = this.network.split(this.lost(of, question));
    const split = new Map<string, string[]>();
    let changes: ReadonlySet<string> = roots;
    for (;;) {
      const [before, roundsBefore, waysBefore] = [new Map(levels), new Map(rounds), new Map(ways)];
      const changed = new Set<string>();
      for (const target of this.names) {
        const cut = fallen.cuts.get(target);
        const parts = [
          ...this.contributions(target, before, question).map(({ supplier, level }) => ({
            name: supplier.name,
            level,
          })),
          ...(cut?.by ?? []).flatMap((name) => (before.get(name) === 'down' ? [{ name, level: cut!.level }] : [])),
        ];
        const worst = parts.map(({ level }) => level).reduce((a, b) => (worse(b, a) ? b : a), 'works' as Level);
        if (!worse(worst, before.get(target)!)) continue;
        // It comes from something that changed in the round before.
        const [from] = parts
          .filter(({ name, level }) => level === worst && changes.has(name))
          .map(({ name }) => name)
          .sort((a, b) => this.network.byKindAndId(a, b));
        if (from === undefined) throw new Error(`${target} changes without a cause`);
        settle(target, worst, roundsBefore.get(from)! + 1, [...waysBefore.get(from)!, target]);
        changed.add(target);
      }
      if (!changed.size) {
        for (const [target, suppliers] of this.withoutCommonPart(fallen, before, question)) {
          const [from] = suppliers.sort(
            (a, b) => roundsBefore.get(a)! - roundsBefore.get(b)! || this.network.byKindAndId(a, b),
          ) as [string];
          if (from === undefined) throw new Error(`${target} lies in two parts without a cause`);
          settle(target, 'down', roundsBefore.get(from)! + 1, [...waysBefore.get(from)!, target]);
          split.set(target, suppliers);
          changed.add(target);
        }
      }
      if (!changed.size) break;
      changes = changed;
    }
    const used = this.names.filter((name) => !this.nodes.get(name)!.inactive);
    return {
      states: new Map(this.names.map((name) => [name, stateOf(levels.get(name)!)])),
      inactive: this.names.filter((name) => !used.includes(name) && levels.get(name) !== 'works'),
      ...{
        rounds,
        chains: ways,
        ...this.reasons(levels, roots, question, fallen, split),
        parted: fallen.parted,
        doubts: this.doubts(levels, used, question),
      },
    };
  }

  private reasons(
    levels: ReadonlyMap<string, Level>,
    roots: ReadonlySet<string>,
    question: NaiveQuestion,
    fallen: NaiveSplit,
    split: ReadonlyMap<string, readonly string[]>,
  ): Pick<NaiveImpact, 'because' | 'spread'> {
    const because = new Map<string, NaiveBecause[]>();
    const spread = new Set<PlainEdge>();
    for (const name of this.names) {
      if (levels.get(name) === 'works' || this.nodes.get(name)!.inactive) continue;
      const found: NaiveBecause[] = [];
      for (const { supplier, level, requirement, unit } of roots.has(name)
        ? []
        : this.contributions(name, levels, question)) {
        if (level !== levels.get(name)) continue;
        const types = [...supplier.edges].map(({ type }) => type);
        const edge = this.map.types.find((one) => types.includes(one.name))!.name;
        // Where somebody says how many are enough, of these.
        const counted = unit.isOwn ? unit.suppliers.map((one) => one.name) : [...requirement.suppliers.keys()];
        const used = counted.filter((one) => !this.nodes.get(one)!.inactive);
        const standing = used.filter((one) => levels.get(one) !== 'down').length;
        found.push({ edge, from: supplier.name, group: requirement.group, standing, of: used.length });
        for (const one of supplier.edges) spread.add(one);
      }
      const cut = fallen.cuts.get(name);
      if (cut && !roots.has(name) && cut.level === levels.get(name)) {
        for (const from of cut.by.filter((one) => levels.get(one) === 'down')) {
          const between = this.network.edgesBetween(from, name);
          const types = (between.length ? between : this.network.edgesAt(from).slice(0, 1)).map(({ type }) => type);
          const edge = this.map.types.find((one) => types.includes(one.name))!.name;
          found.push({ edge, from, group: cut.how, standing: cut.standing, of: cut.of });
          for (const one of between) spread.add(one);
        }
      }
      for (const requirement of this.requirements(name, !!question.flows)) {
        for (const { name: from, edges } of requirement.suppliers.values()) {
          if (!requirement.together || !split.get(name)?.includes(from)) continue;
          const used = [...requirement.suppliers.keys()].filter((one) => !this.nodes.get(one)!.inactive).length;
          found.push({ edge: [...edges][0]!.type, from, group: 'parted', standing: used, of: used });
          for (const one of edges) spread.add(one);
        }
      }
      because.set(name, found);
    }
    return { because, spread };
  }

  /** The roots, and what the places among them take down. */
  private lost(of: readonly string[], question: NaiveQuestion): string[] {
    const lost = of.filter((name) => !this.nodes.get(name)!.inactive);
    const places = this.map.types.filter(({ family }) => family === 'places').map(({ name }) => name);
    for (let before = -1; before !== lost.length;) {
      before = lost.length;
      const levels = new Map<string, Level>(this.names.map((name) => [name, lost.includes(name) ? 'down' : 'works']));
      for (const name of this.names) {
        if (lost.includes(name) || this.nodes.get(name)!.inactive) continue;
        for (const { supplier, level } of this.contributions(name, levels, question)) {
          if (level === 'down' && !lost.includes(name) && [...supplier.edges].some(({ type }) => places.includes(type)))
            lost.push(name);
        }
      }
    }
    return lost;
  }

  /** Whose needed suppliers work in no part together, with those that work worse. */
  private withoutCommonPart(
    { wholes }: NaiveSplit,
    levels: ReadonlyMap<string, Level>,
    question: NaiveQuestion,
  ): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const isStanding = (name: string): boolean => !this.nodes.get(name)!.inactive && levels.get(name) !== 'down';
    const needsOf = (name: string): Requirement[] =>
      this.requirements(name, !!question.flows).filter(({ together }) => together);
    for (const parts of wholes) {
      if (parts.filter(({ hasMachines }) => hasMachines).length < 2) continue;
      const torn = parts.flatMap(({ devices }) => devices);
      // In each part by itself: who works there, once all are struck off whose needs are not met by those left.
      const working = parts.map(({ devices }) => {
        let names = this.names.filter((name) => devices.includes(name) || !torn.includes(name));
        for (let before = -1; before !== names.length;) {
          before = names.length;
          const among = names;
          names = among.filter((name) => {
            if (torn.includes(name)) return true;
            for (const need of needsOf(name)) {
              for (const { suppliers, enough } of this.units(need, question)) {
                const standing = suppliers.map((one) => one.name).filter(isStanding);
                const here = standing.filter((one) => among.includes(one));
                if (here.length < enough && here.length < standing.length) return false;
              }
            }
            return true;
          });
        }
        return names;
      });
      for (const name of this.names) {
        if (levels.get(name) === 'down' || torn.includes(name)) continue;
        if (working.some((names) => names.includes(name))) continue;
        const suppliers = needsOf(name).flatMap((one) => [...one.suppliers.keys()]);
        const left = [...new Set(suppliers)].filter((one) => isStanding(one) && levels.get(one) === 'degraded');
        // Who has a way elsewhere has lost no more than a reserve: only who is left with a part by itself tears what needs it.
        if (left.length) found.set(name, left);
      }
    }
    return found;
  }

  /** Of whom nobody can tell. */
  private doubts(levels: ReadonlyMap<string, Level>, used: readonly string[], question: NaiveQuestion): NaiveDoubt[] {
    const found: NaiveDoubt[] = [];
    for (const of of used) {
      if (levels.get(of) === 'down') continue;
      const reasons = new Map<string, Set<string>>();
      const note = (why: string, by: readonly string[]): void => {
        if (by.length) reasons.set(why, new Set([...(reasons.get(why) ?? []), ...by]));
      };
      for (const requirement of this.requirements(of, !!question.flows)) {
        const harmed = (one: Supplier): boolean => isHarmed(requirement, one, levels.get(one.name)!);
        for (const unit of this.units(requirement, question)) {
          const inUse = unit.suppliers.filter(({ name }) => !this.nodes.get(name)!.inactive);
          const names = (some: readonly Supplier[]): string[] => some.map(({ name }) => name);
          // Nothing but what is no longer in use.
          if (!inUse.length) note('inactive', names(unit.suppliers.filter(harmed)));
          if (requirement.effect === 'at_risk' || requirement.effect === 'concerned') continue;
          const lost = inUse.filter(({ name }) => levels.get(name) === 'down');
          if (requirement.partly === 'mirror' && !unit.isOwn && lost.length < inUse.length) note('mirror', names(lost));
          const known = this.judge(requirement, unit, levels);
          const ifDown = (some: readonly Supplier[]): Level =>
            this.judge(requirement, unit, new Map([...levels, ...some.map(({ name }) => [name, 'down'] as const)]));
          // It rests on those of whom it is not recorded what they stand on.
          const unfounded = inUse.filter(({ name }) => levels.get(name) !== 'down' && this.isUnfounded(name, levels));
          if (inUse.some((one) => !unfounded.includes(one) && harmed(one)) && worse(ifDown(unfounded), known)) {
            note('hidden', names(unfounded.filter(({ name }) => this.mayBeHidden(name))));
            note('unfounded', names(unfounded.filter(({ name }) => !this.mayBeHidden(name))));
          }
          const limited = inUse.filter(({ name, passes }) => passes && levels.get(name) === 'limited');
          if (limited.length && worse(ifDown(limited), known)) note('network', names(limited));
        }
      }
      for (const why of ['inactive', 'unfounded', 'hidden', 'mirror', 'network'])
        if (reasons.has(why)) found.push({ of, why, by: this.sorted(reasons.get(why)!) });
    }
    return found;
  }

  private isUnfounded(name: string, levels: ReadonlyMap<string, Level>): boolean {
    const founded = this.traitsOf(name)?.founded;
    if (!founded || this.has(name, founded.by, true)) return false;
    if (!founded.whereFails) return true;
    const types = this.map.types.filter((type) => founded.by.includes(type.name));
    const own = this.nodes.get(name)!.kind;
    const places = types.flatMap(({ from, to }) => [...from, ...to]).filter((kind) => kind !== own);
    return this.names.some((one) => levels.get(one) === 'down' && places.includes(this.nodes.get(one)!.kind));
  }

  /** Part of what would tell is hidden from who asks. */
  private mayBeHidden(name: string): boolean {
    const types = this.map.types.filter((type) => this.traitsOf(name)!.founded!.by.includes(type.name));
    const kinds = types.flatMap(({ from, to, connector }) => [...from, ...to, ...(connector ? [connector] : [])]);
    return kinds.some((kind) => kind !== this.nodes.get(name)!.kind && this.partlySeen.has(kind));
  }

  private traitsOf(name: string): Traits | undefined {
    return this.map.kinds.find(([path]) => path === this.nodes.get(name)!.kind)![2];
  }

  /** Whether an object has an edge of some types, to something in use unless `all` is said. */
  private has(name: string, types: readonly string[], all = false): boolean {
    return types.some((type) => this.over(name, type).some((other) => all || !this.nodes.get(other)!.inactive));
  }

  /** What is at the other ends of an object's edges of one type. */
  private over(name: string, type: string): string[] {
    return this.edgesOver(name, type).map(({ from, to }) => (from === name ? to : from));
  }

  private edgesOver(name: string, type: string): PlainEdge[] {
    return this.map.edges.filter((edge) => edge.type === type && (edge.from === name || edge.to === name));
  }

  private counts(rule: Rule, edge: PlainEdge, flows: boolean): boolean {
    if (rule.optional === 'flows' && !flows) return false;
    if (rule.whenField && !edge.flagged) return false;
    if (rule.unlessField && edge.flagged) return false;
    if (rule.kinds) {
      const isOne = rule.kinds.of.includes(this.nodes.get(edge[rule.kinds.side])!.kind);
      if (isOne === !!rule.kinds.not) return false;
    }
    if (rule.when && !this.has(edge[rule.when.side], rule.when.has)) return false;
    return !rule.unless || !this.has(edge[rule.unless.side], rule.unless.has);
  }

  private readonly remembered = new Map<string, Requirement[]>();

  requirements(target: string, flows: boolean): Requirement[] {
    const key = `${target} ${flows}`;
    if (!this.remembered.has(key)) this.remembered.set(key, this.readRequirements(target, flows));
    return this.remembered.get(key)!;
  }

  private readRequirements(target: string, flows: boolean): Requirement[] {
    const found = new Map<string, Requirement>();
    const isHeading = !!this.traitsOf(target)?.heading;
    for (const { name, rules, sorts, connector } of this.map.types) {
      for (const rule of rules) {
        const counting = this.map.edges.filter((edge) => {
          const end = rule.cause === 'from' ? edge.to : edge.from;
          return edge.type === name && end === target && this.counts(rule, edge, flows);
        });
        const pairs = counting.map((edge) => [rule.cause === 'from' ? edge.from : edge.to, edge] as const);
        for (const [supplier, edge] of pairs) {
          const key = rule.group ? `group ${rule.group}` : `${name} ${rule.effect} ${rule.need}`;
          const { effect, need, partly, group = null, together = false } = rule;
          const requirement = found.get(key) ?? {
            ...{
              target,
              group,
              need,
              partly,
              together,
              suppliers: new Map<string, Supplier>(),
            },
            effect: isHeading ? ('concerned' as const) : effect,
          };
          found.set(key, requirement);
          const sort = sorts?.[rule.cause === 'from' ? 'to' : 'from'];
          const known = requirement.suppliers.get(supplier);
          const one: Supplier = known ?? {
            ...{ name: supplier, passes: false, edges: new Set(), sorts: new Set(), peers: new Map() },
          };
          if (sort) one.sorts.add(sort);
          // What is at the other end of a cable is called as links of the same requirement call its kind, whichever way they lead.
          for (const link of connector ? this.map.types.filter((one) => !one.connector) : []) {
            for (const of of link.rules) {
              const isAlike = (of.group ? `group ${of.group}` : `${link.name} ${of.effect} ${of.need}`) === key;
              const called = link.sorts?.[of.cause === 'from' ? 'to' : 'from'];
              if (isAlike && called && link[of.cause].includes(this.nodes.get(supplier)!.kind)) one.sorts.add(called);
            }
          }
          requirement.suppliers.set(supplier, one);
          one.edges.add(edge);
          if (rule.passes) one.passes = true;
          if (rule.peers) this.notePeers(one, rule.peers);
        }
      }
    }
    return [...found.values()];
  }

  /** The objects by which a supplier stands in for others, and how many of these are enough. */
  private notePeers(supplier: Supplier, { by, unless = [], unlessShared = [] }: NonNullable<Rule['peers']>): void {
    const { sorts } = this.map.types.find(({ name }) => name === by) ?? {};
    for (const edge of this.edgesOver(supplier.name, by)) {
      const peer = edge.from === supplier.name ? edge.to : edge.from;
      const sort = sorts?.[edge.from === peer ? 'from' : 'to'];
      const own = sort === undefined ? undefined : this.nodes.get(peer)!.enough?.[sort];
      const sharing = this.over(peer, by).filter((name) => !this.nodes.get(name)!.inactive);
      const stands = !this.has(peer, unless) && !sharing.some((name) => this.has(name, unlessShared));
      if (own !== undefined || stands) supplier.peers.set(peer, own ?? 1);
    }
  }

  /** How many of each sort an object needs, and of all others together: as the question says, before what the object says. */
  private numbers({ target, effect }: Requirement, { needs, minUp }: NaiveQuestion) {
    const { enough = {}, tags = [] } = this.nodes.get(target)!;
    const asked = needs?.get(target) ?? {};
    if (effect !== 'down' && effect !== 'degraded') return { bySort: {}, others: undefined };
    if (effect === 'degraded') return { bySort: { ...enough, ...asked }, others: undefined };
    if (minUp?.has(target)) return { bySort: asked, others: minUp.get(target) };
    const tag = tags.find((one) => /^min-up:\d+$/.test(one));
    return {
      bySort: { ...enough, ...asked },
      others: tag === undefined ? undefined : Number(tag.slice('min-up:'.length)),
    };
  }

  private units(requirement: Requirement, question: NaiveQuestion): Unit[] {
    const all = [...requirement.suppliers.values()];
    const { bySort, others } = this.numbers(requirement, question);
    const units: Unit[] = [];
    for (const [sort, enough] of Object.entries(bySort)) {
      const ofSort = all.filter(({ sorts }) => sorts.has(sort));
      if (ofSort.length) units.push({ suppliers: ofSort, enough, isOwn: true });
    }
    const isUsed = ({ name }: Supplier): boolean => !this.nodes.get(name)!.inactive;
    const suppliers = all.filter(({ sorts }) => ![...sorts].some((sort) => sort in bySort));
    if (!suppliers.length) return units;
    if (others !== undefined) return [...units, { suppliers, enough: others, isOwn: true }];
    if (requirement.need === 'any') {
      const enough = units.some((unit) => unit.suppliers.some(isUsed)) ? 0 : 1;
      return [...units, { suppliers, enough, isOwn: false }];
    }
    const left = new Set(suppliers);
    for (const supplier of suppliers) {
      if (!left.delete(supplier)) continue;
      const unit = new Set([supplier]);
      // A set that is added to while it is gone through is gone through to its end.
      for (const one of unit) {
        for (const other of left) {
          if (![...one.peers.keys()].some((peer) => other.peers.has(peer))) continue;
          left.delete(other);
          unit.add(other);
        }
      }
      const enough = Math.max(1, ...[...unit].flatMap(({ peers }) => [...peers.values()]));
      units.push({ suppliers: [...unit], enough, isOwn: false });
    }
    return units;
  }

  /** What a unit makes of its target. */
  private judge(
    requirement: Requirement,
    { suppliers, enough, isOwn }: Unit,
    levels: ReadonlyMap<string, Level>,
  ): Level {
    const { effect, partly } = requirement;
    const used = suppliers.filter(({ name }) => !this.nodes.get(name)!.inactive);
    const harmed = used.filter((one) => isHarmed(requirement, one, levels.get(one.name)!));
    if (!harmed.length) return 'works';
    const least = Math.min(enough, used.length);
    const unharmed = used.length - harmed.length;
    if (effect === 'concerned') return unharmed < least ? 'concerned' : 'works';
    const down = harmed.filter(({ name }) => levels.get(name) === 'down');
    if (unharmed + harmed.length - down.length < least) return effect;
    if (unharmed < least) return effect === 'at_risk' ? 'at_risk' : 'degraded';
    if (effect === 'at_risk') return 'works';
    if (down.length && !isOwn && partly === 'mirror') return 'degraded';
    if (down.length && !isOwn && partly === 'network') return 'limited';
    // A reserve is gone.
    return effect === 'down' || isOwn || harmed.some(({ passes }) => passes) ? 'at_risk' : 'works';
  }

  /** What each supplier in use that no longer supplies as before makes of the target. */
  private contributions(target: string, levels: ReadonlyMap<string, Level>, question: NaiveQuestion) {
    return this.requirements(target, !!question.flows).flatMap((requirement) =>
      this.units(requirement, question).flatMap((unit) => {
        const level = this.judge(requirement, unit, levels);
        return unit.suppliers
          .filter(({ name }) => !this.nodes.get(name)!.inactive)
          .filter((supplier) => isHarmed(requirement, supplier, levels.get(supplier.name)!))
          .map((supplier) => ({ supplier, level, requirement, unit }));
      }),
    );
  }

  // Who is near, and by which ways

  private asked({ type }: PlainEdge, { families, edges }: NaiveFilter): boolean {
    if (!families?.length && !edges?.length) return true;
    const { family } = this.map.types.find(({ name }) => name === type)!;
    return !!families?.includes(family) || !!edges?.includes(type);
  }

  private mayEnter(name: string, { kinds, tags }: NaiveFilter): boolean {
    const node = this.nodes.get(name)!;
    if (kinds?.length && !kinds.includes(node.kind)) return false;
    return !tags?.length || tags.some((tag) => node.tags?.includes(tag));
  }

  /** Where one step leads to. */
  private steps(name: string, direction: Direction, filter: NaiveFilter): Map<string, PlainEdge[]> {
    const found = new Map<string, PlainEdge[]>();
    for (const edge of this.map.edges) {
      if (!this.asked(edge, filter)) continue;
      const add = (other: string): void => void found.set(other, [...(found.get(other) ?? []), edge]);
      if (edge.from === name && (direction !== 'down' || edge.both)) add(edge.to);
      if (edge.to === name && (direction !== 'up' || edge.both)) add(edge.from);
    }
    return found;
  }

  sorted(names: Iterable<string>): string[] {
    return [...names].sort((a, b) => this.order.get(a)! - this.order.get(b)!);
  }

  neighbourhood(
    of: readonly string[],
    depth: number,
    direction: Direction,
    filter: NaiveFilter,
    hide: readonly string[],
  ): { nodes: [name: string, depth: number, more: number][]; edges: Set<PlainEdge>; implied: Map<string, string> } {
    const isHidden = (name: string): boolean => hide.includes(this.nodes.get(name)!.kind);
    const depths = new Map(of.map((name) => [name, 0]));
    for (let d = 1; d <= depth; d++) {
      for (const [name, at] of [...depths]) {
        if (at !== d - 1) continue;
        for (const other of this.steps(name, direction, filter).keys()) {
          if (!depths.has(other) && (isHidden(other) || this.mayEnter(other, filter))) depths.set(other, d);
        }
      }
    }
    const shown = this.sorted([...depths.keys()].filter((name) => !isHidden(name)));
    shown.sort((a, b) => depths.get(a)! - depths.get(b)!);
    const nodes = shown.map((name): [string, number, number] => {
      const others = [...this.steps(name, 'both', {}).keys()];
      return [name, depths.get(name)!, others.filter((one) => !shown.includes(one) && !isHidden(one)).length];
    });
    const edges = this.map.edges.filter(
      (edge) => shown.includes(edge.from) && shown.includes(edge.to) && this.asked(edge, filter),
    );
    return { nodes, edges: new Set(edges), implied: this.implied(shown, direction, filter, isHidden) };
  }

  /** `from to` → `both via…` of each pair that is linked through one to four hidden ones. */
  private implied(
    shown: readonly string[],
    direction: Direction,
    filter: NaiveFilter,
    isHidden: (name: string) => boolean,
  ): Map<string, string> {
    const ways = (root: string, along: Direction): Map<string, string[]> => {
      const found = new Map<string, string[]>();
      const go = (way: string[]): void => {
        for (const other of this.steps(way.at(-1)!, along, filter).keys()) {
          if (isHidden(other)) {
            if (way.length <= 4 && !way.includes(other)) go([...way, other]);
          } else if (shown.includes(other) && other !== root && way.length > 1) {
            const via = way.slice(1);
            const known = found.get(other);
            if (!known || this.earlier(via, known)) found.set(other, via);
          }
        }
      };
      go([root]);
      return found;
    };
    const up = new Map(shown.map((root) => [root, ways(root, 'up')]));
    const found = new Map<string, string>();
    for (const [from, targets] of up) {
      for (const [to, via] of targets) {
        const isBoth = up.get(to)!.has(from);
        if (isBoth && shown.indexOf(to) < shown.indexOf(from)) continue;
        found.set(`${from} ${to}`, `${isBoth} ${via.join(' ')}`);
      }
    }
    if (direction !== 'both') return found;
    for (const from of shown) {
      for (const [to, via] of ways(from, 'both')) {
        if (this.order.get(from)! > this.order.get(to)! || up.get(from)!.has(to) || up.get(to)!.has(from)) continue;
        found.set(`${from} ${to}`, `true ${via.join(' ')}`);
      }
    }
    return found;
  }

  /** Shorter, or as long and before the other where they last differ. */
  private earlier(a: readonly string[], b: readonly string[]): boolean {
    if (a.length !== b.length) return a.length < b.length;
    for (let i = a.length - 1; i >= 0; i--) {
      if (a[i] !== b[i]) return this.order.get(a[i]!)! < this.order.get(b[i]!)!;
    }
    return false;
  }

  /** All paths without loops, the shortest first, then in the order of nodes. */
  paths(from: readonly string[], to: readonly string[], longest: number, direction: Direction, filter: NaiveFilter) {
    const found: string[][] = [];
    const go = (path: string[]): void => {
      const last = path.at(-1)!;
      if (to.includes(last)) found.push(path);
      else if (path.length <= longest) {
        for (const other of this.steps(last, direction, filter).keys()) {
          if (path.includes(other) || from.includes(other)) continue;
          if (to.includes(other) || this.mayEnter(other, filter)) go([...path, other]);
        }
      }
    };
    for (const name of new Set(from)) go([name]);
    const compare = (a: string[], b: string[]): number => {
      const i = a.findIndex((name, k) => name !== b[k]);
      return a.length - b.length || (i < 0 ? 0 : this.order.get(a[i]!)! - this.order.get(b[i]!)!);
    };
    return found.sort(compare).map((nodes) => ({
      nodes,
      edges: nodes.slice(1).map((name, i) => new Set(this.steps(nodes[i]!, direction, filter).get(name)!)),
    }));
  }

  // What hangs on whom

  /**
   * Chains of suppliers: each step says what becomes of who is supplied when the supplier is down. The last one of a chain is hit
   * at once, those before it only by what is passed.
   */
  dependencies(of: string, headings: boolean) {
    const traits = new Map(this.map.kinds.map(([path, , own]) => [path, own]));
    const steps = (
      name: string,
    ): { supplier: string; effect: Level; passes: boolean; edges: Iterable<PlainEdge> }[] => [
      ...this.requirements(name, false).flatMap(({ effect, suppliers }) =>
        [...suppliers]
          .filter(([supplier]) => !this.nodes.get(supplier)!.inactive)
          .filter(([supplier]) => headings || !traits.get(this.nodes.get(supplier)!.kind)?.heading)
          .map(([supplier, { passes, edges }]) => ({ supplier, effect, passes, edges })),
      ),
      ...(this.network.forwards(name) ? [] : this.network.near(name).filter((one) => this.network.forwards(one))).map(
        (supplier) => ({
          ...{ supplier, effect: 'down' as const, passes: false, edges: this.network.edgesBetween(supplier, name) },
        }),
      ),
    ];
    const hits = new Map<string, { down: Level; degraded: Level }>([[of, { down: 'down', degraded: 'degraded' }]]);
    const through = (name: string, { effect, passes }: ReturnType<typeof steps>[number]) => {
      const own = hits.get(name)!;
      const down = effect === 'down' ? own.down : effect === 'degraded' ? own.degraded : 'works';
      return {
        down: effect === 'at_risk' && name === of ? effect : down,
        degraded: passes && (effect === 'down' || effect === 'degraded') ? own.degraded : ('works' as const),
      };
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const name of [...hits.keys()]) {
        for (const step of steps(name)) {
          const found = through(name, step);
          if (found.down === 'works') continue;
          const known = hits.get(step.supplier) ?? { down: 'works', degraded: 'works' };
          const next = {
            down: worse(found.down, known.down) ? found.down : known.down,
            degraded: worse(found.degraded, known.degraded) ? found.degraded : known.degraded,
          };
          if (next.down !== known.down || next.degraded !== known.degraded) changed = true;
          hits.set(step.supplier, next);
        }
      }
    }
    const depths = new Map([[of, 0]]);
    const edges = new Set<PlainEdge>();
    // A map that is added to while it is gone through is gone through to its end, in order of depth.
    for (const [name, depth] of depths) {
      for (const step of steps(name)) {
        if (through(name, step).down === 'works') continue;
        if (!depths.has(step.supplier)) depths.set(step.supplier, depth + 1);
        for (const edge of step.edges) edges.add(edge);
      }
    }
    const critical = [...depths.keys()].filter(
      (name) => hits.get(name)!.down === 'down' && this.impact([name]).states.get(of) === 'down',
    );
    return {
      depths,
      critical: new Set(critical),
      edges,
      effects: new Map([...hits].map(([name, { down }]) => [name, down])),
    };
  }

  /** Whom an object hangs on in all layers: without whom something goes down, and what that is plugged into and that forwards. */
  private hangsOn(of: string): Set<string> {
    const found = new Set([of]);
    for (const name of found) {
      for (const { effect, suppliers } of this.requirements(name, false))
        if (effect === 'down')
          for (const supplier of suppliers.keys()) if (!this.nodes.get(supplier)!.inactive) found.add(supplier);
      for (const other of this.network.near(name)) if (this.network.forwards(other)) found.add(other);
    }
    return found;
  }

  /** Pairs of those whom an object hangs on that take it down while neither does alone: each of them tried. */
  pairs(of: string): string[] {
    const names = this.hangsOn(of);
    const fails = (...roots: string[]): boolean => this.impact(roots).states.get(of) === 'down';
    const alone = this.sorted(names).filter((name) => name !== of && !fails(name));
    return alone.flatMap((one, i) =>
      alone.slice(i + 1).flatMap((other) => (fails(one, other) ? [`${one} ${other}`] : [])),
    );
  }

  singlePoints(of: readonly string[], among: readonly string[], least: number) {
    const kindOf = (name: string): string => this.nodes.get(name)!.kind;
    const points = this.names
      .filter((name) => among.includes(kindOf(name)))
      .map((name) => {
        const { states } = this.impact([name]);
        const hit = (state: NaiveState): string[] =>
          this.names.filter(
            (one) =>
              one !== name && of.includes(kindOf(one)) && states.get(one) === state && !this.nodes.get(one)!.inactive,
          );
        const down = hit('down');
        const known = (need: 'a' | 'rto'): number[] =>
          down.map((one) => this.nodes.get(one)!.needs?.[need] ?? -1).filter((value) => value >= 0);
        return {
          ...{ name, down, degraded: hit('degraded').length },
          availability: Math.max(-1, ...known('a')),
          recovery: Math.min(1e9, ...known('rto')),
        };
      })
      .filter(({ down }) => down.length >= Math.max(least, 1));
    points.sort((a, b) => b.down.length - a.down.length || b.availability - a.availability || a.recovery - b.recovery);
    return points.map(({ name, down, degraded }) => ({ name, down, degraded }));
  }

  // The map as a whole

  private readonly asEdges = (filter: NaiveFilter): PlainEdge[] =>
    this.map.edges.filter((edge) => this.asked(edge, filter));

  /** Sets that hang together over some edges without regard to their direction, the largest first. */
  components(names: readonly string[], edges: readonly PlainEdge[]): string[][] {
    const left = new Set(names);
    const found: string[][] = [];
    for (const name of names) {
      if (!left.delete(name)) continue;
      const part = new Set([name]);
      for (const one of part) {
        for (const { from, to } of edges) {
          const other = from === one ? to : to === one ? from : undefined;
          if (other !== undefined && left.delete(other)) part.add(other);
        }
      }
      found.push(this.sorted(part));
    }
    return found.sort((a, b) => b.length - a.length);
  }

  /** The part with the most machines, then the most objects, then the lowest id of the first kind. */
  private mainOf(parts: readonly string[][]): string[] {
    const kinds = this.map.kinds.map(([path]) => path);
    const traits = new Map(this.map.kinds.map(([path, , own]) => [path, own]));
    const rank = (name: string): number[] => {
      const [kind, id] = name.split('_') as [string, string];
      return [kinds.indexOf(kind), Number(id)];
    };
    const ranks = (part: readonly string[]): number[] => [
      -part.filter((name) => traits.get(name.split('_')[0]!)?.network === 'machine').length,
      -part.length,
      ...part.map(rank).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)[0]!,
    ];
    return [...parts].sort((a, b) => {
      const [x, y] = [ranks(a), ranks(b)];
      const at = x.findIndex((one, i) => one !== y[i]);
      return at < 0 ? 0 : x[at]! - y[at]!;
    })[0]!;
  }

  cuts(filter: NaiveFilter) {
    const edges = this.asEdges(filter);
    const names = this.names.filter((name) => edges.some(({ from, to }) => from === name || to === name));
    const components = this.components(names, edges);
    const points = names.flatMap((name) => {
      const part = components.find((one) => one.includes(name))!;
      const rest = this.components(
        part.filter((one) => one !== name),
        edges.filter(({ from, to }) => from !== name && to !== name),
      );
      return rest.length > 1
        ? [
            {
              name,
              sizes: rest
                .slice(1)
                .map(({ length }) => length)
                .reverse(),
              parted: rest
                .filter((one) => one !== this.mainOf(rest))
                .map((one) => one.join())
                .sort(),
            },
          ]
        : [];
    });
    const bridges = names.flatMap((from) =>
      names.flatMap((to) => {
        const between = edges.filter((edge) => [edge.from, edge.to].sort().join() === [from, to].sort().join());
        if (!between.length || this.order.get(from)! > this.order.get(to)!) return [];
        const rest = this.components(
          names,
          edges.filter((edge) => !between.includes(edge)),
        );
        return rest.length > components.length ? [{ from, to, edges: new Set(between) }] : [];
      }),
    );
    return { points, bridges, components };
  }

  /** Strongly connected sets of two and more, and all of the shortest circles of each. */
  cycles(filter: NaiveFilter): { nodes: string[]; shortest: string[] }[] {
    const reach = new Map(
      this.names.map((name) => {
        const reached = new Set<string>();
        for (const other of this.steps(name, 'up', filter).keys()) reached.add(other);
        for (const one of reached) for (const other of this.steps(one, 'up', filter).keys()) reached.add(other);
        return [name, reached];
      }),
    );
    const sets = new Map<string, string[]>();
    for (const name of this.names) {
      const nodes = this.names.filter(
        (other) => other === name || (reach.get(name)!.has(other) && reach.get(other)!.has(name)),
      );
      if (nodes.length > 1) sets.set(nodes.join(), nodes);
    }
    const circle = (nodes: readonly string[]): string[] => {
      for (let length = 2; ; length++) {
        for (const root of nodes) {
          const found: string[][] = [];
          const go = (path: string[]): void => {
            const next = [...this.steps(path.at(-1)!, 'up', filter).keys()];
            if (path.length === length) {
              if (next.includes(root)) found.push(path);
              return;
            }
            for (const other of this.sorted(next)) {
              if (this.order.get(other)! > this.order.get(root)! && !path.includes(other)) go([...path, other]);
            }
          };
          go([root]);
          if (found.length) return found[0]!;
        }
      }
    };
    return [...sets.values()].sort((a, b) => b.length - a.length).map((nodes) => ({ nodes, shortest: circle(nodes) }));
  }

  orphans(kinds: readonly string[], without: NaiveFilter, suppliers: boolean): string[] {
    const edges = this.asEdges(without);
    return this.names.filter(
      (name) =>
        (!kinds.length || kinds.includes(this.nodes.get(name)!.kind)) &&
        !edges.some(({ from, to, both }) => to === name || (from === name && (!suppliers || both))),
    );
  }

  degree(name: string): number {
    return this.map.edges.filter(({ from, to }) => from === name || to === name).length;
  }
}

/** Down, or degraded where that is passed; who is only informed is so of everything that works worse. */
const isHarmed = ({ effect }: Requirement, { passes }: Supplier, level: Level): boolean =>
  level === 'down' ||
  (level === 'degraded' && (passes || effect === 'concerned')) ||
  (level === 'limited' && effect === 'concerned');
