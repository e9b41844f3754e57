/** What every connection to the embedded engine needs: settings, and functions that the engine lacks. */
import { crc32 } from 'node:zlib';
import type { Database as Connection } from 'better-sqlite3';
import { holdsAddress } from '../../core/text/addresses.js';
import { fold } from '../../core/text/fold.js';
import { sortKey } from '../../core/text/order.js';
import { TimeLimitError } from '../long-read.js';
import { keepPrivate } from './files.js';

/** Texts that functions of ours work on between two looks at the clock. */
const TEXTS = 16;

/** When work on a connection must have ended. */
class Deadline {
  private end = Infinity;
  private seconds = Infinity;
  private texts = 0;
  private abandonedBy: Int32Array | undefined;

  /** From now on; `Infinity`: as long as it takes. */
  set(seconds: number): void {
    this.seconds = seconds;
    this.end = performance.now() + seconds * 1000;
  }

  /** Work ends at once when another thread makes this mark something else than 0. */
  watch(mark: Int32Array): void {
    this.abandonedBy = mark;
  }

  /** Throws a TimeLimitError once time is up. */
  check(): void {
    if (performance.now() > this.end) throw new TimeLimitError(this.seconds);
    if (this.abandonedBy && Atomics.load(this.abandonedBy, 0)) throw new TimeLimitError(0);
  }

  /** As `check`, for rows that a statement looks at. */
  readonly checkRow = (): number => {
    this.check();
    return 1;
  };

  /** As `check`, for texts that our functions work on: a row may have many of them, and long ones. */
  checkText(): void {
    if (++this.texts % TEXTS === 0) this.check();
  }
}

const DEADLINES = new WeakMap<Connection, Deadline>();

/** The deadline of a prepared connection, which has none until it is set. */
export const deadlineOf = (connection: Connection): Deadline => DEADLINES.get(connection)!;

/** Functions and settings that every connection needs. */
export function prepareConnection(connection: Connection): void {
  // The first connection makes the file, and nothing is in it yet.
  if (!connection.readonly && !connection.memory) keepPrivate(connection.name);
  connection.pragma('busy_timeout = 5000');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  const deadline = new Deadline();
  DEADLINES.set(connection, deadline);
  const textFunction = (name: string, made: (text: string) => string): void => {
    connection.function(name, { deterministic: true }, (text: unknown) => {
      if (typeof text !== 'string') return text;
      deadline.checkText();
      return made(text);
    });
  };
  textFunction('fold', fold);
  textFunction('sort_key', sortKey);
  connection.function(
    'address_in',
    { deterministic: true },
    (text: unknown, length: unknown, low: unknown, high: unknown) => {
      deadline.checkText();
      return typeof text === 'string' && holdsAddress(text, Number(length), String(low), String(high)) ? 1 : 0;
    },
  );
  connection.function('checksum', { deterministic: true, varargs: true }, (...values: unknown[]) => {
    deadline.checkText();
    return crc32(JSON.stringify(values));
  });
  // Not pure: evaluated for each row. An error in a function ends the statement, which nothing else does here.
  connection.function('in_time', deadline.checkRow);
}
