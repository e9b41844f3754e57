/** What an import tells of single rows, to who looks at a file before it is stored, or at what came of it. */
import type { Read } from '../files/sheet.js';
import type { Cell } from '../files/table.js';

/** A cell that differs from what is stored; `before` is null where nothing was there. */
export interface ToldCell {
  before: string | null;
  after: string | null;
}

/** A row that does something. */
export interface ToldRow {
  row: number;
  action: 'created' | 'updated' | 'deleted';
  /** The object; null for one that is not made yet. */
  id: number | null;
  name: string | null;
  /** The cells that differ, by their heading; of a dry run alone. */
  cells?: Record<string, ToldCell>;
}

/** Rows one by one, and how many leave their object as it is. */
export interface Told {
  same: number;
  rows: ToldRow[];
}

/** Rows that are told of one by one. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 200;

/** The rows in the order of the file, as many as are told of. */
export const inOrder = (rows: ToldRow[]): ToldRow[] => rows.sort((a, b) => a.row - b.row).slice(0, MOST_ROWS);

/** A cell as a short text. */
export function toldText(cell: Read | Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const text = String(cell);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text;
}
