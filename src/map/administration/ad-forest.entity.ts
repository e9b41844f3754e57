import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { AdDomain } from './ad-domain.entity.js';
import type { AdminZone } from './admin-zone.entity.js';

/** A forest of Active Directory domains. */
@Resource('forest-ads', {
  titles: { en: ['AD forest', 'AD forests'], fr: ['Forêt Active Directory', 'Forêts Active Directory'] },
  view: 'administration',
  key: 'forest_ad',
  uid: 'FOREST_',
  morph: 'ForestAd',
  about: 'A forest of Active Directory domains.',
})
export class AdForest extends MapObject {
  @Name({ about: 'Name of the forest or LDAP tree' }) name!: string;
  @Html({ search: true, about: 'Description of the forest or LDAP tree' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('zone-admins', { about: 'Administration zone it belongs to', edge: { family: 'access', down: 'all' } })
  zone_admin_id!: number | null;
  zone_admin!: AdminZone | null;
  @Links('domains', {
    aliases: ['domaines', 'domaineAds', 'domaine_ads', 'domainesForestAds'],
    edge: { family: 'access', upwards: true, down: 'any' },
  })
  domains!: AdDomain[];
}
