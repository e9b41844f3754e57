/** The embedded engine reads live objects in the order of their names from an index over sort keys, whoever made them. */
import SqliteFile from 'better-sqlite3';
import type { Database } from '../../src/database/database.js';
import { prepareConnection } from '../../src/database/sqlite/connection.js';
import { realTables } from '../database/catalogue.js';
import { openDatabase } from '../database/opened.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';

const IN_ORDER = 'SELECT name FROM sites WHERE deleted_at IS NULL ORDER BY sort_key(name), id';

const namesIn = async (database: Database): Promise<unknown[]> =>
  (await database.all(IN_ORDER)).map(({ name }) => name);

const indexesOf = async (database: Database): Promise<unknown> =>
  [...(await realTables(database))].map(([table, { indexes }]) => [table, [...indexes].sort()]);

let place: TestDatabase;
beforeEach(async () => {
  place = await makeDatabase('sqlite');
});
afterEach(() => place.drop());

/** The database while no server has it open. */
function file(): SqliteFile.Database {
  const opened = new SqliteFile(place.url.replace('sqlite:', ''));
  prepareConnection(opened);
  return opened;
}

it('contract 13: an index over names as they are stored gives way to one over their keys', async () => {
  const { database, close } = await openDatabase('sqlite', place);
  const fresh = await indexesOf(database);
  await close();
  const older = file();
  older.exec(`
    INSERT INTO sites (name) VALUES ('b'), ('É'), ('a'), ('B2');
    DROP INDEX idx_own_sites_live;
    CREATE INDEX idx_own_sites_live ON sites (deleted_at, name);
    DELETE FROM own_migrations WHERE name = 'SortKeys1795390000000';
  `);
  older.close();
  const again = await openDatabase('sqlite', place);
  expect(await indexesOf(again.database)).toEqual(fresh);
  expect(await namesIn(again.database)).toEqual(['a', 'b', 'B2', 'É']);
  const plan = await again.database.all(`EXPLAIN QUERY PLAN ${IN_ORDER}`);
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH sites USING COVERING INDEX idx_own_sites_live (deleted_at=?)',
  ]);
  await again.close();
});

it('contract 5: keys that another release of the program, or of Unicode, has made are made anew', async () => {
  await (await openDatabase('sqlite', place)).close();
  const older = file();
  older.function('sort_key', { deterministic: true }, (text: unknown) => `${9 - Number(text)}`);
  older.exec("INSERT INTO sites (name) VALUES ('1'), ('2'), ('3'); PRAGMA user_version = 7");
  expect(older.prepare(IN_ORDER).pluck().all()).toEqual(['3', '2', '1']);
  older.close();
  const { database, close } = await openDatabase('sqlite', place);
  expect(await namesIn(database)).toEqual(['1', '2', '3']);
  expect(await database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  await close();
});
