/** What a report is: its name, who may read it, and the tables (and the document) that it consists of. */
import type { Row } from '../database/database.js';
import type { ReportRun } from './report-run.js';
import type { Document } from '../files/document.js';
import type { Cell, Table, TableColumn } from '../files/table.js';

/** A column of a report: what stands in it is worked out from a row of the statement. */
export interface Column extends TableColumn {
  value(row: Row): Cell;
}

/** A report: statements and columns. It knows no format. */
export interface Report {
  /** Its name in the path, case-sensitive. */
  name: string;
  /** Its file is `<file>-YYYYMMDD.<ext>`. */
  file: string;
  about: string;
  /** Paths of the types whose list the caller must be allowed to see (contract 3). */
  roots: readonly string[];
  /** The tables, the complete one first. What they need besides their rows is asked for here. Throws 400 for bad parameters. */
  tables(run: ReportRun): Promise<Table[]>;
  /** The same as a document, where there is one. */
  document?(run: ReportRun): Promise<Document>;
}

/** A table out of rows and columns. */
export function table(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly Row[]>,
  more: Pick<Table, 'optional' | 'names'> = {},
): Table {
  return { name, columns, rows: cells(columns, rows), ...more };
}

async function* cells(columns: readonly Column[], batches: AsyncIterable<readonly Row[]>): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => column.value(row)));
}
