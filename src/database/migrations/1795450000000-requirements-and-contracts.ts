import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_domain_controller
  domain_id uint
  logical_server_id uint
  primary (domain_id, logical_server_id)
  index fk_own_domain_controller_domain_id (domain_id)
  index fk_own_domain_controller_logical_server_id (logical_server_id)
table own_application_requirement
  application_id uint
  required_id uint
  effect varchar(16) null
  primary (application_id, required_id)
  index fk_own_application_requirement_application_id (application_id)
  index fk_own_application_requirement_required_id (required_id)
table own_application_relation
  application_id uint
  relation_id uint
  primary (application_id, relation_id)
  index fk_own_application_relation_application_id (application_id)
  index fk_own_application_relation_relation_id (relation_id)
table own_relation_wan
  relation_id uint
  wan_id uint
  primary (relation_id, wan_id)
  index fk_own_relation_wan_relation_id (relation_id)
  index fk_own_relation_wan_wan_id (wan_id)
table own_site_wan
  site_id uint
  wan_id uint
  primary (site_id, wan_id)
  index fk_own_site_wan_site_id (site_id)
  index fk_own_site_wan_wan_id (wan_id)
table own_man_site
  site_id uint
  man_id uint
  primary (site_id, man_id)
  index fk_own_man_site_site_id (site_id)
  index fk_own_man_site_man_id (man_id)
table own_lan_site
  site_id uint
  lan_id uint
  primary (site_id, lan_id)
  index fk_own_lan_site_site_id (site_id)
  index fk_own_lan_site_lan_id (lan_id)
table own_physical_server_storage_device
  physical_server_id uint
  storage_device_id uint
  primary (physical_server_id, storage_device_id)
  index fk_own_physical_server_storage_device_physical_server_id (physical_server_id)
  index fk_own_physical_server_storage_device_storage_device_id (storage_device_id)
table own_physical_router_wan
  physical_router_id uint
  wan_id uint
  primary (physical_router_id, wan_id)
  index fk_own_physical_router_wan_physical_router_id (physical_router_id)
  index fk_own_physical_router_wan_wan_id (wan_id)
table own_man_physical_router
  physical_router_id uint
  man_id uint
  primary (physical_router_id, man_id)
  index fk_own_man_physical_router_physical_router_id (physical_router_id)
  index fk_own_man_physical_router_man_id (man_id)
table own_lan_physical_router
  physical_router_id uint
  lan_id uint
  primary (physical_router_id, lan_id)
  index fk_own_lan_physical_router_physical_router_id (physical_router_id)
  index fk_own_lan_physical_router_lan_id (lan_id)
table own_needs
  type key(64)
  object_id ubigint
  name key(64)
  number int
  created_at timestamp null
  updated_at timestamp null
  primary (type, object_id, name)
`;

/** What applications require, contracts, ends of networks, storage of servers, controllers of domains, and how many suppliers are enough. */
export class RequirementsAndContracts1795450000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'RequirementsAndContracts1795450000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
