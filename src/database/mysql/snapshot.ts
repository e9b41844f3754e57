/** Reads on MariaDB and MySQL that see one state of the database, and end in time. */
import type { PoolConnection } from 'mysql2';
import type { Param, Reading, Recording, Row, Snapshot } from '../database.js';
import { TimeLimitError } from '../long-read.js';
import { isTooLong } from './long-reads.js';
import { MysqlTransaction } from './transaction.js';

type Engine = 'mariadb' | 'mysql';

/** A snapshot defers short statements alone (its opening, `COMMIT`), so how many characters wait to be sent needs no limit. */
const MAX_BUFFERED_CHARS = Infinity;

/** One snapshot on one connection, which it gives back. It begins with the first statement and ends with the record, in one exchange each. */
export class SnapshotReader {
  private readonly tx: MysqlTransaction;

  constructor(
    private readonly connection: PoolConnection,
    private readonly engine: Engine,
    private readonly seconds: number,
    observe: (sql: string) => void,
  ) {
    this.tx = new MysqlTransaction(connection, observe, MAX_BUFFERED_CHARS, [
      this.timeLimit(seconds),
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
      'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
    ]);
  }

  /** Runs the work, then the record: see `Database.snapshot`. */
  async run<T>(work: Reading<T>, record: Recording<T> | undefined): Promise<T> {
    try {
      const result = await work(this.inTime());
      await this.tx.defer('COMMIT');
      await record?.(result, this.tx);
      await this.tx.run(this.timeLimit(0));
      this.connection.release();
      return result;
    } catch (error) {
      await this.giveUp();
      throw isTooLong(error) ? new TimeLimitError(this.seconds) : error;
    }
  }

  private inTime(): Snapshot {
    const end = performance.now() + this.seconds * 1000;
    const all = async (sql: string, params?: readonly Param[]): Promise<Row[]> => {
      const rows = await this.tx.all(sql, params);
      if (performance.now() > end) throw new TimeLimitError(this.seconds);
      return rows;
    };
    return { all };
  }

  private async giveUp(): Promise<void> {
    try {
      await this.tx.defer('COMMIT');
      await this.tx.run(this.timeLimit(0));
      this.connection.release();
    } catch {
      this.connection.destroy();
    }
  }

  /** For every statement of the connection that follows; 0: none. */
  private timeLimit(seconds: number): string {
    return this.engine === 'mariadb'
      ? `SET SESSION max_statement_time = ${seconds}`
      : `SET SESSION MAX_EXECUTION_TIME = ${seconds * 1000}`;
  }
}
