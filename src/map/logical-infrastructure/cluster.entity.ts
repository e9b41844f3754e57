import { Html, Ip, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Document } from '../../documents/document.entity.js';
import type { LogicalServer } from './logical-server.entity.js';
import type { PhysicalServer } from '../physical-infrastructure/physical-server.entity.js';
import type { Router } from './router.entity.js';

/** A group of servers that act as one. */
@Resource('clusters', {
  titles: { fr: ['Cluster', 'Clusters'] },
  view: 'logical',
  key: 'cluster',
  uid: 'CLUST_',
  graph: { founded: { by: ['clusters.physical_servers', 'clusters.logical_servers', 'clusters.routers'] } },
  about: 'A group of servers that act as one.',
})
export class Cluster extends MapObject {
  @Name({ about: 'Name of the cluster' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the cluster' }) description!: string | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', at_risk: 'any', group: 'net' },
  })
  address_ip!: string | null;
  @Links('logical-servers', {
    unique: true,
    aliases: ['servers'],
    edge: {
      family: 'hosting',
      upwards: true,
      down: 'any',
      group: 'host',
      passes: true,
      together: true,
      when: { from: ['clusters.physical_servers'] },
      back: {
        down: 'any',
        group: 'member',
        passes: true,
        together: true,
        unless: { from: ['clusters.physical_servers'] },
      },
    },
  })
  logical_servers!: LogicalServer[];
  @Links('routers', { edge: { family: 'hosting', down: 'any', group: 'member', passes: true } }) routers!: Router[];
  @Links('physical-servers', {
    unique: true,
    edge: {
      family: 'hosting',
      down: 'any',
      group: 'member',
      passes: true,
      together: true,
    },
  })
  physical_servers!: PhysicalServer[];
}
