import { Html, Ip, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Site } from './site.entity.js';

/** A Wi-Fi access point. */
@Resource('wifi-terminals', {
  titles: { en: ['Wi-Fi terminal', 'Wi-Fi terminals'], fr: ['Borne Wi-Fi', 'Bornes Wi-Fi'] },
  synonyms: ['access point', 'point d’accès', 'hotspot'],
  view: 'physical',
  key: 'wifi_terminal',
  graph: { network: 'forwards' },
  uid: 'WIFI_',
  about: 'A Wi-Fi access point.',
})
export class WifiTerminal extends MapObject {
  @Name({ about: 'Name of the wifi access point' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the wifi access point' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Links('bays', { edge: { family: 'places', down: 'all' } }) bays!: Bay[];
  @Products() products!: ProductIdentity[];
}
