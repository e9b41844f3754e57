/** Documents in a folder: `<id>-<hash>`, and `<id>` alone where the older application left them (contract 8). */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocumentStore, type Received, type Stored } from './document-store.js';
import { Meter } from './meter.js';

/** Bytes that nobody named for this long were left by a server that died. */
const FORGOTTEN = 24 * 3600 * 1000;

export class FolderStore extends DocumentStore {
  private readonly incoming: string;

  constructor(private readonly folder: string) {
    super();
    this.incoming = join(folder, 'incoming');
  }

  async receive(bytes: Readable): Promise<Received> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    const place = join(this.incoming, randomUUID());
    const meter = new Meter();
    try {
      await pipeline(bytes, meter, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
    } catch (error) {
      await rm(place, { force: true });
      throw error;
    }
    return { size: meter.size, hash: meter.hash(), head: meter.head, place };
  }

  async name(named: ReadonlyArray<{ received: Received; id: number }>): Promise<void> {
    for (const { received, id } of named) {
      const path = this.pathOf(id, received.hash);
      await rename(received.place, path);
      received.place = path;
    }
    if (!named.length) return;
    // The names themselves are safe only when the folder is: once for all of them.
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }

  async discard({ place }: Received): Promise<void> {
    if (place.startsWith(this.incoming)) await rm(place, { force: true });
  }

  async find(id: number, hash: string): Promise<Stored | undefined> {
    for (const path of [this.pathOf(id, hash), join(this.folder, String(id))]) {
      const stored = await openStored(path);
      if (stored) return stored;
    }
    return undefined;
  }

  async remove(id: number, hash: string): Promise<void> {
    await rm(this.pathOf(id, hash), { force: true });
  }

  async sweep(): Promise<void> {
    for (const name of await readdir(this.incoming).catch(() => [])) {
      const path = join(this.incoming, name);
      const entry = await stat(path).catch(() => undefined);
      if (entry && Date.now() - entry.mtimeMs > FORGOTTEN) await rm(path, { force: true });
    }
  }

  private pathOf(id: number, hash: string): string {
    // Hashes of old rows may be anything; none of it leaves the folder.
    return join(this.folder, `${id}-${hash.toLowerCase().replace(/[^0-9a-f]/g, '_')}`);
  }
}

async function openStored(path: string): Promise<Stored | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const entry = await handle.stat();
  if (entry.isFile()) {
    return {
      size: entry.size,
      version: `${entry.ino} ${entry.size} ${entry.mtimeMs}`,
      read: (range, keep) => handle.createReadStream({ start: 0, ...range, autoClose: !keep }),
      close: () => handle.close(),
    };
  }
  await handle.close();
  return undefined;
}
