/** Kinds and types of edges that show every mechanism of the rules; their own, so that tests do not follow the product's. */
import type { EdgeType, Rule } from '../../../src/graph/graph.js';
import type { PlainMap } from './build.js';

export const KINDS: PlainMap['kinds'] = [
  ['entities', 'ecosystem'],
  ['macro-processuses', 'information-system'],
  ['processes', 'information-system'],
  ['activities', 'information-system'],
  ['application-blocks', 'applications', { heading: true }],
  ['applications', 'applications'],
  ['application-services', 'applications'],
  ['databases', 'applications'],
  ['admin-users', 'administration'],
  ['subnetworks', 'logical'],
  ['clusters', 'logical'],
  [
    'logical-servers',
    'logical',
    { founded: { by: ['logical-servers.physical_servers', 'clusters.logical_servers', 'physical-links'] } },
  ],
  ['backups', 'logical'],
  ['containers', 'logical', { founded: { by: ['containers.logical_servers'] } }],
  ['buildings', 'physical'],
  ['bays', 'physical'],
  [
    'physical-servers',
    'physical',
    {
      founded: { by: ['physical-servers.building_id', 'physical-servers.bay_id'], whereFails: true },
      network: 'machine',
    },
  ],
  ['physical-switches', 'physical', { network: 'forwards', placeEnd: 2 }],
  ['storage-devices', 'physical', { network: 'storage' }],
];

const type = (name: string, family: string, from: string, to: string, ...rules: Rule[]): EdgeType => ({
  name,
  family,
  from: [from],
  to: [to],
  rules,
  // Each end calls the other by its kind.
  sorts: { from: to.replaceAll('-', '_'), to: from.replaceAll('-', '_') },
});

const connector = (name: string, family: string, ends: readonly string[], ...rules: Rule[]): EdgeType => ({
  name,
  family,
  from: ends,
  to: ends,
  connector: name,
  rules,
});

type More = Partial<Rule>;
const rule =
  (effect: Rule['effect']) =>
  (need: 'all' | 'any', more: More = {}): Rule => ({ cause: 'from', effect, need, ...more });
const [down, degraded, atRisk] = [rule('down'), rule('degraded'), rule('at_risk')];
const concerned = (more: More = {}): Rule => rule('concerned')('all', more);

const PASSES = { passes: true } as const;
const HOSTS = { passes: true, together: true } as const;
const HAS_MACHINES = { side: 'from', has: ['clusters.physical_servers'] } as const;
const HAS_SERVERS = { side: 'to', has: ['applications.logical_servers', 'applications.containers'] } as const;
const STORAGE = { group: 'storage', partly: 'mirror', ...PASSES } as const;

export const TYPES: readonly EdgeType[] = [
  type('buildings.building_id', 'places', 'buildings', 'buildings', down('all')),
  type('bays.room_id', 'places', 'buildings', 'bays', down('all')),
  type('physical-servers.building_id', 'places', 'buildings', 'physical-servers', down('all')),
  type('physical-servers.bay_id', 'places', 'bays', 'physical-servers', down('all')),
  type('physical-switches.bay_id', 'places', 'bays', 'physical-switches', down('all')),
  type('storage-devices.bay_id', 'places', 'bays', 'storage-devices', down('all')),
  type(
    'logical-servers.physical_servers',
    'hosting',
    'physical-servers',
    'logical-servers',
    down('any', { group: 'host', ...HOSTS }),
  ),
  type(
    'clusters.physical_servers',
    'hosting',
    'physical-servers',
    'clusters',
    down('any', { group: 'member', ...HOSTS }),
  ),
  type(
    'clusters.logical_servers',
    'hosting',
    'clusters',
    'logical-servers',
    down('any', { group: 'host', when: HAS_MACHINES, ...HOSTS }),
    { ...down('any', { group: 'member', unless: HAS_MACHINES, ...HOSTS }), cause: 'to' },
  ),
  type(
    'containers.logical_servers',
    'hosting',
    'logical-servers',
    'containers',
    down('any', { group: 'host', ...HOSTS }),
  ),
  type(
    'databases.logical_servers',
    'hosting',
    'logical-servers',
    'databases',
    down('any', { group: 'host', ...HOSTS }),
  ),
  type(
    'applications.logical_servers',
    'hosting',
    'logical-servers',
    'applications',
    down('all', {
      ...HOSTS,
      peers: {
        by: 'clusters.logical_servers',
        unless: ['clusters.physical_servers'],
        unlessShared: ['logical-servers.physical_servers'],
      },
    }),
  ),
  type(
    'applications.physical_servers',
    'hosting',
    'physical-servers',
    'applications',
    down('all', { peers: { by: 'clusters.physical_servers' }, unless: HAS_SERVERS, ...HOSTS }),
    degraded('all', { when: HAS_SERVERS, ...HOSTS }),
  ),
  type('applications.containers', 'hosting', 'containers', 'applications', down('all', HOSTS)),
  type('applications.application_block_id', 'structure', 'applications', 'application-blocks', concerned(), {
    ...down('all'),
    cause: 'to',
  }),
  type(
    'applications.application_services',
    'structure',
    'application-services',
    'applications',
    degraded('all', PASSES),
    {
      ...down('any', PASSES),
      cause: 'to',
    },
  ),
  type('processes.applications', 'business', 'applications', 'processes', down('all', PASSES)),
  type('processes.macroprocess_id', 'business', 'processes', 'macro-processuses', degraded('all', PASSES)),
  type('processes.activities', 'business', 'activities', 'processes', degraded('all', PASSES)),
  type('applications.databases', 'data', 'databases', 'applications', down('all', HOSTS)),
  {
    ...type(
      'applications.requires',
      'flows',
      'applications',
      'applications',
      down('all', { ...PASSES, whenField: 'effect' }),
      degraded('all', { ...PASSES, unlessField: 'effect' }),
    ),
    sorts: { from: 'required_by', to: 'requires' },
  },
  type('subnetworks.subnetwork_id', 'network', 'subnetworks', 'subnetworks', down('all')),
  type('subnetworks.connected_subnets_id', 'network', 'subnetworks', 'subnetworks'),
  type('applications.administrators', 'access', 'admin-users', 'applications', { ...concerned(), cause: 'to' }),
  type('logical-servers.backups', 'protection', 'backups', 'logical-servers', atRisk('any')),
  type('entities.processes', 'duties', 'processes', 'entities', concerned(), { ...degraded('any'), cause: 'to' }),
  type('entities.parent_entity_id', 'duties', 'entities', 'entities', degraded('all'), { ...down('all'), cause: 'to' }),
  type('storage-devices.physical_servers', 'data', 'storage-devices', 'physical-servers', down('any', STORAGE)),
  { ...type('physical-servers.physical_switch_id', 'cables', 'physical-switches', 'physical-servers'), plugs: true },
  connector(
    'application-flows',
    'flows',
    ['applications', 'application-services', 'databases'],
    degraded('all', { optional: 'flows', ...PASSES }),
    { ...degraded('all', { optional: 'flows', whenField: 'bidirectional', ...PASSES }), cause: 'to' },
  ),
  {
    ...connector(
      'physical-links',
      'cables',
      ['physical-switches', 'physical-servers', 'storage-devices', 'logical-servers'],
      down('any', { ...STORAGE, kinds: { side: 'from', of: ['storage-devices'] } }),
    ),
    plugs: true,
  },
  type(
    'address:logical-servers',
    'network',
    'subnetworks',
    'logical-servers',
    down('any', { group: 'net', partly: 'network', ...PASSES }),
  ),
  type('address:physical-servers', 'network', 'subnetworks', 'physical-servers', atRisk('any', { group: 'net' })),
];

/** What a network has besides, where it goes from one site to others. */
export const WIDE_KINDS: PlainMap['kinds'] = [
  ['gateways', 'logical'],
  ['sites', 'physical', { network: 'place' }],
  ['workstations', 'physical'],
  ['physical-routers', 'physical', { network: 'forwards', placeEnd: 1 }],
  ['wans', 'physical', { network: 'forwards' }],
];

export const WIDE_TYPES: readonly EdgeType[] = [
  ...TYPES.map((one) =>
    one.name === 'physical-links'
      ? { ...one, from: [...one.from, 'physical-routers', 'workstations'], to: [...one.to, 'physical-routers'] }
      : one,
  ),
  type('buildings.site_id', 'places', 'sites', 'buildings', down('all')),
  type('physical-servers.site_id', 'places', 'sites', 'physical-servers', down('all')),
  type('physical-switches.site_id', 'places', 'sites', 'physical-switches', down('all')),
  type('physical-routers.site_id', 'places', 'sites', 'physical-routers', down('all')),
  type('physical-routers.bay_id', 'places', 'bays', 'physical-routers', down('all')),
  type('workstations.building_id', 'places', 'buildings', 'workstations', down('all')),
  { ...type('wans.physical_routers', 'network', 'physical-routers', 'wans'), plugs: true },
  { ...type('wans.sites', 'network', 'sites', 'wans'), plugs: true },
  type('address:gateways', 'network', 'physical-routers', 'gateways', down('any', { group: 'device' })),
  type('subnetworks.gateway_id', 'network', 'gateways', 'subnetworks', degraded('all', PASSES)),
];
