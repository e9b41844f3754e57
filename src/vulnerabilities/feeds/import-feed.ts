/** Imports a feed: record by record, stored in batches, so that memory does not grow with it. */
import type { Database } from '../../database/database.js';
import { FORMATS } from '../formats/recognise.js';
import { forgetDocuments, storeVex } from '../vex.js';
import { keepKev, scoredAt, storeEpss, storeKev } from '../marks.js';
import type { Advisory, EpssScore, KevEntry, Knowledge, VexStatement } from '../record.js';
import { Coverage } from './coverage.js';
import { rememberFeed, storeRecords, wasImported, type Stored } from '../store.js';
import { DecompressionLimit, type Feed } from './feed.js';
import { FeedError } from './feed-error.js';
import { knowledgeIn } from './knowledge.js';

/** What became of a feed. */
export interface ImportResult extends Stored {
  /** Records that were read. */
  records: number;
  /** What stood among them and is no record. */
  ignored: number;
  /** The same feed was imported before: nothing was read. */
  skipped: boolean;
}

export interface ImportOptions {
  /** Imports a feed that was imported before, and records that are known. */
  force?: boolean;
  limit?: DecompressionLimit;
  /** Called with how many records were stored so far. */
  progress?: (records: number) => void;
}

/** What is stored in one transaction. */
const BATCHES: Readonly<Record<Knowledge['kind'], number>> = { advisory: 500, kev: 5000, epss: 5000, vex: 500 };
const MAX_BATCH_ROWS = 20_000;

/**
 * Imports a feed. One that was imported before is skipped; one that was broken off goes on without harm, since batches
 * are complete. Throws a FeedError for what is no feed; what was stored until then stays.
 */
export async function importFeed(database: Database, feed: Feed, options: ImportOptions = {}): Promise<ImportResult> {
  const sha256 = await feed.fingerprint();
  const run = new ImportRun(database, options);
  if (!options.force && (await wasImported(database, sha256))) return { ...run.result, skipped: true };
  for await (const content of feed.contents(options.limit ?? new DecompressionLimit())) await run.read(content);
  await run.finish();
  const { result, lastModified, made, kind } = run;
  const dataAt = made ?? lastModified;
  const covers = WHOLE.test(feed.name) ? run.coverage.whole() : [];
  await rememberFeed(database, {
    name: nameOf(feed.name, covers),
    sha256,
    records: result.records,
    lastModified,
    dataAt,
    kind,
    covers,
  });
  return result;
}

/** How the archive is called that holds all that OSV knows of an ecosystem, or of all of them. */
const WHOLE = /all\.zip$/i;

/** Archives of all ecosystems are called the same: each is known by its own, so that none takes the place of another. */
function nameOf(name: string, covers: readonly string[]): string {
  const bases = new Set(covers.map((one) => one.split(':', 1)[0]!));
  return name === 'all.zip' && bases.size === 1 ? `${[...bases][0]!}/${name}` : name;
}

class ImportRun {
  readonly result = { records: 0, inserted: 0, updated: 0, deleted: 0, unchanged: 0, ignored: 0, skipped: false };
  lastModified: number | null = null;
  /** When the feed itself was made: nothing in it need be new. */
  made: number | null = null;
  readonly coverage = new Coverage();
  private readonly kinds = new Set<string>();
  private waiting: Knowledge[] = [];
  private rows = 0;
  /** Something showed that this is a feed. */
  private recognised = false;
  private readonly exploited = new Set<string>();
  private readonly documents = new Set<string>();
  /** When the scores were made that were stored before. */
  private scoredBefore: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: ImportOptions,
  ) {}

  /** What was read, as `osv` or `cve5, kev`. */
  get kind(): string {
    return [...this.kinds].sort().join(', ');
  }

  async read(content: AsyncIterable<Buffer>): Promise<void> {
    const onDate = (at: number): void => void (this.made = Math.max(this.made ?? 0, at));
    for await (const known of knowledgeIn(content, () => (this.recognised = true), onDate)) {
      if (known) await this.add(known);
      else this.result.ignored++;
    }
  }

  async finish(): Promise<void> {
    if (!this.recognised) throw new FeedError('feedNothing', { formats: FORMATS });
    await this.flush();
    if (this.exploited.size) await keepKev(this.database, this.exploited);
  }

  /** What waits is of one kind. */
  private async add(known: Knowledge): Promise<void> {
    const { waiting, result } = this;
    if (waiting.length && waiting[0]!.kind !== known.kind) await this.flush();
    this.waiting.push(known);
    result.records++;
    const at = timeOf(known);
    if (at !== null) this.lastModified = Math.max(this.lastModified ?? 0, at);
    this.kinds.add(known.kind === 'advisory' ? known.value.source : known.kind);
    if (known.kind === 'advisory') {
      this.rows += known.value.affects.length + known.value.packages.length;
      this.coverage.note(known.value);
    }
    if (this.waiting.length >= BATCHES[known.kind] || this.rows >= MAX_BATCH_ROWS) await this.flush();
  }

  private async flush(): Promise<void> {
    const { waiting, result } = this;
    if (!waiting.length) return;
    this.waiting = [];
    this.rows = 0;
    const stored = await this.store(waiting);
    for (const key of ['inserted', 'updated', 'deleted', 'unchanged'] as const) result[key] += stored[key] ?? 0;
    this.options.progress?.(result.records);
  }

  private async store(all: readonly Knowledge[]): Promise<Partial<Stored>> {
    const { database } = this;
    const values = all.map(({ value }) => value);
    switch (all[0]!.kind) {
      case 'advisory':
        return storeRecords(database, values as Advisory[], this.options.force);
      case 'kev':
        for (const { cveId } of values as KevEntry[]) this.exploited.add(cveId);
        return storeKev(database, values as KevEntry[]);
      case 'epss':
        return this.storeScores(values as EpssScore[]);
      case 'vex':
        return this.storeStatements(values as VexStatement[]);
    }
  }

  /** Older scores do not replace newer ones. */
  private async storeScores(scores: readonly EpssScore[]): Promise<Partial<Stored>> {
    this.scoredBefore ??= (await scoredAt(this.database)) ?? -Infinity;
    const fresh = scores.filter(({ date }) => date === null || date >= this.scoredBefore!);
    const unchanged = scores.length - fresh.length;
    return { ...(fresh.length ? await storeEpss(this.database, fresh) : {}), unchanged };
  }

  /** What a document said before is forgotten as soon as it is read again. */
  private async storeStatements(statements: readonly VexStatement[]): Promise<Partial<Stored>> {
    const documents = new Set(statements.map(({ document }) => document).filter((name) => !this.documents.has(name)));
    if (documents.size) await forgetDocuments(this.database, [...documents]);
    for (const name of documents) this.documents.add(name);
    await storeVex(this.database, statements);
    return { inserted: statements.length };
  }
}

/** When something was said, milliseconds since 1970. */
const timeOf = (known: Knowledge): number | null => {
  switch (known.kind) {
    case 'advisory':
      return known.value.modified;
    case 'kev':
      return known.value.added;
    case 'epss':
      return known.value.date;
    case 'vex':
      return known.value.timestamp;
  }
};
