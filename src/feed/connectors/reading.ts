/** Reads files of tools whole: JSON, and lines of text. */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { ApiError, byLibrary } from '../../core/http/errors.js';
import { Message, sizeOf } from '../../core/i18n/messages.js';
import { Thread, ThreadTimeout } from '../../core/thread.js';
import { parseJson } from '../../core/http/json-text.js';
import { MAX_FILE_BYTES, notWhole, type Bytes, type InTurn } from './connector.js';
import type { YamlAnswer } from './yaml-thread.js';

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
  // Each of these takes its time of a large file.
  await setImmediate();
  requireUtf8(bytes, kind);
  await setImmediate();
  try {
    return await parseJson(bytes, LIMITS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.phrase.key !== 'brokenJson') throw error;
    throw notWhole(kind, error.phrase.values['reason'] as Message);
  }
}

/** The reader of YAML takes a second for each megabyte and a hundred times its memory: more than this, or longer, is refused. */
const YAML = { bytes: 4 << 20, seconds: 10, megabytes: 400 };
const YAML_THREAD = require.resolve('./yaml-thread.js');
/** A program on the machine of whoever reads waits for nobody. */
const atOnce: InTurn = (work) => work();

/** The values of the documents in a file of YAML. Throws 400 for what is none, 413 for more than can be read, 503 as `yamlText`. */
export async function yamlFile(bytes: Buffer, kind: string, inTurn?: InTurn): Promise<unknown[]> {
  requireUtf8(bytes, kind);
  if (bytes.length > YAML.bytes) throw tooMuchYaml();
  return yamlText(bytes.toString('utf8'), (reason) => notWhole(kind, reason), inTurn);
}

/**
 * The values of the documents in a text of YAML, read in a thread; none for an empty one. Throws 413 for what takes too long or
 * too much memory, 503 when nobody waits any more, and what `inTurn` throws.
 * @param refused the error for a text that is wrong
 */
export async function yamlText(
  text: string,
  refused: (reason: Message) => ApiError,
  inTurn = atOnce,
): Promise<unknown[]> {
  const answer = await inTurn((signal) => yamlInThread(text, signal));
  if ('failed' in answer) throw refused(byLibrary(new Error(answer.failed)));
  if ('circle' in answer) throw refused(new Message('feedYamlCircle'));
  if ('twice' in answer) throw refused(new Message('feedYamlTwice', { name: answer.twice, line: answer.line }));
  const { buffer, byteOffset, byteLength } = answer.json;
  return (await parseJson(Buffer.from(buffer, byteOffset, byteLength), LIMITS)) as unknown[];
}

const tooMuchYaml = (): ApiError => new ApiError(413, 'feedYaml', { max: sizeOf(YAML.bytes) });

/** Ends once its thread has. */
async function yamlInThread(text: string, signal: AbortSignal | undefined): Promise<YamlAnswer> {
  const resourceLimits = { maxOldGenerationSizeMb: YAML.megabytes };
  const thread = new Thread<string, YamlAnswer>(YAML_THREAD, { idle: 0, resourceLimits });
  try {
    return await thread.ask(text, { limit: YAML.seconds * 1000, signal });
  } catch (error) {
    const isTooMuch =
      error instanceof ThreadTimeout || (error as Error & { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isTooMuch ? tooMuchYaml() : error;
  }
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
