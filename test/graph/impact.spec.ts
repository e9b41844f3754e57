/** What an outage does, mechanism by mechanism. */
import { whole } from '../../src/graph/walks/tick.js';
import { impact, type Outages } from '../../src/graph/walks/impact.js';
import type { EdgeType } from '../../src/graph/graph.js';
import { buildGraph, nameOf, nodeOf, noTick, viewOf, type PlainEdge, type PlainNode } from './support/build.js';
import { KINDS, TYPES } from './support/types.js';

/** Short names of objects: `p1` is physical-servers_1. */
const SHORT: Record<string, string> = {
  ...{ b: 'buildings', r: 'bays', p: 'physical-servers', w: 'physical-switches', c: 'clusters', s: 'logical-servers' },
  ...{ k: 'containers', a: 'applications', v: 'application-services', l: 'application-blocks', d: 'databases' },
  ...{
    g: 'backups',
    o: 'storage-devices',
    y: 'activities',
    x: 'processes',
    m: 'macro-processuses',
    u: 'admin-users',
    e: 'entities',
    n: 'subnetworks',
  },
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
  /** No longer in use. */
  inactive?: string[];
  /** How many suppliers of a sort are enough, as the objects themselves say. */
  enough?: Record<string, Record<string, number>>;
  /** Objects beside those of the edges. */
  others?: string[];
  of: string[];
  flows?: boolean;
  minUp?: Record<string, number>;
  /** How many suppliers of a sort are enough, as the request says. */
  needs?: Record<string, Record<string, number>>;
}

function run({ edges, tags = {}, hidden = [], of, flows = false, minUp = {}, ...more }: Case) {
  const { inactive = [], enough = {}, others = [], needs = {} } = more;
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
      aside: more.includes('aside'),
    };
  });
  const names = new Set([...plain.flatMap(({ from, to }) => [from, to]), ...[...of, ...others].map(long)]);
  const nodes = [...names].map((name): PlainNode => {
    const [kind, id] = name.split('_') as [string, string];
    const own = short(name);
    return { kind, id: Number(id), tags: tags[own], enough: enough[own], inactive: inactive.includes(own) };
  });
  const graph = buildGraph({ kinds: KINDS, types: TYPES, nodes, edges: plain });
  const view = viewOf(graph, new Set(hidden.map(long)));
  const index = (name: string): number => nodeOf(graph, long(name));
  const asked = {
    of: of.map(index),
    flows,
    minUp: new Map(Object.entries(minUp).map(([name, n]) => [index(name), n])),
    enough: new Map(Object.entries(needs).map(([name, own]) => [index(name), new Map(Object.entries(own))])),
  };
  return { graph, index, found: whole(impact(view, asked, noTick)) };
}

/**
 * `p1 down, c1 degraded`: all that no longer works as before, in the order of answers; then `a1? mirror o1`, of which nobody can
 * tell and why, `s1 inactive` for what is no longer in use, and `| w2 p2` for each part that no longer reaches the rest.
 */
function told({ graph, found }: { graph: ReturnType<typeof run>['graph']; found: Outages }): string {
  const names = (nodes: readonly number[]): string => nodes.map((node) => short(nameOf(graph, node))).join(' ');
  return [
    ...found.nodes().map((node) => `${names([node])} ${found.stateOf(node)}`),
    ...whole(found.doubts()).map(({ node, why, by }) => `${names([node])}? ${why} ${names(by)}`),
    ...found.inactive().map((node) => `${names([node])} inactive`),
    ...found.parted().map(({ devices }) => `| ${names(devices)}`),
  ].join(', ');
}

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
    'p1 down, s1 at_risk',
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
    'p1 at_risk, w1 down',
  ],
  [
    'one supplier by two cables is one',
    {
      edges: ['w1 > p1 physical-servers.physical_switch_id', 'w1 > p1 physical-links #1', 'w1 > p1 physical-links #2'],
      of: ['w1'],
    },
    'p1 down, w1 down, | p1',
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
    's1 down, c1 at_risk',
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
    's1 down, a1 at_risk, c1 at_risk',
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
    's1 down, s3 down, a1 at_risk, c1 at_risk, c2 at_risk',
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
    'nothing spreads from what is at risk',
    {
      edges: [
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s1 logical-servers.physical_servers',
        's1 > a1 applications.logical_servers',
      ],
      of: ['p1'],
    },
    'p1 down, s1 at_risk',
  ],
  // concerned
  [
    'people are concerned, and spread nothing',
    { edges: ['u1 > a1 applications.administrators'], of: ['a1'] },
    'a1 down, u1 concerned',
  ],
  [
    'by what is degraded too',
    {
      edges: [
        'u1 > a1 applications.administrators',
        'p1 > a1 applications.physical_servers',
        's1 > a1 applications.logical_servers',
      ],
      of: ['p1'],
    },
    'p1 down, a1 degraded, u1 concerned',
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
    's1 down, a1 at_risk, a1? unfounded s2',
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
    's1 down, a1 at_risk, a1? unfounded s2',
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
  // Degraded suppliers
  [
    'degraded spreads where nothing unharmed stands: certificate, server, application, process, macro-process',
    {
      edges: ['a1 > x1 processes.applications', 'a2 > a1 applications.requires', 'x1 > m1 processes.macroprocess_id'],
      of: ['a2'],
    },
    'a2 down, m1 degraded, x1 degraded, a1 degraded',
  ],
  [
    'where one is degraded and another is down, the target is degraded',
    {
      edges: [
        'o1 > p1 physical-links #1',
        'o2 > p1 physical-links #2',
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s1 logical-servers.physical_servers',
      ],
      of: ['o1', 'p2'],
    },
    's1 degraded, p1 degraded, p2 down, o1 down, p1? mirror o1',
  ],
  [
    'where another one stands, at risk',
    {
      edges: [
        'o1 > p1 physical-links #1',
        'o2 > p1 physical-links #2',
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s1 logical-servers.physical_servers',
      ],
      of: ['o1'],
    },
    'p1 degraded, s1 at_risk, o1 down, p1? mirror o1',
  ],
  // Storage
  ['storage alone', { edges: ['o1 > p1 storage-devices.physical_servers'], of: ['o1'] }, 'p1 down, o1 down'],
  [
    'by cable or by what is recorded it is one group',
    { edges: ['o1 > p1 storage-devices.physical_servers', 'o2 > p1 physical-links #1'], of: ['o1', 'o2'] },
    'p1 down, o1 down, o2 down',
  ],
  [
    'that one of two is enough must be said',
    {
      edges: ['o1 > p1 storage-devices.physical_servers', 'o2 > p1 physical-links #1'],
      enough: { p1: { storage_devices: 1 } },
      of: ['o1'],
    },
    'p1 at_risk, o1 down',
  ],
  // needs
  [
    'needs: two of three servers, one is lost',
    {
      edges: [1, 2, 3].map((i) => `s${i} > a1 applications.logical_servers`),
      enough: { a1: { logical_servers: 2 } },
      others: ['p1'],
      of: ['s1'],
    },
    's1 down, a1 at_risk, a1? unfounded s2 s3',
  ],
  [
    'needs: two of three, two are lost',
    {
      edges: [1, 2, 3].map((i) => `s${i} > a1 applications.logical_servers`),
      enough: { a1: { logical_servers: 2 } },
      of: ['s1', 's2'],
    },
    'a1 down, s1 down, s2 down',
  ],
  [
    'needs: enough only with those that work worse',
    {
      edges: [
        ...[1, 2].map((i) => `p${i} > s1 logical-servers.physical_servers`),
        'o1 > p1 physical-links #1',
        'o2 > p1 physical-links #2',
      ],
      enough: { s1: { physical_servers: 2 } },
      of: ['o1'],
    },
    's1 degraded, p1 degraded, o1 down, p1? mirror o1',
  ],
  [
    'needs: the request before the object, and both before its tags',
    {
      edges: [1, 2].map((i) => `s${i} > a1 applications.logical_servers`),
      enough: { a1: { logical_servers: 2 } },
      tags: { a1: ['min-up:2'] },
      needs: { a1: { logical_servers: 1 } },
      of: ['s1'],
    },
    's1 down, a1 at_risk, a1? unfounded s2',
  ],
  [
    'needs: the request before the object, also of what works worse without',
    {
      edges: [1, 2].map((i) => `v${i} > a1 applications.application_services`),
      enough: { a1: { application_services: 2 } },
      needs: { a1: { application_services: 1 } },
      of: ['v1'],
    },
    'a1 at_risk, v1 down',
  ],
  [
    'needs: of other sorts the tags count',
    {
      edges: [
        'd1 > a1 applications.databases',
        'd2 > a1 applications.databases',
        's1 > a1 applications.logical_servers',
      ],
      enough: { a1: { logical_servers: 1 } },
      tags: { a1: ['min-up:1'] },
      of: ['d1'],
    },
    'd1 down, a1 at_risk',
  ],
  [
    'needs: of each sort by itself: what is of another sort does not stand in',
    {
      edges: [
        ...[1, 2].map((i) => `p${i} > s1 logical-servers.physical_servers`),
        'c1 > s1 clusters.logical_servers',
        'p3 > c1 clusters.physical_servers',
      ],
      enough: { s1: { physical_servers: 2 } },
      of: ['p1'],
    },
    's1 down, p1 down',
  ],
  [
    'needs: of each sort by itself: of the others none is needed',
    {
      edges: [
        ...[1, 2].map((i) => `p${i} > s1 logical-servers.physical_servers`),
        'c1 > s1 clusters.logical_servers',
        'p3 > c1 clusters.physical_servers',
      ],
      enough: { s1: { physical_servers: 2 } },
      of: ['p3'],
    },
    's1 at_risk, c1 down, p3 down',
  ],
  [
    'needs: a tag is for all sorts without a number',
    {
      edges: [
        ...[1, 2].map((i) => `s${i} > a1 applications.logical_servers`),
        ...[1, 2].map((i) => `k${i} > a1 applications.containers`),
      ],
      enough: { a1: { logical_servers: 2 } },
      tags: { a1: ['min-up:1'] },
      of: ['k1'],
    },
    'a1 at_risk, k1 down, a1? unfounded k2',
  ],
  // Clusters
  [
    'servers of a cluster do not stand in for each other where one has a machine',
    {
      edges: [
        ...CLUSTER_OF_SERVERS,
        'p1 > s1 logical-servers.physical_servers',
        's1 > a1 applications.logical_servers',
        's2 > a1 applications.logical_servers',
      ],
      of: ['s1'],
    },
    's1 down, a1 down, c1 at_risk',
  ],
  [
    'unless the cluster says how many are enough',
    {
      edges: [
        ...CLUSTER_OF_SERVERS,
        'p1 > s1 logical-servers.physical_servers',
        's1 > a1 applications.logical_servers',
        's2 > a1 applications.logical_servers',
      ],
      enough: { c1: { logical_servers: 1 } },
      of: ['s1'],
    },
    's1 down, a1 at_risk, c1 at_risk',
  ],
  [
    'hosts of its servers that a cluster does not name are no reserve for it',
    {
      edges: ['p1 > c1 clusters.physical_servers', ...CLUSTER_OF_SERVERS, 'p2 > s1 logical-servers.physical_servers'],
      of: ['p1'],
    },
    'p1 down, c1 down, s1 at_risk, s2 down',
  ],
  // Who counts as a supplier
  [
    'what is no longer in use is no reserve',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'],
      inactive: ['p2'],
      of: ['p1'],
    },
    's1 down, p1 down',
  ],
  [
    'and takes nobody down: of who has nothing else nobody can tell',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 's1 > a1 applications.logical_servers'],
      inactive: ['s1'],
      of: ['p1'],
    },
    'p1 down, a1? inactive s1, s1 inactive',
  ],
  [
    'one of which it is not recorded where it runs: works, and nobody can tell',
    {
      edges: [
        'p1 > s1 logical-servers.physical_servers',
        's1 > k1 containers.logical_servers',
        's2 > k1 containers.logical_servers',
      ],
      of: ['p1'],
    },
    's1 down, p1 down, k1 at_risk, k1? unfounded s2',
  ],
  [
    'beside another whose host stands it is no matter',
    {
      edges: [
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s3 logical-servers.physical_servers',
        ...[1, 2, 3].map((i) => `s${i} > k1 containers.logical_servers`),
      ],
      of: ['p1'],
    },
    's1 down, p1 down, k1 at_risk',
  ],
  [
    'where part of what would tell is hidden, that is said',
    {
      edges: [
        'p1 > s1 logical-servers.physical_servers',
        's1 > k1 containers.logical_servers',
        's2 > k1 containers.logical_servers',
      ],
      others: ['p2'],
      hidden: ['p2'],
      of: ['p1'],
    },
    's1 down, p1 down, k1 at_risk, k1? hidden s2',
  ],
  [
    'a machine without a place, where a place fails',
    {
      edges: [
        'r1 > p1 physical-servers.bay_id',
        'p1 > s1 logical-servers.physical_servers',
        'p2 > s1 logical-servers.physical_servers',
      ],
      of: ['r1'],
    },
    'r1 down, p1 down, s1 at_risk, s1? unfounded p2',
  ],
  [
    'and where none does',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 'p2 > s1 logical-servers.physical_servers'],
      of: ['p1'],
    },
    'p1 down, s1 at_risk',
  ],
  // Headings and protections
  [
    'a block does not fail',
    { edges: ['a1 > l1 applications.application_block_id'], of: ['a1'] },
    'a1 down, l1 concerned',
  ],
  ['a lost backup plan', { edges: ['g1 > s1 logical-servers.backups'], of: ['g1'] }, 'g1 down, s1 at_risk'],
  [
    'an application that needs another one',
    { edges: ['a1 > a2 applications.requires flagged', 'a1 > a3 applications.requires'], of: ['a1'] },
    'a1 down, a2 down, a3 degraded',
  ],
  // Networks
  [
    'one of two subnets: reachable in the other only, and of its applications nobody can tell',
    {
      edges: [
        'n1 > s1 address:logical-servers',
        'n2 > s1 address:logical-servers',
        's1 > a1 applications.logical_servers',
      ],
      of: ['n1'],
    },
    'n1 down, s1 degraded, a1? network s1',
  ],
  [
    'all subnets',
    {
      edges: ['n1 > s1 address:logical-servers', 'n2 > s1 address:logical-servers'],
      of: ['n1', 'n2'],
    },
    's1 down, n1 down, n2 down',
  ],
  ['a management address', { edges: ['n1 > p1 address:physical-servers'], of: ['n1'] }, 'n1 down, p1 at_risk'],
  [
    'a cluster whose machines are all out of use is one without machines',
    {
      edges: ['p1 > c1 clusters.physical_servers', 'c1 > s1 clusters.logical_servers'],
      inactive: ['p1'],
      of: ['s1'],
    },
    's1 down, c1 down',
  ],
  // What is plugged together
  [
    'a part without machines is cut off',
    {
      edges: ['w1 > w2 physical-links #1', 'w2 > w3 physical-links #2', 'w1 > p1 physical-links #3'],
      of: ['w2'],
    },
    'w2 down, w3 down, | w3',
  ],
  [
    'a part with machines is parted, and what runs there works worse',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > w3 physical-links #2'],
        ...['w1 > p1 physical-links #3', 'w1 > p2 physical-links #4', 'w3 > p3 physical-links #5'],
        's3 > a3 applications.logical_servers',
        'p3 > s3 logical-servers.physical_servers',
      ],
      of: ['w2'],
    },
    'w2 down, w3 degraded, p3 degraded, s3 degraded, a3 degraded, | p3 w3',
  ],
  [
    'an application that needs both parts is down',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > w3 physical-links #2'],
        ...['w1 > p1 physical-links #3', 'w1 > p2 physical-links #4', 'w3 > p3 physical-links #5'],
        ...['s1 > a1 applications.logical_servers', 's3 > a1 applications.logical_servers'],
        ...['p1 > s1 logical-servers.physical_servers', 'p3 > s3 logical-servers.physical_servers'],
      ],
      of: ['w2'],
    },
    'w2 down, a1 down, w3 degraded, p3 degraded, s3 degraded, | p3 w3',
  ],
  [
    'and one that needs a part and what has a way into another network',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > p1 physical-links #2', 'w3 > p1 physical-links #3'],
        ...['w1 > w4 physical-links #4', 'w4 > p3 physical-links #5', 'w4 > p4 physical-links #6'],
        ...['w1 > p2 physical-links #7', 'w1 > p5 physical-links #8', 'p2 > p5 physical-links #9'],
        ...['p1 > a1 applications.physical_servers', 'p2 > a1 applications.physical_servers'],
      ],
      of: ['w1'],
    },
    'w1 down, a1 down, w2 degraded, p2 degraded, p5 degraded, | p1 w2, | p2 p5',
  ],
  [
    'what is plugged into end devices alone is in no part of a network',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w1 > p1 physical-links #2', 'w2 > p2 physical-links #3'],
        ...['p1 > s1 physical-links #4', 's1 > p3 physical-links #5'],
      ],
      of: ['w1'],
    },
    'p1 degraded, w1 down, | p1',
  ],
  [
    'a machine with two cables joins nothing',
    {
      edges: [
        ...['w1 > p1 physical-links #1', 'w2 > p1 physical-links #2', 'w1 > w3 physical-links #3'],
        ...['w3 > w2 physical-links #4', 'w1 > p2 physical-links #5', 'w2 > p3 physical-links #6'],
        'w1 > p4 physical-links #7',
      ],
      of: ['w3'],
    },
    'w3 down, w2 degraded, p3 degraded, | p1 p3 w2',
  ],
  [
    'a machine whose last cable ends in what failed is down',
    { edges: ['w1 > p1 physical-links #1', 'w1 > w2 physical-links #2', 'w2 > p2 physical-links #3'], of: ['w1'] },
    'w1 down, p1 down, | p1',
  ],
  [
    'one of two cables',
    {
      edges: ['w1 > p1 physical-links #1', 'w2 > p1 physical-links #2', 'w1 > w2 physical-links #3'],
      of: ['w1'],
    },
    'w1 down, p1 at_risk',
  ],
  [
    'cables of storage and of management are no network',
    {
      edges: ['w1 > p1 physical-links #1', 'w2 > p1 physical-links #2 aside', 'o1 > p1 physical-links #3'],
      of: ['w1'],
    },
    'w1 down, p1 down, | p1',
  ],
  [
    'parts are found once: by the roots and what stands in them',
    {
      edges: [
        ...['r1 > w1 physical-switches.bay_id', 'w1 > p1 physical-links #1', 'w1 > w2 physical-links #2'],
        'w2 > p2 physical-links #3',
      ],
      of: ['r1'],
    },
    'r1 down, w1 down, p1 down, | p1',
  ],
  [
    'what is down otherwise parts nothing',
    {
      edges: ['p1 > s1 logical-servers.physical_servers', 's1 > w1 physical-links #1', 'w1 > p2 physical-links #2'],
      of: ['p1'],
    },
    's1 down, p1 down',
  ],
  [
    'the main part is that with the most machines, whatever else is in the others',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > p1 physical-links #2', 'w2 > p2 physical-links #3'],
        ...['w1 > w3 physical-links #4', 'w3 > p3 physical-links #5', 'w3 > w4 physical-links #6'],
        'w4 > w5 physical-links #7',
      ],
      of: ['w1'],
    },
    'w1 down, w3 degraded, w4 degraded, w5 degraded, p3 degraded, | p3 w3 w4 w5',
  ],
  [
    'its machines are those of the map before',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > p1 physical-links #2', 'w2 > p2 physical-links #3'],
        ...['w1 > w3 physical-links #4', 'w3 > p3 physical-links #5', 'w3 > w4 physical-links #6'],
      ],
      of: ['w1', 'p1'],
    },
    'w1 down, p1 down, w3 degraded, w4 degraded, p3 degraded, | p3 w3 w4',
  ],
  [
    'what is down otherwise still counts in its part',
    {
      edges: [
        ...['w1 > w2 physical-links #1', 'w2 > p1 physical-links #2', 'w2 > p2 physical-links #3'],
        ...['w1 > w3 physical-links #4', 'w3 > p3 physical-links #5', 'w3 > p4 physical-links #6'],
        'o1 > p1 physical-links #7',
      ],
      of: ['w1', 'o1'],
    },
    'w1 down, o1 down, p1 down, w3 degraded, p3 degraded, p4 degraded, | p3 p4 w3',
  ],
  [
    'so many as are enough must be in one part',
    {
      edges: [
        ...[2, 3, 4].map((i) => `w1 > w${i} physical-links #${i}`),
        ...[2, 3, 4].map((i) => `w${i} > p${i} physical-links #${i + 3}`),
        ...[2, 3, 4].map((i) => `p${i} > a1 applications.physical_servers`),
      ],
      enough: { a1: { physical_servers: 2 } },
      of: ['w1'],
    },
    'w1 down, a1 down, w3 degraded, w4 degraded, p3 degraded, p4 degraded, | p3 w3, | p4 w4',
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
      state: found.stateOf(index(name)),
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
      state: 'at_risk',
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
    const { found, index } = run(given);
    expect(found.stepsOf(index('m1')).map(({ state }) => state)).toEqual(['down', 'degraded', 'degraded']);
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
    expect(why(given, 'p1').because).toEqual(['w1 physical-servers.physical_switch_id cut off 0/1']);
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
  whole(found.run([index('p1')]));
  expect(found.stateOf(index('s1'))).toBe('at_risk');
  whole(found.run([index('s1')]));
  expect([...found.nodes()]).toEqual([index('s1')]);
  whole(found.run([]));
  expect([...found.nodes()]).toEqual([]);
});

test('what comes by a cable counts by each name that links of the same rules give its kind, whichever way they lead', () => {
  const any = { group: 'storage', effect: 'down', need: 'any' } as const;
  const [disks, hosts] = [['disks'], ['hosts']];
  const types: EdgeType[] = [
    {
      name: 'boots',
      family: 'data',
      from: disks,
      to: hosts,
      sorts: { to: 'boot' },
      rules: [{ cause: 'from', ...any }],
    },
    {
      name: 'stores',
      family: 'data',
      from: hosts,
      to: disks,
      sorts: { from: 'data' },
      rules: [{ cause: 'to', ...any }],
    },
    {
      name: 'cables',
      family: 'cables',
      from: disks,
      to: hosts,
      connector: 'cables',
      rules: [{ cause: 'from', ...any }],
    },
  ];
  const state = (enough: Record<string, number>): string => {
    const graph = buildGraph({
      ...{ kinds: [...disks, ...hosts].map((kind) => [kind, 'physical'] as const), types },
      nodes: [...[1, 2].map((id) => ({ kind: 'disks', id })), { kind: 'hosts', id: 1, enough }],
      edges: [1, 2].map((id) => ({ type: 'cables', from: `disks_${id}`, to: 'hosts_1', object: id })),
    });
    const found = whole(impact(viewOf(graph), { of: [nodeOf(graph, 'disks_1')], flows: false }, noTick));
    return found.stateOf(nodeOf(graph, 'hosts_1'));
  };
  expect([state({}), state({ boot: 2 }), state({ data: 2 })]).toEqual(['at_risk', 'down', 'down']);
});
