/** Bytes whose hash does not match their row are never served; each version of them is hashed once (contract 8). */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Stored } from './document-store.js';
import { Meter } from './hashing-stream.js';

const MOST_REMEMBERED = 10_000;

export class Integrity {
  private readonly known = new Map<string, Promise<boolean>>();

  /** Whether kept bytes are those that the row speaks of. */
  async holds(stored: Stored, id: number, size: number, hash: string): Promise<boolean> {
    if (stored.size !== size) return false;
    const key = `${id} ${hash} ${stored.version}`;
    let check = this.known.get(key);
    if (!check) {
      if (this.known.size >= MOST_REMEMBERED) this.known.clear();
      this.known.set(key, (check = hashOf(stored).then((found) => found === hash.toLowerCase())));
      // A failed read says nothing about the bytes.
      check.catch(() => this.known.delete(key));
    }
    return check;
  }
}

async function hashOf(stored: Stored): Promise<string> {
  const meter = new Meter();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(stored.read(undefined, true), meter, nowhere);
  return meter.hash();
}
