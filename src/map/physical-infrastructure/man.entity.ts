import { Html, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { Lan } from './lan.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { Site } from './site.entity.js';
import type { Wan } from './wan.entity.js';

/** A metropolitan area network. */
@Resource('mans', {
  titles: { en: ['MAN', 'MANs'], fr: ['MAN', 'MAN'] },
  view: 'physical',
  key: 'man',
  graph: { network: 'forwards' },
  uid: 'MAN_',
  about: 'A metropolitan area network.',
})
export class Man extends MapObject {
  @Name({ about: 'Name of the MAN' }) name!: string;
  @Html({ search: true, about: 'Description of the MAN' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('mans', {
    onDelete: 'SET NULL',
    tree: true,
    about: 'MAN it is part of',
    edge: { family: 'network', degraded: 'all' },
  })
  parent_man_id!: number | null;
  parent_man!: Man | null;
  @Links('wans') wans!: Wan[];
  @Links('lans', { edge: { family: 'network', upwards: true, degraded: 'any' } }) lans!: Lan[];
  @Inverse('mans', 'parent_man_id', { aliases: ['mans', 'children'], include: 'mans' }) child_mans!: Man[];
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
