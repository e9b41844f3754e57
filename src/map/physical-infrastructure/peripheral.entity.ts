import { Html, Ip, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from '../application/application.entity.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { Site } from './site.entity.js';

/** A printer, scanner or other device. */
@Resource('peripherals', {
  titles: { fr: ['Périphérique', 'Périphériques'] },
  synonyms: ['printer', 'imprimante', 'scanner'],
  view: 'physical',
  key: 'peripheral',
  uid: 'PERIF_',
  about: 'A printer, scanner or other device.',
})
export class Peripheral extends MapObject {
  @Name({ about: 'Name of the peripheral' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the peripheral' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
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
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Str({ about: 'Field of use, such as IT or OT' }) domain!: string | null;
  @Ref('entities', {
    about: 'Entity supplying the peripheral',
    edge: { family: 'duties', upwards: true, concerned: 'all', back: { degraded: 'all' } },
  })
  provider_id!: number | null;
  provider!: EcosystemEntity | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Products() products!: ProductIdentity[];
}
