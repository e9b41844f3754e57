/** Reads documents: JSON at once, NDJSON line by line with memory for one line. */
import { isUtf8 } from 'node:buffer';
import { ApiError, byLibrary, Problems } from '../../core/http/errors.js';
import { sizeOf } from '../../core/i18n/messages.js';
import { parseJson } from '../../core/http/json-text.js';
import { isObject } from '../../core/http/request-body.js';
import { counted, linesTogether, requireDepth, type Line } from './bytes.js';
import { readEnvelope, type DefaultsOf } from './envelope.js';
import { readItem } from './item.js';
import { MAX_DEPTH, MAX_ITEM_BYTES, type DocumentLimits } from './limits.js';
import type { Envelope, SentItem } from './model.js';

/** A document whose envelope has been read. */
export interface FeedDocument {
  envelope: Envelope;
  /**
   * The items, read once. They are only to be believed when the last one has come: what is wrong with any of them, or with the
   * end of the document, is thrown there.
   */
  items: AsyncIterable<SentItem>;
}

/** Wrong fields that are collected before the rest is left unread. */
const MAX_PROBLEMS = 100;
const JSON_LIMITS = { depth: MAX_DEPTH, values: 4_000_000, names: 100_000 };

/** Reads a document of one piece. Throws 400, 413, 422. */
export async function readJson(
  bytes: Buffer,
  { maxItems, maxBytes }: DocumentLimits,
  defaultsOf?: DefaultsOf,
): Promise<FeedDocument> {
  if (bytes.length > maxBytes) throw new ApiError(413, 'feedBodyUnfolds', { max: sizeOf(maxBytes) });
  if (!isUtf8(bytes)) throw new ApiError(400, 'notUtf8Body');
  requireDepth(bytes, MAX_DEPTH);
  const value = await parseJson(bytes, JSON_LIMITS);
  const envelope = readEnvelope(value, defaultsOf);
  const list = (value as Record<string, unknown>)['items'];
  const problems = new Problems();
  if (list === undefined) problems.add('items', 'required');
  else if (!Array.isArray(list)) problems.add('items', 'array');
  problems.throwIfAny();
  const items = list as unknown[];
  if (items.length > maxItems) throw new ApiError(413, 'feedMost', { max: maxItems });
  return { envelope, items: checked([withTexts(items)]) };
}

/** Reads a document of lines: what it says of itself, an item each, and `{"end": n}`. Throws 400, 413, 422. */
export async function readNdjson(
  bytes: AsyncIterable<Uint8Array>,
  limits: DocumentLimits,
  defaultsOf?: DefaultsOf,
): Promise<FeedDocument> {
  const lines = linesTogether(counted(bytes, limits.maxBytes));
  const first = await lines.next();
  if (first.done) throw new ApiError(400, 'feedForm');
  const [headLine, ...others] = first.value;
  const { value: head } = parseLine(headLine!);
  const envelope = readEnvelope(head, defaultsOf);
  if (Object.hasOwn(head as object, 'items')) {
    const problems = new Problems();
    problems.add('items', 'feedItemsApart');
    problems.throwIfAny();
  }
  return { envelope, items: checked(itemsOf(others, lines, envelope.mode, limits.maxItems)) };
}

/** The values of lines up to that which says the end; throws where that is wrong, or lacks in a full feed. */
async function* itemsOf(
  first: readonly Line[],
  others: AsyncIterable<readonly Line[]>,
  mode: Envelope['mode'],
  maxItems: number,
): AsyncGenerator<SentValue[]> {
  let count = 0;
  let end: unknown;
  const valuesOf = (lines: readonly Line[]): SentValue[] => {
    const values: SentValue[] = [];
    for (const line of lines) {
      if (end !== undefined) throw new ApiError(400, 'feedAfterEnd', { line: line.number });
      const sent = parseLine(line);
      const { value } = sent;
      if (isObject(value) && Object.hasOwn(value, 'end') && !Object.hasOwn(value, 'type')) end = value['end'] ?? null;
      else if (++count > maxItems) throw new ApiError(413, 'feedMost', { max: maxItems });
      else values.push(sent);
    }
    return values;
  };
  yield valuesOf(first);
  for await (const lines of others) yield valuesOf(lines);
  if (end === undefined ? mode === 'full' : end !== count) throw new ApiError(422, 'feedUnfinished', { count });
}

/** A value, and the JSON that it was sent as. */
interface SentValue {
  value: unknown;
  text: string;
}

/** Items as they come while all is well; everything that is wrong with their shapes is thrown at the end. */
async function* checked(
  values: Iterable<Iterable<SentValue>> | AsyncIterable<Iterable<SentValue>>,
): AsyncGenerator<SentItem> {
  const problems = new Problems();
  let index = 0;
  for await (const some of values) {
    for (const { value, text } of some) {
      const item = readItem(value, index++, problems);
      if (item && !problems.any) yield { item, text };
      if (problems.size >= MAX_PROBLEMS) problems.throwIfAny();
    }
  }
  problems.throwIfAny();
}

function* withTexts(items: readonly unknown[]): Generator<SentValue> {
  for (const [i, value] of items.entries()) {
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > MAX_ITEM_BYTES)
      throw new ApiError(413, 'feedItemSize', { item: i + 1, max: sizeOf(MAX_ITEM_BYTES) });
    yield { value, text };
  }
}

function parseLine({ number, bytes }: Line): SentValue {
  if (!isUtf8(bytes)) throw new ApiError(400, 'notUtf8Body');
  requireDepth(bytes, MAX_DEPTH);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return { value: JSON.parse(text), text };
  } catch (error) {
    const reason = byLibrary(error as Error);
    throw new ApiError(400, 'feedLine', { line: number, reason });
  }
}
