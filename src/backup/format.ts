/**
 * The file of a backup: a tar archive, packed with gzip, which any tool opens. Its entries, in this order:
 *
 * - `meridian-backup.json`: a `Head`;
 * - `tables/NAME/000001.jsonl` and so on: rows of a table, one JSON array a line, in the order of the columns of the head;
 * - `documents/ID`: the bytes of a document;
 * - `manifest.json`: a `Manifest`, over everything before it.
 *
 * Times are moments (`2026-11-21T05:00:00.000000Z`), whatever the zone of the database; a stored time that is none, or
 * has no zone, is kept as it is.
 */

import { HOME, ROLES } from '../database/later-columns.js';

/** Raised when a release that knows only the former one could not restore a file any more. */
export const FORMAT = 1;

export const HEAD = 'meridian-backup.json';
export const MANIFEST = 'manifest.json';

/** Says what a file is. */
export interface Head {
  format: number;
  /** The release that made it. */
  release: string;
  engine: string;
  /** The moment at which the map was as it is in the file. */
  made_at: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: Array<{ name: string; columns: string[] }>;
  /** Homes limited people when it was made. Left out where they did not. */
  perimeters_on?: boolean;
}

/** Objects and roles in it belong to perimeters. */
export const hasHomes = ({ tables }: Pick<Head, 'tables'>): boolean =>
  tables.some(({ name, columns }) => name === ROLES && columns.includes(HOME));

/** Says what must have been read when the end is reached. */
export interface Manifest {
  /** Rows of each table. */
  rows: Record<string, number>;
  documents: { count: number; bytes: number };
  /** The last id that each table gave out; rows with higher ones may be gone. */
  last_ids: Record<string, number>;
  /** References that pointed nowhere in the database already, `table.column` and how many. */
  dangling: Record<string, number>;
  /** SHA-256 of all bytes of the archive, unpacked, before the entry of the manifest. */
  sha256: string;
}

/** What a file holds, in words for those who made or restored it. */
export interface Contents {
  rows: number;
  tables: number;
  documents: number;
  /** Bytes of the documents. */
  bytes: number;
}

/** The sums of a manifest. */
export function contentsOf({ rows, documents }: Manifest): Contents {
  const counts = Object.values(rows);
  return {
    rows: counts.reduce((sum, count) => sum + count, 0),
    tables: counts.length,
    documents: documents.count,
    bytes: documents.bytes,
  };
}

/** The entry of a part of a table. */
export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`;
/** The entry of a document. */
export const documentName = (id: number): string => `documents/${id}`;

/** What an entry is about, by its name; undefined for one that the format does not know. */
export function subjectOf(name: string): { table: string } | { document: number } | undefined {
  const table = /^tables\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1];
  if (table !== undefined) return { table };
  const id = /^documents\/([1-9]\d*)$/.exec(name)?.[1];
  return id === undefined ? undefined : { document: Number(id) };
}

const MAX_LISTED = 20;

/** How much it was. */
export function amount({ rows, tables, documents, bytes }: Contents): string {
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const files = documents === 1 ? '1 document' : `${documents.toLocaleString('en')} documents`;
  return `${rows.toLocaleString('en')} rows of ${tables} tables and ${files} (${size})`;
}

/** The first of them, where they are many. */
export function some(texts: readonly string[]): string {
  const more = texts.length - MAX_LISTED;
  return texts.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
