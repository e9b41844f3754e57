/** Reads files of tools whole: JSON, and lines of text. */
import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../core/http/errors.js';
import { sizeOf, type Message } from '../../core/i18n/messages.js';
import { parseJson } from '../../core/http/json-text.js';
import { brokenBy, MAX_FILE_BYTES, notWhole, type Bytes } from './connector.js';

/** More than bodies of requests may hold: a large cluster, or the parts of a large program. */
const LIMITS = { depth: 100, values: 8_000_000, names: 200_000 };

/** All bytes. Throws 413 beyond what a file may have. */
export async function wholeOf(bytes: Bytes, max = MAX_FILE_BYTES): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > max) throw new ApiError(413, 'feedFileSize', { max: sizeOf(max) });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The bytes as UTF-8; throws 400 for what is none. */
export function requireUtf8(bytes: Buffer, kind: string): void {
  if (!isUtf8(bytes)) throw notWhole(kind, 'wrongEncoding', { encoding: 'UTF-8' });
}

/** A JSON file. Throws 400 for what is none, also for one that ends early. */
export async function jsonFile(bytes: Buffer, kind: string): Promise<unknown> {
  requireUtf8(bytes, kind);
  try {
    return await parseJson(bytes, LIMITS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.phrase.key !== 'brokenJson') throw error;
    throw notWhole(kind, error.phrase.values['reason'] as Message);
  }
}

/** JSON, or a list of the JSON of its lines where the first line is complete by itself. */
export async function jsonOrLines(bytes: Buffer, kind: string): Promise<unknown> {
  const text = bytes.toString('latin1', 0, 1).trim();
  const end = bytes.indexOf('\n');
  const rest = end < 0 ? '' : bytes.toString('latin1', end, Math.min(bytes.length, end + 4096)).trim();
  if (text !== '{' || !rest.startsWith('{')) return jsonFile(bytes, kind);
  requireUtf8(bytes, kind);
  const values: unknown[] = [];
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf('\n', from);
    const line = bytes.subarray(from, next < 0 ? bytes.length : next);
    if (line.toString('latin1', 0, 100).trim()) values.push(await jsonFile(line, kind));
    from = next < 0 ? bytes.length : next + 1;
  }
  return values;
}

/** Texts as they come. Throws 400 for what is no UTF-8; a mark of the encoding is left out. */
export async function* textsOf(bytes: Bytes, kind: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  const decode = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw notWhole(kind, 'wrongEncoding', { encoding: 'UTF-8' });
    }
  };
  for await (const piece of bytes) {
    size += piece.length;
    if (size > MAX_FILE_BYTES) throw new ApiError(413, 'feedFileSize', { max: sizeOf(MAX_FILE_BYTES) });
    yield decode(piece);
  }
  yield decode();
}

/** What a parser gives; what it throws is the file's fault. */
export function parsed<T>(kind: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw brokenBy(kind, error);
  }
}
