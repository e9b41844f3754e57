/** Does the chores: a while after the start and then again and again, on one replica at a time. */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chores, type Chore } from './chores.js';
import { Lease } from './lease.js';

const MINUTE = 60_000;
/** A start has better things to do; replicas that start at once do not begin at once. */
const FIRST = MINUTE;
const EVERY = 15 * MINUTE;
/** A replica that is gone holds up the others for this long. */
const LEASE = 5 * MINUTE;
/** What one chore may do in a run; the rest comes in the next one. */
const MOST_BATCHES = 200;

@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Housekeeping');
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private stopped = false;

  constructor(
    database: Database,
    private readonly chores: Chores,
  ) {
    this.lease = new Lease(database, 'housekeeping', LEASE);
  }

  onApplicationBootstrap(): void {
    this.schedule(FIRST + Math.random() * FIRST);
  }

  /** Ends after the batch under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Does all chores now. A chore that fails is told in the log, and the others are done.
   * @returns false if another replica is at it, or this one already
   */
  async run(): Promise<boolean> {
    if (this.stopped || this.running) return false;
    const run = this.runAlone();
    // Whoever stops the server waits for the end of the run, not for its outcome.
    this.running = run.catch(() => undefined).finally(() => (this.running = undefined));
    return run;
  }

  private async runAlone(): Promise<boolean> {
    if (!(await this.lease.take())) return false;
    for (const chore of this.chores.all()) {
      try {
        if (!(await this.finish(chore))) return true;
      } catch (error) {
        this.logger.error(`${chore.name}: ${(error as Error).message}`);
      }
    }
    await this.lease.release();
    return true;
  }

  /** Runs a chore until there is no more of it. False if the lease was lost: another replica goes on. */
  private async finish(chore: Chore): Promise<boolean> {
    for (let batches = 0; batches < MOST_BATCHES && !this.stopped; batches++) {
      if (!(await this.lease.renew())) return false;
      if (!(await chore.batch())) return true;
      await new Promise((next) => setImmediate(next));
    }
    return true;
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.tick(), delay);
    this.timer.unref();
  }

  private async tick(): Promise<void> {
    await this.run().catch((error: Error) => this.logger.error(error.message));
    this.schedule(EVERY);
  }
}
