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
  ...ADDRESSES_OF_EQUIPMENT,
};

const KINDS = Object.keys(ADDRESSES);

/** In the smallest subnet of the first address. */
const inSubnet = (path: keyof typeof ADDRESSES): NestRule => ({
  ...{ edge: `address:${path}`, container: 'from', firstAddress: { list: ADDRESSES[path], range: 'address' } },
});

/** Networks, their subnets, and what has addresses in them. */
export const LOGICAL_INFRASTRUCTURE: View = {
  name: 'logical-infrastructure',
  kinds: ['networks', 'subnetworks', ...KINDS, 'containers', 'external-connected-entities'],
  nest: [
    { edge: 'subnetworks.subnetwork_id', container: 'from' },
    { edge: 'subnetworks.network_id', container: 'from' },
    { edge: 'containers.logical_servers', container: 'from' },
    { edge: 'external-connected-entities.network_id', container: 'from' },
    ...(KINDS as Array<keyof typeof ADDRESSES>).map(inSubnet),
  ],
  elsewhere: { kinds: KINDS, label: 'withoutAddress' },
  lines: [
    ...KINDS.map(
      (path) =>
        ({ edge: `address:${path}`, means: 'alsoIn', pattern: 'dotted', backwards: true, further: true }) as const,
    ),
    { edge: 'logical-flows', means: 'flow', label: 'always', show: 'flows', apart: 4 },
  ],
  badges: [
    { edge: 'subnetworks.vlan_id', on: 'to', kind: 'vlans' },
    { edge: 'subnetworks.gateway_id', on: 'to', kind: 'gateways' },
    { edge: 'clusters.logical_servers', on: 'to', kind: 'clusters' },
    { edge: 'logical-servers.certificates', on: 'to', kind: 'certificates' },
    { edge: 'logical-servers.backups', on: 'to', kind: 'backups' },
    { edge: 'vlans.network_switches', on: 'from', kind: 'vlans' },
  ],
  addresses: { ...ADDRESSES, subnetworks: 'address' },
  show: ['ip', 'flows', 'tags', 'kinds'],
  selectors: [
    { name: 'network', kind: 'networks', list: true, keeps: 'within' },
    { name: 'subnetwork', kind: 'subnetworks', list: true, keeps: 'within' },
  ],
};
