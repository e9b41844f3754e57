/** What every connection to the embedded engine needs: settings, and functions that the engine lacks. */
import type { Database as Connection } from 'better-sqlite3';
import { holdsAddress } from '../common/text/addresses.js';
import { fold } from '../common/text/fold.js';
import { sortKey } from '../common/text/order.js';
import { TimeLimitError } from './database.js';

/** Rows between two looks at the clock. */
const ROWS = 256;

/** When work on a connection must have ended. */
class Deadline {
  private end = Infinity;
  private seconds = Infinity;
  private rows = 0;

  /** From now on; `Infinity`: as long as it takes. */
  set(seconds: number): void {
    this.seconds = seconds;
    this.end = performance.now() + seconds * 1000;
  }

  /** Throws a TimeLimitError once time is up. */
  check(): void {
    if (performance.now() > this.end) throw new TimeLimitError(this.seconds);
  }

  /** As `check`, for each row that a statement looks at. */
  readonly checkRow = (): number => {
    if (++this.rows % ROWS === 0) this.check();
    return 1;
  };
}

const DEADLINES = new WeakMap<Connection, Deadline>();

/** The deadline of a prepared connection, which has none until it is set. */
export const deadlineOf = (connection: Connection): Deadline => DEADLINES.get(connection)!;

/** Functions and settings that every connection needs. */
export function prepareConnection(connection: Connection): void {
  connection.pragma('busy_timeout = 5000');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  const pure = { deterministic: true };
  connection.function('fold', pure, (text: unknown) => (typeof text === 'string' ? fold(text) : text));
  connection.function('sort_key', pure, (text: unknown) => (typeof text === 'string' ? sortKey(text) : text));
  connection.function('address_in', pure, (text: unknown, length: unknown, low: unknown, high: unknown) =>
    typeof text === 'string' && holdsAddress(text, Number(length), String(low), String(high)) ? 1 : 0,
  );
  const deadline = new Deadline();
  DEADLINES.set(connection, deadline);
  // Not pure: asked anew for each row. An error in a function ends the statement, which nothing else does here.
  connection.function('in_time', deadline.checkRow);
}
