/** A folder in which uploads wait until they are named; what is left there by servers that died is cleared away. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Received } from './document-store.js';
import { HashingStream } from './hashing-stream.js';

export class StagingArea {
  constructor(private readonly folder: string) {}

  /** Writes bytes to a file of their own, safe from a crash. Throws what the stream throws; leaves nothing then. */
  async take(bytes: Readable): Promise<Received> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, randomUUID());
    const hashing = new HashingStream();
    try {
      await pipeline(bytes, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      // The system names the file where it cannot be opened, and no file where the disk is full.
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') (error as Error).message += ` (${this.folder})`;
      throw error;
    }
    return { size: hashing.size, hash: hashing.hash(), head: hashing.head, path };
  }

  /** Removes a file; one that was named is none of ours any more. */
  async forget({ path }: Pick<Received, 'path'>): Promise<void> {
    if (dirname(path) === this.folder) await rm(path, { force: true });
  }

  /** Removes files that were last written before this moment. */
  async sweep(before: number): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const entry = await stat(path).catch(() => undefined);
      if (entry?.isFile() && entry.mtimeMs < before) await rm(path, { force: true });
    }
  }
}
