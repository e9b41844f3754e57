/** One connection to the embedded engine, with the statements that it has prepared. */
import type { Database as Connection, Statement } from 'better-sqlite3';
import type { Outcome, Param, Row, Rows, Scalar, Transaction } from '../database.js';
import { UNFOLDED } from './dialect.js';

const CACHED_STATEMENTS = 1000;
/** The marks of a row at the end of an INSERT. */
const ROW = /\(\?(?:, \?)*\)$/;
/** Rows of one INSERT: so many take half the time that they take one by one, and more of them hardly less. */
const TOGETHER = 50;
/** Lists of so many values have marks of their own. */
const SHORT_LIST = 4;

/** Lists are bound as JSON text, for `json_each`. */
export const bind = (params: readonly Param[]): Scalar[] =>
  params.map((param) => (Array.isArray(param) ? JSON.stringify(param) : (param as Scalar)));

/**
 * A text and its statements. Lists of a few values are bound value by value: the engine takes several times as long to
 * unfold them from a text as for all the rest. Two and more have four marks, which the last value fills up, so that a text
 * has few statements.
 */
class PreparedText {
  /** By the marks of each list, a digit each: as a number they would run out of digits where a text has dozens of lists. */
  private readonly statements = new Map<string, Statement>();
  /** What stands around the lists, and between them. */
  private readonly pieces: readonly string[];
  /** The places of the lists among the parameters. */
  private readonly lists: readonly number[];

  constructor(
    private readonly connection: Connection,
    sql: string,
  ) {
    this.pieces = sql.split(UNFOLDED);
    // Our texts hold no mark inside of a literal.
    let marks = 0;
    this.lists = this.pieces.slice(0, -1).map((piece) => (marks += piece.split('?').length) - 1);
  }

  /** The statement for these values, and what is bound to it. */
  with(params: readonly Param[]): [Statement, Scalar[]] {
    const values: Scalar[] = [];
    let shape = '';
    for (let i = 0, list = 0; i < params.length; i++) {
      const param = params[i]!;
      let marks = 0;
      if (this.lists[list] === i) {
        marks = marksFor(param);
        shape += marks;
        list++;
      }
      if (!marks) values.push(Array.isArray(param) ? JSON.stringify(param) : (param as Scalar));
      else for (let k = 0; k < marks; k++) values.push(at(param as Scalar[], k));
    }
    let statement = this.statements.get(shape);
    if (!statement) this.statements.set(shape, (statement = this.connection.prepare(this.textFor(params))));
    return [statement, values];
  }

  private textFor(params: readonly Param[]): string {
    return this.pieces.reduce((text, piece, i) => {
      const marks = marksFor(params[this.lists[i - 1]!]!);
      return text + (marks ? `(${Array(marks).fill('?').join(', ')})` : UNFOLDED) + piece;
    });
  }
}

/** How many marks a list has; 0: it is unfolded from a text. */
function marksFor(param: Param): number {
  if (!Array.isArray(param) || !param.length || param.length > SHORT_LIST) return 0;
  return param.length === 1 ? 1 : SHORT_LIST;
}

const at = (list: readonly Scalar[], k: number): Scalar => list[Math.min(k, list.length - 1)]!;

/** One connection with its prepared statements. */
export class Prepared implements Transaction {
  /** That of the transaction under way. */
  id = '';
  /** Rows that were changed since this was set to 0. */
  changed = 0;
  private readonly texts = new Map<string, PreparedText>();

  constructor(
    readonly connection: Connection,
    private readonly observe: (sql: string) => void,
  ) {}

  /** The statement for these values, and what is bound to it. */
  prepare(sql: string, params: readonly Param[]): [Statement, Scalar[]] {
    this.observe(sql);
    return this.text(sql).with(params);
  }

  private text(sql: string): PreparedText {
    let text = this.texts.get(sql);
    if (!text) {
      if (this.texts.size >= CACHED_STATEMENTS) this.texts.clear();
      this.texts.set(sql, (text = new PreparedText(this.connection, sql)));
    }
    return text;
  }

  /** The rows of a statement. */
  rows(sql: string, params: readonly Param[]): Row[] {
    const [statement, values] = this.prepare(sql, params);
    return statement.all(values) as Row[];
  }

  async all(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.rows(sql, params);
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    const [statement, values] = this.prepare(sql, params);
    const { changes, lastInsertRowid } = statement.run(values);
    this.changed += changes;
    return { changes, insertId: Number(lastInsertRowid) };
  }

  /** Runs a statement once for each row of values; returns the ids that it makes. */
  runEach(sql: string, rows: Rows): number[] {
    const [statement] = this.prepare(sql, []);
    const ids: number[] = [];
    for (const row of rows) ids.push(Number(statement.run(row).lastInsertRowid));
    this.changed += ids.length;
    return ids;
  }

  /** Runs an INSERT of one row for many; returns the ids that it makes, which follow one another. */
  insertEach(sql: string, rows: Rows): number[] {
    const [one] = this.prepare(sql, []);
    const ids: number[] = [];
    let together: Statement | undefined;
    let waiting: Array<readonly Scalar[]> = [];
    for (const row of rows) {
      if (waiting.push(row) < TOGETHER) continue;
      // The same INSERT to whoever counts statements.
      together ??= this.text(sql.replace(ROW, (marks) => Array(TOGETHER).fill(marks).join(', '))).with([])[0];
      const last = Number(together.run(waiting.flat()).lastInsertRowid);
      for (let id = last - TOGETHER; id < last;) ids.push(++id);
      waiting = [];
    }
    for (const row of waiting) ids.push(Number(one.run(row).lastInsertRowid));
    this.changed += ids.length;
    return ids;
  }

  async defer(sql: string, params?: readonly Param[]): Promise<void> {
    await this.run(sql, params);
  }

  async several(statements: ReadonlyArray<readonly [string, readonly Param[]]>): Promise<Row[][]> {
    return statements.map(([sql, params]) => this.rows(sql, params));
  }
}
