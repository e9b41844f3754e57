/** The limit on the time that the database may work for a list, as it is reported to the client (contract 14). */
import { Problems } from '../../core/http/errors.js';
import type { Dialect } from '../../database/dialect.js';
import { TimeLimitError, type LongRead } from '../../database/long-read.js';

/** Returns true if a statement was ended for its time, though the database has not worked for so long. */
export const isUnfinished = (error: unknown, read: LongRead): boolean =>
  error instanceof TimeLimitError && read.timeLeft;

/** A condition on rows under an alias, among which the engine looks at the clock. */
export function timed({ inTime }: Dialect, alias: string, condition: string): string {
  const clock = inTime(`${alias}.\`id\``);
  return clock ? `${clock} AND (${condition})` : `(${condition})`;
}

/** Runs work for a list. Throws 422 where it takes too long, at `field`. */
export async function withinTime<T>(work: () => Promise<T>, field = 'filter'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const problems = new Problems();
    problems.add(field, 'listTime', { seconds: error.seconds });
    throw problems.throwIfAny();
  }
}

/** The same batches; 422 where they take too long. */
export async function* bounded<T>(batches: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = batches[Symbol.asyncIterator]();
  try {
    for (let next = await withinTime(() => iterator.next()); !next.done;) {
      yield next.value;
      next = await withinTime(() => iterator.next());
    }
  } finally {
    await iterator.return?.();
  }
}
