import { Html, Inverse, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';

/** A service that an application offers to others. */
@Resource('application-services', {
  view: 'application',
  key: 'application_service',
  uid: 'APPSERV_',
  about: 'A service that an application offers to others.',
})
export class ApplicationService extends MapObject {
  @Html({ search: true, about: 'Description of the application service' }) description!: string | null;
  @Str({ search: true, about: 'How the service is exposed' }) exposition!: string | null;
  @Name({ about: 'Name of the application service' }) name!: string;
  @Inverse('application-flows', 'service_source_id', {
    aliases: ['serviceSourceFluxes', 'service_source_fluxes'],
    include: 'serviceSourceFluxes',
  })
  source_flows!: number[];
  @Inverse('application-flows', 'service_dest_id', {
    aliases: ['serviceDestFluxes', 'service_dest_fluxes'],
    include: 'serviceDestFluxes',
  })
  dest_flows!: number[];
  @Links('application-modules', { aliases: ['application_modules', 'applicationModules'] }) modules!: number[];
  @Links('applications', { aliases: ['application_id'] }) applications!: number[];
}
