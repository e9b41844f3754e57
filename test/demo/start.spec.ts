/** The demo as it is started: once on an empty database, again on its own, never on anything else. @seconds 13 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { readConfig, type Config } from '../../src/config.js';
import { demoConfig, startDemo, type Demo } from '../../examples/demo/start.js';
import { requests, welcome } from '../../examples/demo/welcome.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const run = promisify(execFile);

const configOf = ({ url, folder }: TestDatabase, settings: Record<string, string> = {}): Config =>
  readConfig({
    DATABASE_URL: url,
    DOCUMENTS_DIR: `${folder}/documents`,
    TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
    BCRYPT_COST: '4',
    LOG_LEVEL: 'silent',
    ...settings,
  });

async function stop({ app, database }: Demo): Promise<void> {
  await app.close();
  await database.close();
}

/** Runs `work` in a folder of its own: with an external database passwords are kept below the working folder. */
async function within<T>(engine: Engine, work: (place: TestDatabase) => Promise<T>): Promise<T> {
  const place = await makeDatabase(engine);
  const home = process.cwd();
  process.chdir(place.folder);
  try {
    return await work(place);
  } finally {
    process.chdir(home);
    await place.drop();
  }
}

describe.each(ENGINES)('the demo on %s', (engine) => {
  it('starts, prints requests that work, and serves the same map when it is started again', () =>
    within(engine, async (place) => {
      const first = await startDemo(configOf(place));
      await first.app.listen(0, '127.0.0.1');
      const url = await first.app.getUrl();
      const printed = (await welcome(first, url)).join('\n');
      for (const [login, password] of first.logins) {
        expect(printed).toContain(`${login} `);
        const signed = await fetch(`${url}/api/login`, {
          method: 'POST',
          body: new URLSearchParams({ login, password }),
        });
        expect(signed.status).toBe(200);
      }
      expect([...first.logins.keys()]).toEqual(['admin', 'nadia', 'auditor', 'maelle', 'biomed']);
      const lines = await requests(first, url);
      expect(lines.every((line) => printed.includes(line))).toBe(true);
      const { stdout } = await run('sh', ['-c', lines.join('\necho\n')]);
      const [token, me, certificates, application] = stdout.split('\n');
      expect(token).toBe('');
      expect(JSON.parse(me!)).toBeTruthy();
      expect(JSON.parse(certificates!)).toHaveLength(7);
      expect(JSON.parse(application!).data.name).toBe('Clarté');
      await stop(first);

      const second = await startDemo(configOf(place));
      expect([second.filled, second.logins]).toEqual([0, first.logins]);
      expect((await welcome(second, url)).join('\n')).toContain('an earlier start');
      await stop(second);
    }));
  it('refuses a database that holds anything else', () =>
    within(engine, async (place) => {
      const server = await TestServer.start(engine, {}, place);
      await server.post('/api/sites', { name: 'A real one' });
      await server.stop(true);
      await expect(startDemo(configOf(place))).rejects.toThrow('not the demo');
    }));
  it('fills a database in which an administrator is already', () =>
    within(engine, async (place) => {
      await (await TestServer.start(engine, {}, place)).stop(true);
      const demo = await startDemo(configOf(place));
      expect([...demo.logins.keys()]).not.toContain('admin');
      await stop(demo);
    }));
});

describe('the passwords of the demo', () => {
  it('are kept in a file that only its owner reads, and ADMIN_PASSWORD wins', () =>
    within('sqlite', async (place) => {
      const demo = await startDemo(configOf(place, { ADMIN_PASSWORD: "It's a secret & more" }));
      const file = `${place.folder}/map.sqlite.logins`;
      expect(existsSync(file) && (statSync(file).mode & 0o777).toString(8)).toBe('600');
      await demo.app.listen(0, '127.0.0.1');
      const lines = await requests(demo, await demo.app.getUrl());
      const { stdout } = await run('sh', ['-c', lines.slice(0, 2).join('\n')]);
      expect(JSON.parse(stdout)).toBeTruthy();
      await stop(demo);
      expect(readFileSync(file, 'utf8')).toContain("admin\tIt's a secret & more\n");
      const again = await startDemo(configOf(place));
      expect(again.logins.get('admin')).toBe("It's a secret & more");
      await stop(again);
    }));
});

describe('the places of the demo', () => {
  it('are its own where the settings name those of the real map', () => {
    const { database, documentsDir } = demoConfig(readConfig({}));
    expect([database, documentsDir]).toEqual([
      { engine: 'sqlite', path: './data/demo.sqlite' },
      './data/demo-documents',
    ]);
    expect(demoConfig(readConfig({ DATABASE_URL: 'sqlite:/x/y.sqlite' })).database).toEqual({
      engine: 'sqlite',
      path: '/x/y.sqlite',
    });
  });
});
