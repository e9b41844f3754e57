/** Where answers go: standard output, at the pace of whoever reads it. */
import { once } from 'node:events';
import { CsvWriter } from './csv.js';
import { JsonLinesWriter, JsonWriter } from './json.js';
import { TableWriter } from './table.js';

export const FORMATS = ['table', 'json', 'csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];
export type Row = Readonly<Record<string, unknown>>;

/** Turns rows into text; what comes back is written at once. */
export interface RowWriter {
  row(row: Row): string;
  end(): string;
}

/** What an output is told beforehand. */
export interface Layout {
  format: Format;
  /** The columns that were asked for, in their order. */
  columns?: readonly string[] | undefined;
  /** Characters of a line; undefined: any number. */
  width?: number | undefined;
}

/** A table on a terminal, JSON for programs. */
export const usualFormat = (): Format => (process.stdout.isTTY ? 'table' : 'json');

/** Characters of a line of the terminal; undefined where there is none. */
export const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/** Writes text, and waits while the reader is slower. */
export async function print(text: string): Promise<void> {
  if (text && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

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
export async function printObject(object: Row, layout: Layout): Promise<void> {
  if (layout.format === 'json') return print(`${JSON.stringify(object, null, 2)}\n`);
  if (layout.format !== 'table') return void (await printRows([object], layout));
  const lines = Object.entries(object).map(([field, value]) => ({ field, value }));
  await printRows(lines, { ...layout, columns: ['field', 'value'] });
}

function writerOf({ format, columns, width }: Layout): RowWriter {
  switch (format) {
    case 'json':
      return new JsonWriter();
    case 'jsonl':
      return new JsonLinesWriter();
    case 'csv':
      return new CsvWriter(columns);
    case 'table':
      return new TableWriter(columns, width);
  }
}
