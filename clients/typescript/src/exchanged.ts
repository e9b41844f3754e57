/** What resources take beside names of the map, and what they answer. */
import type { WriteOptions } from './types.js';

/** What a mass action answers: the ids in the order sent. */
export interface MassAnswer {
  status: 'ok';
  count: number;
  ids: number[];
}

/** What an import did, or would do. */
export interface Imported {
  inserted: number;
  updated: number;
  deleted: number;
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

/** What a change takes beside the changes. */
export interface UpdateOptions extends WriteOptions {
  /** Only if nobody changed it since: the object that was read, or its tag. Otherwise 412. */
  ifMatch?: string | object;
}

/** A file to send: a Blob or File, or its text. */
export interface SentFile {
  data: Blob | string;
  name: string;
}
