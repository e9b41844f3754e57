/** Reads of the embedded engine that may take long, each in a thread of its own, so that nobody else waits for them. */
import { Thread } from '../../core/thread.js';
import type { Load, Param, Row, Scalar } from '../database.js';
import { abandoned, TimeLimitError, type LongRead, type Requester } from '../long-read.js';
import { Semaphore, type Release } from '../semaphore.js';
import { bind } from './prepared.js';
import type { WorkerResponse, WorkerRequest, Cell, WorkerData } from './worker.js';
import { ValuesRow } from './writer.js';

/** Threads that are kept when nobody reads. */
const MAX_IDLE_WORKERS = 2;

/** Reports and stored queries at a time. A thread takes some 20 MB, and there are no more processors than a few. */
const MAX_QUERIES = 4;
/** Lists at a time that take long. */
const MAX_LISTS = 3;

/** Rows of a snapshot that travel together: all of them are held in the end, and each time costs as much as many rows. */
const SNAPSHOT_BATCH_ROWS = 5000;

const WORKER_FILE = require.resolve('./worker.js');

/** A thread and its connection, used by one piece of work at a time. */
class ReadWorker {
  private readonly thread: Thread<WorkerRequest, WorkerResponse>;
  private readonly abandoned = new Int32Array(new SharedArrayBuffer(4));
  private broken: unknown;

  constructor(path: string) {
    this.thread = new Thread(WORKER_FILE, {
      data: (): WorkerData => ({ path, abandoned: this.abandoned }),
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      onEnd: (error) => (this.broken ??= error),
    });
  }

  get usable(): boolean {
    return this.broken === undefined;
  }

  /** Answers come in the order of what is asked. Throws what the engine threw. */
  async ask(asked: WorkerRequest): Promise<WorkerResponse> {
    if (!this.usable) throw this.broken;
    try {
      return await this.thread.ask(asked);
    } catch (error) {
      if (this.isAbandoned) throw abandoned();
      const { seconds } = error as { seconds?: number };
      throw seconds === undefined ? error : new TimeLimitError(seconds);
    }
  }

  /** The rows of a statement, batch by batch; while one is looked at the next one is read. `read`: within its time. */
  async *answers(sql: string, params: readonly Param[], read?: LongRead, most?: number): AsyncIterable<WorkerResponse> {
    const inTime = (): { seconds?: number } => (read ? { seconds: read.left } : {});
    let next: Promise<WorkerResponse> | undefined = this.ask({
      ...{ ask: 'read', sql, params: bind(params), ...inTime(), ...(most !== undefined && { most }) },
    });
    try {
      while (next) {
        const answered: WorkerResponse = await next;
        read?.spend(answered.took ?? 0);
        next = answered.done ? undefined : this.ask({ ask: 'more', ...inTime() });
        // Nobody may come to wait for it.
        next?.catch(() => undefined);
        if (answered.rows!.length) yield answered;
      }
    } catch (error) {
      // All that was left of the time was given to the statement.
      if (error instanceof TimeLimitError) read?.spend(Infinity);
      throw error;
    } finally {
      if (next) await this.ask({ ask: 'leave' }).catch(() => undefined);
    }
  }

  /** As `answers`, as objects. */
  async *rows(sql: string, params: readonly Param[], read?: LongRead, most?: number): AsyncIterable<Row[]> {
    let columns: readonly string[] = [];
    for await (const answered of this.answers(sql, params, read, most)) {
      columns = answered.columns ?? columns;
      yield answered.rows!.map((values) => rowOf(columns, values as Scalar[]));
    }
  }

  /** What is under way ends as soon as the engine looks at the clock. */
  abandon(): void {
    Atomics.store(this.abandoned, 0, 1);
  }

  /** What was abandoned before is done. */
  begin(): void {
    Atomics.store(this.abandoned, 0, 0);
  }

  end(): Promise<void> {
    return this.thread.close();
  }

  private get isAbandoned(): boolean {
    return Atomics.load(this.abandoned, 0) !== 0;
  }
}

function rowOf(columns: readonly string[], values: readonly Scalar[]): Row {
  const row: Row = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]!;
  return row;
}

/** The rows as the engine has them in this thread. */
function rawRows({ rows, bytes }: WorkerResponse): ValuesRow[] {
  const all = bytes && Buffer.from(bytes.buffer);
  const valueOf = (cell: Cell): Scalar | Buffer =>
    typeof cell === 'object' && cell !== null ? all!.subarray(cell[0], cell[1]) : cell;
  return rows!.map((row) => new ValuesRow(all ? row.map(valueOf) : (row as Scalar[])));
}

/** The reading threads of one database. */
export class WorkerPool {
  private readonly idle: ReadWorker[] = [];
  private readonly lent = new Set<ReadWorker>();
  private readonly queries = new Semaphore(MAX_QUERIES);
  private readonly lists = new Semaphore(MAX_LISTS);

  constructor(private readonly path: string) {}

  get load(): Load {
    return { inUse: this.lent.size, idle: this.idle.length, waiting: this.queries.queue + this.lists.queue };
  }

  /** Waits for a turn among reports and stored queries. */
  turn(requester: Requester): Promise<Release> {
    return this.queries.enter(requester);
  }

  /** The rows of one statement, for whoever has a turn. */
  async *stream(sql: string, params: readonly Param[], signal: AbortSignal | undefined): AsyncIterable<Row[]> {
    const [worker, giveBack] = this.lend(signal);
    try {
      yield* worker.rows(sql, params);
    } finally {
      giveBack();
    }
  }

  /** The rows of a statement of a list. */
  async *list(sql: string, params: readonly Param[], read: LongRead): AsyncIterable<ValuesRow[]> {
    const leave = await this.lists.enter(read);
    const [worker, giveBack] = this.lend(read.signal);
    try {
      for await (const answered of worker.answers(sql, params, read)) yield rawRows(answered);
    } finally {
      giveBack();
      leave();
    }
  }

  /** As `list`, as objects, all of them. */
  async all(sql: string, params: readonly Param[], read: LongRead): Promise<Row[]> {
    const leave = await this.lists.enter(read);
    const [worker, giveBack] = this.lend(read.signal);
    try {
      return await allOf(worker.rows(sql, params, read));
    } finally {
      giveBack();
      leave();
    }
  }

  /** Runs `work`, whose statements see the database as it is at the first of them; throws a TimeLimitError when time is up. */
  async snapshot<T>(
    work: (all: (sql: string, params: readonly Param[]) => Promise<Row[]>) => Promise<T>,
    seconds: number,
    requester: Requester,
  ): Promise<T> {
    const leave = await this.queries.enter(requester);
    const [worker, giveBack] = this.lend(requester.signal);
    try {
      await worker.ask({ ask: 'begin', seconds });
      return await work((sql, params) => allOf(worker.rows(sql, params, undefined, SNAPSHOT_BATCH_ROWS)));
    } finally {
      await worker.ask({ ask: 'commit' }).catch(() => undefined);
      giveBack();
      leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.idle.splice(0), ...this.lent].map((worker) => worker.end()));
  }

  /** A thread, and what gives it back. What it does is abandoned with the signal. */
  private lend(signal: AbortSignal | undefined): [ReadWorker, () => void] {
    const worker = this.idle.pop() ?? new ReadWorker(this.path);
    this.lent.add(worker);
    worker.begin();
    const abandon = (): void => worker.abandon();
    if (signal?.aborted) abandon();
    signal?.addEventListener('abort', abandon);
    return [
      worker,
      () => {
        signal?.removeEventListener('abort', abandon);
        this.giveBack(worker);
      },
    ];
  }

  private giveBack(worker: ReadWorker): void {
    this.lent.delete(worker);
    if (!worker.usable) return;
    if (this.idle.length < MAX_IDLE_WORKERS) this.idle.push(worker);
    else void worker.end();
  }
}

async function allOf(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) for (const row of batch) rows.push(row);
  return rows;
}
