/** Several servers that start at once on one database: one migrates, the others wait, and a dead one blocks nobody. @seconds 42 */
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { readConfig } from '../../src/config.js';
import { createServer } from '../../src/server.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture, rowsOf } from './old-database.js';
import { buildProgram, Running, type Program } from './processes.js';

const SETTINGS = { PORT: '0', TOKEN_SECRET: 'a secret of the tests, 32 characters or more', BCRYPT_COST: '4' };
const WAITING = 'waiting for it';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const start = (place: TestDatabase, file: string): Running =>
  Running.start(program, [file], { DATABASE_URL: place.url, DOCUMENTS_DIR: place.folder, ...SETTINGS });

/** How much of everything a start puts into a database. */
async function counts(engine: Engine, place: TestDatabase): Promise<number[]> {
  const { database, close } = await openDatabase(engine, place);
  const found: number[] = [];
  for (const table of ['own_migrations', 'permissions', 'roles', 'permission_role', 'users', 'role_user']) {
    const [row] = await database.all(`SELECT COUNT(*) AS count FROM ${table}`);
    found.push(row!['count'] as number);
  }
  await close();
  return found;
}

/** Starts three real servers at the same moment; what each of them said once it served. */
async function threeServers(place: TestDatabase, password: (outputs: string[]) => [string, string]): Promise<string[]> {
  const servers = [1, 2, 3].map(() => start(place, 'main.js'));
  try {
    for (const server of servers) await server.says('Meridian serves');
    await new Promise((wake) => setTimeout(wake, 100));
    const outputs = servers.map(({ output }) => output);
    const [login, secret] = password(outputs);
    for (const output of outputs) {
      const url = /at (http:\S+\/api)/.exec(output)![1]!;
      const form = new URLSearchParams({ login, password: secret });
      expect((await fetch(`${url}/login`, { method: 'POST', body: form })).status).toBe(200);
    }
    return outputs;
  } finally {
    for (const server of servers) await server.kill();
  }
}

describe.each(ENGINES)('contract 13: on an empty database of %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());
  const complete = [MIGRATIONS.length, 363, 4, 796, 1, 1];

  it('three real servers that start at once all serve; the administrator is made once', async () => {
    const outputs = await threeServers(place, (all) => {
      const [, login, secret] = /Login: (\S+) {2}Password: (\S+)/.exec(all.join('\n'))!;
      return [login!, secret!];
    });
    expect(outputs.filter((output) => output.includes('The administrator was made'))).toHaveLength(1);
    expect(await counts(engine, place)).toEqual(complete);
  });
  it('three servers of one process start at once', async () => {
    const config = readConfig({
      DATABASE_URL: place.url,
      DOCUMENTS_DIR: place.folder,
      LOG_LEVEL: 'silent',
      ...SETTINGS,
    });
    const servers = await Promise.all([1, 2, 3].map(() => createServer(config)));
    expect(servers.flatMap(({ notices }) => notices)).toHaveLength(2);
    for (const { app, database } of servers) {
      await app.close();
      await database.close();
    }
    expect(await counts(engine, place)).toEqual(complete);
  });
  it('a process that is killed while it migrates is followed by the one that waits', async () => {
    const killed = start(place, 'cli/migrate.js');
    await killed.says('CREATE TABLE');
    // Where it stands; in memory all tables take less time than the start of the next one.
    killed.child.kill('SIGSTOP');
    const next = start(place, 'cli/migrate.js');
    if (engine === 'mariadb') await next.says(WAITING);
    await killed.kill();
    const { code, output } = await next.ended;
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/is done after [\d.]+ s\.\nThe database is up to date\.\n$/),
    ]);
    expect(await counts(engine, place)).toEqual([MIGRATIONS.length, 363, 4, 796, 0, 0]);
  });
});

describeWithOldDatabase('contract 13: on a database of the older application', () => {
  it('three real servers that start at once all serve, and add everything once', async () => {
    const alone = await oldDatabase();
    await start(alone, 'cli/migrate.js').ended;
    const place = await oldDatabase();
    const outputs = await threeServers(place, () => ['auditor', 'password']);
    for (const output of outputs) {
      expect(output).toContain('wall time of Europe/Paris');
      expect(output).not.toContain('administrator');
    }
    const [together, single] = [await picture(place), await picture(alone)];
    // What the log-ins above left, and checks that come with the release, which servers keep.
    const visits = ['own_tokens', 'audit_logs', 'own_request_counts', 'own_event_feed', 'own_checks'];
    for (const pictures of [together, single]) for (const table of visits) pictures.delete(table);
    expect(together).toEqual(single);
    await alone.drop();
    await place.drop();
  });
  it('a process that is killed in the middle leaves a database that the older application can use', async () => {
    const place = await oldDatabase();
    const killed = start(place, 'cli/migrate.js');
    await killed.says('ALTER TABLE `networks`');
    await killed.kill();
    await onDatabase(place, async (on) => {
      await on.query("INSERT INTO networks (name) VALUES ('Meanwhile'); INSERT INTO sites (name) VALUES ('Meanwhile')");
      expect(await rowsOf(on, "SELECT 1 FROM permissions WHERE title LIKE 'cartographer%'")).toEqual([]);
    });
    const { code, output } = await start(place, 'cli/migrate.js').ended;
    expect([code, output.includes('5 rights are added'), output.includes('`zone_admins`')]).toEqual([0, true, false]);
    await place.drop();
  });
});
