/** Hands a file to a client at its own pace: what it has not read yet waits in memory, and beyond that in a file. */
import type { FileHandle } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { temporaryFile } from './temporary-file.js';

/** So many bytes wait in memory. */
const IN_MEMORY = 4 << 20;
const CHUNK = 64 << 10;

type Done = (error?: Error | null) => void;

/**
 * A stream whose writer never waits for its reader, so that a client that stops reading holds up no statement. Destroyed
 * when the client goes away; writers then fail.
 */
export class SpillStream extends Duplex {
  private readonly waiting: Buffer[] = [];
  private held = 0;
  private file: FileHandle | undefined;
  private written = 0;
  private taken = 0;
  private complete = false;
  private hungry = false;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    // What waits in the file is younger than what waits in memory, and older than all that comes.
    if (this.taken === this.written && this.held + chunk.length <= IN_MEMORY) {
      this.waiting.push(chunk);
      this.held += chunk.length;
      this.feed();
      done();
    } else {
      this.spill(chunk).then(() => done(), done);
    }
  }

  override _final(done: Done): void {
    this.complete = true;
    this.feed();
    done();
  }

  override _read(): void {
    this.hungry = true;
    this.feed();
  }

  override _destroy(error: Error | null, done: Done): void {
    const { file } = this;
    this.file = undefined;
    if (!file) done(error);
    else file.close().then(() => done(error), done);
  }

  private async spill(chunk: Buffer): Promise<void> {
    this.file ??= await temporaryFile();
    await this.file.write(chunk, 0, chunk.length, this.written);
    this.written += chunk.length;
    this.feed();
  }

  /** Gives the reader what it asked for, if there is any. */
  private feed(): void {
    if (!this.hungry) return;
    const chunk = this.waiting.shift();
    if (chunk) {
      this.held -= chunk.length;
      this.give(chunk);
    } else if (this.taken < this.written) {
      this.hungry = false;
      this.fromFile().catch((error: Error) => this.destroy(error));
    } else if (this.complete) this.give(null);
  }

  private async fromFile(): Promise<void> {
    const length = Math.min(CHUNK, this.written - this.taken);
    const buffer = Buffer.allocUnsafe(length);
    await this.file!.read(buffer, 0, length, this.taken);
    this.taken += length;
    this.push(buffer);
  }

  private give(chunk: Buffer | null): void {
    this.hungry = false;
    this.push(chunk);
  }
}
