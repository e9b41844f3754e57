/** A server under mixed load whose parts are killed at random moments, and the books of those who wrote. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newSeed, randomBelow } from '../../core/text/seeded.js';
import type { Program } from '../../existing-database/processes.js';
import { Client } from '../support/http.js';
import { Ledger } from '../support/ledger.js';
import { Mariadb } from '../support/mariadb.js';
import { ADMIN, Meridian } from '../support/meridian.js';
import { makeFolder } from '../support/place.js';
import { askMariadb, askSqlite, orphans, unrecorded, type Ask } from '../support/rows.js';
import { violations } from '../support/verify.js';
import { freePorts, pause, until } from '../support/waiting.js';
import { Writer, type Below } from '../support/writer.js';

export type Engine = 'sqlite' | 'mariadb';

/** What is killed. */
export type Victim = 'server' | 'database';

const DATABASE = 'meridian_faults';
const LOGIN = 'meridian';
const WRITERS = 6;
/** Longest time under load before a kill, in milliseconds. */
const LONGEST_LOAD = 700;
const LONGEST_WAIT = 60_000;
/** Within this time a request is answered with 503 while the database is away, and with 2xx once it is back. */
const LIMIT = 5000;

/** What was seen over all kills. */
export interface Figures {
  kills: number;
  /** Kills with a request under way, and those requests. */
  hit: number;
  inFlight: number;
  acknowledged: number;
  unanswered: number;
  /** Milliseconds from the return of what was killed to the first acknowledged write. */
  slowest: number;
}

export class Bench {
  readonly figures: Figures = { kills: 0, hit: 0, inFlight: 0, acknowledged: 0, unanswered: 0, slowest: 0 };
  readonly ledger = new Ledger();
  private readonly below: Below;
  private writers: Writer[] = [];

  private constructor(
    readonly engine: Engine,
    readonly folder: string,
    readonly meridian: Meridian,
    readonly client: Client,
    readonly ask: Ask,
    readonly mariadb: Mariadb | undefined,
    seed: number,
  ) {
    this.below = randomBelow(seed);
  }

  /** Starts a server on a database of its own, both below a folder. */
  static async start(engine: Engine, program: Program, folder = makeFolder(), rightless = false): Promise<Bench> {
    const seed = newSeed(`faults on ${engine}`);
    mkdirSync(folder, { recursive: true });
    const [port, databasePort] = await freePorts(2);
    const file = join(folder, 'map.sqlite');
    let mariadb: Mariadb | undefined;
    if (engine === 'mariadb') {
      mariadb = Mariadb.make(join(folder, 'mariadb'), databasePort!);
      await mariadb.up();
      // No administrator of the database, whom `read_only` would not stop.
      const users = ['localhost', '127.0.0.1'].map((host) => `${LOGIN}@'${host}'`).join(', ');
      const rights = `CREATE USER ${users}; GRANT ALL ON ${DATABASE}.* TO ${users}`;
      await mariadb.rows(`CREATE DATABASE ${DATABASE}; ${rights}`);
    }
    const meridian = new Meridian({
      ...{ program, port: port!, log: join(folder, 'meridian.log') },
      settings: {
        DATABASE_URL: mariadb?.url(DATABASE, LOGIN) ?? `sqlite:${file}`,
        DOCUMENTS_DIR: join(folder, 'documents'),
      },
      rightless,
    });
    await meridian.up();
    const client = new Client(meridian.url);
    await client.signIn(ADMIN.login, ADMIN.password);
    const ask = mariadb ? askMariadb(mariadb, DATABASE) : askSqlite(file);
    const bench = new Bench(engine, folder, meridian, client, ask, mariadb, seed);
    await bench.hire();
    return bench;
  }

  /** Load for a random while, a kill of one of these in the middle of it, the return, and a write that is acknowledged. */
  async kill(victims: readonly Victim[]): Promise<void> {
    const { figures, client, ledger } = this;
    const victim = victims[this.below(victims.length)]!;
    await this.underLoad(async () => {
      const before = ledger.acknowledged;
      await until('some writes are acknowledged', 20_000, async () => ledger.acknowledged > before + WRITERS);
      await pause(this.below(LONGEST_LOAD));
      // A kill between two requests would prove nothing.
      await until('requests are under way', 5000, async () => client.inFlight > 0);
      figures.kills++;
      figures.inFlight += client.inFlight;
      if (client.inFlight) figures.hit++;
      const other = victim === 'server' ? this.meridian : this.mariadb!;
      await other.kill();
      if (victim === 'database') await this.expectUnavailable();
      await other.up();
      const back = performance.now();
      const last = ledger.acknowledged;
      await until('writes are acknowledged again', LIMIT, async () => ledger.acknowledged > last);
      figures.slowest = Math.max(figures.slowest, performance.now() - back);
    });
    Object.assign(figures, { acknowledged: ledger.acknowledged, unanswered: ledger.unanswered });
  }

  /** Load until a number of requests was answered with one of these statuses. */
  async loadUntil(statuses: number[], count: number): Promise<void> {
    const { statuses: seen } = this.ledger;
    const sum = (): number => statuses.reduce((all, status) => all + (seen.get(status) ?? 0), 0);
    const before = sum();
    await this.underLoad(async () => {
      const what = `${count} answers ${statuses.join(' or ')}`;
      await until(what, LONGEST_WAIT, async () => sum() >= before + count).catch((error: Error) => {
        throw new Error(`${error.message} ${JSON.stringify([...seen])}`, { cause: error });
      });
    });
  }

  /** All that is wrong now. */
  async violations(): Promise<string[]> {
    const problems = await violations(this.client, this.ledger);
    problems.push(...(await orphans(this.ask, this.engine)), ...(await unrecorded(this.ask, this.ledger)));
    if (this.engine === 'sqlite') {
      const [row] = await this.ask('PRAGMA integrity_check');
      if (row!['integrity_check'] !== 'ok') problems.push(`the file is damaged: ${JSON.stringify(row)}`);
    }
    return problems;
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.meridian.kill();
    await this.mariadb?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** While the database is away every request is answered with 503, and soon. */
  private async expectUnavailable(): Promise<void> {
    const began = performance.now();
    const probes = [
      this.client.send('GET', '/api/applications'),
      this.client.send('POST', '/api/applications', { body: { name: 'x' } }),
    ];
    for (const { status } of await Promise.all(probes)) {
      if (status !== 503) throw new Error(`${status} while the database is away`);
    }
    if (performance.now() - began > LIMIT) throw new Error('503 came too late');
    if ((await this.meridian.readiness()) !== 503) throw new Error('it says that it is ready');
  }

  /** Runs work while all writers write. */
  private async underLoad(work: () => Promise<void>): Promise<void> {
    let ended = false;
    const running = Promise.all(this.writers.map((writer) => writer.run(() => ended)));
    try {
      await work();
    } finally {
      ended = true;
      await running;
    }
  }

  private async hire(): Promise<void> {
    this.writers = Array.from(
      { length: WRITERS },
      (_, at) => new Writer(`w${at}`, () => this.client, this.ledger, this.below),
    );
    for (const writer of this.writers) await writer.prepare();
  }
}
