/** References that point nowhere: existing databases have some, and a restore must not add any. */
import type { Session } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { KeptTable } from './tables.js';

/** How many there are, as `table.column`; references of which all find their row are left out. */
export async function danglingIn(
  session: Pick<Session, 'all'>,
  tables: readonly KeptTable[],
): Promise<Record<string, number>> {
  const dangling: Record<string, number> = {};
  for (const { name, columns, only } of tables) {
    for (const { name: column, references } of columns) {
      if (!references) continue;
      const missing = `SELECT 1 FROM ${quote(references.table)} p WHERE p.\`id\` = t.${quote(column)}`;
      const [row] = await session.all(
        `SELECT COUNT(*) AS n FROM ${quote(name)} t WHERE t.${quote(column)} IS NOT NULL AND NOT EXISTS (${missing})` +
          (only ? ` AND t.${only}` : ''),
      );
      if (row!['n']) dangling[`${name}.${column}`] = row!['n'] as number;
    }
  }
  return dangling;
}
