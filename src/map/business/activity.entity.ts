import { Choice, Html, Int, Links, MapObject, Name, Resource, Rows, Str, Text } from '../../engine/index.js';
import { SEVERITY } from '../codes.js';
import type { Application } from '../application/application.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { Operation } from './operation.entity.js';
import type { Process } from './process.entity.js';

/** What an interruption of the activity would do, and how badly. */
export class ActivityImpact {
  @Str({ required: true, nullable: false, about: 'Kind of impact' }) impact_type!: string;
  @Choice(SEVERITY, { required: true, nullable: false, type: 'tinyint', about: 'How severe' }) severity!: number;
}

/** A step of a process, with its recovery objectives. */
@Resource('activities', {
  titles: { fr: ['Activité', 'Activités'] },
  view: 'business',
  key: 'activity',
  uid: 'ACTIV_',
  about: 'A step of a process, with its recovery objectives.',
})
export class Activity extends MapObject {
  @Name({ about: 'Name of the activity' }) name!: string;
  @Html({ search: true, about: 'Description of the activity' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Int({ min: 0, about: 'Recovery time objective, minutes', need: 'rto' }) recovery_time_objective!: number | null;
  @Int({ min: 0, about: 'Longest bearable outage, minutes', need: 'mtd' }) maximum_tolerable_downtime!: number | null;
  @Int({ min: 0, about: 'Recovery point objective, minutes', need: 'rpo' }) recovery_point_objective!: number | null;
  @Int({ min: 0, about: 'Largest bearable data loss, minutes', need: 'mtdl' }) maximum_tolerable_data_loss!:
    number | null;
  @Text({ search: true, about: 'Disaster recovery plan' }) drp!: string | null;
  @Str({ about: 'Link to the recovery plan' }) drp_link!: string | null;
  @Links('processes') processes!: Process[];
  @Links('operations', { edge: { family: 'business', degraded: 'all', passes: true } }) operations!: Operation[];
  @Links('applications', { aliases: ['application_id'], edge: { family: 'business', down: 'all', passes: true } })
  applications!: Application[];
  @Rows('activity_impact', 'activity_id', ActivityImpact) impacts!: ActivityImpact[];
  @Links('documents') documents!: Document[];
}
