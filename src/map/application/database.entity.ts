import { Html, Inverse, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon, Level } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Application } from './application.entity.js';
import type { ApplicationFlow } from './application-flow.entity.js';
import type { Container } from '../logical-infrastructure/container.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { Information } from '../business/information.entity.js';
import type { LogicalServer } from '../logical-infrastructure/logical-server.entity.js';

/** A set of data kept by a database engine. */
@Resource('databases', {
  titles: { fr: ['Base de données', 'Bases de données'] },
  synonyms: ['DB', 'BDD', 'SGBD'],
  view: 'application',
  key: 'database',
  uid: 'DB_',
  about: 'A set of data kept by a database engine.',
})
export class Database extends MapObject {
  @Name({ about: 'Name of the database' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the database' }) description!: string | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Str({ about: 'Hosted outside, free text' }) external!: string | null;
  @Ref('entities', {
    about: 'Entity in charge',
    edge: { family: 'duties', upwards: true, concerned: 'all', back: { degraded: 'all', passes: true } },
  })
  entity_resp_id!: number | null;
  entity_resp!: EcosystemEntity | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Inverse('application-flows', 'database_source_id', {
    aliases: ['databaseSourceFluxes', 'database_source_fluxes'],
    include: 'databaseSourceFluxes',
  })
  source_flows!: ApplicationFlow[];
  @Inverse('application-flows', 'database_dest_id', {
    aliases: ['databaseDestFluxes', 'database_dest_fluxes'],
    include: 'databaseDestFluxes',
  })
  dest_flows!: ApplicationFlow[];
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Links('entities') entities!: EcosystemEntity[];
  @Links('information', { aliases: ['information'], edge: { family: 'data', upwards: true, down: 'any' } })
  informations!: Information[];
  @Links('logical-servers', {
    foreignKeys: false,
    aliases: ['servers'],
    edge: { family: 'hosting', down: 'any', group: 'host', passes: true, together: true },
  })
  logical_servers!: LogicalServer[];
  @Links('containers', {
    unique: true,
    edge: { family: 'hosting', down: 'any', group: 'host', passes: true, together: true },
  })
  containers!: Container[];
  @Products() products!: ProductIdentity[];
}
