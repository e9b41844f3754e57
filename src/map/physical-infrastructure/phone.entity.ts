import { Html, Ip, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Building } from './building.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Site } from './site.entity.js';

/** A telephone. */
@Resource('phones', {
  titles: { fr: ['Téléphone', 'Téléphones'] },
  synonyms: ['telephone', 'VoIP'],
  view: 'physical',
  key: 'phone',
  graph: { network: 'forwards' },
  uid: 'PHONE_',
  about: 'A telephone.',
})
export class Phone extends MapObject {
  @Name({ about: 'Name of the phone' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the phone' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('physical-switches', {
    about: 'Switch it is plugged into (unused)',
    edge: { family: 'cables', plugs: true },
  })
  physical_switch_id!: number | null;
  physical_switch!: PhysicalSwitch | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Products() products!: ProductIdentity[];
}
