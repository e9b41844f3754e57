/** Whose turn it is to migrate: one process at a time, and a process that dies blocks nobody. */
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { CLUSTER_QUESTION, ClusterLock } from './cluster-lock.js';
import { factsOf } from './migration-facts.js';
import type { Log } from './migration-watch.js';

/** How long a process waits for another one that migrates. */
const TIMEOUT_SECONDS = 600;
const PAUSE = 50;
/** Milliseconds between signs of life on a cluster. */
const CLUSTER_PACE = 500;

const WAITING = 'Another process is bringing the database up to date; waiting for it.';
const TOO_LONG = `Another process has been bringing the database up to date for ${TIMEOUT_SECONDS} seconds. Start again when it has finished or was stopped.`;

/** Named locks are the whole server's, so the database is part of the name. */
const LOCK = "CONCAT('meridian ', MD5(DATABASE()))";

const MYSQL_TABLE =
  'CREATE TABLE IF NOT EXISTS `own_migrations` (`id` int NOT NULL AUTO_INCREMENT, `timestamp` bigint NOT NULL, ' +
  '`name` varchar(255) NOT NULL, `release` varchar(32) NULL, `additive` tinyint(1) NULL, PRIMARY KEY (`id`)) ' +
  'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const SQLITE_TABLE =
  'CREATE TABLE IF NOT EXISTS `own_migrations` (`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL, ' +
  '`timestamp` bigint NOT NULL, `name` varchar NOT NULL, `release` varchar(32) NULL, `additive` boolean NULL)';
/** Columns that tables of releases up to 0.2.0 lack: they say to earlier releases what these may pass over. */
const FACTS = { release: 'varchar(32) NULL', additive: 'boolean NULL' };

/** The statement that makes the table in which migrations are noted. */
export const notesTable = (runner: QueryRunner): string =>
  runner.connection.options.type === 'better-sqlite3' ? SQLITE_TABLE : MYSQL_TABLE;

/** The statements that complete that table where an earlier release made it. */
export async function missingFacts(runner: QueryRunner): Promise<string[]> {
  const statements: string[] = [];
  for (const [name, type] of Object.entries(FACTS)) {
    if (await runner.hasColumn('own_migrations', name)) continue;
    statements.push(`ALTER TABLE \`own_migrations\` ADD COLUMN \`${name}\` ${type}`);
  }
  return statements;
}

/** The turn of one runner. On MariaDB and MySQL it lasts for all migrations, on the embedded engine for one. */
export class MigrationLock {
  /** A failed migration leaves no trace: the engine takes back the making of tables too. */
  readonly undoes: boolean;
  private logged = false;

  constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly log: Log,
  ) {
    this.undoes = runner.connection.options.type === 'better-sqlite3';
  }

  /** Runs `work` when it is this process's turn. Throws a sentence if that takes too long. */
  async runExclusively(work: () => Promise<void>): Promise<void> {
    if (this.undoes) return work();
    const noted = async (): Promise<void> => {
      await this.runner.query(notesTable(this.runner));
      for (const sql of await missingFacts(this.runner)) await this.runner.query(sql);
      await work();
    };
    const [replication] = await this.runner.query(CLUSTER_QUESTION);
    if (replication?.Value !== 'ON') return this.locked(noted);
    const timing = { waiting: WAITING, tooLong: TOO_LONG, seconds: TIMEOUT_SECONDS, pace: CLUSTER_PACE };
    return new ClusterLock(this.source, this.runner, this.log, timing).runExclusively(noted);
  }

  private async locked(work: () => Promise<void>): Promise<void> {
    // The lock lies on the connection that migrates: it falls with it, and not before its last statement has ended.
    if (!(await this.lock(0))) {
      this.log(WAITING);
      if (!(await this.lock(TIMEOUT_SECONDS))) throw new Error(TOO_LONG);
    }
    try {
      await work();
    } finally {
      await this.runner.query(`DO RELEASE_LOCK(${LOCK})`).catch(() => undefined);
    }
  }

  /** Begins the transaction of a migration. False if another process has run it meanwhile. */
  async begin(name: string): Promise<boolean> {
    if (!this.undoes) {
      await this.runner.startTransaction();
      return true;
    }
    const until = Date.now() + TIMEOUT_SECONDS * 1000;
    while (!(await this.beginEmbedded())) {
      if (Date.now() > until) throw new Error(TOO_LONG);
      if (!this.logged) this.log(WAITING);
      this.logged = true;
      await new Promise((wake) => setTimeout(wake, PAUSE));
    }
    const rows: unknown[] = await this.runner.query('SELECT 1 FROM `own_migrations` WHERE `name` = ?', [name]);
    if (rows.length) await this.runner.rollbackTransaction();
    return !rows.length;
  }

  /** Notes that the migration has been run, and ends its transaction. */
  async finish(migration: MigrationInterface): Promise<void> {
    const [name, { release, additive }] = [migration.name!, factsOf(migration)];
    // The name ends with the time at which the migration was written, in milliseconds.
    const values = [Number(name.slice(-13)), name, release, additive ? 1 : 0];
    const columns = '`timestamp`, `name`, `release`, `additive`';
    await this.runner.query(`INSERT INTO \`own_migrations\` (${columns}) VALUES (?, ?, ?, ?)`, values);
    await this.runner.commitTransaction();
  }

  /** Takes back what the engine can take back. */
  async giveUp(): Promise<void> {
    // The first error counts; a connection that is gone has taken everything back by itself.
    if (this.runner.isTransactionActive) await this.runner.rollbackTransaction().catch(() => undefined);
  }

  private async lock(seconds: number): Promise<boolean> {
    const [row] = await this.runner.query(`SELECT GET_LOCK(${LOCK}, ${seconds}) AS taken`);
    return Number(row.taken) === 1;
  }

  /** Takes the write lock of the file; false if another process has it. */
  private async beginEmbedded(): Promise<boolean> {
    // Waiting inside the driver would hold up everything else in this process.
    await this.runner.query('PRAGMA busy_timeout = 0');
    try {
      await this.runner.query(notesTable(this.runner));
      await this.runner.startTransaction();
      await this.runner.query('DELETE FROM `own_migrations` WHERE 0');
      for (const sql of await missingFacts(this.runner)) await this.runner.query(sql);
      return true;
    } catch (error) {
      await this.giveUp();
      if (isBusy(error)) return false;
      throw error;
    } finally {
      await this.runner.query('PRAGMA busy_timeout = 5000');
    }
  }
}

const isBusy = (error: unknown): boolean =>
  String((error as { driverError?: { code?: string } }).driverError?.code).startsWith('SQLITE_BUSY');
