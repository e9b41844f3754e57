/** Tells the journal to the receivers that the settings name, and how far behind they are. */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import { Database } from '../../database/database.js';
import { Metrics } from '../../operations/metrics.js';
import { Chaining } from '../chain/chaining.js';
import { Outlet, type Send } from './outlet.js';
import { sendSyslog, syslogMessage } from './syslog.js';

/** Milliseconds between two looks, and at most after failures. */
const [PAUSE_MS, MAX_PAUSE_MS] = [1000, 60_000];
const HTTP_TIMEOUT_MS = 15_000;
const WAITING =
  'SELECT o.`name`, (SELECT MIN(c.`at`) FROM `own_audit_chain` c WHERE c.`number` = o.`position` + 1) AS oldest FROM `own_audit_outlets` o';

@Injectable()
export class Siem implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Audit');
  private readonly outlets: Outlet[];
  private readonly failures: Counter<'receiver'>;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly chaining: Chaining,
    metrics: Metrics,
    @Inject(CONFIG) { siem }: Config,
  ) {
    const { syslog, syslogCa, http } = siem;
    this.outlets = [
      ...(syslog ? [outletTo('syslog', (said) => sendSyslog(syslog, syslogCa, said.map(syslogMessage)))] : []),
      ...(http === undefined ? [] : [outletTo('http', postTo(http))]),
    ].map((make) => make(database));
    const registry = new Registry();
    this.failures = new Counter({
      name: 'meridian_audit_receiver_failures_total',
      help: 'Batches of the journal that a receiver did not take.',
      labelNames: ['receiver'],
      registers: [registry],
    });
    if (this.outlets.length) {
      this.addLag(registry);
      metrics.add(registry);
    }
  }

  onApplicationBootstrap(): void {
    for (const outlet of this.outlets) this.after(0, outlet, 0);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
    for (const outlet of this.outlets) await outlet.end().catch(() => undefined);
  }

  private after(pause: number, outlet: Outlet, failures: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.sendAll(outlet, failures).then((left) => {
        this.running.delete(run);
        this.after(Math.min(PAUSE_MS * 2 ** left, MAX_PAUSE_MS), outlet, left);
      });
      this.running.add(run);
    }, pause).unref();
    this.timers.add(timer);
  }

  /** Sends what there is; returns how often it failed in a row. */
  private async sendAll(outlet: Outlet, failures: number): Promise<number> {
    try {
      await this.chaining.upToDate();
      await outlet.begin();
      while (!this.stopped && (await outlet.batch()));
      if (failures) this.logger.log(`The receiver of the journal (${outlet.name}) takes it again.`);
      return 0;
    } catch (error) {
      this.failures.inc({ receiver: outlet.name });
      if (!failures)
        this.logger.warn(`The receiver of the journal (${outlet.name}) does not take it: ${(error as Error).message}`);
      return Math.min(failures + 1, 10);
    }
  }

  private addLag(registry: Registry): void {
    const { database } = this;
    new Gauge({
      name: 'meridian_audit_receiver_lag_seconds',
      help: 'Age of the oldest entry of the journal that a receiver has not taken; 0 where there is none.',
      labelNames: ['receiver'],
      registers: [registry],
      async collect() {
        for (const { name, oldest } of await database.all(WAITING).catch(() => []))
          this.set({ receiver: String(name) }, oldest === null ? 0 : Math.max(0, (Date.now() - Number(oldest)) / 1000));
      },
    });
  }
}

const outletTo =
  (name: string, send: Send) =>
  (database: Database): Outlet =>
    new Outlet(database, name, send);

/** One event on each line. */
const postTo =
  (url: string): Send =>
  async (said) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: said.map(({ body }) => `${body}\n`).join(''),
      redirect: 'error',
      signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
  };
