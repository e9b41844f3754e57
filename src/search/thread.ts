/** The thread that holds the index of names of a process; it reads the database over connections of its own. */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../database/answering-thread.js';
import { openThreadReader } from '../database/open-thread-reader.js';
import type { DatabaseSettings } from '../database/settings.js';
import { Keeper } from './keeper.js';
import type { Layout } from './layout.js';
import type { Answer, NameIndex, Question } from './name-index.js';

/** What the thread is made with. */
export interface SearchThreadData {
  database: DatabaseSettings;
  layout: Layout;
  /** Seconds; 0: no limit. */
  maxAge: number;
  /** Seconds that one search may take. */
  timeLimit: number;
}

const { database, layout, maxAge, timeLimit } = workerData as SearchThreadData;
const keeper = new Keeper(openThreadReader(database), openThreadReader(database), layout, maxAge);

answerQuestions<NameIndex, Question, Answer>(
  timeLimit,
  () => keeper.index(),
  (index, question, tick) => index.find(question, tick),
);
