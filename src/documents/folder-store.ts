/** Documents in a folder, one file each; uploads wait in `incoming/` below it (contract 8). */
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { piecesOf } from '../core/file-pieces.js';
import { DocumentStore, idIn, type Received, type Stored } from './document-store.js';
import { StagingArea } from './staging-area.js';

const BATCH = 500;
const MARK = '.meridian';

export class FolderStore extends DocumentStore {
  private readonly folder: string;
  private readonly staging: StagingArea;

  constructor(folder: string) {
    super();
    this.folder = resolve(folder);
    this.staging = new StagingArea(join(this.folder, 'incoming'));
  }

  receive(bytes: Readable): Promise<Received> {
    return this.staging.take(bytes);
  }

  async name(named: ReadonlyArray<{ received: Received; name: string }>): Promise<void> {
    for (const { received, name } of named) {
      const path = this.pathOf(name);
      await rename(received.path, path);
      received.path = path;
    }
    if (!named.length) return;
    // The names themselves are safe only when the folder is: once for all of them.
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }

  discard(received: Received): Promise<void> {
    return this.staging.forget(received);
  }

  async find(name: string): Promise<Stored | undefined> {
    const handle = await unlessMissing(open(this.pathOf(name), 'r'));
    return handle && storedIn(handle);
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async since(name: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.pathOf(name))))?.mtimeMs;
  }

  async *names(): AsyncIterable<string[]> {
    const entries = await unlessMissing(opendir(this.folder, { bufferSize: BATCH }));
    let names: string[] = [];
    for await (const entry of entries ?? []) {
      if (!entry.isFile() || idIn(entry.name) === undefined) continue;
      names.push(entry.name);
      if (names.length < BATCH) continue;
      yield names;
      names = [];
    }
    if (names.length) yield names;
  }

  sweep(before: number): Promise<void> {
    return this.staging.sweep(before);
  }

  ownershipMarker(): Promise<string | undefined> {
    return unlessMissing(readFile(join(this.folder, MARK), 'utf8'));
  }

  async setOwnershipMarker(ownershipMarker: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.folder, MARK), ownershipMarker, { mode: 0o600, flush: true });
  }

  private pathOf(name: string): string {
    return join(this.folder, name);
  }
}

async function storedIn(handle: FileHandle): Promise<Stored | undefined> {
  const entry = await handle.stat();
  if (entry.isFile()) {
    return {
      size: entry.size,
      version: `${entry.ino} ${entry.size} ${entry.mtimeMs}`,
      read: (range, keep) => {
        const bytes = Readable.from(piecesOf(handle, range?.start, range?.end), { objectMode: false });
        if (!keep) bytes.once('close', () => void handle.close());
        return bytes;
      },
      close: () => handle.close(),
    };
  }
  await handle.close();
  return undefined;
}

/** What a look at a file finds; undefined where there is none. */
async function unlessMissing<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
