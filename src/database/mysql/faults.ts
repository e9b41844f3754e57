/** What the errors of MariaDB and MySQL mean for a piece of work: run it again, or leave it. */

/** Another transaction came first: a deadlock, or a row that changed since it was read. */
const CONFLICTS = new Set([1213, 1020]);
/** Somebody took a name between our check and our claim, which the next attempt sees. */
const DUPLICATE = 1062;
/** A node of a cluster that is not, or no more, part of it: nothing was done. */
const NOT_PREPARED = 1047;

/** Somebody holds a row for longer than is waited for it. */
const LOCKED = 1205;

const KILLED = 1927;
/** The server gave up in the middle: shutdown, a cluster that fell apart at COMMIT, killed query or connection. */
const BROKEN_OFF = new Set([1053, 1180, 1317, KILLED]);

/** Codes of the driver for a connection that is gone, or never came to be. */
const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'PROTOCOL_CONNECTION_LOST']);

/** How often work is run at most. Crowds that write links from both ends run into each other many times, each a little later. */
const MAX_ATTEMPTS = 5;
const MAX_ATTEMPTS_AFTER_CONFLICT = 40;

/** Longest pauses before a piece of work is run again, in milliseconds, for each attempt so far. */
const AFTER_CONFLICT = 20;
const MAX_PAUSE_AFTER_CONFLICT_MS = 400;
const AFTER_LOSS = 200;

interface DriverError {
  errno?: number;
  code?: string;
  /** The connection is gone with it; such errors of the driver may have no code. */
  fatal?: boolean;
}

/** Returns true if a piece of work failed because of others, and not because it cannot be stored. */
export const isConflict = (error: unknown): boolean => {
  const { errno = 0 } = error as DriverError;
  return CONFLICTS.has(errno) || errno === LOCKED;
};

const isLost = ({ code = '', errno, fatal }: DriverError): boolean =>
  LOST.has(code) || errno === KILLED || (fatal === true && !code.startsWith('ER_'));

/** Returns true if the statement that failed so may have been carried out: nobody answered, or not to the end. */
export function leavesDoubt(error: unknown): boolean {
  const { code = '', errno = 0 } = error as DriverError;
  if (code === 'ECONNREFUSED') return false;
  return !code.startsWith('ER_') || BROKEN_OFF.has(errno);
}

/**
 * The pause before work of which nothing was stored is run again, in milliseconds; undefined: it is not. A transaction that
 * loses on another node of a cluster gets a deadlock error at its end.
 */
export function pauseAfter(error: unknown, attempt: number): number | undefined {
  const { errno = 0 } = error as DriverError;
  if (attempt >= (CONFLICTS.has(errno) ? MAX_ATTEMPTS_AFTER_CONFLICT : MAX_ATTEMPTS)) return undefined;
  if (CONFLICTS.has(errno) || errno === DUPLICATE)
    return Math.random() * Math.min(AFTER_CONFLICT * attempt, MAX_PAUSE_AFTER_CONFLICT_MS);
  if (isLost(error as DriverError) || errno === NOT_PREPARED) return (0.5 + Math.random() / 2) * AFTER_LOSS * attempt;
  return undefined;
}
