/** A database of the older application for a test of its own, and what is in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { hashPassword } from '../../src/access/password.js';
import { sharedText } from '../engine/model/shared.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';
import { ADMIN } from '../support/server.js';

const DUMP = 'existing-db/demo-existing-db.sql';
/** As `TEST_DATABASE_URL` says: see test/support/global-setup.cjs. */
const hasServer = Boolean(process.env['MERIDIAN_TEST_SERVER']);

/** Tests that need a database of the older application; without one they leave a test that says what was left out. */
export function describeWithOldDatabase(name: string, body: () => void): void {
  if (hasServer && existsSync(join(__dirname, '../../../shared', DUMP))) {
    describe(name, body);
    return;
  }
  const why = hasServer ? 'no ../shared here' : 'no database server here';
  it(`SKIPPED, ${why}: ${name}`, () => {
    console.log(`SKIPPED, ${why}: ${name}`);
  });
}

/** The same for every database, so that two of them can be compared. */
let hash: string | undefined;

/** The database of the older application, with one administrator more, whose password the tests know. */
export async function oldDatabase(): Promise<TestDatabase> {
  const place = await makeDatabase('mariadb');
  hash ??= (await hashPassword(ADMIN.password, 4)).replace('$2b$', '$2y$');
  await onDatabase(place, async (connection) => {
    await connection.query(sharedText(DUMP));
    await connection.query("INSERT INTO users (id, login, name, password) VALUES (90, ?, 'Test', ?)", [
      ADMIN.login,
      hash,
    ]);
    await connection.query('INSERT INTO role_user (user_id, role_id) VALUES (90, 1)');
  });
  return place;
}

const [REFERENCE, NEWEST] = ['existing-db/reference-schema.sql', 'existing-db/newest-reconstructed.sql'];

/** What its migrations make of a database of 2026.05.30, with three perimeters and three persons in them: alice, bruno, chloe. */
export const upgradeToNewest = async (connection: Connection): Promise<void> => {
  await connection.query(sharedText(NEWEST));
  await connection.query('UPDATE users SET password = ? WHERE id BETWEEN 990001 AND 990003', [hash]);
};

/** A database of the newest generation: with the objects of the demonstration, or those of the three perimeters alone. */
export async function newestDatabase(content: 'demo' | 'bare' = 'demo'): Promise<TestDatabase> {
  if (content === 'demo') {
    const place = await oldDatabase();
    await onDatabase(place, upgradeToNewest);
    return place;
  }
  const place = await makeDatabase('mariadb');
  hash ??= (await hashPassword(ADMIN.password, 4)).replace('$2b$', '$2y$');
  await onDatabase(place, async (connection) => {
    await connection.query(sharedText(REFERENCE));
    await upgradeToNewest(connection);
    await connection.query("INSERT INTO roles (id, title) VALUES (1, 'Admin')");
    await connection.query("INSERT INTO users (id, login, name, password) VALUES (90, ?, 'Test', ?)", [
      ADMIN.login,
      hash,
    ]);
    await connection.query('INSERT INTO role_user (user_id, role_id) VALUES (90, 1)');
  });
  return place;
}

/** Work on the database with a connection of its own, as another program would. */
export async function onDatabase<T>(place: TestDatabase, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({
    uri: place.url,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    decimalNumbers: false,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Rows that some statement yields. */
export type Rows = Array<Record<string, unknown>>;

export const rowsOf = async (connection: Connection, sql: string): Promise<Rows> =>
  (await connection.query(sql))[0] as Rows;

/** A table: what its definition says line by line, and its rows as text, in a stable order. */
export interface Pictured {
  definition: string[];
  columns: string[];
  rows: string[];
}

/** Every table of a database. `columns`: look only at these columns of a table, as of an earlier picture. */
export function picture(place: TestDatabase, before?: ReadonlyMap<string, Pictured>): Promise<Map<string, Pictured>> {
  return onDatabase(place, async (connection) => {
    const tables = new Map<string, Pictured>();
    for (const row of await rowsOf(connection, 'SHOW TABLES')) {
      const name = Object.values(row)[0] as string;
      tables.set(name, await pictureOf(connection, name, before?.get(name)?.columns));
    }
    return tables;
  });
}

/** What the server looked at by itself, and who is at it: they come and go with time. */
const OF_THE_MOMENT = new Set(['own_settings', 'own_outside_buckets', 'own_outside_objects']);

async function pictureOf(connection: Connection, name: string, known: string[] | undefined): Promise<Pictured> {
  const [made] = await rowsOf(connection, `SHOW CREATE TABLE \`${name}\``);
  const definition = String(made!['Create Table'])
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/,$/, '')
        .replace(/ AUTO_INCREMENT=\d+/, ''),
    );
  const columns =
    known ?? (await rowsOf(connection, `SHOW COLUMNS FROM \`${name}\``)).map((row) => String(row['Field']));
  // As bytes: what a driver makes of a value must not hide a difference.
  const list = columns.map((column) => `IFNULL(HEX(\`${column}\`), 'NULL')`).join(", '|', ");
  const rows = OF_THE_MOMENT.has(name)
    ? []
    : await rowsOf(connection, `SELECT CONCAT(${list}) AS row_text FROM \`${name}\``);
  return { definition, columns, rows: rows.map((row) => String(row['row_text'])).sort() };
}
