/** The figures of the feed, read when they are asked for. None of them tells a number of the feed. */
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { PENDING, UNPUBLISHED } from '../audit/audit-row.js';
import { Database } from '../database/database.js';
import { Metrics } from '../operations/metrics.js';
import { Streams } from './stream.js';

const COUNTED = `SELECT COUNT(*) AS count, MIN(a.\`created_at\`) AS oldest FROM \`audit_logs\` a WHERE a.\`${PENDING}\` = ${UNPUBLISHED}`;

@Injectable()
export class EventMetrics {
  constructor(database: Database, streams: Streams, metrics: Metrics) {
    const registry = new Registry();
    const registers = [registry];
    // Each asks for itself: one may be read before the other.
    const waiting = async (): Promise<{ count: number; seconds: number } | undefined> => {
      const [row] = await database.all(COUNTED).catch(() => []);
      if (!row) return undefined;
      const oldest = row['oldest'] === null ? undefined : database.clock.toApi(String(row['oldest']));
      const seconds = oldest ? Math.max(0, (Date.now() - Date.parse(oldest)) / 1000) : 0;
      return { count: Number(row['count']), seconds };
    };
    new Gauge({
      name: 'meridian_events_unpublished_seconds',
      help: 'Age of the oldest change that has no place in the feed yet; 0 where there is none.',
      registers,
      async collect() {
        const found = await waiting();
        if (found) this.set(found.seconds);
      },
    });
    new Gauge({
      ...{ name: 'meridian_events_unpublished', help: 'Changes that have no place in the feed yet.', registers },
      async collect() {
        const found = await waiting();
        if (found) this.set(found.count);
      },
    });
    new Gauge({
      ...{ name: 'meridian_event_streams', help: 'Streams of changes that are open here.', registers },
      collect() {
        this.set(streams.size);
      },
    });
    metrics.add(registry);
  }
}
