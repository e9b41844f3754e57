/** Rows as JSON text, without a JavaScript value for each of their columns. */
import type { ByteText } from '../core/text/byte-text.js';
import { quote } from './dialect.js';
import type { Scalar } from './statement.js';

/** A row as the driver has it; columns are asked for by their places. */
export interface RawRow {
  /** A whole number; null where there is none. */
  number(index: number): number | null;
  text(index: number): string | null;
}

/**
 * A member of an object: texts are escaped, what is only quoted needs no escape, numbers stand bare, and what is stored
 * otherwise than it is answered is translated.
 */
export interface JsonColumn {
  name: string;
  /** What it is read from under an alias, where that is not the column of its name. */
  sql?: (alias: string) => string;
  form: 'escaped' | 'quoted' | 'bare' | ((stored: Scalar) => unknown);
}

/** What a member is read from in the table under `alias`. */
export const readFrom = ({ name, sql }: Pick<JsonColumn, 'name' | 'sql'>, alias: string): string =>
  sql?.(alias) ?? `${alias}.${quote(name)}`;

/** Writes objects with the same columns. */
export interface RowWriter {
  /** What a SELECT must read of the table under `alias`, one place after the other. */
  selected(alias: string): string[];
  /** Adds the members of the row whose columns begin at place `from`; braces are the caller's. */
  write(row: RawRow, from: number, text: ByteText): void;
}
