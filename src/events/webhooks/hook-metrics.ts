/** The figures of hooks. None of them tells a number of the feed. */
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import { Metrics } from '../../operations/metrics.js';
import { lagOf, OLDEST_WAITING, stateOf } from './lag.js';
import type { Outcome } from './post.js';

const HOOKS = `SELECT h.\`id\`, h.\`paused_reason\`, h.\`failing_since\`, ${OLDEST_WAITING} AS waiting FROM \`own_webhooks\` h`;
const STATES = ['ok', 'failing', 'paused'] as const;

@Injectable()
export class HookMetrics {
  private readonly attempts: Counter<'class'>;

  constructor(database: Database, metrics: Metrics) {
    const registry = new Registry();
    const registers = [registry];
    this.attempts = new Counter({
      ...{
        name: 'meridian_webhook_attempts_total',
        help: 'Requests to receivers of webhooks, by what became of them.',
      },
      ...{ labelNames: ['class'], registers },
    });
    const lag = new Gauge({
      ...{ name: 'meridian_webhook_lag_seconds', help: 'Age of the oldest change that a webhook has yet to look at.' },
      ...{ labelNames: ['webhook'], registers },
    });
    new Gauge({
      ...{ name: 'meridian_webhooks', help: 'Webhooks by their state.', labelNames: ['state'], registers },
      async collect() {
        const rows = await database.all(HOOKS).catch(() => undefined);
        if (!rows) return;
        for (const state of STATES) this.set({ state }, rows.filter((row) => stateOf(row) === state).length);
        lag.reset();
        for (const row of rows) lag.set({ webhook: String(row['id']) }, lagOf(row['waiting']));
      },
    });
    metrics.add(registry);
  }

  count({ error }: Outcome): void {
    this.attempts.inc({ class: error ?? 'ok' });
  }
}
