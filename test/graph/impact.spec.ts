/** What an outage does, mechanism by mechanism. */
import { STATES } from '../../src/graph/graph.js';
import { impact, type Outages } from '../../src/graph/walks/impact.js';
import { buildGraph, nameOf, nodeOf, noTick, viewOf, type PlainEdge, type PlainNode } from './support/build.js';
import { KINDS, TYPES } from './support/types.js';

/** Short names of objects: `p1` is physical-servers_1. */
const SHORT: Record<string, string> = {
  ...{ b: 'buildings', r: 'bays', p: 'physical-servers', w: 'physical-switches', c: 'clusters', s: 'logical-servers' },
  ...{ k: 'containers', a: 'applications', v: 'application-services', l: 'application-blocks', d: 'databases' },
  ...{ y: 'activities', x: 'processes', m: 'macro-processuses', u: 'admin-users', e: 'entities', n: 'subnetworks' },
};
const long = (short: string): string => `${SHORT[short[0]!]}_${short.slice(1)}`;
const short = (name: string): string => {
  const [kind, id] = name.split('_') as [string, string];
  return Object.keys(SHORT).find((key) => SHORT[key] === kind)! + id;
};

interface Case {
  /** `from > to type`, one a line; further words: `both`, `flagged`, `#12` the object. */
  edges: string[];
  tags?: Record<string, string[]>;
  hidden?: string[];
  of: string[];
  flows?: boolean;
  minUp?: Record<string, number>;
}

function run({ edges, tags = {}, hidden = [], of, flows = false, minUp = {} }: Case) {
  const plain = edges.map((line): PlainEdge => {
    const [from, , to, type, ...more] = line.split(' ') as [string, string, string, string, ...string[]];
    const object = Number(more.find((word) => word.startsWith('#'))?.slice(1) ?? 0);
    return {
      type,
      from: long(from),
      to: long(to),
      object,
      both: more.includes('both'),
      flagged: more.includes('flagged'),
    };
  });
  const names = new Set([...plain.flatMap(({ from, to }) => [from, to]), ...of.map(long)]);
  const nodes = [...names].map((name): PlainNode => {
    const [kind, id] = name.split('_') as [string, string];
    return { kind, id: Number(id), tags: tags[short(name)] };
  });
  const graph = buildGraph({ kinds: KINDS, types: TYPES, nodes, edges: plain });
  const view = viewOf(graph, new Set(hidden.map(long)));
  const index = (name: string): number => nodeOf(graph, long(name));
  const asked = {
    of: of.map(index),
    flows,
    minUp: new Map(Object.entries(minUp).map(([name, n]) => [index(name), n])),
  };
  return { graph, index, found: impact(view, asked, noTick) };
}

/** `p1 down, c1 degraded`: all that no longer works, in the order of answers. */
const told = ({ graph, found }: { graph: ReturnType<typeof run>['graph']; found: Outages }): string =>
  [...found.nodes()].map((node) => `${short(nameOf(graph, node))} ${STATES[found.stateOf(node)]}`).join(', ');

const CLUSTER_OF_SERVERS = ['c1 > s1 clusters.logical_servers', 'c1 > s2 clusters.logical_servers'];

const CASES: [about: string, Case, result: string][] = [
  // Places
  [
    'a place takes what stands in it',
    { edges: ['b1 > r1 bays.room_id', 'r1 > p1 physical-servers.bay_id'], of: ['b1'] },
    'b1 down, r1 down, p1 down',
  ],
  ['nothing comes down to the place', { edges: ['b1 > r1 bays.room_id'], of: ['r1'] }, 'r1 down'],
  [
    'edges without rules spread nothing',
    { edges: ['n1 > n2 subnetworks.connected_subnets_id'], of: ['n1'] },
    'n1 down',
  ],
  // need: any and all
  [
    'one of two hosts: redundancy is gone',
    { edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'], of: ['p1'] },
    'p1 down, s1 degraded',
  ],
  [
    'both of two hosts',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'],
      of: ['p1', 'p2'],
    },
    's1 down, p1 down, p2 down',
  ],
  [
    'the same twice is one',
    { edges: ['p1 > s1 logical-servers.physical_servers'], of: ['p1', 'p1'] },
    's1 down, p1 down',
  ],
  [
    'each of two servers is needed',
    { edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'], of: ['s1'] },
    'a1 down, s1 down',
  ],
  [
    'any, degraded, some: nothing',
    { edges: ['x1 > e1 entities.processes', 'x1 > e2 entities.processes'], of: ['e1'] },
    'e1 down',
  ],
  [
    'any, degraded, all',
    { edges: ['x1 > e1 entities.processes', 'x1 > e2 entities.processes'], of: ['e1', 'e2'] },
    'e1 down, e2 down, x1 degraded',
  ],
  // Groups
  [
    'suppliers of a group count together over types',
    { edges: ['w1 > p1 physical-servers.physical_switch_id', 'w2 > p1 physical-links #1'], of: ['w1'] },
    'p1 degraded, w1 down',
  ],
  [
    'one supplier by two cables is one',
    {
      edges: ['w1 > p1 physical-servers.physical_switch_id', 'w1 > p1 physical-links #1', 'w1 > p1 physical-links #2'],
      of: ['w1'],
    },
    'p1 down, w1 down',
  ],
  [
    'another group is another requirement',
    { edges: ['p1 > s1 logical-servers.physical_servers', 'n1 > s1 address:logical-servers'], of: ['n1'] },
    'n1 down, s1 down',
  ],
  // when, unless
  [
    'a cluster with machines carries its servers',
    { edges: ['p1 > c1 clusters.physical_servers', ...CLUSTER_OF_SERVERS], of: ['p1'] },
    'c1 down, s1 down, s2 down, p1 down',
  ],
  [
    'and is not carried by them',
    { edges: ['p1 > c1 clusters.physical_servers', ...CLUSTER_OF_SERVERS], of: ['s1', 's2'] },
    's1 down, s2 down',
  ],
  [
    'a cluster without machines is carried by its servers',
    { edges: CLUSTER_OF_SERVERS, of: ['s1'] },
    's1 down, c1 degraded',
  ],
  ['by all of them', { edges: CLUSTER_OF_SERVERS, of: ['s1', 's2'] }, 'c1 down, s1 down, s2 down'],
  [
    'a hidden machine is no machine',
    { edges: ['p1 > c1 clusters.physical_servers', ...CLUSTER_OF_SERVERS], hidden: ['p1'], of: ['s1', 's2'] },
    'c1 down, s1 down, s2 down',
  ],
  [
    'a machine carries an application without servers',
    { edges: ['p1 > a1 applications.physical_servers'], of: ['p1'] },
    'a1 down, p1 down',
  ],
  [
    'and degrades one with servers',
    { edges: ['p1 > a1 applications.physical_servers', 's1 > a1 applications.logical_servers'], of: ['p1'] },
    'p1 down, a1 degraded',
  ],
  [
    'or containers',
    { edges: ['p1 > a1 applications.physical_servers', 'k1 > a1 applications.containers'], of: ['p1'] },
    'p1 down, a1 degraded',
  ],
  [
    'unless they are hidden',
    {
      edges: ['p1 > a1 applications.physical_servers', 's1 > a1 applications.logical_servers'],
      hidden: ['s1'],
      of: ['p1'],
    },
    'a1 down, p1 down',
  ],
  // Peers
  [
    'servers of one cluster stand in for each other',
    {
      edges: [...CLUSTER_OF_SERVERS, 's1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      of: ['s1'],
    },
    's1 down, a1 degraded, c1 degraded',
  ],
  [
    'until both are down',
    {
      edges: [...CLUSTER_OF_SERVERS, 's1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      of: ['s1', 's2'],
    },
    'a1 down, c1 down, s1 down, s2 down',
  ],
  [
    'not if the cluster has machines',
    {
      edges: [
        ...CLUSTER_OF_SERVERS,
        'p1 > c1 clusters.physical_servers',
        's1 > a1 applications.logical_servers',
        's2 > a1 applications.logical_servers',
      ],
      of: ['s1'],
    },
    'a1 down, s1 down',
  ],
  [
    'not if the cluster is hidden',
    {
      edges: [...CLUSTER_OF_SERVERS, 's1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      hidden: ['c1'],
      of: ['s1'],
    },
    'a1 down, s1 down',
  ],
  [
    'through others: 1 and 2, 2 and 3 are one',
    {
      edges: [
        ...CLUSTER_OF_SERVERS,
        'c2 > s2 clusters.logical_servers',
        'c2 > s3 clusters.logical_servers',
        ...[1, 2, 3].map((i) => `s${i} > a1 applications.logical_servers`),
      ],
      of: ['s1', 's3'],
    },
    's1 down, s3 down, a1 degraded, c1 degraded, c2 degraded',
  ],
  [
    'beside them another is needed',
    { edges: [...CLUSTER_OF_SERVERS, ...[1, 2, 3].map((i) => `s${i} > a1 applications.logical_servers`)], of: ['s3'] },
    'a1 down, s3 down',
  ],
  // passes
  [
    'degraded passes from process to macro-process',
    { edges: ['y1 > x1 processes.activities', 'x1 > m1 processes.macroprocess_id'], of: ['y1'] },
    'y1 down, m1 degraded, x1 degraded',
  ],
  [
    'a degraded supplier does nothing else',
    {
      edges: [
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s1 logical-servers.physical_servers',
        's1 > a1 applications.logical_servers',
      ],
      of: ['p1'],
    },
    'p1 down, s1 degraded',
  ],
  // concerned
  [
    'people are concerned, and spread nothing',
    { edges: ['u1 > a1 applications.administrators'], of: ['a1'] },
    'a1 down, u1 concerned',
  ],
  [
    'not by what is degraded',
    {
      edges: [
        'u1 > a1 applications.administrators',
        'p1 > a1 applications.physical_servers',
        's1 > a1 applications.logical_servers',
      ],
      of: ['p1'],
    },
    'p1 down, a1 degraded',
  ],
  [
    'who is concerned tells nobody',
    { edges: ['x1 > e1 entities.processes', 'e1 > e2 entities.parent_entity_id'], of: ['x1'] },
    'x1 down, e1 concerned',
  ],
  ['both ends at once', { edges: ['e1 > e2 entities.parent_entity_id'], of: ['e2'] }, 'e1 down, e2 down'],
  ['the other end', { edges: ['e1 > e2 entities.parent_entity_id'], of: ['e1'] }, 'e1 down, e2 degraded'],
  // min-up
  [
    'min-up: one of two is enough',
    {
      edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      tags: { a1: ['prod', 'min-up:1'] },
      of: ['s1'],
    },
    's1 down, a1 degraded',
  ],
  [
    'min-up: none is not',
    {
      edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      tags: { a1: ['min-up:1'] },
      of: ['s1', 's2'],
    },
    'a1 down, s1 down, s2 down',
  ],
  [
    'min-up: two of three',
    {
      edges: [1, 2, 3].map((i) => `p${i} > s1 logical-servers.physical_servers`),
      tags: { s1: ['min-up:2'] },
      of: ['p1', 'p2'],
    },
    's1 down, p1 down, p2 down',
  ],
  [
    'min-up: of fewer all',
    { edges: [1, 2].map((i) => `p${i} > s1 logical-servers.physical_servers`), tags: { s1: ['min-up:5'] }, of: ['p1'] },
    's1 down, p1 down',
  ],
  [
    'min-up of the request',
    {
      edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      minUp: { a1: 1 },
      of: ['s1'],
    },
    's1 down, a1 degraded',
  ],
  [
    'min-up of the request before that of tags',
    {
      edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      tags: { a1: ['min-up:1'] },
      minUp: { a1: 2 },
      of: ['s1'],
    },
    'a1 down, s1 down',
  ],
  [
    'min-up is not asked of what degrades',
    {
      edges: ['a1 > l1 applications.application_block_id', 'a2 > l1 applications.application_block_id'],
      tags: { l1: ['min-up:1'] },
      of: ['a1'],
    },
    'a1 down, l1 degraded',
  ],
  [
    'another word is no min-up',
    {
      edges: ['s1 > a1 applications.logical_servers', 's2 > a1 applications.logical_servers'],
      tags: { a1: ['min-up:', 'xmin-up:1', 'min-up:1x'] },
      of: ['s1'],
    },
    'a1 down, s1 down',
  ],
  // flows
  ['flows carry nothing by themselves', { edges: ['a1 > a2 application-flows #1'], of: ['a1'] }, 'a1 down'],
  [
    'flows=1: who receives is degraded',
    { edges: ['a1 > a2 application-flows #1'], of: ['a1'], flows: true },
    'a1 down, a2 degraded',
  ],
  ['flows=1: not who sends', { edges: ['a1 > a2 application-flows #1'], of: ['a2'], flows: true }, 'a2 down'],
  [
    'flows=1: but in both directions',
    { edges: ['a1 > a2 application-flows #1 flagged'], of: ['a2'], flows: true },
    'a2 down, a1 degraded',
  ],
  // Roots and circles
  [
    'a root that is carried by another',
    { edges: ['r1 > p1 physical-servers.bay_id'], of: ['p1', 'r1'] },
    'r1 down, p1 down',
  ],
  [
    'a circle comes to an end',
    { edges: ['n1 > n2 subnetworks.subnetwork_id', 'n2 > n1 subnetworks.subnetwork_id'], of: ['n1'] },
    'n1 down, n2 down',
  ],
  [
    'a hidden object neither fails nor fails others',
    { edges: ['b1 > r1 bays.room_id', 'r1 > p1 physical-servers.bay_id'], hidden: ['r1'], of: ['b1'] },
    'b1 down',
  ],
  [
    'a hidden host is no redundancy',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'],
      hidden: ['p2'],
      of: ['p1'],
    },
    's1 down, p1 down',
  ],
];

describe('what an outage does', () => {
  test.each(CASES)('%s', (_, given, result) => {
    expect(told(run(given)).split(', ').sort()).toEqual(result.split(', ').sort());
  });
});

describe('why', () => {
  /** The state of one object with its round, chain and reasons. */
  function why(given: Case, name: string) {
    const { graph, index, found } = run(given);
    const names = (nodes: number[]): string[] => nodes.map((node) => short(nameOf(graph, node)));
    return {
      state: STATES[found.stateOf(index(name))],
      round: found.roundOf(index(name)),
      chain: names(found.chainOf(index(name))).join(' '),
      because: found
        .becauseOf(index(name))
        .map(
          ({ supplier, type, group, standing, of }) =>
            `${names([supplier])[0]} ${graph.types[type]!.name} ${group} ${standing}/${of}`,
        ),
    };
  }
  const host = (machine: number): string => `p${machine} > s1 logical-servers.physical_servers`;

  test('a root has none', () => {
    expect(why({ edges: [host(1)], of: ['p1'] }, 'p1')).toEqual({ state: 'down', round: 0, chain: 'p1', because: [] });
  });

  test('all suppliers that are down count, whichever was first', () => {
    expect(
      why({ edges: ['r1 > p2 physical-servers.bay_id', host(1), host(2), host(3)], of: ['p1', 'r1'] }, 's1'),
    ).toEqual({
      state: 'degraded',
      round: 1,
      chain: 'p1 s1',
      because: ['p1 logical-servers.physical_servers host 1/3', 'p2 logical-servers.physical_servers host 1/3'],
    });
  });

  test('the round is that of the last rise, and the chain ends with who made it', () => {
    const edges = ['b1 > r1 bays.room_id', 'r1 > p2 physical-servers.bay_id', host(1), host(2)];
    expect(why({ edges, of: ['p1', 'b1'] }, 's1')).toEqual({
      state: 'down',
      round: 3,
      chain: 'b1 r1 p2 s1',
      because: ['p1 logical-servers.physical_servers host 0/2', 'p2 logical-servers.physical_servers host 0/2'],
    });
  });

  test('a chain through someone who is worse off by now', () => {
    // Process 1 is degraded first, which its macro-process is told, and down two rounds later.
    const edges = [
      'y1 > x1 processes.activities',
      'x1 > m1 processes.macroprocess_id',
      'd1 > a1 applications.databases',
      's1 > d1 databases.logical_servers',
      'a1 > x1 processes.applications',
    ];
    const given = { edges, of: ['y1', 's1'] };
    expect(why(given, 'x1')).toMatchObject({ state: 'down', round: 3, chain: 's1 d1 a1 x1' });
    expect(why(given, 'm1')).toMatchObject({ state: 'degraded', round: 2, chain: 'y1 x1 m1' });
  });

  test('of two that are as early, by the order of kinds, then id, not by name', () => {
    const edges = ['b1 > p1 physical-servers.building_id', 'r1 > p1 physical-servers.bay_id'];
    expect(why({ edges, of: ['r1', 'b1'] }, 'p1').chain).toBe('b1 p1');
    expect(why({ edges: [host(10), host(9)], of: ['p10', 'p9'] }, 's1').chain).toBe('p9 s1');
  });

  test('what makes it no worse does not count', () => {
    const edges = ['s1 > a1 applications.logical_servers', 'p1 > a1 applications.physical_servers'];
    expect(why({ edges, of: ['s1', 'p1'] }, 'a1').because).toEqual(['s1 applications.logical_servers null 0/1']);
  });

  test('several cables are one supplier, and spread along each of them', () => {
    const given = {
      edges: ['w1 > p1 physical-links #2', 'w1 > p1 physical-links #1', 'w1 > p1 physical-servers.physical_switch_id'],
      of: ['w1'],
    };
    expect(why(given, 'p1').because).toEqual(['w1 physical-servers.physical_switch_id uplink 0/1']);
    const { graph, found } = run(given);
    const among = new Uint8Array(graph.nodes.count).fill(1);
    expect(found.spreadAmong(found.nodes(), among).map((edge) => graph.edges.object[edge])).toEqual([0, 1, 2]);
  });
});

test('one outage after another', () => {
  const { index, found } = run({
    edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'],
    of: ['p1', 'p2'],
  });
  found.run([index('p1')]);
  expect(STATES[found.stateOf(index('s1'))]).toBe('degraded');
  found.run([index('s1')]);
  expect([...found.nodes()]).toEqual([index('s1')]);
  found.run([]);
  expect([...found.nodes()]).toEqual([]);
});
