/** Which feeds were imported, and when. */
import type { Database } from '../../database/database.js';

/** A feed that was imported to its end. */
export interface ImportedFeed {
  name: string;
  sha256: string;
  records: number;
  /** When the newest of its records was changed, milliseconds since 1970. */
  lastModified: number | null;
}

const COLUMNS = ['source', 'last_modified', 'imported_at', 'records', 'sha256'] as const;
const LONGEST_NAME = 190;

const nameOf = (name: string): string => [...name.toWellFormed()].slice(0, LONGEST_NAME).join('');

/** Whether a feed with exactly this content was imported to its end. */
export async function wasImported(database: Database, sha256: string): Promise<boolean> {
  const rows = await database.all('SELECT 1 AS one FROM own_cve_sources WHERE sha256 = ? LIMIT 1', [sha256]);
  return rows.length > 0;
}

/** Remembers a feed, in place of the one that had its name. */
export async function rememberFeed(database: Database, feed: ImportedFeed): Promise<void> {
  const { clock, dialect } = database;
  const name = nameOf(feed.name);
  const modified = feed.lastModified === null ? null : clock.toStored(feed.lastModified);
  const row = [name, modified, clock.toStored(Date.now()), feed.records, feed.sha256];
  await database.transaction(async (tx) => {
    await tx.defer('DELETE FROM own_cve_sources WHERE source = ?', [name]);
    await database.write(tx, dialect.insertRows('own_cve_sources', COLUMNS), [row]);
  });
}
