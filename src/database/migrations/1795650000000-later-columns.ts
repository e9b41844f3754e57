import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const TAGS = '~ attributes varchar(255) null';
const KIND_AND_TAGS = `~ type varchar(255) null; ${TAGS}`;
const COMMENTS = '~ comments longtext null';

/** Tables that lacked both kind and tags, and those that lacked tags alone. */
const BOTH = `
  zone_admins forest_ads domains application_blocks macro_processuses processes activities operations tasks information networks
  subnetworks gateways network_switches dhcp_servers dnsservers logical_flows vlans sites wans mans lans
`;
const TAGS_ALONE = `
  databases actors external_connected_entities routers containers certificates physical_servers workstations storage_devices
  peripherals phones physical_switches physical_routers wifi_terminals
`;

const each = (tables: string, columns: string): string[] =>
  tables
    .trim()
    .split(/\s+/)
    .map((table) => `table ${table}\n  ${columns}`);

const SCHEMA = `
${[...each(BOTH, KIND_AND_TAGS), ...each(TAGS_ALONE, TAGS)].join('\n')}
table annuaires
  ${KIND_AND_TAGS}
  ~ application_id uint null -> applications no action
  index fk_annuaires_application_id (application_id)
table application_services
  ${KIND_AND_TAGS}; ${COMMENTS}
table application_modules
  ${KIND_AND_TAGS}; ${COMMENTS}
table applications
  ~ status varchar(255) null
  ~ prod_date date null
  ~ hosting varchar(255) null
  ~ urls varchar(255) null
  ${COMMENTS}
table bays
  ${KIND_AND_TAGS}
  ~ site_id uint null -> sites no action
  index fk_bays_site_id (site_id)
table data_processing
  ${COMMENTS}
table physical_links
  ${TAGS}
  ~ description longtext null
table users
  ~ flow_label varchar(16) null
`;

/**
 * What the newest generation of the older application says of objects, in maps of our own: its own databases have it from its own
 * migrations, or not (docs/decisions/mercator.md). Nullable, so that earlier releases go on beside it.
 */
export class LaterColumns1795650000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'LaterColumns1795650000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
