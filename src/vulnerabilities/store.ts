/** What is kept of vulnerabilities: records, imported feeds, and for which products a provider was asked. */
import { createHash } from 'node:crypto';
import { Turns } from '../core/turns.js';
import type { Database, Row, Scalar, Transaction } from '../database/database.js';
import { pairKey } from './matching.js';
import {
  RANK,
  type AffectedRow,
  type Advisory,
  type AffectedPackage,
  type Product,
  type RecordSource,
} from './record.js';

/** What became of some records. */
export interface Stored {
  inserted: number;
  updated: number;
  /** Withdrawn ones that were there. */
  deleted: number;
  /** Known already, older than what is known, or withdrawn before they were known. */
  unchanged: number;
}

const RECORD = ['cve_id', 'source', 'state', 'published', 'modified', 'title', 'description', 'score', 'severity', 'cvss_version', 'vector', 'refs', 'imported_at'] as const; // prettier-ignore
const AFFECTED = ['cve_id', 'part', 'vendor', 'product', 'status', 'exact', 'start_incl', 'start_excl', 'end_incl', 'end_excl'] as const; // prettier-ignore
const PACKAGES = ['cve_id', 'ecosystem', 'name', 'status', 'exact', 'start_incl', 'start_excl', 'end_incl', 'end_excl'] as const; // prettier-ignore
const ALIASES = ['alias', 'cve_id'] as const;

/** What is left of a withdrawn vulnerability, so that an older feed does not bring it back. */
const REJECTED = 'REJECTED';

type StoredRecords = ReadonlyMap<string, Row>;

/**
 * Stores records in one transaction. `force`: those that are stored in the same state as well.
 * It may be repeated, and broken off between calls, without harm.
 */
export function storeRecords(database: Database, records: readonly Advisory[], force = false): Promise<Stored> {
  const wanted = newestOf(records.map(keyed));
  return database.transaction(async (tx) => {
    const before = await storedAmong([...wanted.keys()], database, tx);
    const stored: Stored = { inserted: 0, updated: 0, deleted: 0, unchanged: records.length - wanted.size };
    const fresh = [...wanted.values()].filter((record) => {
      const row = before.get(record.cveId);
      const replaces = !row || isNewer(record, row, database, force);
      stored[outcomeOf(record, row, replaces)]++;
      return replaces;
    });
    await replace(fresh, before, database, tx);
    return stored;
  });
}

/** Characters of the column of ids, and what is kept of a longer one before its hash. */
const [MAX_ID, KEPT_OF_ID] = [32, 23];

/**
 * The record under the id by which it is kept. A database of OSV has records of its own under the numbers of CVE, of packages alone:
 * they stand beside those of the lists of products, and neither replaces the other. An id that is too long is cut, and told from
 * others by its hash. Whole it is an alias.
 */
function keyed(record: Advisory): Advisory {
  const { cveId, aliases, source } = record;
  if (source === 'osv' && cveId.startsWith('CVE-')) return { ...record, cveId: `OSV~${cveId}`, aliases: [...aliases, cveId] }; // prettier-ignore
  if (cveId.length <= MAX_ID) return record;
  const hash = createHash('sha256')
    .update(cveId)
    .digest('hex')
    .slice(0, MAX_ID - KEPT_OF_ID - 1);
  return { ...record, cveId: `${cveId.slice(0, KEPT_OF_ID)}~${hash}`, aliases: [...aliases, cveId] };
}

/** One record for each number: the one that would be left if they were stored one after the other. */
function newestOf(records: readonly Advisory[]): Map<string, Advisory> {
  const newest = new Map<string, Advisory>();
  for (const record of records) {
    const other = newest.get(record.cveId);
    if (!other || compare(orderOf(record), orderOf(other)) >= 0) newest.set(record.cveId, record);
  }
  return newest;
}

/** Who says it, when, and that it is withdrawn: in this order one record stands above another. */
type Order = readonly [rank: number, modified: number | string, rejected: number];

const orderOf = ({ source, modified, rejected }: Advisory): Order => [RANK[source], modified ?? 0, Number(rejected)];

function compare(a: Order, b: Order): number {
  const i = a.findIndex((part, at) => part !== b[at]);
  return i < 0 ? 0 : a[i]! < b[i]! ? -1 : 1;
}

async function storedAmong(ids: readonly string[], { dialect }: Database, tx: Transaction): Promise<StoredRecords> {
  const sql = `SELECT cve_id, source, state, modified FROM own_cve_records WHERE ${dialect.isIn('cve_id')}`;
  const rows = await tx.all(sql + dialect.forUpdate, [ids]);
  return new Map(rows.map((row) => [row['cve_id'] as string, row]));
}

function isNewer(record: Advisory, before: Row, { clock }: Database, force: boolean): boolean {
  const modified = record.modified === null ? '' : clock.toStored(record.modified);
  const known = [RANK[before['source'] as RecordSource], (before['modified'] as string | null) ?? '', Number(isGone(before))] as const; // prettier-ignore
  const order = compare([RANK[record.source], modified, Number(record.rejected)], known);
  // Two records without a time cannot be told apart by it.
  return order > 0 || (order === 0 && (force || modified === ''));
}

const isGone = (row: Row): boolean => row['state'] === REJECTED;

function outcomeOf({ rejected }: Advisory, before: Row | undefined, replaces: boolean): keyof Stored {
  if (!replaces) return 'unchanged';
  const wasThere = before !== undefined && !isGone(before);
  if (rejected) return wasThere ? 'deleted' : 'unchanged';
  return wasThere ? 'updated' : 'inserted';
}

async function replace(
  records: readonly Advisory[],
  before: StoredRecords,
  database: Database,
  tx: Transaction,
): Promise<void> {
  const { dialect } = database;
  const gone = records.map(({ cveId }) => cveId).filter((id) => before.has(id));
  if (gone.length) {
    for (const table of ['own_cve_affects', 'own_advisory_packages', 'own_advisory_aliases', 'own_cve_records'])
      await tx.defer(`DELETE FROM ${table} WHERE ${dialect.isIn('cve_id')}`, [gone]);
  }
  if (!records.length) return;
  await database.write(tx, dialect.insertRows('own_cve_records', RECORD), rowsOf(records, database));
  await writeInTurns(database, tx, dialect.insertRows('own_cve_affects', AFFECTED), affectedRowsOf(records));
  await writeInTurns(database, tx, dialect.insertRows('own_advisory_packages', PACKAGES), packageRowsOf(records));
  await database.write(tx, dialect.insertRows('own_advisory_aliases', ALIASES), aliasRowsOf(records));
}

/** Rows that are written before others may have their turn. */
const PORTION = 4000;

/** Writes rows of which one record may have a hundred thousand. */
async function writeInTurns(database: Database, tx: Transaction, sql: string, rows: Iterable<Scalar[]>): Promise<void> {
  const turns = new Turns();
  let portion: Scalar[][] = [];
  for (const row of rows) {
    if (portion.push(row) < PORTION) continue;
    await database.write(tx, sql, portion);
    portion = [];
    await turns.rest();
  }
  await database.write(tx, sql, portion);
}

function* rowsOf(records: readonly Advisory[], { clock }: Database): Generator<Scalar[]> {
  const now = clock.toStored(Date.now());
  const stored = (at: number | null): string | null => (at === null ? null : clock.toStored(at));
  for (const record of records) {
    const { cveId, source, rejected, state, published, modified } = record;
    const head = [cveId, source, rejected ? REJECTED : state, stored(published), stored(modified)];
    yield rejected ? [...head, null, null, null, null, null, null, null, now] : [...head, ...detailsOf(record), now];
  }
}

const detailsOf = (record: Advisory): Scalar[] => {
  const { title, description, score, severity, cvssVersion, vector, references } = record;
  return [title, description, score, severity, cvssVersion, vector, JSON.stringify(references)];
};

function* affectedRowsOf(records: readonly Advisory[]): Generator<Scalar[]> {
  for (const { cveId, rejected, affects } of records) {
    if (!rejected)
      for (const row of affects) yield [cveId, ...AFFECTED.slice(1).map((name) => row[name as keyof AffectedRow])];
  }
}

function* packageRowsOf(records: readonly Advisory[]): Generator<Scalar[]> {
  for (const { cveId, rejected, packages } of records) {
    if (!rejected)
      for (const row of packages) yield [cveId, ...PACKAGES.slice(1).map((name) => row[name as keyof AffectedPackage])];
  }
}

function* aliasRowsOf(records: readonly Advisory[]): Generator<Scalar[]> {
  for (const { cveId, rejected, aliases } of records)
    if (!rejected) for (const alias of new Set(aliases)) if (alias !== cveId) yield [alias, cveId];
}

/** A feed that was imported to its end. */
export interface ImportedFeed {
  name: string;
  sha256: string;
  records: number;
  /** When the newest of its records was changed, milliseconds since 1970. */
  lastModified: number | null;
  /** Of when all of it is. */
  dataAt: number | null;
  /** What it is: the kinds of what was read of it, `osv` or `cve5,kev`. */
  kind: string;
  /** Ecosystems of which it holds everything. */
  covers: readonly string[];
}

const COVER_COLUMNS = ['source', 'kind', 'data_at', 'covers'] as const;
const SOURCE_COLUMNS = ['source', 'last_modified', 'imported_at', 'records', 'sha256'] as const;
const MAX_NAME = 190;
const MAX_KIND = 64;

const nameOf = (name: string): string => [...name.toWellFormed()].slice(0, MAX_NAME).join('');

/** Returns true if a feed with exactly this content was imported to its end. */
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
    await tx.defer('DELETE FROM own_cve_covers WHERE source = ?', [name]);
    await database.write(tx, dialect.insertRows('own_cve_sources', SOURCE_COLUMNS), [row]);
    const covers = feed.covers.length ? JSON.stringify(feed.covers) : null;
    const made = feed.dataAt === null ? null : clock.toStored(feed.dataAt);
    const more = [name, feed.kind.slice(0, MAX_KIND), made, covers];
    await database.write(tx, dialect.insertRows('own_cve_covers', COVER_COLUMNS), [more]);
  });
}

const CACHE_COLUMNS = ['vendor', 'product', 'fetched_at', 'source', 'records'] as const;

/** The products among these for which a provider was asked at this moment (milliseconds since 1970) or later. */
export async function askedSince(
  database: Database,
  products: readonly Product[],
  since: number,
): Promise<Set<string>> {
  const { dialect, clock } = database;
  const rows = await database.all(
    `SELECT vendor, product FROM own_cve_cache WHERE ${dialect.pairIsIn('vendor', 'product')} AND fetched_at >= ?`,
    [products.map(({ vendor, product }) => [vendor, product]), clock.toStored(since)],
  );
  return new Set(rows.map((row) => pairKey(row['vendor'] as string, row['product'] as string)));
}

/** Notes that a provider was asked for a product now, and how many records it gave. */
export async function noteAsked(
  database: Database,
  { vendor, product }: Product,
  source: string,
  records: number,
): Promise<void> {
  const { clock, dialect } = database;
  const row = [vendor, product, clock.toStored(Date.now()), source, records];
  await database.transaction(async (tx) => {
    await tx.defer('DELETE FROM own_cve_cache WHERE vendor = ? AND product = ?', [vendor, product]);
    await database.write(tx, dialect.insertRows('own_cve_cache', CACHE_COLUMNS), [row]);
  });
}
