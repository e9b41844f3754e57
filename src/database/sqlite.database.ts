/** The embedded engine: one connection writes, others read; transactions of different requests never mix. */
import SqliteFile, { type Database as Connection, type Statement } from 'better-sqlite3';
import { WallClock } from '../common/text/dates.js';
import { fold } from '../common/text/fold.js';
import { Database, type Outcome, type Param, type Row, type Rows, type Scalar, type Transaction } from './database.js';
import { sqliteDialect } from './dialect.js';

const BATCH = 500;
const CACHED_STATEMENTS = 1000;

/** Lists are bound as JSON text, for `json_each`. */
const bind = (params: readonly Param[]): Scalar[] =>
  params.map((param) => (Array.isArray(param) ? JSON.stringify(param) : (param as Scalar)));

/** Rows as JSON text, made row by row. */
function listOf(rows: Rows): string {
  let text = '';
  for (const row of rows) text += (text ? ',' : '[') + JSON.stringify(row);
  return text ? `${text}]` : '[]';
}

/** Functions and settings that every connection needs. */
export function prepareConnection(connection: Connection): void {
  connection.pragma('busy_timeout = 5000');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  connection.function('fold', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? fold(text) : text,
  );
}

/** One connection with its prepared statements. */
class Prepared implements Transaction {
  private readonly statements = new Map<string, Statement>();

  constructor(
    readonly connection: Connection,
    private readonly observe: (sql: string) => void,
  ) {}

  prepare(sql: string): Statement {
    this.observe(sql);
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= CACHED_STATEMENTS) this.statements.clear();
      this.statements.set(sql, (statement = this.connection.prepare(sql)));
    }
    return statement;
  }

  async all(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.prepare(sql).all(...bind(params)) as Row[];
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    const { changes, lastInsertRowid } = this.prepare(sql).run(...bind(params));
    return { changes, insertId: Number(lastInsertRowid) };
  }

  async defer(sql: string, params?: readonly Param[]): Promise<void> {
    await this.run(sql, params);
  }

  several(statements: ReadonlyArray<readonly [string, readonly Param[]]>): Promise<Row[][]> {
    return Promise.all(statements.map(([sql, params]) => this.all(sql, params)));
  }
}

export class SqliteDatabase extends Database {
  readonly dialect = sqliteDialect;
  readonly clock: WallClock;
  private readonly writer: Prepared;
  private readonly reader: Prepared;
  /** Connections for lists under way; a stalled reader keeps its own and holds up nobody. */
  private readonly idle: Connection[] = [];
  private queue: Promise<unknown> = Promise.resolve();

  /** Opens the file at `path`, which the migrations have made. */
  constructor(
    private readonly path: string,
    zone: string,
    watchful: boolean,
  ) {
    super(watchful);
    this.clock = new WallClock(zone);
    const connection = new SqliteFile(path);
    const observe = (sql: string): void => this.observer?.(sql);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    prepareConnection(connection);
    this.writer = new Prepared(connection, observe);
    this.reader = new Prepared(this.open(), observe);
  }

  all(sql: string, params?: readonly Param[]): Promise<Row[]> {
    return this.reader.all(sql, params);
  }

  run(sql: string, params?: readonly Param[]): Promise<Outcome> {
    return this.enqueue(() => this.writer.run(sql, params));
  }

  async *stream(sql: string, params: readonly Param[] = []): AsyncIterable<Row[]> {
    this.observer?.(sql);
    const connection = this.idle.pop() ?? this.open();
    try {
      let batch: Row[] = [];
      for (const row of connection.prepare(sql).iterate(...bind(params))) {
        batch.push(row as Row);
        if (batch.length === BATCH) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length) yield batch;
    } finally {
      if (this.idle.length < 8) this.idle.push(connection);
      else connection.close();
    }
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

  protected isConflict(): boolean {
    return false;
  }

  /** One writer at a time, first come, first served. */
  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private open(): Connection {
    const connection = new SqliteFile(this.path, { readonly: true });
    prepareConnection(connection);
    return connection;
  }
}
