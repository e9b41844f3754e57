/**
 * Reads the text of a dump as `mariadb-dump`, `mysqldump` and the like write it, piece by piece: the tables that it makes and
 * the rows that it inserts; all other statements are passed over. Memory holds a row at a time, not the dump.
 */
import { isUtf8 } from 'node:buffer';
import { insertOf, tableIn, type NamedTable } from './dump-statements.js';
import type { Value } from './source.js';

/** Told what is in a dump, in its order. */
export interface DumpListener {
  table(name: string, columns: string[]): void;
  /** `columns`: undefined where the statement names none. */
  row(table: string, columns: string[] | undefined, values: Value[]): void;
}

/** The text is no dump that can be read; the message says why. */
export class UnreadableDump extends Error {}

/** The bytes end before what begins there does. */
const INCOMPLETE = -1;

const [LF, QUOTE, DOUBLE, BACKTICK, BACKSLASH] = [10, 39, 34, 96, 92];
const [OPEN, CLOSE, STAR, COMMA, DASH, SLASH, SEMICOLON, HASH] = [40, 41, 42, 44, 45, 47, 59, 35];
/** What a letter behind a backslash stands for, where it is not itself. */
const ESCAPES = new Map([...'0bnrtZ'].map((letter, i) => [letter.charCodeAt(0), [0, 8, 10, 13, 9, 26][i]!]));

const MAX_NOTE_LENGTH = 200;

const isBlank = (byte: number | undefined): boolean => byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13);
const isQuote = (byte: number): boolean => byte === QUOTE || byte === DOUBLE || byte === BACKTICK;

export class DumpParser {
  private rest: Buffer = Buffer.alloc(0);
  /** What is left is looked at again once there are this many bytes: a long row is not read over and over. */
  private wanted = 0;
  private into: NamedTable | undefined;
  /** Stored routines stand between lines that name another end of statements. */
  private inRoutines = false;
  /** The dump says at its begin that a note will stand at its end. */
  private promised = false;
  private completed = false;

  constructor(private readonly listener: DumpListener) {}

  /** Takes the next bytes. Throws an `UnreadableDump`. */
  feed(chunk: Buffer): void {
    this.rest = this.rest.length ? Buffer.concat([this.rest, chunk]) : chunk;
    if (this.rest.length < this.wanted) return;
    this.rest = this.rest.subarray(this.read(this.rest));
    this.wanted = this.rest.length * 2;
  }

  /** Throws an `UnreadableDump` if the text does not end where a dump does. */
  end(): void {
    const bytes = Buffer.concat([this.rest, Buffer.from('\n')]);
    const left = bytes.subarray(this.read(bytes)).toString('latin1').trim();
    if (left || this.into || this.inRoutines || (this.promised && !this.completed)) {
      throw new UnreadableDump('it is not complete: its end is missing');
    }
  }

  /** Reads what is complete, and returns how many bytes that is. */
  private read(bytes: Buffer): number {
    for (let at = 0; ;) {
      const end = this.into ? this.row(bytes, at, this.into) : this.statement(bytes, at);
      if (end === INCOMPLETE || end === at) return at;
      at = end;
    }
  }

  private statement(bytes: Buffer, from: number): number {
    const start = skipBlanks(bytes, from);
    if (start === bytes.length) return start;
    if (this.inRoutines) return this.lineOfRoutine(bytes, start);
    const comment = commentEnd(bytes, start);
    if (comment !== undefined) {
      if (comment !== INCOMPLETE)
        this.remark(bytes.toString('latin1', start, Math.min(comment, start + MAX_NOTE_LENGTH)));
      return comment;
    }
    const inserts = /[ir]/i.test(String.fromCharCode(bytes[start]!));
    let depth = 0;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === SEMICOLON) return this.end_(bytes.toString('utf8', start, at), at);
      if (byte === OPEN && depth++ === 0 && inserts && (this.into = insertOf(bytes.toString('utf8', start, at))))
        return at;
      if (byte === CLOSE) depth--;
      if (byte === LF && /^delimiter\s/i.test(bytes.toString('latin1', start, start + 10)))
        return this.delimiter(bytes, start, at);
      const end = isQuote(byte) ? quoteEnd(bytes, at) : commentEnd(bytes, at);
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end !== undefined) at = end - 1;
    }
    return INCOMPLETE;
  }

  private end_(text: string, at: number): number {
    const made = tableIn(text);
    if (made) this.listener.table(made.table, made.columns);
    return at + 1;
  }

  private delimiter(bytes: Buffer, start: number, end: number): number {
    this.inRoutines = bytes.toString('latin1', start, end).trim().slice(10).trim() !== ';';
    return end + 1;
  }

  private lineOfRoutine(bytes: Buffer, start: number): number {
    const end = bytes.indexOf(LF, start);
    if (end === -1) return INCOMPLETE;
    if (/^delimiter\s/i.test(bytes.toString('latin1', start, start + 10))) return this.delimiter(bytes, start, end);
    return end + 1;
  }

  /** Comments say in which characters the text is, and whether it is whole. */
  private remark(text: string): void {
    const names = /SET NAMES '?(\w+)/i.exec(text)?.[1];
    if (names !== undefined && !/^utf8/i.test(names)) {
      throw new UnreadableDump(`its texts are ${names}, not UTF-8; make it again with --default-character-set=utf8mb4`);
    }
    if (/^-- (?:MySQL|MariaDB) dump/.test(text)) this.promised = true;
    if (text.startsWith('-- Dump completed')) this.completed = true;
  }

  /** A row, or what stands between rows and behind them. */
  private row(bytes: Buffer, from: number, { table, columns }: NamedTable): number {
    let at = skipBlanks(bytes, from);
    if (at === bytes.length) return at;
    if (bytes[at] === COMMA) return at + 1;
    if (bytes[at] !== OPEN) return this.behindRows(bytes, at);
    const values: Value[] = [];
    do {
      const start = skipBlanks(bytes, at + 1);
      const end = valueEnd(bytes, start);
      const next = end === INCOMPLETE ? bytes.length : skipBlanks(bytes, end);
      if (next >= bytes.length) return INCOMPLETE;
      values.push(valueOf(bytes, start, end));
      at = next;
    } while (bytes[at] === COMMA);
    if (bytes[at] !== CLOSE) throw new UnreadableDump(`a row of ${table} holds more than values`);
    this.listener.row(table, columns, values);
    return at + 1;
  }

  private behindRows(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === SEMICOLON) {
        this.into = undefined;
        return at + 1;
      }
      const end = isQuote(byte) ? quoteEnd(bytes, at) : commentEnd(bytes, at);
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end !== undefined) at = end - 1;
    }
    return INCOMPLETE;
  }
}

function skipBlanks(bytes: Buffer, at: number): number {
  while (at < bytes.length && isBlank(bytes[at])) at++;
  return at;
}

/** Behind the comment that begins there; undefined if none does. */
function commentEnd(bytes: Buffer, at: number): number | undefined {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first === SLASH && second === STAR) {
    const end = bytes.indexOf('*/', at + 2);
    return end === -1 ? INCOMPLETE : end + 2;
  }
  if (first === DASH && (second === undefined || (second === DASH && third === undefined))) return INCOMPLETE;
  if (first !== HASH && !(first === DASH && second === DASH && isBlank(third))) return undefined;
  const end = bytes.indexOf(LF, at);
  return end === -1 ? INCOMPLETE : end + 1;
}

/** Behind the quote that ends what begins there. A doubled quote stands for itself. */
function quoteEnd(bytes: Buffer, at: number): number {
  const quote = bytes[at]!;
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === BACKSLASH && quote !== BACKTICK) i++;
    else if (byte === quote) {
      if (i + 1 === bytes.length) return INCOMPLETE;
      if (bytes[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return INCOMPLETE;
}

/** Behind the value that begins there: a text, maybe with a word before it, or a bare word. */
function valueEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isQuote(byte)) return quoteEnd(bytes, at);
    if (byte === COMMA || byte === CLOSE) return at;
    if (isBlank(byte) && bytes[start] !== 0x5f) return at;
  }
  return INCOMPLETE;
}

function valueOf(bytes: Buffer, start: number, end: number): Value {
  if (bytes[start] === QUOTE || bytes[start] === DOUBLE) return textOf(unescaped(bytes, start, end));
  const word = bytes.toString('latin1', start, end).trim();
  const quote = word.search(/['"]/);
  if (quote > 0 && word.startsWith('_')) return textOf(unescaped(bytes, start + quote, end));
  const hex = /^(?:0x([0-9a-f]*)|x'([0-9a-f]*)')$/i.exec(word);
  if (hex) return textOf(Buffer.from((hex[1] ?? hex[2])!, 'hex'));
  const bits = /^b'([01]*)'$/i.exec(word)?.[1];
  if (bits !== undefined) return parseInt(bits || '0', 2);
  if (/^null$/i.test(word)) return null;
  if (/^(?:true|false)$/i.test(word)) return Number(/^t/i.test(word));
  const number = Number(word);
  if (!word || Number.isNaN(number)) throw new UnreadableDump(`it holds a value that is none: ${word.slice(0, 40)}`);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? word : number;
}

function unescaped(bytes: Buffer, start: number, end: number): Buffer {
  const text = bytes.subarray(start + 1, end - 1);
  const quote = bytes[start]!;
  if (!text.includes(BACKSLASH) && !text.includes(quote)) return text;
  const plain = Buffer.alloc(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!;
    // A wild card that is escaped keeps its backslash: it stands for itself in any text but a pattern.
    if (byte === BACKSLASH && text[i + 1] !== 0x25 && text[i + 1] !== 0x5f) {
      const letter = text[++i]!;
      plain[length++] = ESCAPES.get(letter) ?? letter;
    } else {
      if (byte === quote) i++;
      plain[length++] = byte;
    }
  }
  return plain.subarray(0, length);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new UnreadableDump('it holds texts that are not UTF-8; make it again with --default-character-set=utf8mb4');
  }
  return bytes.toString();
}
