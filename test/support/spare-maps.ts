/**
 * Databases that are up to date and hold what the migrations put there, and nothing else. Making 130 tables takes a database
 * server two seconds, which most test files need not wait for: what one leaves is emptied, and used again by the next.
 */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { readConfig } from '../../src/config.js';
import { bringUpToDate } from '../../src/database/admin-connection.js';
import { makeDatabase, nameOf, withServer, type Engine, type TestDatabase } from './engines.js';

/** A table as it is after the migrations: the next id, and whether there are rows. */
interface Table {
  next: number | null;
  filled: boolean;
}

/** What a database without tables is filled with: statements that make them, and the tables with rows. */
interface Copy {
  made: string[];
  filled: string[];
}

const templates = new Map<Engine, Promise<TestDatabase>>();
const spare: TestDatabase[] = [];
let copy: Promise<Copy> | undefined;

/** A database for one server; `drop` gives it back. */
export async function makeMap(engine: Engine): Promise<TestDatabase> {
  const template = await templateOf(engine);
  if (engine === 'sqlite') {
    const made = await makeDatabase(engine);
    copyFileSync(fileOf(template), fileOf(made));
    return made;
  }
  const database = spare.pop() ?? (await makeDatabase(engine));
  const { folder, drop } = await makeDatabase('sqlite');
  return {
    url: database.url,
    folder,
    drop: async () => {
      await drop();
      if (await emptied(nameOf(database), nameOf(template))) spare.push(database);
      else await database.drop();
    },
  };
}

/**
 * Copies the tables that migrations make into a database that has none, which takes half as long as the migrations. Those are
 * tried by tests that run them themselves (test/database/migrations, test/existing-database).
 */
export async function fillIfEmpty(engine: Engine, database: TestDatabase): Promise<void> {
  // A server of a test's own has databases that are not beside the template.
  if (engine === 'mariadb' && !database.url.startsWith(`${process.env['MERIDIAN_TEST_SERVER']}/`)) return;
  const template = await templateOf(engine);
  if (engine === 'sqlite') {
    if (!existsSync(fileOf(database))) copyFileSync(fileOf(template), fileOf(database));
    return;
  }
  const [name, from] = [nameOf(database), nameOf(template)];
  await withServer(async (connection) => {
    const [tables] = await connection.query<RowDataPacket[]>(
      'SELECT 1 FROM information_schema.tables WHERE table_schema = ? LIMIT 1',
      [name],
    );
    if (tables.length) return;
    const { made, filled } = await (copy ??= copyOf(connection, from));
    await connection.query(`USE ${name}`);
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    for (const statement of made) await connection.query(statement);
    for (const table of filled) await connection.query(`INSERT INTO ${table} SELECT * FROM ${from}.${table}`);
  });
}

async function copyOf(connection: Connection, name: string): Promise<Copy> {
  const tables = await tablesOf(connection, name);
  const made: string[] = [];
  for (const table of tables.keys()) {
    const [[row]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${name}.${table}`);
    made.push(row!['Create Table'] as string);
  }
  return { made, filled: [...tables].filter(([, { filled }]) => filled).map(([table]) => table) };
}

const fileOf = ({ url }: TestDatabase): string => url.replace(/^sqlite:/, '');

function templateOf(engine: Engine): Promise<TestDatabase> {
  let template = templates.get(engine);
  if (!template) templates.set(engine, (template = makeTemplate(engine)));
  return template;
}

async function makeTemplate(engine: Engine): Promise<TestDatabase> {
  const database = await makeDatabase(engine);
  // The folder of a run goes with it.
  if (!process.env['MERIDIAN_TEST_FOLDER'])
    process.on('exit', () => rmSync(database.folder, { recursive: true, force: true }));
  const config = readConfig({ DATABASE_URL: database.url, TOKEN_SECRET: 'a secret of the tests, 32 characters' });
  await bringUpToDate(config, () => undefined, false);
  return database;
}

/** Brings every table back to what the template holds. False where a test changed the tables themselves. */
function emptied(name: string, template: string): Promise<boolean> {
  return withServer(async (connection) => {
    if ((await shapeOf(connection, name)) !== (await shapeOf(connection, template))) return false;
    const [now, before] = [await tablesOf(connection, name), await tablesOf(connection, template)];
    const changed = [...now].filter(([table, { filled }]) => filled || before.get(table)!.filled);
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    await connection.query('BEGIN');
    for (const [table] of changed) {
      await connection.query(`DELETE FROM ${name}.${table}`);
      if (before.get(table)!.filled)
        await connection.query(`INSERT INTO ${name}.${table} SELECT * FROM ${template}.${table}`);
    }
    await connection.query('COMMIT');
    for (const [table, { next }] of now) {
      const wanted = before.get(table)!.next;
      if (next !== wanted) await connection.query(`ALTER TABLE ${name}.${table} AUTO_INCREMENT = ${wanted}`);
    }
    return true;
  });
}

/** Columns and indexes as one number. */
async function shapeOf(connection: Connection, name: string): Promise<string> {
  const [[columns]] = await connection.query<RowDataPacket[]>(
    "SELECT COUNT(*) AS n, SUM(CRC32(CONCAT_WS('|', table_name, column_name, column_type, is_nullable))) AS s " +
      'FROM information_schema.columns WHERE table_schema = ?',
    [name],
  );
  const [[indexes]] = await connection.query<RowDataPacket[]>(
    "SELECT COUNT(*) AS n, SUM(CRC32(CONCAT_WS('|', table_name, index_name, column_name, seq_in_index))) AS s " +
      'FROM information_schema.statistics WHERE table_schema = ?',
    [name],
  );
  const [[triggers]] = await connection.query<RowDataPacket[]>(
    'SELECT COUNT(*) AS n FROM information_schema.triggers WHERE trigger_schema = ?',
    [name],
  );
  return JSON.stringify([columns, indexes, triggers]);
}

async function tablesOf(connection: Connection, name: string): Promise<Map<string, Table>> {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS t, auto_increment AS next FROM information_schema.tables WHERE table_schema = ?',
    [name],
  );
  const filled = tables.map(({ t }) => `SELECT '${t}' AS t WHERE EXISTS (SELECT 1 FROM ${name}.${t})`);
  const [rows] = await connection.query<RowDataPacket[]>(filled.join(' UNION ALL '));
  const names = new Set(rows.map(({ t }) => t as string));
  return new Map(
    tables.map(({ t, next }) => [t as string, { next: next as number | null, filled: names.has(t as string) }]),
  );
}
