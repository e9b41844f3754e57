import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Lan } from './lan.entity.js';
import type { Man } from './man.entity.js';
import type { Router } from '../logical-infrastructure/router.entity.js';
import type { Site } from './site.entity.js';
import type { Vlan } from '../logical-infrastructure/vlan.entity.js';
import type { Wan } from './wan.entity.js';

/** A router as a piece of equipment. */
@Resource('physical-routers', {
  titles: { fr: ['Routeur physique', 'Routeurs physiques'] },
  view: 'physical',
  key: 'physical_router',
  graph: { network: 'forwards', placeEnd: 1 },
  uid: 'PHYS_ROUTER_',
  about: 'A router as a piece of equipment.',
})
export class PhysicalRouter extends MapObject {
  @Name({ about: 'Name of the physical router' }) name!: string;
  @Html({ search: true, about: 'Description of the physical router' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('bays', { about: 'Bay it stands in', edge: { family: 'places', down: 'all' } }) bay_id!: number | null;
  bay!: Bay | null;
  @Links('routers') routers!: Router[];
  @Links('vlans') vlans!: Vlan[];
  @Links('wans') wans!: Wan[];
  @Links('mans') mans!: Man[];
  @Links('lans') lans!: Lan[];
  @Products() products!: ProductIdentity[];
}
