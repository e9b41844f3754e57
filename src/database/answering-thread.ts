/** A thread that holds something made of the database and answers out of it: started when it is first asked, given up when idle. */
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import { ApiError, UnknownObject } from '../core/http/errors.js';
import type { MessageKey, Values } from '../core/i18n/messages.js';
import { abandoned } from './long-read.js';

/** A question on its way; `left`: not 0 once nobody waits for the answer any more. */
export interface ThreadRequest<Q> {
  id: number;
  question: Q;
  left: Int32Array;
}

/** A refusal, or an error of a driver, as it travels. */
interface ThreadFailure {
  status?: number;
  key?: MessageKey;
  values?: Values;
  /** What the question named, and is not there. */
  unknown?: Pick<UnknownObject, 'kind' | 'id'>;
  message: string;
  code?: string;
  fatal?: boolean;
}

interface ThreadResponse<A> {
  id: number;
  answer?: A;
  failed?: ThreadFailure;
}

interface Waiting<A> {
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/** The thread as the rest of the process sees it. */
export class AnsweringThread<Q, A> {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting<A>>();
  private count = 0;
  private idle: NodeJS.Timeout | undefined;

  /** `file`: what runs in it; `data` is asked for when it starts; `idleSeconds`: after the last question until it ends. */
  constructor(
    private readonly file: string,
    private readonly data: () => unknown,
    private readonly idleSeconds: number,
    private readonly resourceLimits: ResourceLimits,
  ) {}

  /** Questions that are not answered yet. */
  get asked(): number {
    return this.waiting.size;
  }

  /** Asks. Throws what the thread threw, and `abandoned` when nobody waits any more. */
  async ask(question: Q, signal?: AbortSignal): Promise<A> {
    if (signal?.aborted) throw abandoned();
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    const [id, left] = [this.count++, new Int32Array(new SharedArrayBuffer(4))];
    const leave = (): void => void Atomics.store(left, 0, 1);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await new Promise<A>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // While somebody waits the process lives on for it.
        worker.ref();
        worker.postMessage({ id, question, left } satisfies ThreadRequest<Q>);
      });
    } finally {
      signal?.removeEventListener('abort', leave);
      if (!this.waiting.size) this.rest();
    }
  }

  /** Ends the thread. Questions under way fail. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private rest(): void {
    this.worker?.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.close(), this.idleSeconds * 1000).unref();
  }

  private start(): Worker {
    const worker = new Worker(this.file, { workerData: this.data(), resourceLimits: this.resourceLimits });
    const end = (error: unknown): void => {
      if (this.worker === worker) this.worker = undefined;
      const all = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of all) reject(error);
    };
    worker.on('message', ({ id, answer, failed }: ThreadResponse<A>) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) asked?.reject(errorOf(failed));
      else asked?.resolve(answer!);
    });
    worker.on('error', end);
    worker.on('exit', () => end(new ApiError(503, 'unavailable')));
    return worker;
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
  let waiting: Array<ThreadRequest<Q>> = [];
  let busy = false;
  const send = (answered: ThreadResponse<A>): void =>
    parentPort!.postMessage(
      answered,
      answered.answer instanceof Uint8Array ? [answered.answer.buffer as ArrayBuffer] : [],
    );
  const answerOne = async (held: H, { id, question, left }: ThreadRequest<Q>): Promise<void> => {
    const end = performance.now() + timeLimit * 1000;
    const tick = (): void => {
      if (Atomics.load(left, 0)) throw new ApiError(503, 'unavailable');
      if (performance.now() > end) throw new ApiError(422, 'graphTime', { seconds: timeLimit });
    };
    try {
      tick();
      send({ id, answer: await answer(held, question, tick) });
    } catch (error) {
      send({ id, failed: failureOf(error) });
    }
  };
  const work = async (): Promise<void> => {
    busy = true;
    while (waiting.length) {
      const asked = waiting;
      waiting = [];
      try {
        const held = await ready();
        for (const one of asked) void answerOne(held, one);
      } catch (error) {
        for (const { id } of asked) send({ id, failed: failureOf(error) });
      }
    }
    busy = false;
  };
  parentPort!.on('message', (asked: ThreadRequest<Q>) => {
    waiting.push(asked);
    if (!busy) void work();
  });
}

function errorOf({ status, key, values, unknown, ...driver }: ThreadFailure): Error {
  if (unknown) return new UnknownObject(unknown.kind, unknown.id);
  if (status !== undefined && key) return new ApiError(status, key, values);
  return Object.assign(new Error(driver.message), driver);
}

function failureOf(error: unknown): ThreadFailure {
  const { message, code, fatal } = error as Error & { code?: string; fatal?: boolean };
  const described = { message, ...(code !== undefined && { code }), ...(fatal && { fatal }) };
  if (error instanceof UnknownObject) return { ...described, unknown: { kind: error.kind, id: error.id } };
  if (!(error instanceof ApiError)) return described;
  return { ...described, status: error.status, key: error.phrase.key, values: error.phrase.values };
}
