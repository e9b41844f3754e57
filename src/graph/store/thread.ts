/** The thread that holds the graph of a process and answers out of it; it reads the database over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openThreadReader } from '../../database/open-thread-reader.js';
import type { DatabaseSettings } from '../../database/settings.js';
import { collectGarbage } from '../../core/heap.js';
import { ApiError, UnknownObject } from '../../core/http/errors.js';
import type { MessageKey, Values } from '../../core/i18n/messages.js';
import type { ObjectName, PartQuestion, Question, Sight, SnapshotQuestion } from '../questions.js';
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
  /** What the question named, and is not there. */
  unknown?: ObjectName;
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
/** Milliseconds of work on one answer, after which others have their turn. */
const TURN = 10;

let waiting: Asked[] = [];
let busy = false;

/** Whoever came before the graph was looked at has the same answer to whether it is still true. */
async function work(): Promise<void> {
  busy = true;
  while (waiting.length) {
    const asked = waiting;
    waiting = [];
    try {
      const { loads } = keeper.counts;
      const held = await keeper.graph();
      for (const one of asked) void answer(held, one);
      // Rows that were read are several times what is made of them.
      if (keeper.counts.loads > loads) setImmediate(collectGarbage);
    } catch (error) {
      for (const { id } of asked) send({ id, failed: failureOf(error) });
    }
  }
  busy = false;
}

/** Answers out of one state of the map; where that takes long, others that come meanwhile are answered between. */
async function answer(held: Held, { id, question, sight, abandoned }: Asked): Promise<void> {
  try {
    const end = performance.now() + timeLimit * 1000;
    const tick = (): void => {
      if (Atomics.load(abandoned, 0)) throw new ApiError(503, 'unavailable');
      if (performance.now() > end) throw new ApiError(422, 'graphTime', { seconds: timeLimit });
    };
    tick();
    if (question.route === 'snapshot') {
      send({ id, bytes: new TextEncoder().encode(held.graph.snapshot) });
      return;
    }
    const seen = viewOf(held, layout, sight, 'connectors' in question && question.connectors === 'nodes');
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
    send({ id, bytes: new TextEncoder().encode(part.value) });
  } catch (error) {
    send({ id, failed: failureOf(error) });
  }
}

const send = (answered: Answered): void =>
  parentPort!.postMessage(answered, answered.bytes ? [answered.bytes.buffer] : []);

function failureOf(error: unknown): Failed {
  const { message, code, fatal } = error as Error & { code?: string; fatal?: boolean };
  const described = { message, ...(code !== undefined && { code }), ...(fatal && { fatal }) };
  if (error instanceof UnknownObject) return { ...described, unknown: { kind: error.kind, id: error.id } };
  if (!(error instanceof ApiError)) return described;
  return { ...described, status: error.status, key: error.phrase.key, values: error.phrase.values };
}

parentPort!.on('message', (asked: Asked) => {
  waiting.push(asked);
  if (!busy) void work();
});
