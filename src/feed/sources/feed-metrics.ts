/** The figures of feeding (feeding 11): those that stand in tables are read when they are asked for. */
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Database, type Row } from '../../database/database.js';
import { Metrics } from '../../operations/metrics.js';

const MISSING =
  'SELECT s.name, COUNT(r.missing_since) AS figure FROM own_feed_sources s ' +
  'LEFT JOIN own_feed_records r ON r.source_id = s.id AND r.missing_since IS NOT NULL GROUP BY s.name';
const LAST_RUNS =
  'SELECT s.name, MAX(r.finished_at) AS figure FROM own_feed_sources s ' +
  'JOIN own_feed_scopes c ON c.source_id = s.id JOIN own_feed_runs r ON r.id = c.last_run GROUP BY s.name';

@Injectable()
export class FeedMetrics {
  /** Figures are added here. */
  readonly registry = new Registry();

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    const { clock } = database;
    this.bySource('meridian_feed_missing', 'Objects that a source no longer reports.', MISSING, Number);
    this.bySource(
      'meridian_feed_last_run_seconds',
      'When something that a source said was applied last, in seconds since 1970.',
      LAST_RUNS,
      (stored) => Date.parse(clock.toApi(String(stored))!) / 1000,
    );
    metrics.add(this.registry);
  }

  private bySource(name: string, help: string, sql: string, valueOf: (figure: Row[string]) => number): void {
    const { database } = this;
    new Gauge({
      ...{ name, help, labelNames: ['source'], registers: [this.registry] },
      async collect() {
        this.reset();
        // While the database is away the other figures are all the more wanted.
        const rows = database.unavailable ? [] : await database.all(sql).catch(() => []);
        for (const { name: source, figure } of rows) {
          if (figure !== null) this.set({ source: String(source) }, valueOf(figure!));
        }
      },
    });
  }
}
