import { Html, Inverse, Links, MapObject, Name, Ref, Resource } from '../../engine/index.js';

/** A rack in a room. */
@Resource('bays', { view: 'physical', key: 'bay', uid: 'BAY_', about: 'A rack in a room.' })
export class Bay extends MapObject {
  @Name({ about: 'Name of the rack' }) name!: string;
  @Html({ search: true, about: 'Description of the rack' }) description!: string | null;
  @Ref('buildings', { aliases: ['building_id'], about: 'Building or room it stands in' }) room_id!: number | null;
  @Inverse('physical-servers', 'bay_id') physical_servers!: number[];
  @Inverse('storage-devices', 'bay_id') storage_devices!: number[];
  @Inverse('peripherals', 'bay_id') peripherals!: number[];
  @Inverse('physical-switches', 'bay_id') physical_switches!: number[];
  @Inverse('physical-routers', 'bay_id') physical_routers!: number[];
  @Inverse('physical-security-devices', 'bay_id') physical_security_devices!: number[];
  @Links('wifi-terminals') wifi_terminals!: number[];
}
