/** A connection to MariaDB or MySQL for a thread that reads much. */
import type * as Mysql from 'mysql2';
import type { Connection, Query, QueryOptions } from 'mysql2';
import { CLUSTER_QUESTION, CLUSTER_SETTING } from '../cluster-lock.js';
import type { Scalar } from '../database.js';
import type { DatabaseSettings } from '../settings.js';
import type { Each, Lists, Row, ThreadReader } from '../thread-reader.js';
import { written } from './literal.js';
import { intoLists } from './row.js';

type Settings = Extract<DatabaseSettings, { engine: 'mysql' }>;

export class MysqlThreadReader implements ThreadReader {
  private opened: Promise<Connection> | undefined;

  constructor(private readonly settings: Settings) {}

  readonly each: Each = async (sql, params, take) => rowsOf(await this.connection(), written(sql, params), take);

  async snapshot<T>(work: (each: Each, lists: Lists) => Promise<T>): Promise<T> {
    const connection = await this.connection();
    await run(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await run(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    try {
      const result = await work(
        (sql, params, take) => rowsOf(connection, written(sql, params), take),
        (columns, from, params) => listsOf(connection, columns, written(from, params)),
      );
      await run(connection, 'COMMIT');
      return result;
    } catch (error) {
      // Whatever state it is in, the next one begins on another.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    (await opened?.catch(() => undefined))?.destroy();
  }

  private connection(): Promise<Connection> {
    return (this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    }));
  }

  private async open(): Promise<Connection> {
    // A thread over the embedded engine need not have it: it is half of what such a thread would load.
    const { createConnection } = require('mysql2') as typeof Mysql;
    const { host, port, username: user, password, database } = this.settings;
    const connection = createConnection({
      ...{ host, port, user, password, database },
      charset: 'utf8mb4_unicode_ci',
      timezone: 'Z',
      dateStrings: true,
      supportBigNumbers: true,
      decimalNumbers: true,
      rowsAsArray: true,
      // Texts come with their values in them.
      queryFormat: (sql: string) => sql,
      connectTimeout: 3000,
    });
    connection.on('error', () => (this.opened = undefined));
    let cluster = false;
    await rowsOf(connection, CLUSTER_QUESTION, ([, value]) => (cluster = value === 'ON'));
    if (cluster) await run(connection, CLUSTER_SETTING);
    return connection;
  }
}

const run = (connection: Connection, sql: string): Promise<void> => rowsOf(connection, sql, () => undefined);

async function listsOf(connection: Connection, columns: readonly string[], from: string): Promise<Scalar[][]> {
  const lists: Scalar[][] = columns.map(() => []);
  const sql = `SELECT ${columns.join(', ')} ${from}`;
  // Without a parser of the driver's, which is program text that is compiled for each statement.
  const options: QueryOptions & { disableEval: boolean } = { sql, disableEval: true };
  await ended(connection, () => intoLists(connection.query(options), lists));
  return lists;
}

/** Rows are handed on as they come from the wire: an event for each, and no list of all. */
const rowsOf = (connection: Connection, sql: string, take: (row: Row) => void): Promise<void> =>
  ended(connection, (fail) => {
    let failed = false;
    return connection.query(sql).on('result', (row) => {
      if (failed || !Array.isArray(row)) return;
      try {
        take(row as unknown as Scalar[]);
      } catch (error) {
        failed = true;
        fail(error as Error);
      }
    });
  });

/** Waits until a command has ended. It fails with the command, with the connection, and when `fail` is called. */
function ended(connection: Connection, send: (fail: (error: Error) => void) => Query): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      connection.off('error', fail);
      reject(error);
    };
    connection.once('error', fail);
    const command = send(fail);
    command.on('error', fail);
    command.on('end', () => {
      connection.off('error', fail);
      resolve();
    });
  });
}
