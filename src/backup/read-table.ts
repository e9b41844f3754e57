/** All rows of a table, a part at a time, so that memory does not grow with their number. */
import type { Row, Snapshot } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { KeptTable } from './tables.js';

const MOST_ROWS = 1000;
/** How long the long texts of a part are together; one that is longer by itself makes a part of its own. */
const WANTED = 4 << 20;

/**
 * Rows in the order of the table's key. Rows with the same key stay together, since some tables have no other: links of one
 * object, of which no object has too many for memory.
 */
export async function* readTable(snapshot: Snapshot, table: KeptTable): AsyncIterable<Row[]> {
  const [from, key] = [quote(table.name), quote(table.key)];
  const columns = table.columns.map(({ name }) => quote(name)).join(', ');
  const long = table.columns.filter(({ type }) => ['text', 'longtext', 'json'].includes(type));
  const size = ['8', ...long.map(({ name }) => `COALESCE(LENGTH(${quote(name)}), 0)`)].join(' + ');
  let after: string | number | undefined;
  for (;;) {
    const lower = [...(table.only ? [table.only] : []), ...(after === undefined ? [] : [`${key} > ?`])];
    const low = after === undefined ? [] : [after];
    const next = `SELECT ${key} AS upper, ${size} AS size FROM ${from}${where(lower)} ORDER BY ${key} LIMIT ${MOST_ROWS}`;
    const upper = endOf(await snapshot.all(next, low));
    const within = upper === undefined ? lower : [...lower, `${key} <= ?`];
    const bounds = upper === undefined ? low : [...low, upper];
    const rows = await snapshot.all(`SELECT ${columns} FROM ${from}${where(within)} ORDER BY ${key}`, bounds);
    if (rows.length) yield rows;
    if (upper === undefined) return;
    after = upper;
  }
}

/** The key of the last row of a part, told by the sizes of the rows that come next; undefined where it is the last part. */
function endOf(rows: readonly Row[]): string | number | undefined {
  let sum = 0;
  const over = rows.findIndex(({ size }) => (sum += Number(size)) > WANTED);
  const last = over < 0 ? (rows.length < MOST_ROWS ? undefined : rows.at(-1)) : rows[Math.max(0, over - 1)];
  return last?.['upper'] as string | number | undefined;
}

const where = (conditions: readonly string[]): string =>
  conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
