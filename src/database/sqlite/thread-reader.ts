/** A connection to the embedded engine for a thread that reads much. */
import type { Database as Connection } from 'better-sqlite3';
import type { Scalar } from '../database.js';
import type { Each, Lists, ThreadReader } from '../thread-reader.js';
import { prepareConnection } from './connection.js';
import { sqliteDriver } from './driver.js';
import { bind } from './prepared.js';

export class SqliteThreadReader implements ThreadReader {
  private opened: Connection | undefined;

  constructor(private readonly path: string) {}

  readonly each: Each = async (sql, params, take) => {
    const rows = this.connection.prepare(sql).raw(true).iterate(bind(params));
    for (const row of rows) take(row as Scalar[]);
  };

  /** A column is one text, which is made and read faster than its values cross from the engine one by one. */
  private readonly lists: Lists = async (columns, from, params) => {
    const selected = columns.map((column) => `json_group_array(${column})`).join(', ');
    const texts = this.connection.prepare(`SELECT ${selected} ${from}`).raw(true).get(bind(params)) as string[];
    return texts.map((text) => JSON.parse(text) as Scalar[]);
  };

  async snapshot<T>(work: (each: Each, lists: Lists) => Promise<T>): Promise<T> {
    const { connection } = this;
    connection.exec('BEGIN');
    try {
      return await work(this.each, this.lists);
    } finally {
      connection.exec('COMMIT');
    }
  }

  async close(): Promise<void> {
    this.opened?.close();
    this.opened = undefined;
  }

  private get connection(): Connection {
    if (!this.opened) {
      this.opened = new (sqliteDriver())(this.path, { readonly: true });
      prepareConnection(this.opened);
      // Each table is read once, from its beginning to its end.
      this.opened.pragma('cache_size = -1000');
    }
    return this.opened;
  }
}
