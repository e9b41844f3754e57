/** The references in a formula: found, moved, and written again; texts, names and functions stay as they are. */

/** One end of a reference: a cell, a column (without `row`) or a row (without `column`). */
export interface End {
  /** Its letters, as written: `$AB`. */
  column: string;
  row?: number;
  /** The row stays where it is when the formula is copied downwards. */
  isFixed: boolean;
}

/** A reference as it stands in a formula. */
export interface Reference {
  /** What stands before it, with its exclamation mark: `'My sheet'!`. */
  prefix: string;
  /** The sheet that the prefix names; undefined: the one of the formula. */
  sheet: string | undefined;
  start: End;
  /** Of a range. */
  end?: End;
}

export interface Formula {
  tokens: ReadonlyArray<string | Reference>;
  /** The functions that it calls, in capital letters, without the prefixes that files write. */
  functions: readonly string[];
  /** It names another workbook, or another program. */
  reachesOut: boolean;
  /** A reference goes through several sheets: `'One:Three'!A1`. */
  isThrough: boolean;
}

export const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
const CALLED = /\s*\(/y;
/** Signs of names, functions, numbers and references. */
const WORD = /[\w.$\\?\u0080-\uffff]+/y;
const CELL = /^(\$?[A-Za-z]{1,3})(\$?)([1-9]\d{0,6})$/;
const COLUMN = /^\$?[A-Za-z]{1,3}$/;
const ROW = /^(\$?)([1-9]\d{0,6})$/;
const PREFIXES = /^(_XLFN\.|_XLWS\.|_XLUDF\.|COM\.MICROSOFT\.|ORG\.\w+\.)+/;

/** Reads a formula, as files write it: without its equals sign, separated by commas. In time that grows with its length. */
export function parseFormula(text: string): Formula {
  return new Reader(text).read();
}

class Reader {
  private readonly tokens: Array<string | Reference> = [];
  private readonly functions: string[] = [];
  private reachesOut = false;
  private isThrough = false;
  private at = 0;
  /** The text before what is read next, and its last sign: to look for it in the text would take longer with each. */
  private plain = '';
  private last = '';

  constructor(private readonly text: string) {}

  read(): Formula {
    while (this.at < this.text.length) this.next();
    this.flush();
    return {
      ...{ tokens: this.tokens, functions: this.functions },
      ...{ reachesOut: this.reachesOut, isThrough: this.isThrough },
    };
  }

  private next(): void {
    const sign = this.text[this.at]!;
    if (sign === '"') this.add(this.quoted('"'));
    else if (sign === "'") this.behind(this.quoted("'"));
    else if (sign === '[') this.bracket();
    else {
      const word = this.word();
      if (word) this.behind(word);
      else {
        // No operator is written so: it is between a program and what it is asked (DDE).
        if (sign === '|') this.reachesOut = true;
        this.add(sign);
        this.at++;
      }
    }
  }

  /** A word or a quoted name: the name of a sheet, of a function, a reference, or something else. */
  private behind(word: string): void {
    const sign = this.text[this.at];
    if (sign === '!') {
      this.at++;
      return this.onSheet(word);
    }
    if (this.isCalled()) this.functions.push(word.replace(/[\s']/g, '').toUpperCase().replace(PREFIXES, ''));
    if (sign !== '(' && this.refer('', undefined, word)) return;
    this.add(word);
  }

  /** Returns true if a bracket follows: programs pass over blanks before it. */
  private isCalled(): boolean {
    CALLED.lastIndex = this.at;
    return CALLED.test(this.text);
  }

  /** What follows the name of a sheet. */
  private onSheet(name: string): void {
    const isQuoted = name.startsWith("'");
    const sheet = isQuoted ? name.slice(1, -1).replaceAll("''", "'") : name;
    if (sheet.includes('[') || this.last === ']') this.reachesOut = true;
    if (sheet.includes(':') || (this.last === ':' && !isQuoted)) this.isThrough = true;
    const word = this.word();
    if (!this.refer(`${name}!`, sheet, word)) this.add(`${name}!${word}`);
  }

  /** Takes a word for a reference, with what makes it a range; false where it is none. */
  private refer(prefix: string, sheet: string | undefined, word: string): boolean {
    const start = endOf(word);
    if (!start || this.text[this.at] === '(' || this.text[this.at] === '!') return false;
    const end = this.rangeEnd(start);
    // A column or a row alone is none.
    if (!end && (start.row === undefined || !start.column)) return false;
    this.flush();
    this.tokens.push({ prefix, sheet, start, ...(end && { end }) });
    return true;
  }

  private rangeEnd(start: End): End | undefined {
    if (this.text[this.at] !== ':') return undefined;
    const before = this.at++;
    const end = endOf(this.word());
    const isAlike = end && (end.row === undefined) === (start.row === undefined) && !end.column === !start.column;
    if (isAlike && this.text[this.at] !== '(' && this.text[this.at] !== '!') return end;
    this.at = before;
    return undefined;
  }

  private word(): string {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    return word;
  }

  /** A text in quotes, which stand twice within it; to the end where it is not closed. */
  private quoted(quote: string): string {
    const start = this.at++;
    for (;;) {
      const end = this.text.indexOf(quote, this.at);
      this.at = end < 0 ? this.text.length : end + 1;
      if (end < 0 || this.text[this.at] !== quote) return this.text.slice(start, this.at);
      this.at++;
    }
  }

  /** The columns of a table, or the number of another workbook. */
  private bracket(): void {
    const start = this.at;
    let depth = 0;
    do {
      const sign = this.text[this.at];
      if (sign === "'") this.at++;
      else if (sign === '[') depth++;
      else if (sign === ']') depth--;
      this.at++;
    } while (depth && this.at < this.text.length);
    this.add(this.text.slice(start, this.at));
    if (this.text[this.at] === '!') this.reachesOut = true;
  }

  private add(text: string): void {
    this.plain += text;
    this.last = text.at(-1) ?? '';
  }

  private flush(): void {
    if (this.plain) this.tokens.push(this.plain);
    [this.plain, this.last] = ['', ''];
  }
}

/** `$A$1`, `A` or `$1`; undefined for what is no place of a sheet. */
function endOf(word: string): End | undefined {
  const [, column, dollar, row] = CELL.exec(word) ?? [];
  if (column !== undefined)
    return columnNumber(column) <= MAX_COLUMN && Number(row) <= MAX_ROW
      ? { column, row: Number(row), isFixed: dollar === '$' }
      : undefined;
  if (COLUMN.test(word)) return columnNumber(word) <= MAX_COLUMN ? { column: word, isFixed: false } : undefined;
  const [, before, number] = ROW.exec(word) ?? [];
  return number !== undefined && Number(number) <= MAX_ROW
    ? { column: '', row: Number(number), isFixed: before === '$' }
    : undefined;
}

/** Where an end goes; undefined: beyond the sheet. */
type Moved = (end: End, reference: Reference, isLast: boolean) => End | undefined;

/** The formula with its references moved; what points beyond the sheet becomes `#REF!`. */
export function withReferences({ tokens }: Formula, moved: Moved): string {
  return tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      const start = moved(token.start, token, false);
      const end = token.end && moved(token.end, token, true);
      if (!start || (token.end && !end)) return '#REF!';
      return token.prefix + written(start) + (end ? `:${written(end)}` : '');
    })
    .join('');
}

const written = ({ column, row, isFixed }: End): string =>
  column + (row === undefined ? '' : (isFixed ? '$' : '') + row);

/** A formula as it is in a cell so many rows below and columns beside: what is not fixed goes along. */
export const slid = (text: string, rows: number, columns: number): string =>
  withReferences(parseFormula(text), (end) => {
    const row = end.row === undefined || end.isFixed ? end.row : end.row + rows;
    const column =
      !end.column || end.column.startsWith('$') ? end.column : columnLetters(columnNumber(end.column) + columns);
    if (column === undefined || (row !== undefined && (row < 1 || row > MAX_ROW))) return undefined;
    return { column, isFixed: end.isFixed, ...(row !== undefined && { row }) };
  });

/** `A` → 1, `$AB` → 28. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) if (letter !== '$') number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** 28 → `AB`; undefined where there is no such column. */
function columnLetters(number: number): string | undefined {
  if (number < 1 || number > MAX_COLUMN) return undefined;
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
