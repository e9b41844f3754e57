import type { View } from './view.js';

/** Subnets by the zone of the firewall that they are in. */
export const ADDRESS_PLAN: View = {
  name: 'address-plan',
  kinds: ['subnetworks'],
  nest: [],
  groupBy: { kind: 'subnetworks', column: 'zone', without: 'withoutZone' },
  list: true,
  lines: [],
  badges: [
    { edge: 'subnetworks.vlan_id', on: 'to', kind: 'vlans' },
    { edge: 'subnetworks.gateway_id', on: 'to', kind: 'gateways' },
  ],
  badgeColumns: { subnetworks: ['address', 'default_gateway'] },
  show: ['tags', 'kinds'],
  selectors: [{ name: 'zone', keeps: 'column', on: 'subnetworks', column: 'zone', list: true }],
};
