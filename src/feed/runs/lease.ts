/**
 * The lease of whoever is at work on a source: the moment in their row, by the clock of the database, which all replicas have in
 * common. It is renewed each second, so that what a killed server leaves behind is free within five.
 */
import type { Dialect } from '../../database/dialect.js';

/** Seconds after which a lease that was not renewed is over: whoever had it is gone. */
export const LEASE = 4;

/** Whether the lease of a row of `own_feed_plans` is not over, in SQL. `row`: its alias with a dot. */
export const isHeld = ({ utc }: Dialect, row = ''): string => `${row}beat_at > ${utc(LEASE)}`;

/** What is read or written with a lock; undefined where others held it for longer than the database waits. */
export async function unlessLocked<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === 'ER_LOCK_WAIT_TIMEOUT') return undefined;
    throw error;
  }
}
