import { Html, Inverse, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import { Products, type ProductIdentity } from '../products.js';
import type { ApplicationFlow } from './application-flow.entity.js';
import type { ApplicationService } from './application-service.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';

/** A component of an application service. */
@Resource('application-modules', {
  titles: { fr: ['Module applicatif', 'Modules applicatifs'] },
  view: 'application',
  key: 'application_module',
  uid: 'MOD_',
  about: 'A component of an application service.',
})
export class ApplicationModule extends MapObject {
  @Name({ about: 'Name of the application module' }) name!: string;
  @Html({ search: true, about: 'Description of the application module' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ later: true, about: 'Comments' }) comments!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Inverse('application-flows', 'module_source_id', {
    aliases: ['moduleSourceFluxes', 'module_source_fluxes'],
    include: 'moduleSourceFluxes',
  })
  source_flows!: ApplicationFlow[];
  @Inverse('application-flows', 'module_dest_id', {
    aliases: ['moduleDestFluxes', 'module_dest_fluxes'],
    include: 'moduleDestFluxes',
  })
  dest_flows!: ApplicationFlow[];
  @Links('application-services', { aliases: ['services'] }) application_services!: ApplicationService[];
  @Links('entities') entities!: EcosystemEntity[];
  @Products() products!: ProductIdentity[];
}
