import { Dest, Flag, Html, Links, MapObject, Name, Resource, Source, Str } from '../../engine/index.js';
import type { Application } from './application.entity.js';
import type { ApplicationModule } from './application-module.entity.js';
import type { ApplicationService } from './application-service.entity.js';
import type { Database } from './database.entity.js';
import type { Information } from '../business/information.entity.js';

/** An exchange between applications, services, modules or databases. */
@Resource('application-flows', {
  titles: { fr: ['Flux applicatif', 'Flux applicatifs'] },
  view: 'application',
  key: 'flux',
  uid: 'FLOW_',
  aliases: ['fluxes'],
  identity: ['flow'],
  connector: {
    label: ['nature'],
    both: 'bidirectional',
    precedence: ['databases', 'application-modules', 'application-services', 'applications'],
    family: 'flows',
    degraded: 'all',
    passes: true,
    optional: 'flows',
    back: { degraded: 'all', passes: true, optional: 'flows', whenField: 'bidirectional' },
  },
  about: 'An exchange between applications, services, modules or databases.',
})
export class ApplicationFlow extends MapObject {
  @Name({ unique: false, about: 'Name of the application flow' }) name!: string;
  @Str({ aliases: ['type'], about: 'Nature of the flow' }) nature!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Html({ search: true, about: 'Description of the application flow' }) description!: string | null;
  @Source('applications', 'RESTRICT') application_source_id!: number | null;
  application_source!: Application | null;
  @Source('application-services', 'NO ACTION') service_source_id!: number | null;
  service_source!: ApplicationService | null;
  @Source('application-modules', 'NO ACTION') module_source_id!: number | null;
  module_source!: ApplicationModule | null;
  @Source('databases', 'NO ACTION') database_source_id!: number | null;
  database_source!: Database | null;
  @Dest('applications', 'RESTRICT') application_dest_id!: number | null;
  application_dest!: Application | null;
  @Dest('application-services', 'NO ACTION') service_dest_id!: number | null;
  service_dest!: ApplicationService | null;
  @Dest('application-modules', 'NO ACTION') module_dest_id!: number | null;
  module_dest!: ApplicationModule | null;
  @Dest('databases', 'NO ACTION') database_dest_id!: number | null;
  database_dest!: Database | null;
  @Flag({ about: 'Data is encrypted in transit' }) crypted!: number | null;
  @Flag({ about: 'Data moves both ways' }) bidirectional!: number | null;
  @Links('information', { aliases: ['information'] }) informations!: Information[];
}
