/** Answers in the formats of `--output`: tables for people, JSON, JSON lines and CSV for programs. */
import { csvLine, RFC_4180, type CsvCell } from '../files/csv.js';
import { print, terminalWidth } from './terminal.js';

export type Format = 'table' | 'json' | 'csv' | 'jsonl';
export type Row = Readonly<Record<string, unknown>>;

/** How rows are printed. */
export interface Layout {
  /** A table on a terminal, JSON for programs, unless something else is asked for. */
  format: Format | undefined;
  /** The columns that were asked for, in their order. */
  columns?: readonly string[] | undefined;
}

/** A table on a terminal, JSON for programs. */
export const defaultFormat = (): Format => (process.stdout.isTTY ? 'table' : 'json');

/** JSON in which nothing stands that a terminal obeys; programs read the same values out of it. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes rows as they come; none of them is kept, but for a table the first ones, by which its columns are measured. */
export async function printRows(rows: AsyncIterable<Row> | Iterable<Row>, layout: Layout): Promise<number> {
  const writer = writerOf(layout);
  let count = 0;
  for await (const row of rows) {
    count++;
    await print(writer.row(row));
  }
  await print(writer.end());
  return count;
}

/** Writes one object: as JSON, or in a table a line for each of its members. */
export async function printObject(object: Row, format = defaultFormat()): Promise<void> {
  if (format === 'json') return print(`${safeJson(object, 2)}\n`);
  if (format !== 'table') return void (await printRows([object], { format }));
  const lines = Object.entries(object).map(([field, value]) => ({ field, value }));
  await printRows(lines, { format, columns: ['field', 'value'] });
}

function writerOf({ format = defaultFormat(), columns }: Layout): OutputWriter {
  switch (format) {
    case 'json':
      return new JsonWriter();
    case 'jsonl':
      return { row: (row) => `${safeJson(row)}\n`, end: () => '' };
    case 'csv':
      return new CsvWriter(columns);
    case 'table':
      return new TableWriter(columns, terminalWidth());
  }
}

/** Turns rows into text; what comes back is written at once. */
export interface OutputWriter {
  row(row: Row): string;
  end(): string;
}

/** An array with a row on each line: readable, and still one document. */
export class JsonWriter implements OutputWriter {
  private begun = false;

  row(row: Row): string {
    const before = this.begun ? ',\n' : '[\n';
    this.begun = true;
    return `${before}  ${safeJson(row)}`;
  }

  end(): string {
    return this.begun ? '\n]\n' : '[]\n';
  }
}

/** CSV with the same guard against formulas as the files of the server. */
export class CsvWriter implements OutputWriter {
  private headed = false;

  /** The heading is that of the first row, unless columns were asked for. */
  constructor(private columns: readonly string[] | undefined) {}

  row(row: Row): string {
    this.columns ??= Object.keys(row);
    const cells = this.columns.map((name) => csvCell(row[name]));
    return this.heading() + csvLine(cells, RFC_4180);
  }

  end(): string {
    return this.heading();
  }

  private heading(): string {
    if (this.headed || !this.columns) return '';
    this.headed = true;
    return csvLine(this.columns, RFC_4180);
  }
}

/** Ids are a comma list, as imports take them; what else has parts is JSON. */
function csvCell(value: unknown): CsvCell {
  if (Array.isArray(value) && value.every((each) => typeof each === 'number')) return value.join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvCell);
}

/** Rows by which the columns of a table are measured. */
const MEASURED_ROWS = 200;
/** In characters, but for the last column that was asked for. */
const MAX_CELL_WIDTH = 60;
const GAP = '  ';

interface Column {
  name: string;
  width: number;
  /** Numbers stand on the right. */
  right: boolean;
}

/** Nothing that a terminal would obey, and one line. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** Columns by which people know an object. */
const NAME_COLUMNS = ['name', 'title', 'login', 'filename'];

/** A table for people: columns as wide as the first rows need, and as many as the terminal holds. */
export class TableWriter implements OutputWriter {
  private waiting: Row[] | undefined = [];
  private columns: Column[] = [];

  constructor(
    private readonly requested: readonly string[] | undefined,
    /** Characters of a line; undefined: any number. */
    private readonly width: number | undefined,
  ) {}

  row(row: Row): string {
    if (!this.waiting) return this.line(row);
    this.waiting.push(row);
    return this.waiting.length < MEASURED_ROWS ? '' : this.begin();
  }

  end(): string {
    return this.waiting ? this.begin() : '';
  }

  private begin(): string {
    const rows = this.waiting ?? [];
    this.waiting = undefined;
    if (!rows.length) return '';
    const names = this.namesOf(rows);
    // The last column may be as long as it is: nothing stands behind it.
    const last = this.requested?.at(-1);
    this.columns = this.fitting(
      names.map((name) => measuredColumn(name, rows, name === last ? Infinity : MAX_CELL_WIDTH)),
    );
    return this.heading() + rows.map((row) => this.line(row)).join('');
  }

  /** The columns that were asked for; otherwise those that hold something, the name in front. */
  private namesOf(rows: readonly Row[]): string[] {
    if (this.requested) return [...this.requested];
    const all = [...new Set(rows.flatMap(Object.keys))].filter((name) =>
      rows.some((row) => cellText(row[name]) !== ''),
    );
    const first = ['id', ...NAME_COLUMNS].filter((name) => all.includes(name));
    return [...first, ...all.filter((name) => !first.includes(name))];
  }

  /** Columns that were asked for are all there; others, while there is room. The last one may be cut. */
  private fitting(columns: Column[]): Column[] {
    if (this.width === undefined) return columns;
    let left = this.width;
    const fitting: Column[] = [];
    for (const column of columns) {
      const width = Math.min(column.width, Math.max(left, column.name.length));
      if (!this.requested && fitting.length && width > left) break;
      fitting.push({ ...column, width });
      left -= width + GAP.length;
    }
    return fitting;
  }

  private heading(): string {
    return this.joined(this.columns.map(({ name, width, right }) => padded(name, width, right)));
  }

  private line(row: Row): string {
    return this.joined(
      this.columns.map(({ name, width, right }) => padded(cut(cellText(row[name]), width), width, right)),
    );
  }

  private joined(cells: string[]): string {
    return `${cells.join(GAP).trimEnd()}\n`;
  }
}

function measuredColumn(name: string, rows: readonly Row[], most: number): Column {
  const widths = rows.map((row) => lengthOf(cellText(row[name])));
  const right = rows.every((row) => row[name] === null || row[name] === undefined || typeof row[name] === 'number');
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  return { name, right, width: Math.max(lengthOf(name), Math.min(longest, most)) };
}

/** A value in one line. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(partText).join(', ');
  return (typeof value === 'object' ? partText(value) : String(value)).replace(UNPRINTABLE, ' ').trim();
}

/** Objects within a cell go by their name. */
function partText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(UNPRINTABLE, ' ');
  const named = NAME_COLUMNS.map((name) => (value as Row)[name]).find((text) => typeof text === 'string');
  return (named ?? JSON.stringify(value)).replace(UNPRINTABLE, ' ');
}

const lengthOf = (text: string): number => [...text.normalize('NFC')].length;

function cut(text: string, width: number): string {
  const characters = [...text.normalize('NFC')];
  return characters.length > width ? `${characters.slice(0, Math.max(width - 1, 0)).join('')}…` : text;
}

function padded(text: string, width: number, right: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return right ? blanks + text : text + blanks;
}
