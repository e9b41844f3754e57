/** A connection to MariaDB or MySQL for a thread that reads much. */
import type * as Mysql from 'mysql2';
import type { Connection } from 'mysql2';
import { CLUSTER_QUESTION, CLUSTER_SETTING } from '../cluster-lock.js';
import type { Scalar } from '../database.js';
import type { DatabaseSettings } from '../settings.js';
import type { Each, Row, ThreadReader } from '../thread-reader.js';
import { written } from './literal.js';

type Settings = Extract<DatabaseSettings, { engine: 'mysql' }>;

export class MysqlThreadReader implements ThreadReader {
  private opened: Promise<Connection> | undefined;

  constructor(private readonly settings: Settings) {}

  readonly each: Each = async (sql, params, take) => rowsOf(await this.connection(), written(sql, params), take);

  async snapshot<T>(work: (each: Each) => Promise<T>): Promise<T> {
    const connection = await this.connection();
    await run(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await run(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    try {
      const result = await work((sql, params, take) => rowsOf(connection, written(sql, params), take));
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

/** Rows are handed on as they come from the wire: an event for each, and no list of all. */
function rowsOf(connection: Connection, sql: string, take: (row: Row) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const fail = (error: Error): void => {
      failure ??= error;
      connection.off('error', fail);
      reject(failure);
    };
    connection.once('error', fail);
    const command = connection.query(sql);
    command.on('result', (row) => {
      if (failure || !Array.isArray(row)) return;
      try {
        take(row as unknown as Scalar[]);
      } catch (error) {
        fail(error as Error);
      }
    });
    command.on('error', fail);
    command.on('end', () => {
      connection.off('error', fail);
      if (!failure) resolve();
    });
  });
}
