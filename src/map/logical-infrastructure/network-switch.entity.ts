import { Html, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { PhysicalSwitch } from '../physical-infrastructure/physical-switch.entity.js';
import type { Vlan } from './vlan.entity.js';

/** A logical switch. */
@Resource('network-switches', {
  titles: { fr: ['Commutateur réseau', 'Commutateurs réseau'] },
  view: 'logical',
  key: 'network_switch',
  graph: { network: 'forwards' },
  uid: 'LSWITCH_',
  about: 'A logical switch.',
})
export class NetworkSwitch extends MapObject {
  @Name({ about: 'Name of the logical switch' }) name!: string;
  @Str({
    addresses: true,
    search: true,
    about: 'IP address',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  ip!: string | null;
  @Html({ search: true, about: 'Description of the logical switch' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Links('physical-switches', { edge: { family: 'network', down: 'any' } }) physical_switches!: PhysicalSwitch[];
  @Links('vlans', { unique: true }) vlans!: Vlan[];
}
