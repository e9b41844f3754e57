/** The figures of checks, read when they are asked for. */
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { Metrics } from '../operations/metrics.js';
import { Findings } from './findings/findings.service.js';
import { SEVERITIES } from './severity.js';

const OPEN =
  'SELECT k.`severity` AS severity, COUNT(*) AS n FROM `own_findings` f JOIN `own_checks` k ON k.`id` = f.`check_id` ' +
  'WHERE f.`gone_at` IS NULL AND (f.`accepted_until` IS NULL OR f.`accepted_until` < ?) GROUP BY k.`severity`';
const RUNS =
  'SELECT `slug`, `last_run_ms`, `last_error` FROM `own_checks` WHERE `enabled` = 1 AND `last_run_at` IS NOT NULL';

@Injectable()
export class CheckMetrics {
  constructor(database: Database, findings: Findings, metrics: Metrics) {
    const registry = new Registry();
    const registers = [registry];
    new Gauge({
      ...{ name: 'meridian_findings_open', help: 'Open findings of checks, by severity.', registers },
      labelNames: ['severity'],
      async collect() {
        const rows = await database.all(OPEN, [findings.today]).catch(() => undefined);
        if (!rows) return;
        const counts = new Map(rows.map(({ severity, n }) => [String(severity), Number(n)]));
        for (const severity of SEVERITIES) this.set({ severity }, counts.get(severity) ?? 0);
      },
    });
    new Gauge({
      ...{ name: 'meridian_check_failed', help: '1 where the last run of a check failed, by check.', registers },
      labelNames: ['check'],
      async collect() {
        const rows = await database.all(RUNS).catch(() => undefined);
        if (!rows) return;
        this.reset();
        for (const { slug, last_error: error } of rows) this.set({ check: String(slug) }, error === null ? 0 : 1);
      },
    });
    new Gauge({
      ...{ name: 'meridian_check_seconds', help: 'Seconds that the last run of a check took, by check.', registers },
      labelNames: ['check'],
      async collect() {
        const rows = await database.all(RUNS).catch(() => undefined);
        if (!rows) return;
        this.reset();
        for (const { slug, last_run_ms: ms } of rows) this.set({ check: String(slug) }, Number(ms) / 1000);
      },
    });
    metrics.add(registry);
  }
}
