/** Lets a slow reader of a list take its time without holding a connection. */

/** How long a reader may leave rows unread before the connection is given to others, in milliseconds. */
const TIMEOUT_MS = 300;

/**
 * Batches of rows from `open(after)`, which lists what comes behind a row in the order of the list; everything, without
 * one. While the reader keeps up it is one statement; when it stalls, the statement is ended and begun again behind the
 * last row once it reads on. The same holds where it fails with an error for which `isRetryable` returns true.
 */
export async function* resumableStream<T>(
  open: (after: T | undefined) => AsyncIterable<T[]>,
  isRetryable: (error: unknown) => boolean,
): AsyncIterable<T[]> {
  let after: T | undefined;
  for (let finished = false; !finished;) {
    const rows = open(after)[Symbol.asyncIterator]();
    let stalled = false;
    try {
      while (!stalled) {
        const batch = await rows.next();
        finished = batch.done ?? false;
        if (batch.done) break;
        after = batch.value.at(-1)!;
        const timer = setTimeout(() => {
          stalled = true;
          void rows.return?.();
        }, TIMEOUT_MS);
        try {
          yield batch.value;
        } finally {
          clearTimeout(timer);
        }
      }
    } catch (error) {
      if (!isRetryable(error)) throw error;
    } finally {
      await rows.return?.();
    }
  }
}
