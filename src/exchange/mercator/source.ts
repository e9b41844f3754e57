/** Where a map of the older application is read from: its database, or a dump of it. */

/** A value as it was stored: times as text on the wall, numbers that do not fit into one as text. */
export type Value = string | number | null;

/** Rows of one table, a part of them. */
export interface TableRows {
  table: string;
  columns: readonly string[];
  values: Value[][];
}

/** A database at one moment. */
export interface Source {
  /** Its tables, with their columns. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** How many rows a table has. */
  count(table: string): Promise<number>;
  /** All rows of all tables, in parts, each once. */
  rows(): AsyncIterable<TableRows>;
  close(): Promise<void>;
}
