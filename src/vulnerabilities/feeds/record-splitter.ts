/** Cuts a JSON text into its records while it comes in, so that a feed of any size takes the memory of one record. */
import { FeedError } from './feed-error.js';

/** The largest record, in bytes; real ones stay below two million. */
const MAX_RECORD_BYTES = 8 << 20;

/** The bytes of the mark that some programs put before a text. */
const MARK = Buffer.from('\uFEFF');

/** A member under which newer answers keep their lists. */
const INNER = 'results';

/** What the text must go on with. */
type State = 'start' | 'first' | 'value' | 'key' | 'colon' | 'after' | 'end';

const char = (byte: number): string => String.fromCharCode(byte);

/**
 * Records are the elements of a list that is the whole text, of every list that is a member of the object that is the
 * whole text (or of its member `results`), or that object itself where it has no such list.
 */
class RecordSplitter {
  private readonly scanner = new ValueScanner();
  private readonly open: Array<'list' | 'object'> = [];
  private state: State = 'start';
  private key = '';
  /** Pieces of the value that is being read; undefined between values. */
  private pieces: Buffer[] | undefined;
  private size = 0;
  private consumed = 0;
  private hasLists = false;
  private readonly members: string[] = [];
  private memberSize = 0;

  /** The records that are complete with this piece. Throws a FeedError for what is no JSON. */
  *push(bytes: Buffer): Generator<unknown> {
    let at = 0;
    while (at < bytes.length) {
      if (this.pieces) {
        const end = this.scanner.scan(bytes, at);
        this.keep(bytes.subarray(at, end < 0 ? bytes.length : end));
        at = end < 0 ? bytes.length : end;
        if (end >= 0) yield* this.complete();
      } else if (isSpace(bytes[at]!)) at++;
      else if (this.step(bytes[at]!)) at++;
    }
    this.consumed += bytes.length;
  }

  /** The record that the whole text is, if it is one. Throws if the text is not complete. */
  *end(): Generator<unknown> {
    if (this.state !== 'end') throw new FeedError(this.consumed ? 'feedBroken' : 'feedEmpty');
    if (!this.hasLists && this.members.length) yield this.rest();
  }

  /** What the object that is the whole text says beside its records, such as their number. */
  rest(): unknown {
    return this.parse(`{${this.members.join(',')}}`);
  }

  /** Takes one byte outside of values; false: a value begins with it, which is read from there. */
  private step(byte: number): boolean {
    const [inside, sign] = [this.open.at(-1), char(byte)];
    const closing = inside === 'list' ? ']' : '}';
    if (this.state === 'start' && (sign === '[' || sign === '{')) return this.enter(sign);
    if (this.state === 'start' && MARK.includes(byte)) return true;
    if ((this.state === 'first' || this.state === 'after') && sign === closing) return this.leave();
    if (this.state === 'after' && sign === ',') return this.goOn(inside === 'list' ? 'value' : 'key');
    if (this.state === 'colon' && sign === ':') return this.goOn('value');
    const wantsKey = this.state === 'key' || (this.state === 'first' && inside === 'object');
    const wantsValue = this.state === 'value' || (this.state === 'first' && inside === 'list');
    if (wantsValue && this.isWrapper(sign)) return this.enter(sign);
    if (wantsKey ? sign === '"' : wantsValue && /["[{\-0-9tfn]/.test(sign)) {
      this.state = wantsKey ? 'key' : 'value';
      this.scanner.begin(byte);
      this.pieces = [];
      return false;
    }
    throw this.state === 'start' ? new FeedError('feedNoJson') : new FeedError('feedStray', { sign });
  }

  private goOn(state: State): true {
    this.state = state;
    return true;
  }

  /** Returns true if what begins here holds records, rather than being one or a part of one. */
  private isWrapper(sign: string): boolean {
    if (this.open.at(-1) !== 'object') return false;
    return sign === '[' || (sign === '{' && this.key === INNER && this.open.length === 1);
  }

  private enter(sign: string): true {
    if (sign === '[') this.hasLists = true;
    this.open.push(sign === '[' ? 'list' : 'object');
    return this.goOn('first');
  }

  private leave(): true {
    this.open.pop();
    return this.goOn(this.open.length ? 'after' : 'end');
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > MAX_RECORD_BYTES) throw new FeedError('feedRecordSize', { max: MAX_RECORD_BYTES });
    this.pieces!.push(piece);
  }

  private *complete(): Generator<unknown> {
    const text = Buffer.concat(this.pieces!).toString('utf8');
    this.pieces = undefined;
    this.size = 0;
    if (this.state === 'key') {
      this.key = this.parse(text) as string;
      this.state = 'colon';
      return;
    }
    this.state = 'after';
    if (this.open.at(-1) === 'list') yield this.parse(text);
    else if (this.open.length === 1) this.remember(text);
  }

  private remember(text: string): void {
    const member = `${JSON.stringify(this.key)}:${text}`;
    this.memberSize += member.length;
    if (this.memberSize > MAX_RECORD_BYTES) throw new FeedError('feedRecordSize', { max: MAX_RECORD_BYTES });
    this.members.push(member);
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new FeedError('feedJsonByLibrary', { text: (error as Error).message.slice(0, 200) });
    }
  }
}

/** The records of a JSON text, one after the other; `onRest` is called with what stands beside them. Throws as RecordSplitter. */
export async function* recordsIn(
  bytes: AsyncIterable<Buffer>,
  onRest: (rest: unknown) => void = () => undefined,
): AsyncGenerator<unknown> {
  const splitter = new RecordSplitter();
  for await (const piece of bytes) yield* splitter.push(piece);
  yield* splitter.end();
  onRest(splitter.rest());
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

/** Records are some ten levels deep; a tower of brackets would take the parser's stack. */
const MAX_DEPTH = 64;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Finds the end of one JSON value in bytes that come in pieces, without building it. */
class ValueScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private scalar = false;

  /** Begins a value; its first byte shows whether it is a number or a word, which end before what follows them. */
  begin(first: number): void {
    this.depth = 0;
    this.inText = false;
    this.escaped = false;
    this.scalar = first !== QUOTE && first !== OPEN_LIST && first !== OPEN_OBJECT;
  }

  /** Where the value ends, behind its last byte; -1: not in this piece. Throws for a value that is too deep. */
  scan(bytes: Buffer, from: number): number {
    if (this.scalar) return this.scanScalar(bytes, from);
    for (let at = from; at < bytes.length;) {
      if (this.inText) {
        at = this.skipText(bytes, at);
        if (!this.inText && this.depth === 0) return at;
        continue;
      }
      const byte = bytes[at++]!;
      if (byte === QUOTE) this.inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.deeper();
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --this.depth === 0) return at;
    }
    return -1;
  }

  private deeper(): void {
    if (++this.depth > MAX_DEPTH) throw new FeedError('feedRecordDepth', { max: MAX_DEPTH });
  }

  /** Moves to the end of a text, or of the piece. */
  private skipText(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (this.escaped) this.escaped = false;
      else if (bytes[at] === BACKSLASH) this.escaped = true;
      else if (bytes[at] === QUOTE) {
        this.inText = false;
        return at + 1;
      }
    }
    return bytes.length;
  }

  private scanScalar(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isSpace(byte)) return at;
    }
    return -1;
  }
}
