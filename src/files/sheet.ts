/** A sheet as readers of files give it: rows of plain cells, and the limits that keep a hostile file from filling memory. */
import { ApiError } from '../core/http/errors.js';
import { Message, type MessageKey, type Values } from '../core/i18n/messages.js';

/** A cell whose formula could not be computed; as text it is what a spreadsheet shows: `#N/A`. */
export class FormulaError {
  constructor(private readonly code: string) {}

  toString(): string {
    return this.code;
  }
}

/** A cell as read: numbers, truth values and errors where the file distinguishes them from texts. */
export type Read = string | number | boolean | FormulaError | null;

/** Returns true if nothing but blanks stands in a cell. */
export const isEmpty = (cell: Read | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

/** How dates are counted in the file: the year of day 1. */
export type Calendar = 1900 | 1904;

export interface SheetRow {
  /** Its number in the file, from 1. */
  number: number;
  /** Cells by column, from 0; what is not there is undefined. */
  cells: ReadonlyArray<Read | undefined>;
}

export interface Sheet {
  format: 'xlsx' | 'csv';
  calendar: Calendar;
  /** What was assumed of the file beyond the usual; complete once its rows are read. */
  notes: Message[];
  /** Rows in batches, in the order of the file; read once. Throws 400 where the file is broken, 413 beyond the limits. */
  rows: AsyncIterable<SheetRow[]>;
}

/** Bytes of a text file that are read at once. */
export const PIECE = 256 << 10;
/** Bytes that a packed file may unfold to: a workbook of 100,000 rows and 40 columns. */
export const MAX_UNPACKED_BYTES = 256 << 20;
/** Texts that cells share, in characters: they are in memory while the sheet is read. */
export const MAX_SHARED_CHARACTERS = 64 << 20;
/** One cell. */
export const MAX_CELL_CHARACTERS = 17 << 20;
export const MAX_COLUMNS = 1000;
export const MAX_ROWS = 1_048_576;

/** The file is damaged, or not what it says that it is. */
export const broken = (reason: MessageKey | Message, values: Values = {}): ApiError =>
  new ApiError(400, 'importBroken', { reason: reason instanceof Message ? reason : new Message(reason, values) });

/** The file is larger inside than anybody needs. */
export const tooLarge = (max: number): ApiError => new ApiError(413, 'importUnfolds', { max });

/** The file is of a kind that cannot be imported. */
export const unknownKind = (): ApiError => new ApiError(415, 'importKind');

const DAY = 86_400_000;
/** Day 0 of the two calendars of spreadsheets. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const LAST_SERIAL = 2_958_465;

/** The moment of a serial number, to the second; undefined outside of the calendar. */
export function isoOf(serial: number, calendar: Calendar): string | undefined {
  if (!(serial >= 1 && serial <= LAST_SERIAL)) return undefined;
  // The first calendar counts a 29 February 1900 that never was: before it, days are one behind.
  const day = calendar === 1900 && serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((day * DAY) / 1000);
  return new Date(EPOCHS[calendar] + seconds * 1000).toISOString();
}
