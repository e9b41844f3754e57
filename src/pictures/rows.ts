/** Further columns of what is drawn, read as plain rows under the rights of whoever looks. */
import type { Verb } from '../core/http/access.js';
import type { Database } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { conditionOf, registry, selectOf, type AccessScope } from '../engine/index.js';
import type { Columns, RowsOfKinds, Wanted } from './source.js';

/** Name of a table within its statement. */
const ROW = 'seen';

/** The columns of all live objects that the caller sees (may do `verb` with): a statement for each kind, so that their number follows from the view. */
export async function readRows(
  database: Pick<Database, 'all' | 'dialect'>,
  scope: AccessScope,
  columns: Wanted['columns'],
  verb: Verb = 'access',
): Promise<RowsOfKinds> {
  const rows: Record<string, Columns[]> = {};
  for (const [path, names] of Object.entries(columns)) {
    const resource = registry.get(path);
    const seen = scope.rows(resource, verb);
    if (seen === 'none') continue;
    const condition = conditionOf(seen, ROW);
    const live = resource.softDelete ? database.dialect.isLive(ROW) : 'true';
    const selected = ['id', ...names].map((name) => selectOf(resource, name, ROW)).join(', ');
    rows[path] = await database.all(
      `SELECT ${selected} FROM ${quote(resource.table)} ${ROW} WHERE ${live}${condition ? ` AND (${condition.sql})` : ''}`,
      condition?.params,
    );
  }
  return rows;
}
