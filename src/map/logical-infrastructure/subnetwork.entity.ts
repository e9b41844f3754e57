import { Html, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { ExternalConnectedEntity } from './external-connected-entity.entity.js';
import type { Gateway } from './gateway.entity.js';
import type { Network } from './network.entity.js';
import type { Vlan } from './vlan.entity.js';

/** A range of addresses of a network. */
@Resource('subnetworks', {
  titles: { fr: ['Sous-réseau', 'Sous-réseaux'] },
  synonyms: ['subnet', 'IP range', 'plage IP'],
  view: 'logical',
  key: 'subnetwork',
  uid: 'SUBNETWORK_',
  identity: ['name', 'cidr'],
  about: 'A range of addresses of a network.',
})
export class Subnetwork extends MapObject {
  @Name({ about: 'Name of the subnet' }) name!: string;
  @Html({ search: true, about: 'Description of the subnet' }) description!: string | null;
  @Str({ format: 'cidr', search: true, about: 'Address range in CIDR notation', range: true }) address!: string | null;
  @Str({ about: 'How addresses are assigned' }) ip_allocation_type!: string | null;
  @Str({ search: true, about: 'Who operates the subnet' }) responsible_exp!: string | null;
  @Str({ about: 'Located in a DMZ (yes/no text)' }) dmz!: string | null;
  @Str({ about: 'Wireless (yes/no text)' }) wifi!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('subnetworks', { about: 'Subnet it is connected to (legacy)', edge: { family: 'network' } })
  connected_subnets_id!: number | null;
  connected_subnets!: Subnetwork | null;
  @Ref('gateways', { about: 'Gateway used', edge: { family: 'network', degraded: 'all', passes: true } })
  gateway_id!: number | null;
  gateway!: Gateway | null;
  @Str({ about: 'Firewall zone name, free text' }) zone!: string | null;
  @Ref('vlans', { about: 'VLAN carrying the subnet', edge: { family: 'network', down: 'all' } }) vlan_id!:
    number | null;
  vlan!: Vlan | null;
  @Ref('networks', { about: 'Network it belongs to', edge: { family: 'network', down: 'all' } }) network_id!:
    number | null;
  network!: Network | null;
  @Ref('subnetworks', {
    onDelete: 'SET NULL',
    tree: true,
    about: 'Enclosing subnet',
    edge: { family: 'network', down: 'all' },
  })
  subnetwork_id!: number | null;
  subnetwork!: Subnetwork | null;
  @Str({ format: 'ip', about: 'Default gateway address' }) default_gateway!: string | null;
  @Inverse('subnetworks', 'connected_subnets_id', {
    aliases: ['connectedSubnetsSubnetworks', 'connected_subnets_subnetworks'],
    include: 'connectedSubnetsSubnetworks',
  })
  connected_subnetworks!: Subnetwork[];
  @Inverse('subnetworks', 'subnetwork_id', { aliases: ['subnetworks', 'children'], include: 'subnetworks' })
  child_subnetworks!: Subnetwork[];
  @Links('external-connected-entities') external_connected_entities!: ExternalConnectedEntity[];
}
