/** Zip archives: written entry by entry as their content comes. */
import { Readable } from 'node:stream';
import { createDeflateRaw, crc32 } from 'node:zlib';

/** A file in an archive; its content may come bit by bit. */
export interface ZipEntry {
  name: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first of January 1980: when an archive was made is no fact about what is in it. */
const DATE = 0x21;

/** The bytes of an archive. */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncIterable<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    const head = localHeader(entry);
    offset += head.length;
    yield head;
    for await (const chunk of deflated(content, entry)) {
      entry.packed += chunk.length;
      offset += chunk.length;
      yield chunk;
    }
    const foot = descriptor(entry);
    offset += foot.length;
    yield foot;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield Buffer.concat([directory, end(written.length, directory.length, offset)]);
}

/** The packed content; notes the size and the check sum of what comes in. */
async function* deflated(content: ZipEntry['content'], entry: Written): AsyncIterable<Buffer> {
  async function* measured(): AsyncIterable<Buffer> {
    for await (const part of content) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(measured(), { objectMode: false });
  const deflate = createDeflateRaw({ level: 3 });
  source.once('error', (error) => deflate.destroy(error));
  try {
    for await (const chunk of source.pipe(deflate)) yield chunk as Buffer;
  } finally {
    source.destroy();
  }
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  common(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const foot = Buffer.alloc(16);
  [0x08074b50, crc, packed, size].forEach((value, i) => foot.writeUInt32LE(value, 4 * i));
  return foot;
}

function centralHeader({ name, offset, crc, packed, size }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  common(head, 6);
  [crc, packed, size].forEach((value, i) => head.writeUInt32LE(value, 16 + 4 * i));
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

/** What both headers of an entry say. */
function common(head: Buffer, at: number): void {
  [VERSION, FLAGS, DEFLATED, 0, DATE].forEach((value, i) => head.writeUInt16LE(value, at + 2 * i));
}

function end(count: number, length: number, offset: number): Buffer {
  const foot = Buffer.alloc(22);
  foot.writeUInt32LE(0x06054b50, 0);
  foot.writeUInt16LE(count, 8);
  foot.writeUInt16LE(count, 10);
  foot.writeUInt32LE(length, 12);
  foot.writeUInt32LE(offset, 16);
  return foot;
}
