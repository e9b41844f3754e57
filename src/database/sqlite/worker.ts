/** A worker thread that reads the embedded database: SQLite works in the thread that asks it, and others would wait meanwhile. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../core/thread.js';
import type { Scalar } from '../database.js';
import { deadlineOf, prepareConnection } from './connection.js';
import { sqliteDriver } from './driver.js';

/** Rows that travel together, at most, unless more are asked for. */
const BATCH = 250;
/** Bytes that travel together, more or less. */
const BATCH_BYTES = 1 << 20;

/** What a thread is made with. */
export interface WorkerData {
  path: string;
  /** Not 0: what the thread is doing is no longer needed. */
  abandoned: Int32Array;
}

/**
 * What a worker is asked for, one request after the other. `begin` starts a snapshot that ends within so many seconds, `commit`
 * ends it. `read` answers the first rows of a statement (`most` travel together), `more` the next ones, each within so many seconds, and `leave`
 * gives up the rest.
 */
export type WorkerRequest =
  | { ask: 'begin'; seconds: number }
  | { ask: 'read'; sql: string; params: readonly Scalar[]; seconds?: number; most?: number }
  | { ask: 'more'; seconds?: number }
  | { ask: 'leave' | 'commit' };

/** A value on its way: of bytes the places where they begin and end among those of all rows. */
export type Cell = Scalar | readonly [from: number, to: number];

/** Rows by the places of their columns, whose names come with the first. */
export interface WorkerResponse {
  columns?: string[];
  rows?: Cell[][];
  /** What the cells with bytes point to. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** There are no more rows. */
  done?: boolean;
  /** Milliseconds that it took. */
  took?: number;
}

const { path, abandoned } = workerData as WorkerData;
const connection = new (sqliteDriver())(path, { readonly: true });
prepareConnection(connection);
// What is read here is read once; there may be several of these.
connection.pragma('cache_size = -8000');
const deadline = deadlineOf(connection);
deadline.watch(abandoned);
let under: Iterator<unknown> | undefined;
let most = BATCH;

function leave(): void {
  under?.return?.();
  under = undefined;
}

function batch(): WorkerResponse {
  const rows: Cell[][] = [];
  const pieces: Buffer[] = [];
  let size = 0;
  let weight = 0;
  while (under && rows.length < most && weight < BATCH_BYTES) {
    const { done, value } = under.next();
    if (done) {
      under = undefined;
      break;
    }
    const row = value as Array<Scalar | Buffer>;
    for (let i = 0; i < row.length; i++) {
      const cell = row[i];
      if (typeof cell === 'string') weight += cell.length;
      if (!Buffer.isBuffer(cell)) continue;
      weight += cell.length;
      pieces.push(cell);
      (row as Cell[])[i] = [size, (size += cell.length)];
    }
    rows.push(row as Cell[]);
  }
  return { rows, done: !under, ...(size && { bytes: joined(pieces, size) }) };
}

/** One piece of memory, which changes hands and is not copied. */
function joined(pieces: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Without a time of its own a statement of a snapshot has what is left of that of the snapshot. */
function within({ seconds }: { seconds?: number }): void {
  if (seconds !== undefined || !connection.inTransaction) deadline.set(seconds ?? Infinity);
  deadline.check();
}

function answerTo(asked: WorkerRequest): WorkerResponse {
  switch (asked.ask) {
    case 'begin':
      deadline.set(asked.seconds);
      connection.exec('BEGIN');
      return {};
    case 'read': {
      within(asked);
      const statement = connection.prepare(asked.sql).raw(true);
      most = asked.most ?? BATCH;
      under = statement.iterate(...asked.params);
      return { columns: statement.columns().map(({ name }) => name), ...batch() };
    }
    case 'more':
      within(asked);
      return batch();
    case 'leave':
      leave();
      return {};
    case 'commit':
      leave();
      deadline.set(Infinity);
      if (connection.inTransaction) connection.exec('COMMIT');
      return {};
  }
}

serve(
  (asked: WorkerRequest): WorkerResponse => {
    const begun = performance.now();
    return { ...answerTo(asked), took: performance.now() - begun };
  },
  ({ bytes }) => (bytes ? [bytes.buffer] : []),
);
