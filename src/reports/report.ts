/** What a report is: its name, who may read it, and the tables (and the document) that it consists of. */
import type { Language } from '../core/i18n/messages.js';
import type { Row } from '../database/database.js';
import type { Document } from '../files/document.js';
import type { Format } from '../files/formats.js';
import type { Cell, ColumnKind, Table } from '../files/table.js';
import { english, type LabelKey, type Translate } from './locales/index.js';
import type { ReportRun } from './report-run.js';

/** A column of a report: what stands in it is worked out from a row of the statement. */
export interface Column {
  /** A label, or a name that people gave: that is the same in every language. */
  heading: LabelKey | { name: string };
  kind: ColumnKind;
  /** As of `TableColumn`. */
  worded?: boolean;
  value(row: Row, translate: Translate): Cell;
}

/** A table in the language of the request. */
export interface ReportTable extends Table {
  /** Its name in English, by which it may be asked for in every language. */
  english: string;
}

/** A text in each language. */
export type Words = Readonly<Record<Language, string>>;

/** What some reports can be asked beside what all can. */
export type ReportParameter =
  'granularity' | 'views' | 'graph' | 'date' | 'objects' | 'organisation' | 'version' | 'classification' | 'author';

/** What a report says of itself, without being run. */
export type ReportFacts = Pick<Report, 'name' | 'file' | 'titles' | 'abouts' | 'parameters' | 'roots'>;

/** A report: statements and columns. It knows no format. */
export interface Report {
  /** Its name in the path, case-sensitive. */
  name: string;
  /** Its file is `<file>-YYYYMMDD.<ext>`. */
  file: string;
  /** What people call it, and what it shows in a sentence. */
  titles: Words;
  abouts: Words;
  /** Parameters that are of this report, beside those of all. */
  parameters?: readonly ReportParameter[];
  /** It holds numbers and no object: read as JSON, as pages show it, nothing leaves the map. */
  isFigures?: true;
  /** Paths of the types whose list the caller must be allowed to see (contract 3). */
  roots: readonly string[];
  /** The tables, the complete one first. What they need besides their rows is asked for here. Throws 400 for bad parameters. */
  tables(run: ReportRun): Promise<ReportTable[]>;
  /** The same as a document, where there is one. */
  document?(run: ReportRun): Promise<Document>;
}

/** The formats in which a report comes. */
export const formatsOf = ({ document }: Pick<Report, 'document'>): Format[] => [
  ...['xlsx' as const, 'csv' as const],
  ...(document ? (['docx'] as const) : []),
  'json',
];

/** The name of a table, in the language of the request and in English. */
export const named = ({ translate }: ReportRun, name: LabelKey): Pick<ReportTable, 'name' | 'english'> => ({
  name: translate(name),
  english: english(name),
});

/** A table out of rows and columns. */
export function table(
  run: ReportRun,
  name: LabelKey,
  columns: readonly Column[],
  rows: AsyncIterable<readonly Row[]>,
  more: Pick<Table, 'optional' | 'names'> = {},
): ReportTable {
  const headings = columns.map(({ heading, kind, worded }) => ({
    heading: typeof heading === 'string' ? run.translate(heading) : heading.name,
    kind,
    ...(worded && { worded }),
  }));
  return { ...named(run, name), columns: headings, rows: cells(columns, rows, run.translate), ...more };
}

async function* cells(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
  translate: Translate,
): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => column.value(row, translate)));
}

/** Rows made in memory, in batches; the event loop is yielded between two of them. */
export async function* inBatches<T>(rows: Iterable<T>, size = 500): AsyncIterable<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    if (batch.push(row) < size) continue;
    yield batch;
    batch = [];
    await new Promise(setImmediate);
  }
  if (batch.length) yield batch;
}
