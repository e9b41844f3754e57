/** Where the bytes of documents are kept: a folder, or whatever else can take, name, read, list and remove them. */
import type { Readable } from 'node:stream';

/** Bytes that were taken in and have no name yet. */
export interface Received {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** The first bytes, for telling the type. */
  head: Buffer;
  /** Where the store keeps them; its own business. */
  path: string;
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

/** Keeps bytes under names made by `nameOf` and `olderNameOf` (contract 8). Throws 503 where it cannot be reached. */
export abstract class DocumentStore {
  /**
   * Takes bytes in, under a temporary name and safe from a crash. Throws what the stream throws; leaves nothing then.
   * A stream that turns out to be `truncated` is only worth a `discard`.
   */
  abstract receive(bytes: Readable & { truncated?: boolean }): Promise<Received>;
  /** Names received bytes, each in one step; safe from a crash when done. Naming them again moves them. */
  abstract name(named: ReadonlyArray<{ received: Received; name: string }>): Promise<void>;
  /** Forgets received bytes that were not named. */
  abstract discard(received: Received): Promise<void>;
  /** The bytes under a name; undefined if there are none. */
  abstract find(name: string): Promise<Stored | undefined>;
  /** Removes the bytes under a name; nothing happens if there are none. */
  abstract remove(name: string): Promise<void>;
  /** When the bytes under a name came in, in milliseconds since 1970; undefined if there are none. */
  abstract since(name: string): Promise<number | undefined>;
  /** Every name, in batches. */
  abstract names(): AsyncIterable<string[]>;
  /** Clears away what servers that died took in before this moment and never named. */
  abstract sweep(before: number): Promise<void>;
  /** The marker of the database that owns these documents; undefined before the first `setOwnershipMarker`. */
  abstract ownershipMarker(): Promise<string | undefined>;
  abstract setOwnershipMarker(ownershipMarker: string): Promise<void>;
}

/** Bytes are kept under id and hash, so that a replacement never mixes with what was there. */
export const nameOf = (id: number, hash: string): string =>
  // Hashes of old rows may be anything; none of it leaves the folder.
  `${id}-${hash.toLowerCase().replace(/[^0-9a-f]/g, '_')}`;

/** The older application kept them under the bare id. */
export const olderNameOf = (id: number): string => String(id);

const NAME = /^([1-9]\d{0,9})(?:-[0-9a-f_]+)?$/;

/** The id in a name; undefined for a name that is none of ours. */
export const idIn = (name: string): number | undefined => {
  const id = NAME.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
};
