import { Html, Links, MapObject, Name, Ref, Resource, Str, Text } from '../../engine/index.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { Network } from './network.entity.js';
import type { Subnetwork } from './subnetwork.entity.js';

/** An outside party that is connected to the networks. */
@Resource('external-connected-entities', {
  titles: { fr: ['Entité externe connectée', 'Entités externes connectées'] },
  view: 'logical',
  key: 'external_connected_entity',
  uid: 'EXTENT_',
  about: 'An outside party that is connected to the networks.',
})
export class ExternalConnectedEntity extends MapObject {
  @Name({ about: 'Name of the external connection' }) name!: string;
  @Html({ search: true, about: 'Description of the external connection' }) description!: string | null;
  @Text({ about: 'Security demands on the connection' }) security!: string | null;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('entities', {
    onDelete: 'CASCADE',
    about: 'Entity concerned',
    edge: { family: 'duties', upwards: true, concerned: 'all', back: { degraded: 'all' } },
  })
  entity_id!: number | null;
  entity!: EcosystemEntity | null;
  @Ref('networks', {
    onDelete: 'CASCADE',
    about: 'Internal network reached',
    edge: { family: 'network', down: 'any', group: 'net' },
  })
  network_id!: number | null;
  network!: Network | null;
  @Str({ format: 'ip-or-cidr-list', about: 'Source address or range' }) src!: string | null;
  @Str({ search: true, about: 'What the source is' }) src_desc!: string | null;
  @Str({ about: 'Destination address or range' }) dest!: string | null;
  @Str({ search: true, about: 'What the destination is' }) dest_desc!: string | null;
  @Str({ search: true, about: 'Contact persons at the other party' }) contacts!: string | null;
  @Links('subnetworks', { edge: { family: 'network', down: 'any', group: 'net' } }) subnetworks!: Subnetwork[];
  @Links('documents') documents!: Document[];
}
