/** Rows of statements, put right on their way. */
import type { Row } from '../database/database.js';

/**
 * Leaves out rows that repeat the one before in all of these columns: tables that join two types may hold a pair twice, and
 * sorted by name and id such rows stand side by side.
 */
export async function* distinct(batches: AsyncIterable<Row[]>, ...columns: readonly string[]): AsyncIterable<Row[]> {
  let last: Row | undefined;
  for await (const rows of batches) {
    yield rows.filter((row) => {
      const repeated = last !== undefined && columns.every((column) => row[column] === last![column]);
      last = row;
      return !repeated;
    });
  }
}

/** Rows made in memory, in batches; others have their turn between two of them. */
export async function* inBatches<T>(rows: Iterable<T>, size = 500): AsyncIterable<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    if (batch.push(row) < size) continue;
    yield batch;
    batch = [];
    await new Promise(setImmediate);
  }
  if (batch.length) yield batch;
}
