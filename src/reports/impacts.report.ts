/** Business impact of an interruption: activities, and how badly each kind of impact would hit them. */
import { fold } from '../core/text/fold.js';
import { sortKey } from '../core/text/order.js';
import { text } from './formatters/columns.js';
import { asLevel } from './formatters/values.js';
import { table, type Column, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

/** A sheet has 16 384 columns; kinds of impact are free text. */
const MAX_KINDS = 16_000;

interface Kind {
  heading: string;
  /** The worst severity by activity. */
  severities: Map<number, number>;
}

export const impacts: Report = {
  name: 'impacts',
  file: 'impacts',
  titles: { en: 'Impacts of an interruption', fr: 'Impacts d’une interruption' },
  abouts: {
    en: 'Activities and the severity of each kind of impact that an interruption would have.',
    fr: 'Les activités et la gravité de chaque type d’impact qu’aurait une interruption.',
  },
  roots: ['activities'],
  async tables(run) {
    const kinds = await kindsOf(run);
    const columns = kinds.map(({ heading, severities }): Column => ({
      heading: { name: heading },
      kind: 'level',
      worded: true,
      value: (row) => severities.get(row['id'] as number) ?? null,
    }));
    const rows = run.rows(sql`
      SELECT v.id, v.name FROM activities v WHERE ${run.shown('activities', 'v')} ORDER BY ${run.order('v')}`);
    return [table(run, 'impacts', [text('activity', 'name'), ...columns], rows)];
  },
};

/** Kinds of impact of live activities, in alphabetical order; spellings that differ by case only are one. */
async function kindsOf(run: ReportRun): Promise<Kind[]> {
  const kinds = new Map<string, Kind>();
  const statement = sql`
    SELECT i.activity_id, i.impact_type, i.severity FROM activity_impact i
    JOIN activities v ON v.id = i.activity_id AND ${run.shown('activities', 'v')} ORDER BY i.id`;
  for await (const rows of run.rows(statement)) {
    for (const row of rows) {
      const name = String(row['impact_type'] ?? '').trim();
      if (!name) continue;
      const key = fold(name);
      let kind = kinds.get(key);
      if (!kind) kinds.set(key, (kind = { heading: capitalised(name), severities: new Map() }));
      const [activity, severity] = [row['activity_id'] as number, asLevel(row['severity']!)];
      if (severity !== null) kind.severities.set(activity, Math.max(severity, kind.severities.get(activity) ?? 0));
    }
  }
  const sorted = [...kinds.values()].sort((a, b) => (sortKey(a.heading) < sortKey(b.heading) ? -1 : 1));
  return sorted.slice(0, MAX_KINDS);
}

const capitalised = (text: string): string => text.replace(/^./u, (first) => first.toUpperCase());
