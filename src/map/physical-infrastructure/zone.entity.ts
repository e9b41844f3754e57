import { Html, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { AdminUser } from '../administration/admin-user.entity.js';
import type { Building } from './building.entity.js';

/** A physical security zone. */
@Resource('zones', {
  titles: { fr: ['Zone', 'Zones'] },
  view: 'physical',
  key: 'zone',
  uid: 'ZONE_SEC_',
  graph: { heading: true },
  uniqueIndexes: [{ name: 'zones_name_unique', columns: ['name', 'deleted_at'] }],
  about: 'A physical security zone.',
})
export class Zone extends MapObject {
  @Name({ about: 'Name of the security zone' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ joined: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Html({ search: true, about: 'Description of the security zone' }) description!: string | null;
  @Links('zones', {
    otherColumn: 'related_zone_id',
    unique: true,
    acyclic: true,
    alsoShownAs: ['childZones'],
    edge: { family: 'places', upwards: true },
  })
  child_zones!: Zone[];
  @Links('zones', { mirror: 'child_zones', acyclic: true, alsoShownAs: ['parentZones'] }) parent_zones!: Zone[];
  @Links('buildings', { edge: { family: 'places', upwards: true } }) buildings!: Building[];
  @Links('admin-users', { alsoShownAs: ['adminUsers'], edge: { family: 'access', upwards: true } })
  admin_users!: AdminUser[];
}
