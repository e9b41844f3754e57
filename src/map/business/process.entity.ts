import { Html, Links, MapObject, Name, Owns, Ref, Resource, Str } from '../../engine/index.js';
import { Icon, Level } from '../codes.js';
import type { Activity } from './activity.entity.js';
import type { Application } from '../application/application.entity.js';
import type { DataProcessing } from '../gdpr/data-processing.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { Information } from './information.entity.js';
import type { MacroProcess } from './macro-process.entity.js';
import type { Operation } from './operation.entity.js';
import type { SecurityControl } from '../gdpr/security-control.entity.js';

/** A set of activities that produces a result for someone. */
@Resource('processes', {
  titles: { fr: ['Processus', 'Processus'] },
  view: 'business',
  key: 'process',
  uid: 'PROCESS_',
  about: 'A set of activities that produces a result for someone.',
})
export class Process extends MapObject {
  @Name({ about: 'Name of the process' }) name!: string;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the process' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ search: true, about: 'Owner' }) owner!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Html({ search: true, about: 'Inputs and outputs' }) in_out!: string | null;
  @Ref('macro-processuses', {
    include: 'macroProcess',
    about: 'Macro-process it belongs to',
    edge: { family: 'business', upwards: true, degraded: 'all', passes: true },
  })
  macroprocess_id!: number | null;
  macro_process!: MacroProcess | null;
  @Links('information', { aliases: ['information'], include: 'information', edge: { family: 'data', degraded: 'all' } })
  informations!: Information[];
  @Links('applications', { aliases: ['application_id'], edge: { family: 'business', down: 'all', passes: true } })
  applications!: Application[];
  @Links('activities', { edge: { family: 'business', degraded: 'all', passes: true } }) activities!: Activity[];
  @Links('entities') entities!: EcosystemEntity[];
  @Owns('operations', 'process_id') operations!: Operation[];
  @Links('data-processings', { aliases: ['dataProcesses', 'data_processes'], include: 'dataProcesses' })
  data_processings!: DataProcessing[];
  @Links('security-controls') security_controls!: SecurityControl[];
}
