/**
 * The embedded engine: one connection writes, others read; transactions of different requests never mix. What may take long
 * (reports, stored queries) is read in threads of its own (docs/decisions/lists.md).
 */
import { randomUUID } from 'node:crypto';
import type { Database as Connection } from 'better-sqlite3';
import { WallClock } from '../../core/text/dates.js';
import { LoopTurn } from '../../core/turns.js';
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
import { updateRow } from '../dialect.js';
import type { Reading, Recording } from '../database.js';
import { TimeLimitError, type LongRead, type Requester } from '../long-read.js';
import type { Release } from '../semaphore.js';
import { sqliteDialect } from './dialect.js';
import type { JsonColumn, RawRow, RowWriter } from '../row-writer.js';
import { prepareConnection } from './connection.js';
import { sqliteDriver } from './driver.js';
import { inSlice, isBusy, taken } from './slice.js';
import { damaged, isDamage, isForbidden, isUnnamed, keepPrivate, OpenedFiles, requireRoom } from './files.js';
import { IdleCheckpoint } from './idle-checkpoint.js';
import { renewLiveIndexes } from './indexes.js';
import { LargeWrites } from './large-writes.js';
import { bind, Prepared } from './prepared.js';
import { WorkerPool } from './worker-pool.js';
import { JsonObjectWriter, ValuesRow } from './writer.js';

const BATCH = 500;

/** How long the lock of another process is waited for: 5 seconds, looking at it so often. */
const [MAX_ATTEMPTS, PAUSE] = [50, 100];
/** The engine itself would hold up everything else while it waits. */
const WITHOUT_WAITING = 'busy_timeout = 0';

/** A row that comes and goes; both tables and log are written to. */
const TRIAL = "INSERT INTO own_settings (name, value) VALUES ('write_trial', '')";
const TRIAL_OVER = "DELETE FROM own_settings WHERE name = 'write_trial'";

export class SqliteDatabase extends Database {
  readonly dialect = sqliteDialect;
  readonly clock: WallClock;
  private readonly writer: Prepared;
  private readonly largeWrites: LargeWrites;
  private readonly reader: Prepared;
  private readonly workers: WorkerPool;
  private readonly files: OpenedFiles;
  private readonly checkpoint: IdleCheckpoint;
  override readonly warnings: readonly string[];
  /** Connections for lists under way; a stalled reader keeps its own and holds up nobody. */
  private readonly idle: Connection[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  /** Statements run in this thread: whoever asks one after the other lets others have their turn. */
  private readonly turnOfLoop = new LoopTurn();
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
    const observe = (sql: string): void => this.observer?.(sql);
    this.writer = new Prepared(openWriter(path), observe);
    this.largeWrites = new LargeWrites(path, this.writer);
    this.reader = new Prepared(this.open(), observe);
    this.workers = new WorkerPool(path);
    this.files = new OpenedFiles(path);
    this.findFault();
    this.checkpoint = new IdleCheckpoint(() => {
      this.findFault();
      if (!this.fault) this.largeWrites.emptyLog();
    });
    this.warnings = keepPrivate(path).map(
      (file) =>
        `Others can read ${file}, which holds the hashes of all passwords, and its mode cannot be changed: chmod 600.`,
    );
  }

  get waiting(): number {
    return Math.max(0, this.writers - 1) + this.workers.load.waiting;
  }

  load(): Load {
    const { inUse, idle } = this.workers.load;
    return {
      inUse: this.lent + Math.min(1, this.writers) + inUse,
      idle: this.idle.length + idle,
      waiting: this.waiting,
    };
  }

  async all(sql: string, params: readonly Param[] = [], read?: LongRead): Promise<Row[]> {
    await this.turnOfLoop.rest();
    return this.noting(async () => {
      if (!read) return this.onReader(() => this.reader.rows(sql, params));
      const rows = this.atOnce(sql, read, () => this.rowsOf<Row>(sql, params, false));
      return rows ?? this.workers.all(sql, params, read);
    });
  }

  run(sql: string, params?: readonly Param[]): Promise<Outcome> {
    return this.retry(() => this.enqueue(() => this.writer.run(sql, params)));
  }

  async *stream(sql: string, params: readonly Param[] = [], signal?: AbortSignal): AsyncIterable<Row[]> {
    this.observer?.(sql);
    yield* this.counted(this.workers.stream(sql, params, signal));
  }

  async *rawStream(sql: string, params: readonly Param[] = [], read?: LongRead): AsyncIterable<RawRow[]> {
    this.observer?.(sql);
    yield* this.counted(read?.apart ? this.workers.list(sql, params, read) : this.onMain(sql, params, read));
  }

  async raw(sql: string, params: readonly Param[] = [], read?: LongRead): Promise<RawRow[]> {
    const rows: RawRow[] = [];
    await this.rawEach(sql, params, (row) => rows.push(row), read);
    return rows;
  }

  async rawEach(sql: string, params: readonly Param[], take: (row: RawRow) => void, read?: LongRead): Promise<void> {
    const onMain = (): Scalar[][] => this.rowsOf(sql, params, true);
    await this.noting(async () => {
      const rows = read ? this.atOnce(sql, read, onMain) : await this.onReader(onMain);
      if (rows) for (const row of rows) take(new ValuesRow(row));
      else for await (const batch of this.workers.list(sql, params, read!)) batch.forEach(take);
    });
  }

  rowWriter(columns: readonly JsonColumn[]): RowWriter {
    return new JsonObjectWriter(columns);
  }

  turn(requester: Requester): Promise<Release> {
    return this.workers.turn(requester);
  }

  async snapshot<T>(
    work: Reading<T>,
    seconds: number,
    record?: Recording<T>,
    requester: Requester = { userId: 0 },
  ): Promise<T> {
    const result = await this.noting(() =>
      this.workers.snapshot(
        (all) => {
          const observed = (sql: string, params: readonly Param[] = []): Promise<Row[]> => {
            this.observer?.(sql);
            return all(sql, params);
          };
          return work({ all: observed });
        },
        seconds,
        requester,
      ),
    );
    if (record) await this.retry(() => this.enqueue(() => record(result, this.writer)));
    return result;
  }

  async insert(tx: Transaction, table: string, columns: readonly string[], rows: Rows): Promise<number[]> {
    return (tx as Prepared).insertEach(this.dialect.insertRows(table, columns), rows);
  }

  async write(tx: Transaction, sql: string, rows: Rows): Promise<void> {
    (tx as Prepared).insertEach(sql, rows);
  }

  async writeUpdates(
    tx: Transaction,
    table: string,
    columns: readonly TypedColumn[],
    rows: ReadonlyArray<readonly Scalar[]>,
  ): Promise<void> {
    (tx as Prepared).runEach(updateRow(table, columns), rows);
  }

  async tryWrite(): Promise<boolean> {
    try {
      await requireRoom(this.path);
      await this.inTurn(async () => this.writeTrial());
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  override findFault(): void {
    const fault = this.files.missing();
    if (fault) this.setFault(fault);
  }

  /** Adds what the engine does not tell: the path, and that the system forbids to write. */
  override noteError(error: unknown): void {
    if (isForbidden(error, this.path)) Object.assign(error, { code: 'SQLITE_READONLY' });
    if (isUnnamed(error, this.path)) error.message += ` (${this.path})`;
    if (isDamage(error)) this.setFault(damaged(this.path, (error as Error).message));
  }

  async close(): Promise<void> {
    this.checkpoint.stop();
    await this.workers.close();
    await this.largeWrites.close();
    for (const connection of [this.reader.connection, ...this.idle, this.writer.connection]) connection.close();
    this.idle.length = 0;
  }

  protected begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.enqueue(async () => {
      await this.writer.run('BEGIN IMMEDIATE');
      this.writer.changed = 0;
      this.writer.id = randomUUID();
      try {
        const result = await work(this.writer);
        this.requireWhole();
        await this.largeWrites.commit(this.writer.changed);
        return result;
      } catch (error) {
        if (this.writer.connection.inTransaction) await this.writer.run('ROLLBACK');
        throw error;
      }
    });
  }

  /** Another process writes to the file: it is waited for without holding up what needs no lock. */
  protected pauseAfter(error: unknown, attempt: number): number | undefined {
    return isBusy(error) && attempt < MAX_ATTEMPTS ? PAUSE : undefined;
  }

  /** A read on the main thread; the file may be locked for a moment. */
  private async onReader<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.retry(async () => work());
    }
  }

  /** A read of a list on the main thread, unless it takes too long there: undefined. */
  private atOnce<T>(sql: string, read: LongRead, work: () => T): T | undefined {
    read.check();
    if (read.apart) {
      this.observer?.(sql);
      return undefined;
    }
    const result = inSlice(this.reader.connection, work);
    read.apart = result === undefined;
    return result;
  }

  private rowsOf<T>(sql: string, params: readonly Param[], raw: boolean): T[] {
    const [statement, values] = this.reader.prepare(sql, params);
    statement.raw(raw);
    let rows: Iterator<unknown> | undefined;
    try {
      rows = statement.iterate(values);
      return taken<T>(rows, Infinity, this.reader.connection).batch;
    } finally {
      // One that is given up would keep the statement busy.
      rows?.return?.();
      statement.raw(false);
    }
  }

  /** A list on the main thread, which is held for each batch by itself, and left where a batch takes too long. */
  private async *onMain(sql: string, params: readonly Param[], read: LongRead | undefined): AsyncIterable<RawRow[]> {
    const connection = this.lend();
    let rows: Iterator<unknown> | undefined;
    // Not `read.apart` alone: that may be for the sake of another statement of the same list.
    let moved = false;
    const nextRows = (): { batch: Scalar[][]; done: boolean } => {
      rows ??= connection
        .prepare(sql)
        .raw(true)
        .iterate(...bind(params));
      return taken(rows, BATCH, connection);
    };
    try {
      for (let done = false, begun = false; !done; begun = true) {
        read?.check();
        const next = read ? inSlice(connection, nextRows) : nextRows();
        if (!next) {
          read!.apart = moved = true;
          // Behind the rows that are out already only the list itself can go on.
          if (begun) throw new TimeLimitError(read!.seconds);
          break;
        }
        done = next.done;
        if (next.batch.length) yield next.batch.map((row) => new ValuesRow(row));
      }
    } finally {
      rows?.return?.();
      this.giveBack(connection);
    }
    if (moved) yield* this.workers.list(sql, params, read!);
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.checkpoint.written();
    return this.inTurn(work);
  }

  /** One writer at a time, first come, first served; none on a file that is damaged or gone. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.writers++;
    const turn = this.queue.then(async () => {
      await this.turnOfLoop.rest();
      this.requireWhole();
      return this.noting(work);
    });
    this.queue = turn.then(this.written, this.written);
    return turn;
  }

  private requireWhole(): void {
    if (!this.fault) this.findFault();
    if (this.fault) throw this.fault;
  }

  /** Runs work; what shows that the file is damaged forbids writes from then on. */
  private async noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.noteError(error);
      throw error;
    }
  }

  private async *counted<R>(batches: AsyncIterable<R[]>): AsyncIterable<R[]> {
    try {
      for await (const rows of batches) {
        this.rowsStreamed += rows.length;
        yield rows;
      }
    } catch (error) {
      this.noteError(error);
      throw error;
    }
  }

  private writeTrial(): void {
    const { connection } = this.writer;
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(`${TRIAL}; ${TRIAL_OVER}; COMMIT`);
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK');
    }
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
    connection.pragma(WITHOUT_WAITING);
    return connection;
  }
}

/** The connection that writes. Throws a sentence if the file is damaged. */
function openWriter(path: string): Connection {
  const connection = new (sqliteDriver())(path);
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    prepareConnection(connection);
    renewLiveIndexes(connection);
    connection.pragma(WITHOUT_WAITING);
    return connection;
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged(path, (error as Error).message) : error;
  }
}
