import { Html, Inverse, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { AdForest } from './ad-forest.entity.js';
import type { Directory } from './directory.entity.js';

/** An area of administration under one authority. */
@Resource('zone-admins', {
  titles: {
    en: ['Administration zone', 'Administration zones'],
    fr: ['Zone d’administration', 'Zones d’administration'],
  },
  view: 'administration',
  key: 'zone_admin',
  uid: 'ZONE_AD_',
  morph: 'ZoneAdmin',
  about: 'An area of administration under one authority.',
})
export class AdminZone extends MapObject {
  @Name({ about: 'Name of the administration zone' }) name!: string;
  @Html({ search: true, about: 'Description of the administration zone' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Inverse('annuaires', 'zone_admin_id') annuaires!: Directory[];
  @Inverse('forest-ads', 'zone_admin_id') forest_ads!: AdForest[];
}
