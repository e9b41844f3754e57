/** Reads of MariaDB and MySQL that may take long: their share of the pool, their time, and their end when nobody waits. */
import { createConnection, type ConnectionOptions, type RowDataPacket } from 'mysql2/promise';
import type { PoolConnection as Connection } from 'mysql2';
import { abandoned, TimeLimitError, type LongRead, type Requester } from '../long-read.js';
import { Semaphore, type Release } from '../semaphore.js';
import { socketOf } from './driver-internals.js';

/** What the servers say of a statement that took too long. */
const TOO_LONG = new Set([1969, 3024]);

/** Returns true if an error says that a statement took longer than it may. */
export const isTooLong = (error: unknown): boolean => TOO_LONG.has((error as { errno?: number }).errno ?? 0);

/** Characters of a statement from which the server keeps no table of what each of its subqueries found: they take half of its memory. */
const MANY_SUBQUERIES = 16 << 10;

/** A SELECT with what the server is told of it: that it has many subqueries, and after how many seconds it is ended. */
export function withSettings(sql: string, engine: 'mariadb' | 'mysql', seconds?: number): string {
  if (engine === 'mysql')
    return seconds === undefined
      ? sql
      : sql.replace(/^SELECT/, `SELECT /*+ MAX_EXECUTION_TIME(${Math.ceil(seconds * 1000)}) */`);
  const settings = [
    ...(sql.length > MANY_SUBQUERIES && sql.startsWith('SELECT') ? ["optimizer_switch='subquery_cache=off'"] : []),
    ...(seconds === undefined ? [] : [`max_statement_time=${seconds.toFixed(3)}`]),
  ];
  return settings.length ? `SET STATEMENT ${settings.join(', ')} FOR ${sql}` : sql;
}

/**
 * How many connections long reads may have: of ten, lists have three and two more for what they read beside their rows,
 * stored queries and reports three; two are always left for log-ins, single objects and writes. Of two or three connections
 * one does for all long reads.
 */
export class LongReadSlots {
  readonly queries: Semaphore;
  private readonly lists: Semaphore;
  /** For statements of a list whose rows are being read; who waits here may hold a place among the lists, and not the reverse. */
  private readonly beside: Semaphore;
  private readonly all: ReadonlySet<Semaphore>;

  constructor(connections: number) {
    const fifth = Math.max(1, Math.floor(connections / 5));
    const long = Math.max(1, connections - 2 * fifth);
    this.beside = new Semaphore(fifth);
    this.lists = new Semaphore(Math.ceil(long / 2));
    this.queries = long > 1 ? new Semaphore(Math.floor(long / 2)) : this.lists;
    this.all = new Set([this.beside, this.lists, this.queries]);
  }

  /** How many wait for their turn. */
  get queue(): number {
    let count = 0;
    for (const { queue } of this.all) count += queue;
    return count;
  }

  /** Waits for the turn of a statement of a list. */
  async ofList(read: LongRead): Promise<Release> {
    if (read.running) return this.beside.enter(read);
    const leave = await this.lists.enter(read);
    read.running++;
    return () => {
      read.running--;
      leave();
    };
  }
}

/** Identifies the server that a connection leads to: behind a proxy there may be several, each with numbers of its own. */
const NODE = "SELECT CONCAT_WS(' ', @@hostname, @@port, @@datadir) AS node";

/**
 * Ends statements on the server. It notices by itself that a client has gone only once it sends rows, which may be a long
 * time after.
 */
export class StatementCancellation {
  private readonly nodes = new WeakMap<object, string>();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly server: ConnectionOptions) {}

  /** Finds out where a new connection leads to. */
  learn(connection: Connection): void {
    connection.query<RowDataPacket[]>(NODE, (error, rows) => {
      if (!error) this.nodes.set(connection, String(rows[0]!['node']));
    });
  }

  /** Runs work on a connection; where nobody waits for it any more both are ended, and the work throws `abandoned`. */
  async guard<T>(connection: Connection, { signal }: Pick<Requester, 'signal'>, work: () => Promise<T>): Promise<T> {
    const stop = this.watch(connection, signal);
    try {
      return await work();
    } catch (error) {
      throw signal?.aborted ? abandoned() : error;
    } finally {
      stop();
    }
  }

  /** As `guard`, until what is returned is called. */
  watch(connection: Connection, signal: AbortSignal | undefined): () => void {
    if (!signal) return () => undefined;
    const end = (): void => this.end(connection);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return () => signal.removeEventListener('abort', end);
  }

  private end(connection: Connection): void {
    const { threadId } = connection;
    // Ours is closed first, so that nobody is given it and loses a statement of theirs.
    socketOf(connection).destroy(abandoned());
    this.queue = this.queue.then(() => this.kill(threadId, this.nodes.get(connection)).catch(() => undefined));
  }

  private async kill(threadId: number, node: string | undefined): Promise<void> {
    const line = await createConnection(this.server);
    try {
      const [rows] = await line.query<RowDataPacket[]>(NODE);
      // On another server this would be somebody else's. There the limit on its time ends the statement.
      if (rows[0]!['node'] === node) await line.query(`KILL ${threadId}`);
    } finally {
      line.destroy();
    }
  }
}

/** What a failure means for a list. */
export const failureOf = (error: unknown, { seconds, signal }: LongRead): unknown =>
  signal?.aborted ? abandoned() : isTooLong(error) ? new TimeLimitError(seconds) : error;
