/**
 * Homes in a map of our own: each object and each role belongs to one perimeter, as the newest generation of the older application
 * has it. They are made once, when somebody asks for them: a map without is not touched, and pays nothing
 * (docs/decisions/access.md).
 */
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { catalogueOf, completeSchema } from './complete-schema.js';
import { quote } from './dialect.js';
import { FIRST, HOME, HOMES } from './later-columns.js';
import { refuseNewer, runOne, standingOf } from './migrate.js';
import { MigrationLock } from './migration-lock.js';
import { watched, type Log } from './migration-watch.js';
import { shapeName } from './table-shape.js';

/** What has a home there: kinds of objects, and the roles, of which one sees that all is done. */
const TABLES = (
  'admin_users activities actors annuaires application_blocks application_flows application_modules applications ' +
  'application_services backups bays buildings certificates clusters containers databases data_processing dhcp_servers ' +
  'dnsservers domains entities external_connected_entities forest_ads gateways information lans logical_flows ' +
  'logical_servers macro_processuses mans networks network_switches operations peripherals phones physical_links ' +
  'physical_routers physical_security_devices physical_servers physical_switches processes relations routers ' +
  'security_controls security_devices sites storage_devices subnetworks tasks vlans wans wifi_terminals workstations ' +
  'zone_admins zones roles'
).split(' ');

/** Keys over names that twins in two homes would break. That of backups stays there, and so here: it counts over all homes. */
const KEYS = { containers: 'container_name_unique', zones: 'zones_name_unique' };
const KEPT = 'backups';

const SCHEMA = TABLES.map(
  (table) =>
    `table ${table}\n  + ${HOME} uint default ${FIRST} -> own_perimeters restrict\n` +
    `  index ${shapeName('fk', table, HOME)} (${HOME})\n`,
).join('');

/** Releases that do not know homes would show everything to everybody: they refuse such a map. */
class Homes implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = false;
  readonly name = HOMES;

  async up(runner: QueryRunner): Promise<void> {
    const embedded = runner.connection.options.type === 'better-sqlite3';
    const present = await catalogueOf(runner, embedded);
    for (const [table, key] of Object.entries(KEYS)) {
      if (!present.get(table)?.has(`index ${key}`)) continue;
      await runner.query(`DROP INDEX ${quote(key)}${embedded ? '' : ` ON ${quote(table)}`}`);
      // The key has kept names of deleted objects; by rule they are free.
      const deleted = `SELECT id FROM ${quote(table)} WHERE deleted_at IS NOT NULL`;
      await runner.query(`DELETE FROM own_names WHERE scope = '${table}.name' AND object_id IN (${deleted})`);
    }
    const homed = embedded ? `scope || '@${FIRST}'` : `CONCAT(scope, '@${FIRST}')`;
    for (const table of TABLES.filter((name) => name !== KEPT))
      await runner.query(
        `UPDATE own_names SET scope = ${homed} WHERE scope LIKE '${table}.%' AND scope NOT LIKE '%@%'`,
      );
    await completeSchema(runner, SCHEMA);
    const now = 'CURRENT_TIMESTAMP';
    await runner.query(
      `INSERT INTO own_perimeters (id, name, created_at, updated_at) VALUES (${FIRST}, 'Default', ${now}, ${now})`,
    );
  }

  async down(): Promise<void> {
    // There is no way back: see `downgrade`.
  }
}

/**
 * Makes homes in a map of our own, or, as a rehearsal, only logs how. Nobody else may be connected. Everything belongs to the first
 * perimeter then, and the switch is off. Returns false if they are there already. Throws a sentence if the map is the older
 * application's, is not up to date, or has another perimeter of this id.
 */
export async function makeHomes(source: DataSource, log: Log, rehearsal: boolean): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    const theirs = source.options.type !== 'better-sqlite3' && (await runner.hasTable('migrations'));
    if (theirs) throw new Error(THEIRS);
    const { done, pending, newer } = await standingOf(source, runner);
    refuseNewer(newer, 'making homes');
    if (pending.length) throw new Error('The database is not up to date. Run first: npm run migrate');
    if (done.has(HOMES)) return false;
    const known: unknown[] = await runner.query(`SELECT 1 FROM own_perimeters WHERE id = ${FIRST}`);
    if (known.length) throw new Error(TAKEN);
    const homes = new Homes();
    if (rehearsal) await watched(runner, { log, rehearsal }, () => homes.up(runner));
    else {
      const turn = new MigrationLock(source, runner, log);
      const logs = { log, statements: () => undefined };
      await turn.runExclusively(async () => void (await runOne(runner, turn, homes, logs)));
    }
    return true;
  } finally {
    await runner.release();
  }
}

const THEIRS =
  "The database is the older application's: homes come with its newest generation (perimeters). Nothing was changed.";
const TAKEN =
  'There is a perimeter with the id 1 already, and everything would belong to it. Make another one like it, give that to its ' +
  'roles and tokens, and delete this one; then make homes. Nothing was changed.';
