/** Lets a slow reader of a list take its time without holding a connection. */

/** How long a reader may leave rows unread before the connection is given to others, in milliseconds. */
const PATIENCE = 300;

/**
 * Batches of rows from `open(after)`, which lists rows whose id is greater than `after` in id order. While the reader keeps
 * up it is one statement; when it stalls, the statement is ended and begun again behind the last row once it reads on.
 */
export async function* unhurried<T extends { id: unknown }>(
  open: (after: number) => AsyncIterable<T[]>,
): AsyncIterable<T[]> {
  let after = 0;
  for (let finished = false; !finished;) {
    const rows = open(after)[Symbol.asyncIterator]();
    let stalled = false;
    try {
      while (!stalled) {
        const batch = await rows.next();
        finished = batch.done ?? false;
        if (batch.done) break;
        after = batch.value.at(-1)!.id as number;
        const timer = setTimeout(() => {
          stalled = true;
          void rows.return?.();
        }, PATIENCE);
        try {
          yield batch.value;
        } finally {
          clearTimeout(timer);
        }
      }
    } finally {
      await rows.return?.();
    }
  }
}
