/** Sorts rows in natural order: few at once, many in a thread, one list after the other, users in turns. */
import { AnsweringThread } from '../../database/answering-thread.js';
import type { Requester } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { sortedPlaces, type SortQuestion } from './natural-order.js';

/** Rows that are sorted in a few milliseconds. */
const FEW = 2000;
/** Seconds for which the thread is kept when there is nothing to do. */
const IDLE = 30;

const turns = new Semaphore(1);
const thread = new AnsweringThread<SortQuestion, Uint32Array>(
  require.resolve('./natural-thread.js'),
  () => undefined,
  IDLE,
  {},
);

/**
 * The places of rows in their order.
 * @throws 429 where too many lists of the user wait; `abandoned` where nobody waits any more; 401, 403 where they lost their
 *   rights meanwhile
 */
export async function inNaturalOrder(question: SortQuestion, requester: Requester): Promise<Uint32Array> {
  if (question.columns[0]!.length <= FEW) return sortedPlaces(question);
  const leave = await turns.enter(requester);
  try {
    return await thread.ask(question, requester.signal);
  } finally {
    leave();
  }
}
