/** Rows of one statement in batches, at the reader's pace: what is not asked for stays on the wire. */
import type { PoolConnection, Query } from 'mysql2';
import { socketOf } from './driver-internals.js';

/** Sends a command on a connection from the pool. */
export type SendCommand = (connection: PoolConnection) => Query;

/**
 * The rows of a command, at most `size` at once. The connection reads on only while rows are asked for; it is released
 * once all of them were read, and closed when the reader stops before, since rows are left on the wire.
 */
export async function* rowBatches<T>(
  connection: PoolConnection,
  sendCommand: SendCommand,
  size: number,
): AsyncIterable<T[]> {
  let batch: T[] = [];
  let [ended, held, failure] = [false, false, undefined as Error | undefined];
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure = error;
    wake();
  };
  // The driver reports a broken connection to the connection, not to the command; one that is broken already, at once.
  connection.on('error', fail);
  const command = sendCommand(connection);
  // Not mysql2's own stream of rows: an event for each row costs half as much as the row itself.
  command.on('result', (row) => {
    batch.push(row as T);
    if (batch.length < size) return;
    held = true;
    connection.pause();
    wake();
  });
  command.on('error', fail);
  command.on('end', () => {
    ended = true;
    wake();
  });
  try {
    for (;;) {
      if (!ended && !held && !failure) await new Promise<void>((resolve) => (wake = resolve));
      if (failure) throw failure;
      const rows = batch;
      batch = [];
      if (rows.length) yield rows;
      if (ended) break;
      held = false;
      connection.resume();
    }
  } finally {
    if (!failure) connection.off('error', fail);
    if (ended && !failure) connection.release();
    else cut(connection);
  }
}

/** Hands on every row of a command as it comes, and releases the connection. A failure of `take` closes it. */
export function eachRow(
  connection: PoolConnection,
  sendCommand: SendCommand,
  take: (row: unknown) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // As above.
    connection.on('error', reject);
    const command = sendCommand(connection);
    command.on('result', (row) => {
      try {
        take(row);
      } catch (error) {
        cut(connection);
        reject(error as Error);
      }
    });
    let failed = false;
    command.on('error', (error) => {
      failed = true;
      connection.off('error', reject);
      connection.release();
      reject(error);
    });
    command.on('end', () => {
      if (failed) return;
      connection.off('error', reject);
      connection.release();
      resolve();
    });
  });
}

/**
 * Closes a connection at once. The driver alone only says that it will send no more: the server would go on sending rows
 * that nobody reads, and keep the connection and its locks until it gives up after a minute.
 */
function cut(connection: PoolConnection): void {
  connection.destroy();
  socketOf(connection).destroy();
}
