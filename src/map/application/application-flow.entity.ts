import { Dest, Flag, Html, Links, MapObject, Name, Resource, Source, Str } from '../../engine/index.js';

/** An exchange between applications, services, modules or databases. */
@Resource('application-flows', {
  view: 'application',
  key: 'flux',
  uid: 'FLOW_',
  aliases: ['fluxes'],
  about: 'An exchange between applications, services, modules or databases.',
})
export class ApplicationFlow extends MapObject {
  @Name({ unique: false, about: 'Name of the application flow' }) name!: string;
  @Str({ aliases: ['type'], about: 'Nature of the flow' }) nature!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Html({ search: true, about: 'Description of the application flow' }) description!: string | null;
  @Source('applications', 'RESTRICT') application_source_id!: number | null;
  @Source('application-services', 'NO ACTION') service_source_id!: number | null;
  @Source('application-modules', 'NO ACTION') module_source_id!: number | null;
  @Source('databases', 'NO ACTION') database_source_id!: number | null;
  @Dest('applications', 'RESTRICT') application_dest_id!: number | null;
  @Dest('application-services', 'NO ACTION') service_dest_id!: number | null;
  @Dest('application-modules', 'NO ACTION') module_dest_id!: number | null;
  @Dest('databases', 'NO ACTION') database_dest_id!: number | null;
  @Flag({ about: 'Data is encrypted in transit' }) crypted!: number | null;
  @Flag({ about: 'Data moves both ways' }) bidirectional!: number | null;
  @Links('information', { aliases: ['information'] }) informations!: number[];
}
