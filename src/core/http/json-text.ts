/** Parses untrusted JSON: what is expensive to parse is refused first, and what is long is parsed in pieces. */
import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ApiError } from './errors.js';
import { Message } from '../i18n/messages.js';

/** Levels of lists and objects; forms have eight of them. */
const MAX_DEPTH = 100;
/** Values of one body, lists and objects among them: ten thousand objects of sixty columns, and forty ids in each. */
const MAX_VALUES = 1_000_000;
/** Different names of one body. Each is expensive for the parser; ten thousand objects under their indexes have one each. */
const MAX_NAMES = 20_000;
/** What is taken of one text. */
export interface JsonLimits {
  depth: number;
  values: number;
  names: number;
}
const OF_BODIES: JsonLimits = { depth: MAX_DEPTH, values: MAX_VALUES, names: MAX_NAMES };
/** Texts up to this length, in bytes, are parsed as they are: whatever they hold takes some milliseconds. */
const SHORT = 64 << 10;
/** Bytes that are scanned, or parsed, before the event loop is yielded. */
const PIECE = 512 << 10;
/** Lists that lie deeper than this are parsed whole. */
const CUT_TO_LEVEL = 3;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
/** 1 for the bytes that mean something outside of texts. */
const MATTERS = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END]) MATTERS[byte] = 1;

/** Throws 400 for what is no JSON or too deep, 413 for too many values or names. The bytes are UTF-8. */
export async function parseJson(bytes: Buffer, limits = OF_BODIES): Promise<unknown> {
  const text = bytes[0] === 0xef ? bytes.subarray(3) : bytes;
  if (text.length > SHORT) return parseLong(text, limits);
  const value = parsePiece(text.toString('utf8'));
  if (isDeeper(value, limits.depth)) throw tooDeep(limits.depth);
  return value;
}

async function parseLong(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  const scan = new Scan(bytes, limits);
  for (let at = 0; at < bytes.length; at += PIECE) {
    scan.to(Math.min(at + PIECE, bytes.length));
    await setImmediate();
  }
  const { list } = scan;
  if (!list?.end) return parsePiece(bytes.toString('utf8'));
  // The longest list is parsed piece by piece; in what is around it a list that nobody can send stands for it.
  const marker = `list ${randomInt(2 ** 47)}`;
  const before = bytes.toString('utf8', 0, list.begin);
  const around = parsePiece(`${before}["${marker}"]${bytes.toString('utf8', list.end)}`);
  const elements: unknown[] = [];
  const edges = [...list.cuts, list.end - 1];
  let from = list.begin + 1;
  for (const to of edges) {
    const piece = parsePiece(`[${bytes.toString('utf8', from, to)}]`, from - 1) as unknown[];
    if (!piece.length) throw broken(new SyntaxError(`Unexpected token ',' at position ${to}`));
    for (const element of piece) elements.push(element);
    from = to + 1;
    await setImmediate();
  }
  return withList(around, marker, elements);
}

/** The value with the list in the place of the one that holds its mark. */
function withList(value: unknown, marker: string, list: unknown[], level = 1): unknown {
  if (typeof value !== 'object' || value === null || level > CUT_TO_LEVEL) return value;
  if (Array.isArray(value) && value.length === 1 && value[0] === marker) return list;
  const place = value as Record<string, unknown>;
  for (const name of Object.keys(place)) {
    const [before, after] = [place[name], withList(place[name], marker, list, level + 1)];
    // Plain assignment would do something else under the name `__proto__`.
    if (after !== before) Object.defineProperty(place, name, { value: after });
  }
  return value;
}

/** A list within the first levels that is long enough to be cut. */
interface LongList {
  /** Where its bracket opens. */
  begin: number;
  /** Behind its closing bracket. */
  end?: number;
  /** Commas between its elements. */
  cuts: number[];
}

/** Goes over JSON once: counts values, levels and different names, and finds where a long list can be cut. */
class Scan {
  /** The first list of more than a piece. */
  list: LongList | undefined;
  private readonly open: LongList[] = [];
  private at = 0;
  private values = 0;
  private level = 0;
  private inText = false;
  /** The text that was passed last, between its quotes. */
  private textBegin = 0;
  private textEnd = 0;
  private names = 0;
  private readonly seen = new Uint8Array(1 << 18);

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
  ) {}

  /** Goes on to a place. Throws 400, 413. */
  to(end: number): void {
    const { bytes } = this;
    let { at } = this;
    while (at < end) {
      if (this.inText) at = this.passText(at, end);
      else {
        const byte = bytes[at++]!;
        if (MATTERS[byte]) this.take(byte, at - 1);
      }
    }
    this.at = at;
    const { values, names } = this.limits;
    if (this.values > values) throw new ApiError(413, 'manyValues', { max: values });
    if (this.names > names) throw new ApiError(413, 'manyNames', { max: names });
  }

  /** Where to go on: behind the quote that closes the text, or the end where it is open; one further if that was escaped. */
  private passText(begin: number, end: number): number {
    const { bytes } = this;
    let at = begin;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.inText = false;
        this.textEnd = at;
        return at + 1;
      }
      if (byte === BACKSLASH) at++;
    }
    return at;
  }

  private take(byte: number, at: number): void {
    if (byte === QUOTE) {
      this.inText = true;
      this.textBegin = at + 1;
    } else if (byte === COMMA) {
      this.values++;
      if (this.level <= CUT_TO_LEVEL) this.cut(at);
    } else if (byte === COLON) this.name();
    else if (byte === LIST || byte === OBJECT) this.enter(at);
    else this.leave(byte, at);
  }

  /** The text that has just ended is a name. Names whose hashes are alike count once, which is seldom. */
  private name(): void {
    const { bytes, textEnd } = this;
    let hash = SEED;
    for (let at = this.textBegin; at < textEnd; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    // Further colons name nothing: however many there are, no text is read again for them.
    this.textBegin = textEnd;
    const place = (hash ^ (hash >>> 15)) & (this.seen.length - 1);
    if (this.seen[place]) return;
    this.seen[place] = 1;
    this.names++;
  }

  private enter(at: number): void {
    this.values++;
    if (++this.level > this.limits.depth) throw tooDeep(this.limits.depth);
    if (this.level <= CUT_TO_LEVEL) this.open[this.level] = { begin: at, cuts: [] };
  }

  private leave(byte: number, at: number): void {
    const left = this.level <= CUT_TO_LEVEL ? this.open[this.level] : undefined;
    if (left && left === this.list && byte === LIST_END) left.end = at + 1;
    this.level--;
  }

  /** Notes the comma if it lies a piece or more behind the last one, and its list is the one that is cut. */
  private cut(at: number): void {
    const list = this.open[this.level];
    if (!list || this.bytes[list.begin] !== LIST || at - (list.cuts.at(-1) ?? list.begin) < PIECE) return;
    this.list ??= list;
    if (this.list === list) list.cuts.push(at);
  }
}

/** Nobody is to know which names have one hash. */
const SEED = randomInt(2 ** 32);

/** `offset`: where the text begins in what was sent. */
function parsePiece(text: string, offset = 0): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(error as Error, offset);
  }
}

const broken = ({ message }: Error, offset = 0): ApiError =>
  new ApiError(400, 'brokenJson', { reason: reasonOf(message, offset) });

/** The parser's message; in French the position alone, where it gives one. */
function reasonOf(message: string, offset: number): Message {
  const position = /at position (\d+)/.exec(message)?.[1];
  const place =
    position === undefined ? new Message('nowhere') : new Message('place', { position: Number(position) + offset });
  const text = offset
    ? message.replace(/(at position )\d+.*/s, (_, at: string) => at + String(Number(position) + offset))
    : message;
  return new Message('jsonByLibrary', { text, place });
}

const tooDeep = (max: number): ApiError => new ApiError(400, 'deepJson', { max });

/** Returns true if lists and objects stand in each other more than so many times: walking down them would use up the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof one === 'object' && isDeeper(one, levels - 1)) return true;
  }
  return false;
}
