/** The thread that moves what a large transaction wrote from the log into the file (see `LargeWrites`). */
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { Database as Connection } from 'better-sqlite3';
import { sqliteDriver } from './driver.js';
import { isBusy } from './slice.js';

/** Pages that may be left in the log: the next write moves so few by itself. */
const FEW = 1000;
/** Milliseconds after which is tried again where a reader still needs pages of the log, and how often that is. */
const [PAUSE, ATTEMPTS] = [500, 600];

/** Returns how many pages of the log are not in the file; all that there can be where another process is moving them. */
function checkpoint(connection: Connection): number {
  try {
    const [state] = connection.pragma('wal_checkpoint(PASSIVE)') as Array<{ log: number; checkpointed: number }>;
    return state!.log - state!.checkpointed;
  } catch (error) {
    if (isBusy(error)) return Infinity;
    throw error;
  }
}

async function run(connection: Connection): Promise<void> {
  for (let n = 0; n < ATTEMPTS && checkpoint(connection) > FEW; n++) await pause(PAUSE);
  connection.close();
}

void run(new (sqliteDriver())(workerData as string));
