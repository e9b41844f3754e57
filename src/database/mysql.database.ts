/** MariaDB and MySQL, through a pool of connections. */
import type { Pool, PoolConnection } from 'mysql2';
import { WallClock } from '../common/text/dates.js';
import { Database, type Outcome, type Param, type Row, type Scalar, type Transaction } from './database.js';
import { mysqlDialect, type Dialect } from './dialect.js';
import { MysqlTransaction, outcome, send, type Answer } from './mysql.transaction.js';

const BATCH = 500;
const DEADLOCK = 1213;
const CHANGED_SINCE_READ = 1020;
/** Somebody took the name between our check and our claim: the next attempt sees it. */
const DUPLICATE = 1062;

/** Settings of every connection, so that no server-wide setting changes what statements mean. */
const SESSION_SETTINGS = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
    'innodb_lock_wait_timeout = 20',
];

/** What is known of the server, and how it is used. */
export interface ServerFacts {
  engine: 'mariadb' | 'mysql';
  /** The largest statement that it takes, in bytes. */
  maxPacket: number;
  /** The step of generated ids; more than 1 on a cluster. */
  increment: number;
  /** The zone in which stored timestamps are wall time. */
  zone: string;
  /** Look out for transactions begun inside others. */
  watchful: boolean;
}

export class MysqlDatabase extends Database {
  readonly dialect: Dialect;
  readonly clock: WallClock;

  constructor(
    private readonly pool: Pool,
    private readonly server: ServerFacts,
  ) {
    super(server.watchful);
    const { engine, zone } = server;
    this.clock = new WallClock(zone);
    this.dialect = mysqlDialect(engine);
    const settings = [...SESSION_SETTINGS];
    // Where timestamps are wall time of another zone, they are read and written as the older application does.
    if (zone === 'UTC') settings.push("SET SESSION time_zone = '+00:00'");
    pool.on('connection', (connection) => {
      for (const sql of settings) (connection as PoolConnection).query(sql);
    });
  }

  async all(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return (await this.query(this.pool, sql, params)) as Row[];
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    return outcome(await this.query(this.pool, sql, params));
  }

  async *stream(sql: string, params: readonly Param[] = []): AsyncIterable<Row[]> {
    const connection = await this.connect();
    this.observer?.(sql);
    let finished = false;
    try {
      let batch: Row[] = [];
      for await (const row of connection.query(sql, [...params]).stream({ highWaterMark: BATCH })) {
        batch.push(row as Row);
        if (batch.length === BATCH) {
          yield batch;
          batch = [];
        }
      }
      finished = true;
      if (batch.length) yield batch;
    } finally {
      // A reader that went away leaves rows on the wire: the connection cannot be used again.
      if (finished) connection.release();
      else connection.destroy();
    }
  }

  async insert(
    tx: Transaction,
    table: string,
    columns: readonly string[],
    rows: readonly Scalar[][],
  ): Promise<number[]> {
    const sql = this.dialect.insertRows(table, columns, rows.length > 1);
    const ids: number[] = [];
    for (const part of this.parts(rows)) {
      const [text, values] = flat(sql, part);
      if (part.length > 1 && this.dialect.returning) {
        for (const row of await tx.all(text, values)) ids.push(row['id'] as number);
      } else {
        const { insertId } = await tx.run(text, values);
        part.forEach((_, i) => ids.push(insertId + i * this.server.increment));
      }
    }
    return ids;
  }

  override async write(
    tx: Transaction,
    sql: string,
    rows: readonly Scalar[][],
    form: 'rows' | 'json' = 'rows',
  ): Promise<void> {
    if (form === 'json' || rows.length !== 1) return super.write(tx, sql, rows, form);
    const [text, values] = flat(sql, rows);
    await tx.defer(text, values);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.pool.end(() => resolve()));
  }

  protected async begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    const tx = new MysqlTransaction(connection, (sql) => this.observer?.(sql), this.server.maxPacket / 4);
    try {
      const result = await work(tx);
      await tx.run('COMMIT');
      connection.release();
      return result;
    } catch (error) {
      await rollback(tx, connection);
      throw error;
    }
  }

  protected isConflict(error: unknown): boolean {
    const code = (error as { errno?: number }).errno;
    return code === DEADLOCK || code === CHANGED_SINCE_READ || code === DUPLICATE;
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  private query(on: Pool, sql: string, params: readonly Param[]): Promise<Answer> {
    this.observer?.(sql);
    return send(on, sql, params);
  }

  /** One part, but for the largest of requests. */
  protected *parts(rows: readonly Scalar[][]): Iterable<Scalar[][]> {
    const limit = Math.min(this.server.maxPacket / 2, 8 << 20);
    let part: Scalar[][] = [];
    let size = 0;
    for (const row of rows) {
      const width = row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 2 : 12), 8);
      if (part.length && size + width > limit) {
        yield part;
        [part, size] = [[], 0];
      }
      part.push(row);
      size += width;
    }
    if (part.length) yield part;
  }
}

/** An INSERT of one row with its values one by one, so that it can be prepared; of several as it is. */
function flat(sql: string, rows: readonly Scalar[][]): [string, readonly Param[]] {
  const row = rows[0]!;
  if (rows.length !== 1) return [sql, [rows]];
  return [sql.replace('VALUES ?', () => `VALUES (${row.map(() => '?').join(', ')})`), row];
}

async function rollback(tx: MysqlTransaction, connection: PoolConnection): Promise<void> {
  try {
    if (tx.begun) await tx.run('ROLLBACK');
    connection.release();
  } catch {
    connection.destroy();
  }
}
