/** What is imported as one: a file, or a folder with one file for each vulnerability; its texts, unpacked within limits. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { FeedError, FeedTooLarge } from './feed-error.js';

/** A source of vulnerabilities, under the name by which it is remembered. */
export interface Feed {
  name: string;
  /** SHA-256 of all that is in it, hexadecimal. */
  fingerprint(): Promise<string>;
  /** Its texts, of JSON or of rows; each is read before the next one is asked for. */
  contents(limit: DecompressionLimit): AsyncIterable<Content>;
}

/** A file, whatever it is called. `name` and `sha256` where they are known already. */
export const fileFeed = (path: string, name = basename(path), sha256?: string): Feed => ({
  name,
  fingerprint: async () => sha256 ?? (await addFile(createHash('sha256'), path)).digest('hex'),
  contents: (limit) => contentsOf(path, limit),
});

/**
 * The feeds that files and folders are. In a folder, at any depth, every file is a feed of its own, but those that hold
 * one vulnerability each, by their names, are one together. Throws what the system says of paths that cannot be read.
 */
export async function* feedsIn(paths: readonly string[]): AsyncGenerator<Feed> {
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) yield* feedsOfFolder(path);
    else yield fileFeed(path);
  }
}

async function* feedsOfFolder(folder: string): AsyncGenerator<Feed> {
  let single = false;
  for await (const path of filesBelow(folder)) {
    if (isSingle(path)) single = true;
    else yield fileFeed(path);
  }
  if (single) yield folderFeed(folder);
}

const isSingle = (path: string): boolean =>
  /^(?:[Cc][Vv][Ee]-\d{4}-\d{4,19}|[A-Z]{2,}(?:-[\w.:]+)+)\.json$/.test(basename(path));

/** The files of a folder that hold one vulnerability each. */
function folderFeed(folder: string): Feed {
  return {
    name: `${basename(resolve(folder))}/`,
    async fingerprint() {
      const hash = createHash('sha256');
      for await (const path of filesBelow(folder)) {
        if (isSingle(path)) await addFile(hash.update(`${relative(folder, path)}\0`), path);
      }
      return hash.digest('hex');
    },
    async *contents(limit) {
      for await (const path of filesBelow(folder)) if (isSingle(path)) yield* contentsOf(path, limit);
    },
  };
}

/** The feed files below a folder, in the order of their names. Links are not followed: they may lead in circles. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path);
    else if (entry.isFile() && isFeedName(entry.name)) yield path;
  }
}

async function addFile(hash: Hash, path: string): Promise<Hash> {
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(piece as Buffer);
  return hash;
}

/** Bytes of a text. They are read before the next one is asked for. */
type Content = AsyncIterable<Buffer>;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK');

/** Official releases hold an archive within an archive; more is made by nobody in good faith. */
const MAX_ARCHIVE_DEPTH = 2;

/** Returns true if a name is one of a feed. */
const isFeedName = (name: string): boolean =>
  /\.(json|json\.gz|csv|csv\.gz|zip)$/i.test(name) && !basename(name).startsWith('.');

/** The texts in a file, one after the other. Throws a FeedError for what cannot be unpacked or is too much. */
async function* contentsOf(path: string, limit: DecompressionLimit, depth = 0): AsyncGenerator<Content> {
  const head = await headOf(path);
  if (head.equals(ZIP)) return yield* contentsOfZip(path, limit, depth + 1);
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    yield unpacked(file, head.equals(GZIP), limit);
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
function unpacked(packed: Readable, isPacked: boolean, limit: DecompressionLimit): Content {
  if (!isPacked) return limit.meter(packed);
  // Readers get errors as well, so nothing is left to be reported here.
  return limit.meter(pipeline(Readable.from(limit.meter(packed)), createGunzip(), () => undefined));
}

async function* contentsOfZip(path: string, limit: DecompressionLimit, depth: number): AsyncGenerator<Content> {
  if (depth > MAX_ARCHIVE_DEPTH) throw new FeedError('feedArchives', { max: MAX_ARCHIVE_DEPTH });
  const archive = await openPromise(path).catch((error: unknown) => Promise.reject(unreadable(error)));
  for await (const entry of entriesOf(archive)) {
    limit.enter();
    if (!isFeedName(entry.fileName)) continue;
    const packed = await archive.openReadStreamPromise(entry).catch((error) => Promise.reject(unreadable(error)));
    try {
      if (/\.zip$/i.test(entry.fileName)) yield* contentsOfInner(packed, limit, depth);
      else yield unpacked(packed, /\.gz$/i.test(entry.fileName), limit);
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
async function* contentsOfInner(packed: Readable, limit: DecompressionLimit, depth: number): AsyncGenerator<Content> {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-feed-'));
  try {
    const path = join(folder, 'inner.zip');
    await finished(limit.meter(packed), createWriteStream(path, { mode: 0o600 }));
    yield* contentsOf(path, limit, depth);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How much a feed may unfold to: a small archive may hold more bytes than there is room for. */
export class DecompressionLimit {
  private bytes = 0;
  private files = 0;

  /** `maxBytes`: of everything that is unpacked, at every stage; `maxFiles`: within archives. */
  constructor(
    private readonly maxBytes = Infinity,
    private readonly maxFiles = 1_000_000,
  ) {}

  /** Lets bytes pass until there are too many. What is wrong with the bytes themselves becomes a FeedError. */
  async *meter(bytes: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        this.bytes += piece.length;
        if (this.bytes > this.maxBytes) throw new FeedTooLarge('feedUnfolds', { max: this.maxBytes });
        yield piece;
      }
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Counts a file of an archive. */
  enter(): void {
    if (++this.files > this.maxFiles) throw new FeedTooLarge('feedFiles', { max: this.maxFiles });
  }
}

/** The error as one of the feed, unless the machine failed: a folder that is gone, a disk that is full. */
function unreadable(error: unknown): Error {
  const { message, errno, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof FeedError || syscall !== undefined) return error as Error;
  // Errors of unpacking carry a number as well, and no call of the system.
  return new FeedError('feedPacked', { text: message + (errno === undefined ? '' : ` (${errno})`) });
}
