/** Reads CSV (RFC 4180) of any length, whichever of the usual separators it has. */
import { unguarded } from './csv.js';
import { Message, type MessageKey } from '../core/i18n/messages.js';
import { nameOf, type Encoding } from './encoding.js';
import { broken, MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROWS, tooLarge, type Sheet, type SheetRow } from './sheet.js';

const DEFAULT_SIZE = ',';
/** The separators, and how they are called. */
const SEPARATORS: Readonly<Record<string, MessageKey>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};
const QUOTE = '"';
/** Characters of the first line by which the separator is detected. */
const GUESSED = 64 << 10;
/** A first line that tells spreadsheets the separator, and its most characters. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r(?!$)|\n)/i;
const MAX_SEPARATOR_LINE = '"sep=;"\r\n'.length;

/** The rows of a CSV file. `separator`: detected from the first line, if it is left out. */
export function csvSheet(texts: AsyncIterable<string>, encoding: Encoding, separator?: string): Sheet {
  const notes: Message[] = [];
  const noted = (found: string): void => {
    if (encoding === 'UTF-8' && found === (separator ?? DEFAULT_SIZE)) return;
    const values = { encoding: nameOf(encoding), separator: new Message(SEPARATORS[found]!) };
    notes.push(new Message('importRead', values));
  };
  return { format: 'csv', calendar: 1900, notes, rows: rowsOf(texts, new CsvScanner(separator), noted) };
}

async function* rowsOf(
  texts: AsyncIterable<string>,
  scanner: CsvScanner,
  noted: (separator: string) => void,
): AsyncIterable<SheetRow[]> {
  for await (const text of texts) yield scanner.take(text);
  yield scanner.take('', true);
  noted(scanner.separator!);
}

/** Cuts text into rows. A cell may hold line breaks within quotes, where a quote is doubled. */
class CsvScanner {
  /** What is not cut yet: it begins with a cell. */
  private rest = '';
  /** What came behind it, and is not looked at yet. */
  private pieces: string[] = [];
  private waiting = 0;
  /** The cells of the row so far. */
  private cells: string[] = [];
  /** How much of the cell at the beginning of `rest` was looked at already, in vain: it is not looked at again. */
  private seen = 0;
  private number = 0;
  private begun = false;
  private ends: RegExp | undefined;

  /** `separator`: detected from the first line, if it is left out. */
  constructor(public separator: string | undefined) {}

  /** The rows that are complete with this piece; `last`: no other one follows. */
  take(piece: string, last = false): SheetRow[] {
    this.pieces.push(piece);
    this.waiting += piece.length;
    const { length } = this.rest;
    // A long cell is looked at again once as much has come as there is of it: with every piece it would be copied as a whole.
    if (!last && this.waiting < length && length + this.waiting <= MAX_CELL_CHARACTERS) return [];
    this.rest = [this.rest, ...this.pieces].join('');
    this.pieces = [];
    this.waiting = 0;
    const rows: SheetRow[] = [];
    if (!this.begun) {
      if (this.rest.length < MAX_SEPARATOR_LINE && !last) return rows;
      this.begin();
    }
    this.separator ??= this.guess(last);
    if (this.separator === undefined) return rows;
    this.ends ??= new RegExp(`[\\r\\n${this.separator.replace('|', '\\|')}]`, 'g');
    let at = 0;
    while (at < this.rest.length || (last && this.cells.length)) {
      const next = this.cell(at, last, rows);
      if (next === undefined) break;
      at = next;
    }
    this.rest = this.rest.slice(at);
    if (this.rest.length > MAX_CELL_CHARACTERS) throw tooLarge(MAX_CELL_CHARACTERS);
    if (last && this.rest) throw broken('openQuote');
    return rows;
  }

  /** Takes a first line that tells the separator; one that was asked for, and one that is none of ours, count for more than that. */
  private begin(): void {
    this.begun = true;
    const [line, sign] = SEPARATOR_LINE.exec(this.rest) ?? [];
    if (line === undefined) return;
    this.rest = this.rest.slice(line.length);
    this.number = 1;
    if (Object.hasOwn(SEPARATORS, sign!)) this.separator ??= sign!;
  }

  /** The separator that the first line has most of; undefined until that line is there. */
  private guess(last: boolean): string | undefined {
    const start = this.rest.slice(0, GUESSED);
    const end = start.search(/[\r\n]/);
    if (end < 0 && !last && start.length < GUESSED) return undefined;
    const line = (end < 0 ? start : start.slice(0, end)).replace(/"[^"]*"/g, '');
    const count = (sign: string): number => line.split(sign).length;
    return Object.keys(SEPARATORS).reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  }

  /** Reads the cell that begins here and gives the place where the next one does; undefined if its end is not there yet. */
  private cell(start: number, last: boolean, rows: SheetRow[]): number | undefined {
    const found = this.rest[start] === QUOTE ? this.quoted(start, last) : this.plain(start, last);
    // A line feed behind a carriage return may be in the next piece.
    if (!found || (this.rest[found.end] === '\r' && found.end + 1 === this.rest.length && !last)) return undefined;
    this.seen = 0;
    if (this.cells.push(found.text) > MAX_COLUMNS) this.cells.length = MAX_COLUMNS;
    if (this.rest[found.end] === this.separator) return found.end + 1;
    this.endRow(rows);
    return found.end + (this.rest.startsWith('\r\n', found.end) ? 2 : 1);
  }

  private endRow(rows: SheetRow[]): void {
    const { cells } = this;
    this.cells = [];
    if (++this.number > MAX_ROWS) throw broken('manyRows', { max: MAX_ROWS });
    // Blank lines are many in some files, and mean nothing.
    if (cells.length > 1 || cells[0]) rows.push({ number: this.number, cells });
  }

  private plain(start: number, last: boolean): { text: string; end: number } | undefined {
    this.ends!.lastIndex = start + this.seen;
    const end = this.ends!.exec(this.rest)?.index ?? (last ? this.rest.length : undefined);
    if (end !== undefined) return { text: unguarded(this.rest.slice(start, end)), end };
    this.seen = this.rest.length - start;
    return undefined;
  }

  private quoted(start: number, last: boolean): { text: string; end: number } | undefined {
    for (let at = start + Math.max(1, this.seen); ; at += 2) {
      const quote = this.rest.indexOf(QUOTE, at);
      // Whether a quote is doubled shows in the character behind it.
      if (quote < 0 || (quote + 1 === this.rest.length && !last)) {
        this.seen = (quote < 0 ? Math.max(at, this.rest.length) : quote) - start;
        return undefined;
      }
      at = quote;
      const behind = this.rest[at + 1];
      if (behind === QUOTE) continue;
      if (behind !== undefined && behind !== this.separator && behind !== '\r' && behind !== '\n') {
        throw broken('afterQuote', { row: this.number + 1 });
      }
      // Splitting takes a quarter of the time of replacing where millions of quotes are doubled.
      return {
        text: unguarded(
          this.rest
            .slice(start + 1, at)
            .split('""')
            .join(QUOTE),
        ),
        end: at + 1,
      };
    }
  }
}
