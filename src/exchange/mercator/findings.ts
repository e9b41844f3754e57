/** What is wrong with a map that was read, row by row: kept as it is, since existing maps break rules and stay editable. */
import type { KeptTable } from '../../backup/tables.js';
import type { Database } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { HOME, homeOf, type ResourceModel } from '../../engine/index.js';

/** References that point nowhere: `table id: column -> target id`. */
export async function danglingReferences(database: Database, tables: readonly KeptTable[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns, key } of tables) {
    for (const { name: column, references } of columns) {
      if (!references) continue;
      const missing = `SELECT 1 FROM ${quote(references.table)} p WHERE p.\`id\` = t.${quote(column)}`;
      const rows = await database.all(
        `SELECT t.${quote(key)} AS row_key, t.${quote(column)} AS target FROM ${quote(name)} t ` +
          `WHERE t.${quote(column)} IS NOT NULL AND NOT EXISTS (${missing})`,
      );
      const whose = key === 'id' ? 'id' : key;
      for (const { row_key: row, target } of rows) {
        found.push(`${name} (${whose} ${String(row)}): ${column} ${String(target)} is not in ${references.table}`);
      }
    }
  }
  return found;
}

/** Names that several live objects of a type have, where they should be unique, within a home: `table: name (ids)`. */
export async function duplicateNames(database: Database, resources: readonly ResourceModel[]): Promise<string[]> {
  const found: string[] = [];
  for (const resource of resources) {
    const { table, fields, softDelete } = resource;
    const live = softDelete ? ' AND `deleted_at` IS NULL' : '';
    const home = homeOf(resource) && quote(HOME);
    for (const { name } of fields.filter(({ rules }) => rules.uniqueLive)) {
      const [column, from] = [quote(name), `FROM ${quote(table)} WHERE ${quote(name)} IS NOT NULL${live}`];
      const twice = await database.all(
        `SELECT MIN(${column}) AS name, ${home ?? 0} AS home ${from} GROUP BY ${database.dialect.ordered(column)}${home ? `, ${home}` : ''} HAVING COUNT(*) > 1`,
      );
      for (const row of twice) {
        const same = await database.all(
          `SELECT \`id\` ${from} AND ${database.dialect.sameText(column)} AND ${home ?? 0} = ? ORDER BY \`id\``,
          [row['name']!, row['home']!],
        );
        if (same.length > 1)
          found.push(`${table}: ${name} '${String(row['name'])}' (${same.map(({ id }) => String(id)).join(', ')})`);
      }
    }
  }
  return found;
}
