/** The sheet that tells where the vulnerabilities of the report come from, and how old they are. */
import type { Database, Row } from '../database/database.js';
import type { ReportRun } from '../reports/report-run.js';
import { raw } from '../reports/sql.js';
import type { Cell, Table } from '../files/table.js';
import { pairKey } from './matching/names.js';
import type { Findings } from './rows.js';

const FEEDS = 'SELECT source, records, last_modified, imported_at FROM own_cve_sources ORDER BY source';
const ASKED = `
  SELECT source, SUM(records) AS records, COUNT(*) AS products, MIN(fetched_at) AS oldest, MAX(fetched_at) AS newest
  FROM own_cve_cache GROUP BY source ORDER BY source`;

/** Imported feeds, then providers and what they were asked for, then what they did not answer. */
export function sourcesTable(
  findings: Findings,
  provider: string | undefined,
  run: ReportRun,
  database: Database,
): Table {
  return {
    name: 'Sources',
    columns: [
      { heading: 'Source', kind: 'text' },
      { heading: 'Records', kind: 'number' },
      { heading: 'Last modified', kind: 'date' },
      { heading: 'Last import or fetch', kind: 'date' },
      { heading: 'Note', kind: 'text', words: true },
    ],
    rows: rowsOf(findings, provider, run, database),
  };
}

async function* rowsOf(
  findings: Findings,
  provider: string | undefined,
  run: ReportRun,
  { clock }: Database,
): AsyncGenerator<Cell[][]> {
  const day = (stored: unknown): string | null => (stored ? (clock.toApi(String(stored))?.slice(0, 10) ?? null) : null);
  const feed = (row: Row): Cell[] => [text(row), Number(row['records']), day(row['last_modified']), day(row['imported_at']), null]; // prettier-ignore
  const asked = (row: Row): Cell[] => [
    text(row),
    Number(row['records']),
    null,
    day(row['newest']),
    `${count(Number(row['products']), 'product')} asked for, the first on ${day(row['oldest'])}`,
  ];
  for await (const rows of run.rows(raw(FEEDS))) yield rows.map(feed);
  for await (const rows of run.rows(raw(ASKED))) yield rows.map(asked);
  if (provider !== undefined) yield failed(findings).map((note) => [provider, null, null, null, note]);
}

const text = (row: Row): string => row['source'] as string;

/** Every reason with the number of products that it concerns. */
function failed({ failures, subjects, matches }: Findings): string[] {
  const known = subjects.filter((subject) => matches.knows(subject));
  const local = new Set(known.map(({ wanted }) => pairKey(wanted!.vendor, wanted!.product)));
  const reasons = new Map<string, { all: number; local: number }>();
  for (const [key, reason] of failures) {
    const counted = reasons.get(reason) ?? { all: 0, local: 0 };
    counted.all++;
    if (local.has(key)) counted.local++;
    reasons.set(reason, counted);
  }
  return [...reasons].map(
    ([reason, counted]) =>
      `${reason}: ${count(counted.all, 'product')}, ${counted.local} of them told from what was known before`,
  );
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
