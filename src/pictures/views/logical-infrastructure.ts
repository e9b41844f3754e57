import { ADDRESSES_OF_EQUIPMENT } from './physical-infrastructure.js';
import type { NestRule, View } from './view.js';

/** What has addresses, with the column that lists them. */
const ADDRESSES = {
  gateways: 'ip',
  'network-switches': 'ip',
  routers: 'ip_addresses',
  'security-devices': 'address_ip',
  'dhcp-servers': 'address_ip',
  dnsservers: 'address_ip',
  clusters: 'address_ip',
  'logical-servers': 'address_ip',
};

const KINDS = Object.keys(ADDRESSES);

/** Of the physical layer: drawn only where a flow begins or ends at it. */
const EQUIPMENT = Object.keys(ADDRESSES_OF_EQUIPMENT);
const ALL = { ...ADDRESSES, ...ADDRESSES_OF_EQUIPMENT };

/** What leads from one subnet to another: it stands between those that it has addresses in, or is the gateway of. */
const BETWEEN = ['gateways', 'routers', 'security-devices'];

/** In the smallest subnet of the first address. */
const inSubnet = (path: keyof typeof ALL): NestRule => ({
  ...{ edge: `address:${path}`, container: 'from', firstAddress: { list: ALL[path], range: 'address' } },
});

/** Networks, their subnets, and what has addresses in them. */
export const LOGICAL_INFRASTRUCTURE: View = {
  name: 'logical-infrastructure',
  kinds: ['networks', 'subnetworks', ...KINDS, 'containers', 'external-connected-entities', ...EQUIPMENT],
  linkedOnly: EQUIPMENT,
  shown: { flows: EQUIPMENT },
  outside: 'flows',
  nest: [
    { edge: 'subnetworks.subnetwork_id', container: 'from' },
    { edge: 'subnetworks.network_id', container: 'from' },
    { edge: 'containers.logical_servers', container: 'from' },
    { edge: 'external-connected-entities.network_id', container: 'from' },
    ...([...KINDS, ...EQUIPMENT] as Array<keyof typeof ALL>).map(inSubnet),
  ],
  between: {
    kinds: BETWEEN,
    of: 'subnetworks',
    edges: ['subnetworks.gateway_id', ...BETWEEN.map((path) => `address:${path}`)],
  },
  packed: 'page',
  elsewhere: { kinds: KINDS, label: 'withoutAddress' },
  lines: [
    { edge: 'subnetworks.gateway_id', means: 'leads', arrow: 'none' },
    ...BETWEEN.map((path) => ({ edge: `address:${path}`, means: 'leads', arrow: 'none', further: true }) as const),
    ...KINDS.filter((path) => !BETWEEN.includes(path)).map(
      (path) =>
        ({ edge: `address:${path}`, means: 'alsoIn', pattern: 'dotted', backwards: true, further: true }) as const,
    ),
    {
      edge: 'logical-flows',
      means: 'flow',
      label: 'always',
      show: 'flows',
      apart: 4,
      action: 'action',
      tellEndless: true,
    },
  ],
  badges: [
    { edge: 'subnetworks.vlan_id', on: 'to', kind: 'vlans' },
    { edge: 'clusters.logical_servers', on: 'to', kind: 'clusters' },
    { edge: 'logical-servers.certificates', on: 'to', kind: 'certificates' },
    { edge: 'logical-servers.backups', on: 'to', kind: 'backups' },
    { edge: 'vlans.network_switches', on: 'from', kind: 'vlans' },
  ],
  addresses: { ...ALL, subnetworks: 'address' },
  show: ['ip', 'flows', 'tags', 'kinds'],
  selectors: [
    { name: 'network', kind: 'networks', list: true, keeps: 'within' },
    { name: 'subnetwork', kind: 'subnetworks', list: true, keeps: 'within' },
  ],
};
