/** A map of every release before is brought up to date, and keeps what is in it. @seconds 6 */
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { readConfig } from '../../src/config.js';
import { completeSchema } from '../../src/database/complete-schema.js';
import { dataSourceOptions } from '../../src/database/connect.js';
import type { Database } from '../../src/database/database.js';
import { migrate, rehearse } from '../../src/database/migrate.js';
import { LiveByName1795302000000 } from '../../src/database/migrations/1795302000000-live-by-name.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { seedResource } from '../../src/database/seed/grant.js';
import { parseTables } from '../../src/database/table-shape.js';
import { realTables, type RealTable } from '../database/catalogue.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import RELEASES from './releases.json';

type Migrations = Array<new () => MigrationInterface>;

/** What the release after this one may do. */
class Drones1899999999999 implements MigrationInterface {
  readonly name = 'Drones1899999999999';
  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(
      runner,
      'table drones\n  id uint increment; name varchar(255)\ntable sites\n  + drones int null',
    );
    await seedResource(runner, 'drone');
  }
  async down(): Promise<void> {}
}

/** Runs these migrations and no other ones. */
async function migrateWith(place: TestDatabase, migrations: Migrations): Promise<string[]> {
  const options = await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []);
  const source = await new DataSource({ ...options, migrations }).initialize();
  const lines: string[] = [];
  await rehearse(source, (line) => lines.push(line));
  await migrate(source, () => undefined).finally(() => source.destroy());
  return lines;
}

/** Tables with their columns and indexes in alphabetical order: one that was added later stands last. */
function sorted(tables: Map<string, RealTable>): object {
  const entries = [...tables].map(([name, table]) => {
    const columns = Object.fromEntries(Object.entries(table.columns).sort());
    return [name, { ...table, columns, indexes: [...table.indexes].sort() }];
  });
  return Object.fromEntries(entries.sort());
}

/** Release 0.1.0 made an index on `deleted_at` alone where the same migration makes one with the name today. */
async function undoLiveIndexes(place: TestDatabase): Promise<void> {
  const options = await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []);
  const source = await new DataSource(options).initialize();
  const sqlite = options.type === 'better-sqlite3';
  for (const { name: table, indexes } of parseTables(LiveByName1795302000000.schema)) {
    await source.query(`DROP INDEX ${indexes[0]!.name}${sqlite ? '' : ` ON \`${table}\``}`);
    await source.query(`CREATE INDEX idx_own_${table}_deleted_at ON \`${table}\` (deleted_at)`);
  }
  await source.destroy();
}

const rights = (database: Database): Promise<unknown> =>
  database.all(
    'SELECT r.title AS role_title, p.title FROM permission_role pr JOIN roles r ON r.id = pr.role_id ' +
      'JOIN permissions p ON p.id = pr.permission_id ORDER BY r.title, p.title',
  );

async function stateOf(engine: Engine, place: TestDatabase): Promise<unknown> {
  const { database, close } = await openDatabase(engine, place);
  const state = [sorted(await realTables(database)), await rights(database)];
  await close();
  return state;
}

it('no release took a migration back: every list is the beginning of the next one', () => {
  for (const names of Object.values(RELEASES)) {
    expect(MIGRATIONS.slice(0, names.length).map((migration) => new migration().name)).toEqual(names);
  }
});

describe.each(ENGINES)('contract 13: on %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());

  it.each(Object.entries(RELEASES))('a map of release %s becomes what a new one is', async (release, names) => {
    await migrateWith(place, MIGRATIONS.slice(0, names.length));
    if (release === '0.1.0') await undoLiveIndexes(place);
    const empty = await makeDatabase(engine);
    expect(await stateOf(engine, place)).toEqual(await stateOf(engine, empty));
    await empty.drop();
  });
  it('the next release adds what is new, and what is there stays', async () => {
    const { database, close } = await openDatabase(engine, place);
    await database.run("INSERT INTO sites (name) VALUES ('Kept')");
    await close();
    const told = await migrateWith(place, [...MIGRATIONS, Drones1899999999999]);
    const lines = told.join('\n').replaceAll('"', '`');
    expect(lines).toMatch(/^Migration Drones1899999999999:\nCREATE TABLE `drones` .*;\nALTER TABLE `sites` ADD COLUMN/);
    expect(lines).toContain('5 rights are added: drone_create');
    // This release does not know what the next one did.
    await expect(openDatabase(engine, place)).rejects.toThrow(/newer release of Meridian \(migration Drones/);
  });
  it('a rehearsal takes the migrations before for done', async () => {
    const lines = await migrateWith(place, [...MIGRATIONS, Drones1899999999999]);
    expect(lines.filter((line) => /^CREATE TABLE .sites/.test(line))).toHaveLength(1);
    const since = lines.slice(lines.indexOf('Migration Drones1899999999999:'));
    expect(since.filter((line) => /^(CREATE|ALTER) TABLE .sites/.test(line))).toHaveLength(1);
  });
});
