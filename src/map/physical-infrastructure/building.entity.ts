import { Html, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Bay } from './bay.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { Peripheral } from './peripheral.entity.js';
import type { Phone } from './phone.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { PhysicalServer } from './physical-server.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Site } from './site.entity.js';
import type { StorageDevice } from './storage-device.entity.js';
import type { WifiTerminal } from './wifi-terminal.entity.js';
import type { Workstation } from './workstation.entity.js';
import type { Zone } from './zone.entity.js';

/** A building or a room of a site. */
@Resource('buildings', {
  titles: { fr: ['Bâtiment', 'Bâtiments'] },
  synonyms: ['room', 'salle', 'local'],
  view: 'physical',
  key: 'building',
  uid: 'BUILD_',
  about: 'A building or a room of a site.',
})
export class Building extends MapObject {
  @Name({ about: 'Name of the building or room' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Html({ search: true, about: 'Description of the building or room' }) description!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', {
    onDelete: 'SET NULL',
    tree: true,
    about: 'Enclosing building or room',
    edge: { family: 'places', down: 'all' },
  })
  building_id!: number | null;
  building!: Building | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Inverse('bays', 'room_id', { aliases: ['room_bays', 'roomBays'], include: 'roomBays' }) bays!: Bay[];
  @Inverse('physical-servers', 'building_id') physical_servers!: PhysicalServer[];
  @Inverse('workstations', 'building_id') workstations!: Workstation[];
  @Inverse('storage-devices', 'building_id') storage_devices!: StorageDevice[];
  @Inverse('peripherals', 'building_id') peripherals!: Peripheral[];
  @Inverse('phones', 'building_id') phones!: Phone[];
  @Inverse('physical-routers', 'building_id') physical_routers!: PhysicalRouter[];
  @Inverse('wifi-terminals', 'building_id') wifi_terminals!: WifiTerminal[];
  @Inverse('physical-switches', 'building_id') physical_switches!: PhysicalSwitch[];
  @Inverse('buildings', 'building_id', { aliases: ['buildings', 'children'], include: 'buildings' })
  child_buildings!: Building[];
  @Links('zones', { unique: true }) zones!: Zone[];
}
