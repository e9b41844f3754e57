/** The thread that holds the graph of a process and answers out of it; it reads the database over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openThreadReader } from '../../database/open-thread-reader.js';
import type { DatabaseSettings } from '../../database/settings.js';
import { ApiError } from '../../core/http/errors.js';
import type { MessageKey, Values } from '../../core/i18n/messages.js';
import type { PartQuestion, Question, Sight, SnapshotQuestion } from '../questions.js';
import { reply } from '../reply.js';
import { viewOf } from '../view.js';
import type { Held } from './build.js';
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

/** A question on its way. */
export interface Asked {
  id: number;
  question: Question | PartQuestion | SnapshotQuestion;
  sight: Sight;
  /** Not 0: nobody waits for the answer any more. */
  abandoned: Int32Array;
}

/** A refusal, or an error of a driver, as it travels. */
export interface Failed {
  status?: number;
  key?: MessageKey;
  values?: Values;
  message: string;
  code?: string;
  fatal?: boolean;
}

/** The bytes of an answer, or what went wrong. */
export interface Answered {
  id: number;
  bytes?: Uint8Array<ArrayBuffer>;
  failed?: Failed;
}

const { database, layout, maxAge, timeLimit } = workerData as GraphThreadData;
const keeper = new Keeper(openThreadReader(database), layout, maxAge);
let waiting: Asked[] = [];
let busy = false;

/** Whoever came before the graph was looked at has the same answer to whether it is still true. */
async function work(): Promise<void> {
  busy = true;
  while (waiting.length) {
    const asked = waiting;
    waiting = [];
    try {
      const held = await keeper.graph();
      for (const one of asked) answer(held, one);
    } catch (error) {
      for (const { id } of asked) send({ id, failed: failureOf(error) });
    }
  }
  busy = false;
}

function answer(held: Held, { id, question, sight, abandoned }: Asked): void {
  try {
    const end = performance.now() + timeLimit * 1000;
    const tick = (): void => {
      if (Atomics.load(abandoned, 0)) throw new ApiError(503, 'unavailable');
      if (performance.now() > end) throw new ApiError(422, 'graphTime', { seconds: timeLimit });
    };
    tick();
    const text =
      question.route === 'snapshot'
        ? held.graph.snapshot
        : reply(
            viewOf(held, layout, sight, 'connectors' in question && question.connectors === 'nodes'),
            question,
            tick,
          );
    send({ id, bytes: new TextEncoder().encode(text) });
  } catch (error) {
    send({ id, failed: failureOf(error) });
  }
}

const send = (answered: Answered): void =>
  parentPort!.postMessage(answered, answered.bytes ? [answered.bytes.buffer] : []);

function failureOf(error: unknown): Failed {
  const { message, code, fatal } = error as Error & { code?: string; fatal?: boolean };
  const described = { message, ...(code !== undefined && { code }), ...(fatal && { fatal }) };
  if (!(error instanceof ApiError)) return described;
  return { ...described, status: error.status, key: error.phrase.key, values: error.phrase.values };
}

parentPort!.on('message', (asked: Asked) => {
  waiting.push(asked);
  if (!busy) void work();
});
