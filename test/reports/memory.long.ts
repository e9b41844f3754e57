/** What the longest reports keep in memory, in a process of its own: 300 MB above what it has when it is idle, at most. */
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Program } from '../existing/processes.js';
import { Client } from '../reliability/support/http.js';
import { ADMIN, Meridian } from '../reliability/support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../reliability/support/place.js';
import { freePorts } from '../reliability/support/waiting.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const LIMIT = 300;
const TEXT = `<p><b>Budget</b> ${'Héberge les données du pôle santé, chaque nuit. '.repeat(10)}</p>`;

/** Numbers from 1 on, of both engines. */
const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;
const numbers = (count: number): string =>
  `(SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS i
    FROM ${['a', 'b', 'c', 'e', 'f'].map((name) => `${digits} ${name}`).join(' CROSS JOIN ')}) n WHERE i <= ${count}`;

/** A map of 100,000 objects and 150,000 links, 50,000 entries of the register, 100,000 hits of vulnerabilities. */
const MAP: ReadonlyArray<readonly [into: string, values: string, count: number]> = [
  ['entities (id, name, description, contact_point)', "i, concat('Entity ', i), ?, ?", 2000],
  ['application_blocks (id, name)', "i, concat('Block ', i)", 100],
  ['applications (id, name, description, responsible, security_need_c, application_block_id, entity_resp_id, vendor, product, version)', "i, concat('Application ', i), ?, 'Noël Lefèvre', 4, 1 + i % 100, 1 + i % 2000, CASE WHEN i <= 20 THEN 'acme' END, CASE WHEN i <= 20 THEN 'tool' END, '1.0'", 38000],
  ['logical_servers (id, name, description, configuration, address_ip)', "i, concat('Server ', i), ?, ?, concat('10.', i % 250, '.', i % 199, '.7')", 60000],
  ['application_logical_server (application_id, logical_server_id)', '1 + i % 38000, 1 + i % 60000', 100000],
  ['application_entity (application_id, entity_id)', '1 + i % 38000, 1 + i % 2000', 50000],
  ['data_processing (id, name, description, purpose, categories, retention)', "i, concat('Processing ', i), ?, ?, ?, ?", 50000],
  ['own_cve_records (cve_id, source, state, description, score, severity, refs, imported_at)', "concat('CVE-2026-', i), 'cve5', 'PUBLISHED', ?, 7.5, 'HIGH', '[\"https://example.org/a\"]', '2026-01-02 03:04:05'", 5000],
  ['own_cve_affects (cve_id, vendor, product, status, end_excl)', "concat('CVE-2026-', i), 'acme', 'tool', 'affected', '2.0.0'", 5000],
]; // prettier-ignore

/** A memory figure of a process in MB: what it has now, or had at its peak. */
const memoryOf = (pid: number, figure: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;

/** Asks for a report and reads it to its end; how many bytes it has. */
function readThrough(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${answer.statusCode}`))));
    });
    asking.on('error', reject);
    asking.end();
  });
}

describe.each(ENGINES)('memory of reports on %s', (engine) => {
  let program: Program;
  let folder: string;
  let database: TestDatabase;
  let port: number;
  beforeAll(async () => {
    program = makeProgram();
    folder = makeFolder();
    [port] = (await freePorts(1)) as [number];
    database = await makeDatabase(engine);
    const server = await TestServer.start(engine, {}, database);
    for (const [into, values, count] of MAP) {
      const texts = values.match(/\?/g)?.map(() => TEXT) ?? [];
      await server.database.run(`INSERT INTO ${into} SELECT ${values} FROM ${numbers(count)}`, texts);
    }
    await server.stop(true);
  });
  afterAll(async () => {
    await database.drop();
    program.remove();
    removeFolder(folder);
  });

  it.each([
    ...['cartography', 'cartography?format=docx&graph', 'logicalServers', 'applicationsByBlocks', 'directory'],
    ...['directory?format=docx', 'activityReport?format=docx', 'cve'],
  ])(`reports 11: %s takes ${LIMIT} MB at most, whatever its length`, async (path) => {
    const settings = { DATABASE_URL: database.url, DOCUMENTS_DIR: join(folder, 'documents') };
    const server = new Meridian({ program, port, log: join(folder, 'server.log'), settings });
    await server.up();
    try {
      const client = new Client(server.url);
      await client.signIn(ADMIN.login, ADMIN.password);
      client.close();
      const idle = memoryOf(server.pid!, 'VmRSS');
      writeFileSync(`/proc/${server.pid!}/clear_refs`, '5');
      const bytes = await readThrough(`${server.url}/api/report/${path}`, client.token);
      const above = Math.round(memoryOf(server.pid!, 'VmHWM') - idle);
      console.log(
        `${engine} ${path}: ${(bytes / 2 ** 20).toFixed(1)} MB, ${above} MB of memory above ${Math.round(idle)}`,
      );
      expect(bytes).toBeGreaterThan(2 ** 20);
      expect(above).toBeLessThan(LIMIT);
    } finally {
      await server.kill();
    }
  });
});
