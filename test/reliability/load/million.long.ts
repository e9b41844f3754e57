/** Lists of a million rows: the memory of the server stays what it was for ten thousand (contract 5). */
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { prepareConnection } from '../../../src/database/sqlite/connection.js';
import type { Program } from '../../existing-database/processes.js';
import { Client } from '../support/http.js';
import { Mariadb } from '../support/mariadb.js';
import { ADMIN, Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { MARIADB, need } from '../support/tools.js';
import { freePorts } from '../support/waiting.js';

const [FEW, MANY] = [10_000, 1_000_000];
/** MiB above what the process has when idle, caches of the database included; all rows at once would take a thousand. */
const MOST = 100;
/** How each row begins to tell its name. */
const MARK = '"name":"machine';
const DATABASE = 'meridian_million';

/** The numbers from one to another on SQLite. */
const numbersOf = (from: number, to: number): string =>
  `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n)`;

/** Stores rows of workstations from one number to another, past the server; `numbers` is a table of them. */
const stored = (numbers: string, name: string): string =>
  `INSERT INTO workstations (name, description, type, site_id, created_at, updated_at)
   SELECT ${name}, '${'Poste de travail. '.repeat(12)}', 'Laptop', 1 + i % 100, '2026-01-02 03:04:05', '2026-01-02 03:04:05'
   FROM ${numbers}`;

let program: Program;
let folder: string;
let port: number;
let mariadb: Mariadb;
let server: Meridian | undefined;

beforeAll(async () => {
  need(MARIADB);
  program = makeProgram();
  folder = makeFolder();
  const ports = await freePorts(2);
  port = ports[1]!;
  mariadb = Mariadb.make(join(folder, 'mariadb'), ports[0]!, { innodb_buffer_pool_size: '512M' });
  await mariadb.up();
  await mariadb.rows(`CREATE DATABASE ${DATABASE}`);
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
});
afterAll(async () => {
  await mariadb.kill();
  program.remove();
  removeFolder(folder);
});

const ENGINES = {
  sqlite: {
    url: (): string => `sqlite:${join(folder, 'map.sqlite')}`,
    async add(from: number, to: number) {
      const file = new SqliteFile(join(folder, 'map.sqlite'));
      prepareConnection(file);
      if (from === 1) file.exec(`INSERT INTO sites (name) SELECT 'site ' || i FROM ${numbersOf(1, 100)}`);
      file.exec(stored(numbersOf(from, to), "'machine ' || (i * 7919 % 1000003)"));
      file.close();
    },
  },
  mariadb: {
    url: (): string => mariadb.url(DATABASE),
    async add(from: number, to: number) {
      if (from === 1)
        await mariadb.rows("INSERT INTO sites (name) SELECT CONCAT('site ', seq) FROM seq_1_to_100", DATABASE);
      const numbers = `(SELECT seq AS i FROM seq_${from}_to_${to}) n`;
      await mariadb.rows(stored(numbers, "CONCAT('machine ', i * 7919 % 1000003)"), DATABASE);
    },
  },
};

/** MiB of the process: now, or at its highest since the mark was taken back. */
const memory = (figure: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server!.pid}/status`, 'latin1'))![1]) / 1024;

/** Reads a whole list as fast as it comes; how many rows it has and the peak of the server's memory above the beginning. */
async function read(path: string, token: string): Promise<{ rows: number; peak: number; seconds: number }> {
  const before = memory('VmRSS');
  writeFileSync(`/proc/${server!.pid}/clear_refs`, '5');
  const begun = performance.now();
  const rows = await new Promise<number>((resolve, reject) => {
    get(`${server!.url}${path}`, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let count = 0;
      let end = Buffer.alloc(0);
      response.on('data', (part: Buffer) => {
        // A mark may be cut in two by the parts of an answer.
        const seam = Buffer.concat([end, part.subarray(0, MARK.length - 1)]);
        for (const text of [seam, part])
          for (let i = text.indexOf(MARK); i >= 0; i = text.indexOf(MARK, i + 1)) count++;
        end = Buffer.from(part.subarray(1 - MARK.length));
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(count) : reject(new Error(`${response.statusCode}`)),
      );
      response.on('error', reject);
    }).on('error', reject);
  });
  return { rows, peak: memory('VmHWM') - before, seconds: (performance.now() - begun) / 1000 };
}

it.each(Object.entries(ENGINES))('contract 5: a million rows on %s', async (engine, { url, add }) => {
  const settings = { DATABASE_URL: url(), DOCUMENTS_DIR: join(folder, 'documents') };
  server = new Meridian({ program, port, log: join(folder, `${engine}.log`), settings });
  await server.up();
  const client = new Client(server.url);
  await client.signIn(ADMIN.login, ADMIN.password);
  const paths = ['?fields=name,type', '?sort=name', '?include=site'].map((query) => `/api/workstations${query}`);
  const peaks: Array<[number, number]> = [];
  await add(1, FEW);
  // The first reads warm up the process itself.
  for (const path of [...paths, ...paths]) await read(path, client.token);
  for (const path of paths) peaks.push([(await read(path, client.token)).peak, 0]);
  await add(FEW + 1, MANY);
  for (const [i, path] of paths.entries()) {
    const { rows, peak, seconds } = await read(path, client.token);
    peaks[i]![1] = peak;
    const [few, many] = peaks[i]!.map((each) => each.toFixed(0));
    process.stdout.write(
      `${engine} ${path}: ${rows} rows in ${seconds.toFixed(1)} s; MiB above idle: ${few} → ${many}\n`,
    );
    expect(rows).toBe(MANY);
  }
  client.close();
  for (const [, many] of peaks) expect(many).toBeLessThan(MOST);
});
