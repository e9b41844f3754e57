import {
  Day,
  Html,
  Int,
  Inverse,
  Links,
  MapObject,
  Moment,
  Name,
  Ref,
  Resource,
  Rows,
  Str,
  Text,
} from '../../engine/index.js';
import { Icon, Level, REQUIRED_EFFECT } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { Activity } from '../business/activity.entity.js';
import type { AdminUser } from '../administration/admin-user.entity.js';
import type { ApplicationBlock } from './application-block.entity.js';
import type { ApplicationFlow } from './application-flow.entity.js';
import type { ApplicationService } from './application-service.entity.js';
import type { Certificate } from '../logical-infrastructure/certificate.entity.js';
import type { Container } from '../logical-infrastructure/container.entity.js';
import type { DataProcessing } from '../gdpr/data-processing.entity.js';
import type { Database } from './database.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { EntityRelation } from '../ecosystem/entity-relation.entity.js';
import type { LogicalServer } from '../logical-infrastructure/logical-server.entity.js';
import type { Peripheral } from '../physical-infrastructure/peripheral.entity.js';
import type { PhysicalServer } from '../physical-infrastructure/physical-server.entity.js';
import type { Process } from '../business/process.entity.js';
import type { SecurityControl } from '../gdpr/security-control.entity.js';
import type { SecurityDevice } from '../logical-infrastructure/security-device.entity.js';
import type { Workstation } from '../physical-infrastructure/workstation.entity.js';

/** A dated note on an application. */
export class ApplicationEvent {
  @Ref('users', { onDelete: 'RESTRICT', required: true, about: 'Author' }) user_id!: number;
  @Text({ long: true, nullable: false, about: 'Note' }) message!: string;
  @Moment({ type: 'timestamp', about: 'Creation time' }) created_at!: string | null;
}

/** Software that supports processes. */
@Resource('applications', {
  titles: { fr: ['Application', 'Applications'] },
  synonyms: ['software', 'logiciel', 'app'],
  view: 'application',
  key: 'application',
  uid: 'APP_',
  pivotOnDelete: 'RESTRICT',
  about: 'Software that supports processes.',
})
export class Application extends MapObject {
  @Name({ about: 'Name of the application' }) name!: string;
  @Html({ search: true, about: 'Description of the application' }) description!: string | null;
  @Html({ later: true, about: 'Comments' }) comments!: string | null;
  @Str({ search: true, about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Str({ search: true, about: 'Business contact' }) functional_referent!: string | null;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, about: 'Where it is in its life, free text' }) status!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Str({ about: 'Technology used' }) technology!: string | null;
  @Str({ about: 'Hosted outside, free text' }) external!: string | null;
  @Str({ later: true, about: 'How it is hosted, free text' }) hosting!: string | null;
  @Str({ later: true, joined: true, format: 'urls', about: 'Where it is reached' }) urls!: string | null;
  @Str({ about: 'User population, free text' }) users!: string | null;
  @Str({ search: true, about: 'Publisher of the application' }) editor!: string | null;
  @Ref('entities', {
    about: 'Entity in charge',
    edge: { family: 'duties', upwards: true, concerned: 'all', back: { degraded: 'all', passes: true } },
  })
  entity_resp_id!: number | null;
  entity_resp!: EcosystemEntity | null;
  @Ref('application-blocks', {
    about: 'Block the application belongs to',
    edge: { family: 'structure', upwards: true, concerned: 'all', back: { down: 'all' } },
  })
  application_block_id!: number | null;
  application_block!: ApplicationBlock | null;
  @Str({ about: 'Where the documentation is' }) documentation!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Int({ min: 0, about: 'Recovery time objective, minutes', need: 'rto' }) rto!: number | null;
  @Int({ min: 0, about: 'Recovery point objective, minutes', need: 'rpo' }) rpo!: number | null;
  @Day({ about: 'When it was installed' }) install_date!: string | null;
  @Day({ later: true, about: 'In production since' }) prod_date!: string | null;
  @Day({ about: 'Last update' }) update_date!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Int({ min: 0, about: 'Months between updates' }) patching_frequency!: number | null;
  @Day({ about: 'Next planned update' }) next_update!: string | null;
  @Inverse('application-flows', 'application_source_id', {
    aliases: ['applicationSourceFluxes', 'application_source_fluxes'],
    include: 'applicationSourceFluxes',
  })
  source_flows!: ApplicationFlow[];
  @Inverse('application-flows', 'application_dest_id', {
    aliases: ['applicationDestFluxes', 'application_dest_fluxes'],
    include: 'applicationDestFluxes',
  })
  dest_flows!: ApplicationFlow[];
  @Links('entities') entities!: EcosystemEntity[];
  @Links('processes') processes!: Process[];
  @Links('activities') activities!: Activity[];
  @Links('application-services', {
    aliases: ['services'],
    include: 'services',
    alsoShownAs: ['services'],
    edge: { family: 'structure', degraded: 'all', passes: true, back: { down: 'any', passes: true } },
  })
  application_services!: ApplicationService[];
  @Links('databases', { edge: { family: 'data', down: 'all', passes: true, together: true } }) databases!: Database[];
  @Links('workstations', { edge: { family: 'hosting', degraded: 'any' } }) workstations!: Workstation[];
  @Links('logical-servers', {
    aliases: ['servers'],
    edge: {
      family: 'hosting',
      down: 'all',
      passes: true,
      together: true,
      peers: {
        by: 'clusters.logical_servers',
        unless: ['clusters.physical_servers'],
        unlessShared: ['logical-servers.physical_servers'],
      },
    },
  })
  logical_servers!: LogicalServer[];
  @Links('containers', { edge: { family: 'hosting', down: 'all', passes: true, together: true } })
  containers!: Container[];
  @Links('security-devices', { edge: { family: 'network', down: 'any', group: 'firewall', passes: true } })
  security_devices!: SecurityDevice[];
  @Links('admin-users', {
    unique: true,
    aliases: ['admin_users', 'adminUsers'],
    edge: { family: 'access', back: { concerned: 'all' } },
  })
  administrators!: AdminUser[];
  @Rows('application_events', 'application_id', ApplicationEvent, { writable: false, shown: false })
  events!: ApplicationEvent[];
  @Links('security-controls') security_controls!: SecurityControl[];
  @Links('certificates', { edge: { family: 'protection', degraded: 'all', passes: true } })
  certificates!: Certificate[];
  @Links('data-processings') data_processings!: DataProcessing[];
  @Links('peripherals', { edge: { family: 'hosting', degraded: 'any' } }) peripherals!: Peripheral[];
  @Links('physical-servers', {
    edge: {
      family: 'hosting',
      down: 'all',
      passes: true,
      together: true,
      unless: { to: ['applications.logical_servers', 'applications.containers'] },
      peers: { by: 'clusters.physical_servers' },
      also: {
        degraded: 'all',
        passes: true,
        when: { to: ['applications.logical_servers', 'applications.containers'] },
      },
    },
  })
  physical_servers!: PhysicalServer[];
  @Links('applications', {
    own: true,
    table: 'own_application_requirement',
    otherColumn: 'required_id',
    value: REQUIRED_EFFECT,
    edge: {
      family: 'flows',
      down: 'all',
      passes: true,
      whenField: 'effect',
      also: { degraded: 'all', passes: true, unlessField: 'effect' },
    },
    about: 'Applications that it needs, such as a sign-in or an interface engine, and what becomes of it without them',
  })
  requires!: Application[];
  @Links('applications', {
    mirror: 'requires',
    about: 'Applications that need it, and what becomes of them without it',
  })
  required_by!: Application[];
  @Links('relations', { about: 'Contracts that are about it' }) contracts!: EntityRelation[];
  @Products() products!: ProductIdentity[];
}
