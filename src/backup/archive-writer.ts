/** Writes the file of a backup, entry by entry; the file appears under its name once it is whole. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { link, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MANIFEST, type Manifest } from './format.js';
import { partFor, sweepParts } from './parts.js';
import { END, headOf, padding } from './tar.js';

export class ArchiveWriter {
  private readonly hash = createHash('sha256');
  private readonly packed = createGzip({ level: 4 });
  private readonly stored: Promise<void>;
  private readonly seconds = Math.floor(Date.now() / 1000);

  private constructor(
    private readonly path: string,
    private readonly partial: string,
    file: FileHandle,
  ) {
    this.stored = pipeline(this.packed, file.createWriteStream({ flush: true })).catch((error: Error) => {
      throw notWritten(path, error);
    });
    this.stored.catch(() => undefined);
  }

  /** Begins a file. Throws a sentence if there is one of that name, or none can be made. */
  static async open(path: string): Promise<ArchiveWriter> {
    if (existsSync(path)) throw new Error(`There is already a file ${path}. Name another one, or remove it.`);
    await sweepParts(dirname(path));
    const partial = partFor(path);
    try {
      // Hashes of passwords stand in it: nobody but its owner may read it, from the first byte on. Made without a wait, so that
      // a signal finds no file, or one that it can remove.
      closeSync(openSync(partial, 'wx', 0o600));
      const file = await open(partial, 'r+');
      return new ArchiveWriter(path, partial, file);
    } catch (error) {
      throw notWritten(path, error as Error);
    }
  }

  /** Adds an entry whose bytes are there. */
  async add(name: string, content: string | Buffer): Promise<void> {
    const bytes = Buffer.from(content as string);
    await this.stream(name, bytes.length, [bytes]);
  }

  /** Adds an entry whose bytes come one after the other. Throws if they are not `size` bytes. */
  async stream(name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    await this.write(headOf({ name, size }, this.seconds));
    let length = 0;
    for await (const bytes of content) {
      length += bytes.length;
      await this.write(bytes);
    }
    if (length !== size) throw new Error(`${name} changed while it was read: ${length} bytes instead of ${size}.`);
    await this.write(padding(size));
  }

  /** Ends the archive with what is known at the end, and gives the file its name. */
  async finish(known: Omit<Manifest, 'sha256'>): Promise<Manifest> {
    const manifest: Manifest = { ...known, sha256: this.hash.copy().digest('hex') };
    await this.add(MANIFEST, JSON.stringify(manifest, null, 1));
    await this.write(END);
    this.packed.end();
    await this.stored;
    // Unlike a renaming, a link never replaces a file that somebody made meanwhile.
    await link(this.partial, this.path);
    await rm(this.partial);
    const folder = await open(dirname(this.path), 'r');
    await folder.sync().finally(() => folder.close());
    return manifest;
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    this.packed.destroy();
    await this.stored.catch(() => undefined);
    await rm(this.partial, { force: true });
  }

  private async write(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    if (this.packed.write(bytes)) return;
    // A full disk shows in the file, not in the packing.
    await Promise.race([once(this.packed, 'drain'), this.stored]);
  }
}

function notWritten(path: string, { code, message }: NodeJS.ErrnoException): Error {
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'there is no room left on its disk' : message;
  return new Error(`${path} cannot be written: ${why}. Nothing of it is left; make room, or name a place elsewhere.`);
}
