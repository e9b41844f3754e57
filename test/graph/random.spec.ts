/** All walks on random maps, compared with the rules as they are spoken (support/naive.ts). */
import { STATES } from '../../src/graph/graph.js';
import { kindsAsked, typesAsked, type Direction } from '../../src/graph/walks/filter.js';
import { cuts } from '../../src/graph/walks/cuts.js';
import { cycles } from '../../src/graph/walks/cycles.js';
import { dependencies } from '../../src/graph/walks/dependencies.js';
import { impact } from '../../src/graph/walks/impact.js';
import { neighbourhood } from '../../src/graph/walks/neighbourhood.js';
import { orphans } from '../../src/graph/walks/orphans.js';
import { pairs } from '../../src/graph/walks/pairs.js';
import { paths } from '../../src/graph/walks/paths.js';
import { singlePoints } from '../../src/graph/walks/single-points.js';
import { statistics } from '../../src/graph/walks/statistics.js';
import { whole } from '../../src/graph/walks/tick.js';
import { buildGraph, idOf, nameOf, nodeOf, noTick, seen, viewOf } from './support/build.js';
import { NaiveMap, type NaiveFilter } from './support/naive.js';
import { Random, randomMap, randomNumbers, randomTypes, roomTypes } from './support/random.js';
import { rounds } from '../support/extent.cjs';

const SEED = Number(process.env['GRAPH_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['GRAPH_ROUNDS'] ?? rounds(150));

/** A map, what a caller sees of it, and the same spoken. Some maps have rules as they come, some are machine rooms. */
function scene(random: Random) {
  const own = [undefined, randomTypes, roomTypes][random.below(3)]?.(random);
  const size = 6 + random.below(30);
  const often = own && 'often' in own ? own.often : [];
  const map = randomMap(random, size, size + random.below(size * 3), own?.types, own?.kinds, often);
  const hidden = new Set(random.once(2) ? random.some(map.nodes.map(idOf), 3) : []);
  const hiddenEdges = new Set(random.once(2) ? random.some([...map.edges.keys()], 4) : []);
  const graph = buildGraph(map);
  const view = viewOf(graph, hidden, hiddenEdges);
  const naive = new NaiveMap(seen(map, hidden, hiddenEdges), view.partlySeen);
  return { map, graph, view, naive, random };
}

type Scene = ReturnType<typeof scene>;

function randomFilter({ map, graph, random }: Scene) {
  const filter: NaiveFilter = {
    families: random.once(2) ? random.some([...new Set(map.types.map(({ family }) => family))], 3) : [],
    edges: random.once(3)
      ? random.some(
          map.types.map(({ name }) => name),
          3,
        )
      : [],
    kinds: random.once(3)
      ? random.some(
          map.kinds.map(([path]) => path),
          6,
        )
      : [],
    tags: random.once(8) ? ['prod'] : [],
  };
  return {
    filter,
    request: {
      types: typesAsked(graph, filter.families, filter.edges),
      kinds: kindsAsked(graph, filter.kinds, undefined),
      tags: filter.tags?.length ? new Set(filter.tags) : undefined,
    },
  };
}

const DIRECTIONS: readonly Direction[] = ['both', 'up', 'down'];

const WALKS: Record<string, (scene: Scene) => void> = {
  impact({ map: plain, graph, view, naive, random }) {
    // What forwards tears networks apart.
    const forwarding = naive.names.filter((name) => forwards(plain, name));
    const roots = forwarding.length && random.once(2) ? forwarding : naive.names;
    const of = [random.one(roots), ...random.some(naive.names, 2)];
    const flows = random.once(2);
    const minUp = new Map(random.some(naive.names, 2).map((name) => [name, random.below(4)]));
    const needs = new Map(
      random.some(naive.names, 3).map((name) => [name, randomNumbers(random, plain.types, kindOf(name))]),
    );
    // Of those that say it themselves the request says something else now and then.
    for (const node of naive.map.nodes) {
      if (!node.enough || random.once(2)) continue;
      const numbers = Object.keys(node.enough).map((sort) => [sort, 1 + random.below(3)] as const);
      needs.set(idOf(node), Object.fromEntries(numbers));
    }
    const expected = naive.impact(of, { flows, minUp, needs });
    const asked = {
      of: of.map((name) => nodeOf(graph, name)),
      flows,
      minUp: new Map([...minUp].map(([name, n]) => [nodeOf(graph, name), n])),
      enough: new Map([...needs].map(([name, own]) => [nodeOf(graph, name), new Map(Object.entries(own))])),
    };
    const found = whole(impact(view, asked, noTick));
    const hit = naive.names.filter(
      (name) => expected.states.get(name) !== 'works' && !expected.inactive.includes(name),
    );
    const severity = (name: string): number => STATES.indexOf(expected.states.get(name)!);
    expect([...found.nodes()].map((node) => nameOf(graph, node))).toEqual(
      hit.sort((a, b) => severity(b) - severity(a)),
    );
    const among = new Uint8Array(graph.nodes.count);
    for (const name of hit) {
      const node = nodeOf(graph, name);
      among[node] = 1;
      expect({
        name,
        state: found.stateOf(node),
        round: found.roundOf(node),
        chain: found.chainOf(node).map((one) => nameOf(graph, one)),
        because: new Set(
          found.becauseOf(node).map(({ supplier, type, ...rest }) => ({
            edge: graph.types[type]!.name,
            from: nameOf(graph, supplier),
            ...rest,
          })),
        ),
      }).toEqual({
        name,
        state: expected.states.get(name),
        round: expected.rounds.get(name),
        chain: expected.chains.get(name),
        because: new Set(expected.because.get(name)),
      });
    }
    const { map } = naive;
    expect(
      found
        .parted()
        .map(({ devices }) => devices.map((node) => nameOf(graph, node)).join())
        .sort(),
    ).toEqual(expected.parted.map((devices) => devices.join()).sort());
    expect(found.inactive().map((node) => nameOf(graph, node))).toEqual(expected.inactive);
    expect(
      whole(found.doubts()).map(({ node, why, by }) => ({
        ...{ of: nameOf(graph, node), why },
        by: by.map((one) => nameOf(graph, one)),
      })),
    ).toEqual(expected.doubts);
    expect(
      found
        .spreadAmong(found.nodes(), among)
        .map((edge) => edgeName(graph, edge))
        .sort(),
    ).toEqual(
      map.edges
        .filter((edge) => expected.spread.has(edge))
        .map(plainName)
        .sort(),
    );
  },

  neighbourhood(scene) {
    const { map, graph, view, naive, random } = scene;
    const of = [...new Set([random.one(naive.names), ...random.some(naive.names, 2)])];
    const { filter, request } = randomFilter(scene);
    const hide = random.once(2)
      ? random.some(
          map.kinds.map(([path]) => path),
          6,
        )
      : [];
    const [depth, direction] = [random.below(5), random.one(DIRECTIONS)];
    const expected = naive.neighbourhood(of, depth, direction, filter, hide);
    const found = neighbourhood(
      view,
      {
        ...request,
        of: of.map((name) => nodeOf(graph, name)),
        depth,
        direction,
        hide: hide.length ? kindsAsked(graph, hide, undefined) : undefined,
        most: 5000,
      },
      noTick,
    );
    expect([...found.nodes].map((node, i) => [nameOf(graph, node), found.depth[i], found.more[i]])).toEqual(
      expected.nodes,
    );
    expect(found.edges.map((edge) => edgeName(graph, edge)).sort()).toEqual([...expected.edges].map(plainName).sort());
    expect(
      new Map(
        found.implied.map(({ from, to, both, via }) => [
          `${nameOf(graph, from)} ${nameOf(graph, to)}`,
          `${both} ${via.map((node) => nameOf(graph, node)).join(' ')}`,
        ]),
      ),
    ).toEqual(expected.implied);
  },

  paths(scene) {
    const { graph, view, naive, random } = scene;
    const ends = () => [...new Set([random.one(naive.names), ...(random.once(4) ? random.some(naive.names, 2) : [])])];
    const [from, to] = [ends(), ends()];
    const { filter, request } = randomFilter(scene);
    const [longest, most, direction] = [1 + random.below(6), 1 + random.below(8), random.one(DIRECTIONS)];
    const nodes = (names: readonly string[]): number[] => names.map((name) => nodeOf(graph, name));
    const found = whole(
      paths(view, { ...request, from: nodes(from), to: nodes(to), longest, most, direction }, noTick),
    );
    expect(
      found.map((path) => ({
        nodes: path.nodes.map((node) => nameOf(graph, node)),
        edges: path.edges.map((edges) => edges.map((edge) => edgeName(graph, edge)).sort()),
      })),
    ).toEqual(
      naive
        .paths(from, to, longest, direction, filter)
        .slice(0, most)
        .map((path) => ({ nodes: path.nodes, edges: path.edges.map((edges) => [...edges].map(plainName).sort()) })),
    );
  },

  dependencies({ graph, view, naive, random }) {
    const of = random.one(naive.names);
    const headings = random.once(3);
    const expected = naive.dependencies(of, headings);
    const found = whole(dependencies(view, nodeOf(graph, of), { most: 5000, headings }, noTick));
    const depths = naive.sorted(expected.depths.keys());
    depths.sort((a, b) => expected.depths.get(a)! - expected.depths.get(b)!);
    expect(
      found.nodes.map((node, i) => [nameOf(graph, node), found.depth[i], found.critical[i], found.effect[i]]),
    ).toEqual(
      depths.map((name) => [
        ...[name, expected.depths.get(name), expected.critical.has(name)],
        expected.effects.get(name)!.replace('limited', 'degraded'),
      ]),
    );
    expect(found.edges.map((edge) => edgeName(graph, edge)).sort()).toEqual([...expected.edges].map(plainName).sort());
  },

  'single points'({ map, graph, view, naive, random }) {
    const kinds = map.kinds.map(([path]) => path);
    const [of, among] = [
      [random.one(kinds), ...random.some(kinds, 4)],
      [random.one(kinds), ...random.some(kinds, 8)],
    ];
    const least = random.below(3);
    const { points } = whole(
      singlePoints(
        view,
        { of: kindsAsked(graph, of, undefined)!, among: kindsAsked(graph, among, undefined)!, least, most: 5000 },
        noTick,
      ),
    );
    expect(
      points.map(({ node, down, degraded }) => ({
        name: nameOf(graph, node),
        down: [...down].map((one) => nameOf(graph, one)),
        degraded,
      })),
    ).toEqual(naive.singlePoints(of, among, least));
  },

  'two at a time'({ graph, view, naive, random }) {
    // All pairs of those whom the object hangs on are tried by hand: that takes long.
    if (random.below(8)) return;
    const of = random.one(naive.names);
    const everything = new Uint8Array(graph.kinds.length).fill(1);
    const found = whole(pairs(view, nodeOf(graph, of), everything, noTick));
    const named = found.pairs.map((pair) => pair.map((node) => nameOf(graph, node)).join(' '));
    // A machine is none of them: that a part of the network is cut off which has no other is no reason to call it one.
    expect(named.sort()).toEqual(naive.pairs(of).sort());
    expect(found.tried).toBe(found.candidates);
  },

  cuts(scene) {
    const { graph, view, naive } = scene;
    const { filter, request } = randomFilter(scene);
    const expected = naive.cuts(filter);
    const found = whole(cuts(view, request.types, 5000, noTick));
    const off = (sizes: readonly number[]): number => sizes.reduce((sum, one) => sum + one, 0);
    const points = found.points.map(({ node, sizes, parted }) => ({
      ...{ name: nameOf(graph, node), sizes },
      parted: parted.map((part) => part.map((one) => nameOf(graph, one)).join()).sort(),
    }));
    expect(points).toEqual([...expected.points].sort((a, b) => off(b.sizes) - off(a.sizes)));
    const bridge = (from: string, to: string, edges: string[]): string => [from, to, ...edges.sort()].join(' ');
    expect(
      found.bridges
        .map(({ from, to, edges }) =>
          bridge(
            nameOf(graph, from),
            nameOf(graph, to),
            edges.map((edge) => edgeName(graph, edge)),
          ),
        )
        .sort(),
    ).toEqual(expected.bridges.map(({ from, to, edges }) => bridge(from, to, [...edges].map(plainName))).sort());
    expect(found.components.map((nodes) => nodes.map((node) => nameOf(graph, node)))).toEqual(expected.components);
  },

  cycles(scene) {
    const { graph, view, naive } = scene;
    const { filter, request } = randomFilter(scene);
    const found = whole(cycles(view, request.types, 5000, noTick));
    const names = (nodes: readonly number[]): string[] => nodes.map((node) => nameOf(graph, node));
    expect(found.cycles.map(({ nodes, example }) => ({ nodes: names(nodes), shortest: names(example) }))).toEqual(
      naive.cycles(filter),
    );
  },

  'orphans and statistics'(scene) {
    const { map, graph, view, naive, random } = scene;
    const { filter, request } = randomFilter(scene);
    const none = new Uint8Array(graph.types.length);
    const counted = request.types ?? none.map(() => 1);
    for (const suppliers of [true, false]) {
      const without = suppliers ? { suppliers: counted, either: none } : { suppliers: none, either: counted };
      expect(orphans(view, request.kinds, without).map((node) => nameOf(graph, node))).toEqual(
        naive.orphans(filter.kinds ?? [], filter, suppliers),
      );
    }
    const found = whole(statistics(view, 1 + random.below(20), noTick));
    const parts = naive.components(naive.names, naive.map.edges);
    expect(Object.fromEntries(map.kinds.map(([path], i) => [path, found.nodesByKind[i]]))).toEqual(
      Object.fromEntries(map.kinds.map(([path]) => [path, naive.map.nodes.filter(({ kind }) => kind === path).length])),
    );
    expect([...found.edgesByType]).toEqual(
      map.types.map(({ name }) => naive.map.edges.filter(({ type }) => type === name).length),
    );
    expect([found.components, found.largest]).toEqual([parts.length, parts[0]!.length]);
    const busiest = naive.names.filter((name) => naive.degree(name)).sort((a, b) => naive.degree(b) - naive.degree(a));
    expect(found.busiest.map(({ node, edges }) => [nameOf(graph, node), edges])).toEqual(
      busiest.slice(0, found.busiest.length).map((name) => [name, naive.degree(name)]),
    );
  },
};

const edgeName = (graph: Scene['graph'], edge: number): string =>
  plainName({
    type: graph.types[graph.edges.type[edge]!]!.name,
    from: nameOf(graph, graph.edges.from[edge]!),
    to: nameOf(graph, graph.edges.to[edge]!),
    object: graph.edges.object[edge],
  });
const kindOf = (name: string): string => name.slice(0, name.lastIndexOf('_'));
const forwards = ({ kinds }: Scene['map'], name: string): boolean =>
  kinds.some(([path, , traits]) => path === kindOf(name) && traits?.network === 'forwards');
const plainName = ({ type, from, to, object }: { type: string; from: string; to: string; object?: number }): string =>
  `${type} ${from} ${to} ${object ?? 0}`;

describe(`walks over random maps, GRAPH_SEED=${SEED}`, () => {
  test.each(Object.keys(WALKS))('%s', (name) => {
    const random = new Random(SEED);
    for (let i = 0; i < ROUNDS; i++) {
      const state = scene(random);
      if (!state.naive.names.length) continue;
      try {
        WALKS[name]!(state);
      } catch (error) {
        throw new Error(`map ${i} of GRAPH_SEED=${SEED}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});
