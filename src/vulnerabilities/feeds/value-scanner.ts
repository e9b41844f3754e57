/** Finds the end of one JSON value in bytes that come in pieces, without building it. */
import { FeedError } from './feed-error.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

/** Records are some ten levels deep; a tower of brackets would take the parser's stack. */
const DEEPEST = 64;

export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export class ValueScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private scalar = false;

  /** Begins a value; its first byte tells whether it is a number or a word, which end before what follows them. */
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
    if (++this.depth > DEEPEST) throw new FeedError('feedRecordDepth', { max: DEEPEST });
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
