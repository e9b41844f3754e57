/** Servers as processes of their own on one map, and rounds of write-then-ask over them: every answer must know the write. */
import { join } from 'node:path';
import { restore, backup } from '../../backup/maps.js';
import { openDatabase } from '../../database/opened.js';
import { Client } from '../../reliability/support/http.js';
import { ADMIN, Meridian } from '../../reliability/support/meridian.js';
import { freePorts, pause } from '../../reliability/support/waiting.js';
import type { Program } from '../../existing-database/processes.js';
import { makeDatabase, type Engine, type TestDatabase } from '../../support/engines.js';

/** Writers at a time; each asks after every write, so there are as many readers. */
const WRITERS = 8;

export class Replicas {
  private readonly sites: number[] = [];
  private turn = 0;
  private next = 0;
  /** Writes whose answer came, and after each of which the graph was asked. */
  asked = 0;

  private constructor(
    private readonly engine: Engine,
    readonly place: TestDatabase,
    readonly servers: readonly Meridian[],
    private readonly clients: readonly Client[],
  ) {}

  /** Starts `count` servers on an empty map. SQLite serves one process. */
  static async start(engine: Engine, count: number, program: Program): Promise<Replicas> {
    const place = await makeDatabase(engine);
    const ports = await freePorts(count);
    const servers = ports.map(
      (port, i) =>
        new Meridian({
          ...{ program, port, log: join(place.folder, `server${i}.log`) },
          settings: {
            ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: join(place.folder, 'documents'), LOG_LEVEL: 'silent' },
            ...{ ADMIN_LOGIN: ADMIN.login },
          },
        }),
    );
    const clients = servers.map(({ url }) => new Client(url));
    const replicas = new Replicas(engine, place, servers, clients);
    for (const server of servers) await server.up();
    for (const client of clients) await client.signIn(ADMIN.login, ADMIN.password);
    for (let writer = 0; writer < WRITERS; writer++) {
      const { body } = await clients[0]!.send('POST', '/api/sites', { body: { name: `site of ${writer}` } });
      replicas.sites.push(body.id as number);
    }
    return replicas;
  }

  /** So many writes, eight at a time; each is asked for once it was answered, of any server. Returns what was not known. */
  async rounds(count: number): Promise<string[]> {
    const missed: string[] = [];
    const work = async (writer: number): Promise<void> => {
      for (let round = writer; round < count; round += WRITERS) {
        const name = `t${this.turn++}-w${writer}-end`;
        // Without an answer it may have been stored or not, and is sent again.
        while (!(await this.write(writer, name))) await pause(20);
        this.asked++;
        if (!(await this.found(name)).includes(name)) missed.push(name);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));
    return missed;
  }

  /** The names that any server finds for a text. */
  async found(text: string): Promise<string[]> {
    for (;;) {
      const answer = await this.any()
        .send('GET', `/api/graph/objects?search=${encodeURIComponent(text)}`)
        .catch(() => undefined);
      if (answer?.status === 200) return (answer.body.nodes as Array<{ label: string }>).map(({ label }) => label);
      await pause(20);
      if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  /** What every server that runs finds for a text. */
  async foundByAll(text: string): Promise<string[][]> {
    const path = `/api/graph/objects?search=${encodeURIComponent(text)}`;
    const answers = await Promise.all(this.running().map((client) => client.send('GET', path)));
    return answers.map(({ body }) => (body.nodes as Array<{ label: string }>).map(({ label }) => label));
  }

  /** Makes a backup, renames a site, and brings the backup back with no server running, as its documentation wants it. */
  async restored(): Promise<void> {
    const file = join(this.place.folder, 'map.backup');
    await backup(this.place, file);
    await this.rounds(WRITERS);
    for (const server of this.servers) await server.kill();
    await restore(this.place, file, {}, true);
    for (const server of this.servers) await server.up();
    for (const client of this.clients) await client.signIn(ADMIN.login, ADMIN.password);
  }

  /**
   * Puts sites and journal back to what they are now, after `meanwhile`, in one transaction and past the servers, which go on:
   * as a dump of the database does that is brought back.
   */
  async putBack(meanwhile: () => Promise<void>): Promise<void> {
    const { database, close } = await this.opened();
    const tables = ['sites', 'audit_logs'];
    for (const table of tables) await database.run(`CREATE TABLE copy_of_${table} AS SELECT * FROM ${table}`);
    await meanwhile();
    await database.transaction(async (tx) => {
      for (const table of tables) {
        await tx.run(`DELETE FROM ${table}`);
        await tx.run(`INSERT INTO ${table} SELECT * FROM copy_of_${table}`);
      }
    });
    for (const table of tables) await database.run(`DROP TABLE copy_of_${table}`);
    await close();
  }

  /** Deletes the older half of the journal, or all of it. */
  async purge(all: boolean): Promise<void> {
    const { database, close } = await this.opened();
    const [row] = await database.all('SELECT MIN(id) AS low, MAX(id) AS high FROM audit_logs');
    const [low, high] = [Number(row!['low']), Number(row!['high'])];
    await database.run('DELETE FROM audit_logs WHERE id <= ?', [all ? high : Math.floor((low + high) / 2)]);
    await close();
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    for (const server of this.servers) await server.end();
    await this.place.drop();
  }

  private async write(writer: number, name: string): Promise<boolean> {
    const answer = await this.any()
      .send('PUT', `/api/sites/${this.sites[writer]}`, { body: { name } })
      .catch(() => undefined);
    return answer?.status === 200;
  }

  private running(): Client[] {
    return this.clients.filter((_, i) => this.servers[i]!.running);
  }

  /** The servers by turns. */
  private any(): Client {
    const clients = this.running();
    return clients[this.next++ % clients.length] ?? this.clients[0]!;
  }

  private opened() {
    return openDatabase(this.engine, this.place);
  }
}
