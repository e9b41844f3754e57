/** The command `npm run migrate`, and what is said when a migration cannot be run. @seconds 21 */
import { existsSync } from 'node:fs';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { readConfig } from '../../src/config.js';
import { completeSchema } from '../../src/database/complete-schema.js';
import { dataSourceOptions } from '../../src/database/connect.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture } from './old-database.js';
import { buildProgram, Running, type Ended, type Program } from './processes.js';

/** A migration that cannot be run to its end while `stopper` stands in its way. */
class Stopped1899999999999 implements MigrationInterface {
  readonly name = 'Stopped1899999999999';
  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, 'table drones\n  id uint increment; name varchar(255)');
    await runner.query('CREATE TABLE stopper (id integer)');
  }
  async down(): Promise<void> {}
}

async function withSource<T>(place: TestDatabase, work: (source: DataSource) => Promise<T>): Promise<T> {
  const options = await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []);
  const source = await new DataSource({ ...options, migrations: [...MIGRATIONS, Stopped1899999999999] }).initialize();
  return work(source).finally(() => source.destroy());
}

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());
const run = (place: TestDatabase, ...args: string[]): Promise<Ended> =>
  Running.start(program, ['cli/migrate.js', ...args], { DATABASE_URL: place.url }).ended;

/** The statements of a rehearsal and of the real thing, without what only one of them says. */
const statements = ({ output }: Ended): string[] =>
  output
    .split('\n')
    .filter((line) => /;$|\.$/.test(line))
    .slice(0, -2);

describe.each(ENGINES)('contract 13: on %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());

  it('a rehearsal tells what is done then, statement by statement, and the rights in words', async () => {
    const rehearsed = await run(place, '--dry-run');
    if (engine === 'sqlite') expect(existsSync(place.url.replace('sqlite:', ''))).toBe(false);
    else expect(await picture(place)).toEqual(new Map());
    const done = await run(place);
    expect([rehearsed.code, done.code]).toEqual([0, 0]);
    const [notes, ...told] = rehearsed.output.replaceAll('"', '`').split('\n');
    expect(notes).toMatch(/^CREATE TABLE IF NOT EXISTS `own_migrations`/);
    expect(told[0]).toBe('Migration TheMap1795219200000:');
    expect(told[1]).toMatch(/^CREATE TABLE `zone_admins` \(.*;$/);
    expect(rehearsed.output).toContain('328 rights are added');
    expect(rehearsed.output).toContain('The roles Admin, User, Auditor, Cartographer are made.');
    expect(rehearsed.output).toMatch(/Nothing was changed: this was only a rehearsal\.\n$/);
    // Where nothing is carried out there are no roles yet that a later migration gives its rights to.
    const compared = (lines: string[]): string[] =>
      lines.filter(
        (line) =>
          !/^Migration \w+ is done after [\d.]+ s\.$|^The role \w+ is given \d rights: (feed|check|finding)_/.test(
            line,
          ),
      );
    const [rehearsal, carriedOut] = [compared(statements(rehearsed).slice(1)), compared(statements(done))];
    expect(rehearsal).toEqual(carriedOut.slice(0, rehearsal.length));
    expect(done.output).toMatch(/Migration \w+ is done after [\d.]+ s\.\nThe database is up to date\.\n$/);
  });
  it('where nothing is to be done both say so; an unknown argument is explained', async () => {
    await run(place);
    const answers = await Promise.all([
      run(place),
      run(place, '--dry-run'),
      run(place, '--dryrun'),
      run(place, '--help'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 2, 0]);
    expect(answers[0]!.output).toBe('The database is up to date.\n');
    expect(answers[1]!.output).toBe('The database is up to date.\n');
    expect(answers[2]!.output).toMatch(/^Unknown argument '--dryrun'\. Did you mean --dry-run\?\nmeridian migrate; /);
  });
  it('a database that is newer than the program is refused by the command and by the server', async () => {
    const { database, close } = await openDatabase(engine, place);
    await database.run("INSERT INTO own_migrations (timestamp, name) VALUES (1899999999999, 'Later1899999999999')");
    await close();
    const sentence = /made by a newer release of Meridian \(migration Later1899999999999 is unknown/;
    await expect(openDatabase(engine, place)).rejects.toThrow(sentence);
    for (const args of [[], ['--dry-run']]) {
      expect(await run(place, ...args)).toEqual({ code: 1, output: expect.stringMatching(sentence) as string });
    }
    const main = Running.start(program, ['main.js'], { DATABASE_URL: place.url, PORT: '0' });
    expect(await main.ended).toEqual({ code: 1, output: expect.stringMatching(sentence) as string });
  });
  it('a migration that fails says which, where, why, and how to go on; the database stays usable', async () => {
    const first = await openDatabase(engine, place);
    await first.database.run('CREATE TABLE stopper (id integer)');
    await first.close();
    const failed = withSource(place, (source) => migrate(source, () => undefined));
    await expect(failed).rejects.toThrow(
      /^The migration Stopped1899999999999 failed at this statement:\n {2}CREATE TABLE stopper \(id integer\)\nThe database says: .*already exists.*\n(Nothing was changed\.|The statements before it only added something; .*) Start again once the cause is removed\.$/,
    );
    const { database, close } = await openDatabase(engine, place);
    expect(await database.all('SELECT COUNT(*) AS count FROM own_migrations')).toEqual([{ count: MIGRATIONS.length }]);
    await database.run('DROP TABLE stopper');
    await close();
    const told: string[] = [];
    await withSource(place, (source) => migrate(source, (line) => told.push(line)));
    expect(told.at(-1)).toMatch(/^Migration Stopped1899999999999 is done after [\d.]+ s\.$/);
  });
  it('a table of the same name with other columns is left alone, and the start refused', async () => {
    await withSource(place, async (source) => {
      await source.query('CREATE TABLE users (id integer, nickname varchar(20))');
      await expect(openDatabase(engine, place)).rejects.toThrow(
        /lacks columns .*users\.login, users\.name, .* and \d+ more\. .* upgraded .* Nothing was changed\./,
      );
      const runner = source.createQueryRunner();
      expect(await runner.hasTable('zone_admins')).toBe(false);
      expect(await runner.hasTable('own_migrations')).toBe(false);
      await runner.release();
    });
  });
});

describeWithOldDatabase('contract 13: the rehearsal on a database of the older application', () => {
  it('tells the additions and the rights, and changes nothing', async () => {
    const place = await oldDatabase();
    const before = await picture(place);
    const { code, output } = await run(place, '--dry-run');
    expect([code, await picture(place)]).toEqual([0, before]);
    const lines = output.split('\n');
    expect(lines).toContain('ALTER TABLE `sites` ADD COLUMN `ext_refs` varchar(255) DEFAULT NULL;');
    expect(lines).toContain('CREATE INDEX `idx_own_users_login` ON `users` (`login`);');
    expect(lines).toContain(
      'The role User is given 5 rights: zone_create, zone_edit, zone_show, zone_delete, zone_access.',
    );
    expect(lines.filter((line) => /^CREATE TABLE `(?!own_)/.test(line))).toHaveLength(1);
    expect(output).not.toMatch(/DROP|MODIFY|UPDATE|DELETE FROM/);
    await place.drop();
  });
  it('roles keep the rights that they hold under former titles; what an administrator took away stays away', async () => {
    const place = await oldDatabase();
    await onDatabase(place, (connection) =>
      connection.query(
        "DELETE FROM permission_role WHERE permission_id = (SELECT id FROM permissions WHERE title = 'application_edit');" +
          "INSERT INTO permissions (id, title) VALUES (69, 'm_application_edit');" +
          'INSERT INTO permission_role (role_id, permission_id) VALUES (3, 69);',
      ),
    );
    const { output } = await run(place);
    await place.drop();
    expect(output).toContain('The role Auditor is given 3 rights: application_edit, zone_show, zone_access.');
    expect(output).toContain('The role User is given 5 rights: zone_create');
  });
});
