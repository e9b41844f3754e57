/** Brings a database to the schema of a migration, whatever part of it is there already; nothing is ever removed. */
import type { QueryRunner } from 'typeorm';
import { mysqlDialect, quote, sqliteDialect } from './dialect.js';
import { OWN_INDEX, parseTables, type TableShape } from './table-shape.js';

/**
 * Creates the missing tables of `schema` (text of `table-shape.ts`). To tables that are there it adds the columns
 * marked `+` and the indexes of ours that are missing. May be run again after it was interrupted.
 */
export async function completeSchema(runner: QueryRunner, schema: string): Promise<void> {
  const tables = parseTables(schema);
  const sqlite = runner.connection.options.type === 'better-sqlite3';
  const present = await inspect(runner, sqlite);
  const dialect = sqlite ? sqliteDialect : mysqlDialect('mariadb');
  // Tables refer to each other in circles; MariaDB wants to be told that this is meant.
  if (!sqlite) await runner.query('SET SESSION foreign_key_checks = 0');
  try {
    for (const table of tables) {
      const existing = present.get(table.name);
      const statements = existing ? additions(table, existing, dialect) : dialect.createTable(table);
      for (const sql of statements) await runner.query(sql);
    }
  } finally {
    if (!sqlite) await runner.query('SET SESSION foreign_key_checks = 1');
  }
}

function additions(table: TableShape, existing: Set<string>, dialect: typeof sqliteDialect): string[] {
  const columns = table.columns.filter(({ name, additive }) => additive && !existing.has(name));
  const indexes = table.indexes.filter(({ name }) => name.startsWith(OWN_INDEX) && !existing.has(`index ${name}`));
  return [
    ...columns.map((column) => dialect.addColumn(table.name, column)),
    ...indexes.map(({ name, columns: on }) => {
      const length = (column: string): string =>
        column === 'subject_type' && dialect.name !== 'sqlite' ? '(191)' : '';
      const list = on.map((column) => quote(column) + length(column)).join(', ');
      return `CREATE INDEX ${quote(name)} ON ${quote(table.name)} (${list})`;
    }),
  ];
}

const SQLITE_CATALOGUE = `
  SELECT m.name AS table_name, c.name AS entry FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
  UNION ALL SELECT tbl_name, 'index ' || name FROM sqlite_master WHERE type = 'index'`;

const MYSQL_CATALOGUE = `
  SELECT table_name AS table_name, column_name AS entry FROM information_schema.columns WHERE table_schema = DATABASE()
  UNION ALL
  SELECT DISTINCT table_name, CONCAT('index ', index_name) FROM information_schema.statistics WHERE table_schema = DATABASE()`;

/** Columns and indexes of every table that is there. */
async function inspect(runner: QueryRunner, sqlite: boolean): Promise<Map<string, Set<string>>> {
  const rows = (await runner.query(sqlite ? SQLITE_CATALOGUE : MYSQL_CATALOGUE)) as Array<Record<string, string>>;
  const tables = new Map<string, Set<string>>();
  for (const { table_name: name, entry } of rows) {
    if (!tables.has(name!)) tables.set(name!, new Set());
    tables.get(name!)!.add(entry!);
  }
  return tables;
}
