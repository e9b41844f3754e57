/** What a backup and a restore ask of an engine beyond reading and writing rows, and how each engine does it. */
import { existsSync } from 'node:fs';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseSettings } from '../database/settings.js';
import type { Database, Row, Session, Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { sqliteDriver } from '../database/sqlite/driver.js';

type TableReader = Pick<Session, 'all'>;

export interface BackupEngine {
  /** Throws a sentence if anybody else has the database open. Called before it is opened. */
  requireUnused(): Promise<void>;
  /** The tables that are there, with their columns. */
  catalogue(session: TableReader): Promise<Map<string, string[]>>;
  /** The last id that each table gave out, where it is known. */
  lastIds(session: TableReader): Promise<Map<string, number>>;
  /** As `Database.transaction`; references are not checked in it, since tables refer to each other in circles. */
  unguarded<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Makes tables give out ids behind these. Called after the rows were stored. */
  continueBehind(database: Database, lastIds: ReadonlyMap<string, number>): Promise<void>;
}

/** The engine of the settings. */
export const engineOf = (settings: DatabaseSettings): BackupEngine =>
  settings.engine === 'sqlite' ? new SqliteEngine(settings.path) : new MysqlEngine(settings);

/** Columns by table, of rows that name one of each. */
function grouped(rows: readonly Row[]): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { table_name: table, column_name: column } of rows) {
    tables.set(String(table), [...(tables.get(String(table)) ?? []), String(column)]);
  }
  return tables;
}

const MYSQL_CATALOGUE =
  'SELECT table_name AS table_name, column_name AS column_name FROM information_schema.columns WHERE table_schema = DATABASE() ' +
  'ORDER BY table_name, ordinal_position';
const MYSQL_COUNTERS =
  'SELECT table_name AS table_name, auto_increment AS next FROM information_schema.tables ' +
  'WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL';

/** Connections that were closed a moment ago are still listed. */
const ATTEMPTS = 20;
const PAUSE = 300;

class MysqlEngine implements BackupEngine {
  constructor(private readonly settings: Extract<DatabaseSettings, { engine: 'mysql' }>) {}

  async requireUnused(): Promise<void> {
    const { host, port, username: user, password, database } = this.settings;
    // A server that cannot be reached is reported when the database is opened.
    const connection = await createConnection({ host, port, user, password, database }).catch(() => undefined);
    if (!connection) return;
    try {
      for (let attempt = 1; ; attempt++) {
        const [rows] = await connection.query<RowDataPacket[]>('SHOW FULL PROCESSLIST');
        const others = rows.filter((row) => row['db'] === database && row['Id'] !== connection.threadId);
        if (!others.length) return;
        if (attempt === ATTEMPTS) throw new Error(inUse(database, others));
        await new Promise((wake) => setTimeout(wake, PAUSE));
      }
    } finally {
      await connection.end();
    }
  }

  async catalogue(session: Pick<Session, 'all'>): Promise<Map<string, string[]>> {
    return grouped(await session.all(MYSQL_CATALOGUE));
  }

  async lastIds(session: Pick<Session, 'all'>): Promise<Map<string, number>> {
    const rows = await session.all(MYSQL_COUNTERS);
    return new Map(rows.map(({ table_name: table, next }) => [String(table), Number(next) - 1]));
  }

  unguarded<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const [before] = await tx.all('SELECT @@SESSION.sql_mode AS modes');
      await tx.run('SET SESSION foreign_key_checks = 0');
      // A row with the id 0 is a row with the id 0.
      await tx.run("SET SESSION sql_mode = CONCAT(@@SESSION.sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
      try {
        return await work(tx);
      } finally {
        await tx.defer('SET SESSION foreign_key_checks = 1');
        await tx.defer('SET SESSION sql_mode = ?', [before!['modes']!]);
      }
    });
  }

  async continueBehind(database: Database, lastIds: ReadonlyMap<string, number>): Promise<void> {
    const known = await this.lastIds(database);
    for (const [table, last] of lastIds) {
      // The rows themselves have moved the counter on; this statement would end a transaction.
      if ((known.get(table) ?? Infinity) < last)
        await database.run(`ALTER TABLE ${quote(table)} AUTO_INCREMENT = ${last + 1}`);
    }
  }
}

function inUse(database: string, others: readonly RowDataPacket[]): string {
  const who = [...new Set(others.map((row) => `${row['User']} from ${String(row['Host']).replace(/:\d+$/, '')}`))];
  return (
    `The database ${database} is in use by ${others.length} other connection${others.length > 1 ? 's' : ''} ` +
    `(${who.join(', ')}). End the servers that use it, and try again.`
  );
}

const SQLITE_CATALOGUE =
  "SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'";

class SqliteEngine implements BackupEngine {
  constructor(private readonly path: string) {}

  async requireUnused(): Promise<void> {
    if (!existsSync(this.path)) return;
    const file = new (sqliteDriver())(this.path, { timeout: 1000 });
    try {
      // Whoever has the file open holds a shared lock on it.
      file.pragma('locking_mode = EXCLUSIVE');
      file.exec('BEGIN EXCLUSIVE; ROLLBACK');
    } catch (error) {
      if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
      throw new Error(`The database ${this.path} is in use. End the server that uses it, and try again.`);
    } finally {
      file.close();
    }
  }

  async catalogue(session: Pick<Session, 'all'>): Promise<Map<string, string[]>> {
    return grouped(await session.all(SQLITE_CATALOGUE));
  }

  async lastIds(session: Pick<Session, 'all'>): Promise<Map<string, number>> {
    const rows = await session.all('SELECT name, seq FROM sqlite_sequence');
    return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]));
  }

  async unguarded<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
    // Means nothing inside a transaction.
    await database.run('PRAGMA foreign_keys = OFF');
    try {
      return await database.transaction(work);
    } finally {
      await database.run('PRAGMA foreign_keys = ON');
    }
  }

  async continueBehind(database: Database, lastIds: ReadonlyMap<string, number>): Promise<void> {
    await database.transaction(async (tx) => {
      for (const [table, last] of lastIds) {
        const { changes } = await tx.run('UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?', [last, table]);
        if (!changes) await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, last]);
      }
    });
  }
}
