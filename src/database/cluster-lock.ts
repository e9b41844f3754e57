/**
 * Whose turn it is to migrate a Galera cluster. Its nodes know no common locks, so the turn is a row that one process
 * claims, in a table that is there only while somebody migrates; whoever holds it updates a counter there to show that it is alive.
 */
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Log } from './migration-watch.js';

/** Tells in its `Value` whether the server is a node of a cluster: ON; no row on servers that know no clusters. */
export const CLUSTER_QUESTION = "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'";

/** On a cluster every read and write sees first what was stored on any node before (docs/decisions/cluster.md). */
export const CLUSTER_SETTING = 'SET SESSION wsrep_sync_wait = 7';

/** What the turn says, and how long it waits; see `migration-lock.ts`. */
export interface Waiting {
  waiting: string;
  tooLong: string;
  seconds: number;
  /** Milliseconds between two signs of life, and between two looks at them. */
  pace: number;
}

const TABLE = '`own_migration_turn`';
const CREATE =
  `CREATE TABLE IF NOT EXISTS ${TABLE} (\`id\` int NOT NULL, \`owner\` char(36) NOT NULL, \`beat\` int NOT NULL, ` +
  'PRIMARY KEY (`id`)) ENGINE=InnoDB';

/** Reads of an unchanged counter before its owner counts as dead. */
const LOOKS = 20;
/** A look that took longer, in milliseconds, stood behind a change of tables, and so did the signs. */
const SLOW = 250;

const DEADLOCK = 1213;
const NOT_PREPARED = 1047;
const NO_SUCH_TABLE = 1146;

interface Heartbeat {
  owner: string;
  beat: number;
}

export class ClusterLock {
  private readonly owner = randomUUID();

  constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly log: Log,
    private readonly timing: Waiting,
  ) {}

  /** Runs `work` when it is this process's turn. Throws a sentence if that takes too long. */
  async runExclusively(work: () => Promise<void>): Promise<void> {
    // What other nodes have stored before is seen, also by the questions of the migrations.
    await this.runner.query('SET SESSION wsrep_sync_wait = 7');
    await this.take();
    const beats = this.beat();
    try {
      await work();
    } finally {
      await beats.end();
      await this.leave();
    }
  }

  private async take(): Promise<void> {
    const until = Date.now() + this.timing.seconds * 1000;
    let logged = false;
    let seen: Heartbeat | undefined;
    let unmoved = 0;
    while (!(await this.claim())) {
      if (!logged) this.log(this.timing.waiting);
      logged = true;
      if (Date.now() > until) throw new Error(this.timing.tooLong);
      await pause(this.timing.pace);
      const began = performance.now();
      const readHeartbeat = await this.readHeartbeat();
      const moved = !readHeartbeat || readHeartbeat.owner !== seen?.owner || readHeartbeat.beat !== seen.beat;
      unmoved = moved || performance.now() - began > SLOW ? 0 : unmoved + 1;
      seen = readHeartbeat;
      if (readHeartbeat && unmoved >= LOOKS && (await this.takeOver(readHeartbeat))) return;
    }
  }

  /** Of several who claim it at once, on whatever nodes, one gets it: the key decides. */
  private async claim(): Promise<boolean> {
    const made = await this.attempt(async () => {
      await this.runner.query(CREATE);
      return changesOf(await this.runner.query(`INSERT IGNORE INTO ${TABLE} VALUES (1, ?, 0)`, [this.owner]));
    });
    return made === 1;
  }

  private async readHeartbeat(): Promise<Heartbeat | undefined> {
    const rows = await this.attempt(
      () => this.runner.query(`SELECT owner, beat FROM ${TABLE}`) as Promise<Heartbeat[]>,
    );
    return rows?.[0];
  }

  private async takeOver({ owner, beat }: Heartbeat): Promise<boolean> {
    const sql = `UPDATE ${TABLE} SET owner = ?, beat = 0 WHERE id = 1 AND owner = ? AND beat = ?`;
    return (await this.attempt(async () => changesOf(await this.runner.query(sql, [this.owner, owner, beat])))) === 1;
  }

  private async leave(): Promise<void> {
    const readHeartbeat = await this.readHeartbeat().catch(() => undefined);
    if (readHeartbeat?.owner === this.owner) await this.runner.query(`DROP TABLE ${TABLE}`).catch(() => undefined);
  }

  /** Updates the counter, on a connection of its own, until it is stopped. */
  private beat(): { end(): Promise<void> } {
    const line = this.source.createQueryRunner();
    let running: Promise<unknown> | undefined;
    const give = (): void => {
      // While tables change the sign waits; one is enough.
      running ??= line
        .query(`UPDATE ${TABLE} SET beat = beat + 1 WHERE id = 1 AND owner = ?`, [this.owner])
        .catch(() => undefined)
        .finally(() => (running = undefined));
    };
    const timer = setInterval(give, this.timing.pace);
    return {
      end: async () => {
        clearInterval(timer);
        await running;
        await line.release();
      },
    };
  }

  /** Undefined where another node came first, or the node or the table is not there: it is tried again. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { errno } = (error as { driverError?: { errno?: number } }).driverError ?? {};
      if (errno === DEADLOCK || errno === NOT_PREPARED || errno === NO_SUCH_TABLE) return undefined;
      throw error;
    }
  }
}

const changesOf = (answer: unknown): number => (answer as { affectedRows: number }).affectedRows;

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
