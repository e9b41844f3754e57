import { Day, Flag, Html, Int, Ip, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { AdDomain } from '../administration/ad-domain.entity.js';
import type { Application } from '../application/application.entity.js';
import type { Backup } from './backup.entity.js';
import type { Certificate } from './certificate.entity.js';
import type { Cluster } from './cluster.entity.js';
import type { Container } from './container.entity.js';
import type { Database } from '../application/database.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { PhysicalServer } from '../physical-infrastructure/physical-server.entity.js';

/** A server as software sees it: virtual machine or host. */
@Resource('logical-servers', {
  titles: { fr: ['Serveur logique', 'Serveurs logiques'] },
  synonyms: ['VM', 'virtual machine', 'machine virtuelle', 'host', 'hôte'],
  view: 'logical',
  key: 'logical_server',
  uid: 'LSERVER_',
  graph: { founded: { by: ['logical-servers.physical_servers', 'clusters.logical_servers', 'physical-links'] } },
  about: 'A server as software sees it: virtual machine or host.',
})
export class LogicalServer extends MapObject {
  @Name({ about: 'Name of the logical server' }) name!: string;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Flag({ index: true, about: 'Still in use' }) active!: number | null;
  @Html({ search: true, about: 'Description of the logical server' }) description!: string | null;
  @Str({ search: true, about: 'Network services offered' }) net_services!: string | null;
  @Html({ search: true, about: 'Technical configuration' }) configuration!: string | null;
  @Str({ about: 'Operating system' }) operating_system!: string | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Str({ about: 'Processor data' }) cpu!: string | null;
  @Str({ about: 'Memory data' }) memory!: string | null;
  @Str({ about: 'Production, test and so on' }) environment!: string | null;
  @Int({ min: 0, unit: 'gigabyte', about: 'Disk space' }) disk!: number | null;
  @Int({ min: 0, unit: 'gigabyte', about: 'Disk space in use' }) disk_used!: number | null;
  @Day({ about: 'When it was installed' }) install_date!: string | null;
  @Day({ about: 'Last update' }) update_date!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Int({ min: 0, about: 'Months between updates' }) patching_frequency!: number | null;
  @Day({ about: 'Next planned update' }) next_update!: string | null;
  @Ref('domains', {
    onDelete: 'SET NULL',
    about: 'Domain it belongs to',
    edge: { family: 'access', degraded: 'all', passes: true },
  })
  domain_id!: number | null;
  domain!: AdDomain | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Links('physical-servers', {
    aliases: ['servers'],
    edge: { family: 'hosting', down: 'any', group: 'host', passes: true, together: true },
  })
  physical_servers!: PhysicalServer[];
  @Links('documents') documents!: Document[];
  @Links('databases') databases!: Database[];
  @Links('clusters', { aliases: ['cluster_id'] }) clusters!: Cluster[];
  @Links('certificates', { edge: { family: 'protection', degraded: 'all', passes: true } })
  certificates!: Certificate[];
  @Links('containers') containers!: Container[];
  @Links('backups', { unique: true, aliases: ['backup_ids'], edge: { family: 'protection', at_risk: 'any' } })
  backups!: Backup[];
  @Links('domains', { about: 'Domains that it carries as a controller' }) controlled_domains!: AdDomain[];
  @Products() products!: ProductIdentity[];
}
