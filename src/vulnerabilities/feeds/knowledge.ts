/** What a text of a feed says of vulnerabilities, whatever its format, in the memory of one record or of one document. */
import { ApiError } from '../../core/http/errors.js';
import { parseJson } from '../../core/http/json-text.js';
import { epssScores, isEpss } from '../formats/epss.js';
import { objectIn, timeIn } from '../formats/reading.js';
import { Turns } from '../../core/turns.js';
import { DOCUMENT_NAMES, documentIn, elementIn, isAroundDocument, isAroundFeed } from '../formats/recognise.js';
import type { Knowledge } from '../record.js';
import { FeedError } from './feed-error.js';
import { recordsIn } from './record-splitter.js';

/** Bytes of a document that must be held as a whole: a larger text is a list of records, or is refused. */
const MAX_DOCUMENT_BYTES = 16 << 20;
const LIMITS = { depth: 64, values: 2_000_000, names: 200_000 };

/**
 * All that the bytes say; undefined for each thing among it that is none of what is read. Throws a FeedError for what is no JSON.
 * @param onFormat called as soon as the format is known, though nothing may be said in it
 * @param onDate called with when all of it was made, where that is said
 */
export async function* knowledgeIn(
  bytes: AsyncIterable<Buffer>,
  onFormat: () => void,
  onDate: (at: number) => void = () => undefined,
): AsyncGenerator<Knowledge | undefined> {
  const { head, isWhole, beginning, all } = await begun(bytes);
  if (isEpss(beginning)) {
    onFormat();
    for await (const value of epssScores(all)) yield value && { kind: 'epss', value };
    return;
  }
  const document = isWhole ? await documentOf(head) : undefined;
  if (document) {
    onFormat();
    yield* document;
  } else yield* elementsIn(all, isWhole, onFormat, onDate);
}

async function* elementsIn(
  bytes: AsyncIterable<Buffer>,
  isWhole: boolean,
  onFormat: () => void,
  onDate: (at: number) => void,
): AsyncGenerator<Knowledge | undefined> {
  const onRest = (rest: unknown): void => {
    const around = objectIn(rest);
    if (!isWhole && isAroundDocument(around)) throw new FeedError('feedDocumentSize', { max: MAX_DOCUMENT_BYTES });
    if (isAroundFeed(around)) onFormat();
    const at = timeIn(around['dateReleased'] ?? around['timestamp']);
    if (at !== null) onDate(at);
  };
  const turns = new Turns();
  for await (const element of recordsIn(bytes, onRest)) {
    const known = await turns.whole(elementIn(element));
    if (known) onFormat();
    yield known;
  }
}

/** Bytes by which the sort of a text is known. */
const BEGINNING = 64;

/** What is a document is an object; lists and rows need not be held. A mark of the encoding may stand before. */
const OBJECT = /^(?:\xef\xbb\xbf)?\s*(?:\{|$)/;

/** The beginning of a text: all of it, where it is no more than a document may have. */
interface Begun {
  beginning: string;
  head: Buffer;
  isWhole: boolean;
  /** The text from its beginning; to be read once. */
  all: AsyncIterable<Buffer>;
}

async function begun(bytes: AsyncIterable<Buffer>): Promise<Begun> {
  const pieces = bytes[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let size = 0;
  let beginning = '';
  let next = await pieces.next();
  while (!next.done) {
    held.push(next.value);
    size += next.value.length;
    if (beginning.length < BEGINNING) beginning += next.value.toString('latin1', 0, BEGINNING);
    if (size > MAX_DOCUMENT_BYTES || (beginning.length >= BEGINNING && !OBJECT.test(beginning))) break;
    next = await pieces.next();
  }
  const head = Buffer.concat(held);
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield head;
      if (!next.done) for (next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  return { beginning, head, isWhole: next.done === true, all: all() };
}

/** What a document says; undefined for what is none. What is wrong with its text is told of records. */
async function documentOf(text: Buffer): Promise<Array<Knowledge | undefined> | undefined> {
  if (!DOCUMENT_NAMES.some((name) => text.includes(name))) return undefined;
  try {
    return await new Turns().whole(documentIn(await parseJson(text, LIMITS)));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
