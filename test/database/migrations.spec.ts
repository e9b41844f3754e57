/** @seconds 16 */
import { DataSource } from 'typeorm';
import { prepareConnection } from '../../src/database/sqlite/connection.js';
import type { Database, Row } from '../../src/database/database.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { realTables } from './catalogue.js';
import { openDatabase } from './opened.js';

/** Everything that a migration may change: the tables, the rights, and who holds them. */
async function stateOf(database: Database): Promise<unknown> {
  const rows = (sql: string): Promise<Row[]> => database.all(sql);
  return {
    tables: Object.fromEntries(await realTables(database)),
    permissions: await rows('SELECT id, title FROM permissions ORDER BY id'),
    roles: await rows('SELECT id, title FROM roles ORDER BY id'),
    held: await rows('SELECT role_id, permission_id FROM permission_role ORDER BY role_id, permission_id'),
    migrations: await rows('SELECT name FROM own_migrations ORDER BY id'),
  };
}

/** Runs statements on a database whose server is down, with foreign keys off. */
async function change(engine: Engine, place: TestDatabase, statements: string[]): Promise<void> {
  const source = new DataSource(
    engine === 'sqlite'
      ? { type: 'better-sqlite3', database: place.url.replace('sqlite:', ''), prepareDatabase: prepareConnection }
      : { type: 'mariadb', url: place.url, poolSize: 1 },
  );
  await source.initialize();
  await source.query(engine === 'sqlite' ? 'PRAGMA foreign_keys = OFF' : 'SET foreign_key_checks = 0');
  for (const sql of statements) await source.query(sql);
  await source.destroy();
}

const dropIndex = (engine: Engine, name: string, table: string): string =>
  engine === 'sqlite' ? `DROP INDEX \`${name}\`` : `DROP INDEX \`${name}\` ON \`${table}\``;

describe.each(ENGINES)('contract 13: migrations on %s', (engine) => {
  let place: TestDatabase;
  let fresh: unknown;
  beforeEach(async () => {
    place = await makeDatabase(engine);
    fresh = await reopened();
  });
  afterEach(() => place.drop());

  /** Starts on the database, and tells in what state it then is. */
  async function reopened(): Promise<unknown> {
    const { database, close } = await openDatabase(engine, place);
    const state = await stateOf(database);
    await close();
    return state;
  }

  it('do nothing when they are run again', async () => {
    expect(await reopened()).toEqual(fresh);
  });

  it.each([
    ['before the tables of links', ['DROP TABLE application_process', 'DROP TABLE role_user', 'DROP TABLE vlans']],
    [
      'before the rights',
      ['DELETE FROM permission_role', 'DELETE FROM roles', 'DELETE FROM permissions WHERE id > 100'],
    ],
    [
      'before everything',
      ['DROP TABLE own_names', 'DROP TABLE audit_logs', 'DELETE FROM permission_role', 'DELETE FROM roles'],
    ],
  ])('complete what was interrupted %s', async (_, statements) => {
    await change(engine, place, [...statements, 'DELETE FROM own_migrations']);
    expect(await reopened()).toEqual(fresh);
  });

  it('complete the rights when they were interrupted among them', async () => {
    const stop =
      engine === 'sqlite'
        ? "CREATE TRIGGER stop BEFORE INSERT ON permission_role BEGIN SELECT RAISE(ABORT, 'stopped'); END"
        : "CREATE TRIGGER stop BEFORE INSERT ON permission_role FOR EACH ROW SIGNAL SQLSTATE '45000'";
    const clear = ['permission_role', 'roles', 'permissions', 'own_migrations'].map((name) => `DELETE FROM ${name}`);
    // A table is missing too: on MariaDB making one ends the transaction that TypeORM began.
    await change(engine, place, [...clear, 'DROP TABLE vlans', stop]);
    const told = jest.spyOn(console, 'log').mockImplementation();
    await expect(openDatabase(engine, place)).rejects.toThrow();
    told.mockRestore();
    await change(engine, place, ['DROP TRIGGER stop']);
    expect(await reopened()).toEqual(fresh);
  });

  it('add columns and indexes of ours that are missing', async () => {
    await change(engine, place, [
      'ALTER TABLE sites DROP COLUMN ext_refs',
      dropIndex(engine, 'idx_own_sites_name', 'sites'),
      dropIndex(engine, 'idx_own_audit_logs_subject', 'audit_logs'),
      'DELETE FROM own_migrations',
    ]);
    expect(inAnyOrder(await reopened())).toEqual(inAnyOrder(fresh));
  });

  it('keep the rows that are there', async () => {
    await change(engine, place, [
      "INSERT INTO sites (name) VALUES ('Kept')",
      'DROP TABLE lan_man',
      'DELETE FROM own_migrations',
    ]);
    const { database, close } = await openDatabase(engine, place);
    const names = await database.all('SELECT name FROM sites');
    await close();
    expect(names).toEqual([{ name: 'Kept' }]);
  });

  it('contract 3: a permission that an administrator took away is not given back at the next start', async () => {
    const taken = 'DELETE FROM permission_role WHERE role_id = 2 AND permission_id IN (325, 326)';
    await change(engine, place, [taken]);
    const { held } = (await reopened()) as { held: Row[] };
    expect(held).toEqual((fresh as { held: Row[] }).held.filter((pair) => !isTaken(pair)));
    expect(held).toHaveLength((fresh as { held: Row[] }).held.length - 2);
  });

  it('two that start at once migrate once', async () => {
    const empty = await makeDatabase(engine);
    const opened = await Promise.all([openDatabase(engine, empty), openDatabase(engine, empty)]);
    const state = await stateOf(opened[1].database);
    for (const { close } of opened) await close();
    await empty.drop();
    expect(state).toEqual(fresh);
  });
});

const isTaken = ({ role_id: role, permission_id: id }: Row): boolean => role === 2 && (id === 325 || id === 326);

/** A column added later stands last, an index too. */
function inAnyOrder(state: unknown): unknown {
  const { tables, ...rest } = state as { tables: Record<string, { columns: object; indexes: string[] }> };
  const sorted = Object.entries(tables).map(([name, table]) => [
    name,
    {
      ...table,
      columns: Object.entries(table.columns).sort(([a], [b]) => (a < b ? -1 : 1)),
      indexes: [...table.indexes].sort(),
    },
  ]);
  return { ...rest, tables: Object.fromEntries(sorted) };
}
