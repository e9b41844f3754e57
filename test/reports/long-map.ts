/** A map whose reports are long, in a database of its own, and servers in processes of their own that make them. */
import { request } from 'node:http';
import { join } from 'node:path';
import type { Program } from '../existing-database/processes.js';
import { Client } from '../reliability/support/http.js';
import { ADMIN, Meridian } from '../reliability/support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../reliability/support/place.js';
import { freePorts } from '../reliability/support/waiting.js';
import { makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const TEXT = `<p><b>Budget</b> ${'Héberge les données du pôle santé, chaque nuit. '.repeat(10)}</p>`;

/** Numbers from 1 on, of both engines. */
const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;
const numbers = (count: number): string =>
  `(SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS i
    FROM ${['a', 'b', 'c', 'e', 'f'].map((name) => `${digits} ${name}`).join(' CROSS JOIN ')}) n WHERE i <= ${count}`;

/** A map of 160,000 objects and 150,000 links, 50,000 entries of the register, 100,000 hits of vulnerabilities. */
const MAP: ReadonlyArray<readonly [into: string, values: string, count: number]> = [
  ['entities (id, name, description, contact_point)', "i, concat('Entity ', i), ?, ?", 2000],
  ['application_blocks (id, name)', "i, concat('Block ', i)", 100],
  ['applications (id, name, description, responsible, security_need_c, application_block_id, entity_resp_id, vendor, product, version)', "i, concat('Application ', i), ?, 'Noël Lefèvre', 4, 1 + i % 100, 1 + i % 2000, CASE WHEN i <= 20 THEN 'acme' END, CASE WHEN i <= 20 THEN 'tool' END, '1.0'", 100000],
  ['logical_servers (id, name, description, configuration, address_ip)', "i, concat('Server ', i), ?, ?, concat('10.', i % 250, '.', i % 199, '.7')", 60000],
  ['application_logical_server (application_id, logical_server_id)', '1 + i % 100000, 1 + i % 60000', 100000],
  ['application_entity (application_id, entity_id)', '1 + i % 100000, 1 + i % 2000', 50000],
  ['data_processing (id, name, description, purpose, categories, retention)', "i, concat('Processing ', i), ?, ?, ?, ?", 50000],
  ['own_cve_records (cve_id, source, state, description, score, severity, refs, imported_at)', "concat('CVE-2026-', i), 'cve5', 'PUBLISHED', ?, 7.5, 'HIGH', '[\"https://example.org/a\"]', '2026-01-02 03:04:05'", 5000],
  ['own_cve_affects (cve_id, vendor, product, status, end_excl)', "concat('CVE-2026-', i), 'acme', 'tool', 'affected', '2.0.0'", 5000],
]; // prettier-ignore

/** The reports whose length grows with the map. */
export const LONG_REPORTS: readonly string[] = [
  ...['cartography', 'cartography?format=docx&graph', 'logicalServers', 'applicationsByBlocks', 'directory'],
  ...['directory?format=docx', 'activityReport?format=docx', 'cve'],
];

/** A server that just started, and a token for it. */
export interface Asked {
  server: Meridian;
  client: Client;
  /** Asks for a report and reads it to its end; how many bytes it has. */
  read(path: string): Promise<number>;
}

/** The long map on one engine. */
export class LongMap {
  private constructor(
    private readonly program: Program,
    private readonly folder: string,
    private readonly database: TestDatabase,
    private readonly port: number,
  ) {}

  static async make(engine: Engine): Promise<LongMap> {
    const [port] = (await freePorts(1)) as [number];
    const database = await makeDatabase(engine);
    const server = await TestServer.start(engine, {}, database);
    for (const [into, values, count] of MAP) {
      const texts = values.match(/\?/g)?.map(() => TEXT) ?? [];
      await server.database.run(`INSERT INTO ${into} SELECT ${values} FROM ${numbers(count)}`, texts);
    }
    await server.stop(true);
    return new LongMap(makeProgram(), makeFolder(), database, port);
  }

  /** Does something with a server of its own. */
  async withServer<T>(use: (asked: Asked) => Promise<T>): Promise<T> {
    const settings = { DATABASE_URL: this.database.url, DOCUMENTS_DIR: join(this.folder, 'documents') };
    const log = join(this.folder, 'server.log');
    const server = new Meridian({ program: this.program, port: this.port, log, settings });
    await server.up();
    const client = new Client(server.url);
    try {
      await client.signIn(ADMIN.login, ADMIN.password);
      return await use({
        server,
        client,
        read: (path) => readThrough(`${server.url}/api/report/${path}`, client.token),
      });
    } finally {
      client.close();
      await server.kill();
    }
  }

  async remove(): Promise<void> {
    await this.database.drop();
    this.program.remove();
    removeFolder(this.folder);
  }
}

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
