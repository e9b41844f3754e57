import { Html, Icon, Inverse, MapObject, Name, Resource } from '../../engine/index.js';

/** A place where the organisation is. */
@Resource('sites', { view: 'physical', key: 'site', uid: 'SITE_', about: 'A place where the organisation is.' })
export class Site extends MapObject {
  @Name({ about: 'Name of the site' }) name!: string;
  @Icon() icon_id!: number | null;
  @Html({ search: true, about: 'Description of the site' }) description!: string | null;
  @Inverse('buildings', 'site_id') buildings!: number[];
  @Inverse('physical-servers', 'site_id') physical_servers!: number[];
  @Inverse('workstations', 'site_id') workstations!: number[];
  @Inverse('storage-devices', 'site_id') storage_devices!: number[];
  @Inverse('peripherals', 'site_id') peripherals!: number[];
  @Inverse('phones', 'site_id') phones!: number[];
  @Inverse('physical-switches', 'site_id') physical_switches!: number[];
}
