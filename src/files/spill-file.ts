/** Bytes that need not be in memory while they wait: in a file without a name, which is gone with whoever has it open. */
import { readSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Spill } from '../core/packed-texts.js';
import { temporaryFile } from './temporary-file.js';

export class SpillFile implements Spill {
  private written = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<SpillFile> {
    return new SpillFile(await temporaryFile());
  }

  append(bytes: Buffer): number {
    const at = this.written;
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.file.fd, bytes, done, bytes.length - done, at + done);
    this.written += bytes.length;
    return at;
  }

  read(into: Buffer, at: number): void {
    for (let done = 0; done < into.length;) {
      const read = readSync(this.file.fd, into, done, into.length - done, at + done);
      if (!read) throw new Error('A file that was written is shorter than it was.');
      done += read;
    }
  }

  /** Nothing can be read any more. */
  close(): Promise<void> {
    return this.file.close();
  }
}
