/** The way back to an earlier release, the copy before an upgrade, and databases that a later release has added to. @seconds 40 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { readConfig } from '../../src/config.js';
import { completeSchema } from '../../src/database/complete-schema.js';
import { dataSourceOptions } from '../../src/database/connect.js';
import type { Database } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { compareReleases } from '../../src/database/migration-facts.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabase } from '../database/opened.js';
import { backup, restore } from '../backup/maps.js';
import { ENGINES, makeDatabase, withServer, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { buildProgram, Running, type Ended, type Program } from './processes.js';
import RELEASES from './releases.json';

type Migrations = Array<new () => MigrationInterface>;

const OF_0_2_0 = MIGRATIONS.filter(({ release }) => compareReleases(release, '0.2.0') <= 0);
/** The release that the migrations bring a database to. */
const NEWEST = MIGRATIONS.at(-1)!.release;
const LONG = 'ﷺ'.repeat(255);

/** What a later release may do, which says of it that it only adds. */
class Drones1899999999999 implements MigrationInterface {
  static readonly release = '9.0.0';
  static readonly additive: boolean = true;
  readonly name: string = 'Drones1899999999999';
  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, 'table drones\n  id uint increment; name varchar(255)');
  }
  async down(): Promise<void> {}
}
class Renamed1899999999998 extends Drones1899999999999 {
  static override readonly additive = false;
  override readonly name = 'Renamed1899999999998';
}

/** Starts a program that knows these migrations and no other ones; answers what it logs. */
async function startWith(place: TestDatabase, migrations: Migrations): Promise<string[]> {
  const options = await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []);
  const source = await new DataSource({ ...options, migrations }).initialize();
  const lines: string[] = [];
  await migrate(source, (line) => lines.push(line), { statements: () => undefined }).finally(() => source.destroy());
  return lines;
}

async function on<T>(
  place: TestDatabase,
  engine: (typeof ENGINES)[number],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, close } = await openDatabase(engine, place);
  return work(database).finally(close);
}

const pathOf = ({ url }: TestDatabase): string => url.replace('sqlite:', '');

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());
const meridian = (place: TestDatabase, ...args: string[]): Promise<Ended> =>
  Running.start(program, ['cli/meridian.js', ...args], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: `${place.folder}/documents`,
  }).ended;

it('every migration says in which release it came, as the lists of the releases have it', () => {
  for (const [release, names] of Object.entries(RELEASES)) {
    const known = MIGRATIONS.filter((migration) => compareReleases(migration.release, release) <= 0);
    expect(known.map((migration) => new migration().name)).toEqual(names);
  }
  const releases = MIGRATIONS.map(({ release }) => release);
  expect([...releases].sort(compareReleases)).toEqual(releases);
});

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());

  it('release 0.2.0 starts again after a downgrade, nothing is lost, and the next upgrade finds it', async () => {
    const server = await TestServer.start(engine, {}, place);
    await server.post('/api/sites', { name: 'Written by the new one' });
    await server.post('/api/sites', { name: LONG });
    const map = (await server.post('/api/saved-maps', { name: 'Saved', state: {} })).body.id as number;
    await server.database.run(
      "DELETE FROM permission_role WHERE role_id = 2 AND permission_id IN (SELECT id FROM permissions WHERE title = 'feed_show')",
    );
    const rights = (database: Database): Promise<unknown> =>
      database.all('SELECT role_id, permission_id FROM permission_role ORDER BY role_id, permission_id');
    const before = await rights(server.database);
    // While it serves it needs what would be taken back.
    expect(await meridian(place, 'downgrade', '--to', '0.2.0')).toEqual({
      code: 1,
      output: expect.stringMatching(/is in use/) as string,
    });
    await server.stop(true);

    const rehearsed = await meridian(place, 'downgrade', '--to', '0.2.0', '--dry-run');
    expect([rehearsed.code, rehearsed.output]).toEqual([0, expect.stringMatching(/only a rehearsal\.\n$/)]);
    await expect(startWith(place, OF_0_2_0)).resolves.toEqual([]);
    const done = await meridian(place, 'downgrade', '--to', '0.2.0');
    expect([done.code, done.output]).toEqual([0, expect.stringMatching(/Release 0\.2\.0 may be started now/)]);
    const again = await meridian(place, 'downgrade', '--to', '0.2.0');
    expect([again.code, again.output]).toEqual([0, expect.stringMatching(/knows everything in this database already/)]);
    await expect(startWith(place, OF_0_2_0)).resolves.toEqual([]);

    const options = await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []);
    const old = await new DataSource(options).initialize();
    expect(
      (await old.query('SELECT name FROM own_migrations ORDER BY id')).map(({ name }: { name: string }) => name),
    ).toEqual(RELEASES['0.2.0']);
    if (engine === 'sqlite') {
      // As the embedded engine of 0.2.0 looks for it.
      const [claim] = await old.query("SELECT name_key FROM own_names WHERE scope = 'sites.name' AND object_id = 2");
      expect(claim.name_key).toHaveLength(18 * 255);
    }
    await old.query("INSERT INTO sites (name) VALUES ('Written by the old one')");
    await old.destroy();

    const next = await TestServer.start(engine, {}, place);
    const names = (await next.get('/api/sites?sort=id')).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Written by the new one', LONG, 'Written by the old one']);
    expect((await next.get(`/api/saved-maps/${map}`)).body.data.name).toBe('Saved');
    expect((await next.post('/api/sites', { name: LONG })).status).toBe(422);
    expect(await rights(next.database)).toEqual(before);
    await next.stop(true);
  });

  it('where there is no way back, or no such release, it says so and changes nothing', async () => {
    await on(place, engine, async () => undefined);
    for (const [release, why] of [
      [
        '0.1.0',
        /no way back to release 0\.1\.0: .*LiveByName\d+, SortKeys\d+ .*earliest .* is 0\.2\.0;.*Nothing was changed/,
      ],
      ['0.0.9', /There is no release '0\.0\.9': the first one is 0\.1\.0/],
      ['yesterday', /There is no release 'yesterday'/],
      ['9.9.9', /knows of none after \d+\.\d+\.\d+, and not of '9\.9\.9'/],
    ] as const) {
      expect(await meridian(place, 'downgrade', '--to', release)).toEqual({
        code: 1,
        output: expect.stringMatching(why) as string,
      });
    }
    expect((await meridian(place, 'downgrade')).code).toBe(2);
    const count = await on(place, engine, (database) => database.all('SELECT COUNT(*) AS n FROM own_migrations'));
    expect(count).toEqual([{ n: MIGRATIONS.length }]);
  });

  it('starts on a database that a later release only added to, and says so; what needs to know everything is refused', async () => {
    await on(place, engine, async () => undefined);
    const file = join(place.folder, 'before.backup');
    await backup(place, file);
    await startWith(place, [...MIGRATIONS, Drones1899999999999]);
    const main = Running.start(program, ['main.js'], {
      DATABASE_URL: place.url,
      PORT: '0',
      DOCUMENTS_DIR: `${place.folder}/documents`,
    });
    await main.says('brought up to date by release 9.0.0 (Drones1899999999999), which only added to it');
    await main.kill();
    expect((await meridian(place, 'migrate')).output).toContain('by release 9.0.0');
    expect((await meridian(place, 'backup', join(place.folder, 'after.backup'))).output).toMatch(
      /does not know it: drones/,
    );
    const downgraded = await meridian(place, 'downgrade', '--to', '0.2.0');
    expect(downgraded).toEqual({ code: 1, output: expect.stringMatching(/takes that release/) as string });
    let why = '';
    // A server that is gone may count as there for a moment.
    for (let i = 0; i < 10 && !/takes that release/.test(why); i++)
      why = await restore(place, file, {}, true).then(String, ({ message }: Error) => message);
    expect(why).toMatch(/a restore takes that release/);
  });

  it('does not start where a later release has done more than add', async () => {
    await on(place, engine, async () => undefined);
    await startWith(place, [...MIGRATIONS, Renamed1899999999998, Drones1899999999999]);
    await expect(openDatabase(engine, place)).rejects.toThrow(
      /newer release of Meridian \(migration Renamed1899999999998 is/,
    );
  });

  it('the start logs what it migrates, line by line, and not the statements', async () => {
    await startWith(place, OF_0_2_0);
    const main = Running.start(program, ['main.js'], {
      DATABASE_URL: place.url,
      PORT: '0',
      DOCUMENTS_DIR: `${place.folder}/documents`,
    });
    await main.says('Meridian serves');
    await main.kill();
    const lines = main.output.split('\n');
    expect(lines[0]).toBe(
      `The database is brought up to date for release ${NEWEST}: ${MIGRATIONS.length - OF_0_2_0.length} migrations.`,
    );
    expect(lines[1]).toMatch(
      engine === 'sqlite'
        ? new RegExp(`copied first, to .*\\.before-${NEWEST.replaceAll('.', '\\.')}$`)
        : /No copy is made of an external database/,
    );
    expect(lines.filter((line) => /^Migration \w+ is done after \d+\.\d s\.$/.test(line))).toHaveLength(
      MIGRATIONS.length - OF_0_2_0.length,
    );
    expect(main.output).not.toMatch(/CREATE|INSERT/);
  });

  it('a start that waits for another process that migrates says so', async () => {
    await startWith(place, OF_0_2_0);
    const release = engine === 'sqlite' ? await lockFile(place) : await lockName(place);
    const main = Running.start(program, ['main.js'], {
      DATABASE_URL: place.url,
      PORT: '0',
      DOCUMENTS_DIR: `${place.folder}/documents`,
    });
    try {
      await main.says('Another process is bringing the database up to date; waiting for it.');
    } finally {
      await release();
    }
    await main.says('Meridian serves');
    await main.kill();
  });
});

async function lockFile(place: TestDatabase): Promise<() => Promise<void>> {
  const other = new SqliteFile(pathOf(place));
  other.exec('BEGIN IMMEDIATE');
  return async () => void other.close();
}

function lockName(place: TestDatabase): Promise<() => Promise<void>> {
  return new Promise((taken, failed) => {
    void withServer(async (connection) => {
      await connection.query(`USE ${place.url.slice(place.url.lastIndexOf('/') + 1)}`);
      await connection.query("SELECT GET_LOCK(CONCAT('meridian ', MD5(DATABASE())), 5)");
      await new Promise<void>((release) => taken(async () => release()));
    }).catch(failed);
  });
}

describe('the copy of an embedded database', () => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase('sqlite');
    await startWith(place, OF_0_2_0);
    write(place, 'Before');
  });
  afterEach(() => place.drop());

  const write = ({ url }: TestDatabase, name: string): void => {
    const file = new SqliteFile(url.replace('sqlite:', ''));
    file.function('sort_key', { deterministic: true }, (text: unknown) => text);
    file.function('fold', { deterministic: true }, (text: unknown) => text);
    file.prepare('INSERT INTO sites (name) VALUES (?)').run(name);
    file.close();
  };
  const names = (path: string): unknown[] => {
    const file = new SqliteFile(path, { readonly: true });
    try {
      return file.prepare('SELECT name FROM sites ORDER BY id').pluck().all();
    } finally {
      file.close();
    }
  };
  const copies = (): string[] =>
    readdirSync(place.folder).filter((name) => name.startsWith(`${basename(pathOf(place))}.before`));

  it('is whole, for its owner alone, and a new map has none', async () => {
    chmodSync(pathOf(place), 0o644);
    await startWith(place, MIGRATIONS);
    const copy = `${pathOf(place)}.before-${NEWEST}`;
    expect(names(copy)).toEqual(['Before']);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    expect(copies()).toEqual([basename(copy)]);
    // The old release starts on it.
    await startWith({ ...place, url: `sqlite:${copy}` }, OF_0_2_0);
    const empty = await makeDatabase('sqlite');
    await startWith(empty, MIGRATIONS);
    expect(readdirSync(empty.folder).filter((name) => name.includes('before'))).toEqual([]);
    await empty.drop();
  });

  it('stays as it was while the upgrade is broken off and repeated; an upgrade from the beginning makes it anew', async () => {
    // Broken off within the last release: a copy is of the release that the upgrade leads to.
    const some = MIGRATIONS.slice(0, -1);
    expect(some.at(-1)!.release).toBe(NEWEST);
    await startWith(place, some);
    write(place, 'In between');
    const lines = await startWith(place, MIGRATIONS);
    expect(lines[1]).toMatch(/The upgrade goes on; the copy .* is still there/);
    expect(names(`${pathOf(place)}.before-${NEWEST}`)).toEqual(['Before']);
    expect((await meridian(place, 'downgrade', '--to', '0.2.0')).code).toBe(0);
    await startWith(place, MIGRATIONS);
    expect(names(`${pathOf(place)}.before-${NEWEST}`)).toEqual(['Before', 'In between']);
  });

  it('is one of two at most', async () => {
    for (const release of ['0.1.0', '0.2.0']) rmSync(`${pathOf(place)}.before-${release}`, { force: true });
    for (const release of ['0.1.0', '0.2.0'])
      new SqliteFile(`${pathOf(place)}.before-${release}`).exec('CREATE TABLE t (a)').close();
    await startWith(place, MIGRATIONS);
    expect(copies().sort()).toEqual(['0.2.0', NEWEST].map((release) => `${basename(pathOf(place))}.before-${release}`));
  });

  it('that cannot be made keeps the upgrade from beginning, unless it is wanted without', async () => {
    mkdirSync(join(`${pathOf(place)}.before-${NEWEST}`, 'in the way'), { recursive: true });
    await expect(startWith(place, MIGRATIONS)).rejects.toThrow(
      /could not be copied to .*Nothing was changed\..*--without-copy/,
    );
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    await startWith(place, OF_0_2_0);
    expect((await meridian(place, 'migrate', '--without-copy')).code).toBe(0);
    expect(existsSync(pathOf(place))).toBe(true);
  });
});
