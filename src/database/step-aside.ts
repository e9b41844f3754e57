/**
 * Steps aside for the next upgrade of the older application, whose migrations make what we have added without asking whether
 * it is there (docs/decisions/mercator.md). Each step may be repeated: changes of tables cannot be undone where the older application
 * lives, so a run that was interrupted is run again.
 */
import type { DataSource, QueryRunner } from 'typeorm';
import { ASIDE, CARTOGRAPHERS, GRANTS, isAside, KEPT_IN, RIGHTS, UP_TO, VALUES } from './come-back.js';
import { catalogueOf } from './complete-schema.js';
import { quote } from './dialect.js';
import { HOME } from './later-columns.js';
import { refuseNewer, standingOf } from './migrate.js';
import { MigrationLock } from './migration-lock.js';
import { watched, type Catalogue, type Log } from './migration-watch.js';
import { MIGRATIONS } from './migrations/index.js';
import { ADDITIONS, titlesOf } from './seed/permissions.js';
import { OWN_INDEX, parseTables } from './table-shape.js';

const COLLATION = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const MADE: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${VALUES} (table_name varchar(64) NOT NULL, column_name varchar(64) NOT NULL, row_id bigint unsigned NOT NULL, value longtext NOT NULL, PRIMARY KEY (table_name, column_name, row_id)) ${COLLATION}`,
  `CREATE TABLE IF NOT EXISTS ${RIGHTS} (id int unsigned NOT NULL, title varchar(255) NOT NULL, created_at timestamp NULL DEFAULT NULL, updated_at timestamp NULL DEFAULT NULL, PRIMARY KEY (id)) ${COLLATION}`,
  `CREATE TABLE IF NOT EXISTS ${GRANTS} (role_id int unsigned NOT NULL, title varchar(255) NOT NULL, PRIMARY KEY (role_id, title)) ${COLLATION}`,
];

/** An index of `cartographers` as we make it; the older application's own table has others. */
const OUR_CARTOGRAPHERS = 'index idx_cartographers_cartographiable_type_cartographiable_id';
/** Titles that 2026.05.30 has not: those of delegations the summer after it has, under the same ids. */
const SHARED_TITLES = titlesOf('cartographer');
const OUR_TITLES = ['feed', 'group_role', 'webhook', 'perimeter', 'check', 'finding', 'template'].flatMap(titlesOf);

/**
 * Keeps what was written into our additions to the tables of the older application, and drops them; as a rehearsal it only
 * logs the statements. Throws a sentence where there is nothing to step aside for.
 */
export async function stepAside(source: DataSource, log: Log, rehearsal: boolean): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const theirs = source.options.type !== 'better-sqlite3' && (await runner.hasTable('migrations'));
    if (!theirs) throw new Error(OURS);
    if (!(await runner.hasTable('own_migrations'))) throw new Error(NEVER_THERE);
    refuseNewer((await standingOf(source, runner)).newer, 'stepping aside');
    const work = (): Promise<void> =>
      watched(runner, { log, rehearsal }, () => leave(runner)).catch((error: Error) => {
        throw new Error(`${error.message}\n${NOT_ASIDE}`, { cause: error });
      });
    if (rehearsal) await work();
    else await new MigrationLock(source, runner, log).runExclusively(work);
  } finally {
    await runner.release();
  }
}

const NOT_ASIDE =
  'Meridian could not step aside to the end; what it has taken aside so far is kept. Run it again once the cause is removed, or start Meridian.';
const OURS =
  'This database was not made by the older application: there is nobody to step aside for. Nothing was changed.';
const NEVER_THERE = 'Meridian has added nothing to this database yet. Nothing was changed.';

async function leave(runner: QueryRunner): Promise<void> {
  const present = await catalogueOf(runner, false);
  if (!(await isAside(runner))) {
    // What an earlier coming back did not get to drop is old.
    for (const table of KEPT_IN.filter((name) => present.has(name))) await runner.query(`DROP TABLE ${table}`);
    const values = [Number(ASIDE.slice(-13)), ASIDE];
    await runner.query('INSERT INTO `own_migrations` (`timestamp`, `name`) VALUES (?, ?)', values);
  }
  for (const sql of MADE) await runner.query(sql);
  for (const [table, columns] of await ourColumns(runner)) await keepAndDrop(runner, table, columns, present);
  const cartographers = present.get('cartographers');
  const areTheirs = cartographers && !cartographers.has(OUR_CARTOGRAPHERS);
  if (cartographers && !areTheirs) {
    await runner.query(`CREATE TABLE IF NOT EXISTS ${CARTOGRAPHERS} LIKE cartographers`);
    await runner.query(`INSERT IGNORE INTO ${CARTOGRAPHERS} SELECT * FROM cartographers`);
    await runner.query('DROP TABLE cartographers');
  }
  await takeRights(runner, areTheirs ? OUR_TITLES : [...OUR_TITLES, ...SHARED_TITLES], !areTheirs);
}

/** A column that only we can have made, and what it holds where nobody says anything. */
interface OurColumn {
  name: string;
  preset: string | undefined;
}

/** Tables of the older application, with the columns in them that only we can have made. */
async function ourColumns(runner: QueryRunner): Promise<Map<string, OurColumn[]>> {
  const additive = new Map<string, Map<string, OurColumn>>();
  for (const { name: table, columns } of MIGRATIONS.flatMap(({ schema }) => parseTables(schema))) {
    const ours = additive.get(table) ?? new Map<string, OurColumn>();
    for (const { name, default: preset, additive } of columns) if (additive === true) ours.set(name, { name, preset });
    additive.set(table, ours);
  }
  const rows: Array<{ table_name: string; column_name: string }> = await runner.query(
    'SELECT table_name AS table_name, column_name AS column_name ' +
      'FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position',
  );
  const ours = new Map<string, OurColumn[]>();
  let [last, before] = ['', new Set<string>()];
  for (const { table_name: table, column_name: column } of rows) {
    if (table !== last) [last, before] = [table, new Set()];
    // We add behind all others; the older application adds its own behind the id, or behind the perimeter there.
    const isTheirs = [...before].every((name) => name === 'id' || name === HOME);
    before.add(column);
    if (table.startsWith('own_') || table === 'cartographers') continue;
    const found = additive.get(table)?.get(column);
    ours.set(table, [...(ours.get(table) ?? []), ...(found && !isTheirs ? [found] : [])]);
  }
  return ours;
}

async function keepAndDrop(
  runner: QueryRunner,
  table: string,
  columns: readonly OurColumn[],
  present: Catalogue,
): Promise<void> {
  for (const { name, preset } of columns) {
    const kept = `INSERT INTO ${VALUES} SELECT '${table}', '${name}'`;
    const again = 'ON DUPLICATE KEY UPDATE value = VALUES(value)';
    await runner.query(`${kept}, id, ${quote(name)} FROM ${quote(table)} WHERE ${quote(name)} IS NOT NULL ${again}`);
    // Nothing is a value of its own then: up to this row all others had none.
    if (preset !== undefined)
      await runner.query(`${kept}, ${UP_TO}, COALESCE(MAX(id), 0) FROM ${quote(table)} HAVING COUNT(*) > 0 ${again}`);
  }
  const indexes = [...(present.get(table) ?? [])].filter((entry) => entry.startsWith(`index ${OWN_INDEX}`));
  const drops = [
    ...indexes.map((entry) => `DROP INDEX ${quote(entry.slice('index '.length))}`),
    ...columns.map(({ name }) => `DROP COLUMN ${quote(name)}`),
  ];
  if (drops.length) await runner.query(`ALTER TABLE ${quote(table)} ${drops.join(', ')}`);
}

/** Keeps and removes rights that only we know, and with `withGains` what roles were given by our migration. */
async function takeRights(runner: QueryRunner, own: readonly string[], withGains: boolean): Promise<void> {
  const held: Array<{ role_id: number; role: string; title: string }> = await runner.query(
    'SELECT pr.role_id, r.title AS role, p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id ' +
      'JOIN roles r ON r.id = pr.role_id ORDER BY pr.role_id, p.id',
  );
  const ours = held.filter(
    ({ role, title }) =>
      own.includes(title) || (withGains && ADDITIONS.some((one) => one.role === role && one.gains(title))),
  );
  const titles = own.map((title) => `'${title}'`).join(', ');
  const pairs = ours.map(({ role_id: role, title }) => `(${Number(role)}, '${title}')`).join(', ');
  await runner.query('START TRANSACTION');
  if (pairs) {
    await runner.query(`INSERT IGNORE INTO ${GRANTS} (role_id, title) VALUES ${pairs}`);
    await runner.query(
      'DELETE pr FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id ' +
        `WHERE (pr.role_id, p.title) IN (${pairs})`,
    );
  }
  const columns = 'id, title, created_at, updated_at';
  await runner.query(
    `INSERT IGNORE INTO ${RIGHTS} (${columns}) SELECT ${columns} FROM permissions WHERE title IN (${titles})`,
  );
  await runner.query(`DELETE FROM permissions WHERE title IN (${titles})`);
  await runner.query('COMMIT');
}
