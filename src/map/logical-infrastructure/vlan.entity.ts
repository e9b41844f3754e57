import { Html, Int, Links, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import type { NetworkSwitch } from './network-switch.entity.js';
import type { PhysicalRouter } from '../physical-infrastructure/physical-router.entity.js';
import type { Subnetwork } from './subnetwork.entity.js';

/** A virtual local network. */
@Resource('vlans', {
  titles: { en: ['VLAN', 'VLANs'], fr: ['VLAN', 'VLAN'] },
  view: 'logical',
  key: 'vlan',
  uid: 'VLAN_',
  about: 'A virtual local network.',
})
export class Vlan extends MapObject {
  @Name({ about: 'Name of the VLAN' }) name!: string;
  @Html({ type: 'varchar(255)', max: 255, search: true, about: 'Description of the VLAN' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Int({ min: 1, max: 4094, index: 'own', about: 'VLAN number (not a key)' }) vlan_id!: number | null;
  @Links('physical-routers', { edge: { family: 'network', degraded: 'any' } }) physical_routers!: PhysicalRouter[];
  @Links('network-switches', { edge: { family: 'network', down: 'any' } }) network_switches!: NetworkSwitch[];
  @Owns('subnetworks', 'vlan_id') subnetworks!: Subnetwork[];
}
