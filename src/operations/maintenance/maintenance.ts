/** Scheduled tasks: a while after the start and then again and again, on one replica at a time. */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Lease } from './lease.js';

/** One piece of housekeeping. It may be run at any time, and again after it was broken off. */
export interface ScheduledTask {
  /** For the log. */
  readonly name: string;
  /**
   * Removes a batch of what nobody needs any more, small enough to hold up nobody.
   * @returns whether there may be more: it is called again then, until it has had its share of the run
   */
  batch(): Promise<boolean>;
}

/** All tasks. A module adds its own when it starts: `tasks.add(this)` in the constructor of an injectable. */
@Injectable()
export class ScheduledTasks {
  private readonly list: ScheduledTask[] = [];

  add(task: ScheduledTask): void {
    this.list.push(task);
  }

  all(): readonly ScheduledTask[] {
    return this.list;
  }
}

const MINUTE = 60_000;
/** A start has better things to do; replicas that start at once do not begin at once. */
const FIRST_DELAY_MS = MINUTE;
const INTERVAL_MS = 15 * MINUTE;
/** A replica that is gone holds up the others for this long. */
const LEASE = 5 * MINUTE;
/** What one task may do in a run; the rest comes in the next one. */
const MAX_BATCHES = 200;

@Injectable()
export class Maintenance implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Maintenance');
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private stopped = false;

  constructor(
    database: Database,
    private readonly tasks: ScheduledTasks,
  ) {
    this.lease = new Lease(database, 'housekeeping', LEASE);
  }

  onApplicationBootstrap(): void {
    this.schedule(FIRST_DELAY_MS + Math.random() * FIRST_DELAY_MS);
  }

  /** Ends after the batch under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Does all tasks now. A task that fails is logged, and the others are run.
   * @returns false if another replica is at it, or this one already
   */
  async run(): Promise<boolean> {
    if (this.stopped || this.running) return false;
    const run = this.runUnderLease();
    // Whoever stops the server waits for the end of the run, not for its outcome.
    this.running = run.catch(() => undefined).finally(() => (this.running = undefined));
    return run;
  }

  private async runUnderLease(): Promise<boolean> {
    if (!(await this.lease.take())) return false;
    for (const task of this.tasks.all()) {
      try {
        if (!(await this.finish(task))) return true;
      } catch (error) {
        this.logger.error(`${task.name}: ${(error as Error).message}`);
      }
    }
    await this.lease.release();
    return true;
  }

  /** Runs a task until there is no more of it. False if the lease was lost: another replica goes on. */
  private async finish(task: ScheduledTask): Promise<boolean> {
    for (let batches = 0; batches < MAX_BATCHES && !this.stopped; batches++) {
      if (!(await this.lease.renew())) return false;
      if (!(await task.batch())) return true;
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
    this.schedule(INTERVAL_MS);
  }
}
