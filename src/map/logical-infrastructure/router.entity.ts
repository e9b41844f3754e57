import { Html, Links, MapObject, Name, Resource, Str, Text } from '../../engine/index.js';
import type { Cluster } from './cluster.entity.js';
import type { PhysicalRouter } from '../physical-infrastructure/physical-router.entity.js';

/** A logical router. */
@Resource('routers', {
  titles: { fr: ['Routeur', 'Routeurs'] },
  view: 'logical',
  key: 'router',
  graph: { network: 'forwards' },
  uid: 'LOG_ROUTER_',
  about: 'A logical router.',
})
export class Router extends MapObject {
  @Name({ about: 'Name of the logical router' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the logical router' }) description!: string | null;
  @Html({ about: 'Filter rules' }) rules!: string | null;
  @Text({
    format: 'ip-list',
    about: 'IP address list, comma separated',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  ip_addresses!: string | null;
  @Links('physical-routers', { edge: { family: 'network', down: 'any' } }) physical_routers!: PhysicalRouter[];
  @Links('clusters', { unique: true }) clusters!: Cluster[];
}
