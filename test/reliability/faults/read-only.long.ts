/** Databases and folders that cannot be written to (contract 10: 503, never 500), and that can be again later. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../existing-database/processes.js';
import { upload } from '../support/http.js';
import { Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { MARIADB, need } from '../support/tools.js';
import { freePorts, until } from '../support/waiting.js';
import { Bench } from './bench.js';

const REFUSALS = 20;

let program: Program;
beforeAll(() => {
  need(MARIADB);
  program = makeProgram();
});
afterAll(() => program.remove());

/** Refusals while it is read-only, and work before and behind. */
async function expectRefusals(bench: Bench, close: () => unknown, open: () => unknown): Promise<void> {
  await bench.loadUntil([200, 201], 20);
  await close();
  await bench.loadUntil([503], REFUSALS);
  expect((await bench.client.send('GET', '/api/applications')).status).toBe(200);
  await open();
  await bench.loadUntil([200, 201], 20);
  expect(await bench.violations()).toEqual([]);
}

describe('on MariaDB', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.start('mariadb', program);
  });
  afterAll(() => bench?.stop());

  it('contract 10: a database that is set to read_only refuses writes with 503, and takes them again', async () => {
    await expectRefusals(
      bench,
      () => bench.mariadb!.rows('SET GLOBAL read_only = 1'),
      () => bench.mariadb!.rows('SET GLOBAL read_only = 0'),
    );
  });
});

describe('on SQLite', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.start('sqlite', program, makeFolder(), true);
  });
  afterAll(() => bench?.stop());

  it('contract 10: a folder of documents without the right to write refuses files with 503', async () => {
    const folder = join(bench.folder, 'documents');
    const send = async (): Promise<number> =>
      (await bench.client.send('POST', '/api/documents', upload(Buffer.from('text'), 'a.txt'))).status;
    expect(await send()).toBe(201);
    const all = [folder, join(folder, 'incoming')];
    for (const each of all) chmodSync(each, 0o500);
    expect(await send()).toBe(503);
    await until('readiness tells of it', 5000, async () => (await bench.meridian.readiness()) === 503);
    for (const each of all) chmodSync(each, 0o700);
    expect(await send()).toBe(201);
    await bench.meridian.ready(5000);
  });

  it('contract 13: a database without the right to write stops the start with a sentence, and does no harm', async () => {
    await bench.meridian.end();
    const [port] = await freePorts(1);
    const file = join(bench.folder, 'map.sqlite');
    const modes: Array<[path: string, closed: number, open: number]> = [
      [file, 0o400, 0o600],
      [bench.folder, 0o500, 0o755],
    ];
    for (const [path, closed] of modes) chmodSync(path, closed);
    const logs = makeFolder();
    const refused = new Meridian({
      ...{ program, port: port!, log: join(logs, 'refused.log') },
      settings: { DATABASE_URL: `sqlite:${file}`, DOCUMENTS_DIR: join(bench.folder, 'documents') },
      rightless: true,
    });
    refused.start();
    await until('it gives up', 20_000, async () => !refused.running);
    expect(refused.output).toContain(`The database ${file} cannot be written to`);
    expect(refused.output).not.toMatch(/^ +at /m);
    for (const [path, , open] of modes) chmodSync(path, open);
    removeFolder(logs);
    await bench.meridian.up();
    await bench.loadUntil([200, 201], 20);
    expect(await bench.violations()).toEqual([]);
  });
});

/** Marks files as immutable, also for those who have them open; false where the file system cannot. */
function immutable(on: boolean, ...paths: string[]): boolean {
  return spawnSync('chattr', [on ? '+i' : '-i', ...paths]).status === 0;
}

describe('on SQLite, whose disk turns read-only under it', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.start('sqlite', program);
  });
  afterAll(() => bench?.stop());

  it('contract 10: refuses writes with 503, and takes them again', async () => {
    const probe = join(bench.folder, 'probe');
    mkdirSync(probe);
    if (!immutable(true, probe)) {
      console.log('Left out: files cannot be made immutable here, which needs root and a file system such as ext4.');
      return;
    }
    immutable(false, probe);
    const files = readdirSync(bench.folder).filter((name) => name.startsWith('map.sqlite'));
    const paths = files.filter((name) => !name.endsWith('-shm')).map((name) => join(bench.folder, name));
    try {
      await expectRefusals(
        bench,
        () => immutable(true, ...paths),
        () => immutable(false, ...paths),
      );
    } finally {
      immutable(false, ...paths);
    }
  });
});
