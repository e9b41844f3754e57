import { Int, Links, MapObject, Name, Resource, Str } from '../engine/index.js';
import type { Activity } from '../map/business/activity.entity.js';
import type { DataProcessing } from '../map/gdpr/data-processing.entity.js';
import type { EcosystemEntity } from '../map/ecosystem/ecosystem-entity.entity.js';
import type { EntityRelation } from '../map/ecosystem/entity-relation.entity.js';
import type { ExternalConnectedEntity } from '../map/logical-infrastructure/external-connected-entity.entity.js';
import type { LogicalServer } from '../map/logical-infrastructure/logical-server.entity.js';

/** A file kept with the map. */
@Resource('documents', {
  titles: { fr: ['Document', 'Documents'] },
  view: 'configuration',
  node: false,
  key: 'document',
  label: 'filename',
  cartographiable: false,
  about: 'A file kept with the map.',
})
export class Document extends MapObject {
  @Name({
    required: false,
    unique: false,
    search: false,
    nullable: false,
    writable: 'update',
    about: 'File name with extension',
  })
  filename!: string;
  @Str({ nullable: false, writable: false, about: 'Media type of the content' }) mimetype!: string;
  @Int({ nullable: false, writable: false, unit: 'byte', about: 'Size in bytes' }) size!: number;
  @Str({ nullable: false, writable: false, about: 'SHA-256 of the content' }) hash!: string;
  @Links('activities') activities!: Activity[];
  @Links('entities') entities!: EcosystemEntity[];
  @Links('data-processings') data_processings!: DataProcessing[];
  @Links('external-connected-entities') external_connected_entities!: ExternalConnectedEntity[];
  @Links('logical-servers') logical_servers!: LogicalServer[];
  @Links('relations') relations!: EntityRelation[];
}
