/** The bytes of a document: unfolded, counted, cut into lines, and looked over before anything is parsed. */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ApiError } from '../../core/http/errors.js';
import { sizeOf } from '../../core/i18n/messages.js';
import { MAX_EMPTY_LINES, MAX_ITEM_BYTES } from './limits.js';

/** Lines that are handed on at once, at most. */
const TOGETHER = 256;
const [LINE_FEED, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Unfolds gzip. Throws 400 for what is none or ends early, 413 as soon as more comes out than is taken. */
export async function* unfolded(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  // What goes wrong comes out of the loop below.
  pipeline(source, gunzip, () => undefined);
  try {
    yield* counted(gunzip as AsyncIterable<Buffer>, maxBytes);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? new ApiError(400, 'feedGzip') : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** The same bytes. Throws 413 beyond so many. */
export async function* counted(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new ApiError(413, 'feedBodyUnfolds', { max: sizeOf(maxBytes) });
    yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }
}

/** A line with its number, from 1. */
export interface Line {
  number: number;
  bytes: Buffer;
}

/** The lines that hold something, without their ends. Throws 413 for one that is longer than an item may be. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  for await (const lines of linesTogether(bytes)) yield* lines;
}

/** The same, those together that come together: waiting for each of many lines would take as long as reading it. */
export async function* linesTogether(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let [number, waiting]: [number, number] = [1, 0];
  let pieces: Buffer[] = [];
  let empty = 0;
  const add = (piece: Buffer): void => {
    waiting += piece.length;
    if (waiting > MAX_ITEM_BYTES)
      throw new ApiError(413, 'feedLineSize', { line: number, max: sizeOf(MAX_ITEM_BYTES) });
    if (piece.length) pieces.push(piece);
  };
  const take = (): Line => {
    const line = { number, bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces) };
    [pieces, waiting] = [[], 0];
    return line;
  };
  for await (const chunk of bytes) {
    let lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from), number++) {
      const start = from;
      from = end + 1;
      if (!waiting && isBlank(chunk, start, end)) {
        // Packed they take next to nothing, and each of them takes its time.
        if (++empty > MAX_EMPTY_LINES) throw new ApiError(413, 'feedEmptyLines', { max: MAX_EMPTY_LINES });
        continue;
      }
      add(chunk.subarray(start, end));
      const line = take();
      if (isBlank(line.bytes) || lines.push(line) < TOGETHER) continue;
      yield lines;
      lines = [];
    }
    add(chunk.subarray(from));
    if (lines.length) yield lines;
  }
  const last = take();
  if (!isBlank(last.bytes)) yield [last];
}

/** Nothing but blanks. */
function isBlank(bytes: Buffer, from = 0, to = bytes.length): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

/** Throws 400 for JSON whose lists and objects stand in each other deeper than so many levels, before it is parsed. */
export function requireDepth(bytes: Buffer, max: number): void {
  // Most lines open so few that nothing of them needs to be understood.
  if (!opensMore(bytes, max)) return;
  let level = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = textEnd(bytes, at + 1);
    else if (byte === LIST || byte === OBJECT) {
      if (++level > max) throw new ApiError(400, 'deepJson', { max });
    } else if (byte === LIST_END || byte === OBJECT_END) level--;
  }
}

/** More lists and objects begin than so many, those that stand in texts included. */
function opensMore(bytes: Buffer, max: number): boolean {
  let open = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if ((byte === LIST || byte === OBJECT) && ++open > max) return true;
  }
  return false;
}

/** Where the text that begins here has its closing quote; the end of the bytes, if it has none. */
function textEnd(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH && end - 1 - slashes >= from) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}
