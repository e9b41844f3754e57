import { Html, Inverse, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from './application.entity.js';
import type { ApplicationFlow } from './application-flow.entity.js';
import type { ApplicationModule } from './application-module.entity.js';

/** A service that an application offers to others. */
@Resource('application-services', {
  titles: { fr: ['Service applicatif', 'Services applicatifs'] },
  view: 'application',
  key: 'application_service',
  uid: 'APPSERV_',
  about: 'A service that an application offers to others.',
})
export class ApplicationService extends MapObject {
  @Html({ search: true, about: 'Description of the application service' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ later: true, about: 'Comments' }) comments!: string | null;
  @Str({ search: true, about: 'How the service is exposed' }) exposition!: string | null;
  @Name({ about: 'Name of the application service' }) name!: string;
  @Inverse('application-flows', 'service_source_id', {
    aliases: ['serviceSourceFluxes', 'service_source_fluxes'],
    include: 'serviceSourceFluxes',
  })
  source_flows!: ApplicationFlow[];
  @Inverse('application-flows', 'service_dest_id', {
    aliases: ['serviceDestFluxes', 'service_dest_fluxes'],
    include: 'serviceDestFluxes',
  })
  dest_flows!: ApplicationFlow[];
  @Links('application-modules', {
    aliases: ['application_modules', 'applicationModules'],
    edge: { family: 'structure', degraded: 'all', passes: true, back: { down: 'any', passes: true } },
  })
  modules!: ApplicationModule[];
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Products() products!: ProductIdentity[];
}
