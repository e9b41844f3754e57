/** Reads the tables that a database really has, in the words of the migrations. */
import type { Database, Row } from '../../src/database/database.js';

/** A table as the engine describes it. Types are the engine's own. */
export interface RealTable {
  columns: Record<string, { type: string; nullable: boolean; default: string | null; increment: boolean }>;
  primaryKey: string[];
  /** `unique name (a, b)` or `index name (a, b)`; `<key>` where the index is over more than a column. */
  indexes: string[];
  /** `column -> table.column DELETE RULE`. */
  references: string[];
}

type Rows = Array<Record<string, string | number | null>>;

/** Every table, but for those of the engine and of TypeORM. */
export async function realTables(database: Database): Promise<Map<string, RealTable>> {
  const tables = await (database.dialect.name === 'sqlite' ? sqliteTables(database) : mysqlTables(database));
  for (const name of [...tables.keys()]) if (/^(sqlite_|own_migrations$)/.test(name)) tables.delete(name);
  return tables;
}

const emptyTable = (): RealTable => ({ columns: {}, primaryKey: [], indexes: [], references: [] });

async function sqliteTables(database: Database): Promise<Map<string, RealTable>> {
  const tables = new Map<string, RealTable>();
  for (const row of await database.all("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")) {
    tables.set(row['name'] as string, await sqliteTable(database, row));
  }
  return tables;
}

async function sqliteTable(database: Database, { name, sql }: Row): Promise<RealTable> {
  const table = emptyTable();
  const columns: Rows = await database.all('SELECT * FROM pragma_table_info(?)', [name!]);
  for (const { name: column, type, notnull, dflt_value: value, pk } of columns) {
    const increment = pk === 1 && /AUTOINCREMENT/.test(sql as string);
    const nullable = notnull === 0 && !increment;
    table.columns[String(column)] = {
      type: String(type).toLowerCase(),
      nullable,
      default: value as string | null,
      increment,
    };
  }
  const keyed = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
  table.primaryKey = keyed.map((column) => String(column['name']));
  for (const index of await database.all("SELECT * FROM pragma_index_list(?) WHERE origin = 'c'", [name!])) {
    const on: Rows = await database.all('SELECT name FROM pragma_index_info(?) ORDER BY seqno', [index['name']!]);
    const list = on.map((column) => column['name'] ?? '<key>').join(', ');
    table.indexes.push(`${index['unique'] ? 'unique' : 'index'} ${index['name']} (${list})`);
  }
  for (const key of await database.all('SELECT * FROM pragma_foreign_key_list(?)', [name!])) {
    table.references.push(`${key['from']} -> ${key['table']}.${key['to']} ${key['on_delete']}`);
  }
  return table;
}

const COLUMNS = `SELECT table_name t, column_name c, column_type type, is_nullable = 'YES' nullable, column_default value,
  extra = 'auto_increment' increment FROM information_schema.columns WHERE table_schema = DATABASE()
  ORDER BY table_name, ordinal_position`;
const INDEXES = `SELECT table_name t, index_name name, MIN(non_unique) other,
  GROUP_CONCAT(column_name ORDER BY seq_in_index SEPARATOR ', ') list FROM information_schema.statistics
  WHERE table_schema = DATABASE() GROUP BY table_name, index_name`;
const REFERENCES = `SELECT k.table_name t, k.column_name c, k.referenced_table_name other, k.referenced_column_name oc,
  r.delete_rule rule FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
  ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
  WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL`;

async function mysqlTables(database: Database): Promise<Map<string, RealTable>> {
  const tables = new Map<string, RealTable>();
  const of = (name: unknown): RealTable => {
    if (!tables.has(name as string)) tables.set(name as string, emptyTable());
    return tables.get(name as string)!;
  };
  for (const { t, c, type, nullable, value, increment } of await database.all(COLUMNS)) {
    const given = value === 'NULL' ? null : (value as string | null);
    of(t).columns[c as string] = {
      type: type as string,
      nullable: nullable === 1,
      default: given,
      increment: increment === 1,
    };
  }
  for (const { t, name, other, list } of await database.all(INDEXES)) {
    if (name === 'PRIMARY') of(t).primaryKey = (list as string).split(', ');
    else of(t).indexes.push(`${Number(other) ? 'index' : 'unique'} ${name} (${list})`);
  }
  for (const { t, c, other, oc, rule } of await database.all(REFERENCES)) {
    of(t).references.push(`${c} -> ${other}.${oc} ${rule}`);
  }
  return tables;
}
