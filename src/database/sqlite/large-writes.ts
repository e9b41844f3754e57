/**
 * Ends of large transactions. The engine works in the thread that asks it: to store hundreds of megabytes at the end of a
 * transaction, and to move them from the log into the file, would hold up every other request for seconds.
 */
import { open } from 'node:fs/promises';
import { Thread } from '../../core/thread.js';
import type { CheckpointData } from './checkpoint-thread.js';
import type { Prepared } from './prepared.js';

/** Rows from which a transaction counts as large: below that its end takes less than a thread does to start. */
const LARGE = 50_000;
/** Pages of the log that a usual write leaves to later ones, and moves itself; the engine's own value. */
const USUAL = 1000;
/** How often it is tried to move the log: of hundreds of megabytes for five minutes, and once nobody writes a few times. */
const [AFTER_LARGE, WHEN_IDLE] = [600, 4];
const THREAD = require.resolve('./checkpoint-thread.js');

export class LargeWrites {
  /** Threads work one after the other. */
  private last: Promise<void> = Promise.resolve();
  private readonly thread = new Thread<CheckpointData, void>(THREAD, { idle: 0, isLeftBehind: true });
  private closed = false;

  /** `path`: the file that `writer` writes to. */
  constructor(
    private readonly path: string,
    private readonly writer: Prepared,
  ) {}

  /** Commits the transaction of the writer, which has changed so many rows. */
  async commit(changed: number): Promise<void> {
    const { connection } = this.writer;
    const isLarge = changed >= LARGE;
    if (isLarge) {
      await this.flushLog();
      connection.pragma('wal_autocheckpoint = 0');
    }
    await this.writer.run('COMMIT');
    if (isLarge) this.moveLog(USUAL, AFTER_LARGE);
  }

  /** Moves all that stands in the log, in a thread. */
  emptyLog(): void {
    this.moveLog(0, WHEN_IDLE);
  }

  /** What is left in the log is moved as the last connection is closed. */
  async close(): Promise<void> {
    this.closed = true;
    await this.thread.close();
  }

  /** What stands in the log already is on the disk before the end has to wait for the rest. Where that fails the end takes longer. */
  private async flushLog(): Promise<void> {
    const log = await open(`${this.path}-wal`, 'r').catch(() => undefined);
    if (!log) return;
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  /** Begins to move the log until no more than so many pages are left, which usual writes move by themselves. */
  private moveLog(left: number, attempts: number): void {
    const { connection } = this.writer;
    const mine = this.last.then(() => this.checkpoint({ path: this.path, left, attempts }));
    this.last = mine;
    void mine.then(() => {
      if (this.last === mine && connection.open) connection.pragma(`wal_autocheckpoint = ${USUAL}`);
    });
  }

  /** Ends when the thread has; where it fails, usual writes have more to move. */
  private async checkpoint(data: CheckpointData): Promise<void> {
    if (!this.closed) await this.thread.ask(data).catch(() => undefined);
  }
}
