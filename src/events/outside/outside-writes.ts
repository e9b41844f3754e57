/** Looks for writes of other programs again and again, on one replica at a time. */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import { Database } from '../../database/database.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { Metrics } from '../../operations/metrics.js';
import { watchesOutside } from '../settings.js';
import { OutsideSweep } from './sweep.js';

/** A replica that is gone holds up the others for this long; no part of a look takes as long. */
const LEASE = 150_000;

@Injectable()
export class OutsideWrites implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Outside writes');
  private readonly lease: Lease;
  private readonly every: number;
  private readonly isOn: boolean;
  private readonly seconds: Gauge;
  private readonly changes: Counter;
  private readonly failures: Counter;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private stopped = false;

  constructor(
    database: Database,
    private readonly sweep: OutsideSweep,
    metrics: Metrics,
    @Inject(CONFIG) { events }: Config,
  ) {
    this.lease = new Lease(database, 'outside writes', LEASE);
    this.every = events.outsideWritesEvery * 1000;
    this.isOn = watchesOutside(events, database);
    const registry = new Registry();
    const registers = [registry];
    this.seconds = new Gauge({
      ...{
        name: 'meridian_outside_sweep_seconds',
        help: 'How long the last look for writes from outside took.',
        registers,
      },
    });
    this.changes = new Counter({
      ...{
        name: 'meridian_outside_changes_total',
        help: 'Changes that other programs wrote into the database.',
        registers,
      },
    });
    this.failures = new Counter({
      ...{
        name: 'meridian_outside_sweep_failures_total',
        help: 'Looks for writes from outside that failed.',
        registers,
      },
    });
    if (this.isOn) metrics.add(registry);
  }

  onApplicationBootstrap(): void {
    if (this.isOn) this.schedule(0);
  }

  /** Ends after the part under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Looks now. Returns how many changes were told; undefined where another replica is at it. */
  async run(): Promise<number | undefined> {
    if (!(await this.lease.take())) return undefined;
    const began = performance.now();
    try {
      const reported = await this.sweep.sweep(async () => !this.stopped && (await this.lease.renew()));
      this.seconds.set((performance.now() - began) / 1000);
      this.changes.inc(reported);
      return reported;
    } finally {
      await this.lease.release();
    }
  }

  private schedule(pause: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run()
        .catch((error: Error) => {
          this.failures.inc();
          this.logger.error(`The map could not be looked at: ${error.message}`);
        })
        .finally(() => this.schedule(this.every));
    }, pause).unref();
  }
}
