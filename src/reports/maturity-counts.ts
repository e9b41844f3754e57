/** Counts objects that tell all that their level of maturity asks for. */
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import { fulfilled } from './maturity-conditions.js';
import { CRITERIA, type Criteria } from './maturity-criteria.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql, type Sql } from './sql.js';

export const LEVELS = [1, 2, 3] as const;

/** Objects that comply and all objects, by level; null where the level asks for nothing yet. */
export type Counts = Array<{ compliant: number; total: number } | null>;

/** The counts of the types that the caller may list, by path. One statement. */
export async function countsOf(run: ReportRun): Promise<Map<string, Counts>> {
  const types = Object.values(CRITERIA)
    .flatMap((view) => Object.entries(view))
    .filter(([path]) => run.rights.all(path));
  const counts = new Map<string, Counts>();
  if (!types.length) return counts;
  const parts = types.map(([path, criteria], k) => countOf(run, path, criteria, k));
  for await (const rows of run.rows(joined(parts, ' UNION ALL '))) {
    for (const row of rows) {
      const [path, criteria] = types[row['k'] as number]!;
      const asked = LEVELS.map((level) => LEVELS.some((lower) => lower <= level && criteria[lower]));
      const total = Number(row['total']);
      counts.set(
        path,
        asked.map((is, i) => (is ? { compliant: Number(row[`n${i}`] ?? 0), total } : null)),
      );
    }
  }
  return counts;
}

/** Objects of a type, and those among them that fulfil each level and the ones below. */
function countOf(run: ReportRun, path: string, criteria: Criteria, k: number): Sql {
  const sums = LEVELS.map((level) => {
    const names = LEVELS.filter((lower) => lower <= level).flatMap((lower) => criteria[lower]?.split(' ') ?? []);
    const all = joined([raw('1 = 1'), ...names.map((name) => fulfilled(run, path, name))], ' AND ');
    return sql`SUM(CASE WHEN ${all} THEN 1 ELSE 0 END) AS ${raw(`n${level - 1}`)}`;
  });
  const table = raw(quote(registry.get(path).table));
  return sql`SELECT ${raw(String(k))} AS k, COUNT(*) AS total, ${joined(sums, ', ')} FROM ${table} t
    WHERE ${run.shown(path, 't')}`;
}
