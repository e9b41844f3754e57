/** The thread that holds the graph of a process and answers out of it; it reads the database over a connection of its own. */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../database/answering-thread.js';
import { openThreadReader } from '../../database/open-thread-reader.js';
import type { DatabaseSettings } from '../../database/settings.js';
import type { PartQuestion, Question, VisibleByKind, SnapshotQuestion } from '../questions.js';
import { reply } from '../reply.js';
import { viewOf } from '../view.js';
import { onThisDay, type GraphState } from './build.js';
import { Keeper } from './keeper.js';
import type { Layout } from './layout.js';

/** What the thread is made with. */
export interface GraphThreadData {
  database: DatabaseSettings;
  layout: Layout;
  /** Seconds; 0: no limit. */
  maxAge: number;
  /** Seconds that an answer may take, beside what is read before. */
  timeLimit: number;
}

/** What the thread is asked, and for whom. */
export interface GraphThreadRequest {
  question: Question | PartQuestion | SnapshotQuestion;
  visible: VisibleByKind;
}

const { database, layout, maxAge, timeLimit } = workerData as GraphThreadData;
const keeper = new Keeper(openThreadReader(database), layout, maxAge);
/** Milliseconds of work on one answer, after which others have their turn. */
const TURN = 10;

/** The graph that is kept, and the same on the day of the last question. */
let dated: { kept: GraphState; held: GraphState } | undefined;

async function graph(): Promise<GraphState> {
  const kept = await keeper.graph();
  const held = onThisDay(layout, dated?.kept === kept ? dated.held : kept);
  dated = { kept, held };
  return held;
}

/** Answers out of one state of the map; where that takes long, others that come meanwhile are answered between. */
async function textOf(held: GraphState, { question, visible }: GraphThreadRequest, tick: () => void): Promise<string> {
  if (question.route === 'snapshot') return held.graph.snapshot;
  const seen = viewOf(held, layout, visible, 'connectors' in question && question.connectors === 'nodes');
  const parts = reply(seen, question, tick);
  let [part, begun] = [parts.next(), performance.now()];
  while (!part.done) {
    if (performance.now() - begun > TURN) {
      await new Promise(setImmediate);
      tick();
      begun = performance.now();
    }
    part = parts.next();
  }
  return part.value;
}

answerQuestions(timeLimit, graph, async (held: GraphState, asked: GraphThreadRequest, tick) =>
  new TextEncoder().encode(await textOf(held, asked, tick)),
);
