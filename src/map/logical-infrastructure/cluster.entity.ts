import { Html, Ip, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Document } from '../../documents/document.entity.js';
import type { LogicalServer } from './logical-server.entity.js';
import type { PhysicalServer } from '../physical-infrastructure/physical-server.entity.js';
import type { Router } from './router.entity.js';

/** A group of servers that act as one. */
@Resource('clusters', { view: 'logical', key: 'cluster', uid: 'CLUST_', about: 'A group of servers that act as one.' })
export class Cluster extends MapObject {
  @Name({ about: 'Name of the cluster' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the cluster' }) description!: string | null;
  @Ip({ search: true, about: 'IP address list, comma separated' }) address_ip!: string | null;
  @Links('logical-servers', { unique: true, aliases: ['servers'] }) logical_servers!: LogicalServer[];
  @Links('routers') routers!: Router[];
  @Links('physical-servers', { unique: true }) physical_servers!: PhysicalServer[];
}
