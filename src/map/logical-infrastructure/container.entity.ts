import { Html, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from '../application/application.entity.js';
import type { Database } from '../application/database.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { LogicalServer } from './logical-server.entity.js';

/** A software container. */
@Resource('containers', {
  titles: { fr: ['Conteneur', 'Conteneurs'] },
  synonyms: ['Docker', 'Kubernetes', 'pod'],
  view: 'logical',
  key: 'container',
  graph: { founded: { by: ['containers.logical_servers'] } },
  uid: 'CONT_',
  uniqueIndexes: [{ name: 'container_name_unique', columns: ['name', 'deleted_at'] }],
  about: 'A software container.',
})
export class Container extends MapObject {
  @Name({ about: 'Name of the container' }) name!: string;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the container' }) description!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Links('databases') databases!: Database[];
  @Links('logical-servers', {
    aliases: ['servers'],
    edge: { family: 'hosting', down: 'any', group: 'host', passes: true, together: true },
  })
  logical_servers!: LogicalServer[];
  @Products() products!: ProductIdentity[];
}
