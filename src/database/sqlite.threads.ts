/** Reads of the embedded engine that may take long, each in a thread of its own, so that nobody else waits for them. */
import { Worker } from 'node:worker_threads';
import { TimeLimitError, type Load, type Param, type Row, type Scalar } from './database.js';
import { bind } from './sqlite.prepared.js';
import type { Answered, Asked } from './sqlite.reader.js';
import { Turnstile } from './turnstile.js';

/** Threads that are kept when nobody reads. */
const KEPT = 2;

/** Snapshots at a time; they end by themselves. Streams wait for their clients, and so for no other one here. */
const SNAPSHOTS = 4;

const READER = require.resolve('./sqlite.reader.js');

/** A thread and its connection, in the hands of one piece of work at a time. */
class Reader {
  private readonly worker: Worker;
  private readonly waiting: Array<{ resolve(answered: Answered): void; reject(error: unknown): void }> = [];
  private broken: unknown;

  constructor(path: string) {
    this.worker = new Worker(READER, { workerData: path, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    this.worker.on('message', (answered: Answered) => this.waiting.shift()!.resolve(answered));
    this.worker.on('error', (error) => this.breakOff(error));
    this.worker.on('exit', () => this.breakOff(new Error('The thread that reads the database has ended.')));
  }

  get usable(): boolean {
    return this.broken === undefined;
  }

  /** Answers come in the order of what is asked. Throws what the engine threw. */
  async ask(asked: Asked): Promise<Answered> {
    if (!this.usable) throw this.broken;
    const answered = await new Promise<Answered>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(asked);
    });
    const { failed } = answered;
    if (!failed) return answered;
    if (failed.seconds !== undefined) throw new TimeLimitError(failed.seconds);
    throw Object.assign(new Error(failed.message), { name: 'SqliteError', code: failed.code });
  }

  /** The rows of a statement, batch by batch; while one is looked at the next one is read. */
  async *rows(sql: string, params: readonly Param[]): AsyncIterable<Row[]> {
    let next: Promise<Answered> | undefined = this.ask({ ask: 'read', sql, params: bind(params) });
    let columns: readonly string[] = [];
    try {
      while (next) {
        const answered: Answered = await next;
        columns = answered.columns ?? columns;
        next = answered.done ? undefined : this.ask({ ask: 'more' });
        // Nobody may come to wait for it.
        next?.catch(() => undefined);
        if (answered.rows!.length) yield answered.rows!.map((values) => rowOf(columns, values));
      }
    } finally {
      if (next) await this.ask({ ask: 'leave' }).catch(() => undefined);
    }
  }

  /** Whether the process lives on for its sake. */
  hold(held: boolean): void {
    if (held) this.worker.ref();
    else this.worker.unref();
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private breakOff(error: unknown): void {
    this.broken ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}

function rowOf(columns: readonly string[], values: readonly Scalar[]): Row {
  const row: Row = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]!;
  return row;
}

/** The reading threads of one database. */
export class Readers {
  private readonly idle: Reader[] = [];
  private readonly lent = new Set<Reader>();
  private readonly turns = new Turnstile(SNAPSHOTS);

  constructor(private readonly path: string) {}

  get load(): Load {
    return { inUse: this.lent.size, idle: this.idle.length, waiting: this.turns.queue };
  }

  /** The rows of one statement. */
  async *stream(sql: string, params: readonly Param[]): AsyncIterable<Row[]> {
    const reader = this.lend();
    try {
      yield* reader.rows(sql, params);
    } finally {
      this.giveBack(reader);
    }
  }

  /** Runs `work`, whose statements see the database as it is at the first of them; throws a TimeLimitError when time is up. */
  async snapshot<T>(
    work: (all: (sql: string, params: readonly Param[]) => Promise<Row[]>) => Promise<T>,
    seconds: number,
  ): Promise<T> {
    await this.turns.enter();
    const reader = this.lend();
    try {
      await reader.ask({ ask: 'begin', seconds });
      return await work(async (sql, params) => {
        const rows: Row[] = [];
        for await (const batch of reader.rows(sql, params)) for (const row of batch) rows.push(row);
        return rows;
      });
    } finally {
      await reader.ask({ ask: 'commit' }).catch(() => undefined);
      this.giveBack(reader);
      this.turns.leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.idle.splice(0), ...this.lent].map((reader) => reader.end()));
  }

  private lend(): Reader {
    const reader = this.idle.pop() ?? new Reader(this.path);
    this.lent.add(reader);
    reader.hold(true);
    return reader;
  }

  private giveBack(reader: Reader): void {
    this.lent.delete(reader);
    if (!reader.usable) return;
    reader.hold(false);
    if (this.idle.length < KEPT) this.idle.push(reader);
    else void reader.end();
  }
}
