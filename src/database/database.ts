/** How the rest of the program uses the database: plain SQL in, plain rows out, on either engine. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WallClock } from '../core/text/dates.js';
import type { Dialect } from './dialect.js';
import type { LongRead, Requester } from './long-read.js';
import type { JsonColumn, RawRow, RowWriter } from './row-writer.js';
import type { Release } from './semaphore.js';
import type { Param, Row, Rows, Scalar, Statement } from './statement.js';
import type { SqlType } from './table-shape.js';

export type { Param, Row, Rows, Scalar, Statement };

/** What a statement without rows did. */
export interface Outcome {
  changes: number;
  /** Id of the (first) inserted row. */
  insertId: number;
}

/** Where statements are run: the database itself, or one transaction on it. */
export interface Session {
  all(sql: string, params?: readonly Param[]): Promise<Row[]>;
  run(sql: string, params?: readonly Param[]): Promise<Outcome>;
}

/** Statements that are stored together, or not at all. */
export interface Transaction extends Session {
  /** Names it: another one for each transaction, and for one that is run again. */
  readonly id: string;
  /**
   * Runs a statement whose outcome nobody waits for: together with the next one, or at the end. Where the database is
   * another process each exchange with it costs more than the statement. An error shows when it is run.
   */
  defer(sql: string, params?: readonly Param[]): Promise<void>;
  /** The rows of several SELECTs, asked for in one exchange. */
  several(statements: readonly Statement[]): Promise<Row[][]>;
}

/** Reads as lists do them. */
export interface ListSource {
  readonly dialect: Dialect;
  readonly clock: WallClock;
  all(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /** As `all`, by the places of the columns, and as the driver gets them. */
  raw(sql: string, params?: readonly Param[]): Promise<RawRow[]>;
  /** As `raw`, one row after the other; each is there only while `take` runs. */
  rawEach(sql: string, params: readonly Param[], take: (row: RawRow) => void): Promise<void>;
  /** As `raw`, at the reader's pace, in batches; memory does not grow with the number of rows. */
  rawStream(sql: string, params?: readonly Param[]): AsyncIterable<RawRow[]>;
  /** Makes JSON text of raw rows. */
  rowWriter(columns: readonly JsonColumn[]): RowWriter;
}

/** Reads that see the database as it is at the first of them, whatever others write meanwhile. */
export type Snapshot = Pick<Session, 'all'>;

/** How busy the connections are. */
export interface Load {
  inUse: number;
  idle: number;
  /** Pieces of work that wait for a connection. */
  waiting: number;
}

/** What is asked of a snapshot. */
export type Reading<T> = (snapshot: Snapshot) => Promise<T>;
/** What is written down about it, once it has ended. */
export type Recording<T> = (result: T, session: Transaction) => Promise<void>;

/**
 * Nothing is written to the database any more until the server is started anew: its file is damaged, so that a write could
 * make it worse, or it is no longer at its path, so that a write would be lost, or its
 * tables are others by now. The message says what to do; it names the file.
 */
export class DatabaseFault extends Error {
  constructor(
    readonly code: 'DATABASE_DAMAGED' | 'DATABASE_GONE' | 'DATABASE_CHANGED',
    message: string,
  ) {
    super(message);
  }
}

/** Errors that left nobody knowing whether their transaction was stored. */
const DOUBTS = new WeakSet<object>();

/** Marks an error: the connection broke while the transaction ended. */
export const putInDoubt = (error: unknown): void => void DOUBTS.add(error as object);

/** Returns true if the transaction that failed with this error may be stored all the same. */
export const isInDoubt = (error: unknown): boolean => DOUBTS.has(error as object);

/**
 * Most bytes of the texts of one row. MariaDB takes a row in one packet, 16 MiB unless configured otherwise; the embedded
 * engine is held to the same, so that every map can be restored into the other.
 */
export const ROW_BYTES = 15 << 20;

/** A column that is written, and what it holds. */
export interface TypedColumn {
  name: string;
  type: SqlType;
}

/**
 * The database that the work under way has a transaction on. One for all databases of the process: Node looks at each such
 * storage whenever a promise is made, for as long as the process lives.
 */
const inTransaction = new AsyncLocalStorage<Database>();

/** The two engines behind one face. */
export abstract class Database implements Session, ListSource {
  abstract readonly dialect: Dialect;
  /** Turns stored wall time into points in time, and back. */
  abstract readonly clock: WallClock;
  /** Called with the text of every statement; for tests that count them. */
  observer: ((sql: string) => void) | undefined;
  /** Most bytes of the texts of one row here; `ROW_BYTES`, unless the server takes less. */
  readonly rowBytes: number = ROW_BYTES;
  /** It was made by the older application, which may write to it too, and not tell the journal of everything. */
  readonly shared: boolean = false;
  /** The server does not answer: whatever needs it is better refused at once. */
  unavailable = false;
  /** Why nothing is written any more; undefined: nothing forbids it. */
  fault: DatabaseFault | undefined;
  /** Called with the fault when it is found. */
  onFault: ((fault: DatabaseFault) => void) | undefined;
  /** What whoever runs the server should know about the files of the database. */
  readonly warnings: readonly string[] = [];
  /** Rows that streams have read so far. */
  rowsStreamed = 0;

  /** `watchful`: look out for transactions begun inside others. Following every promise costs, so production does not. */
  constructor(private readonly watchful: boolean) {}

  /** Pieces of work that wait for a connection. */
  abstract get waiting(): number;
  abstract load(): Load;
  /** With `read`, as part of a list: it waits for its turn, ends when nobody waits for it, and throws a TimeLimitError. */
  abstract all(sql: string, params?: readonly Param[], read?: LongRead): Promise<Row[]>;
  abstract run(sql: string, params?: readonly Param[]): Promise<Outcome>;
  /** Rows one after the other, at the reader's pace; for whoever has a turn (`turn`). Ended when `signal` is aborted. */
  abstract stream(sql: string, params?: readonly Param[], signal?: AbortSignal): AsyncIterable<Row[]>;
  abstract raw(sql: string, params?: readonly Param[], read?: LongRead): Promise<RawRow[]>;
  abstract rawEach(sql: string, params: readonly Param[], take: (row: RawRow) => void, read?: LongRead): Promise<void>;
  /** A TimeLimitError while time is left means: to be begun again behind the last row. */
  abstract rawStream(sql: string, params?: readonly Param[], read?: LongRead): AsyncIterable<RawRow[]>;
  abstract rowWriter(columns: readonly JsonColumn[]): RowWriter;
  /** Waits for a turn among reports and stored queries, of which a bounded number runs at a time. */
  abstract turn(requester: Requester): Promise<Release>;
  /** Inserts rows and returns their ids, in the order of the rows. */
  abstract insert(tx: Transaction, table: string, columns: readonly string[], rows: Rows): Promise<number[]>;
  /** Defers an INSERT over a list of rows (of `Dialect.insertRows`): one, unless they are more than the engine takes. */
  abstract write(tx: Transaction, sql: string, rows: Rows): Promise<void>;
  /** Defers an UPDATE of columns of some rows, each `[…values, id]`: one, unless they are more than the engine takes. */
  abstract writeUpdates(
    tx: Transaction,
    table: string,
    columns: readonly TypedColumn[],
    rows: ReadonlyArray<readonly Scalar[]>,
  ): Promise<void>;
  /**
   * Runs `work` on one snapshot, which can only read; then `record`, if there is one, which may write a statement or two
   * that travel with the end of the snapshot. Throws a TimeLimitError once it takes longer than `seconds`; the embedded
   * engine notices between two statements, and within one that asks for it (`inTime` of the dialect). It waits for its turn,
   * and ends when nobody waits for it.
   */
  abstract snapshot<T>(work: Reading<T>, seconds: number, record?: Recording<T>, requester?: Requester): Promise<T>;
  abstract close(): Promise<void>;
  /**
   * Stores a row of its own and removes it, in one transaction, which leaves nothing. Throws what keeps a write from being
   * stored. Returns false where that cannot be known: others hold up writes at the moment, which does not make them fail.
   */
  abstract tryWrite(): Promise<boolean>;
  /** Looks for a fault that reads and writes do not show, at no cost to speak of. */
  findFault(): void {}
  /** Notes an error of a reading thread that has a connection of its own. */
  noteError(_error: unknown): void {}

  protected abstract begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Milliseconds to wait before a transaction that failed with this error is run again; undefined: it is not, since that
   * would not help, it may be stored, or it was run often enough. `attempt`: how often it was run.
   */
  protected abstract pauseAfter(error: unknown, attempt: number): number | undefined;

  /**
   * Runs `work` in one transaction: all of it is stored, or nothing. A transaction that loses against another one, or its
   * connection before its end, is run again a bounded number of times, so `work` must not change anything outside. Throws if
   * called inside another one, since that would wait for itself; `isInDoubt` returns true for an error after which it may be stored.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (inTransaction.getStore() === this) throw new Error('A transaction was begun inside another one.');
    const once = (): Promise<T> => this.begin(work);
    return this.retry(() => (this.watchful ? inTransaction.run(this, once) : once()));
  }

  protected setFault(fault: DatabaseFault): DatabaseFault {
    if (!this.fault) {
      this.fault = fault;
      this.onFault?.(fault);
    }
    return this.fault;
  }

  /** The same reads as those of one list. */
  readingFor(read: LongRead): ListSource {
    const { dialect, clock } = this;
    return {
      ...{ dialect, clock },
      all: (sql, params) => this.all(sql, params, read),
      raw: (sql, params) => this.raw(sql, params, read),
      rawEach: (sql, params, take) => this.rawEach(sql, params, take, read),
      rawStream: (sql, params) => this.rawStream(sql, params, read),
      rowWriter: (columns) => this.rowWriter(columns),
    };
  }

  /** Runs work that stores nothing where it fails, again where `pauseAfter` says so. */
  protected async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const pause = this.pauseAfter(error, attempt);
        if (pause === undefined) throw error;
        await new Promise((wake) => setTimeout(wake, pause));
      }
    }
  }
}
