import { Html, Ip, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from '../application/application.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { PhysicalSecurityDevice } from '../physical-infrastructure/physical-security-device.entity.js';

/** A logical security device, such as a firewall or a proxy. */
@Resource('security-devices', {
  titles: { fr: ['Équipement de sécurité logique', 'Équipements de sécurité logique'] },
  synonyms: ['firewall', 'pare-feu', 'IDS', 'WAF'],
  view: 'logical',
  key: 'security_device',
  uid: 'LSECURITY_',
  about: 'A logical security device, such as a firewall or a proxy.',
})
export class SecurityDevice extends MapObject {
  @Name({ about: 'Name of the logical security device' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the logical security device' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  address_ip!: string | null;
  @Links('physical-security-devices', { edge: { family: 'network', down: 'any' } })
  physical_security_devices!: PhysicalSecurityDevice[];
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Products() products!: ProductIdentity[];
}
