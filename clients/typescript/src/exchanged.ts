/** What resources take beside names of the map, and what they answer. */
import type { CallOptions, WriteOptions } from './types.js';

/** What a mass action answers: the ids in the order sent. */
export interface MassAnswer {
  status: 'ok';
  count: number;
  ids: number[];
}

/** A row of an imported file that does something. */
export interface ImportedRow {
  row: number;
  action: 'created' | 'updated' | 'deleted';
  /** The object; null for one that is not made. */
  id: number | null;
  name: string | null;
  /** Of a dry run: the cells that differ, by their heading, as short texts; of a new object those that are filled. */
  cells?: Record<string, { before: string | null; after: string | null }>;
}

/** What an import did, or would do. */
export interface Imported {
  /** What the journal calls the request: by it the import can be taken back. */
  requestId?: string;
  inserted: number;
  updated: number;
  deleted: number;
  /** With `rows`: how many rows leave their object as it is. */
  same?: number;
  /** With `rows`: what the rows do that are not wrong, the first thousand of them. */
  rows?: ImportedRow[];
  /** Headings that mean nothing. */
  ignored: string[];
  /** How a CSV file was read that is not in UTF-8 and separated by commas. */
  notes?: string[];
}

/** A page by its number. */
export interface Page<R> {
  items: R[];
  /** How many there are in all. */
  total: number;
  number: number;
  size: number;
}

/** A page by cursor. */
export interface CursorPage<R> {
  items: R[];
  /** The cursor of the page behind this one; undefined: this is the last. */
  next: string | undefined;
}

/** What a change takes beside the changes. */
export interface UpdateOptions extends WriteOptions {
  /** Only if nobody changed it since: the object that was read, or its tag. Otherwise 412. */
  ifMatch?: string | object;
}

/** What a read takes that can be left out: `notModified` is answered in its place. */
export interface KnownOptions extends CallOptions {
  /** Only if it is another one by now: the object or file that was read before, or its tag. */
  ifNoneMatch: string | object;
}

/** What a file that is sent takes. */
export interface SendOptions extends CallOptions {
  /**
   * Is called with the bytes of the file that went out so far, in Node; from the beginning again where the request is
   * repeated. The `fetch` of browsers does not tell.
   */
  onSent?: (bytes: number) => void;
}

/** A file to send: a Blob or File, or its text. */
export interface SentFile {
  data: Blob | string;
  name: string;
}
