/** One connection to the embedded engine, with the statements that it has prepared. */
import type { Database as Connection, Statement } from 'better-sqlite3';
import type { Outcome, Param, Row, Rows, Scalar, Transaction } from '../database.js';

const CACHED_STATEMENTS = 1000;

/** Lists are bound as JSON text, for `json_each`. */
export const bind = (params: readonly Param[]): Scalar[] =>
  params.map((param) => (Array.isArray(param) ? JSON.stringify(param) : (param as Scalar)));

/** One connection with its prepared statements. */
export class Prepared implements Transaction {
  private readonly statements = new Map<string, Statement>();

  constructor(
    readonly connection: Connection,
    private readonly observe: (sql: string) => void,
  ) {}

  prepare(sql: string): Statement {
    this.observe(sql);
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= CACHED_STATEMENTS) this.statements.clear();
      this.statements.set(sql, (statement = this.connection.prepare(sql)));
    }
    return statement;
  }

  async all(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.prepare(sql).all(...bind(params)) as Row[];
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    const { changes, lastInsertRowid } = this.prepare(sql).run(...bind(params));
    return { changes, insertId: Number(lastInsertRowid) };
  }

  /** Runs a statement once for each row of values; returns the ids that it makes. */
  runEach(sql: string, rows: Rows): number[] {
    const statement = this.prepare(sql);
    const ids: number[] = [];
    for (const row of rows) ids.push(Number(statement.run(row).lastInsertRowid));
    return ids;
  }

  async defer(sql: string, params?: readonly Param[]): Promise<void> {
    await this.run(sql, params);
  }

  several(statements: ReadonlyArray<readonly [string, readonly Param[]]>): Promise<Row[][]> {
    return Promise.all(statements.map(([sql, params]) => this.all(sql, params)));
  }
}
