/** What an engine tells of its tables. */
import type { Row } from '../database/database.js';

/** Columns by table, of rows that name one of each. */
export function grouped(rows: readonly Row[]): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { table_name: table, column_name: column } of rows) {
    tables.set(String(table), [...(tables.get(String(table)) ?? []), String(column)]);
  }
  return tables;
}
