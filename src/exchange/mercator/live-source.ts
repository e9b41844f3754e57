/** Reads a database of the older application where it stands: one state of it, and nothing is written. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2';
import type { TableRows, Source, Value } from './source.js';

const COLUMNS =
  'SELECT c.table_name AS name, c.column_name AS entry FROM information_schema.columns c ' +
  'JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name ' +
  "WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position";

/** Rows, and characters in them, that are handed on together. */
const MAX_ROWS = 500;
const MAX_CHARACTERS = 4 << 20;

export class LiveSource implements Source {
  private constructor(
    private readonly connection: Connection,
    readonly tables: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** Opens `mysql://user:password@host:port/database`. Throws a sentence, without the password, if it cannot. */
  static async open(address: string): Promise<LiveSource> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
    if (!url || !database) throw new Error('The address must be like mysql://user:password@host:3306/database.');
    const [host, port, user] = [url.hostname, Number(url.port || 3306), decodeURIComponent(url.username || 'root')];
    const connection = createConnection({
      ...{ host, port, user, database, password: decodeURIComponent(url.password) },
      charset: 'utf8mb4_unicode_ci',
      timezone: 'Z',
      dateStrings: true,
      jsonStrings: true,
      supportBigNumbers: true,
    });
    try {
      await asked(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await asked(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      const tables = new Map<string, string[]>();
      for (const { name, entry } of await asked(connection, COLUMNS)) {
        tables.set(String(name), [...(tables.get(String(name)) ?? []), String(entry)]);
      }
      return new LiveSource(connection, tables);
    } catch (error) {
      connection.destroy();
      const { message } = error as Error;
      throw new Error(`Cannot read the database '${database}' at ${host}:${port} as ${user}: ${message}`, {
        cause: error,
      });
    }
  }

  async count(table: string): Promise<number> {
    const [row] = await asked(this.connection, `SELECT COUNT(*) AS n FROM ${quoted(table)}`);
    return Number(row!['n']);
  }

  async *rows(): AsyncIterable<TableRows> {
    for (const [table, columns] of this.tables) {
      const sql = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`;
      const stream = this.connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: MAX_ROWS });
      let [values, characters] = [[] as Value[][], 0];
      for await (const row of stream as AsyncIterable<unknown[]>) {
        const texts = row.map(plain);
        for (const value of texts) characters += typeof value === 'string' ? value.length : 8;
        values.push(texts);
        if (values.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
        yield { table, columns, values };
        [values, characters] = [[], 0];
      }
      if (values.length) yield { table, columns, values };
    }
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.connection.end(resolve));
  }
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const plain = (value: unknown): Value => (Buffer.isBuffer(value) ? value.toString() : (value as Value));

const asked = (connection: Connection, sql: string): Promise<RowDataPacket[]> =>
  new Promise((resolve, reject) =>
    connection.query<RowDataPacket[]>(sql, (error, rows) => (error ? reject(error) : resolve(rows))),
  );
