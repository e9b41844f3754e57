/** Looks for vulnerabilities without a reader: soon after an import and after products changed, on one replica at a time. */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Lease } from '../operations/maintenance/lease.js';
import { ScheduledTasks, type ScheduledTask } from '../operations/maintenance/maintenance.js';
import { FoundVulnerabilities } from './found.js';

const SECOND = 1000;
/** How often it is asked whether anything changed: a statement or two, where nothing did. */
const INTERVAL = 30 * SECOND;
/** A replica that is gone holds up the others for this long. */
const LEASE = 4 * INTERVAL;
/** A look takes no more than this share of the time. */
const SHARE = 20;

@Injectable()
export class Rematch implements ScheduledTask, OnApplicationBootstrap, OnModuleDestroy {
  readonly name = 'vulnerabilities';
  private readonly logger = new Logger('Vulnerabilities');
  private readonly lease: Lease;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly found: FoundVulnerabilities,
    tasks: ScheduledTasks,
  ) {
    this.lease = new Lease(database, 'vulnerabilities', LEASE);
    tasks.add(this);
  }

  /** As one of the scheduled tasks, whichever replica does these: nothing is missed where the one that looks is gone. */
  async batch(): Promise<boolean> {
    await this.found.refresh();
    return false;
  }

  onApplicationBootstrap(): void {
    this.schedule(INTERVAL);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Looks now, without anybody waiting for it: what was imported here is found, whoever else looks otherwise. */
  soon(): void {
    void this.run(() => this.found.refresh());
  }

  /** Looks, if that is for this replica to do. */
  async tick(): Promise<void> {
    await this.run(async () => {
      if (this.database.dialect.oneServer || (await this.isOurs())) await this.found.refresh();
    });
  }

  private async isOurs(): Promise<boolean> {
    return (await this.lease.renew()) || (await this.lease.take());
  }

  private run(work: () => Promise<void>): Promise<void> {
    if (this.stopped) return Promise.resolve();
    const before = this.running ?? Promise.resolve();
    const own = before.then(work).catch((error: Error) => this.logger.error(error.message));
    this.running = own;
    return own;
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      const began = performance.now();
      void this.tick().then(() => this.schedule(Math.max(INTERVAL, SHARE * (performance.now() - began))));
    }, delay);
    this.timer.unref();
  }
}
