/**
 * The rules of the graph once more, as they are spoken: objects and sets, everything asked anew each time. It shares no code
 * with the walks, and is what they are compared with. It is given what the caller sees, and knows nothing else.
 */
import type { Rule } from '../../../src/graph/graph.js';
import { idOf, inNodeOrder, type PlainEdge, type PlainMap, type PlainNode } from './build.js';

export type NaiveState = 'works' | 'concerned' | 'degraded' | 'down';
const SEVERITY: readonly NaiveState[] = ['works', 'concerned', 'degraded', 'down'];
const worse = (a: NaiveState, b: NaiveState): boolean => SEVERITY.indexOf(a) > SEVERITY.indexOf(b);

interface Supplier {
  passes: boolean;
  edges: Set<PlainEdge>;
  peers: Set<string>;
}

interface Requirement {
  group: string | null;
  effect: NaiveState;
  need: 'all' | 'any';
  suppliers: Map<string, Supplier>;
}

export interface NaiveBecause {
  edge: string;
  from: string;
  group: string | null;
  standing: number;
  of: number;
}

export interface NaiveImpact {
  states: Map<string, NaiveState>;
  rounds: Map<string, number>;
  chains: Map<string, string[]>;
  because: Map<string, NaiveBecause[]>;
  spread: Set<PlainEdge>;
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

  constructor(readonly map: PlainMap) {
    const nodes = inNodeOrder(map);
    this.names = nodes.map(idOf);
    this.nodes = new Map(nodes.map((node) => [idOf(node), node]));
    this.order = new Map(this.names.map((name, i) => [name, i]));
  }

  // What fails

  impact(of: readonly string[], flows: boolean, minUp: ReadonlyMap<string, number> = new Map()): NaiveImpact {
    const states = new Map<string, NaiveState>(this.names.map((name) => [name, 'works']));
    const rounds = new Map<string, number>();
    const ways = new Map<string, string[]>();
    const roots = new Set(of);
    for (const name of roots) this.settle(name, 'down', 0, [name], states, rounds, ways);
    for (let round = 1; ; round++) {
      const before = new Map(states);
      const roundsBefore = new Map(rounds);
      const waysBefore = new Map(ways);
      let changed = false;
      for (const target of this.names) {
        const parts = this.requirements(target, flows).flatMap((one) => [
          ...this.contributions(one, target, before, minUp),
        ]);
        const worst = parts.map(([, state]) => state).reduce((a, b) => (worse(b, a) ? b : a), 'works' as NaiveState);
        if (!worse(worst, before.get(target)!)) continue;
        // It comes from someone who changed in the round before.
        const [from] = parts
          .filter(([name, state]) => state === worst && roundsBefore.get(name) === round - 1)
          .map(([name]) => name)
          .sort((a, b) => this.byKindAndId(a, b));
        if (from === undefined) throw new Error(`${target} changes without a cause`);
        this.settle(target, worst, round, [...waysBefore.get(from)!, target], states, rounds, ways);
        changed = true;
      }
      if (!changed) break;
    }
    return { ...this.reasons(states, roots, flows, minUp), states, rounds, chains: ways };
  }

  private settle(
    name: string,
    state: NaiveState,
    round: number,
    way: string[],
    states: Map<string, NaiveState>,
    rounds: Map<string, number>,
    ways: Map<string, string[]>,
  ): void {
    states.set(name, state);
    rounds.set(name, round);
    ways.set(name, way);
  }

  private reasons(
    states: Map<string, NaiveState>,
    roots: ReadonlySet<string>,
    flows: boolean,
    minUp: ReadonlyMap<string, number>,
  ): Pick<NaiveImpact, 'because' | 'spread'> {
    const because = new Map<string, NaiveBecause[]>();
    const spread = new Set<PlainEdge>();
    for (const name of this.names) {
      const state = states.get(name)!;
      if (state === 'works') continue;
      const found: NaiveBecause[] = [];
      for (const requirement of roots.has(name) ? [] : this.requirements(name, flows)) {
        const standing = [...requirement.suppliers.keys()].filter((one) => states.get(one) !== 'down').length;
        for (const [from, brought] of this.contributions(requirement, name, states, minUp)) {
          if (brought !== state) continue;
          const { edges } = requirement.suppliers.get(from)!;
          const types = [...edges].map(({ type }) => type);
          const edge = this.map.types.find((one) => types.includes(one.name))!.name;
          found.push({ edge, from, group: requirement.group, standing, of: requirement.suppliers.size });
          for (const one of edges) spread.add(one);
        }
      }
      because.set(name, found);
    }
    return { because, spread };
  }

  private byKindAndId(a: string, b: string): number {
    const [x, y] = [this.nodes.get(a)!, this.nodes.get(b)!];
    const rank = (kind: string): number => this.map.kinds.findIndex(([path]) => path === kind);
    return rank(x.kind) - rank(y.kind) || x.id - y.id;
  }

  private has(name: string, types: readonly string[]): boolean {
    return this.map.edges.some(({ type, from, to }) => types.includes(type) && (from === name || to === name));
  }

  /** Who is at the other ends of an object's edges of one type. */
  private over(name: string, type: string): string[] {
    return this.map.edges
      .filter((edge) => edge.type === type && (edge.from === name || edge.to === name))
      .map(({ from, to }) => (from === name ? to : from));
  }

  private counts(rule: Rule, edge: PlainEdge, flows: boolean): boolean {
    if (rule.optional === 'flows' && !flows) return false;
    if (rule.whenField && !edge.flagged) return false;
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
    for (const { name, rules } of this.map.types) {
      for (const rule of rules) {
        for (const edge of this.map.edges) {
          const ends = rule.cause === 'from' ? [edge.from, edge.to] : [edge.to, edge.from];
          if (edge.type !== name || ends[1] !== target || !this.counts(rule, edge, flows)) continue;
          const key = rule.group ? `group ${rule.group}` : `${name} ${rule.effect}`;
          if (!found.has(key)) {
            found.set(key, { group: rule.group ?? null, effect: rule.effect, need: rule.need, suppliers: new Map() });
          }
          const { suppliers } = found.get(key)!;
          const supplier = suppliers.get(ends[0]!) ?? { passes: false, edges: new Set(), peers: new Set() };
          suppliers.set(ends[0]!, supplier);
          supplier.edges.add(edge);
          if (rule.passes) supplier.passes = true;
          if (rule.peers) {
            const { by, unless } = rule.peers;
            for (const peer of this.over(ends[0]!, by)) {
              if (!unless || !this.has(peer, unless)) supplier.peers.add(peer);
            }
          }
        }
      }
    }
    return [...found.values()];
  }

  private minUp(name: string, asked: ReadonlyMap<string, number>): number | undefined {
    if (asked.has(name)) return asked.get(name);
    const tag = this.nodes.get(name)!.tags?.find((one) => /^min-up:\d+$/.test(one));
    return tag === undefined ? undefined : Number(tag.slice('min-up:'.length));
  }

  /** What each supplier makes of the target. */
  private contributions(
    { suppliers, effect, need }: Requirement,
    target: string,
    states: ReadonlyMap<string, NaiveState>,
    asked: ReadonlyMap<string, number>,
  ): Map<string, NaiveState> {
    const found = new Map<string, NaiveState>();
    const note = (name: string, state: NaiveState): void => {
      if (worse(state, found.get(name) ?? 'works')) found.set(name, state);
    };
    const fewest = effect === 'down' ? this.minUp(target, asked) : undefined;
    const units = need === 'any' || fewest !== undefined ? [new Set(suppliers.keys())] : this.unitsOfPeers(suppliers);
    for (const unit of units) {
      const lost = [...unit].filter((name) => states.get(name) === 'down');
      const standing = unit.size - lost.length;
      const isGone = standing < Math.min(fewest ?? 1, unit.size);
      const brings: NaiveState = isGone ? effect : lost.length && effect === 'down' ? 'degraded' : 'works';
      for (const name of lost) note(name, brings);
    }
    for (const [name, { passes }] of suppliers) {
      if (passes && (states.get(name) === 'degraded' || states.get(name) === 'down')) note(name, 'degraded');
    }
    return found;
  }

  private unitsOfPeers(suppliers: ReadonlyMap<string, Supplier>): Set<string>[] {
    const units: Set<string>[] = [];
    const left = new Set(suppliers.keys());
    for (const name of suppliers.keys()) {
      if (!left.delete(name)) continue;
      const unit = new Set([name]);
      // A set that is added to while it is gone through is gone through to its end.
      for (const one of unit) {
        for (const other of left) {
          if (!shares(suppliers, one, other)) continue;
          left.delete(other);
          unit.add(other);
        }
      }
      units.push(unit);
    }
    return units;
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

  dependencies(of: string): { depths: Map<string, number>; critical: Set<string>; edges: Set<PlainEdge> } {
    const depths = new Map([[of, 0]]);
    const edges = new Set<PlainEdge>();
    // A map that is added to while it is gone through is gone through to its end, in order of depth.
    for (const [name, depth] of depths) {
      for (const { effect, suppliers } of this.requirements(name, false)) {
        if (effect !== 'down') continue;
        for (const [supplier, by] of suppliers) {
          if (!depths.has(supplier)) depths.set(supplier, depth + 1);
          for (const edge of by.edges) edges.add(edge);
        }
      }
    }
    const critical = [...depths.keys()].filter((name) => this.impact([name], false).states.get(of) === 'down');
    return { depths, critical: new Set(critical), edges };
  }

  singlePoints(of: readonly string[], among: readonly string[], least: number) {
    const kindOf = (name: string): string => this.nodes.get(name)!.kind;
    const points = this.names
      .filter((name) => among.includes(kindOf(name)))
      .map((name) => {
        const { states } = this.impact([name], false);
        const hit = (state: NaiveState): string[] =>
          this.names.filter((one) => one !== name && of.includes(kindOf(one)) && states.get(one) === state);
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
              parted: rest
                .slice(1)
                .map(({ length }) => length)
                .reverse(),
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

  orphans(kinds: readonly string[], without: NaiveFilter): string[] {
    const edges = this.asEdges(without);
    return this.names.filter(
      (name) =>
        (!kinds.length || kinds.includes(this.nodes.get(name)!.kind)) &&
        !edges.some(({ from, to }) => from === name || to === name),
    );
  }

  degree(name: string): number {
    return this.map.edges.filter(({ from, to }) => from === name || to === name).length;
  }
}

const shares = (suppliers: ReadonlyMap<string, Supplier>, one: string, other: string): boolean =>
  [...suppliers.get(one)!.peers].some((peer) => suppliers.get(other)!.peers.has(peer));
