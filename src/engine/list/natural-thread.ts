/** The thread that sorts: a hundred thousand keys take a second, during which the event loop would be blocked. */
import { answerQuestions } from '../../database/answering-thread.js';
import { sortedPlaces, type SortQuestion } from './natural-order.js';

/** Seconds that one list may take here; it needs one or two. */
const TIME_LIMIT = 30;

answerQuestions<null, SortQuestion, Uint32Array>(
  TIME_LIMIT,
  () => Promise.resolve(null),
  (_, question, tick) => sortedPlaces(question, tick),
);
