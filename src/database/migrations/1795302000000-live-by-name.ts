import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quote } from '../dialect.js';
import { catalogueOf, completeSchema } from '../complete-schema.js';

/** Tables whose objects are known by a name. */
const NAMED = `
  zone_admins annuaires forest_ads domains application_blocks applications application_services
  application_modules databases application_flows macro_processuses processes activities operations tasks actors
  information users entities relations data_processing security_controls networks subnetworks gateways
  external_connected_entities network_switches routers security_devices dhcp_servers dnsservers clusters
  logical_servers backups logical_flows containers certificates vlans sites buildings bays zones physical_servers
  workstations storage_devices peripherals phones physical_switches physical_routers wifi_terminals
  physical_security_devices wans mans lans
`;

/** What names the objects of each table with soft deletion. */
const LABELS: ReadonlyArray<readonly [table: string, label: string]> = [
  ...NAMED.trim()
    .split(/\s+/)
    .map((table) => [table, 'name'] as const),
  ['admin_users', 'user_id'],
  ['roles', 'title'],
  ['documents', 'filename'],
];

const SCHEMA = LABELS.map(
  ([table, label]) => `table ${table}\n  index idx_own_${table}_live (deleted_at, ${label})`,
).join('\n');

/**
 * Live objects by name: the index over which lists are sorted, searched and counted. New maps have it from the start
 * (`the-map/`); those of release 0.1.0 get it here, in place of the one on `deleted_at` alone.
 */
export class LiveByName1795302000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.2.0';
  // It drops the indexes of 0.1.0.
  static readonly additive = false;
  readonly name = 'LiveByName1795302000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    const sqlite = runner.connection.options.type === 'better-sqlite3';
    const present = await catalogueOf(runner, sqlite);
    for (const [table] of LABELS) {
      const index = `idx_own_${table}_deleted_at`;
      if (!present.get(table)?.delete(`index ${index}`)) continue;
      await runner.query(`DROP INDEX ${quote(index)}${sqlite ? '' : ` ON ${quote(table)}`}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('There is no way back from this migration: restore a backup.');
  }
}
