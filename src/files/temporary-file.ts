/** Files that are there while somebody has them open. */
import { randomUUID } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spill } from '../core/packed-texts.js';

/** A file to write and read, only for us, that vanishes with its handle. */
export async function temporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `meridian-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Bytes that need not be in memory while they wait. Writing and reading throw what the system says, such as `ENOSPC`. */
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
