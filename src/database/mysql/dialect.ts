/** The SQL dialect of MariaDB and MySQL. */
import { spelledPatterns } from '../../core/text/like.js';
import type { TypedColumn } from '../database.js';
import { foreignKeys, LIKE, list, quote, type Dialect } from '../dialect.js';
import type { LiveIndexes } from './indexes.js';
import { liveIndexOf, type ColumnShape, type SqlType, type TableShape } from '../table-shape.js';

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

/** The engine's own name of a column type. */
export const mysqlType = (type: SqlType): string => MYSQL_TYPES[type] ?? type.replace('key(', 'varchar(');

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

/** The pattern ends in a wild card. */
const ENDS_WILD = /(^|[^|])(\|\|)*%$/;

/**
 * What LIKE is asked of: it alone sees blanks at the end, which nothing else does. Of a pattern that begins with letters the server
 * makes a range of the index, which leaves out texts that go on with letters beyond U+FFFF: of an expression it makes none.
 */
function likened(column: string, pattern: string): string {
  if (!ENDS_WILD.test(pattern)) return `RTRIM(${column})`;
  return pattern.startsWith('%') ? column : `CONCAT(${column})`;
}

/** The addresses of a free text, one row each; anything else between them separates. */
const mysqlAddresses = (column: string): string =>
  `JSON_TABLE(CONCAT('["', REGEXP_REPLACE(${column}, '[^0-9A-Fa-f.:/]+', '","'), '"]'), '$[*]' ` +
  "COLUMNS (a varchar(64) PATH '$')) j";

const exactText = (column: string): string => `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;

/** MariaDB and MySQL; `returning` distinguishes the two where it matters. */
export const mysqlDialect = (name: 'mariadb' | 'mysql', indexes: LiveIndexes = new Map()): Dialect => ({
  name,
  ownWriter: false,
  oneServer: false,
  comparedInIndex: false,
  exactText,
  returning: name === 'mariadb',
  utc: (secondsAgo) => `UTC_TIMESTAMP() - INTERVAL ${secondsAgo} SECOND`,
  forUpdate: ' FOR UPDATE',
  // Within a union each part has its own lock, by its parentheses. The form is the one that both servers know.
  unchanging: (select) => `(${select} LOCK IN SHARE MODE)`,
  isIn: (column) => `${column} IN (?)`,
  pairIsIn: (first, second) => `(${first}, ${second}) IN (?)`,
  // One table of all that is found. To look for each word by itself would be quicker for few rows; but the memory that MariaDB takes to
  // prepare a SELECT grows with the square of the subqueries in it: where there are hundreds, that is a second.
  pairIsFound: (first, second, found) => {
    const selects = found.map(
      ({ table, alias, where }) =>
        `SELECT ${exactText('?')} AS word, ${alias}.\`id\` FROM ${quote(table)} ${alias} WHERE ${where.sql}`,
    );
    return {
      sql: `(${first}, ${second}) IN (SELECT found.word, found.\`id\` FROM (${selects.join(' UNION ALL ')}) found)`,
      params: found.flatMap(({ word, where }) => [word, ...where.params]),
    };
  },
  sameText: (column) => `${column} = ?`,
  textIsIn: (column) => `${column} IN (?)`,
  matches: (column, value, position) => {
    const params = spelledPatterns(value, position);
    const sql = params.map((pattern) => `${likened(column, pattern)} ${LIKE}`).join(' OR ');
    return { sql: params.length > 1 ? `(${sql})` : sql, params };
  },
  ordered: (expression) => expression,
  beginning: (column, length) => `LEFT(${column}, ${length})`,
  addressIn: (column) => {
    const address = "INET6_ATON(SUBSTRING_INDEX(j.a, '/', 1))";
    const within = `LENGTH(${address}) = ? AND ${address} BETWEEN UNHEX(?) AND UNHEX(?)`;
    return `EXISTS (SELECT 1 FROM ${mysqlAddresses(column)} WHERE ${within})`;
  },
  listHolds: (column, text) => `LOCATE(JSON_QUOTE(${text}), CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin) > 0`,
  // Bytes: columns may be of several collations.
  jsonDay: (object, path) => `CAST(JSON_UNQUOTE(JSON_EXTRACT(${object}, '${path}')) AS DATE)`,
  checksum: (word, columns) =>
    `CRC32(CONCAT_WS(0x1f, ${[`'${word}'`, ...columns.map((column) => `IFNULL(CAST(${column} AS BINARY), 0x00)`)].join(', ')}))`,
  thenJoin: 'STRAIGHT_JOIN',
  isLive: (alias) => `${alias}.\`deleted_at\` IS NULL`,
  // The server does so by itself where it is of use; of nested conditions it makes a join that takes the product of rows.
  apart: false,
  inTime: () => '',
  // Rows that are not covered by the index: only then does the engine of tables itself check its entries, a quarter faster.
  overLive: (table, columns) =>
    columns.includes(indexes.get(table) ?? '') ? `FORCE INDEX (${quote(liveIndexOf(table))})` : undefined,
  insertRows: (table, columns, returning) =>
    `INSERT INTO ${quote(table)} (${list(columns)}) VALUES ?${returning && name === 'mariadb' ? ' RETURNING `id`' : ''}`,
  insertMissing: (table, columns) => `INSERT IGNORE INTO ${quote(table)} (${list(columns)}) VALUES ?`,
  insertOneMissing: (table, columns) =>
    `INSERT IGNORE INTO ${quote(table)} (${list(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
  boundRows: (columns) => {
    const types = columns.map(({ name: column, type }, i) => `${quote(column)} ${boundType(type)} PATH '$[${i}]'`);
    return `JSON_TABLE(?, '$[*]' COLUMNS (${types.join(', ')}))`;
  },
  createTable: (table) => {
    const lines = [
      ...table.columns.map(mysqlColumn),
      ...(table.primaryKey.length ? [`PRIMARY KEY (${list(table.primaryKey)})`] : []),
      ...mysqlKeys(table),
      ...foreignKeys(table),
    ];
    return [
      `CREATE TABLE ${quote(table.name)} (${lines.join(', ')}) ` +
        'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci',
    ];
  },
  createIndex: (table, { name, columns, unique }) =>
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${mysqlKey(table, columns)})`,
  addColumns: (added) => {
    const lines = [...added.columns.map((column) => `COLUMN ${mysqlColumn(column)}`), ...mysqlKeys(added)];
    // Keys before constraints: the server would make one of its own for a constraint without.
    const changes = [...lines, ...foreignKeys(added)].map((line) => `ADD ${line}`);
    return changes.length ? [`ALTER TABLE ${quote(added.name)} ${changes.join(', ')}`] : [];
  },
});

const mysqlKeys = (table: TableShape): string[] =>
  table.indexes.map(
    (index) => `${index.unique ? 'UNIQUE ' : ''}KEY ${quote(index.name)} (${mysqlKey(table.name, index.columns)})`,
  );

/** Index columns; the class names in the audit log are indexed by their first 191 characters, as ever. */
const mysqlKey = (table: string, columns: string[]): string =>
  columns
    .map((column) => quote(column) + (table === 'audit_logs' && column === 'subject_type' ? '(191)' : ''))
    .join(', ');

/** The type of a column of bound rows: texts compare as those of tables do. */
function boundType(type: SqlType): string {
  const bound = mysqlType(type).replace('timestamp', 'datetime');
  if (!/char|text|key/.test(type)) return bound;
  return `${bound} CHARACTER SET utf8mb4 COLLATE ${type.startsWith('key(') ? 'utf8mb4_bin' : 'utf8mb4_unicode_ci'}`;
}

/** Sets columns of the rows of a bound JSON text, each `[…values, id]`. */
export function updateRows(table: string, columns: readonly TypedColumn[]): string {
  const types = columns.map(({ name: column, type }, i) => {
    const collation = /char|text|key/.test(type) ? ' CHARACTER SET utf8mb4' : '';
    return `${quote(column)} ${mysqlType(type).replace('timestamp', 'datetime')}${collation} PATH '$[${i}]'`;
  });
  const sets = columns.map(({ name: column }) => `t.${quote(column)} = j.${quote(column)}`);
  const rows = `JSON_TABLE(?, '$[*]' COLUMNS (\`id\` bigint PATH '$[${columns.length}]', ${types.join(', ')})) j`;
  return `UPDATE ${quote(table)} t JOIN ${rows} ON j.\`id\` = t.\`id\` SET ${sets.join(', ')}`;
}
