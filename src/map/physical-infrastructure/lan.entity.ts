import { Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { Man } from './man.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { Site } from './site.entity.js';
import type { Wan } from './wan.entity.js';

/** A local area network. */
@Resource('lans', {
  titles: { en: ['LAN', 'LANs'], fr: ['LAN', 'LAN'] },
  view: 'physical',
  key: 'lan',
  graph: { network: 'forwards' },
  uid: 'LAN_',
  about: 'A local area network.',
})
export class Lan extends MapObject {
  @Name({ about: 'Name of the LAN' }) name!: string;
  @Str({ search: true, about: 'Description of the LAN' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Links('mans', { aliases: ['Mans'], includeAliases: ['Mans'] }) mans!: Man[];
  @Links('wans', { aliases: ['Wans'], includeAliases: ['Wans'] }) wans!: Wan[];
  @Links('physical-routers', {
    own: true,
    about: 'Routers at which it ends',
    edge: { family: 'cables', upwards: true, plugs: true },
  })
  physical_routers!: PhysicalRouter[];
  @Links('sites', {
    own: true,
    about: 'Sites at which it ends',
    edge: { family: 'cables', upwards: true, plugs: true },
  })
  sites!: Site[];
}
