/** Kinds and types of edges that show every mechanism of the rules; their own, so that tests do not follow the product's. */
import type { EdgeType, Rule } from '../../../src/graph/graph.js';

export const KINDS = [
  ['entities', 'ecosystem'],
  ['macro-processuses', 'information-system'],
  ['processes', 'information-system'],
  ['activities', 'information-system'],
  ['application-blocks', 'applications'],
  ['applications', 'applications'],
  ['application-services', 'applications'],
  ['databases', 'applications'],
  ['admin-users', 'administration'],
  ['subnetworks', 'logical'],
  ['clusters', 'logical'],
  ['logical-servers', 'logical'],
  ['containers', 'logical'],
  ['buildings', 'physical'],
  ['bays', 'physical'],
  ['physical-servers', 'physical'],
  ['physical-switches', 'physical'],
] as const;

const type = (name: string, family: string, from: string, to: string, ...rules: Rule[]): EdgeType => ({
  name,
  family,
  from: [from],
  to: [to],
  rules,
});

const connector = (name: string, family: string, ends: readonly string[], ...rules: Rule[]): EdgeType => ({
  name,
  family,
  from: ends,
  to: ends,
  connector: name,
  rules,
});

const down = (need: 'all' | 'any', more: Partial<Rule> = {}): Rule => ({
  cause: 'from',
  effect: 'down',
  need,
  ...more,
});
const degraded = (need: 'all' | 'any', more: Partial<Rule> = {}): Rule => ({
  ...down(need),
  effect: 'degraded',
  ...more,
});
const concerned = (more: Partial<Rule> = {}): Rule => ({ ...down('all'), effect: 'concerned', ...more });

const HAS_MACHINES = { side: 'from', has: ['clusters.physical_servers'] } as const;
const HAS_SERVERS = { side: 'to', has: ['applications.logical_servers', 'applications.containers'] } as const;

export const TYPES: readonly EdgeType[] = [
  type('buildings.building_id', 'places', 'buildings', 'buildings', down('all')),
  type('bays.room_id', 'places', 'buildings', 'bays', down('all')),
  type('physical-servers.building_id', 'places', 'buildings', 'physical-servers', down('all')),
  type('physical-servers.bay_id', 'places', 'bays', 'physical-servers', down('all')),
  type('physical-switches.bay_id', 'places', 'bays', 'physical-switches', down('all')),
  type(
    'logical-servers.physical_servers',
    'hosting',
    'physical-servers',
    'logical-servers',
    down('any', { group: 'host' }),
  ),
  type('clusters.physical_servers', 'hosting', 'physical-servers', 'clusters', down('any', { group: 'member' })),
  type(
    'clusters.logical_servers',
    'hosting',
    'clusters',
    'logical-servers',
    down('any', { group: 'host', when: HAS_MACHINES }),
    { ...down('any', { group: 'member', unless: HAS_MACHINES }), cause: 'to' },
  ),
  type('containers.logical_servers', 'hosting', 'logical-servers', 'containers', down('any', { group: 'host' })),
  type('databases.logical_servers', 'hosting', 'logical-servers', 'databases', down('any', { group: 'host' })),
  type(
    'applications.logical_servers',
    'hosting',
    'logical-servers',
    'applications',
    down('all', { peers: { by: 'clusters.logical_servers', unless: ['clusters.physical_servers'] } }),
  ),
  type(
    'applications.physical_servers',
    'hosting',
    'physical-servers',
    'applications',
    down('all', { peers: { by: 'clusters.physical_servers' }, unless: HAS_SERVERS }),
    degraded('all', { when: HAS_SERVERS }),
  ),
  type('applications.containers', 'hosting', 'containers', 'applications', down('all')),
  type('applications.application_block_id', 'structure', 'applications', 'application-blocks', degraded('all'), {
    ...down('all'),
    cause: 'to',
  }),
  type('applications.application_services', 'structure', 'application-services', 'applications', degraded('all'), {
    ...down('any'),
    cause: 'to',
  }),
  type('processes.applications', 'business', 'applications', 'processes', down('all')),
  type('processes.macroprocess_id', 'business', 'processes', 'macro-processuses', degraded('all', { passes: true })),
  type('processes.activities', 'business', 'activities', 'processes', degraded('all', { passes: true })),
  type('applications.databases', 'data', 'databases', 'applications', down('all')),
  type('subnetworks.subnetwork_id', 'network', 'subnetworks', 'subnetworks', down('all')),
  type('subnetworks.connected_subnets_id', 'network', 'subnetworks', 'subnetworks'),
  type('applications.administrators', 'access', 'admin-users', 'applications', { ...concerned(), cause: 'to' }),
  type('entities.processes', 'duties', 'processes', 'entities', concerned(), { ...degraded('any'), cause: 'to' }),
  type('entities.parent_entity_id', 'duties', 'entities', 'entities', degraded('all'), { ...down('all'), cause: 'to' }),
  type(
    'physical-servers.physical_switch_id',
    'cables',
    'physical-switches',
    'physical-servers',
    down('any', { group: 'uplink' }),
  ),
  connector(
    'application-flows',
    'flows',
    ['applications', 'application-services', 'databases'],
    degraded('all', { optional: 'flows' }),
    { ...degraded('all', { optional: 'flows', whenField: 'bidirectional' }), cause: 'to' },
  ),
  connector('physical-links', 'cables', ['physical-switches', 'physical-servers'], down('any', { group: 'uplink' })),
  type('address:logical-servers', 'network', 'subnetworks', 'logical-servers', down('any', { group: 'net' })),
  type('address:physical-servers', 'network', 'subnetworks', 'physical-servers', degraded('any', { group: 'net' })),
];
