/** Brings a database to the schema of a migration, whatever part of it is there already; nothing is ever removed. */
import type { QueryRunner } from 'typeorm';
import type { Dialect } from './dialect.js';
import { mysqlDialect } from './mysql/dialect.js';
import { sqliteDialect } from './sqlite/dialect.js';
import { isReplaced } from './later-columns.js';
import { watchOf, type Catalogue } from './migration-watch.js';
import { OWN_INDEX, parseTables, type TableShape } from './table-shape.js';

/**
 * Creates the missing tables of `schema` (text of `table-shape.ts`). To tables that are there it adds the columns
 * marked `+` with their indexes and references, in a map of our own those marked `~` as well, and the indexes of ours that are
 * missing. May be run again after it was interrupted. Throws a sentence, before anything is changed, if a table that is there
 * lacks other columns: it is not the table that is meant.
 */
export async function completeSchema(runner: QueryRunner, schema: string): Promise<void> {
  const sqlite = runner.connection.options.type === 'better-sqlite3';
  const present = await catalogueOf(runner, sqlite);
  const tables = wantedTables(schema, present);
  refuseStrangers(tables, present);
  const dialect = sqlite ? sqliteDialect : mysqlDialect('mariadb');
  // Tables refer to each other in circles; MariaDB requires that to be declared.
  if (!sqlite) await runner.query('SET SESSION foreign_key_checks = 0');
  try {
    for (const table of tables) {
      const existing = present.get(table.name);
      const statements = existing ? additions(table, existing, dialect) : dialect.createTable(table);
      for (const sql of statements) await runner.query(sql);
      enter(present, table);
    }
  } finally {
    if (!sqlite) await runner.query('SET SESSION foreign_key_checks = 1');
  }
}

/** Of the older application's tables the columns of its newest generation are made by nobody but its own migrations. */
function wantedTables(schema: string, present: Catalogue): TableShape[] {
  const tables = parseTables(schema);
  if (!present.has('migrations')) return tables;
  return tables
    .map((table) => ({ ...table, columns: table.columns.filter(({ additive }) => additive !== 'ours') }))
    .filter(({ columns }) => columns.length > 0);
}

function additions(table: TableShape, existing: Set<string>, dialect: Dialect): string[] {
  const columns = table.columns.filter(({ name, additive }) => additive && !existing.has(name));
  const added = new Set(columns.map(({ name }) => name));
  const missing = table.indexes.filter(({ name }) => !existing.has(`index ${name}`));
  const over = missing.filter((index) => index.columns.every((name) => added.has(name)));
  const others = missing.filter((index) => !over.includes(index) && index.name.startsWith(OWN_INDEX));
  return [
    ...dialect.addColumns({ name: table.name, columns, primaryKey: [], indexes: over }),
    ...others.map((index) => dialect.createIndex(table.name, index)),
  ];
}

/**
 * Throws a sentence if a table that is there lacks columns that it should have: a table of the same name without our
 * columns belongs to an older release of the older application, or to others.
 */
export function refuseStrangers(tables: readonly TableShape[], present: Catalogue): void {
  const missing = tables.flatMap(({ name, columns }) => {
    const existing = present.get(name);
    return columns
      .filter(
        (column) =>
          existing && !column.additive && !existing.has(column.name) && !isReplaced(present, name, column.name),
      )
      .map((column) => `${name}.${column.name}`);
  });
  if (!missing.length) return;
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  throw new Error(
    `The database lacks columns that its tables should have: ${missing.slice(0, 5).join(', ')}${more}. ` +
      'It belongs to an older release of the older application, which must be upgraded to 2026.05.30 first, ' +
      'or to another program. Nothing was changed.',
  );
}

export const SQLITE_CATALOGUE = `
  SELECT m.name AS table_name, c.name AS entry FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
  UNION ALL SELECT tbl_name, 'index ' || name FROM sqlite_master WHERE type = 'index'`;

export const MYSQL_CATALOGUE = `
  SELECT table_name AS table_name, column_name AS entry FROM information_schema.columns WHERE table_schema = DATABASE()
  UNION ALL
  SELECT DISTINCT table_name, CONCAT('index ', index_name) FROM information_schema.statistics WHERE table_schema = DATABASE()`;

/** Columns and indexes of every table that is there; in a rehearsal, that would be there by now. */
export async function catalogueOf(runner: QueryRunner, sqlite: boolean): Promise<Catalogue> {
  const watch = watchOf(runner);
  if (watch?.rehearsal && watch.catalogue) return watch.catalogue;
  const tables = catalogueFrom(await runner.query(sqlite ? SQLITE_CATALOGUE : MYSQL_CATALOGUE));
  if (watch) watch.catalogue = tables;
  return tables;
}

/**
 * The rows that a statement for the catalogue yields, by table. A table that shows indexes and no column is not there yet:
 * another server made it after the columns were read, and before the indexes were.
 */
export function catalogueFrom(rows: ReadonlyArray<Record<string, unknown>>): Catalogue {
  const tables: Catalogue = new Map();
  for (const { table_name: name, entry } of rows) {
    if (!tables.has(String(name))) tables.set(String(name), new Set());
    tables.get(String(name))!.add(String(entry));
  }
  for (const [name, entries] of tables) {
    if ([...entries].every((entry) => entry.startsWith('index '))) tables.delete(name);
  }
  return tables;
}

function enter(present: Catalogue, { name, columns, indexes }: TableShape): void {
  const entries = present.get(name) ?? new Set();
  for (const column of columns) entries.add(column.name);
  for (const index of indexes) entries.add(`index ${index.name}`);
  present.set(name, entries);
}
