/** Random maps, the same for the same seed. */
import type { Effect, EdgeType, Needs, Rule } from '../../../src/graph/graph.js';
import { idOf, type PlainEdge, type PlainMap, type PlainNode } from './build.js';
import { KINDS, TYPES, WIDE_KINDS, WIDE_TYPES } from './types.js';

/** A source of numbers from a seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  some<T>(list: readonly T[], most: number): T[] {
    return [...new Set(Array.from({ length: this.below(most + 1) }, () => this.one(list)))];
  }
}

const LEVEL = ['c', 'i', 'a', 't', 'auth'] as const satisfies readonly (keyof Needs)[];
const MINUTES = ['rto', 'rpo', 'mtd', 'mtdl'] as const satisfies readonly (keyof Needs)[];
const NAMES = ['alpha', 'Beta', 'gamma', 'delta', 'ESX', 'web'];

/** Objects of all kinds and edges of all types, about `size` and `links` of them. */
export function randomMap(
  random: Random,
  size: number,
  links: number,
  types: readonly EdgeType[] = TYPES,
  kinds: PlainMap['kinds'] = KINDS,
  often: readonly string[] = [],
): PlainMap {
  const drawn = [
    ...types,
    ...types.filter(({ name }) => often.includes(name)).flatMap((type) => Array(6).fill(type) as EdgeType[]),
  ];
  const nodes: PlainNode[] = [];
  for (let i = 0; i < size; i++) {
    const kind = random.one(kinds)[0];
    // Neither the order of names nor that of ids is the one in which objects are made.
    const node: PlainNode = { kind, id: 1000 + ((i * 37) % 997), label: `${random.one(NAMES)} ${random.below(4)}` };
    if (random.once(10)) node.inactive = true;
    if (random.once(6)) node.enough = randomNumbers(random, types, kind);
    if (random.once(6)) node.tags = [random.one(['prod', 'test']), `min-up:${1 + random.below(3)}`];
    if (random.once(2)) {
      node.needs = {};
      for (const name of LEVEL) if (random.once(2)) node.needs[name] = random.below(5);
      for (const name of MINUTES) if (random.once(2)) node.needs[name] = random.below(4) * 60;
    }
    nodes.push(node);
  }
  const byKind = new Map<string, string[]>();
  for (const node of nodes) byKind.set(node.kind, [...(byKind.get(node.kind) ?? []), idOf(node)]);
  const ends = (paths: readonly string[]): string[] => paths.flatMap((path) => byKind.get(path) ?? []);
  const edges: PlainEdge[] = [];
  const known = new Set<string>();
  for (let i = 0; i < links; i++) {
    const { name, from, to, connector, family } = random.one(drawn);
    const [sources, targets] = [ends(from), ends(to)];
    if (!sources.length || !targets.length) continue;
    const edge: PlainEdge = { type: name, from: random.one(sources), to: random.one(targets) };
    const key = `${name} ${edge.from} ${edge.to}`;
    if (edge.from === edge.to || (!connector && known.has(key))) continue;
    known.add(key);
    if (family === 'places') {
      // A reference to a place holds one of them, and no place is ever out of use.
      if (edges.some(({ type, to: object }) => type === name && object === edge.to)) continue;
      nodes.find((node) => idOf(node) === edge.from)!.inactive = false;
    }
    if (random.once(2)) edge.flagged = true;
    if (connector)
      Object.assign(edge, {
        ...{ object: i + 1, both: random.once(2), label: `line ${i}`, flagged: random.once(2) },
        ...(random.once(8) && { aside: true }),
      });
    edges.push(edge);
  }
  return { kinds, types, nodes, edges };
}

/** The types of edges of machine rooms, or of several sites: what is plugged together, and what runs there. */
export function roomTypes(random: Random): {
  kinds: PlainMap['kinds'];
  types: readonly EdgeType[];
  often: readonly string[];
} {
  const room = ['applications', 'databases', 'clusters', 'logical-servers', 'bays', 'physical-servers'];
  const paths = [...room, 'physical-switches', 'storage-devices'];
  const isWide = random.once(2);
  // Further away less is held in one place, or the maps would have to be larger for anything to hang together.
  const wide = ['applications', 'logical-servers', 'buildings', 'subnetworks', 'physical-servers', 'physical-switches'];
  const kinds = isWide
    ? [...KINDS.filter(([path]) => wide.includes(path)), ...WIDE_KINDS]
    : KINDS.filter(([path]) => paths.includes(path));
  const isOne = (path: string): boolean => kinds.some(([kind]) => kind === path);
  const types = (isWide ? WIDE_TYPES : TYPES).filter(({ from, to }) => from.some(isOne) && to.some(isOne));
  const cables = ['physical-links', ...(isWide ? ['wans.physical_routers', 'wans.sites'] : [])];
  // What needs machines of two parts is rare otherwise.
  return { kinds, types, often: random.once(2) ? cables : [...cables, 'applications.physical_servers'] };
}

/** Types of edges between a few kinds, with rules as they come: what no map has yet. */
export function randomTypes(random: Random): { kinds: PlainMap['kinds']; types: EdgeType[] } {
  const names = Array.from({ length: 4 + random.below(5) }, (_, i) => `edge-${i}`);
  const kinds = ['a', 'b', 'c', 'd'].map((path, i): PlainMap['kinds'][number] => {
    const founded = { by: random.some(names, 2), ...(random.once(2) && { whereFails: true }) };
    const traits = { ...(random.once(4) && { heading: true }), ...(random.once(3) && { founded }) };
    return [path, i < 2 ? 'upper' : 'lower', traits];
  });
  /** A group has one effect, one need and one way of failing partly wherever it is named. */
  const groups = ['x', 'y', 'z'].map((group) => ({
    ...{ group, effect: effect(random), need: need(random) },
    ...(random.once(3) && { partly: random.one(['mirror', 'network'] as const) }),
  }));
  const rule = (taken: Set<string>): Rule | undefined => {
    const named = random.once(2) ? random.one(groups) : { effect: effect(random), need: need(random) };
    // One edge and effect is one requirement: it is needed in one way.
    if (!('group' in named) && taken.has(named.effect)) return undefined;
    taken.add(named.effect);
    const made: Rule = { cause: random.one(['from', 'to'] as const), ...named };
    const condition = () => ({
      side: random.one(['from', 'to'] as const),
      has: [random.one(names), random.one(names)],
    });
    if (random.once(4)) made.when = condition();
    if (random.once(4)) made.unless = condition();
    if (random.once(3)) made.passes = true;
    if (made.need === 'all' && random.once(2)) {
      const some = (): string[] => random.some(names, 1);
      made.peers = { by: random.one(names), unless: some(), unlessShared: some() };
    }
    if (random.once(6)) made.optional = 'flows';
    if (random.once(6)) made.whenField = 'bidirectional';
    else if (random.once(6)) made.unlessField = 'bidirectional';
    if (random.once(8)) {
      made.kinds = { side: random.one(['from', 'to'] as const), of: [random.one(kinds)[0]], not: random.once(2) };
    }
    return made;
  };
  const types = names.map((name, i): EdgeType => {
    const taken = new Set<string>();
    const rules = Array.from({ length: random.below(3) }, () => rule(taken)).filter((one) => one !== undefined);
    const ends = () => [random.one(kinds)[0]];
    return {
      name,
      family: `family-${i % 3}`,
      from: ends(),
      to: ends(),
      sorts: { from: random.one(SORTS), to: random.one(SORTS) },
      ...(random.once(3) ? { connector: name } : {}),
      rules,
    };
  });
  return { kinds, types };
}

const SORTS = ['one', 'other'];

/** Numbers for some of the sorts by which objects name their suppliers: mostly of those by which a kind names its own. */
export function randomNumbers(random: Random, types: readonly EdgeType[], kind: string): Record<string, number> {
  const isAny = random.once(4);
  const sorts = types.flatMap(({ from, to, sorts: own }) => [
    isAny || from.includes(kind) ? own?.from : undefined,
    isAny || to.includes(kind) ? own?.to : undefined,
  ]);
  const known = [...new Set(sorts)].filter((sort) => sort !== undefined);
  return Object.fromEntries(known.length ? random.some(known, 4).map((sort) => [sort, 1 + random.below(3)]) : []);
}

const effect = (random: Random): Effect =>
  random.one(['down', 'down', 'down', 'degraded', 'degraded', 'at_risk', 'concerned']);
const need = (random: Random): 'all' | 'any' => random.one(['all', 'any']);
