/** Backup and restore on the embedded engine. */
import { existsSync } from 'node:fs';
import type { Database, Session, Transaction } from '../database/database.js';
import { sqliteDriver } from '../database/sqlite/driver.js';
import { grouped } from './catalogue.js';
import type { BackupEngine } from './engine.js';

const CATALOGUE =
  "SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'";

export class SqliteEngine implements BackupEngine {
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
    return grouped(await session.all(CATALOGUE));
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
