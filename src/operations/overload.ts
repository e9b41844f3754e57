/** Decides when requests are refused: the server has more to do than it can, or no database (contract 10: 503). */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { RequestMetrics } from './request-metrics.js';

/** Why new work is refused; these are labels in the metrics. */
export type Refusal = 'event_loop' | 'requests' | 'database_queue' | 'database_away';

/** How often it is looked whether work is late, in milliseconds. */
const CHECK_INTERVAL_MS = 100;
/** One long piece of work makes everything late once; two times running there is too much work. */
const MAX_LATE_CHECKS = 2;

@Injectable()
export class Overload implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Overload');
  private timer: NodeJS.Timeout | undefined;
  private due = 0;
  private late = 0;
  private logged: Refusal | undefined;

  constructor(
    private readonly database: Database,
    private readonly requests: RequestMetrics,
    private readonly adapter: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.arm();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  /** Why a new request is to be refused; undefined if it is welcome. Asked for every request, so it only compares. */
  refusal(): Refusal | undefined {
    if (this.database.unavailable) return 'database_away';
    if (this.late >= MAX_LATE_CHECKS) return 'event_loop';
    const { overloadQueue } = this.config;
    if (!overloadQueue) return undefined;
    // Of those that come at once none waits for the database yet when the last of them is let in. Those whose bodies are
    // still on their way are no work: whoever holds bodies back must not keep others out.
    const { openBodies } = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    if (this.requests.inProgress - openBodies.waiting > overloadQueue) return 'requests';
    return this.database.waiting >= overloadQueue ? 'database_queue' : undefined;
  }

  private arm(): void {
    this.due = performance.now() + CHECK_INTERVAL_MS;
    this.timer = setTimeout(() => this.look(), CHECK_INTERVAL_MS).unref();
  }

  private look(): void {
    const { overloadLag } = this.config;
    this.late = overloadLag && performance.now() - this.due > overloadLag ? this.late + 1 : 0;
    this.log(this.refusal());
    this.arm();
  }

  /** A change is logged, and not every request that is refused. */
  private log(refusal: Refusal | undefined): void {
    if (refusal === this.logged) return;
    this.logged = refusal;
    this.logger.warn(refusal ? `New requests are refused: ${refusal}.` : 'New requests are welcome again.');
  }
}
