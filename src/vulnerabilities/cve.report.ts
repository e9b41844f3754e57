/** Known vulnerabilities of the products that the map names: a row for each, and where they come from. */
import { ApiError } from '../core/http/errors.js';
import type { Database, Row } from '../database/database.js';
import type { Cell, ColumnKind, TableColumn } from '../files/table.js';
import { registry } from '../engine/index.js';
import { Label, typeName, type LabelKey } from '../reports/locales/index.js';
import { inBatches, named, type Report, type ReportFacts, type ReportTable } from '../reports/report.js';
import type { ReportRun } from '../reports/report-run.js';
import { raw, Sql } from '../reports/sql.js';
import { Answers, type Answer, type Finding, type Reason } from './answers.js';
import { carriedObjects } from './carried.js';
import { Decisions, isNone } from './decisions.js';
import { identitiesOf } from './identity/identities.js';
import { marksOf, type Marks } from './marks.js';
import { pairKey } from './matching.js';
import { mappedProducts, productTypes, ROOT, type MappedProduct, type Reading } from './products.js';
import type { Failures } from './providers/refresh.js';
import { FEEDS, isStale } from './sources.js';
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
  { heading: 'cveMatchedBy', kind: 'text' },
  { heading: 'cveSource', kind: 'text' },
  { heading: 'cveExploited', kind: 'date' },
  { heading: 'cveProbability', kind: 'number' },
  { heading: 'cveState', kind: 'text' },
  { heading: 'cveUnknownBecause', kind: 'text' },
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
    const { database } = vulnerabilities;
    const findings = await findingsOf(run, all, vulnerabilities);
    const rows = rowsOf(findings, run, database);
    const columns = headingsOf(run, all ? COLUMNS : COLUMNS.slice(1));
    return [
      { ...named(run, 'cve'), columns, rows: all ? rows : withoutType(rows) },
      sourcesTable(findings, run, vulnerabilities),
      carriedTable(findings, run, database),
      settledTable(findings, run),
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
  const reading = readingOf(run);
  const types = productTypes().filter((type) => run.wholeFile || all || type.path === ROOT);
  const mapped = await mappedProducts(reading, types);
  const products = mapped.filter(({ path }) => all || path === ROOT);
  let failures: Failures = new Map();
  const rows = (text: string, params: Sql['params']): AsyncIterable<Row[]> => run.rows(new Sql(text, params));
  const answers = await Answers.of(database, mapped, rows, async (wanted) => {
    // What is carried is told from what is known: a provider is asked for what the report is about.
    const own = new Set(products.flatMap((one) => pairsOf(one)));
    const asked = wanted.filter(([vendor, product]) => own.has(pairKey(vendor, product)));
    failures = await vulnerabilities.refresh(asked.map(([vendor, product]) => ({ vendor, product })));
  });
  const anySource = provider !== undefined || products.some((one) => answers.knows(one)) || (await anyRecord(run));
  return { products, mapped, failures, answers, anySource, decisions: await Decisions.of(database), all };
}

const readingOf = (run: ReportRun): Required<Omit<Reading, 'ids'>> => ({
  rows: (statement) => run.rows(statement),
  shown: (path, alias) => run.shown(path, alias),
  order: (alias, label) => run.order(alias, label),
});

/** The products of vendors by which an object is looked up. */
const pairsOf = (object: MappedProduct): string[] =>
  identitiesOf(object).identities.flatMap((one) => (one.kind === 'package' ? [] : [pairKey(one.vendor, one.product)]));

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
  finding?: Finding;
  word?: 'unknown' | 'none' | 'error';
  /** Why there is an error. */
  error?: Label;
  /** Why it cannot be told. */
  reason?: Reason;
}

/** Details that are in memory at a time. */
const PAGE = 1000;
const BATCH = 500;

const NO_SOURCE = new Label('noCveSource');

/** What the report found out before its first row. */
interface Findings {
  /** The objects that the report is about. */
  products: readonly MappedProduct[];
  /** These, and those that applications carry. */
  mapped: readonly MappedProduct[];
  answers: Answers;
  decisions: Decisions;
  failures: Failures;
  /** Somebody was asked, or something imported. */
  anySource: boolean;
  /** It is about objects of all types. */
  all: boolean;
}

/** The cells behind the type of the object, in batches. One statement for every 1,000 rows. */
async function* rowsOf(findings: Findings, run: ReportRun, database: Database): AsyncGenerator<Cell[][]> {
  let page: Draft[] = [];
  for (const draft of drafts(findings)) {
    page.push(draft);
    if (page.length < PAGE) continue;
    yield* written(page, findings, run, database);
    page = [];
  }
  yield* written(page, findings, run, database);
}

function* drafts({ products, answers, decisions, failures, anySource }: Findings): Generator<Draft> {
  for (const product of products) {
    const answer = answers.of(product);
    const failure = pairsOf(product).map((pair) => failures.get(pair)).find((one) => one); // prettier-ignore
    const found = [...openOf(product, answer, decisions), ...answer.possible];
    const isKnown = answers.knows(product);
    if (answer.reason === 'noIdentity') yield { product, word: 'unknown', reason: answer.reason };
    else if (!anySource) yield { product, word: 'error', error: NO_SOURCE };
    else if (failure && !isKnown) yield { product, word: 'error', error: failure };
    else if (found.length)
      for (const finding of found) yield { product, finding, ...(answer.reason && { reason: answer.reason }) }; // prettier-ignore
    else if (answer.state === 'cannotBeTold') yield { product, word: 'unknown', reason: answer.reason! };
    else yield { product, word: 'none' };
  }
}

/** What nobody says of that it is none. */
const openOf = ({ path, id }: MappedProduct, { findings }: Answer, decisions: Decisions): Finding[] =>
  findings.filter(({ cve }) => !isNone(decisions.of(registry.get(path).table, id, cve).state));

async function* written(
  page: readonly Draft[],
  { decisions }: Findings,
  run: ReportRun,
  database: Database,
): AsyncGenerator<Cell[][]> {
  const details = await detailsOf(page.flatMap(({ finding }) => (finding ? [finding] : [])), run, database); // prettier-ignore
  for (let at = 0; at < page.length; at += BATCH) {
    yield page.slice(at, at + BATCH).map((draft) => cellsOf(draft, details, decisions, run));
    await new Promise(setImmediate);
  }
}

/** What is known of vulnerabilities beside that they were found. */
interface Details {
  of(finding: Finding): { row: Row | undefined; marks: Marks; published: string | null };
}

/** Three statements for some findings. */
async function detailsOf(findings: readonly Finding[], run: ReportRun, database: Database): Promise<Details> {
  const { dialect, clock } = database;
  const ids = [...new Set(findings.map(({ id }) => id))];
  const rows = new Map<string, Row>();
  if (ids.length) {
    const sql = `SELECT cve_id, source, description, refs, severity, published FROM own_cve_records WHERE ${dialect.isIn('cve_id')}`;
    for await (const batch of run.rows(new Sql(sql, [ids])))
      for (const row of batch) rows.set(row['cve_id'] as string, row);
  }
  const marks = await marksOf(database, [...new Set(findings.map(({ cve }) => cve))]);
  return {
    of({ id, cve }) {
      const row = rows.get(id);
      const published = row?.['published'];
      const day = published ? (clock.toApi(published as string)?.slice(0, 10) ?? null) : null;
      return { row, marks: marks.get(cve) ?? {}, published: day };
    },
  };
}

const REASONS: Readonly<Record<Reason, LabelKey>> = {
  noVersion: 'cveNoVersion',
  unreadableVersion: 'cveUnreadableVersion',
  noSource: 'cveUnknownProduct',
  noRelease: 'cveNoRelease',
  unknownEcosystem: 'cveUnknownEcosystem',
  unreadable: 'cveUnreadable',
  noIdentity: 'cveNoIdentity',
};

function cellsOf(
  { product: mapped, finding, word, error, reason }: Draft,
  details: Details,
  decisions: Decisions,
  run: ReportRun,
): Cell[] {
  // prettier-ignore
  const { path, id, name, vendor, product, version } = mapped;
  const head: Cell[] = [typeName(path, run.language), name, vendor, product, version];
  const why = reason === undefined ? null : run.translate(REASONS[reason]);
  if (!finding) {
    const said = [run.translate(word!), error?.in(run.language) ?? null, null, null, null, null, null];
    return [...head, ...said, null, null, null, null, null, why];
  }
  const { cve, ranges, score, identity } = finding;
  const { row, marks, published } = details.of(finding);
  const urls = row?.['refs'] ? (JSON.parse(row['refs'] as string) as string[]).join('\n') : '';
  const old: Cell[] = [cve, ranges, text(row, 'description'), urls || null, text(row, 'severity'), score, published];
  const state = run.translate(STATE_WORDS[decisions.of(registry.get(path).table, id, cve).state]);
  const more = [identity.text, text(row, 'source'), marks.kev?.added ?? null, marks.epss?.score ?? null, state, why];
  return [...head, ...old, ...more];
}

const text = (row: Row | undefined, column: string): string | null =>
  (row?.[column] as string | null | undefined) ?? null;

const STATE_WORDS = {
  open: 'cveOpen',
  not_affected: 'cveNotAffected',
  accepted: 'cveAccepted',
  fixed: 'cveFixed',
} as const satisfies Record<string, LabelKey>;

/** What applications carry in what they consist of and run on, and the way to it. */
function carriedTable(findings: Findings, run: ReportRun, database: Database): ReportTable {
  return {
    ...named(run, 'cveCarried'),
    columns: headingsOf(run, [
      { heading: 'application', kind: 'text' },
      { heading: 'cveWay', kind: 'text' },
      { heading: 'objectType', kind: 'text' },
      { heading: 'name', kind: 'text' },
      { heading: 'cveMatchedBy', kind: 'text' },
      { heading: 'cve', kind: 'text' },
      { heading: 'cveAffectedVersion', kind: 'text' },
      { heading: 'cveImpact', kind: 'text' },
      { heading: 'cveScore', kind: 'number' },
      { heading: 'cveExploited', kind: 'date' },
      { heading: 'cveProbability', kind: 'number' },
      { heading: 'cveUnknownBecause', kind: 'text' },
    ]),
    rows: carriedRows(findings, run, database),
  };
}

async function* carriedRows(
  { mapped, answers, decisions }: Findings,
  run: ReportRun,
  database: Database,
): AsyncGenerator<Cell[][]> {
  // prettier-ignore
  const byKey = new Map(mapped.map((one) => [`${one.path} ${one.id}`, one]));
  const lines: Array<{ head: Cell[]; finding: Finding | undefined; reason: Cell }> = [];
  for await (const { application, path, id, via } of carriedObjects(readingOf(run))) {
    const [owner, object] = [byKey.get(`${ROOT} ${application}`), byKey.get(`${path} ${id}`)];
    if (!owner || !object) continue;
    const answer = answers.of(object);
    if (answer.reason === 'noIdentity') continue;
    const way = [...via.map((step) => `${typeName(step.path, run.language)}: ${step.name}`), `${typeName(path, run.language)}: ${object.name}`].join(' → '); // prettier-ignore
    const head: Cell[] = [owner.name, way, typeName(path, run.language), object.name];
    const found = openOf(object, answer, decisions);
    for (const finding of found) lines.push({ head, finding, reason: null });
    if (answer.state === 'cannotBeTold')
      lines.push({ head, finding: undefined, reason: run.translate(REASONS[answer.reason!]) });
  }
  for await (const page of inBatches(lines, PAGE)) {
    const details = await detailsOf(page.flatMap(({ finding }) => (finding ? [finding] : [])), run, database); // prettier-ignore
    yield page.map(({ head, finding, reason }): Cell[] => {
      if (!finding) return [...head, null, run.translate('unknown'), null, null, null, null, null, reason];
      const { row, marks } = details.of(finding);
      const { identity, cve, ranges, score } = finding;
      return [...head, identity.text, cve, ranges, text(row, 'severity'), score, marks.kev?.added ?? null, marks.epss?.score ?? null, null]; // prettier-ignore
    });
  }
}

/** What suppliers and people say of that it is none: it is in no row before. */
function settledTable(findings: Findings, run: ReportRun): ReportTable {
  return {
    ...named(run, 'cveSettled'),
    columns: headingsOf(run, [
      { heading: 'objectType', kind: 'text' },
      { heading: 'name', kind: 'text' },
      { heading: 'cve', kind: 'text' },
      { heading: 'cveState', kind: 'text' },
      { heading: 'cveReason', kind: 'long' },
      { heading: 'source', kind: 'text' },
    ]),
    rows: inBatches(settledRows(findings, run), BATCH),
  };
}

function* settledRows({ products, answers, decisions }: Findings, run: ReportRun): Generator<Cell[]> {
  for (const product of products) {
    const { path, id, name } = product;
    const answer = answers.of(product);
    const line = (cve: string, state: keyof typeof STATE_WORDS, ...more: Cell[]): Cell[] => [
      ...[typeName(path, run.language), name, cve, run.translate(STATE_WORDS[state])],
      ...more,
    ];
    for (const { cve, excuse } of answer.excused) {
      const why = [excuse!.justification, excuse!.statement].filter(Boolean).join(': ') || null;
      yield line(cve, excuse!.status === 'fixed' ? 'fixed' : 'not_affected', why, excuse!.document);
    }
    for (const { cve } of answer.findings) {
      const { state, reason, document } = decisions.of(registry.get(path).table, id, cve);
      if (isNone(state)) yield line(cve, state, reason, document);
    }
  }
}

const ASKED = `
  SELECT source, SUM(records) AS records, COUNT(*) AS products, MIN(fetched_at) AS oldest, MAX(fetched_at) AS newest
  FROM own_cve_cache GROUP BY source ORDER BY source`;

/** Imported feeds, then providers and what they were asked for, then what they did not answer. */
function sourcesTable(findings: Findings, run: ReportRun, vulnerabilities: Vulnerabilities): ReportTable {
  return {
    ...named(run, 'sources'),
    columns: headingsOf(run, [
      { heading: 'source', kind: 'text' },
      { heading: 'records', kind: 'number' },
      { heading: 'lastModified', kind: 'date' },
      { heading: 'lastImportOrFetch', kind: 'date' },
      { heading: 'note', kind: 'text' },
      { heading: 'cveKind', kind: 'text' },
      { heading: 'cveCovers', kind: 'long' },
      { heading: 'cveAge', kind: 'text' },
    ]),
    rows: sourceRows(findings, run, vulnerabilities),
  };
}

async function* sourceRows(
  findings: Findings,
  run: ReportRun,
  { provider, staleAfter, database }: Vulnerabilities,
): AsyncGenerator<Cell[][]> {
  // prettier-ignore
  const { clock } = database;
  const day = (stored: unknown): string | null => (stored ? (clock.toApi(String(stored))?.slice(0, 10) ?? null) : null);
  const source = (row: Row): string => row['source'] as string;
  const age = (row: Row): Cell =>
    isStale(row, staleAfter, clock, run.now) ? run.translate('cveStale', { days: staleAfter }) : null;
  const feed = (row: Row): Cell[] => [
    ...[source(row), Number(row['records']), day(row['last_modified']), day(row['imported_at']), null],
    ...[text(row, 'kind'), row['covers'] ? (JSON.parse(row['covers'] as string) as string[]).join(', ') : null, age(row)], // prettier-ignore
  ];
  // How much was asked for is known of the whole map alone.
  const isAll = productTypes().every(({ path }) => run.rights.whole(path));
  const numbers = (row: Row): Cell[] => [
    ...[Number(row['records']), null, day(row['newest'])],
    askedFor(Number(row['products']), day(row['oldest']) ?? ''),
  ];
  const asked = (row: Row): Cell[] => [
    ...[source(row), ...(isAll ? numbers(row) : [null, null, null, null])],
    ...[null, null, null],
  ];
  const askedFor = (count: number, first: string): string =>
    run.translate(count === 1 ? 'askedOne' : 'askedSeveral', { count, day: first });
  for await (const rows of run.rows(raw(FEEDS))) yield rows.map(feed);
  for await (const rows of run.rows(raw(ASKED))) yield rows.map(asked);
  if (provider !== undefined) yield failed(findings, run).map((note) => [provider.name, null, null, null, note, null, null, null]); // prettier-ignore
}

/** Every reason with the number of products that it concerns. */
function failed({ failures, products, answers }: Findings, { language, translate }: ReportRun): string[] {
  const local = new Set(products.filter((product) => answers.knows(product)).flatMap(pairsOf));
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
