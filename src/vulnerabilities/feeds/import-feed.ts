/** Imports a feed: record by record, stored in batches, so that memory does not grow with it. */
import type { Database } from '../../database/database.js';
import { objectIn } from '../formats/reading.js';
import { readRecord } from '../formats/recognise.js';
import type { CveRecord } from '../record.js';
import { rememberFeed, storeRecords, wasImported, type Stored } from '../store.js';
import { DecompressionLimit, type Feed } from './feed.js';
import { FeedError } from './feed-error.js';
import { recordsIn } from './record-splitter.js';

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

/** A batch is one transaction. */
const BATCH = 500;
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
  const { records } = run.result;
  await rememberFeed(database, { name: feed.name, sha256, records, lastModified: run.lastModified });
  return run.result;
}

class ImportRun {
  readonly result = { records: 0, inserted: 0, updated: 0, deleted: 0, unchanged: 0, ignored: 0, skipped: false };
  lastModified: number | null = null;
  private batch: CveRecord[] = [];
  private rows = 0;
  /** Something showed that this is a feed: a record, or what the National Vulnerability Database puts around them. */
  private recognised = false;

  constructor(
    private readonly database: Database,
    private readonly options: ImportOptions,
  ) {}

  async read(content: AsyncIterable<Buffer>): Promise<void> {
    const noteFormat = (rest: unknown): void => void (this.recognised ||= objectIn(rest)['format'] === 'NVD_CVE');
    for await (const element of recordsIn(content, noteFormat)) {
      const record = readRecord(element);
      if (record) await this.add(record);
      else this.result.ignored++;
    }
  }

  async finish(): Promise<void> {
    if (!this.recognised) throw new FeedError('feedNothing');
    await this.flush();
  }

  private async add(record: CveRecord): Promise<void> {
    this.recognised = true;
    this.batch.push(record);
    this.rows += record.affects.length;
    this.result.records++;
    if (record.modified !== null) this.lastModified = Math.max(this.lastModified ?? 0, record.modified);
    if (this.batch.length >= BATCH || this.rows >= MAX_BATCH_ROWS) await this.flush();
  }

  private async flush(): Promise<void> {
    const { batch, result } = this;
    if (!batch.length) return;
    this.batch = [];
    this.rows = 0;
    const stored = await storeRecords(this.database, batch, this.options.force);
    for (const key of ['inserted', 'updated', 'deleted', 'unchanged'] as const) result[key] += stored[key];
    this.options.progress?.(result.records);
  }
}
