/** The JSON texts in a file: the file itself, unpacked, or those of an archive. What it is, its first bytes tell. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { unreadable, type Allowance } from './allowance.js';
import { FeedError } from './feed-error.js';

/** Bytes of a JSON text. They are read before the next one is asked for. */
export type Content = AsyncIterable<Buffer>;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK');

/** Official releases hold an archive within an archive; more is made by nobody in good faith. */
const DEEPEST_ARCHIVE = 2;

/** Whether a name is one of a feed. */
export const isFeedName = (name: string): boolean =>
  /\.(json|json\.gz|zip)$/i.test(name) && !basename(name).startsWith('.');

/** The JSON texts in a file, one after the other. Throws a FeedError for what cannot be unpacked or is too much. */
export async function* contentsOf(path: string, allowance: Allowance, depth = 0): AsyncGenerator<Content> {
  const head = await headOf(path);
  if (head.equals(ZIP)) return yield* contentsOfZip(path, allowance, depth + 1);
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    yield unpacked(file, head.equals(GZIP), allowance);
  } finally {
    file.destroy();
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Bytes as they are, or unpacked; both are metered, since what is unpacked may be less than what is packed. */
function unpacked(packed: Readable, isPacked: boolean, allowance: Allowance): Content {
  if (!isPacked) return allowance.meter(packed);
  // Whoever reads hears of errors as well, so nothing is left to be told here.
  return allowance.meter(pipeline(Readable.from(allowance.meter(packed)), createGunzip(), () => undefined));
}

async function* contentsOfZip(path: string, allowance: Allowance, depth: number): AsyncGenerator<Content> {
  if (depth > DEEPEST_ARCHIVE) throw new FeedError('feedArchives', { max: DEEPEST_ARCHIVE });
  const archive = await openPromise(path).catch((error: unknown) => Promise.reject(unreadable(error)));
  for await (const entry of entriesOf(archive)) {
    allowance.enter();
    if (!isFeedName(entry.fileName)) continue;
    const packed = await archive.openReadStreamPromise(entry).catch((error) => Promise.reject(unreadable(error)));
    try {
      if (/\.zip$/i.test(entry.fileName)) yield* contentsOfInner(packed, allowance, depth);
      else yield unpacked(packed, /\.gz$/i.test(entry.fileName), allowance);
    } finally {
      packed.destroy();
    }
  }
}

/** The files of an archive. Names that lead out of it are refused, though nothing is ever written under them. */
async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    throw unreadable(error);
  }
}

/** An archive within an archive is laid down first, since archives are read from their end. */
async function* contentsOfInner(packed: Readable, allowance: Allowance, depth: number): AsyncGenerator<Content> {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-feed-'));
  try {
    const path = join(folder, 'inner.zip');
    await finished(allowance.meter(packed), createWriteStream(path, { mode: 0o600 }));
    yield* contentsOf(path, allowance, depth);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
