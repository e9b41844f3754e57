import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { NetworkSwitch } from '../logical-infrastructure/network-switch.entity.js';
import type { Site } from './site.entity.js';

/** A switch as a piece of equipment. */
@Resource('physical-switches', {
  titles: { fr: ['Commutateur physique', 'Commutateurs physiques'] },
  view: 'physical',
  key: 'physical_switch',
  graph: { network: 'forwards', placeEnd: 2 },
  uid: 'SWITCH_',
  about: 'A switch as a piece of equipment.',
})
export class PhysicalSwitch extends MapObject {
  @Name({ about: 'Name of the physical switch' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the physical switch' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('bays', { about: 'Bay it stands in', edge: { family: 'places', down: 'all' } }) bay_id!: number | null;
  bay!: Bay | null;
  @Links('network-switches') network_switches!: NetworkSwitch[];
  @Products() products!: ProductIdentity[];
}
