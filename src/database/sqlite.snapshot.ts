/** Reads on the embedded engine that see one state of the database, and end in time. */
import type { Database as Connection } from 'better-sqlite3';
import { TimeLimitError, type Param, type Reading, type Row } from './database.js';
import { Prepared } from './sqlite.prepared.js';

/** Runs `work` on a snapshot of a connection that can only read. It begins with the first statement. */
export async function onSnapshot<T>(
  connection: Connection,
  work: Reading<T>,
  seconds: number,
  observe: (sql: string) => void,
): Promise<T> {
  const session = new Prepared(connection, observe);
  const end = performance.now() + seconds * 1000;
  const inTime = (): void => {
    if (performance.now() > end) throw new TimeLimitError(seconds);
  };
  const all = async (sql: string, params?: readonly Param[]): Promise<Row[]> => {
    inTime();
    const rows = await session.all(sql, params);
    inTime();
    return rows;
  };
  connection.exec('BEGIN');
  try {
    return await work({ all });
  } finally {
    connection.exec('COMMIT');
  }
}
