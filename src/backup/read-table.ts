/** All rows of a table, a part at a time, so that memory does not grow with their number. */
import type { Row, Snapshot } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { KeptTable } from './tables.js';

const MOST_ROWS = 1000;
/** Characters that a part should have; rows may hold long texts. */
const WANTED = 4 << 20;

/**
 * Rows in the order of the table's key. Rows with the same key stay together, since some tables have no other: links of one
 * object, of which no object has too many for memory.
 */
export async function* readTable(snapshot: Snapshot, table: KeptTable): AsyncIterable<Row[]> {
  const [from, key] = [quote(table.name), quote(table.key)];
  const columns = table.columns.map(({ name }) => quote(name)).join(', ');
  let [after, size] = [undefined as string | number | undefined, MOST_ROWS];
  for (;;) {
    const lower = [...(table.only ? [table.only] : []), ...(after === undefined ? [] : [`${key} > ?`])];
    const low = after === undefined ? [] : [after];
    const next = `SELECT ${key} AS upper FROM ${from}${where(lower)} ORDER BY ${key} LIMIT 1 OFFSET ${size - 1}`;
    const [last] = await snapshot.all(next, low);
    const upper = last && (last['upper'] as string | number);
    const within = upper === undefined ? lower : [...lower, `${key} <= ?`];
    const bounds = upper === undefined ? low : [...low, upper];
    const rows = await snapshot.all(`SELECT ${columns} FROM ${from}${where(within)} ORDER BY ${key}`, bounds);
    if (rows.length) yield rows;
    if (upper === undefined) return;
    after = upper;
    size = fitting(rows);
  }
}

/** How many rows like these make a part. */
function fitting(rows: readonly Row[]): number {
  const characters = rows.reduce((sum, row) => sum + lengthOf(row), 1);
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((WANTED * rows.length) / characters)));
}

function lengthOf(row: Row): number {
  let length = 0;
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8;
  return length;
}

const where = (conditions: readonly string[]): string =>
  conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
