/** Rows as a table for people: columns as wide as the first rows need, and as many as the terminal holds. */
import type { Row, RowWriter } from './output.js';

/** Rows by which columns are measured. */
const MEASURED = 200;
/** Longest cell, in characters, but for the last column that was asked for. */
const LONGEST = 60;
const GAP = '  ';

interface Column {
  name: string;
  width: number;
  /** Numbers stand on the right. */
  right: boolean;
}

/** Nothing that a terminal would obey, and one line. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const NAMES = ['name', 'title', 'login', 'filename'];

export class TableWriter implements RowWriter {
  private waiting: Row[] | undefined = [];
  private columns: Column[] = [];

  constructor(
    private readonly asked: readonly string[] | undefined,
    private readonly width: number | undefined,
  ) {}

  row(row: Row): string {
    if (!this.waiting) return this.line(row);
    this.waiting.push(row);
    return this.waiting.length < MEASURED ? '' : this.begin();
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
    const last = this.asked?.at(-1);
    this.columns = this.fitting(names.map((name) => measured(name, rows, name === last ? Infinity : LONGEST)));
    return this.heading() + rows.map((row) => this.line(row)).join('');
  }

  /** The columns that were asked for; otherwise those that hold something, the name in front. */
  private namesOf(rows: readonly Row[]): string[] {
    if (this.asked) return [...this.asked];
    const all = [...new Set(rows.flatMap(Object.keys))].filter((name) => rows.some((row) => textOf(row[name]) !== ''));
    const first = ['id', ...NAMES].filter((name) => all.includes(name));
    return [...first, ...all.filter((name) => !first.includes(name))];
  }

  /** Columns that were asked for are all there; others, while there is room. The last one may be cut. */
  private fitting(columns: Column[]): Column[] {
    if (this.width === undefined) return columns;
    let left = this.width;
    const fitting: Column[] = [];
    for (const column of columns) {
      const width = Math.min(column.width, Math.max(left, column.name.length));
      if (!this.asked && fitting.length && width > left) break;
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
      this.columns.map(({ name, width, right }) => padded(cut(textOf(row[name]), width), width, right)),
    );
  }

  private joined(cells: string[]): string {
    return `${cells.join(GAP).trimEnd()}\n`;
  }
}

function measured(name: string, rows: readonly Row[], most: number): Column {
  const widths = rows.map((row) => lengthOf(textOf(row[name])));
  const right = rows.every((row) => row[name] === null || row[name] === undefined || typeof row[name] === 'number');
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  return { name, right, width: Math.max(lengthOf(name), Math.min(longest, most)) };
}

/** A value in one line. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(partOf).join(', ');
  return (typeof value === 'object' ? partOf(value) : String(value)).replace(UNPRINTABLE, ' ').trim();
}

/** Objects within a cell go by their name. */
function partOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(UNPRINTABLE, ' ');
  const named = NAMES.map((name) => (value as Row)[name]).find((text) => typeof text === 'string');
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
