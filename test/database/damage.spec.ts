/** A damaged SQLite file is never written on, and `meridian check` tells of it; files are for their owner alone. @seconds 20 */
import {
  closeSync,
  copyFileSync,
  chmodSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { check } from '../../src/cli/local/check.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';
import { makeMap } from '../support/spare-maps.js';
import { TestServer } from '../support/server.js';
import { openDatabase } from './opened.js';

const OPEN = { token: null, documented: true };
const fileOf = ({ url }: TestDatabase): string => url.replace(/^sqlite:/, '');

/** Writes rubbish over the root page of a table. */
function damage(path: string, table: string): void {
  const file = new SqliteFile(path, { readonly: true });
  const [root, size] = [
    file.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) as number,
    file.pragma('page_size', { simple: true }) as number,
  ];
  file.close();
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size);
  closeSync(fd);
}

/** What `check` says and how it ends. */
async function checked(path: string): Promise<{ said: string; failed: string | undefined }> {
  let said = '';
  const log = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((said += String(text)), true));
  const failed = await check({ file: path }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  log.mockRestore();
  return { said, failed };
}

describe('a damaged file', () => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeMap('sqlite');
    // The first start makes indexes anew.
    await (await TestServer.start('sqlite', {}, place)).stop(true);
    damage(fileOf(place), 'sites');
    server = await TestServer.start('sqlite', {}, place);
  });
  afterAll(() => server.stop());

  it('takes writes until it is known, and none from then on: health, metrics and answers say why', async () => {
    expect((await server.post('/api/lans', { name: 'before' })).status).toBe(201);
    expect((await server.get('/health/ready', OPEN)).status).toBe(200);

    const read = await server.get('/api/sites');
    expect(read).toMatchObject({ status: 503, body: { code: 503, message: expect.stringContaining('damaged') } });

    // The bytes of the file and of its log are the same after attempts of every kind.
    const bytes = (): Buffer[] => ['', '-wal'].map((suffix) => readFileSync(fileOf(place) + suffix));
    const before = bytes();
    const attempts = [
      await server.post('/api/lans', { name: 'after' }),
      await server.patch('/api/lans/1', { name: 'after' }),
      await server.post('/api/login', { login: 'admin', password: 'Correct-horse-9' }, { token: null }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([503, 503, 503]);
    await new Promise((wake) => setTimeout(wake, 4000));
    expect(bytes().map((each, at) => each.equals(before[at]!))).toEqual([true, true]);

    // Administrators are told the path and the next step, others are not.
    expect(attempts[0]!.body.message).toContain(`meridian check ${fileOf(place)}`);
    expect(attempts[2]!.body.message).toContain('damaged');
    expect(attempts[2]!.body.message).not.toContain(place.folder);
    expect(await server.get('/health/ready', OPEN)).toMatchObject({
      status: 503,
      body: { message: 'Not ready: database damaged.', checks: { database: 'damaged', migrations: 'ok' } },
    });
    expect((await server.get('/metrics', { token: null })).body).toMatch(/^meridian_database_writable 0$/m);
    // What can be read still is.
    expect((await server.get('/api/lans')).body).toMatchObject([{ name: 'before' }]);
  });
});

it('damage that only a thread of the graph has met forbids writes too', async () => {
  const place = await makeMap('sqlite');
  await (await TestServer.start('sqlite', {}, place)).stop(true);
  damage(fileOf(place), 'sites');
  const server = await TestServer.start('sqlite', {}, place);
  expect((await server.post('/api/lans', { name: 'before' })).status).toBe(201);
  expect((await server.get('/api/graph/statistics', { documented: false })).status).toBe(503);
  expect((await server.post('/api/lans', { name: 'after' })).status).toBe(503);
  await server.stop();
});

describe('meridian check', () => {
  let place: TestDatabase;
  beforeAll(async () => {
    place = await makeMap('sqlite');
  });
  afterAll(() => place.drop());

  /** A copy to spoil. */
  function copy(name: string, spoil: (path: string) => void): string {
    const path = join(place.folder, name);
    copyFileSync(fileOf(place), path);
    spoil(path);
    return path;
  }

  it('finds nothing wrong with a map, although its indexes are made with functions that only we have', async () => {
    const file = new SqliteFile(fileOf(place), { readonly: true });
    expect(() => file.pragma('integrity_check')).toThrow('unknown function: fold()');
    file.close();
    expect(await checked(fileOf(place))).toEqual({ said: `${fileOf(place)} is in order.\n`, failed: undefined });
  });

  it('finds rubbish in a page, a cut file, another file, an empty one', async () => {
    const files = [
      copy('page.sqlite', (path) => damage(path, 'sites')),
      copy('cut.sqlite', (path) => truncateSync(path, statSync(path).size / 2)),
      copy('other.sqlite', (path) => writeSync(openSync(path, 'r+'), 'This is a text and no database.')),
      copy('empty.sqlite', (path) => truncateSync(path, 0)),
    ];
    for (const path of files) {
      const { said, failed } = await checked(path);
      expect(said).not.toBe('');
      expect(failed).toContain(`${path} is damaged.`);
    }
    await expect(check({ file: join(place.folder, 'none.sqlite') })).rejects.toThrow('There is no database file at');
    expect(existsSync(join(place.folder, 'none.sqlite'))).toBe(false);
  });

  it('finds an index that lacks a row, and references that point nowhere', async () => {
    const referring = copy('referring.sqlite', (path) => {
      const file = new SqliteFile(path);
      file.pragma('foreign_keys = OFF');
      file.exec('INSERT INTO role_user (user_id, role_id) VALUES (4711, 1)');
      file.close();
    });
    expect(await checked(referring)).toEqual({
      said: 'role_user.user_id → users: 1 of these references point nowhere\n',
      failed: `${referring} is not damaged, but has references that point nowhere.`,
    });
    const lacking = copy('lacking.sqlite', (path) => {
      const file = new SqliteFile(path);
      // Functions of the same names that make other keys.
      for (const name of ['fold', 'sort_key']) file.function(name, { deterministic: true }, (_text) => 'x');
      file.exec("INSERT INTO sites (name) VALUES ('Café')");
      file.close();
    });
    const { said, failed } = await checked(lacking);
    expect(said).toMatch(/missing from index/);
    expect(failed).toContain('is damaged');
  });
});

describe('files of a database', () => {
  const modes = (path: string): string[] =>
    ['', '-wal', '-shm'].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));

  it('are for their owner alone, also those that were made otherwise', async () => {
    const before = process.umask(0o022);
    try {
      const place = await makeDatabase('sqlite');
      let opened = await openDatabase('sqlite', place);
      expect(modes(fileOf(place))).toEqual(['600', '600', '600']);
      await opened.close();
      chmodSync(fileOf(place), 0o644);
      opened = await openDatabase('sqlite', place);
      expect(modes(fileOf(place))).toEqual(['600', '600', '600']);
      expect(opened.database.warnings).toEqual([]);
      await opened.drop();
    } finally {
      process.umask(before);
    }
  });

  it('hold the map without the log a few seconds after the last write', async () => {
    const opened = await openDatabase('sqlite');
    const path = fileOf(opened.place);
    await opened.database.run("INSERT INTO sites (name) VALUES ('copied')");
    const names = (): unknown[] => {
      const copy = join(opened.place.folder, 'copy.sqlite');
      copyFileSync(path, copy);
      const file = new SqliteFile(copy);
      try {
        return file.prepare('SELECT name FROM sites').pluck().all();
      } catch {
        return [];
      } finally {
        file.close();
      }
    };
    expect(names()).toEqual([]);
    for (const until = Date.now() + 15_000; !names().length && Date.now() < until;)
      await new Promise((wake) => setTimeout(wake, 200));
    expect(names()).toEqual(['copied']);
    await opened.drop();
  });
});
