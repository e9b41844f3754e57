/** The rows of the report: objects in their order, each with what touches it, details fetched page by page. */
import type { Database, Row } from '../database/database.js';
import type { ReportRun } from '../reports/report-run.js';
import { Sql } from '../reports/sql.js';
import type { Cell } from '../files/table.js';
import { pairKey } from './matching/names.js';
import type { Hit, Matches } from './matches.js';
import type { Failures } from './providers/refresh.js';
import type { Subject } from './subjects.js';

/** One row before its details are known: a vulnerability, or a word that stands in its place. */
interface Draft {
  subject: Subject;
  hit?: Hit;
  word?: 'unknown' | 'none' | 'error';
  reason?: string;
}

/** Details that are in memory at a time. */
const PAGE = 1000;
const BATCH = 500;

const NO_SOURCE = 'no CVE source: set CVE_PROVIDER_URL or import a feed';

export interface Findings {
  subjects: readonly Subject[];
  matches: Matches;
  failures: Failures;
  /** Somebody was asked, or something imported. */
  anySource: boolean;
}

/** The cells behind the type of the object, in batches. One statement for every 1,000 rows. */
export async function* rowsOf(findings: Findings, run: ReportRun, database: Database): AsyncGenerator<Cell[][]> {
  let page: Draft[] = [];
  for (const draft of drafts(findings)) {
    page.push(draft);
    if (page.length < PAGE) continue;
    yield* written(page, run, database);
    page = [];
  }
  yield* written(page, run, database);
}

function* drafts({ subjects, matches, failures, anySource }: Findings): Generator<Draft> {
  for (const subject of subjects) {
    const { wanted } = subject;
    const found = matches.of(subject);
    const failure = wanted && failures.get(pairKey(wanted.vendor, wanted.product));
    if (!wanted) yield { subject, word: 'unknown' };
    else if (!anySource) yield { subject, word: 'error', reason: NO_SOURCE };
    else if (failure && !matches.knows(subject)) yield { subject, word: 'error', reason: failure };
    else if (!found.length) yield { subject, word: 'none' };
    else for (const hit of found) yield { subject, hit };
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
  const ids = [...new Set(page.flatMap(({ hit }) => (hit ? [hit.cveId] : [])))];
  const details = new Map<string, Row>();
  if (!ids.length) return details;
  const sql = `SELECT cve_id, description, refs, severity, published FROM own_cve_records WHERE ${dialect.isIn('cve_id')}`;
  for await (const rows of run.rows(new Sql(sql, [ids]))) {
    for (const row of rows) details.set(row['cve_id'] as string, row);
  }
  return details;
}

function cellsOf(
  { subject, hit, word, reason }: Draft,
  details: ReadonlyMap<string, Row>,
  run: ReportRun,
  { clock }: Database,
): Cell[] {
  const { type, name, vendor, product, version } = subject;
  const head: Cell[] = [type, name, vendor, product, version];
  if (!hit) return [...head, run.said(word!), reason ? run.said(reason) : null, null, null, null, null, null];
  const { description, refs, severity, published } = details.get(hit.cveId) ?? {};
  const day = published ? (clock.toApi(published as string)?.slice(0, 10) ?? null) : null;
  const urls = refs ? (JSON.parse(refs as string) as string[]).join('\n') : '';
  return [...head, hit.cveId, hit.ranges, description ?? null, urls || null, severity ?? null, hit.score, day];
}
