/** Answers of the graph as they leave it, and their files. */
import { csvSheet } from '../../src/files/csv-reader.js';
import { RFC_4180 } from '../../src/files/csv.js';
import { attribute, XmlScanner } from '../../src/files/xlsx/xml-scanner.js';
import { cutsAnswer } from '../../src/graph/answers/cuts.js';
import { cyclesAnswer } from '../../src/graph/answers/cycles.js';
import { dependenciesAnswer } from '../../src/graph/answers/dependencies.js';
import { csvOfList, drawing, listOf } from '../../src/graph/answers/files.js';
import { impactAnswer } from '../../src/graph/answers/impact.js';
import { betweenAnswer } from '../../src/graph/answers/between.js';
import { neighbourhoodAnswer } from '../../src/graph/answers/neighbourhood.js';
import { objectsAnswer } from '../../src/graph/answers/objects.js';
import { orphansAnswer } from '../../src/graph/answers/orphans.js';
import { pathsAnswer } from '../../src/graph/answers/paths.js';
import { singlePointsAnswer } from '../../src/graph/answers/single-points.js';
import { statisticsAnswer } from '../../src/graph/answers/statistics.js';
import { withConnectors } from '../../src/graph/walks/connectors.js';
import { kindsAsked, typesAsked } from '../../src/graph/walks/filter.js';
import { whole } from '../../src/graph/walks/tick.js';
import { buildGraph, nodeOf, noTick, viewOf, type PlainMap } from './support/build.js';
import { KINDS, TYPES } from './support/types.js';

/** Two machines in a rack, a cluster of theirs and one beside the rack, a server, an application, its process, its people. */
const MAP: PlainMap = {
  kinds: KINDS,
  types: TYPES,
  nodes: [
    { kind: 'bays', id: 1, label: 'Rack' },
    { kind: 'physical-servers', id: 1, label: 'ESX 1', icon: 7 },
    { kind: 'physical-servers', id: 2, label: 'ESX 2' },
    { kind: 'clusters', id: 1, label: 'CLU' },
    { kind: 'logical-servers', id: 1, label: 'srv' },
    { kind: 'applications', id: 1, label: 'Clarté', needs: { a: 4, rto: 120, c: 2 } },
    { kind: 'applications', id: 2, label: 'Billing', needs: { a: 4, rto: 60 } },
    { kind: 'processes', id: 1, label: 'Care', needs: { a: 3 } },
    { kind: 'admin-users', id: 1, label: 'root' },
    { kind: 'entities', id: 9, label: 'Nobody' },
  ],
  edges: [
    { type: 'physical-servers.bay_id', from: 'bays_1', to: 'physical-servers_1' },
    { type: 'clusters.physical_servers', from: 'physical-servers_1', to: 'clusters_1' },
    { type: 'clusters.physical_servers', from: 'physical-servers_2', to: 'clusters_1' },
    { type: 'logical-servers.physical_servers', from: 'physical-servers_1', to: 'logical-servers_1' },
    { type: 'applications.logical_servers', from: 'logical-servers_1', to: 'applications_1' },
    { type: 'applications.logical_servers', from: 'logical-servers_1', to: 'applications_2' },
    { type: 'processes.applications', from: 'applications_1', to: 'processes_1' },
    { type: 'applications.administrators', from: 'admin-users_1', to: 'applications_1' },
    { type: 'application-flows', from: 'applications_1', to: 'applications_2', object: 5, both: true, label: 'bills' },
    { type: 'application-flows', from: 'applications_2', to: 'applications_1', object: 6 },
  ],
  dangling: { 'bays.room_id': 2, 'application-flows': 1 },
};

const graph = buildGraph(MAP);
const view = viewOf(graph);
const at = (name: string): number => nodeOf(graph, name);
const META = { snapshot: 'test', truncated: false, left_out: 0, hidden_kinds: [] };
const near = { depth: 1, direction: 'both', most: 500 } as const;
const ids = (nodes: readonly { id: string }[]): string[] => nodes.map(({ id }) => id);

const NOTHING = { c: null, i: null, a: null, t: null, auth: null, rto: null, rpo: null, mtd: null, mtdl: null };

describe('impact', () => {
  const answer = whole(impactAnswer(view, { of: [at('bays_1')], flows: false, most: 500 }, noTick));

  test('a node', () => {
    expect(answer.nodes.find(({ id }) => id === 'clusters_1')).toEqual({
      id: 'clusters_1',
      label: 'CLU',
      group: 'clusters',
      view: 'logical',
      icon: null,
      data: { id: 1, name: 'CLU', model: 'clusters', url: '/api/clusters/1' },
      state: 'at_risk',
      round: 2,
      chain: ['bays_1', 'physical-servers_1', 'clusters_1'],
      chain_states: ['down', 'down', 'at_risk'],
      because: [{ edge: 'clusters.physical_servers', from: 'physical-servers_1', group: 'member', standing: 1, of: 2 }],
    });
  });

  test('the worst first, then by kind and name', () => {
    expect(answer.nodes.map(({ id, state }) => [id, state])).toEqual([
      ['processes_1', 'down'],
      ['applications_2', 'down'],
      ['applications_1', 'down'],
      ['logical-servers_1', 'down'],
      ['bays_1', 'down'],
      ['physical-servers_1', 'down'],
      ['clusters_1', 'at_risk'],
      ['admin-users_1', 'concerned'],
    ]);
    expect(answer.nodes[5]!.icon).toBe('/api/documents/7/download');
  });

  test('the edges along which it spread', () => {
    expect(ids(answer.edges)).toEqual([
      'processes.applications:1:1',
      'applications.administrators:1:1',
      'applications.logical_servers:1:2',
      'applications.logical_servers:1:1',
      'physical-servers.bay_id:1:1',
      'clusters.physical_servers:1:1',
      'logical-servers.physical_servers:1:1',
    ]);
    expect(answer.edges).toContainEqual({
      id: 'physical-servers.bay_id:1:1',
      from: 'bays_1',
      to: 'physical-servers_1',
      edge: 'physical-servers.bay_id',
      family: 'places',
      both: false,
      label: null,
      object: null,
    });
  });

  test('the summary', () => {
    expect(answer.summary).toEqual({
      down: {
        total: 6,
        by_kind: { processes: 1, applications: 2, 'logical-servers': 1, bays: 1, 'physical-servers': 1 },
        needs: {
          c: { level: 2, of: ['applications_1'] },
          ...{ i: null, t: null, auth: null, rpo: null, mtd: null, mtdl: null },
          a: { level: 4, of: ['applications_2', 'applications_1'] },
          rto: { minutes: 60, of: ['applications_2'] },
        },
      },
      degraded: { total: 0, by_kind: {}, needs: NOTHING },
      at_risk: { total: 1, by_kind: { clusters: 1 }, needs: NOTHING },
      concerned: { total: 1, by_kind: { 'admin-users': 1 } },
      doubtful: { total: 1, by_kind: { clusters: 1 } },
      inactive: { total: 0, by_kind: {}, sample: [] },
    });
    expect(answer.meta).toEqual({ of: ['bays_1'], ...META });
  });

  test('some states, and not all of them', () => {
    const question = { of: [at('bays_1')], flows: false, states: ['down', 'concerned'], most: 3 } as const;
    const some = whole(impactAnswer(view, question, noTick));
    expect(ids(some.nodes)).toEqual(['processes_1', 'applications_2', 'applications_1']);
    expect(ids(some.edges)).toEqual(['processes.applications:1:1']);
    expect(some.meta).toMatchObject({ truncated: true, left_out: 4 });
    expect(some.summary.down.total).toBe(6);
    expect(some.summary.at_risk.total).toBe(1);
    const one = whole(impactAnswer(view, { ...question, most: 1 }, noTick));
    expect(one.summary.down.needs.a).toEqual({ level: 4, of: ['applications_2'], more: 1 });
    // What is not listed is named all the same: nobody reads ids.
    const named = new Set([...some.nodes.map(({ id }) => id), ...Object.keys(some.names)]);
    const referred = some.nodes.flatMap(({ chain, because }) => [...chain, ...because.map(({ from }) => from)]);
    expect(referred.filter((id) => !named.has(id))).toEqual([]);
    expect(some.names).toMatchObject({ bays_1: 'Rack' });
    expect(answer.names).toEqual({});
  });
});

describe('neighbourhood', () => {
  test('depth, more, and all edges between', () => {
    const answer = neighbourhoodAnswer(view, { of: [at('applications_1')], ...near }, noTick);
    expect(answer.nodes.map(({ id, depth, more }) => [id, depth, more])).toEqual([
      ['applications_1', 0, 0],
      ['processes_1', 1, 0],
      ['applications_2', 1, 0],
      ['admin-users_1', 1, 0],
      ['logical-servers_1', 1, 1],
    ]);
    expect(ids(answer.edges)).toContain('applications.logical_servers:1:2');
    expect(answer.edges.find(({ id }) => id === 'application-flows_5')).toMatchObject({
      ...{ from: 'applications_1', to: 'applications_2', both: true, label: 'bills', object: 5 },
      ...{ edge: 'application-flows', family: 'flows' },
    });
  });

  test('the nearest are kept', () => {
    const answer = neighbourhoodAnswer(view, { of: [at('applications_1')], ...near, most: 2 }, noTick);
    expect(ids(answer.nodes)).toEqual(['applications_1', 'processes_1']);
    expect(answer.nodes[0]!.more).toBe(3);
    expect(answer.meta).toEqual({ of: ['applications_1'], ...META, truncated: true, left_out: 3 });
  });

  test('a way over what is hidden', () => {
    const hide = kindsAsked(graph, ['logical-servers', 'physical-servers'], undefined);
    const types = typesAsked(graph, ['hosting', 'places'], undefined);
    const answer = neighbourhoodAnswer(view, { of: [at('bays_1')], ...near, depth: 5, hide, types }, noTick);
    expect(ids(answer.nodes)).toEqual(['bays_1', 'clusters_1', 'applications_2', 'applications_1']);
    expect(answer.edges).toContainEqual({
      id: 'implied:bays_1:applications_1',
      from: 'bays_1',
      to: 'applications_1',
      ...{ edge: 'implied', family: 'implied', both: false, label: null, object: null, implied: true },
      via: ['physical-servers_1', 'logical-servers_1'],
    });
    expect(answer.edges.find(({ id }) => id === 'implied:applications_2:applications_1')).toMatchObject({ both: true });
  });

  test('depth 0 is the objects themselves, each once', () => {
    const of = [at('clusters_1'), at('bays_1'), at('clusters_1')];
    const answer = neighbourhoodAnswer(view, { of, ...near, depth: 0 }, noTick);
    expect(ids(answer.nodes)).toEqual(['clusters_1', 'bays_1']);
  });
});

test('paths', () => {
  const request = { direction: 'up', most: 3, longest: 10 } as const;
  const answer = whole(pathsAnswer(view, { from: [at('bays_1')], to: [at('applications_2')], ...request }, noTick));
  expect(answer.paths).toEqual([
    {
      length: 3,
      nodes: ['bays_1', 'physical-servers_1', 'logical-servers_1', 'applications_2'],
      edges: [
        ['physical-servers.bay_id:1:1'],
        ['logical-servers.physical_servers:1:1'],
        ['applications.logical_servers:1:2'],
      ],
    },
    {
      length: 4,
      nodes: ['bays_1', 'physical-servers_1', 'logical-servers_1', 'applications_1', 'applications_2'],
      edges: [
        ...[
          ['physical-servers.bay_id:1:1'],
          ['logical-servers.physical_servers:1:1'],
          ['applications.logical_servers:1:1'],
        ],
        ['application-flows_5'],
      ],
    },
  ]);
  expect(ids(answer.nodes)).toHaveLength(5);
  expect(answer.edges).toHaveLength(5);
  const self = whole(pathsAnswer(view, { from: [at('bays_1')], to: [at('bays_1')], ...request }, noTick));
  expect(self.paths).toEqual([{ length: 0, nodes: ['bays_1'], edges: [] }]);
  const none = whole(pathsAnswer(view, { from: [at('applications_2')], to: [at('bays_1')], ...request }, noTick));
  expect(none.paths).toEqual([]);
});

test('dependencies', () => {
  const answer = whole(dependenciesAnswer(view, at('applications_1'), { most: 500, headings: false }, noTick));
  expect(answer.nodes.map(({ id, depth, critical }) => [id, depth, critical])).toEqual([
    ['applications_1', 0, true],
    ['logical-servers_1', 1, true],
    ['physical-servers_1', 2, true],
    ['bays_1', 3, true],
  ]);
  expect(answer.edges).toHaveLength(3);
  const some = whole(dependenciesAnswer(view, at('applications_1'), { most: 2, headings: false }, noTick));
  expect([some.nodes.length, some.edges.length, some.meta.left_out]).toEqual([2, 1, 2]);
});

test('single points', () => {
  const request = {
    of: kindsAsked(graph, ['applications'], undefined)!,
    among: kindsAsked(graph, undefined, ['logical', 'physical'])!,
    least: 1,
  };
  const { points, meta } = whole(singlePointsAnswer(view, { ...request, most: 2, together: 1 }, noTick));
  expect(
    points.map(({ node, takes_down, degrades, sample }) => [node.id, takes_down.total, degrades.total, sample]),
  ).toEqual([
    ['logical-servers_1', 2, 0, ['applications_2', 'applications_1']],
    ['bays_1', 2, 0, ['applications_2', 'applications_1']],
  ]);
  expect(points[0]!.takes_down).toMatchObject({ by_kind: { applications: 2 }, needs: { rto: { minutes: 60 } } });
  expect(meta).toMatchObject({ truncated: true, left_out: 1 });
});

test('cuts', () => {
  const types = typesAsked(graph, ['hosting'], undefined);
  const answer = whole(cutsAnswer(view, types, 100, noTick));
  expect(answer.points.map(({ node, components, sizes }) => [node.id, components, sizes])).toEqual([
    ['logical-servers_1', 3, [1, 1]],
    ['physical-servers_1', 2, [2]],
    ['clusters_1', 2, [1]],
  ]);
  // The main part is the one with the most machines, which need not be the largest.
  const apart = answer.points.map(({ parted }) =>
    parted.map(({ size, main, sample }) => [size, main, ...sample.map(({ id }) => id)]),
  );
  expect(apart).toEqual([
    [
      [1, false, 'applications_2'],
      [1, false, 'applications_1'],
    ],
    [[3, false, 'applications_2', 'applications_1', 'logical-servers_1']],
    [[1, false, 'physical-servers_2']],
  ]);
  expect(answer.bridges).toHaveLength(5);
  expect(answer.bridges).toContainEqual({
    from: 'clusters_1',
    to: 'physical-servers_2',
    edges: ['clusters.physical_servers:2:1'],
  });
  expect(answer.components).toEqual([
    { size: 6, sample: ['applications_2', 'applications_1', 'clusters_1', 'logical-servers_1', 'physical-servers_1'] },
  ]);
  expect(whole(cutsAnswer(view, types, 1, noTick)).meta.left_out).toBe(6);
  expect(listOf(answer)[0]!.values).toEqual({ components: 3, sizes: '1 1' });
});

test('cycles', () => {
  const answer = whole(cyclesAnswer(view, typesAsked(graph, ['flows'], undefined), 100, noTick));
  expect(answer.cycles.map(({ nodes, size, example }) => [ids(nodes), size, example])).toEqual([
    [['applications_2', 'applications_1'], 2, ['applications_2', 'applications_1']],
  ]);
  expect(listOf(answer).map(({ values }) => values)).toEqual([
    { cycle: 1, size: 2 },
    { cycle: 1, size: 2 },
  ]);
  const bounded = whole(cyclesAnswer(view, typesAsked(graph, ['flows'], undefined), 1, noTick));
  expect([bounded.cycles[0]!.nodes.length, bounded.cycles[0]!.size, bounded.meta.left_out]).toEqual([1, 2, 1]);
});

test('orphans', () => {
  expect(ids(orphansAnswer(view, undefined, undefined, 100).nodes)).toEqual(['entities_9']);
  const machines = kindsAsked(graph, ['physical-servers'], undefined);
  const places = typesAsked(graph, ['places'], undefined)!;
  const none = new Uint8Array(graph.types.length);
  expect(orphansAnswer(view, machines, { suppliers: places, either: none }, 100)).toMatchObject({
    nodes: [{ id: 'physical-servers_2' }],
    total: 1,
    by_kind: { 'physical-servers': 1 },
  });
  // What carries others and is carried by nothing is without a supplier, though not without such an edge.
  const bays = kindsAsked(graph, ['bays'], undefined);
  expect(ids(orphansAnswer(view, bays, { suppliers: places, either: none }, 100).nodes)).toEqual(['bays_1']);
  expect(orphansAnswer(view, bays, { suppliers: none, either: places }, 100).total).toBe(0);
});

describe('statistics', () => {
  test('counts', () => {
    expect(whole(statisticsAnswer(view, noTick))).toMatchObject({
      nodes: { total: 10, by_kind: { applications: 2, 'physical-servers': 2 } },
      edges: { total: 10, by_edge: { 'application-flows': 2 }, by_family: { flows: 2, hosting: 5 } },
      components: { total: 2, largest: 9 },
      dangling: { total: 3, by_edge: { 'bays.room_id': 2, 'application-flows': 1 } },
    });
    expect(whole(statisticsAnswer(view, noTick)).busiest[0]).toMatchObject({ id: 'applications_1', edges: 5 });
  });

  test.each([
    ['an object at an end', viewOf(graph, new Set(['applications_2'])), { 'bays.room_id': 2 }],
    ['the connector', viewOf(graph, undefined, new Set([8, 9]), ['application-flows']), { 'bays.room_id': 2 }],
    ['one of its edges', viewOf(graph, undefined, new Set([8])), { 'bays.room_id': 2 }],
    ['a kind without objects', viewOf(graph, undefined, undefined, ['buildings']), { 'application-flows': 1 }],
  ])('of what dangles nothing is told that may be hidden: %s', (_, hidden, by_edge) => {
    expect(whole(statisticsAnswer(hidden, noTick)).dangling.by_edge).toEqual(by_edge);
  });
});

test('objects in the order in which they were found, each with what it stands in', () => {
  const names = ['processes_1', 'physical-servers_1', 'clusters_1', 'bays_1'];
  const found = objectsAnswer(view, names.map(at), 3);
  expect(found.nodes.map(({ id, where }) => [id, where])).toEqual([
    ['processes_1', null],
    ['physical-servers_1', 'Rack'],
    ['clusters_1', 'ESX 1'],
    ['bays_1', null],
  ]);
  expect(found.meta).toMatchObject({ truncated: true, left_out: 3 });
  expect(objectsAnswer(view, [], 0)).toMatchObject({ nodes: [], meta: { truncated: false } });
});

describe('between', () => {
  const between = (paths: string[], most = 100, hidden?: ReadonlySet<string>) =>
    betweenAnswer(viewOf(graph, hidden), kindsAsked(graph, paths, undefined)!, most, undefined, noTick);

  test('all objects of the kinds, and the edges that have both ends among them', () => {
    const { nodes, edges, meta } = between(['physical-servers', 'bays']);
    expect(ids(nodes).sort()).toEqual(['bays_1', 'physical-servers_1', 'physical-servers_2']);
    expect(edges.map(({ from, to }) => [from, to])).toEqual([['bays_1', 'physical-servers_1']]);
    expect(meta).toMatchObject({ truncated: false, left_out: 0 });
    // As whoever stands in the middle of them tells it.
    const of = ids(nodes).map(at);
    const named = neighbourhoodAnswer(view, { of, ...near, depth: 0 }, noTick);
    expect(nodes).toEqual(named.nodes.map(({ depth: _, ...node }) => node));
    expect(edges).toEqual(named.edges);
  });
  test('no more than were asked for, and nothing that is hidden', () => {
    expect(between(['physical-servers', 'bays'], 1)).toMatchObject({ edges: [], meta: { left_out: 2 } });
    expect(between(['physical-servers', 'bays'], 100, new Set(['bays_1'])).nodes).toHaveLength(2);
  });
});

describe('connectors as nodes', () => {
  const order = [['application-flows', 'applications'] as const, ...KINDS].map(([path, view]) => ({ path, view }));
  const links = {
    types: [
      { name: 'processes.flows', family: 'data', from: ['application-flows'], to: ['processes'], rules: [] },
      { name: 'flows.server', family: 'network', from: ['logical-servers'], to: ['application-flows'], rules: [] },
    ],
    type: [0, 0, 1],
    object: [5, 99, 6],
    node: [at('processes_1'), at('processes_1'), at('logical-servers_1')],
  };
  const seenBy = (hidden?: ReadonlySet<string>) => withConnectors(viewOf(graph, hidden), order, links);
  const around = (name: string, hidden?: ReadonlySet<string>, more: object = {}) => {
    const all = seenBy(hidden);
    return neighbourhoodAnswer(all, { of: [nodeOf(all.graph, name)], ...near, ...more }, noTick);
  };

  test('they lie between their ends', () => {
    const answer = around('application-flows_5');
    expect(answer.nodes.map(({ id, label, view: folder }) => [id, label, folder])).toEqual([
      ['application-flows_5', 'bills', 'applications'],
      ['processes_1', 'Care', 'information-system'],
      ['applications_2', 'Billing', 'applications'],
      ['applications_1', 'Clarté', 'applications'],
    ]);
    expect(ids(answer.edges)).toEqual([
      'processes.flows:5:1',
      'application-flows.dest:5:2',
      'application-flows.source:1:5',
      'processes.applications:1:1',
    ]);
    expect(answer.edges.map(({ both }) => both)).toEqual([false, true, true, false]);
  });

  test('and are found from there; other edges are as they were', () => {
    expect(ids(around('applications_2').nodes)).toEqual([
      ...['applications_2', 'application-flows_6', 'application-flows_5', 'logical-servers_1'],
    ]);
    expect(ids(around('logical-servers_1').nodes)).toContain('application-flows_6');
    const types = typesAsked(seenBy().graph, undefined, ['application-flows']);
    expect(ids(around('applications_2', undefined, { types }).nodes)).toHaveLength(3);
  });

  test('what is hidden is not there', () => {
    const answer = around('applications_1', new Set(['applications_2']), { depth: 9 });
    expect(ids(answer.nodes).filter((id) => id.startsWith('application-flows'))).toEqual([]);
    expect(answer.nodes.every(({ more }) => more === 0)).toBe(true);
  });

  test('needs, icons and states of the others stay theirs', () => {
    const all = seenBy();
    const node = nodeOf(all.graph, 'applications_1');
    expect([all.graph.nodes.needs.rto[node], all.graph.nodes.icon[nodeOf(all.graph, 'physical-servers_1')]]).toEqual([
      120, 7,
    ]);
    expect(
      ids(whole(impactAnswer(all, { of: [nodeOf(all.graph, 'bays_1')], flows: false, most: 500 }, noTick)).nodes),
    ).toEqual(ids(whole(impactAnswer(view, { of: [at('bays_1')], flows: false, most: 500 }, noTick)).nodes));
  });

  test('between several pairs it is one', () => {
    const several = buildGraph({
      ...MAP,
      edges: [
        { type: 'application-flows', from: 'applications_1', to: 'applications_2', object: 5 },
        { type: 'application-flows', from: 'applications_1', to: 'clusters_1', object: 5 },
      ],
    });
    const all = withConnectors(viewOf(several), order);
    const { nodes, edges } = neighbourhoodAnswer(
      all,
      { of: [nodeOf(all.graph, 'application-flows_5')], ...near },
      noTick,
    );
    expect([nodes.length, edges.length]).toEqual([4, 3]);
    expect(nodes[0]!.label).toBe('5');
  });
});

describe('files', () => {
  const HOSTILE = [
    '=1+1',
    '"; drop',
    '<b>&amp;</b> &lt;',
    'a\\"b\\',
    'two\nlines\r\n\tand a tab',
    '\u0000\u0007\u009f bell',
    '`**bold**`',
    '#35; ;',
    '\ud800 half',
    '"]-->end',
    ']]> <!--',
    '{a|b}',
  ];
  const hostile = buildGraph({
    kinds: KINDS,
    types: TYPES,
    nodes: HOSTILE.map((label, i) => ({ kind: 'applications', id: i + 1, label })),
    edges: HOSTILE.slice(1).map((label, i) => ({
      ...{
        type: 'application-flows',
        from: 'applications_1',
        to: `applications_${i + 2}`,
        object: 1,
        both: i === 0,
        label,
      },
    })),
  });
  const answer = neighbourhoodAnswer(viewOf(hostile), { of: [nodeOf(hostile, 'applications_1')], ...near }, noTick);
  const text = (format: 'mermaid' | 'dot' | 'graphml' | 'cytoscape'): string => [...drawing(answer, format)].join('');
  const clean = HOSTILE.map((label) => label.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f]+/g, ' '));

  test('GraphML is XML that tells what was put in', () => {
    const labels: string[] = [];
    const edgeIds = new Set<string>();
    let key: string | undefined;
    let label = '';
    const scanner = new XmlScanner({
      open(name, attributes) {
        key = name === 'data' ? attribute(attributes, 'key') : undefined;
        label = '';
        if (name === 'edge') edgeIds.add(attribute(attributes, 'id')!);
      },
      text: (part) => void (label += part),
      close() {
        if (key === 'label') labels.push(label);
        key = undefined;
      },
    });
    scanner.take(text('graphml'));
    scanner.end();
    expect(labels.sort()).toEqual([...clean].sort());
    expect(edgeIds.size).toBe(HOSTILE.length - 1);
  });

  test('Cytoscape has ids that are there once', () => {
    const { elements } = JSON.parse(text('cytoscape'));
    const all = [...elements.nodes, ...elements.edges].map(({ data }) => data.id);
    expect(new Set(all).size).toBe(all.length);
    expect(elements.nodes.map(({ data }: { data: { label: string } }) => data.label).sort()).toEqual([...clean].sort());
    expect(elements.edges[0].data).toMatchObject({ source: 'applications_1', edge: 'application-flows' });
  });

  test('DOT: every text ends where it should', () => {
    const quoted = '"(?:[^"\\\\]|\\\\["\\\\])*"';
    const line = new RegExp(
      `^(?:digraph \\{|\\}|  ${quoted} \\[label=${quoted}\\];|  ${quoted} -> ${quoted}(?: \\[label=${quoted}(?:, dir=both)?\\])?;)$`,
    );
    const lines = text('dot').trimEnd().split('\n');
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
    expect(lines).toHaveLength(2 * HOSTILE.length + 1);
    expect(text('dot')).toContain('[label="<b>&amp;amp;</b> &amp;lt;"]');
    expect(text('dot')).toContain('dir=both');
  });

  test('Mermaid: nothing in a text means anything', () => {
    const lines = text('mermaid').trimEnd().split('\n');
    const quoted = '"[^"&<>`\\\\]*"';
    const line = new RegExp(`^  applications_\\d+(?:\\[${quoted}\\]| <?-->\\|${quoted}\\| applications_\\d+)$`);
    expect(lines.slice(1).filter((one) => !line.test(one))).toEqual([]);
    expect(lines).toHaveLength(2 * HOSTILE.length);
  });

  test('what is implied is drawn as such', () => {
    const hide = kindsAsked(graph, ['physical-servers'], undefined);
    const some = neighbourhoodAnswer(view, { of: [at('bays_1')], ...near, depth: 2, hide }, noTick);
    expect([...drawing(some, 'mermaid')].join('')).toContain('bays_1 -.-> clusters_1');
    expect([...drawing(some, 'dot')].join('')).toContain('"bays_1" -> "clusters_1" [style=dashed]');
    expect([...drawing(some, 'graphml')].join('')).toContain('<data key="edge-via">physical-servers_1</data>');
  });

  test('CSV is guarded against formulas', async () => {
    const pieces = (async function* () {
      yield* csvOfList(listOf(answer), RFC_4180);
    })();
    const rows: unknown[][] = [];
    for await (const batch of csvSheet(pieces, 'UTF-8').rows) for (const { cells } of batch) rows.push([...cells]);
    expect(rows[0]).toEqual(['node', 'label', 'kind', 'view', 'depth', 'more']);
    // The reader takes away the guard that the writer put in.
    expect(rows[1]).toEqual(['applications_1', '=1+1', 'applications', 'applications', '0', '0']);
    expect([...csvOfList(listOf(answer), RFC_4180)].join('')).toContain("\napplications_1,'=1+1,applications");
    expect(
      rows
        .slice(2)
        .map(([, label]) => label)
        .sort(),
    ).toEqual(clean.slice(1).sort());
  });

  test('the CSV of an impact tells why', () => {
    const { nodes } = whole(impactAnswer(view, { of: [at('physical-servers_2')], flows: false, most: 5 }, noTick));
    expect([...csvOfList(listOf({ nodes }), RFC_4180)].join('')).toBe(
      'node,label,kind,view,state,round,chain,because\r\n' +
        'physical-servers_2,ESX 2,physical-servers,physical,down,0,physical-servers_2,\r\n' +
        'clusters_1,CLU,clusters,logical,at_risk,1,physical-servers_2 > clusters_1,' +
        '"physical-servers_2 (clusters.physical_servers, 1/2)"\r\n',
    );
  });
});
