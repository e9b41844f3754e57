/** A thread that holds something made of the database and answers out of it, for as long as somebody waits and within a time limit. */
import type { ResourceLimits } from 'node:worker_threads';
import { ApiError } from '../core/http/errors.js';
import { serve, Thread } from '../core/thread.js';
import { abandoned } from './long-read.js';

/** A question on its way; `left`: not 0 once nobody waits for the answer any more. */
interface ThreadRequest<Q> {
  question: Q;
  left: Int32Array;
}

/** The thread as the rest of the process sees it. */
export class AnsweringThread<Q, A> {
  private readonly thread: Thread<ThreadRequest<Q>, A>;

  /** `file`: what runs in it; `data` is asked for when it starts; `idleSeconds`: after the last question until it ends. */
  constructor(file: string, data: () => unknown, idleSeconds: number, resourceLimits: ResourceLimits) {
    this.thread = new Thread(file, { data, idle: idleSeconds * 1000, resourceLimits });
  }

  /** Questions that are not answered yet. */
  get asked(): number {
    return this.thread.asked;
  }

  /** Asks. Throws what the thread threw, and `abandoned` when nobody waits any more. */
  async ask(question: Q, signal?: AbortSignal): Promise<A> {
    if (signal?.aborted) throw abandoned();
    const left = new Int32Array(new SharedArrayBuffer(4));
    const leave = (): void => void Atomics.store(left, 0, 1);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await this.thread.ask({ question, left });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends the thread. Questions under way fail. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

/**
 * Serves questions within the thread. Those that came before `ready` was asked share what it gives, since all of them may know it.
 * @param timeLimit seconds that an answer may take, beside what `ready` takes
 * @param ready makes what is held true, as of now
 * @param answer answers one question out of it; calls `tick` every few thousand steps, which throws once nobody waits or the time
 *   is over. Where it waits others are answered meanwhile. Bytes are handed over without a copy.
 */
export function answerQuestions<H, Q, A>(
  timeLimit: number,
  ready: () => Promise<H>,
  answer: (held: H, question: Q, tick: () => void) => A | Promise<A>,
): void {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<H> | undefined;
  const hold = (): Promise<H> =>
    (next ??= last.then(() => {
      next = undefined;
      const held = ready();
      last = held.catch(() => undefined);
      return held;
    }));
  serve<ThreadRequest<Q>, A>(
    async ({ question, left }) => {
      const held = await hold();
      const end = performance.now() + timeLimit * 1000;
      const tick = (): void => {
        if (Atomics.load(left, 0)) throw new ApiError(503, 'unavailable');
        if (performance.now() > end) throw new ApiError(422, 'graphTime', { seconds: timeLimit });
      };
      tick();
      return answer(held, question, tick);
    },
    (answered) => (answered instanceof Uint8Array ? [answered.buffer as ArrayBuffer] : []),
  );
}
