/** Known vulnerabilities of the products that the map names. */
import { ApiError } from '../core/http/errors.js';
import type { Report } from '../reports/report.js';
import type { ReportRun } from '../reports/report-run.js';
import { raw } from '../reports/sql.js';
import type { Cell, TableColumn } from '../files/table.js';
import { affectedRanges, Matches } from './matches.js';
import { rowsOf, type Findings } from './rows.js';
import { sourcesTable } from './sources.table.js';
import { productsOf, subjectsOf } from './subjects.js';
import type { Vulnerabilities } from './vulnerabilities.js';

const TYPE: TableColumn = { heading: 'Object type', kind: 'text', words: true };

const COLUMNS: readonly TableColumn[] = [
  { heading: 'Name', kind: 'text' },
  { heading: 'CPE Vendor', kind: 'text' },
  { heading: 'CPE Name', kind: 'text' },
  { heading: 'CPE Version', kind: 'text' },
  { heading: 'CVE', kind: 'text' },
  { heading: 'CVE Affected Version', kind: 'text' },
  { heading: 'CVE Summary', kind: 'long' },
  { heading: 'CVE References', kind: 'long' },
  { heading: 'CVE Impact', kind: 'text' },
  { heading: 'CVE Score', kind: 'number' },
  { heading: 'CVE Published', kind: 'date' },
];

/** The report; products that the provider was not asked for lately are asked for before its first row. */
export const cveReport = (vulnerabilities: Vulnerabilities): Report => ({
  name: 'cve',
  file: 'cve',
  about: 'Known vulnerabilities of the applications; with objects=all also those of other objects that name a product.',
  roots: ['applications'],
  async tables(run) {
    const all = wantsAll(run.query['objects']);
    const { database, provider } = vulnerabilities;
    const findings = await findingsOf(run, all, vulnerabilities);
    const rows = rowsOf(findings, run, database);
    return [
      { name: 'CVE', columns: all ? [TYPE, ...COLUMNS] : COLUMNS, rows: all ? rows : withoutType(rows) },
      sourcesTable(findings, provider?.name, run, database),
    ];
  },
});

function wantsAll(objects: unknown): boolean {
  if (objects === undefined || objects === '' || objects === 'applications') return false;
  if (objects === 'all') return true;
  throw new ApiError(400, 'wantsChoice', { name: 'objects', allowed: 'applications, all' });
}

async function findingsOf(run: ReportRun, all: boolean, vulnerabilities: Vulnerabilities): Promise<Findings> {
  const { database, provider } = vulnerabilities;
  const subjects = await subjectsOf(run, all);
  const failures = await vulnerabilities.refresh(productsOf(subjects));
  const matches = new Matches(subjects);
  const ranges = affectedRanges(subjects, database.dialect.pairIsIn);
  if (ranges) await matches.read(run.rows(ranges));
  const anySource =
    provider !== undefined || subjects.some((subject) => matches.knows(subject)) || (await anyRecord(run));
  return { subjects, failures, matches, anySource };
}

/** Something was imported once, though it may know none of these products. */
async function anyRecord(run: ReportRun): Promise<boolean> {
  for await (const rows of run.rows(raw('SELECT 1 AS one FROM own_cve_records LIMIT 1'))) return rows.length > 0;
  return false;
}

async function* withoutType(batches: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => row.slice(1));
}
