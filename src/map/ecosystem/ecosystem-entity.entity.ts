import { Flag, Html, Icon, Inverse, Links, MapObject, Name, Owns, Ref, Resource, Str } from '../../engine/index.js';

/** An organisation or a part of one: departments, suppliers, partners. */
@Resource('entities', {
  view: 'ecosystem',
  key: 'entity',
  uid: 'ENTITY_',
  morph: 'Entity',
  about: 'An organisation or a part of one: departments, suppliers, partners.',
})
export class EcosystemEntity extends MapObject {
  @Name({ about: 'Name of the entity' }) name!: string;
  @Icon() icon_id!: number | null;
  @Html({ search: true, about: 'Security level reached' }) security_level!: string | null;
  @Html({ search: true, about: 'Contact details' }) contact_point!: string | null;
  @Html({ search: true, about: 'Description of the entity' }) description!: string | null;
  @Flag({ index: true, about: 'Outside the organisation' }) is_external!: number | null;
  @Str({ search: true, index: true, aliases: ['type'], about: 'Kind of entity' }) entity_type!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Str({ about: 'Reference number' }) reference!: string | null;
  @Ref('entities', { onDelete: 'SET NULL', tree: true, about: 'Entity it is part of' }) parent_entity_id!:
    number | null;
  @Str({ about: 'Identifier in an outside system (legacy)' }) external_ref_id!: string | null;
  @Owns('databases', 'entity_resp_id') resp_databases!: number[];
  @Owns('applications', 'entity_resp_id') resp_applications!: number[];
  @Inverse('relations', 'source_id') source_relations!: number[];
  @Inverse('relations', 'destination_id') destination_relations!: number[];
  @Links('applications', { aliases: ['application_id'] }) applications!: number[];
  @Links('processes') processes!: number[];
  @Inverse('entities', 'parent_entity_id', { aliases: ['entities', 'children'], include: 'entities' })
  child_entities!: number[];
  @Links('application-modules', { unique: true, aliases: ['modules'] }) application_modules!: number[];
  @Links('databases', { aliases: ['linkedDatabases', 'linked_databases'], includeAliases: ['linkedDatabases'] })
  databases!: number[];
  @Links('documents', { table: 'entity_document' }) documents!: number[];
}
