import { Html, Icon, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';

/** A building or a room of a site. */
@Resource('buildings', { view: 'physical', key: 'building', uid: 'BUILD_', about: 'A building or a room of a site.' })
export class Building extends MapObject {
  @Name({ about: 'Name of the building or room' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Html({ search: true, about: 'Description of the building or room' }) description!: string | null;
  @Ref('sites', { about: 'Site it is on' }) site_id!: number | null;
  @Ref('buildings', { onDelete: 'SET NULL', tree: true, about: 'Enclosing building or room' }) building_id!:
    number | null;
  @Icon() icon_id!: number | null;
  @Inverse('bays', 'room_id', { aliases: ['room_bays', 'roomBays'], include: 'roomBays' }) bays!: number[];
  @Inverse('physical-servers', 'building_id') physical_servers!: number[];
  @Inverse('workstations', 'building_id') workstations!: number[];
  @Inverse('storage-devices', 'building_id') storage_devices!: number[];
  @Inverse('peripherals', 'building_id') peripherals!: number[];
  @Inverse('phones', 'building_id') phones!: number[];
  @Inverse('physical-routers', 'building_id') physical_routers!: number[];
  @Inverse('wifi-terminals', 'building_id') wifi_terminals!: number[];
  @Inverse('physical-switches', 'building_id') physical_switches!: number[];
  @Inverse('buildings', 'building_id', { aliases: ['buildings', 'children'], include: 'buildings' })
  child_buildings!: number[];
  @Links('zones', { unique: true }) zones!: number[];
}
