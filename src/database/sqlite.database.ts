/**
 * The embedded engine: one connection writes, others read; transactions of different requests never mix. What may take long
 * (reports, stored queries) is read in threads of its own (ADR 40).
 */
import type { Database as Connection } from 'better-sqlite3';
import { WallClock } from '../common/text/dates.js';
import {
  Database,
  type Load,
  type Outcome,
  type Param,
  type Row,
  type Rows,
  type Scalar,
  type Transaction,
} from './database.js';
import type { Reading, Recording } from './database.js';
import { sqliteDialect } from './sqlite.dialect.js';
import type { JsonColumn, RawRow, RowWriter } from './row-writer.js';
import { prepareConnection } from './sqlite.connection.js';
import { sqliteDriver } from './sqlite.driver.js';
import { renewLiveIndexes } from './sqlite.indexes.js';
import { bind, Prepared } from './sqlite.prepared.js';
import { Readers } from './sqlite.threads.js';
import { JsonObjectWriter, ValuesRow } from './sqlite.writer.js';

const BATCH = 500;

/** Rows as JSON text, made row by row. */
function listOf(rows: Rows): string {
  let text = '';
  for (const row of rows) text += (text ? ',' : '[') + JSON.stringify(row);
  return text ? `${text}]` : '[]';
}

export class SqliteDatabase extends Database {
  readonly dialect = sqliteDialect;
  readonly clock: WallClock;
  private readonly writer: Prepared;
  private readonly reader: Prepared;
  private readonly readers: Readers;
  /** Connections for lists under way; a stalled reader keeps its own and holds up nobody. */
  private readonly idle: Connection[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  /** Writers, the one at work included. */
  private writers = 0;
  /** Connections that lists have. */
  private lent = 0;
  private readonly written = (): void => void this.writers--;

  /** Opens the file at `path`, which the migrations have made. */
  constructor(
    private readonly path: string,
    zone: string,
    watchful: boolean,
  ) {
    super(watchful);
    this.clock = new WallClock(zone);
    const connection = new (sqliteDriver())(path);
    const observe = (sql: string): void => this.observer?.(sql);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    prepareConnection(connection);
    renewLiveIndexes(connection);
    this.writer = new Prepared(connection, observe);
    this.reader = new Prepared(this.open(), observe);
    this.readers = new Readers(path);
  }

  get waiting(): number {
    return Math.max(0, this.writers - 1) + this.readers.load.waiting;
  }

  load(): Load {
    const { inUse, idle } = this.readers.load;
    return {
      inUse: this.lent + Math.min(1, this.writers) + inUse,
      idle: this.idle.length + idle,
      waiting: this.waiting,
    };
  }

  all(sql: string, params?: readonly Param[]): Promise<Row[]> {
    return this.reader.all(sql, params);
  }

  run(sql: string, params?: readonly Param[]): Promise<Outcome> {
    return this.enqueue(() => this.writer.run(sql, params));
  }

  async *stream(sql: string, params: readonly Param[] = []): AsyncIterable<Row[]> {
    this.observer?.(sql);
    for await (const rows of this.readers.stream(sql, params)) {
      this.rowsStreamed += rows.length;
      yield rows;
    }
  }

  async *rawStream(sql: string, params: readonly Param[] = []): AsyncIterable<RawRow[]> {
    this.observer?.(sql);
    const connection = this.lend();
    try {
      let batch: RawRow[] = [];
      const rows = connection
        .prepare(sql)
        .raw(true)
        .iterate(...bind(params));
      for (const row of rows) {
        batch.push(new ValuesRow(row as Scalar[]));
        if (batch.length === BATCH) {
          this.rowsStreamed += BATCH;
          yield batch;
          batch = [];
        }
      }
      this.rowsStreamed += batch.length;
      if (batch.length) yield batch;
    } finally {
      this.giveBack(connection);
    }
  }

  async raw(sql: string, params: readonly Param[] = []): Promise<RawRow[]> {
    const statement = this.reader.prepare(sql);
    try {
      return (statement.raw(true).all(...bind(params)) as Scalar[][]).map((row) => new ValuesRow(row));
    } finally {
      statement.raw(false);
    }
  }

  async rawEach(sql: string, params: readonly Param[], take: (row: RawRow) => void): Promise<void> {
    for (const row of await this.raw(sql, params)) take(row);
  }

  rowWriter(columns: readonly JsonColumn[]): RowWriter {
    return new JsonObjectWriter(columns);
  }

  async snapshot<T>(work: Reading<T>, seconds: number, record?: Recording<T>): Promise<T> {
    const result = await this.readers.snapshot((all) => {
      const observed = (sql: string, params: readonly Param[] = []): Promise<Row[]> => {
        this.observer?.(sql);
        return all(sql, params);
      };
      return work({ all: observed });
    }, seconds);
    if (record) await this.enqueue(() => record(result, this.writer));
    return result;
  }

  async insert(tx: Transaction, table: string, columns: readonly string[], rows: Rows): Promise<number[]> {
    const inserted = await tx.all(this.dialect.insertRows(table, columns, true), [listOf(rows)]);
    // Ids rise in the order of insertion; the order of RETURNING is not promised.
    return inserted.map((row) => row['id'] as number).sort((a, b) => a - b);
  }

  async write(tx: Transaction, sql: string, rows: Rows): Promise<void> {
    await tx.run(sql, [listOf(rows)]);
  }

  async writeUpdates(tx: Transaction, sql: string, rows: Rows): Promise<void> {
    await tx.run(sql, [listOf(rows)]);
  }

  async close(): Promise<void> {
    await this.readers.close();
    for (const connection of [this.reader.connection, ...this.idle, this.writer.connection]) connection.close();
    this.idle.length = 0;
  }

  protected begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.enqueue(async () => {
      await this.writer.run('BEGIN IMMEDIATE');
      try {
        const result = await work(this.writer);
        await this.writer.run('COMMIT');
        return result;
      } catch (error) {
        if (this.writer.connection.inTransaction) await this.writer.run('ROLLBACK');
        throw error;
      }
    });
  }

  protected pauseAfter(): undefined {
    return undefined;
  }

  /** One writer at a time, first come, first served. */
  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.writers++;
    const turn = this.queue.then(work);
    this.queue = turn.then(this.written, this.written);
    return turn;
  }

  private lend(): Connection {
    const connection = this.idle.pop() ?? this.open();
    this.lent++;
    return connection;
  }

  private giveBack(connection: Connection): void {
    this.lent--;
    if (this.idle.length < 8) this.idle.push(connection);
    else connection.close();
  }

  private open(): Connection {
    const connection = new (sqliteDriver())(this.path, { readonly: true });
    prepareConnection(connection);
    return connection;
  }
}
