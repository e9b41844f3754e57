import { Flag, Html, Inverse, Links, MapObject, Name, Owns, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { Application } from '../application/application.entity.js';
import type { ApplicationModule } from '../application/application-module.entity.js';
import type { Database } from '../application/database.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EntityRelation } from './entity-relation.entity.js';
import type { Process } from '../business/process.entity.js';

/** An organisation or a part of one: departments, suppliers, partners. */
@Resource('entities', {
  titles: { fr: ['Entité', 'Entités'] },
  synonyms: ['company', 'société', 'supplier', 'fournisseur'],
  view: 'ecosystem',
  key: 'entity',
  uid: 'ENTITY_',
  morph: 'Entity',
  about: 'An organisation or a part of one: departments, suppliers, partners.',
})
export class EcosystemEntity extends MapObject {
  @Name({ about: 'Name of the entity' }) name!: string;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Security level reached' }) security_level!: string | null;
  @Html({ search: true, about: 'Contact details' }) contact_point!: string | null;
  @Html({ search: true, about: 'Description of the entity' }) description!: string | null;
  @Flag({ index: true, about: 'Outside the organisation' }) is_external!: number | null;
  @Str({ search: true, index: true, aliases: ['type'], about: 'Kind of entity' }) entity_type!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Str({ identifies: true, about: 'Reference number' }) reference!: string | null;
  @Ref('entities', {
    onDelete: 'SET NULL',
    tree: true,
    about: 'Entity it is part of',
    edge: { family: 'duties', upwards: true, degraded: 'all', back: { down: 'all' } },
  })
  parent_entity_id!: number | null;
  parent_entity!: EcosystemEntity | null;
  @Str({ identifies: true, about: 'Identifier in an outside system (legacy)' }) external_ref_id!: string | null;
  @Owns('databases', 'entity_resp_id') resp_databases!: Database[];
  @Owns('applications', 'entity_resp_id') resp_applications!: Application[];
  @Inverse('relations', 'source_id') source_relations!: EntityRelation[];
  @Inverse('relations', 'destination_id') destination_relations!: EntityRelation[];
  @Links('applications', { aliases: ['application_id'], edge: { family: 'duties', concerned: 'all' } })
  applications!: Application[];
  @Links('processes', { edge: { family: 'duties', concerned: 'all', back: { degraded: 'any' } } })
  processes!: Process[];
  @Inverse('entities', 'parent_entity_id', { aliases: ['entities', 'children'], include: 'entities' })
  child_entities!: EcosystemEntity[];
  @Links('application-modules', { unique: true, aliases: ['modules'], edge: { family: 'duties', concerned: 'all' } })
  application_modules!: ApplicationModule[];
  @Links('databases', {
    aliases: ['linkedDatabases', 'linked_databases'],
    includeAliases: ['linkedDatabases'],
    edge: { family: 'duties', concerned: 'all' },
  })
  databases!: Database[];
  @Links('documents', { table: 'entity_document' }) documents!: Document[];
}
