/** Ready means that a write would work: full disks, protected files, servers that take no writes, files that are gone. @seconds 40 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { buildProgram, Running } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { startServer } from '../support/own-server.cjs';
import { makeMap } from '../support/spare-maps.js';
import { ADMIN, TestServer, type TestAnswer } from '../support/server.js';

const OPEN = { token: null, documented: true };
const fileOf = ({ url }: TestDatabase): string => url.replace(/^sqlite:/, '');
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
const succeeds = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Looks again until readiness answers so; the outcome of a trial holds for five seconds. */
async function readyTurns(server: TestServer, status: number): Promise<TestAnswer> {
  for (const until = Date.now() + 10_000; ; await pause(200)) {
    const answer = await server.get('/health/ready', OPEN);
    if (answer.status === status) return answer;
    if (Date.now() > until) throw new Error(`never ${status}: ${JSON.stringify(answer.body)}`);
  }
}

const writable = async (server: TestServer): Promise<string | undefined> =>
  /^meridian_database_writable (\d)$/m.exec((await server.get('/metrics', { token: null })).body as string)?.[1];

/** A folder on a disk of its own of so many MiB; undefined where that is not allowed. */
function smallDisk(size: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-disk-'));
  if (succeeds('mount', '-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', folder)) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/** Leaves no room in a folder. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'a');
  for (const size of [1 << 20, 4096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

const disk = smallDisk(32);
afterAll(() => {
  if (!disk) return;
  succeeds('umount', '-l', disk);
  rmSync(disk, { recursive: true, force: true });
});
if (!disk) console.log('A full disk is left out: a disk of its own for the test can only be made by root.');

(disk ? describe : describe.skip)('SQLite on a full disk', () => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase('sqlite');
    const url = `sqlite:${join(disk!, 'map.sqlite')}`;
    server = await TestServer.start('sqlite', {}, { ...place, url });
    await server.post('/api/sites', { name: 'there' });
  });
  afterAll(() => server?.stop());

  it('contract 12: is not ready although documents lie elsewhere, says why, and is ready again with room', async () => {
    await readyTurns(server, 200);
    const leaving = await server.login(ADMIN.login, ADMIN.password);
    fill(disk!);
    let full: TestAnswer;
    do full = await server.post('/api/sites', { name: `${Math.random()}`, description: 'x'.repeat(50_000) });
    while (full.status === 201);
    expect(full).toMatchObject({ status: 507, body: { code: 507, message: expect.stringContaining('no room left') } });
    // An administrator hears which disk.
    expect(full.body.message).toContain(disk!);

    const ready = await readyTurns(server, 503);
    expect(ready.body).toMatchObject({
      message: 'Not ready: database full.',
      checks: { server: 'ok', database: 'full', migrations: 'ok', documents: 'ok' },
    });
    expect(await writable(server)).toBe('0');

    // Nobody can sign in, and is told why, without a path.
    const { status, body } = await server.post('/api/login', ADMIN, { token: null });
    if (status !== 200) {
      expect([status, body.message]).toEqual([507, expect.stringContaining('nobody can sign in')]);
      expect(body.message).not.toContain(disk!);
    }
    // Who logs out is refused from then on, and the end is stored once there is room.
    const out = await server.post('/api/logout', {}, { token: leaving });
    if (out.status !== 200) {
      expect([out.status, out.body.message]).toEqual([
        507,
        expect.stringContaining('You are logged out of this server'),
      ]);
      await pause(1100);
    }
    expect((await server.get('/api/me', { token: leaving })).status).toBe(401);
    expect((await server.get('/api/me')).status).toBe(200);
    const read = [
      await server.get('/api/sites'),
      await server.get('/api/sites/1'),
      await server.get('/health/live', OPEN),
    ];
    expect(read.map((each) => each.status)).toEqual([200, 200, 200]);

    rmSync(join(disk!, 'ballast'));
    expect((await server.post('/api/sites', { name: 'room again' })).status).toBe(201);
    await readyTurns(server, 200);
    expect(await writable(server)).toBe('1');
    for (const until = Date.now() + 20_000; Date.now() < until; await pause(200))
      if ((await server.database.all("SELECT id FROM audit_logs WHERE description = 'logged_out'", [])).length) break;
    expect(await server.database.all('SELECT id FROM own_tokens WHERE id = 2', [])).toEqual([]);
    expect((await server.get('/api/me', { token: leaving })).status).toBe(401);
  });
});

describe('SQLite', () => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    // In memory files cannot be protected.
    const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    place = {
      ...{ url: `sqlite:${join(folder, 'map.sqlite')}`, folder },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
    server = await TestServer.start('sqlite', {}, place);
  });
  afterAll(() => server.stop());

  it('contract 12: whose files the system protects is not ready, and is again without a new start', async () => {
    const files = [fileOf(place), `${fileOf(place)}-wal`];
    if (!succeeds('chattr', '+i', ...files)) {
      spawnSync('chattr', ['-i', ...files]);
      console.log('Left out: files cannot be made immutable here, which needs root and a file system such as ext4.');
      return;
    }
    try {
      expect((await server.post('/api/sites', { name: 'refused' })).status).toBe(503);
      const { checks } = (await readyTurns(server, 503)).body;
      expect(checks).toMatchObject({ database: 'read-only', migrations: 'ok', documents: 'ok' });
      expect(await writable(server)).toBe('0');
      expect((await server.get('/api/sites')).status).toBe(200);
    } finally {
      spawnSync('chattr', ['-i', ...files]);
    }
    expect((await server.post('/api/sites', { name: 'stored' })).status).toBe(201);
    await readyTurns(server, 200);
  });

  it('whose file was moved away acknowledges no write into nowhere, and is not ready', async () => {
    expect((await server.post('/api/lans', { name: 'stored' })).status).toBe(201);
    renameSync(fileOf(place), `${fileOf(place)}.moved`);
    expect((await server.post('/api/lans', { name: 'lost' })).status).toBe(503);
    expect((await readyTurns(server, 503)).body.message).toBe('Not ready: database gone.');
  });
});

describe('the program on SQLite', () => {
  it('ends with a sentence when its file is replaced, within some seconds and without a request', async () => {
    const [program, place] = [buildProgram(), await makeMap('sqlite')];
    const running = Running.start(program, ['main.js'], {
      ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, PORT: '0', BCRYPT_COST: '4' },
      ...{ ADMIN_PASSWORD: ADMIN.password, TOKEN_SECRET: 'a secret of the tests, 32 characters or more' },
    });
    await running.says('was made with the password');
    rmSync(fileOf(place));
    writeFileSync(fileOf(place), '');
    const { code, output } = await running.ended;
    expect(code).toBe(1);
    expect(output).toContain(
      `The database file ${fileOf(place)} was replaced by another file while the server had it open`,
    );
    expect(output).toContain('The server ends.');
    program.remove();
    await place.drop();
  });
});

(ENGINES.includes('mariadb') ? describe : describe.skip)(
  'MariaDB that is set to read_only, a server of its own',
  () => {
    it('contract 12: is not ready for a user who may not write then, and is again afterwards', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'documents'));
      const own = await startServer(folder);
      if (!own) {
        console.log('Left out: mariadbd and mariadb-install-db are not installed.');
        return;
      }
      const root = await createConnection(own.url);
      for (const sql of [
        'CREATE DATABASE map',
        "CREATE USER map@'%' IDENTIFIED BY 'secret'",
        "GRANT ALL ON map.* TO map@'%'",
      ])
        await root.query(sql);
      const url = new URL(`${own.url}/map`);
      [url.username, url.password] = ['map', 'secret'];
      const drop = async (): Promise<void> => undefined;
      const server = await TestServer.start('mariadb', {}, { url: url.href, folder, drop });
      await readyTurns(server, 200);
      const leaving = await server.login(ADMIN.login, ADMIN.password);
      const ends = async (): Promise<unknown[]> =>
        server.database.all("SELECT id FROM audit_logs WHERE description = 'logged_out'", []);
      await root.query('SET GLOBAL read_only = 1');
      // Who logs out is refused from then on, and the end is stored once it can be.
      expect((await server.post('/api/logout', {}, { token: leaving })).status).toBe(503);
      expect((await server.get('/api/me', { token: leaving })).status).toBe(401);
      expect((await server.get('/api/me')).status).toBe(200);
      expect(await server.post('/api/sites', { name: 'refused' })).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('can only be read') },
      });
      expect((await readyTurns(server, 503)).body).toMatchObject({
        checks: { database: 'read-only', migrations: 'ok' },
      });
      expect(await writable(server)).toBe('0');
      expect((await server.get('/api/sites')).status).toBe(200);
      await root.query('SET GLOBAL read_only = 0');
      await readyTurns(server, 200);
      for (const until = Date.now() + 20_000; !(await ends()).length && Date.now() < until;) await pause(200);
      expect(await ends()).toHaveLength(1);
      expect(await server.database.all('SELECT id FROM own_tokens', [])).toHaveLength(1);
      expect((await server.get('/api/me', { token: leaving })).status).toBe(401);
      expect((await server.post('/api/sites', { name: 'stored' })).status).toBe(201);
      expect(await server.database.all("SELECT name FROM own_settings WHERE name LIKE 'write_trial%'")).toEqual([]);
      await server.stop();
      await root.end();
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  },
);
