import { Html, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { Building } from './building.entity.js';
import type { Peripheral } from './peripheral.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { PhysicalSecurityDevice } from './physical-security-device.entity.js';
import type { PhysicalServer } from './physical-server.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Site } from './site.entity.js';
import type { StorageDevice } from './storage-device.entity.js';
import type { WifiTerminal } from './wifi-terminal.entity.js';

/** A bay, which is a rack, in a room. */
@Resource('bays', {
  titles: { fr: ['Baie', 'Baies'] },
  synonyms: ['rack', 'baie', 'cabinet', 'armoire'],
  view: 'physical',
  key: 'bay',
  uid: 'BAY_',
  about: 'A bay, which is a rack, in a room.',
})
export class Bay extends MapObject {
  @Name({ about: 'Name of the bay' }) name!: string;
  @Html({ search: true, about: 'Description of the bay' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('sites', { later: true, about: 'Site it stands on', edge: { family: 'places', down: 'all' } }) site_id!:
    number | null;
  site!: Site | null;
  @Ref('buildings', {
    aliases: ['building_id'],
    about: 'Building or room it stands in',
    edge: { family: 'places', down: 'all' },
  })
  room_id!: number | null;
  room!: Building | null;
  @Inverse('physical-servers', 'bay_id') physical_servers!: PhysicalServer[];
  @Inverse('storage-devices', 'bay_id') storage_devices!: StorageDevice[];
  @Inverse('peripherals', 'bay_id') peripherals!: Peripheral[];
  @Inverse('physical-switches', 'bay_id') physical_switches!: PhysicalSwitch[];
  @Inverse('physical-routers', 'bay_id') physical_routers!: PhysicalRouter[];
  @Inverse('physical-security-devices', 'bay_id') physical_security_devices!: PhysicalSecurityDevice[];
  @Links('wifi-terminals') wifi_terminals!: WifiTerminal[];
}
