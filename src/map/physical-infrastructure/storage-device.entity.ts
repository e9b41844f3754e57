import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Backup } from '../logical-infrastructure/backup.entity.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { PhysicalServer } from './physical-server.entity.js';
import type { Site } from './site.entity.js';

/** A storage device. The recommended resource for backups. */
@Resource('storage-devices', {
  titles: { fr: ['Équipement de stockage', 'Équipements de stockage'] },
  synonyms: ['NAS', 'SAN', 'disk array', 'baie de stockage'],
  view: 'physical',
  key: 'storage_device',
  graph: { network: 'storage' },
  uid: 'STORAGE_',
  about: 'A storage device. The recommended resource for backups.',
})
export class StorageDevice extends MapObject {
  @Name({ about: 'Name of the storage system' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the storage system' }) description!: string | null;
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
  @Str({
    addresses: true,
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Links('backups') backups!: Backup[];
  @Links('physical-servers', {
    own: true,
    about: 'Servers that start from it or write to it, where no cable tells so',
    edge: { family: 'cables', upwards: true, down: 'any', group: 'storage', partly: 'mirror', passes: true },
  })
  physical_servers!: PhysicalServer[];
  @Products() products!: ProductIdentity[];
}
