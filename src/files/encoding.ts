/** Which encoding a text file is in: UTF-8, or what spreadsheet programs write instead of it. */
import type { FileHandle } from 'node:fs/promises';
import { piecesOf } from '../core/file-pieces.js';
import { broken, PIECE, unknownKind } from './sheet.js';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' | 'ISO-8859-15';

/** The characters 80 to 9F of Windows-1252; the replacement character where it has none. */
const WINDOWS = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ';
const UNKNOWN = '\ufffd';
/** Where ISO-8859-15 differs from Latin-1. */
const LATIN_9: Readonly<Record<string, string>> = {
  ...{ '\xa4': '€', '\xa6': 'Š', '\xa8': 'š', '\xb4': 'Ž', '\xb8': 'ž', '\xbc': 'Œ', '\xbd': 'œ', '\xbe': 'Ÿ' },
};

/**
 * The encoding of a file that begins with these bytes: by its byte order mark, by the zeros of UTF-16, or by all of the file. Throws 415
 * for what is no text, 400 for UTF-8 that is broken.
 */
export async function encodingOf(file: FileHandle, head: Buffer): Promise<Encoding> {
  const start = head.toString('latin1', 0, 3);
  if (start.startsWith('\xff\xfe')) return 'UTF-16LE';
  if (start.startsWith('\xfe\xff')) return 'UTF-16BE';
  if (head.includes(0)) return zerosOf(head);
  const found = start === '\xef\xbb\xbf' || (await isUtf8(file)) ? 'UTF-8' : 'Windows-1252';
  if (found === 'Windows-1252') await requireWindows(file);
  return found;
}

/** The texts of a file, piece by piece. Throws 400 where the bytes are not of that encoding. */
export async function* textsOf(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<string> {
  const decode = decoderOf(encoding);
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

function decoderOf(encoding: Encoding): (chunk?: Buffer) => string {
  if (encoding === 'Windows-1252') return (chunk) => (chunk ? windowsText(chunk) : '');
  if (encoding === 'ISO-8859-15') return (chunk) => (chunk ? latin9Text(chunk) : '');
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw broken('wrongEncoding', { encoding: nameOf(encoding) });
    }
  };
}

/** How people call it. */
export const nameOf = (encoding: Encoding): string => encoding.replace(/[BL]E$/, '');

/** Not left to a decoder: some versions of Node take it for Latin-1. */
function windowsText(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80]!);
}

const latin9Text = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]/g, (sign) => LATIN_9[sign]!);

/** A file of mostly Latin letters has a zero beside each of them, always on the same side. */
function zerosOf(head: Buffer): Encoding {
  const zeros = [0, 0];
  head.forEach((byte, i) => (zeros[i % 2]! += byte === 0 ? 1 : 0));
  const [even, odd] = zeros as [number, number];
  if (head.length % 2 || Math.max(even, odd) * 4 < head.length || Math.min(even, odd)) throw unknownKind();
  return odd ? 'UTF-16LE' : 'UTF-16BE';
}

async function isUtf8(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of piecesOf(file, 0, Infinity, PIECE)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return false;
  }
}

/** Throws 400 for a file that is UTF-8 but for some broken places: read as Windows-1252, all its accents would be wrong. */
async function requireWindows(file: FileHandle): Promise<void> {
  const decoder = new TextDecoder('utf-8');
  let [right, wrong] = [0, 0];
  for await (const chunk of piecesOf(file, 0, Infinity, PIECE)) {
    if (windowsText(chunk).includes(UNKNOWN)) throw broken('wrongEncoding', { encoding: 'UTF-8' });
    for (const sign of decoder.decode(chunk, { stream: true })) {
      if (sign === UNKNOWN) wrong++;
      else if (sign > '\x7f') right++;
    }
  }
  if (right > wrong) throw broken('wrongEncoding', { encoding: 'UTF-8' });
}
