import { Html, Ip, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { SecurityDevice } from '../logical-infrastructure/security-device.entity.js';
import type { Site } from './site.entity.js';

/** A security device as a piece of equipment. */
@Resource('physical-security-devices', {
  titles: { fr: ['Matériel de sécurité physique', 'Matériels de sécurité physiques'] },
  synonyms: ['firewall', 'pare-feu'],
  view: 'physical',
  key: 'physical_security_device',
  graph: { network: 'forwards' },
  uid: 'PSECURITY_',
  about: 'A security device as a piece of equipment.',
})
export class PhysicalSecurityDevice extends MapObject {
  @Name({ about: 'Name of the physical security device' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the physical security device' }) description!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('bays', { about: 'Bay it stands in', edge: { family: 'places', down: 'all' } }) bay_id!: number | null;
  bay!: Bay | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  address_ip!: string | null;
  @Links('security-devices') security_devices!: SecurityDevice[];
}
