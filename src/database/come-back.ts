/** Comes back after an upgrade of the older application (see `step-aside.ts`): each step may be repeated here too. */
import type { QueryRunner } from 'typeorm';
import { catalogueOf, completeSchema } from './complete-schema.js';
import { quote } from './dialect.js';
import { watched, type Log } from './migration-watch.js';
import { MIGRATIONS } from './migrations/index.js';

/** Noted among the migrations while we are aside: releases that do not know it refuse to start. */
export const ASIDE = 'SteppedAside1795430000000';

export const [VALUES, CARTOGRAPHERS, RIGHTS, GRANTS] = [
  'own_aside_values',
  'own_aside_cartographers',
  'own_aside_permissions',
  'own_aside_grants',
];
/** In place of the id of a row: its value is the last row of which the column was kept. */
export const UP_TO = 0;

/** Where what was taken aside is kept. */
export const KEPT_IN = [VALUES, CARTOGRAPHERS, RIGHTS, GRANTS];

/** Returns true if we have stepped aside, or begun to, and not come back. */
export async function isAside(runner: QueryRunner): Promise<boolean> {
  if (!(await runner.hasTable('own_migrations'))) return false;
  const rows: unknown[] = await runner.query('SELECT 1 FROM `own_migrations` WHERE `name` = ?', [ASIDE]);
  return rows.length > 0;
}

/** Brings back what was kept, where nothing else stands there now. The caller has the turn to migrate. */
export async function comeBack(runner: QueryRunner, log: Log, rehearsal = false): Promise<void> {
  if (!(await isAside(runner))) return;
  log('Meridian comes back, and brings what it had taken aside:');
  await watched(runner, { log, rehearsal }, async () => {
    const done: Array<{ name: string }> = await runner.query('SELECT `name` FROM `own_migrations`');
    const schemas = MIGRATIONS.filter(({ name }) => done.some((one) => one.name === name)).map(({ schema }) => schema);
    await completeSchema(runner, schemas.join('\n'));
    const kept = new Set((await catalogueOf(runner, false)).keys());
    if (kept.has(RIGHTS)) await bringRights(runner);
    if (kept.has(GRANTS)) await runner.query(RESTORE_GRANTS);
    if (kept.has(CARTOGRAPHERS))
      for (const sql of restoreDelegations(await columnsOf(runner, CARTOGRAPHERS))) await runner.query(sql);
    if (kept.has(VALUES)) await bringValues(runner);
    // In this order: without the note nobody would look for what is kept.
    for (const table of KEPT_IN) await runner.query(`DROP TABLE IF EXISTS ${table}`);
    await runner.query('DELETE FROM `own_migrations` WHERE `name` = ?', [ASIDE]);
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${NOT_BACK}`, { cause: error });
  });
}

const NOT_BACK =
  'Meridian has stepped aside and could not come back; all that it took aside is kept. Start again once the cause is removed.';

/** Rights that nobody has made meanwhile, under their ids where these are free. */
async function bringRights(runner: QueryRunner): Promise<void> {
  const kept: Array<{ id: number; title: string }> = await runner.query(`SELECT id, title FROM ${RIGHTS} ORDER BY id`);
  for (const { id, title } of kept) {
    const there: Array<{ id: number; title: string }> = await runner.query(
      'SELECT id, title FROM permissions WHERE id = ? OR title = ?',
      [id, title],
    );
    const same = there.find((one) => one.title === title);
    const [columns, values] = there.length ? ['title', 'title'] : ['id, title', 'id, title'];
    if (!same) {
      await runner.query(
        `INSERT INTO permissions (${columns}, created_at, updated_at) ` +
          `SELECT ${values}, created_at, updated_at FROM ${RIGHTS} WHERE id = ?`,
        [id],
      );
    }
    if (!there.length || same?.id === id) continue;
    await runner.query(
      `UPDATE IGNORE ${VALUES} SET row_id = (SELECT MIN(id) FROM permissions WHERE title = ?) ` +
        "WHERE table_name = 'permissions' AND row_id = ?",
      [title, id],
    );
  }
}

/** A text of any table as ours compare it: tables that are made by others may be of another collation. */
const comparable = (column: string): string => `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_unicode_ci`;

const RESTORE_GRANTS =
  `INSERT INTO permission_role (permission_id, role_id) SELECT p.id, g.role_id FROM ${GRANTS} g ` +
  `JOIN permissions p ON ${comparable('p.title')} = g.title JOIN roles r ON r.id = g.role_id WHERE NOT EXISTS ` +
  '(SELECT 1 FROM permission_role pr WHERE pr.permission_id = p.id AND pr.role_id = g.role_id)';

/** Delegations that are not there, to users and roles that still are: under their ids where these are free. */
function restoreDelegations(columns: readonly string[]): string[] {
  const rest = columns.filter((column) => column !== 'id');
  const wanted =
    `FROM ${CARTOGRAPHERS} k WHERE NOT EXISTS (SELECT 1 FROM cartographers c WHERE ` +
    `${comparable('c.cartographiable_type')} = ${comparable('k.cartographiable_type')} AND ` +
    'c.cartographiable_id = k.cartographiable_id AND ' +
    'c.user_id <=> k.user_id AND c.role_id <=> k.role_id) AND ' +
    '(k.user_id IS NULL OR EXISTS (SELECT 1 FROM users u WHERE u.id = k.user_id)) AND ' +
    '(k.role_id IS NULL OR EXISTS (SELECT 1 FROM roles r WHERE r.id = k.role_id))';
  const insert = (names: readonly string[], more = ''): string =>
    `INSERT INTO cartographers (${names.map(quote).join(', ')}) SELECT ${names.map((name) => `k.${quote(name)}`).join(', ')} ${wanted}${more}`;
  return [insert(['id', ...rest], ' AND NOT EXISTS (SELECT 1 FROM cartographers d WHERE d.id = k.id)'), insert(rest)];
}

async function bringValues(runner: QueryRunner): Promise<void> {
  const kept: Array<{ table_name: string; column_name: string }> = await runner.query(
    `SELECT DISTINCT table_name, column_name FROM ${VALUES} ORDER BY table_name, column_name`,
  );
  for (const { table_name: table, column_name: column } of kept) {
    const which = `v.table_name = '${table}' AND v.column_name = '${column}'`;
    await runner.query(
      `UPDATE ${quote(table)} t JOIN ${VALUES} v ON ${which} AND v.row_id = ${UP_TO} ` +
        `AND t.id <= CAST(v.value AS UNSIGNED) SET t.${quote(column)} = NULL`,
    );
    await runner.query(
      `UPDATE ${quote(table)} t JOIN ${VALUES} v ON ${which} ` +
        `AND v.row_id = t.id SET t.${quote(column)} = v.value WHERE t.${quote(column)} IS NULL OR t.${quote(column)} = ''`,
    );
  }
}

async function columnsOf(runner: QueryRunner, table: string): Promise<string[]> {
  const rows: Array<{ column_name: string }> = await runner.query(
    'SELECT column_name AS column_name FROM information_schema.columns WHERE table_schema = DATABASE() ' +
      'AND table_name = ? ORDER BY ordinal_position',
    [table],
  );
  return rows.map((row) => row.column_name);
}
