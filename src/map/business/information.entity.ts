import { Html, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Level } from '../codes.js';
import type { ApplicationFlow } from '../application/application-flow.entity.js';
import type { DataProcessing } from '../gdpr/data-processing.entity.js';
import type { Database } from '../application/database.entity.js';
import type { Process } from './process.entity.js';

/** Information that processes use and applications hold. */
@Resource('information', {
  titles: { fr: ['Information', 'Informations'] },
  view: 'business',
  key: 'information',
  uid: 'INFO_',
  about: 'Information that processes use and applications hold.',
})
export class Information extends MapObject {
  @Name({ about: 'Name of the information item' }) name!: string;
  @Html({ search: true, about: 'Description of the information item' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ search: true, about: 'Owner' }) owner!: string | null;
  @Str({ about: 'Who administers the information' }) administrator!: string | null;
  @Str({ about: 'Where it is stored' }) storage!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Str({ about: 'How sensitive it is' }) sensitivity!: string | null;
  @Html({ search: true, about: 'Legal and regulatory limits' }) constraints!: string | null;
  @Str({ about: 'How long data is kept' }) retention!: string | null;
  @Links('databases') databases!: Database[];
  @Links('processes') processes!: Process[];
  @Links('application-flows', {
    otherColumn: 'flux_id',
    unique: true,
    withId: true,
    aliases: ['fluxes', 'flows'],
    include: 'fluxes',
    edge: { family: 'flows' },
  })
  application_flows!: ApplicationFlow[];
  @Links('information', { otherColumn: 'child_information_id', unique: true }) children!: Information[];
  @Links('information', {
    mirror: 'children',
    edge: { family: 'data', upwards: true, degraded: 'all', back: { down: 'any' } },
  })
  parents!: Information[];
  @Links('data-processings') data_processings!: DataProcessing[];
}
