/** How much the map changed: objects created, updated and deleted by type, month by month. */
import { registry, type ResourceModel } from '../engine/index.js';
import { typeName } from './locales/index.js';
import { inBatches, named, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { joined, sql } from './sql.js';
import type { Cell, TableColumn } from '../files/table.js';

const MONTHS = 13;
const CHANGES = ['created', 'updated', 'deleted'] as const;

export const changes: Report = {
  name: 'changes',
  file: 'changes',
  titles: { en: 'Changes by month', fr: 'Changements par mois' },
  abouts: {
    en: 'Objects created, updated and deleted by type in each of the last 13 months.',
    fr: 'Les objets créés, modifiés et supprimés, par type, pour chacun des 13 derniers mois.',
  },
  roots: ['audit-logs'],
  async tables(run) {
    const months = monthsUpTo(run.now);
    const counts = await countsFrom(run, months[0]!);
    const columns: TableColumn[] = [
      { heading: run.translate('object'), kind: 'text' },
      { heading: run.translate('change'), kind: 'text' },
      ...months.map((month) => ({ heading: month.split('-').reverse().join('/'), kind: 'number' as const })),
    ];
    return [{ ...named(run, 'changes'), columns, rows: inBatches(rowsOf(run, months, counts)), names: 2 }];
  },
};

/** Three rows for each type that the caller may list, in the order of the map. */
function* rowsOf(run: ReportRun, months: readonly string[], counts: ReadonlyMap<string, number>): Iterable<Cell[]> {
  for (const resource of registry.all()) {
    if (!isOfMap(resource) || !run.rights.all(resource.path)) continue;
    for (const change of CHANGES) {
      const cells = months.map((month) => counts.get(`${resource.polymorphicType} ${change} ${month}`) ?? 0);
      yield [typeName(resource.path, run.language), run.translate(change), ...cells];
    }
  }
}

const isOfMap = ({ audited, view, owner }: ResourceModel): boolean => audited && view !== 'configuration' && !owner;

/** Months as `YYYY-MM`, the oldest first. */
const monthsUpTo = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + i, 1)).toISOString().slice(0, 7),
  );

/** Counts by type, change and month. One statement. */
async function countsFrom(run: ReportRun, first: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const changes = joined(
    CHANGES.map((change) => sql`${change}`),
    ', ',
  );
  const statement = sql`
    SELECT l.subject_type, l.description, SUBSTR(l.created_at, 1, 7) AS month, COUNT(*) AS count FROM audit_logs l
    WHERE l.created_at >= ${`${first}-01 00:00:00`} AND l.description IN (${changes}) AND ${run.shown('audit-logs', 'l')}
    GROUP BY l.subject_type, l.description, SUBSTR(l.created_at, 1, 7)`;
  for await (const rows of run.rows(statement)) {
    for (const row of rows) {
      counts.set(
        `${String(row['subject_type'])} ${String(row['description'])} ${String(row['month'])}`,
        Number(row['count']),
      );
    }
  }
  return counts;
}
