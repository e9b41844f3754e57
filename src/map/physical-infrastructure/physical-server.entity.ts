import { Day, Html, Int, Ip, Links, MapObject, Moment, Name, Ref, Resource, Str, Text } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from '../application/application.entity.js';
import type { Bay } from './bay.entity.js';
import type { Building } from './building.entity.js';
import type { Cluster } from '../logical-infrastructure/cluster.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { LogicalServer } from '../logical-infrastructure/logical-server.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Site } from './site.entity.js';
import type { StorageDevice } from './storage-device.entity.js';

/** A physical machine that hosts servers. */
@Resource('physical-servers', {
  titles: { fr: ['Serveur physique', 'Serveurs physiques'] },
  synonyms: ['bare metal', 'machine physique', 'hypervisor', 'hyperviseur'],
  view: 'physical',
  key: 'physical_server',
  graph: {
    founded: {
      by: ['physical-servers.site_id', 'physical-servers.building_id', 'physical-servers.bay_id'],
      whereFails: true,
    },
    network: 'machine',
  },
  uid: 'PSERVER_',
  about: 'A physical machine that hosts servers.',
})
export class PhysicalServer extends MapObject {
  @Name({ about: 'Name of the physical server' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the physical server' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Text({ long: true, search: true, about: 'Technical configuration' }) configuration!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('bays', { about: 'Bay it stands in', edge: { family: 'places', down: 'all' } }) bay_id!: number | null;
  bay!: Bay | null;
  @Ref('physical-switches', {
    about: 'Switch it is plugged into (unused)',
    edge: { family: 'cables', plugs: true },
  })
  physical_switch_id!: number | null;
  physical_switch!: PhysicalSwitch | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  address_ip!: string | null;
  @Str({ about: 'Processor data' }) cpu!: string | null;
  @Str({ about: 'Memory data' }) memory!: string | null;
  @Str({ about: 'Disk space (text)' }) disk!: string | null;
  @Str({ about: 'Disk space in use (text)' }) disk_used!: string | null;
  @Str({ about: 'Operating system' }) operating_system!: string | null;
  @Moment({ zoneless: true, about: 'When it was installed' }) install_date!: string | null;
  @Moment({ zoneless: true, about: 'Last update' }) update_date!: string | null;
  @Str({ about: 'Update group (unused)' }) patching_group!: string | null;
  @Int({ min: 0, about: 'Months between updates (misspelt, unused)' }) paching_frequency!: number | null;
  @Day({ about: 'Next planned update' }) next_update!: string | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Links('clusters') clusters!: Cluster[];
  @Links('logical-servers', { aliases: ['servers'] }) logical_servers!: LogicalServer[];
  @Links('storage-devices', { about: 'Storage that it starts from or writes to, where no cable tells so' })
  storage_devices!: StorageDevice[];
  @Products() products!: ProductIdentity[];
}
