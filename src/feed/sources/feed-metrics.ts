/** The figures of feeding (feeding 11): those that stand in tables are read when they are asked for. */
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
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
  private readonly runs: Counter<'source' | 'state'>;
  private readonly kept: Gauge<'source'>;
  private readonly seconds: Histogram<'phase'>;

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
    const registers = [this.registry];
    this.runs = new Counter({
      ...{ name: 'meridian_feed_runs_total', help: 'Runs of feeds.', labelNames: ['source', 'state'], registers },
    });
    this.kept = new Gauge({
      ...{ name: 'meridian_feed_kept', help: 'Values that the last run here did not write.', registers },
      labelNames: ['source'],
    });
    this.seconds = new Histogram({
      ...{ name: 'meridian_feed_seconds', help: 'How long feeds take.', labelNames: ['phase'], registers },
      buckets: [0.05, 0.2, 1, 5, 20, 60],
    });
    metrics.add(this.registry);
  }

  /** A run has ended; `kept`: how many values stayed as they are, whatever it says. */
  ran(source: string, state: 'applied' | 'refused', kept: number): void {
    this.runs.inc({ source, state });
    this.kept.set({ source }, kept);
  }

  /** Measures a part of the work. */
  async timed<T>(phase: 'planning' | 'applying', work: () => Promise<T>): Promise<T> {
    const end = this.seconds.startTimer({ phase });
    try {
      return await work();
    } finally {
      end();
    }
  }

  private bySource(name: string, help: string, sql: string, valueOf: (figure: Row[string]) => number): void {
    const { database } = this;
    new Gauge({
      ...{ name, help, labelNames: ['source'], registers: [this.registry] },
      async collect() {
        // While the database is away or busy the figures of before stand: all others are all the more wanted then.
        const rows = database.unavailable || database.waiting ? undefined : await inTime(database.all(sql));
        if (!rows) return;
        this.reset();
        for (const { name: source, figure } of rows) {
          if (figure !== null) this.set({ source: String(source) }, valueOf(figure!));
        }
      },
    });
  }
}

/** Milliseconds that figures out of tables may take. */
const PATIENCE = 1000;

/** What is read, unless it fails or takes too long. */
async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE)));
  try {
    return await Promise.race([reading, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
