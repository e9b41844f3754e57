import { Amount, Day, Html, Int, Ip, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import { Products, type ProductIdentity } from '../products.js';
import type { AdDomain } from '../administration/ad-domain.entity.js';
import type { AdminUser } from '../administration/admin-user.entity.js';
import type { Application } from '../application/application.entity.js';
import type { Building } from './building.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { EcosystemEntity } from '../ecosystem/ecosystem-entity.entity.js';
import type { Network } from '../logical-infrastructure/network.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Site } from './site.entity.js';

/** A desktop or portable computer. */
@Resource('workstations', {
  titles: { fr: ['Poste de travail', 'Postes de travail'] },
  synonyms: ['PC', 'laptop', 'desktop', 'ordinateur', 'portable'],
  view: 'physical',
  key: 'workstation',
  uid: 'WORK_',
  identity: ['serial', 'mac', 'name'],
  about: 'A desktop or portable computer.',
})
export class Workstation extends MapObject {
  @Ref('entities', {
    onDelete: 'RESTRICT',
    about: 'Entity owning the workstation',
    edge: { family: 'duties', upwards: true, concerned: 'all' },
  })
  entity_id!: number | null;
  entity!: EcosystemEntity | null;
  @Name({ about: 'Name of the workstation' }) name!: string;
  @Html({ search: true, about: 'Description of the workstation' }) description!: string | null;
  @Str({ about: 'Vendor name for CPE matching' }) vendor!: string | null;
  @Str({ about: 'Product name for CPE matching' }) product!: string | null;
  @Str({ about: 'Version for CPE matching' }) version!: string | null;
  @Ref('sites', { about: 'Site it is on', edge: { family: 'places', down: 'all' } }) site_id!: number | null;
  site!: Site | null;
  @Ref('buildings', { about: 'Building or room it is in', edge: { family: 'places', down: 'all' } }) building_id!:
    number | null;
  building!: Building | null;
  @Ref('physical-switches', {
    about: 'Switch it is plugged into (unused)',
    edge: { family: 'cables', plugs: true },
  })
  physical_switch_id!: number | null;
  physical_switch!: PhysicalSwitch | null;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Str({ about: 'Operating system' }) operating_system!: string | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  address_ip!: string | null;
  @Str({ about: 'Processor data' }) cpu!: string | null;
  @Str({ about: 'Memory data' }) memory!: string | null;
  @Int({ min: 0, unit: 'gigabyte', about: 'Disk space' }) disk!: number | null;
  @Ref('admin-users', {
    onDelete: 'RESTRICT',
    about: 'Person using it (account)',
    edge: { family: 'access', upwards: true, concerned: 'all' },
  })
  user_id!: number | null;
  user!: AdminUser | null;
  @Str({ about: 'User outside the domain, free text' }) other_user!: string | null;
  @Str({ about: 'Life-cycle state, free text' }) status!: string | null;
  @Str({ search: true, about: 'Who built it' }) manufacturer!: string | null;
  @Str({ search: true, about: 'Model name' }) model!: string | null;
  @Str({ search: true, identifies: true, about: 'Serial number' }) serial_number!: string | null;
  @Day({ about: 'Last time seen by the inventory' }) last_inventory_date!: string | null;
  @Day({ ends: true, about: 'Warranty end' }) warranty_end_date!: string | null;
  @Ref('domains', {
    onDelete: 'RESTRICT',
    about: 'Domain it belongs to',
    edge: { family: 'access', degraded: 'all', passes: true },
  })
  domain_id!: number | null;
  domain!: AdDomain | null;
  @Str({ about: 'Warranty contract' }) warranty!: string | null;
  @Day({ about: 'Warranty start' }) warranty_start_date!: string | null;
  @Str({ about: 'Warranty length, free text' }) warranty_period!: string | null;
  @Str({ about: 'Version of the inventory agent' }) agent_version!: string | null;
  @Str({ about: 'Where inventory data comes from' }) update_source!: string | null;
  @Ref('networks', {
    onDelete: 'RESTRICT',
    about: 'Network it belongs to',
    edge: { family: 'network', down: 'any', group: 'net', partly: 'network', passes: true },
  })
  network_id!: number | null;
  network!: Network | null;
  @Str({ about: 'Connector type' }) network_port_type!: string | null;
  @Str({ identifies: true, about: 'Hardware address(es)' }) mac_address!: string | null;
  @Day({ about: 'Date of purchase' }) purchase_date!: string | null;
  @Amount({ about: 'Financial value' }) fin_value!: number | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Products() products!: ProductIdentity[];
}
