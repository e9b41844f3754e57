/** A table as writers take it: headings and rows of plain cells. Writers know formats, and nothing of what is in them. */

/** What a cell holds. Days are texts, `YYYY-MM-DD`. */
export type Cell = string | number | null;

/**
 * How a column is shown: `long` texts are wrapped, `number`s are counted, `level`s (0 to 4) are centred and coloured, `date`s
 * are days.
 */
export type ColumnKind = 'text' | 'long' | 'number' | 'level' | 'date';

export interface TableColumn {
  heading: string;
  kind: ColumnKind;
  /** Of a `level`: its numbers stand for the words from insignificant to very high. */
  worded?: boolean;
}

export interface Table {
  /** Name of its sheet: 31 characters at most, none of `[]:*?/\`. */
  name: string;
  columns: readonly TableColumn[];
  /** Rows in batches, read once; what is not written is not read. */
  rows: AsyncIterable<ReadonlyArray<readonly Cell[]>>;
  /** How many of the first columns say what a row is about; one where it is left out. They stay in sight, and on paper. */
  names?: number;
  /** Rows, from 0, that sum up those below them. They look otherwise, so that nobody takes them for one of those. */
  sums?: ReadonlySet<number>;
  /** A workbook shows it without colours, filters and page numbers, all columns equally wide. */
  plain?: boolean;
  /** Widths of its columns in a workbook, in characters, on paper of A3: it is read there and printed, never filtered. */
  widths?: readonly number[];
  /** Left out of files of several tables where it has no row. */
  optional?: boolean;
}

/** What a file says of itself. */
export interface FileFacts {
  /** What it is, for programs. */
  title: string;
  created: Date;
  /** What each page of it says besides on paper: as whom it was made, where that is not everything. */
  note?: string;
}

/** A table whose first rows are there: a statement that fails has failed before anything is sent. No batch of it is empty. */
export async function begun(table: Table): Promise<Table & { first: ReadonlyArray<readonly Cell[]> | undefined }> {
  const rows = filled(table.rows);
  const { value, done } = await rows.next();
  const first = done ? undefined : value;
  return { ...table, first, rows: behind(first, rows) };
}

async function* filled<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  for await (const batch of batches) if (batch.length) yield batch;
}

async function* behind<T>(first: T | undefined, rest: AsyncGenerator<T>): AsyncIterable<T> {
  try {
    if (first === undefined) return;
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
