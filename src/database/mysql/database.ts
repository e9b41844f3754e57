/** MariaDB and MySQL, through a pool of connections. */
import { randomUUID } from 'node:crypto';
import type { ConnectionOptions, Pool, PoolConnection, Query } from 'mysql2';
import { WallClock } from '../../core/text/dates.js';
import {
  Database,
  type Load,
  type Outcome,
  type Param,
  type Row,
  type Rows,
  type Scalar,
  type Transaction,
  type TypedColumn,
} from '../database.js';
import { DatabaseFault, isInDoubt, putInDoubt, ROW_BYTES, type Reading, type Recording } from '../database.js';
import { updateRow, type Dialect } from '../dialect.js';
import type { LongRead, Requester } from '../long-read.js';
import { CLUSTER_SETTING } from '../cluster-lock.js';
import { SHAPE, shapeText } from '../later-columns.js';
import { mysqlDialect, updateRows } from './dialect.js';
import type { LiveIndexes } from './indexes.js';
import { withPacketRows } from './row.js';
import { PacketWriter } from './writer.js';
import type { JsonColumn, RawRow, RowWriter } from '../row-writer.js';
import { isConflict, leavesDoubt, pauseAfter } from './faults.js';
import { queueOf, socketOf } from './driver-internals.js';
import { serverUnavailable, loadOf } from './load.js';
import { written } from './literal.js';
import { StatementCancellation, failureOf, LongReadSlots, withSettings } from './long-reads.js';
import { eachRow, rowBatches, type SendCommand } from './stream.js';
import { isStrange, ShapeWatch, type ShapeQuestions } from './shape-watch.js';
import { SnapshotReader } from './snapshot.js';
import { insertOf, parts } from './insert.js';
import { MysqlTransaction, outcome, send, type Answer } from './transaction.js';
import { Semaphore, type Release } from '../semaphore.js';

const BATCH = 500;
/** Characters of a row that is updated by itself. */
const LONG_ROW = 65_536;

/** Settings of every connection, so that no server-wide setting changes what statements mean. */
const SESSION_SETTINGS = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
    // Whoever waits has a connection meanwhile.
    'innodb_lock_wait_timeout = 5',
];

/** Of ten connections so many may have transactions: those that wait for a locked row leave the others to reads. */
const WRITERS = 0.7;
/** Milliseconds that a server may take to store a row: one without room on its disk may wait for some. */
const TRIAL_LIMIT = 10_000;

/** How deep a statement may follow a chain of objects; both servers stop at 1,000 by default, MariaDB without a word. */
const RECURSION = {
  mariadb: 'SET SESSION max_recursive_iterations = 10000000',
  mysql: 'SET SESSION cte_max_recursion_depth = 10000000',
};

/** What is known of the server, and how it is used. */
export interface ServerFacts {
  engine: 'mariadb' | 'mysql';
  /** How it is reached beside the pool. */
  address: ConnectionOptions;
  /** The largest statement that it takes, in bytes. */
  maxPacket: number;
  /** Most connections of the pool. */
  connections: number;
  /** The step of generated ids; more than 1 on a cluster. */
  increment: number;
  /** The server is a node of a Galera cluster. */
  cluster: boolean;
  indexes: LiveIndexes;
  /** The zone in which stored timestamps are wall time. */
  zone: string;
  /** Connections keep the zone of the server, as those of the older application do that writes here too. */
  ownZone: boolean;
  /** Look out for transactions begun inside others. */
  watchful: boolean;
  /** The older application may be upgraded meanwhile: what the tables look like, and who says whether they can be worked on. */
  shape?: { seen: string; requireKnown: ShapeQuestions['requireKnown'] };
}

export class MysqlDatabase extends Database {
  readonly dialect: Dialect;
  readonly clock: WallClock;
  private readonly slots: LongReadSlots;
  /** First come, first served. */
  private readonly writers: Semaphore;
  private readonly cancellation: StatementCancellation;
  /** Characters of a list of rows in one statement; each is three bytes at most. */
  private readonly largest: number;
  override readonly rowBytes: number;
  override readonly shared: boolean;
  private readonly shape: ShapeWatch | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly server: ServerFacts,
  ) {
    super(server.watchful);
    const { engine, zone, ownZone, maxPacket } = server;
    this.largest = Math.min(maxPacket / 4, 4 << 20);
    // The rest is for what is no text.
    this.rowBytes = Math.min(ROW_BYTES, Math.floor(maxPacket / 16) * 15);
    this.shared = ownZone;
    const read = async (): Promise<string> => shapeText((await send(pool, SHAPE, [])) as Row[]);
    this.shape =
      server.shape &&
      new ShapeWatch(server.shape.seen, { read, requireKnown: server.shape.requireKnown }, () =>
        this.setFault(new DatabaseFault('DATABASE_CHANGED', CHANGED)),
      );
    this.slots = new LongReadSlots(server.connections);
    const writers = Math.max(1, Math.floor(server.connections * WRITERS));
    this.writers = new Semaphore(writers, writers, Infinity);
    this.cancellation = new StatementCancellation(server.address);
    this.clock = new WallClock(zone);
    this.dialect = mysqlDialect(engine, server.indexes);
    const settings = [...SESSION_SETTINGS, RECURSION[engine]];
    // In UTC every wall time exists, and the server's own zone may change.
    if (!ownZone) settings.push("SET SESSION time_zone = '+00:00'");
    if (server.cluster) settings.push(CLUSTER_SETTING);
    pool.on('connection', (connection) => {
      // The driver may report a broken connection when nobody uses it, and more than once.
      (connection as PoolConnection).on('error', () => undefined);
      for (const sql of settings) (connection as PoolConnection).query(sql);
      this.cancellation.learn(connection as PoolConnection);
    });
  }

  get waiting(): number {
    return this.writers.queue + this.slots.queue + queueOf(this.pool);
  }

  load(): Load {
    return loadOf(this.pool, this.waiting);
  }

  async all(sql: string, params: readonly Param[] = [], read?: LongRead): Promise<Row[]> {
    if (!read) return (await this.retry(() => this.query(this.pool, sql, params))) as Row[];
    const rows: Row[] = [];
    await this.each(
      sql,
      params,
      (row) => rows.push(row as Row),
      (command) => command,
      read,
    );
    return rows;
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    return this.retry(async () => {
      try {
        return outcome(await this.query(this.pool, sql, params));
      } catch (error) {
        if (leavesDoubt(error)) putInDoubt(error);
        throw error;
      }
    });
  }

  async *stream(sql: string, params: readonly Param[] = [], signal?: AbortSignal): AsyncIterable<Row[]> {
    yield* this.batches<Row>((on) => on.query(written(sql, params)), sql, { signal });
  }

  async *rawStream(sql: string, params: readonly Param[] = [], read?: LongRead): AsyncIterable<RawRow[]> {
    const leave = await (read && this.slots.ofList(read));
    try {
      const sendCommand: SendCommand = (on) => withPacketRows(on.query(this.limited(sql, params, read)));
      yield* this.batches<RawRow>(sendCommand, sql, { signal: read?.signal, read });
    } finally {
      leave?.();
    }
  }

  async raw(sql: string, params: readonly Param[] = [], read?: LongRead): Promise<RawRow[]> {
    const rows: RawRow[] = [];
    await this.each(sql, params, (row) => rows.push(row as RawRow), withPacketRows, read);
    return rows;
  }

  rawEach(sql: string, params: readonly Param[], take: (row: RawRow) => void, read?: LongRead): Promise<void> {
    const prepared = (command: Query): Query => withPacketRows(command, true);
    return this.each(sql, params, (row) => take(row as RawRow), prepared, read);
  }

  rowWriter(columns: readonly JsonColumn[]): RowWriter {
    return new PacketWriter(columns);
  }

  turn(requester: Requester): Promise<Release> {
    return this.slots.queries.enter(requester);
  }

  async snapshot<T>(
    work: Reading<T>,
    seconds: number,
    record?: Recording<T>,
    requester: Requester = { userId: 0 },
  ): Promise<T> {
    const observe = (sql: string): void => this.observer?.(sql);
    const leave = await this.turn(requester);
    try {
      const connection = await this.connect();
      const snapshot = new SnapshotReader(connection, this.server.engine, seconds, observe);
      return await this.cancellation.guard(connection, requester, () => snapshot.run(work, record));
    } finally {
      leave();
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

  async writeUpdates(
    tx: Transaction,
    table: string,
    columns: readonly TypedColumn[],
    rows: ReadonlyArray<readonly Scalar[]>,
  ): Promise<void> {
    let text = '';
    const listed = rows.length > 1 ? updateRows(table, columns) : '';
    for (const row of rows) {
      if (!listed || isLong(row)) {
        await tx.defer(updateRow(table, columns), row);
        continue;
      }
      const next = JSON.stringify(row);
      if (text && text.length + next.length > this.largest) {
        await tx.defer(listed, [`${text}]`]);
        text = '';
      }
      text += (text ? ',' : '[') + next;
    }
    if (text) await tx.defer(listed, [`${text}]`]);
  }

  /** While the tables are others nobody is answered by statements that were made for those before. */
  override findFault(): void {
    void this.shape?.look().then(() => (this.unavailable ||= this.shape!.isOther));
  }

  /** Whether the server answers, as its probes say. */
  hear(isAway: boolean): void {
    this.unavailable = isAway || this.shape?.isOther === true;
  }

  /** An error as it is thrown: a table that is another one now is none of the request's faults. */
  private reported(error: unknown): unknown {
    if (!this.shape || !isStrange(error)) return error;
    this.findFault();
    // As of a server that takes no more: nothing was stored.
    return Object.assign(new Error((error as Error).message), { code: 'ER_NORMAL_SHUTDOWN' });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.pool.end(() => resolve()));
  }

  async tryWrite(): Promise<boolean> {
    const connection = await this.connect();
    const tx = new MysqlTransaction(connection, () => undefined, this.largest, undefined, this.server.cluster);
    const giveUp = (): void => void socketOf(connection).destroy(noAnswer());
    const timer = setTimeout(giveUp, TRIAL_LIMIT);
    // A name of its own: replicas, on whichever node of a cluster, are not in each other's way.
    const name = [`write_trial_${randomUUID()}`];
    try {
      await tx.defer('INSERT INTO own_settings (name, value) VALUES (?, NULL)', name);
      await tx.defer('DELETE FROM own_settings WHERE name = ?', name);
      await tx.run('COMMIT');
      connection.release();
      return true;
    } catch (error) {
      await rollback(tx, connection);
      if (isConflict(error)) return false;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  protected async begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const leave = await this.writers.enter({ userId: 0 });
    try {
      return await this.runTransaction(work);
    } finally {
      leave();
    }
  }

  private async runTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    const { cluster } = this.server;
    const tx = new MysqlTransaction(connection, (sql) => this.observer?.(sql), this.largest, undefined, cluster);
    let cancellation = false;
    try {
      const result = await work(tx);
      cancellation = true;
      await tx.run('COMMIT');
      connection.release();
      return result;
    } catch (error) {
      if (cancellation && leavesDoubt(error)) putInDoubt(error);
      await rollback(tx, connection);
      throw this.reported(error);
    }
  }

  protected pauseAfter(error: unknown, attempt: number): number | undefined {
    return this.unavailable || isInDoubt(error) ? undefined : pauseAfter(error, attempt);
  }

  /** The rows of a statement, in batches; with `read` its time is counted as long as the reader waits for it. */
  private async *batches<T>(
    sendCommand: SendCommand,
    sql: string,
    { signal, read }: { signal: AbortSignal | undefined; read?: LongRead | undefined },
  ): AsyncIterable<T[]> {
    const connection = await this.connect();
    const stop = this.cancellation.watch(connection, signal);
    this.observer?.(sql);
    const rows = rowBatches<T>(connection, sendCommand, BATCH)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const begun = performance.now();
        const next = await rows.next().finally(() => read?.spend(performance.now() - begun));
        if (next.done) return;
        this.rowsStreamed += next.value.length;
        yield next.value;
      }
    } catch (error) {
      throw read ? failureOf(this.reported(error), read) : this.reported(error);
    } finally {
      stop();
      await rows.return?.();
    }
  }

  /** Hands on every row of a statement as it comes. */
  private async each(
    sql: string,
    params: readonly Param[],
    take: (row: unknown) => void,
    prepared: (command: Query) => Query,
    read: LongRead | undefined,
  ): Promise<void> {
    const leave = await (read && this.slots.ofList(read));
    try {
      const connection = await this.connect();
      this.observer?.(sql);
      const begun = performance.now();
      const rows = (): Promise<void> =>
        eachRow(connection, (on) => prepared(on.query(this.limited(sql, params, read))), take);
      if (!read) return await rows();
      await this.cancellation.guard(connection, read, rows).finally(() => read.spend(performance.now() - begun));
    } catch (error) {
      throw read ? failureOf(this.reported(error), read) : this.reported(error);
    } finally {
      leave?.();
    }
  }

  private limited(sql: string, params: readonly Param[], read: LongRead | undefined): string {
    const text = written(sql, params);
    return withSettings(text, this.server.engine, read?.left);
  }

  private async connect(): Promise<PoolConnection> {
    if (this.unavailable) throw serverUnavailable();
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  private async query(on: Pool, sql: string, params: readonly Param[]): Promise<Answer> {
    if (this.unavailable) throw serverUnavailable();
    this.observer?.(sql);
    return send(on, withSettings(sql, this.server.engine), params).catch((error: unknown) => {
      throw this.reported(error);
    });
  }
}

const CHANGED =
  'The older application has been upgraded: its tables are others than those for which this server began. Start it anew: it looks ' +
  'at them again.';

const noAnswer = (): Error =>
  Object.assign(new Error(`The database server has not stored a row within ${TRIAL_LIMIT / 1000} s.`), {
    code: 'ETIMEDOUT',
  });

async function rollback(tx: MysqlTransaction, connection: PoolConnection): Promise<void> {
  try {
    await tx.rollback();
    connection.release();
  } catch {
    connection.destroy();
  }
}

/** Returns true if a row is so long that it is written by itself: in a list of rows its texts would be escaped twice. */
const isLong = (row: readonly Scalar[]): boolean =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0) > LONG_ROW;
