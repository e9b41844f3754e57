import { Html, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import type { Subnetwork } from './subnetwork.entity.js';

/** A component that joins networks. */
@Resource('gateways', {
  titles: { fr: ['Passerelle', 'Passerelles'] },
  view: 'logical',
  key: 'gateway',
  uid: 'GATEWAY_',
  about: 'A component that joins networks.',
})
export class Gateway extends MapObject {
  @Name({ about: 'Name of the gateway' }) name!: string;
  @Html({ search: true, about: 'Description of the gateway' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({
    addresses: true,
    search: true,
    about: 'IP address',
    edge: {
      family: 'network',
      at_risk: 'any',
      group: 'net',
      sameAddress: {
        as: [
          ...['routers', 'security-devices', 'network-switches', 'clusters', 'logical-servers'],
          ...['physical-security-devices', 'physical-servers', 'wifi-terminals'],
        ],
        down: 'any',
      },
    },
  })
  ip!: string | null;
  @Str({ about: 'Authentication means' }) authentification!: string | null;
  @Owns('subnetworks', 'gateway_id') subnetworks!: Subnetwork[];
}
