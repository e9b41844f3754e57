/** Reads on the main thread that may turn out to take long: they are given up in time, and done in a thread then. */
import type { Database as Connection } from 'better-sqlite3';
import { TimeLimitError } from '../long-read.js';
import { deadlineOf } from './connection.js';

/** How long a read may hold the main thread, in seconds. Usual pages and the batches of a list take a few milliseconds. */
const SLICE = 0.05;
/** Rows between two looks at the clock where the engine has nothing to look at but hands out rows. */
const ROWS = 64;

/** Returns true if an error says that the file is locked by another process. */
export const isBusy = (error: unknown): boolean => String((error as { code?: string }).code).startsWith('SQLITE_BUSY');

/**
 * What `work` gives; undefined where a thread has to do it: it takes too long, or the file is locked, for which a thread can
 * wait without holding up anybody.
 */
export function inSlice<T>(connection: Connection, work: () => T): T | undefined {
  const deadline = deadlineOf(connection);
  deadline.set(SLICE);
  try {
    return work();
  } catch (error) {
    if (error instanceof TimeLimitError || isBusy(error)) return undefined;
    throw error;
  } finally {
    deadline.set(Infinity);
  }
}

/** Up to `most` rows. Throws a TimeLimitError where that takes too long. */
export function taken<T>(rows: Iterator<unknown>, most: number, connection: Connection): { batch: T[]; done: boolean } {
  const batch: T[] = [];
  while (batch.length < most) {
    const { done, value } = rows.next();
    if (done) return { batch, done };
    batch.push(value as T);
    if (batch.length % ROWS === 0) deadlineOf(connection).check();
  }
  return { batch, done: false };
}
