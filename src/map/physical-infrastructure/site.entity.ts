import { Html, Inverse, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Building } from './building.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { Lan } from './lan.entity.js';
import type { Man } from './man.entity.js';
import type { Peripheral } from './peripheral.entity.js';
import type { Phone } from './phone.entity.js';
import type { PhysicalServer } from './physical-server.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { StorageDevice } from './storage-device.entity.js';
import type { Wan } from './wan.entity.js';
import type { Workstation } from './workstation.entity.js';

/** A place where the organisation is. */
@Resource('sites', {
  titles: { fr: ['Site', 'Sites'] },
  view: 'physical',
  key: 'site',
  uid: 'SITE_',
  graph: { network: 'place' },
  about: 'A place where the organisation is.',
})
export class Site extends MapObject {
  @Name({ about: 'Name of the site' }) name!: string;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the site' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Inverse('buildings', 'site_id') buildings!: Building[];
  @Inverse('physical-servers', 'site_id') physical_servers!: PhysicalServer[];
  @Inverse('workstations', 'site_id') workstations!: Workstation[];
  @Inverse('storage-devices', 'site_id') storage_devices!: StorageDevice[];
  @Inverse('peripherals', 'site_id') peripherals!: Peripheral[];
  @Inverse('phones', 'site_id') phones!: Phone[];
  @Inverse('physical-switches', 'site_id') physical_switches!: PhysicalSwitch[];
  @Links('wans') wans!: Wan[];
  @Links('mans') mans!: Man[];
  @Links('lans') lans!: Lan[];
}
