/** MariaDB and MySQL, through a pool of connections. */
import type { Pool, PoolConnection } from 'mysql2';
import { WallClock } from '../common/text/dates.js';
import { Database, type Outcome, type Param, type Row, type Rows, type Scalar, type Transaction } from './database.js';
import { mysqlDialect, type Dialect } from './dialect.js';
import { rowLiteral, written } from './mysql.literal.js';
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
  /** Connections keep the zone of the server, as those of the older application do that writes here too. */
  ownZone: boolean;
  /** Look out for transactions begun inside others. */
  watchful: boolean;
}

export class MysqlDatabase extends Database {
  readonly dialect: Dialect;
  readonly clock: WallClock;
  /** Characters of a list of rows in one statement; each is three bytes at most. */
  private readonly largest: number;

  constructor(
    private readonly pool: Pool,
    private readonly server: ServerFacts,
  ) {
    super(server.watchful);
    const { engine, zone, ownZone, maxPacket } = server;
    this.largest = Math.min(maxPacket / 4, 4 << 20);
    this.clock = new WallClock(zone);
    this.dialect = mysqlDialect(engine);
    const settings = [...SESSION_SETTINGS];
    // In UTC every wall time exists, and the server's own zone may change.
    if (!ownZone) settings.push("SET SESSION time_zone = '+00:00'");
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
      for await (const row of connection.query(written(sql, params)).stream({ highWaterMark: BATCH })) {
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

  async insert(tx: Transaction, table: string, columns: readonly string[], rows: Rows): Promise<number[]> {
    const { returning } = this.dialect;
    const ids: number[] = [];
    for (const part of parts(rows, this.largest)) {
      const [text, values] = insertOf(this.dialect.insertRows(table, columns, part.count > 1), part);
      if (part.count > 1 && returning) {
        for (const row of await tx.all(text, values)) ids.push(row['id'] as number);
      } else {
        const { insertId } = await tx.run(text, values);
        for (let i = 0; i < part.count; i++) ids.push(insertId + i * this.server.increment);
      }
    }
    return ids;
  }

  async write(tx: Transaction, sql: string, rows: Rows): Promise<void> {
    for (const part of parts(rows, this.largest)) await tx.defer(...insertOf(sql, part));
  }

  async writeUpdates(tx: Transaction, sql: string, rows: Rows): Promise<void> {
    let text = '';
    for (const row of rows) {
      text += (text ? ',' : '[') + JSON.stringify(row);
      if (text.length < this.largest) continue;
      await tx.defer(sql, [`${text}]`]);
      text = '';
    }
    if (text) await tx.defer(sql, [`${text}]`]);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.pool.end(() => resolve()));
  }

  protected async begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    const tx = new MysqlTransaction(connection, (sql) => this.observer?.(sql), this.largest);
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
}

/** Some rows as they stand behind VALUES; `only` where there is but one. */
interface Part {
  text: string;
  count: number;
  only: readonly Scalar[] | undefined;
}

/** Rows in parts that fit into one statement each: one part, but for the largest of requests. */
function* parts(rows: Rows, largest: number): Iterable<Part> {
  let part: Part = { text: '', count: 0, only: undefined };
  for (const row of rows) {
    const text = rowLiteral(row);
    if (part.count && part.text.length + text.length > largest) {
      yield part;
      part = { text: '', count: 0, only: undefined };
    }
    part.only = part.count ? undefined : row;
    part.text += part.count ? `,${text}` : text;
    part.count++;
  }
  if (part.count) yield part;
}

/** An INSERT of one row with its values beside it, so that it can be prepared; of several with its values in it. */
function insertOf(sql: string, { text, only }: Part): [string, readonly Param[]] {
  if (only) return [sql.replace('VALUES ?', `VALUES (${only.map(() => '?').join(', ')})`), only];
  return [sql.replace('VALUES ?', () => `VALUES ${text}`), []];
}

async function rollback(tx: MysqlTransaction, connection: PoolConnection): Promise<void> {
  try {
    if (tx.begun) await tx.run('ROLLBACK');
    connection.release();
  } catch {
    connection.destroy();
  }
}
