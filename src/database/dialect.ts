/** What differs between SQLite and MariaDB or MySQL in the text of SQL: the only place that knows. */
import { ESCAPE, foldedPattern, spelledPatterns, type Place } from '../common/text/like.js';
import type { Param } from './database.js';
import { liveIndexOf, type LiveIndexes } from './mysql.indexes.js';
import { liveColumns } from './sqlite.indexes.js';
import type { ColumnShape, IndexShape, SqlType, TableShape } from './table-shape.js';
import { shapeName } from './table-shape.js';

/** The words of one engine. Lists are bound as one parameter (an array), so that a text serves any number of rows. */
export interface Dialect {
  readonly name: 'sqlite' | 'mariadb' | 'mysql';
  /** `column` is one of a bound list. */
  isIn(column: string): string;
  /** The pair of columns is one of a bound list of pairs. */
  pairIsIn(first: string, second: string): string;
  /** Inserts a bound list of rows. `returning` adds the ids, where the engine can. */
  insertRows(table: string, columns: readonly string[], returning?: boolean): string;
  /** As `insertRows`; rows that break a unique key are left out. */
  insertMissing(table: string, columns: readonly string[]): string;
  /** Sets columns of a bound list of rows, each `[id, …values]`. */
  updateRows(table: string, columns: ReadonlyArray<{ name: string; type: SqlType }>): string;
  /** The engine answers `RETURNING`. */
  readonly returning: boolean;
  /** Locks the rows of a SELECT until the transaction ends. */
  readonly forUpdate: string;
  /** Joins so that the table named first is read first; engines without statistics guess wrongly. */
  readonly thenJoin: string;
  /** The row is not deleted; said so that no index is used for it, since nearly all rows are not. */
  isLive(alias: string): string;
  /** True for every row, but once the time of a snapshot is up: then it ends the statement. Empty: the server sees to it. */
  readonly inTime: string;
  /**
   * Stands behind a table, where its live rows are to be found by conditions on some of its columns: makes the engine look
   * at the entries of an index before it touches rows. Undefined where that does not help.
   */
  overLive(table: string, columns: readonly string[]): string | undefined;
  /** A bound text equals the column, without case and accents. */
  sameText(column: string): string;
  /** The column is one of a bound list of texts, without case and accents. */
  textIsIn(column: string): string;
  /** The column holds a text at a place, without case and accents. */
  matches(column: string, value: string, place: Place): Condition;
  /** A text as it is sorted and compared; goes around columns and marks alike. */
  ordered(expression: string): string;
  /** The first characters of a long text. */
  beginning(column: string, length: number): string;
  /** An address in the text lies between two of one length; takes the length in bytes and both as hexadecimal text. */
  addressIn(column: string): string;
  createTable(table: TableShape): string[];
  createIndex(table: string, index: IndexShape): string;
  addColumn(table: string, column: ColumnShape): string;
}

/** Part of a WHERE clause, and what is bound to its marks. */
export interface Condition {
  sql: string;
  params: Param[];
}

/** Quotes a name; both engines take backticks. Names come from our own code, never from a request. */
export const quote = (name: string): string => `\`${name}\``;

const list = (columns: readonly string[]): string => columns.map(quote).join(', ');

const MYSQL_TYPES: Partial<Record<SqlType, string>> = {
  uint: 'int(10) unsigned',
  ubigint: 'bigint(20) unsigned',
  int: 'int(11)',
  utinyint: 'tinyint(3) unsigned',
  tinyint: 'tinyint(4)',
  usmallint: 'smallint(5) unsigned',
  bool: 'tinyint(1)',
  json: 'longtext',
};

const SQLITE_TYPES: Partial<Record<SqlType, string>> = {
  uint: 'integer',
  ubigint: 'integer',
  int: 'integer',
  utinyint: 'integer',
  tinyint: 'integer',
  usmallint: 'integer',
  bool: 'integer',
  longtext: 'text',
  json: 'text',
  timestamp: 'datetime',
};

/** The engine's own name of a column type. */
export const mysqlType = (type: SqlType): string => MYSQL_TYPES[type] ?? type.replace('key(', 'varchar(');
export const sqliteType = (type: SqlType): string => SQLITE_TYPES[type] ?? type.replace('key(', 'varchar(');

const foreignKeys = (table: TableShape): string[] =>
  table.columns
    .filter((column) => column.references)
    .map(({ name, references }) => {
      const target = `${quote(references!.table)} (\`id\`) ON DELETE ${references!.onDelete}`;
      return `CONSTRAINT ${quote(shapeName('fk', table.name, name))} FOREIGN KEY (${quote(name)}) REFERENCES ${target}`;
    });

const mysqlColumn = (column: ColumnShape): string =>
  [
    quote(column.name),
    mysqlType(column.type),
    column.type.startsWith('key(') && 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    column.nullable ? (column.type === 'timestamp' ? 'NULL DEFAULT NULL' : 'DEFAULT NULL') : 'NOT NULL',
    column.default !== undefined && `DEFAULT ${column.default}`,
    column.increment && 'AUTO_INCREMENT',
    column.type === 'json' && `CHECK (json_valid(${quote(column.name)}))`,
  ]
    .filter(Boolean)
    .join(' ');

const LIKE = `LIKE ? ESCAPE '${ESCAPE}'`;
/** The pattern ends in a wild card. */
const ENDS_WILD = /(^|[^|])(\|\|)*%$/;

/** The addresses of a free text, one row each; anything else between them separates. */
const mysqlAddresses = (column: string): string =>
  `JSON_TABLE(CONCAT('["', REGEXP_REPLACE(${column}, '[^0-9A-Fa-f.:/]+', '","'), '"]'), '$[*]' ` +
  "COLUMNS (a varchar(64) PATH '$')) j";

/** MariaDB and MySQL; `returning` tells the two apart where it matters. */
export const mysqlDialect = (name: 'mariadb' | 'mysql', indexes: LiveIndexes = new Map()): Dialect => ({
  name,
  returning: name === 'mariadb',
  forUpdate: ' FOR UPDATE',
  isIn: (column) => `${column} IN (?)`,
  pairIsIn: (first, second) => `(${first}, ${second}) IN (?)`,
  sameText: (column) => `${column} = ?`,
  textIsIn: (column) => `${column} IN (?)`,
  matches: (column, value, place) => {
    const params = spelledPatterns(value, place);
    // LIKE alone sees blanks at the end, which nothing else does.
    const sql = params
      .map((pattern) => `${ENDS_WILD.test(pattern) ? column : `RTRIM(${column})`} ${LIKE}`)
      .join(' OR ');
    return { sql: params.length > 1 ? `(${sql})` : sql, params };
  },
  ordered: (expression) => expression,
  beginning: (column, length) => `LEFT(${column}, ${length})`,
  addressIn: (column) => {
    const address = "INET6_ATON(SUBSTRING_INDEX(j.a, '/', 1))";
    const within = `LENGTH(${address}) = ? AND ${address} BETWEEN UNHEX(?) AND UNHEX(?)`;
    return `EXISTS (SELECT 1 FROM ${mysqlAddresses(column)} WHERE ${within})`;
  },
  thenJoin: 'STRAIGHT_JOIN',
  isLive: (alias) => `${alias}.\`deleted_at\` IS NULL`,
  inTime: '',
  // Rows that are not covered by the index: only then does the engine of tables itself check its entries, a quarter faster.
  overLive: (table, columns) =>
    columns.includes(indexes.get(table) ?? '') ? `FORCE INDEX (${quote(liveIndexOf(table))})` : undefined,
  insertRows: (table, columns, returning) =>
    `INSERT INTO ${quote(table)} (${list(columns)}) VALUES ?${returning && name === 'mariadb' ? ' RETURNING `id`' : ''}`,
  insertMissing: (table, columns) => `INSERT IGNORE INTO ${quote(table)} (${list(columns)}) VALUES ?`,
  updateRows: (table, columns) => {
    const types = columns.map(({ name: column, type }, i) => {
      const collation = /char|text|key/.test(type) ? ' CHARACTER SET utf8mb4' : '';
      return `${quote(column)} ${mysqlType(type).replace('timestamp', 'datetime')}${collation} PATH '$[${i + 1}]'`;
    });
    const sets = columns.map(({ name: column }) => `t.${quote(column)} = j.${quote(column)}`);
    const rows = `JSON_TABLE(?, '$[*]' COLUMNS (\`id\` bigint PATH '$[0]', ${types.join(', ')})) j`;
    return `UPDATE ${quote(table)} t JOIN ${rows} ON j.\`id\` = t.\`id\` SET ${sets.join(', ')}`;
  },
  createTable: (table) => {
    const lines = [
      ...table.columns.map(mysqlColumn),
      ...(table.primaryKey.length ? [`PRIMARY KEY (${list(table.primaryKey)})`] : []),
      ...table.indexes.map(
        (index) => `${index.unique ? 'UNIQUE ' : ''}KEY ${quote(index.name)} (${mysqlKey(table.name, index.columns)})`,
      ),
      ...foreignKeys(table),
    ];
    return [
      `CREATE TABLE ${quote(table.name)} (${lines.join(', ')}) ` +
        'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci',
    ];
  },
  createIndex: (table, { name, columns, unique }) =>
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${mysqlKey(table, columns)})`,
  addColumn: (table, column) => `ALTER TABLE ${quote(table)} ADD COLUMN ${mysqlColumn(column)}`,
});

/** Index columns; the class names in the audit log are indexed by their first 191 characters, as ever. */
const mysqlKey = (table: string, columns: string[]): string =>
  columns
    .map((column) => quote(column) + (table === 'audit_logs' && column === 'subject_type' ? '(191)' : ''))
    .join(', ');

const sqliteColumn = (column: ColumnShape): string =>
  [
    quote(column.name),
    sqliteType(column.type),
    column.increment && 'PRIMARY KEY AUTOINCREMENT',
    !column.nullable && 'NOT NULL',
    column.default !== undefined && `DEFAULT (${column.default})`,
  ]
    .filter(Boolean)
    .join(' ');

const rowOf = (columns: readonly unknown[], from = 0): string =>
  columns.map((_, i) => `json_extract(value, '$[${i + from}]')`).join(', ');

/** The embedded engine. Lists are bound as JSON text and unfolded by `json_each`. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  returning: true,
  forUpdate: '',
  isIn: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  pairIsIn: (first, second) => `(${first}, ${second}) IN (SELECT ${rowOf([0, 1])} FROM json_each(?))`,
  sameText: (column) => `fold(${column}) = fold(?)`,
  textIsIn: (column) => `fold(${column}) IN (SELECT fold(value) FROM json_each(?))`,
  matches: (column, value, place) => ({ sql: `fold(${column}) ${LIKE}`, params: [foldedPattern(value, place)] }),
  ordered: (expression) => `sort_key(${expression})`,
  beginning: (column, length) => `substr(${column}, 1, ${length})`,
  addressIn: (column) => `address_in(${column}, ?, ?, ?)`,
  thenJoin: 'CROSS JOIN',
  isLive: (alias) => `+${alias}.\`deleted_at\` IS NULL`,
  inTime: 'in_time()',
  overLive: () => undefined,
  insertRows: (table, columns, returning) =>
    `INSERT INTO ${quote(table)} (${list(columns)}) SELECT ${rowOf(columns)} FROM json_each(?) WHERE true` +
    (returning ? ' RETURNING `id`' : ''),
  insertMissing: (table, columns) =>
    `INSERT OR IGNORE INTO ${quote(table)} (${list(columns)}) SELECT ${rowOf(columns)} FROM json_each(?) WHERE true`,
  updateRows: (table, columns) => {
    const names = columns.map(({ name }) => name);
    const sets = names.map((name, i) => `${quote(name)} = j.c${i}`);
    const values = names.map((_, i) => `json_extract(value, '$[${i + 1}]') AS c${i}`);
    return (
      `UPDATE ${quote(table)} SET ${sets.join(', ')} FROM ` +
      `(SELECT json_extract(value, '$[0]') AS row_id, ${values.join(', ')} FROM json_each(?)) j ` +
      `WHERE ${quote(table)}.\`id\` = j.row_id`
    );
  },
  createTable: (table) => {
    const increments = table.columns.some((column) => column.increment);
    const lines = [
      ...table.columns.map(sqliteColumn),
      ...(table.primaryKey.length && !increments ? [`PRIMARY KEY (${list(table.primaryKey)})`] : []),
      ...foreignKeys(table),
    ];
    return [
      `CREATE TABLE ${quote(table.name)} (${lines.join(', ')})`,
      ...table.indexes.map((index) => sqliteDialect.createIndex(table.name, index)),
    ].map((sql) => sql.replaceAll('`', '"'));
  },
  createIndex: (table, index) => {
    const columns = liveColumns(table, index) ?? list(index.columns);
    return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quote(index.name)} ON ${quote(table)} (${columns})`;
  },
  addColumn: (table, column) => `ALTER TABLE ${quote(table)} ADD COLUMN ${sqliteColumn(column)}`,
};
