/** Reads on the embedded engine that see one state of the database, and end in time. */
import type { Database as Connection } from 'better-sqlite3';
import type { Param, Reading, Row } from './database.js';
import { deadlineOf } from './sqlite.connection.js';
import { Prepared } from './sqlite.prepared.js';

/**
 * Runs `work` on a snapshot of a connection that can only read. It begins with the first statement. Time is looked at
 * between statements, and within those that ask for it (`inTime` of the dialect).
 */
export async function onSnapshot<T>(
  connection: Connection,
  work: Reading<T>,
  seconds: number,
  observe: (sql: string) => void,
): Promise<T> {
  const session = new Prepared(connection, observe);
  const deadline = deadlineOf(connection);
  const all = async (sql: string, params?: readonly Param[]): Promise<Row[]> => {
    deadline.check();
    const rows = await session.all(sql, params);
    deadline.check();
    return rows;
  };
  deadline.set(seconds);
  connection.exec('BEGIN');
  try {
    return await work({ all });
  } finally {
    connection.exec('COMMIT');
    deadline.set(Infinity);
  }
}
