/** Known vulnerabilities of the products that the map names: a row for each, and where they come from. */
import { ApiError } from '../core/http/errors.js';
import type { Database, Row } from '../database/database.js';
import type { Cell, ColumnKind, TableColumn } from '../files/table.js';
import { Label, type LabelKey } from '../reports/locales/index.js';
import { named, type Report, type ReportFacts, type ReportTable } from '../reports/report.js';
import type { ReportRun } from '../reports/report-run.js';
import { raw, Sql } from '../reports/sql.js';
import { affectedRanges, Matches, type Match } from './matches.js';
import { pairKey } from './matching.js';
import { distinctProducts, mappedProducts, type MappedProduct } from './products.js';
import type { Failures } from './providers/refresh.js';
import type { Vulnerabilities } from './vulnerabilities.js';

const COLUMNS: ReadonlyArray<{ heading: LabelKey; kind: ColumnKind }> = [
  { heading: 'objectType', kind: 'text' },
  { heading: 'name', kind: 'text' },
  { heading: 'cpeVendor', kind: 'text' },
  { heading: 'cpeName', kind: 'text' },
  { heading: 'cpeVersion', kind: 'text' },
  { heading: 'cve', kind: 'text' },
  { heading: 'cveAffectedVersion', kind: 'text' },
  { heading: 'cveSummary', kind: 'long' },
  { heading: 'cveReferences', kind: 'long' },
  { heading: 'cveImpact', kind: 'text' },
  { heading: 'cveScore', kind: 'number' },
  { heading: 'cvePublished', kind: 'date' },
];

const headingsOf = (
  { translate }: ReportRun,
  columns: ReadonlyArray<{ heading: LabelKey; kind: ColumnKind }>,
): TableColumn[] => columns.map(({ heading, kind }) => ({ heading: translate(heading), kind }));

/** What the report says of itself. */
export const CVE_FACTS: ReportFacts = {
  name: 'cve',
  file: 'cve',
  titles: { en: 'Known vulnerabilities', fr: 'Vulnérabilités connues' },
  abouts: {
    en: 'Known vulnerabilities of the applications; with objects=all also those of other objects that name a product.',
    fr: 'Les vulnérabilités connues des applications\u00a0; sur demande aussi celles des autres objets qui nomment un produit.',
  },
  parameters: ['objects'],
  roots: ['applications'],
};

/** The report; products that the provider was not asked for lately are asked for before its first row. */
export const cveReport = (vulnerabilities: Vulnerabilities): Report => ({
  ...CVE_FACTS,
  async tables(run) {
    const all = wantsAll(run.query['objects']);
    const { database, provider } = vulnerabilities;
    const findings = await findingsOf(run, all, vulnerabilities);
    const rows = rowsOf(findings, run, database);
    const columns = headingsOf(run, all ? COLUMNS : COLUMNS.slice(1));
    return [
      { ...named(run, 'cve'), columns, rows: all ? rows : withoutType(rows) },
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
  const products = await mappedProducts(run, all);
  const failures = await vulnerabilities.refresh(distinctProducts(products));
  const matches = new Matches(products);
  const ranges = affectedRanges(products, database.dialect.pairIsIn);
  if (ranges) await matches.read(run.rows(ranges));
  const anySource =
    provider !== undefined || products.some((product) => matches.knows(product)) || (await anyRecord(run));
  return { products, failures, matches, anySource };
}

/** Something was imported once, though it may know none of these products. */
async function anyRecord(run: ReportRun): Promise<boolean> {
  for await (const rows of run.rows(raw('SELECT 1 AS one FROM own_cve_records LIMIT 1'))) return rows.length > 0;
  return false;
}

async function* withoutType(batches: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => row.slice(1));
}

/** One row before its details are known: a vulnerability, or a word that stands in its place. */
interface Draft {
  product: MappedProduct;
  match?: Match;
  word?: 'unknown' | 'none' | 'error';
  reason?: Label;
}

/** Details that are in memory at a time. */
const PAGE = 1000;
const BATCH = 500;

const NO_SOURCE = new Label('noCveSource');

/** What the report found out before its first row. */
interface Findings {
  products: readonly MappedProduct[];
  matches: Matches;
  failures: Failures;
  /** Somebody was asked, or something imported. */
  anySource: boolean;
}

/** The cells behind the type of the object, in batches. One statement for every 1,000 rows. */
async function* rowsOf(findings: Findings, run: ReportRun, database: Database): AsyncGenerator<Cell[][]> {
  let page: Draft[] = [];
  for (const draft of drafts(findings)) {
    page.push(draft);
    if (page.length < PAGE) continue;
    yield* written(page, run, database);
    page = [];
  }
  yield* written(page, run, database);
}

function* drafts({ products, matches, failures, anySource }: Findings): Generator<Draft> {
  for (const product of products) {
    const { wanted } = product;
    const found = matches.of(product);
    const failure = wanted && failures.get(pairKey(wanted.vendor, wanted.product));
    if (!wanted) yield { product, word: 'unknown' };
    else if (!anySource) yield { product, word: 'error', reason: NO_SOURCE };
    else if (failure && !matches.knows(product)) yield { product, word: 'error', reason: failure };
    else if (!found.length) yield { product, word: 'none' };
    else for (const match of found) yield { product, match };
  }
}

async function* written(page: readonly Draft[], run: ReportRun, database: Database): AsyncGenerator<Cell[][]> {
  const details = await detailsOf(page, run, database);
  for (let at = 0; at < page.length; at += BATCH) {
    yield page.slice(at, at + BATCH).map((draft) => cellsOf(draft, details, run, database));
    await new Promise(setImmediate);
  }
}

async function detailsOf(page: readonly Draft[], run: ReportRun, { dialect }: Database): Promise<Map<string, Row>> {
  const ids = [...new Set(page.flatMap(({ match }) => (match ? [match.cveId] : [])))];
  const details = new Map<string, Row>();
  if (!ids.length) return details;
  const sql = `SELECT cve_id, description, refs, severity, published FROM own_cve_records WHERE ${dialect.isIn('cve_id')}`;
  for await (const rows of run.rows(new Sql(sql, [ids]))) {
    for (const row of rows) details.set(row['cve_id'] as string, row);
  }
  return details;
}

function cellsOf(
  { product: mapped, match, word, reason }: Draft,
  details: ReadonlyMap<string, Row>,
  run: ReportRun,
  { clock }: Database,
): Cell[] {
  const { type, name, vendor, product, version } = mapped;
  const head: Cell[] = [type, name, vendor, product, version];
  if (!match) return [...head, run.translate(word!), reason?.in(run.language) ?? null, null, null, null, null, null];
  const { description, refs, severity, published } = details.get(match.cveId) ?? {};
  const day = published ? (clock.toApi(published as string)?.slice(0, 10) ?? null) : null;
  const urls = refs ? (JSON.parse(refs as string) as string[]).join('\n') : '';
  return [...head, match.cveId, match.ranges, description ?? null, urls || null, severity ?? null, match.score, day];
}

const FEEDS = 'SELECT source, records, last_modified, imported_at FROM own_cve_sources ORDER BY source';
const ASKED = `
  SELECT source, SUM(records) AS records, COUNT(*) AS products, MIN(fetched_at) AS oldest, MAX(fetched_at) AS newest
  FROM own_cve_cache GROUP BY source ORDER BY source`;

/** Imported feeds, then providers and what they were asked for, then what they did not answer. */
function sourcesTable(
  findings: Findings,
  provider: string | undefined,
  run: ReportRun,
  database: Database,
): ReportTable {
  return {
    ...named(run, 'sources'),
    columns: headingsOf(run, [
      { heading: 'source', kind: 'text' },
      { heading: 'records', kind: 'number' },
      { heading: 'lastModified', kind: 'date' },
      { heading: 'lastImportOrFetch', kind: 'date' },
      { heading: 'note', kind: 'text' },
    ]),
    rows: sourceRows(findings, provider, run, database),
  };
}

async function* sourceRows(
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
    askedFor(Number(row['products']), day(row['oldest']) ?? ''),
  ];
  const askedFor = (count: number, first: string): string =>
    run.translate(count === 1 ? 'askedOne' : 'askedSeveral', { count, day: first });
  for await (const rows of run.rows(raw(FEEDS))) yield rows.map(feed);
  for await (const rows of run.rows(raw(ASKED))) yield rows.map(asked);
  if (provider !== undefined) yield failed(findings, run).map((note) => [provider, null, null, null, note]);
}

const text = (row: Row): string => row['source'] as string;

/** Every reason with the number of products that it concerns. */
function failed({ failures, products, matches }: Findings, { language, translate }: ReportRun): string[] {
  const known = products.filter((product) => matches.knows(product));
  const local = new Set(known.map(({ wanted }) => pairKey(wanted!.vendor, wanted!.product)));
  const reasons = new Map<string, { count: number; local: number }>();
  for (const [key, label] of failures) {
    const reason = label.in(language);
    const counted = reasons.get(reason) ?? { count: 0, local: 0 };
    counted.count++;
    if (local.has(key)) counted.local++;
    reasons.set(reason, counted);
  }
  return [...reasons].map(([reason, counted]) =>
    translate(counted.count === 1 ? 'failedOne' : 'failedSeveral', { reason, ...counted }),
  );
}
