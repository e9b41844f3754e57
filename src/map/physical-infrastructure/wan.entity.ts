import { Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { EntityRelation } from '../ecosystem/entity-relation.entity.js';
import type { Lan } from './lan.entity.js';
import type { Man } from './man.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { Site } from './site.entity.js';

/** A wide area network. */
@Resource('wans', {
  titles: { en: ['WAN', 'WANs'], fr: ['WAN', 'WAN'] },
  view: 'physical',
  key: 'wan',
  graph: { network: 'forwards' },
  uid: 'WAN_',
  about: 'A wide area network.',
})
export class Wan extends MapObject {
  @Name({ required: false, about: 'Name of the WAN' }) name!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Links('mans', { edge: { family: 'network', upwards: true, degraded: 'any' } }) mans!: Man[];
  @Links('lans', { edge: { family: 'network', upwards: true, degraded: 'any' } }) lans!: Lan[];
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
  @Links('relations', { about: 'Contracts that are about it' }) contracts!: EntityRelation[];
}
