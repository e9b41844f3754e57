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
import type { Envelope, Item, SentItem } from './model.js';

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
  return { envelope, items: checked(itemsOf(others, lines, envelope.mode, limits)) };
}

/** The JSON of items that are made of a file, within the sizes that a document may have. Those that are made again count too. */
export class ItemTexts {
  private count = 0;
  private size = 0;
  private last: { item: Item; text: string } | undefined;

  constructor(private readonly maxBytes: number) {}

  /** The JSON of an item; of the last one the same text again. Throws 413. */
  of(item: Item): string {
    if (this.last?.item === item) return this.last.text;
    const text = itemText(item, ++this.count);
    this.size += Buffer.byteLength(text);
    if (this.size > this.maxBytes) throw new ApiError(413, 'feedBodyUnfolds', { max: sizeOf(this.maxBytes) });
    this.last = { item, text };
    return text;
  }

  /** 413: the next item has more text than it may have. */
  get tooLarge(): ApiError {
    return itemSize(this.count + 1);
  }
}

/** The items that are made of a tool's file, as those of a document are read. Throws 413 and 422. */
export function readMade(items: AsyncIterable<Item>, texts: ItemTexts, maxItems: number): AsyncIterable<SentItem> {
  async function* values(): AsyncGenerator<SentValue[]> {
    let count = 0;
    for await (const value of items) {
      if (++count > maxItems) throw new ApiError(413, 'feedMost', { max: maxItems });
      yield [{ value, text: texts.of(value) }];
    }
  }
  return checked(values());
}

/** The values of lines up to that which says the end; throws where that is wrong, or lacks in a full feed. */
async function* itemsOf(
  first: readonly Line[],
  others: AsyncIterable<readonly Line[]>,
  mode: Envelope['mode'],
  { maxItems, onLeftOut }: DocumentLimits,
): AsyncGenerator<SentValue[]> {
  let count = 0;
  let end: unknown;
  const valuesOf = (lines: readonly Line[]): SentValue[] => {
    const values: SentValue[] = [];
    for (const line of lines) {
      if (end !== undefined) throw new ApiError(400, 'feedAfterEnd', { line: line.number });
      const sent = parseLine(line);
      const { value } = sent;
      if (isObject(value) && Object.hasOwn(value, 'end') && !Object.hasOwn(value, 'type')) {
        end = value['end'] ?? null;
        onLeftOut?.(value['left_out']);
      } else if (++count > maxItems) throw new ApiError(413, 'feedMost', { max: maxItems });
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
    yield { value, text: itemText(value, i + 1) };
  }
}

/** The JSON of an item with its place, from 1. Throws 413. */
function itemText(value: unknown, item: number): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > MAX_ITEM_BYTES) throw itemSize(item);
  return text;
}

const itemSize = (item: number): ApiError => new ApiError(413, 'feedItemSize', { item, max: sizeOf(MAX_ITEM_BYTES) });

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
