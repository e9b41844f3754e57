/** A thread that reads the embedded database: the engine works in the thread that asks it, and others wait meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { TimeLimitError, type Scalar } from './database.js';
import { deadlineOf, prepareConnection } from './sqlite.connection.js';
import { sqliteDriver } from './sqlite.driver.js';

/** Rows that travel together. */
const BATCH = 250;

/**
 * What a reader is asked for, one after the other. `begin` starts a snapshot that ends within so many seconds, `commit`
 * ends it. `read` answers the first rows of a statement, `more` the next ones, and `leave` gives up the rest.
 */
export type Asked =
  | { ask: 'begin'; seconds: number }
  | { ask: 'read'; sql: string; params: readonly Scalar[] }
  | { ask: 'more' | 'leave' | 'commit' };

/** Rows by the places of their columns, whose names come with the first; or what went wrong. */
export interface Answered {
  columns?: string[];
  rows?: Scalar[][];
  /** There are no more rows. */
  done?: boolean;
  failed?: { message: string; code: string | undefined; seconds: number | undefined };
}

const connection = new (sqliteDriver())(workerData as string, { readonly: true });
prepareConnection(connection);
// What is read here is read once; there may be several of these.
connection.pragma('cache_size = -8000');
const deadline = deadlineOf(connection);
let under: Iterator<unknown> | undefined;

function leave(): void {
  under?.return?.();
  under = undefined;
}

function batch(): Answered {
  const rows: Scalar[][] = [];
  while (under && rows.length < BATCH) {
    const { done, value } = under.next();
    if (done) under = undefined;
    else rows.push(value as Scalar[]);
  }
  return { rows, done: !under };
}

function answerTo(asked: Asked): Answered {
  switch (asked.ask) {
    case 'begin':
      deadline.set(asked.seconds);
      connection.exec('BEGIN');
      return {};
    case 'read': {
      deadline.check();
      const statement = connection.prepare(asked.sql).raw(true);
      under = statement.iterate(...asked.params);
      return { columns: statement.columns().map(({ name }) => name), ...batch() };
    }
    case 'more':
      deadline.check();
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

parentPort!.on('message', (asked: Asked) => {
  try {
    parentPort!.postMessage(answerTo(asked));
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const seconds = error instanceof TimeLimitError ? error.seconds : undefined;
    parentPort!.postMessage({ failed: { message, code, seconds } } satisfies Answered);
  }
});
