/** How complete the map is: objects that tell all that their level of maturity asks for, by type and view. */
import { countsOf, LEVELS, type Counts } from './maturity-counts.js';
import { CRITERIA } from './maturity-criteria.js';
import type { Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { inBatches } from './rows.js';
import type { Cell, TableColumn } from '../files/table.js';

export const maturity: Report = {
  name: 'maturity',
  file: 'maturity',
  about: 'How complete the map is: compliant objects, all objects and their share, at each of three levels.',
  roots: [],
  async tables(run) {
    const number = (heading: string): TableColumn => ({ heading, kind: 'number' });
    const columns: TableColumn[] = [
      { heading: 'Object', kind: 'text', words: true },
      ...LEVELS.flatMap((level) => [
        number(`Level ${level} count`),
        number(`Level ${level} total`),
        number(`Level ${level} maturity (%)`),
      ]),
    ];
    const rows = [...rowsOf(run, await countsOf(run))];
    const sums = new Set(rows.flatMap(({ sum }, i) => (sum ? [i] : [])));
    return [{ name: 'Maturity', columns, rows: inBatches(rows.map(({ cells }) => cells)), sums }];
  },
};

/** A row for the sum of each view, and below it one for each of its types. */
function* rowsOf(run: ReportRun, counts: ReadonlyMap<string, Counts>): Iterable<{ cells: Cell[]; sum: boolean }> {
  for (const [view, types] of Object.entries(CRITERIA)) {
    const shown = Object.keys(types).filter((path) => run.rights.all(path));
    if (!shown.length) continue;
    yield { cells: [view, ...cellsOf(sum(shown.map((path) => counts.get(path)!)))], sum: true };
    for (const path of shown) yield { cells: [titleOf(path), ...cellsOf(counts.get(path)!)], sum: false };
  }
}

const titleOf = (path: string): string => path.charAt(0).toUpperCase() + path.slice(1).replaceAll('-', ' ');

const sum = (all: readonly Counts[]): Counts =>
  LEVELS.map((_, i) => {
    const counted = all.flatMap((counts) => counts[i] ?? []);
    const of = (name: 'compliant' | 'total'): number => counted.reduce((total, one) => total + one[name], 0);
    return counted.length ? { compliant: of('compliant'), total: of('total') } : null;
  });

const cellsOf = (counts: Counts): Cell[] =>
  counts.flatMap((count): Cell[] => {
    if (!count) return [null, null, null];
    const { compliant, total } = count;
    return [compliant, total, total ? Math.round((1000 * compliant) / total) / 10 : null];
  });
