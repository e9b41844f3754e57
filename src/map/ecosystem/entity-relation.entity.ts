import {
  Amount,
  Choice,
  Day,
  Flag,
  Html,
  Links,
  MapObject,
  Name,
  Ref,
  Resource,
  Rows,
  Str,
  Text,
} from '../../engine/index.js';
import { IMPORTANCE, Level } from '../codes.js';
import type { Application } from '../application/application.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from './ecosystem-entity.entity.js';
import type { Wan } from '../physical-infrastructure/wan.entity.js';

/** A dated price of a relation. */
export class RelationValue {
  @Amount({ about: 'Price' }) price!: number | null;
  @Day({ about: 'From this date on' }) date_price!: string | null;
}

/** A relation between two entities: contract, supply, service. */
@Resource('relations', {
  titles: { fr: ['Relation ou contrat', 'Relations et contrats'] },
  synonyms: ['contract', 'contrat'],
  view: 'ecosystem',
  key: 'relation',
  uid: 'RELATION_',
  morph: 'Relation',
  identity: ['name+ends'],
  cartographiable: false,
  connector: {
    label: ['name'],
    ends: { source: 'source_id', dest: 'destination_id' },
    family: 'duties',
    concerned: 'all',
    inForce: { active: 'active', start: 'start_date', end: 'end_date' },
  },
  about: 'A relation between two entities: contract, supply, service.',
})
export class EntityRelation extends MapObject {
  @Choice(IMPORTANCE, { about: 'Weight of the relationship, coded' }) importance!: number | null;
  @Name({ unique: false, about: 'Name of the relationship' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Html({ search: true, about: 'Description of the relationship' }) description!: string | null;
  @Ref('entities', { required: true, about: 'Entity at the sending end' }) source_id!: number;
  source!: EcosystemEntity;
  @Ref('entities', { required: true, about: 'Entity at the receiving end' }) destination_id!: number;
  destination!: EcosystemEntity;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Str({ search: true, identifies: true, about: 'Reference number' }) reference!: string | null;
  @Str({ about: 'Person or team in charge' }) responsible!: string | null;
  @Str({ search: true, identifies: true, about: 'Order number' }) order_number!: string | null;
  @Flag({ nullable: false, default: 1, about: 'Relationship still in force' }) active!: number;
  @Day({ about: 'First day of validity' }) start_date!: string | null;
  @Day({ ends: true, about: 'Last day of validity' }) end_date!: string | null;
  @Text({ search: true, about: 'Remarks on the state' }) comments!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Links('documents') documents!: Document[];
  @Links('applications', {
    own: true,
    about: 'Applications that it is about',
    edge: { family: 'duties', upwards: true, degraded: 'all', passes: true },
  })
  applications!: Application[];
  @Links('wans', {
    own: true,
    about: 'WANs that it is about',
    edge: { family: 'duties', upwards: true, degraded: 'all', passes: true },
  })
  wans!: Wan[];
  @Rows('relation_values', 'relation_id', RelationValue) values!: RelationValue[];
}
