/** The thread that moves pages from the log into the file (see `LargeWrites`). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database as Connection } from 'better-sqlite3';
import { serve } from '../../core/thread.js';
import { sqliteDriver } from './driver.js';
import { isBusy } from './slice.js';

/** What the thread is asked. */
export interface CheckpointData {
  path: string;
  /** Pages that may be left in the log. */
  left: number;
  /** How often it is tried, since a reader may still need pages of the log. */
  attempts: number;
}

/** Milliseconds between two attempts. */
const PAUSE = 500;

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

async function run({ path, left, attempts }: CheckpointData): Promise<void> {
  const connection = new (sqliteDriver())(path, { fileMustExist: true });
  for (let n = 0; n < attempts && checkpoint(connection) > left; n++) await pause(PAUSE);
  connection.close();
}

serve(run);
