/** Lets bytes pass, and knows afterwards how many there were, their hash and how they began. */
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const HEAD = 1024;

export class Meter extends Transform {
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
