/** The SQL dialect of SQLite. Lists are bound as JSON text and unfolded by `json_each`. */
import { foldedPattern } from '../../core/text/like.js';
import { eachFound, foreignKeys, LIKE, list, quote, referred, type Dialect } from '../dialect.js';
import { liveColumns } from './indexes.js';
import type { ColumnShape, SqlType } from '../table-shape.js';

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
export const sqliteType = (type: SqlType): string => SQLITE_TYPES[type] ?? type.replace('key(', 'varchar(');

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

const rowOf = (columns: readonly unknown[]): string =>
  columns.map((_, i) => `json_extract(value, '$[${i}]')`).join(', ');

const marks = (columns: readonly string[]): string => columns.map(() => '?').join(', ');

/** How `isIn` unfolds a bound list. */
export const UNFOLDED = '(SELECT value FROM json_each(?))';

/** The embedded engine. Lists are bound as JSON text and unfolded by `json_each`. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  ownWriter: true,
  oneServer: true,
  comparedInIndex: true,
  exactText: (column) => column,
  returning: true,
  utc: (secondsAgo) => `datetime('now', '-${secondsAgo} seconds')`,
  forUpdate: '',
  unchanging: (select) => select,
  isIn: (column) => `${column} IN ${UNFOLDED}`,
  pairIsIn: (first, second) => `(${first}, ${second}) IN (SELECT ${rowOf([0, 1])} FROM json_each(?))`,
  pairIsFound: eachFound,
  sameText: (column) => `fold(${column}) = fold(?)`,
  textIsIn: (column) => `fold(${column}) IN (SELECT fold(value) FROM json_each(?))`,
  matches: (column, value, position) => ({ sql: `fold(${column}) ${LIKE}`, params: [foldedPattern(value, position)] }),
  ordered: (expression) => `sort_key(${expression})`,
  beginning: (column, length) => `substr(${column}, 1, ${length})`,
  addressIn: (column) => `address_in(${column}, ?, ?, ?)`,
  listHolds: (column, text) => `instr(${column}, json_quote(${text})) > 0`,
  jsonDay: (object, path) => `json_extract(${object}, '${path}')`,
  checksum: (word, columns) => `checksum(${[`'${word}'`, ...columns].join(', ')})`,
  thenJoin: 'CROSS JOIN',
  isLive: (alias) => `+${alias}.\`deleted_at\` IS NULL`,
  apart: true,
  inTime: (key) => `(${key} & 63 OR in_time())`,
  overLive: () => undefined,
  // Run for a row, or with the marks of many: that is several times as fast as rows that are unfolded from a text.
  insertRows: (table, columns) => `INSERT INTO ${quote(table)} (${list(columns)}) VALUES (${marks(columns)})`,
  insertMissing: (table, columns) =>
    `INSERT OR IGNORE INTO ${quote(table)} (${list(columns)}) VALUES (${marks(columns)})`,
  insertOneMissing: (table, columns) => sqliteDialect.insertMissing(table, columns),
  boundRows: (columns) =>
    `(SELECT ${columns.map(({ name }, i) => `json_extract(value, '$[${i}]') AS ${quote(name)}`).join(', ')} FROM json_each(?))`,
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
  addColumns: (added) => [
    ...added.columns.map((column) => {
      const [key] = foreignKeys({ ...added, columns: [column] });
      // A key cannot be added to a table, only to its column. TypeORM reads the names of keys out of the text that SQLite
      // keeps of a table, and knows them in the form of a table's own key alone.
      const reference = key ? ` ${referred(column)} /* ${key} */`.replaceAll('`', '"') : '';
      return `ALTER TABLE ${quote(added.name)} ADD COLUMN ${sqliteColumn(column)}${reference}`;
    }),
    ...added.indexes.map((index) => sqliteDialect.createIndex(added.name, index)),
  ],
};
