/** Whether the database can be written to, and whether its files are in order: looked at for supervisors, metrics and the log. */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { storageCauseOf, type StorageCause } from '../../core/http/storage-errors.js';
import { Database } from '../../database/database.js';
import { Lifecycle } from '../graceful-shutdown.js';
import { Metrics } from '../metrics.js';

/** How often the files are looked at, in milliseconds. */
const FILES_INTERVAL_MS = 2000;
/** How long the outcome of a trial holds, and how long is waited for one, in milliseconds. */
const [FRESH, LIMIT] = [5000, 1000];

/** Why nothing can be stored. */
export type WriteState = 'ok' | StorageCause;

@Injectable()
export class DatabaseWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Database');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private state: WriteState = 'ok';
  private lookedAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly lifecycle: Lifecycle,
    metrics: Metrics,
    adapter: HttpAdapterHost,
  ) {
    const server = adapter.httpAdapter.getInstance<FastifyInstance>();
    server.decorate('noteDamage', (error: unknown) => database.noteError(error));
    database.onFault = ({ code, message }) => {
      this.logger.error(message);
      // Reads of a damaged file may go on. Those of a file that is gone would be of a map that nobody has any more,
      // and statements for tables that are others now go nowhere.
      if (code !== 'DATABASE_DAMAGED') this.lifecycle.giveUp?.(message);
    };
    metrics.add(this.figures());
  }

  onApplicationBootstrap(): void {
    for (const warning of this.database.warnings) this.logger.warn(warning);
    // What was found while the program was put together had no listener yet.
    if (this.database.fault) this.database.onFault?.(this.database.fault);
    this.timer = setInterval(() => this.database.findFault(), FILES_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * What became of a row that was stored and removed within the last seconds. Where others hold up writes, which fail no
   * write by that, the outcome of before holds.
   */
  async writeState(): Promise<WriteState> {
    const { fault } = this.database;
    if (fault) return storageCauseOf(fault)!;
    if (performance.now() - this.lookedAt > FRESH) {
      this.running ??= this.look();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT)));
      await Promise.race([this.running, late]).finally(() => clearTimeout(timer));
    }
    return this.state;
  }

  private async look(): Promise<void> {
    try {
      if (await this.database.tryWrite()) this.note('ok');
    } catch (error) {
      this.note(storageCauseOf(error) ?? 'failed', error as Error);
    }
    this.lookedAt = performance.now();
    this.running = undefined;
  }

  /** A change is logged, and not every look. */
  private note(state: WriteState, error?: Error): void {
    if (state === this.state) return;
    this.state = state;
    if (error) this.logger.error(`Nothing can be stored (${state}): ${error.message}`);
    else this.logger.log('The database can be written to again.');
  }

  private figures(): Registry {
    const registry = new Registry();
    const state = (): Promise<WriteState> => this.writeState();
    new Gauge({
      name: 'meridian_database_writable',
      help: '0 while nothing can be stored in the database.',
      registers: [registry],
      async collect() {
        this.set((await state()) === 'ok' ? 1 : 0);
      },
    });
    return registry;
  }
}
