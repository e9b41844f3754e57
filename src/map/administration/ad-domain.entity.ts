import { Html, Int, Links, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import type { AdForest } from './ad-forest.entity.js';
import type { LogicalServer } from '../logical-infrastructure/logical-server.entity.js';

/** An Active Directory or LDAP domain. */
@Resource('domains', {
  titles: { en: ['AD domain', 'AD domains'], fr: ['Domaine', 'Domaines'] },
  synonyms: ['Active Directory'],
  view: 'administration',
  key: 'domaine_ad',
  uid: 'DOMAIN_',
  aliases: ['domaine-ads'],
  morph: 'Domain',
  about: 'An Active Directory or LDAP domain.',
})
export class AdDomain extends MapObject {
  @Name({ about: 'Name of the AD or LDAP domain' }) name!: string;
  @Html({ search: true, about: 'Description of the AD or LDAP domain' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Int({ min: 0, max: 999999, about: 'Number of domain controllers' }) domain_ctrl_cnt!: number | null;
  @Int({ min: 0, max: 999999, about: 'Number of users' }) user_count!: number | null;
  @Int({ min: 0, max: 999999, about: 'Number of machines' }) machine_count!: number | null;
  @Str({ aliases: ['relation_inter_domain'], about: 'Trust relations with other domains' }) relation_inter_domaine!:
    string | null;
  @Links('forest-ads', { aliases: ['domainesForestAds'] }) forest_ads!: AdForest[];
  @Owns('logical-servers', 'domain_id', { aliases: ['servers'] }) logical_servers!: LogicalServer[];
  @Links('logical-servers', {
    own: true,
    table: 'own_domain_controller',
    about: 'Servers that carry it: its controllers',
    edge: { family: 'access', down: 'any', passes: true },
  })
  controllers!: LogicalServer[];
}
