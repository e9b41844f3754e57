/** What differs between SQLite and MariaDB or MySQL in the text of SQL; `sqlite/dialect.ts` and `mysql/dialect.ts` implement it. */
import { ESCAPE, type MatchPosition } from '../core/text/like.js';
import type { Param } from './statement.js';
import type { ColumnShape, IndexShape, SqlType, TableShape } from './table-shape.js';
import { shapeName } from './table-shape.js';

/** The SQL dialect of one engine. Lists are bound as one parameter (an array), so that a text serves any number of rows. */
export interface Dialect {
  readonly name: 'sqlite' | 'mariadb' | 'mysql';
  /** `column` is one of a bound list. */
  isIn(column: string): string;
  /** The pair of columns is one of a bound list of pairs. */
  pairIsIn(first: string, second: string): string;
  /** The pair of columns is a word and the id of a row that is found for it. */
  pairIsFound(first: string, second: string, found: readonly Found[]): Condition;
  /** Inserts rows, for `Database.insert` and `write`. `returning` adds the ids, where the engine can. */
  insertRows(table: string, columns: readonly string[], returning?: boolean): string;
  /** As `insertRows`; rows that break a unique key are left out. */
  insertMissing(table: string, columns: readonly string[]): string;
  /** Inserts one row, whose values are bound, unless it breaks a unique key. */
  insertOneMissing(table: string, columns: readonly string[]): string;
  /** Nobody but this program writes to the database: what it notes beside rows, such as claimed names, is complete. */
  readonly ownWriter: boolean;
  /** One server works with the database at a time: what others left behind is nobody's when it starts. */
  readonly oneServer: boolean;
  /** The index over live objects holds what their names are compared by, which is made for each row where it is not used. */
  readonly comparedInIndex: boolean;
  /** A text as it is stored, every sign counting. */
  exactText(column: string): string;
  /** The engine answers `RETURNING`. */
  readonly returning: boolean;
  /** What the clock of the database said so many seconds ago, in UTC, in the form of stored times: one clock for all replicas. */
  utc(secondsAgo: number): string;
  /** Locks the rows of a SELECT until the transaction ends. */
  readonly forUpdate: string;
  /** A SELECT, or a part of a union, whose rows nobody else changes until the transaction ends; others may do the same. */
  unchanging(select: string): string;
  /** Joins so that the table named first is read first; engines without statistics guess wrongly. */
  readonly thenJoin: string;
  /**
   * A condition that some related row exists must not depend on the row outside: the engine would look for it again for each
   * row, and would not turn one form into the other.
   */
  readonly apart: boolean;
  /** The row is not deleted; said so that no index is used for it, since nearly all rows are not. */
  isLive(alias: string): string;
  /**
   * True for every row, but once the time of a read is up: then it ends the statement. The clock is looked at with some rows
   * alone, by a column of whole numbers, since that costs more than the row. Empty: the server sees to it.
   */
  inTime(column: string): string;
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
  matches(column: string, value: string, position: MatchPosition): Condition;
  /** A text as it is sorted and compared; goes around columns and marks alike. */
  ordered(expression: string): string;
  /** The first characters of a long text. */
  beginning(column: string, length: number): string;
  /** An address in the text lies between two of one length; takes the length in bytes and both as hexadecimal text. */
  addressIn(column: string): string;
  /** The JSON list of texts that a column holds has the text of another one among it. */
  listHolds(list: string, text: string): string;
  /** The day that stands at a path such as `$.day` of the JSON object that a column holds; NULL where there is none. */
  jsonDay(object: string, path: string): string;
  /** A whole number that is made of a word and of what the columns hold; another one where they hold something else. */
  checksum(word: string, columns: readonly string[]): string;
  /** Stands for a table of bound rows: JSON text of lists of values, as they would be stored in columns of these types. */
  boundRows(columns: ReadonlyArray<{ name: string; type: SqlType }>): string;
  createTable(table: TableShape): string[];
  createIndex(table: string, index: IndexShape): string;
  /** Adds columns to a table that is there, with the indexes over them and what they refer to. */
  addColumns(added: TableShape): string[];
}

/** Part of a WHERE clause, and what is bound to its marks. */
export interface Condition {
  sql: string;
  params: Param[];
}

/** A word, and which rows of a table are found for it. */
export interface Found {
  word: string;
  table: string;
  /** What the table is called in `where`. */
  alias: string;
  where: Condition;
}

/** Quotes a name; both engines take backticks. Names come from our own code, never from a request. */
export const quote = (name: string): string => `\`${name}\``;

/** As `Dialect.pairIsFound`; each word is looked for by itself. */
export const eachFound = (first: string, second: string, found: readonly Found[]): Condition => ({
  sql: found
    .map(
      ({ table, alias, where }) =>
        `(${first} = ? AND ${second} IN (SELECT ${alias}.\`id\` FROM ${quote(table)} ${alias} WHERE ${where.sql}))`,
    )
    .join(' OR '),
  params: found.flatMap(({ word, where }) => [word, ...where.params]),
});

/** Names, quoted and joined. */
export const list = (columns: readonly string[]): string => columns.map(quote).join(', ');

export const LIKE = `LIKE ? ESCAPE '${ESCAPE}'`;

/** The constraints of a table's references. */
export const foreignKeys = (table: TableShape): string[] =>
  table.columns
    .filter((column) => column.references)
    .map((column) => {
      const name = quote(shapeName('fk', table.name, column.name));
      return `CONSTRAINT ${name} FOREIGN KEY (${quote(column.name)}) ${referred(column)}`;
    });

/** What a column refers to, and what happens to its row with that. */
export const referred = ({ references }: ColumnShape): string =>
  `REFERENCES ${quote(references!.table)} (\`id\`) ON DELETE ${references!.onDelete}`;

/** Sets columns of one row; its values are bound in their order, then its id. */
export const updateRow = (table: string, columns: ReadonlyArray<{ name: string }>): string =>
  `UPDATE ${quote(table)} SET ${columns.map(({ name }) => `${quote(name)} = ?`).join(', ')} WHERE \`id\` = ?`;
