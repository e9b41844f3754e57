import { Day, Flag, Html, Links, MapObject, Name, Resource, Str, Text } from '../../engine/index.js';
import type { Application } from '../application/application.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { Information } from '../business/information.entity.js';
import type { Process } from '../business/process.entity.js';

/** An entry of the register of processing activities (GDPR). */
@Resource('data-processings', {
  titles: { fr: ['Traitement de données', 'Traitements de données'] },
  synonyms: ['GDPR', 'RGPD', 'register', 'registre'],
  view: 'gdpr',
  key: 'data_processing',
  uid: 'DATAPROC_',
  table: 'data_processing',
  cartographiable: false,
  about: 'An entry of the register of processing activities (GDPR).',
})
export class DataProcessing extends MapObject {
  @Name({ about: 'Name of the processing activity' }) name!: string;
  @Str({ about: 'Legal basis in short' }) legal_basis!: string | null;
  @Html({ search: true, about: 'Description of the processing activity' }) description!: string | null;
  @Html({ later: true, about: 'Comments' }) comments!: string | null;
  @Html({ search: true, about: 'Controller of the processing' }) responsible!: string | null;
  @Html({ search: true, about: 'Why the data is processed' }) purpose!: string | null;
  @Html({ type: 'text', max: 65535, search: true, about: 'Legal grounds, free text' }) lawfulness!: string | null;
  @Flag({ about: 'Ground: consent' }) lawfulness_consent!: number | null;
  @Flag({ about: 'Ground: contract' }) lawfulness_contract!: number | null;
  @Flag({ about: 'Ground: legal duty' }) lawfulness_legal_obligation!: number | null;
  @Flag({ about: 'Ground: vital interest' }) lawfulness_vital_interest!: number | null;
  @Flag({ about: 'Ground: public task' }) lawfulness_public_interest!: number | null;
  @Flag({ about: 'Ground: legitimate interest' }) lawfulness_legitimate_interest!: number | null;
  @Html({ search: true, about: 'Categories of persons and data' }) categories!: string | null;
  @Text({ search: true, about: 'Where the data comes from' }) data_source!: string | null;
  @Text({ search: true, about: 'Whether supplying data is mandatory' }) data_collection_obligation!: string | null;
  @Html({ search: true, about: 'Who receives the data' }) recipients!: string | null;
  @Html({ search: true, aliases: ['transfer'], about: 'Transfers to third countries (misspelt)' }) transfert!:
    string | null;
  @Text({ search: true, about: 'Automated decisions and profiling' }) automated_decision_making!: string | null;
  @Html({ search: true, about: 'How long data is kept' }) retention!: string | null;
  @Text({ search: true, about: 'Rights of the persons concerned' }) data_subject_rights!: string | null;
  @Day({ about: 'Last revision of the register entry' }) update_date!: string | null;
  @Text({ long: true, search: true, about: 'Protective measures applied' }) controls!: string | null;
  @Links('processes', { edge: { family: 'register', concerned: 'all' } }) processes!: Process[];
  @Links('applications', { aliases: ['application_id'], edge: { family: 'register', concerned: 'all' } })
  applications!: Application[];
  @Links('information', { aliases: ['information'], edge: { family: 'register', concerned: 'all' } })
  informations!: Information[];
  @Links('documents') documents!: Document[];
}
