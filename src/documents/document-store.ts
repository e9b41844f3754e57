/** Where the bytes of documents are kept: a folder, or whatever else can take, name, read and remove them. */
import type { Readable } from 'node:stream';

/** Bytes that were taken in and have no name yet. */
export interface Received {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** The first bytes, for telling the type. */
  head: Buffer;
  /** Where the store keeps them; its own business. */
  place: string;
}

/** Kept bytes, open for reading; `close` them where they are not read to the end. */
export interface Stored {
  size: number;
  /** Differs when the bytes may have changed. */
  version: string;
  /** All bytes, or those from `start` to `end`, both included. Closes what is open when it ends, unless `keep`. */
  read(range?: { start: number; end: number }, keep?: boolean): Readable;
  close(): Promise<void>;
}

/** Bytes are kept under id and hash, so that a replacement never mixes with what was there (contract 8). */
export abstract class DocumentStore {
  /** Takes bytes in, under a temporary name and safe from a crash. Throws what the stream throws; leaves nothing then. */
  abstract receive(bytes: Readable): Promise<Received>;
  /** Names received bytes, each in one step; safe from a crash when done. Naming them again moves them. */
  abstract name(named: ReadonlyArray<{ received: Received; id: number }>): Promise<void>;
  /** Forgets received bytes that were not named. */
  abstract discard(received: Received): Promise<void>;
  /** The bytes of a document, or what the older application kept under the bare id; undefined if there are none. */
  abstract find(id: number, hash: string): Promise<Stored | undefined>;
  /** Removes bytes; nothing happens if there are none. */
  abstract remove(id: number, hash: string): Promise<void>;
  /** Clears away what servers that died left half taken in. */
  abstract sweep(): Promise<void>;
}
