import {
  Day,
  Html,
  Icon,
  Int,
  Inverse,
  Level,
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

/** A dated note on an application. */
export class ApplicationEvent {
  @Ref('users', { onDelete: 'RESTRICT', required: true, about: 'Author' }) user_id!: number;
  @Text({ long: true, nullable: false, about: 'Note' }) message!: string;
  @Moment({ type: 'timestamp', about: 'Creation time' }) created_at!: string | null;
}

/** Software that supports processes. */
@Resource('applications', {
  view: 'application',
  key: 'application',
  uid: 'APP_',
  pivotOnDelete: 'RESTRICT',
  about: 'Software that supports processes.',
})
export class Application extends MapObject {
  @Name({ about: 'Name of the application' }) name!: string;
  @Html({ search: true, about: 'Description of the application' }) description!: string | null;
  @Str({ search: true, about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Level({ about: 'Confidentiality need, level' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level' }) security_need_auth!: number | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Str({ search: true, about: 'Business contact' }) functional_referent!: string | null;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Icon() icon_id!: number | null;
  @Str({ about: 'Technology used' }) technology!: string | null;
  @Str({ about: 'Hosted outside, free text' }) external!: string | null;
  @Str({ about: 'User population, free text' }) users!: string | null;
  @Str({ search: true, about: 'Publisher of the application' }) editor!: string | null;
  @Ref('entities', { about: 'Entity in charge' }) entity_resp_id!: number | null;
  @Ref('application-blocks', { about: 'Block the application belongs to' }) application_block_id!: number | null;
  @Str({ about: 'Where the documentation is' }) documentation!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Int({ min: 0, about: 'Recovery time objective, minutes' }) rto!: number | null;
  @Int({ min: 0, about: 'Recovery point objective, minutes' }) rpo!: number | null;
  @Day({ about: 'When it was installed' }) install_date!: string | null;
  @Day({ about: 'Last update' }) update_date!: string | null;
  @Str({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Int({ min: 0, about: 'Months between updates' }) patching_frequency!: number | null;
  @Day({ about: 'Next planned update' }) next_update!: string | null;
  @Inverse('application-flows', 'application_source_id', {
    aliases: ['applicationSourceFluxes', 'application_source_fluxes'],
    include: 'applicationSourceFluxes',
  })
  source_flows!: number[];
  @Inverse('application-flows', 'application_dest_id', {
    aliases: ['applicationDestFluxes', 'application_dest_fluxes'],
    include: 'applicationDestFluxes',
  })
  dest_flows!: number[];
  @Links('entities') entities!: number[];
  @Links('processes') processes!: number[];
  @Links('activities') activities!: number[];
  @Links('application-services', { aliases: ['services'], include: 'services', alsoShownAs: ['services'] })
  application_services!: number[];
  @Links('databases') databases!: number[];
  @Links('workstations') workstations!: number[];
  @Links('logical-servers', { aliases: ['servers'] }) logical_servers!: number[];
  @Links('containers') containers!: number[];
  @Links('security-devices') security_devices!: number[];
  @Links('admin-users', { unique: true, aliases: ['admin_users', 'adminUsers'] }) administrators!: number[];
  @Rows('application_events', 'application_id', ApplicationEvent, { writable: false, shown: false })
  events!: ApplicationEvent[];
  @Links('security-controls') security_controls!: number[];
  @Links('certificates') certificates!: number[];
  @Links('data-processings') data_processings!: number[];
  @Links('peripherals') peripherals!: number[];
  @Links('physical-servers') physical_servers!: number[];
}
