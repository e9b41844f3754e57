import { Html, Icon, Level, Links, MapObject, Name, Owns, Ref, Resource, Str } from '../../engine/index.js';

/** A set of activities that produces a result for someone. */
@Resource('processes', {
  view: 'business',
  key: 'process',
  uid: 'PROCESS_',
  about: 'A set of activities that produces a result for someone.',
})
export class Process extends MapObject {
  @Name({ about: 'Name of the process' }) name!: string;
  @Icon() icon_id!: number | null;
  @Html({ search: true, about: 'Description of the process' }) description!: string | null;
  @Str({ search: true, about: 'Owner' }) owner!: string | null;
  @Level({ about: 'Confidentiality need, level' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level' }) security_need_auth!: number | null;
  @Html({ search: true, about: 'Inputs and outputs' }) in_out!: string | null;
  @Ref('macro-processuses', { include: 'macroProcess', about: 'Macro-process it belongs to' }) macroprocess_id!:
    number | null;
  @Links('information', { aliases: ['information'], include: 'information' }) informations!: number[];
  @Links('applications', { aliases: ['application_id'] }) applications!: number[];
  @Links('activities') activities!: number[];
  @Links('entities') entities!: number[];
  @Owns('operations', 'process_id') operations!: number[];
  @Links('data-processings', { aliases: ['dataProcesses', 'data_processes'], include: 'dataProcesses' })
  data_processings!: number[];
  @Links('security-controls') security_controls!: number[];
}
