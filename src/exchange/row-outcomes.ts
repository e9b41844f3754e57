/** What an import tells of single rows: for people who look at a file before it is stored, or at what came of it. */
import type { RowError } from '../core/http/errors.js';
import type { Read } from '../files/sheet.js';
import type { Cell } from '../files/table.js';

/** A cell that differs from what is stored; `before` is null where nothing was there. */
export interface CellChange {
  before: string | null;
  after: string | null;
}

/** A row that does something. */
export interface RowOutcome {
  row: number;
  action: 'created' | 'updated' | 'deleted';
  /** The object; null for one that is not made yet. */
  id: number | null;
  name: string | null;
  /** The cells that differ, by their heading; of a dry run alone. */
  cells?: Record<string, CellChange>;
}

/** Rows one by one, and how many leave their object as it is. */
export interface RowReport {
  same: number;
  rows: RowOutcome[];
}

/** Rows that are reported one by one. */
const MAX_ROWS = 1000;
const MAX_CHARACTERS = 200;

/** The rows in the order of the file, as many as are reported. */
export const inOrder = (rows: RowOutcome[]): RowOutcome[] => rows.sort((a, b) => a.row - b.row).slice(0, MAX_ROWS);

/** A cell as a short text. */
export function shortText(cell: Read | Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const text = String(cell);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : text;
}

/** What is told of a wrong cell beside what is wrong with it. */
export const cellOf = (cell: unknown, name: string | null): Pick<RowError, 'value' | 'name'> => ({
  value: shortText(Array.isArray(cell) ? cell.join(', ') : (cell as Read)),
  name,
});

/** Headings that are told as meaning nothing. */
const MAX_IGNORED = 100;

/** The member of an answer that tells headings which mean nothing; none where all do. */
export const ignoredIn = (headings: readonly string[]): { ignored?: string[] } =>
  headings.length ? { ignored: headings.slice(0, MAX_IGNORED).map((heading) => shortText(heading)!) } : {};
