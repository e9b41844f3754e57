/** Backup and restore on MariaDB and MySQL. */
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseSettings } from '../database/settings.js';
import type { Database, Session, Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { grouped } from './catalogue.js';
import type { BackupEngine } from './engine.js';

const CATALOGUE =
  'SELECT table_name AS table_name, column_name AS column_name FROM information_schema.columns WHERE table_schema = DATABASE() ' +
  'ORDER BY table_name, ordinal_position';
const COUNTERS =
  'SELECT table_name AS table_name, auto_increment AS next FROM information_schema.tables ' +
  'WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL';

/** Connections that were closed a moment ago are still listed. */
const ATTEMPTS = 20;
const PAUSE = 300;

export class MysqlEngine implements BackupEngine {
  constructor(private readonly settings: Extract<DatabaseSettings, { engine: 'mysql' }>) {}

  async requireUnused(): Promise<void> {
    const { host, port, username: user, password, database } = this.settings;
    // A server that cannot be reached is told about when the database is opened.
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
    return grouped(await session.all(CATALOGUE));
  }

  async lastIds(session: Pick<Session, 'all'>): Promise<Map<string, number>> {
    const rows = await session.all(COUNTERS);
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
