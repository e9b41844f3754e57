import { Html, Inverse, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import { Level } from '../codes.js';
import type { ExternalConnectedEntity } from './external-connected-entity.entity.js';
import type { Subnetwork } from './subnetwork.entity.js';

/** A network, as a whole of subnetworks. */
@Resource('networks', {
  titles: { fr: ['Réseau', 'Réseaux'] },
  view: 'logical',
  key: 'network',
  uid: 'NETWORK_',
  about: 'A network, as a whole of subnetworks.',
})
export class Network extends MapObject {
  @Name({ about: 'Name of the network' }) name!: string;
  @Html({ search: true, about: 'Description of the network' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ search: true, about: 'Protocols used' }) protocol_type!: string | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Str({ search: true, about: 'Who handles its security' }) responsible_sec!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Inverse('external-connected-entities', 'network_id') external_connected_entities!: ExternalConnectedEntity[];
  @Owns('subnetworks', 'network_id') subnetworks!: Subnetwork[];
}
