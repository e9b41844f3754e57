/** `docs/runbooks.md` does what it says: each runbook is carried out after the fault that it is for. @seconds 40 */
import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { backup } from '../backup/maps.js';
import { form } from '../documents/document-client.js';
import { buildProgram, type Program } from '../existing-database/processes.js';
import { Mariadb } from '../reliability/support/mariadb.js';
import { makeFolder, removeFolder } from '../reliability/support/place.js';
import { isRoot, MARIADB } from '../reliability/support/tools.js';
import type { TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { blocksOf } from './support/pages.js';

const PAGE = readFileSync(resolve(__dirname, '../../docs/runbooks.md'), 'utf8');
const run = promisify(execFile);

/** The command lines of a chapter, in the order of the page. */
function commandsOf(chapter: string): string[] {
  const text = PAGE.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`))!;
  return blocksOf(text).flatMap(({ language, text: lines }) => (language === 'sh' ? [lines] : []));
}

const disk = (command: string, args: string[]): { stderr: Buffer } => spawnSync(command, args);
const has = (...programs: string[]): boolean => programs.every((name) => spawnSync('which', [name]).status === 0);

let program: Program;
let folder: string;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());
beforeEach(() => {
  folder = makeFolder();
  for (const name of ['dist', 'node_modules', 'package.json'])
    symlinkSync(join(program.folder, name), join(folder, name));
});
afterEach(() => removeFolder(folder));

const bash = (text: string, env: Record<string, string> = {}): Promise<{ stdout: string }> =>
  run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env: { ...process.env, ...env } });

/** A map in the folder of the server; the folder goes with the test. */
const mapIn = (data: string): TestDatabase => ({
  url: `sqlite:${join(data, 'meridian.sqlite')}`,
  folder: data,
  drop: async () => undefined,
});

(has('sqlite3') ? it : it.skip)(
  'a damaged database file',
  async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const place = mapIn(data);
    const server = await TestServer.start('sqlite', {}, place);
    await server.post('/api/sites', { name: 'In the backup' });
    const document = (await server.post('/api/documents', form('the bytes', 'kept.txt'))).body.id as number;
    await backup(place, join(folder, 'map.backup'));
    await server.post('/api/sites', { name: 'Written since' });
    await server.stop(true);
    const path = join(data, 'meridian.sqlite');
    const file = openSync(path, 'r+');
    // As of a disk that lost a block: here one that holds what roles may do.
    const lost = spawnSync('sqlite3', [
      '-readonly',
      path,
      "SELECT rootpage FROM sqlite_master WHERE name = 'permission_role'",
    ]);
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (Number(String(lost.stdout)) - 1) * 4096);
    closeSync(file);
    const [keep, restore, read, ...more] = commandsOf('A damaged database file');
    expect(more).toEqual([]);
    const env = { DATABASE_URL: 'sqlite:./data/meridian.sqlite', DOCUMENTS_DIR: './data/documents' };
    await bash(keep!);
    await bash(restore!, env);
    await bash(read!);
    for (const name of ['readable.sql', 'journal.csv'])
      expect(readFileSync(join(folder, 'aside', name), 'utf8')).toContain('Written since');
    const again = await TestServer.start('sqlite', {}, place);
    expect((await again.get('/api/sites')).body).toMatchObject([{ name: 'In the backup' }]);
    expect((await again.get(`/api/documents/${document}/download`)).body).toBe('the bytes');
    await again.stop(true);
  },
  180_000,
);

if (!isRoot()) console.log('The runbook of a full disk is left out: a disk of its own can only be made by root.');
(isRoot() ? it : it.skip)(
  'a full disk',
  async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const mounted = disk('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=755', 'tmpfs', data]);
    expect(String(mounted.stderr)).toBe('');
    try {
      // What an upgrade left, and what fills the rest.
      writeFileSync(join(data, 'meridian.sqlite.before-0.2.0'), Buffer.alloc(4 << 20));
      const server = await TestServer.start('sqlite', {}, mapIn(data));
      const ballast = openSync(join(data, 'ballast'), 'w');
      for (const size of [1 << 20, 4096, 1]) {
        try {
          for (;;) writeSync(ballast, Buffer.alloc(size));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        }
      }
      closeSync(ballast);
      const write = async (): Promise<number> =>
        (
          await server.request('POST', '/api/sites', {
            body: { description: 'x'.repeat(200_000), name: `${Math.random()}` },
            documented: false,
          })
        ).status;
      const statuses: number[] = [];
      while (statuses.at(-1) !== 507 && statuses.length < 50) statuses.push(await write());
      expect(statuses.at(-1)).toBe(507);
      const [look, free, check, ...more] = commandsOf('A full disk');
      expect(more).toEqual([]);
      expect((await bash(look!)).stdout).toContain('meridian.sqlite.before-0.2.0');
      await bash(free!);
      expect((await bash(check!, { MERIDIAN: server.url })).stdout).toContain('"database":"ok"');
      expect(await write()).toBe(201);
      await server.stop(true);
    } finally {
      disk('umount', ['-l', data]);
      rmSync(data, { recursive: true, force: true });
    }
  },
  180_000,
);

const canReplay = existsSync(MARIADB.path) && has('mariadb-binlog', 'mariadb-dump', 'mariadb');
(canReplay ? it : it.skip)(
  'back to a moment in time',
  async () => {
    const chapter = PAGE.slice(PAGE.indexOf('## Back to a moment'));
    const ini = blocksOf(chapter).find(({ language }) => language === 'ini')!.text;
    const settings = [...ini.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name!, value!]);
    const mariadb = Mariadb.make(
      join(folder, 'mariadb'),
      await freePort(),
      Object.fromEntries(settings) as Record<string, string>,
    );
    await mariadb.up();
    try {
      await mariadb.on((connection) => connection.query('CREATE DATABASE meridian'));
      const place = { url: mariadb.url('meridian'), folder, drop: async () => undefined };
      const [nightly, fetch, forward, ...more] = commandsOf('Back to a moment in time');
      expect(more).toEqual([]);
      const env = {
        DB_HOST: '127.0.0.1',
        DB_PORT: String(mariadb.port),
        DB_USERNAME: 'root',
        DB_PASSWORD: '',
        DB_DATABASE: 'meridian',
      };
      const server = await TestServer.start('mariadb', {}, place);
      await server.post('/api/sites', { name: 'In the dump' });
      await bash(nightly!, env);
      await server.post('/api/sites', { name: 'Written since' });
      // The log counts in seconds.
      await new Promise((wake) => setTimeout(wake, 1500));
      const until = spawnSync('date', ['+%F %T']).stdout.toString().trim();
      await new Promise((wake) => setTimeout(wake, 1500));
      const all = (await server.get('/api/sites')).body.map(({ id }: { id: number }) => id);
      for (const id of all) expect((await server.delete(`/api/sites/${id}`)).status).toBeLessThan(300);
      expect((await server.get('/api/sites')).body).toEqual([]);
      await server.stop(true);
      await bash(fetch!, { ...env, UNTIL: until });
      await bash(forward!, env);
      const again = await TestServer.start('mariadb', {}, place);
      const names = (await again.get('/api/sites?sort=id')).body.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['In the dump', 'Written since']);
      expect((await again.post('/api/sites', { name: 'Written again' })).status).toBe(201);
      await again.stop(true);
    } finally {
      await mariadb.end();
    }
  },
  240_000,
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
