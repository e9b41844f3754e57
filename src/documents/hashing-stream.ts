/** Hashes of content: made while bytes pass, and compared with what a row says. */
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Stored } from './document-store.js';

const HEAD = 1024;

export class HashingStream extends Transform {
  size = 0;
  private readonly sha256 = createHash('sha256');
  private readonly first: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.size < HEAD) this.first.push(chunk.subarray(0, HEAD - this.size));
    this.size += chunk.length;
    this.sha256.update(chunk);
    done(null, chunk);
  }

  /** SHA-256, hexadecimal; asked for once, when all bytes have passed. */
  hash(): string {
    return this.sha256.digest('hex');
  }

  get head(): Buffer {
    return Buffer.concat(this.first);
  }
}

const MAX_CACHED = 10_000;

export class Integrity {
  private readonly checks = new Map<string, Promise<boolean>>();

  /** Returns true if kept bytes are those that the row refers to. */
  async holds(stored: Stored, id: number, size: number, hash: string): Promise<boolean> {
    if (stored.size !== size) return false;
    const key = `${id} ${hash} ${stored.version}`;
    let check = this.checks.get(key);
    if (!check) {
      if (this.checks.size >= MAX_CACHED) this.checks.clear();
      this.checks.set(key, (check = hashOf(stored).then((found) => found === hash.toLowerCase())));
      // A failed read says nothing about the bytes.
      check.catch(() => this.checks.delete(key));
    }
    return check;
  }
}

async function hashOf(stored: Stored): Promise<string> {
  const hashing = new HashingStream();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(stored.read(undefined, true), hashing, nowhere);
  return hashing.hash();
}
