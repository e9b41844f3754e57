/** Reads the file of a backup, and finds out before anything is restored whether it is whole. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { FORMAT, HEAD, MANIFEST, subjectOf, type Head, type Manifest } from './format.js';
import { BLOCK, entryIn, padding, type TarEntry } from './tar.js';

/** The file is none of a backup, or is not whole; the message is a sentence. */
export class BrokenBackup extends Error {}

/** An entry whose content is read before the next one is asked for. */
export interface ArchiveEntry extends TarEntry {
  content(): AsyncIterable<Buffer>;
}

/** What a file says of itself, once it is known to be whole. */
export interface Verified {
  head: Head;
  manifest: Manifest;
}

const NOT_WHOLE = 'Fetch it again from where it was kept, or take another one. Nothing was changed.';

/** The entries of a file, in their order. Throws a `BrokenBackup` where it cannot be read. */
export async function* entriesOf(path: string, hash?: Hash): AsyncGenerator<ArchiveEntry> {
  const bytes = new Bytes(unpacked(path));
  try {
    for (;;) {
      const block = await bytes.exactly(BLOCK);
      const entry = headIn(block, path);
      // What stands behind the last entry is read too: the packer's own sum is the last of it.
      if (!entry) return await bytes.end();
      // The sum is over everything before the manifest.
      if (entry.name === MANIFEST) hash = undefined;
      hash?.update(block);
      let taken = false;
      const content = async function* (): AsyncIterable<Buffer> {
        taken = true;
        for await (const chunk of bytes.next(entry.size)) {
          hash?.update(chunk);
          yield chunk;
        }
      };
      yield { ...entry, content };
      if (!taken) for await (const chunk of bytes.next(entry.size)) hash?.update(chunk);
      const rest = padding(entry.size).length;
      if (rest) for await (const chunk of bytes.next(rest)) hash?.update(chunk);
    }
  } catch (error) {
    throw explained(error, path);
  } finally {
    await bytes.close();
  }
}

/** The whole content of an entry. */
export async function contentOf(entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The rows in an entry of a table. */
export async function rowsIn(entry: ArchiveEntry): Promise<unknown[][]> {
  const text = (await contentOf(entry)).toString();
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as unknown[]] : []));
}

/** Reads a file to its end and compares it with what it says of itself. Throws a `BrokenBackup`. */
export async function verify(path: string): Promise<Verified> {
  try {
    return await readThrough(path);
  } catch (error) {
    throw explained(error, path);
  }
}

async function readThrough(path: string): Promise<Verified> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  const documents = { count: 0, bytes: 0 };
  let [head, manifest] = [undefined as Head | undefined, undefined as Manifest | undefined];
  for await (const entry of entriesOf(path, hash)) {
    const subject = subjectOf(entry.name);
    if (!head) head = await headFrom(entry, path);
    else if (entry.name === MANIFEST) manifest = await manifestFrom(entry, path);
    else if (!subject) throw new BrokenBackup(`${path} holds an entry that no backup has: ${entry.name}.`);
    else if ('table' in subject) rows[subject.table] = (rows[subject.table] ?? 0) + (await lines(entry));
    else {
      documents.count++;
      documents.bytes += entry.size;
    }
  }
  if (!head || !manifest) throw new BrokenBackup(`${path} is not complete: its end is missing. ${NOT_WHOLE}`);
  const counted = (name: string): boolean => (rows[name] ?? 0) === manifest.rows[name];
  const whole =
    hash.digest('hex') === manifest.sha256 &&
    Object.keys({ ...rows, ...manifest.rows }).every(counted) &&
    documents.count === manifest.documents.count &&
    documents.bytes === manifest.documents.bytes;
  if (!whole) throw new BrokenBackup(`${path} is not what was written: its check sum differs. ${NOT_WHOLE}`);
  return { head, manifest };
}

async function headFrom(entry: ArchiveEntry, path: string): Promise<Head> {
  if (entry.name !== HEAD) throw new BrokenBackup(`${path} is no backup of Meridian: it lacks ${HEAD}.`);
  const head = JSON.parse(String(await contentOf(entry))) as Head;
  if (typeof head.format !== 'number')
    throw new BrokenBackup(`${path} is no backup of Meridian: ${HEAD} is another one's.`);
  if (head.format > FORMAT) {
    throw new BrokenBackup(
      `${path} was made by the release ${head.release}, in format ${head.format}; this release reads formats up to ` +
        `${FORMAT}. Install that release, or a later one. Nothing was changed.`,
    );
  }
  return head;
}

async function manifestFrom(entry: ArchiveEntry, path: string): Promise<Manifest> {
  const manifest = JSON.parse(String(await contentOf(entry))) as Partial<Manifest>;
  const { rows, documents, last_ids: lastIds, dangling, sha256 } = manifest;
  if (rows && documents && lastIds && dangling && sha256)
    return { rows, documents, last_ids: lastIds, dangling, sha256 };
  throw new BrokenBackup(`${path} is damaged: its manifest lacks a part. ${NOT_WHOLE}`);
}

async function lines(entry: ArchiveEntry): Promise<number> {
  let count = 0;
  for await (const chunk of entry.content()) for (const byte of chunk) if (byte === 10) count++;
  return count;
}

function headIn(block: Buffer, path: string): TarEntry | undefined {
  try {
    return entryIn(block);
  } catch {
    throw new BrokenBackup(`${path} is damaged: an entry of the archive cannot be read. ${NOT_WHOLE}`);
  }
}

/** The archive as it was before it was packed. */
function unpacked(path: string): AsyncIterator<Buffer> & { return?(): Promise<unknown> } {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const archive = createGunzip({ chunkSize: 1 << 18 });
  file.once('error', (error) => archive.destroy(error));
  archive.once('close', () => file.destroy());
  return file.pipe(archive)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

function explained(error: unknown, path: string): unknown {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'SyntaxError') return new BrokenBackup(`${path} is damaged: ${message}. ${NOT_WHOLE}`);
  if (code === 'Z_BUF_ERROR') return new BrokenBackup(`${path} is not complete: its end is missing. ${NOT_WHOLE}`);
  if (code === 'Z_DATA_ERROR') {
    return new BrokenBackup(`${path} is no backup of Meridian, or is damaged: it cannot be unpacked. ${NOT_WHOLE}`);
  }
  if (code === 'ENOENT') return new Error(`There is no file ${path}.`);
  return code === 'EACCES' || code === 'EISDIR' ? new Error(`${path} cannot be read: ${message}`) : error;
}

/** Bytes that come in pieces of any size, taken in pieces of sizes that are asked for. */
class Bytes {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly source: AsyncIterator<Buffer> & { return?(): Promise<unknown> }) {}

  async exactly(size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.next(size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *next(size: number): AsyncIterable<Buffer> {
    while (size > 0) {
      if (!this.rest.length) await this.fetch();
      const chunk = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(chunk.length);
      size -= chunk.length;
      yield chunk;
    }
  }

  /** Reads what is left, and forgets it. */
  async end(): Promise<void> {
    while (!(await this.source.next()).done);
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async fetch(): Promise<void> {
    const { done, value } = await this.source.next();
    if (done) throw Object.assign(new Error('the end is missing'), { code: 'Z_BUF_ERROR' });
    this.rest = value;
  }
}
