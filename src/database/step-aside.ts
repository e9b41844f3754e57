/**
 * Steps aside for the next upgrade of the older application, whose migrations make what we have added without asking whether
 * it is there (docs/decisions/mercator.md). Each step may be repeated: changes of tables cannot be undone where the older application
 * lives, so a run that was interrupted is run again.
 */
import type { DataSource, QueryRunner } from 'typeorm';
import { ASIDE, CARTOGRAPHERS, GRANTS, isAside, KEPT_IN, RIGHTS, VALUES } from './come-back.js';
import { catalogueOf } from './complete-schema.js';
import { quote } from './dialect.js';
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
/** Titles that 2026.05.30 has not. */
const OUR_TITLES = ['cartographer', 'feed', 'group_role', 'webhook', 'perimeter', 'check', 'finding'].flatMap(titlesOf);

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
  const notes: Array<{ migration: string }> = await runner.query('SELECT `migration` FROM `migrations`');
  const made = (what: string): boolean => notes.some(({ migration }) => migration.includes(what));
  for (const table of await ourColumns(runner, made('ext_refs'))) await keepAndDrop(runner, table, present);
  const cartographers = present.get('cartographers');
  if (made('cartographers') || (cartographers && !cartographers.has(OUR_CARTOGRAPHERS))) return;
  if (cartographers) {
    await runner.query(`CREATE TABLE IF NOT EXISTS ${CARTOGRAPHERS} LIKE cartographers`);
    await runner.query(`INSERT IGNORE INTO ${CARTOGRAPHERS} SELECT * FROM cartographers`);
    await runner.query('DROP TABLE cartographers');
  }
  await takeRights(runner);
}

/** Tables of the older application, with the columns in them that only we can have made. */
async function ourColumns(runner: QueryRunner, extRefsAreTheirs: boolean): Promise<Map<string, string[]>> {
  const additive = new Map<string, Set<string>>();
  for (const { name, columns } of MIGRATIONS.flatMap(({ schema }) => parseTables(schema))) {
    const names = columns.filter((column) => column.additive).map((column) => column.name);
    additive.set(name, new Set([...(additive.get(name) ?? []), ...names]));
  }
  const rows: Array<{ table_name: string; column_name: string; place: number }> = await runner.query(
    'SELECT table_name AS table_name, column_name AS column_name, ordinal_position AS place ' +
      'FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  const ours = new Map<string, string[]>();
  for (const { table_name: table, column_name: column, place } of rows) {
    if (table.startsWith('own_') || table === 'cartographers') continue;
    const columns = ours.get(table) ?? [];
    // We add behind all others; the older application adds its own behind the id.
    const theirs = column === 'ext_refs' && (extRefsAreTheirs || Number(place) === 2);
    if (additive.get(table)?.has(column) && !theirs) columns.push(column);
    ours.set(table, columns);
  }
  return ours;
}

async function keepAndDrop(
  runner: QueryRunner,
  [table, columns]: [table: string, columns: string[]],
  present: Catalogue,
): Promise<void> {
  for (const column of columns) {
    await runner.query(
      `INSERT INTO ${VALUES} SELECT '${table}', '${column}', id, ${quote(column)} FROM ${quote(table)} ` +
        `WHERE ${quote(column)} IS NOT NULL ON DUPLICATE KEY UPDATE value = VALUES(value)`,
    );
  }
  const indexes = [...(present.get(table) ?? [])].filter((entry) => entry.startsWith(`index ${OWN_INDEX}`));
  const drops = [
    ...indexes.map((entry) => `DROP INDEX ${quote(entry.slice('index '.length))}`),
    ...columns.map((column) => `DROP COLUMN ${quote(column)}`),
  ];
  if (drops.length) await runner.query(`ALTER TABLE ${quote(table)} ${drops.join(', ')}`);
}

/** Keeps and removes the rights that 2026.05.30 does not know, and what roles were given by our migration. */
async function takeRights(runner: QueryRunner): Promise<void> {
  const held: Array<{ role_id: number; role: string; title: string }> = await runner.query(
    'SELECT pr.role_id, r.title AS role, p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id ' +
      'JOIN roles r ON r.id = pr.role_id ORDER BY pr.role_id, p.id',
  );
  const ours = held.filter(
    ({ role, title }) =>
      OUR_TITLES.includes(title) || ADDITIONS.some((addition) => addition.role === role && addition.gains(title)),
  );
  const titles = OUR_TITLES.map((title) => `'${title}'`).join(', ');
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
