/** Work in threads of their own, so that nobody else waits for it: the thread as the process sees it, and what serves in it. */
import { parentPort, Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';
import { ApiError, UnknownObject } from './http/errors.js';
import type { MessageKey, Values } from './i18n/messages.js';

export interface ThreadOptions {
  /** What the thread starts with, asked for at each start. */
  data?: () => unknown;
  /** Milliseconds after the last answer until it ends; 0: before the answer is given. Without it lives until `close`. */
  idle?: number;
  resourceLimits?: ResourceLimits;
  /** What it writes to the error stream is dropped. */
  isQuiet?: boolean;
  /** The process does not live on until it has answered. */
  isLeftBehind?: boolean;
  /** It has ended by itself, by an error or by `ask`. */
  onEnd?: (error: unknown) => void;
}

export interface AskOptions {
  /** Milliseconds that the answer may take; the thread is ended then. */
  limit?: number;
  /** The thread is ended when nobody waits any more. */
  signal?: AbortSignal | undefined;
  /** What is handed over instead of copied. */
  transfer?: Transferable[];
}

/** An answer took longer than it may. */
export class ThreadTimeout extends Error {}

interface Question<Q> {
  id: number;
  question: Q;
}

interface Answer<A> {
  id: number;
  answer?: A;
  failed?: Failure;
}

/** A refusal, or an error of a driver, as it travels. */
interface Failure {
  name: string;
  message: string;
  code?: string;
  fatal?: boolean;
  /** The limit of time that was over. */
  seconds?: number;
  refusal?: { status: number; key: MessageKey; values: Values };
  /** What the question named, and is not there. */
  unknown?: { kind: string; id: number };
}

interface Waiting<A> {
  worker: Worker;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/** A thread that answers questions: started with the first one, and anew where it has ended. */
export class Thread<Q, A> {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting<A>>();
  private count = 0;
  private idle: NodeJS.Timeout | undefined;

  /** `file`: what runs in it, which calls `serve`. */
  constructor(
    private readonly file: string,
    private readonly options: ThreadOptions = {},
  ) {}

  /** Questions that are not answered yet. */
  get asked(): number {
    return this.waiting.size;
  }

  /**
   * Asks; several may ask at a time.
   * @throws what the thread threw; `ThreadTimeout`; 503 when nobody waits any more, or where the thread has ended
   */
  async ask(question: Q, { limit, signal, transfer = [] }: AskOptions = {}): Promise<A> {
    if (signal?.aborted) throw new ApiError(503, 'unavailable');
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    const id = this.count++;
    const abandon = (): void => this.end(worker, new ApiError(503, 'unavailable'));
    const late =
      limit !== undefined && setTimeout(() => this.end(worker, new ThreadTimeout('It took too long.')), limit);
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      return await new Promise<A>((resolve, reject) => {
        this.waiting.set(id, { worker, resolve, reject });
        if (!this.options.isLeftBehind) worker.ref();
        worker.postMessage({ id, question } satisfies Question<Q>, transfer);
      });
    } finally {
      signal?.removeEventListener('abort', abandon);
      if (late) clearTimeout(late);
      if (!this.waiting.size) await this.rest(worker);
    }
  }

  /** Ends the thread. Questions under way fail. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  /** The process need not live on for its sake. */
  private async rest(worker: Worker): Promise<void> {
    worker.unref();
    const { idle } = this.options;
    if (idle === 0) {
      if (this.worker === worker) this.worker = undefined;
      await worker.terminate();
    } else if (idle !== undefined && this.worker === worker) {
      clearTimeout(this.idle);
      this.idle = setTimeout(() => void this.close(), idle).unref();
    }
  }

  private start(): Worker {
    const { data, resourceLimits = {}, isQuiet = false } = this.options;
    const worker = new Worker(this.file, { workerData: data?.(), resourceLimits, stderr: isQuiet });
    if (isQuiet) worker.stderr.resume();
    worker.unref();
    worker.on('message', ({ id, answer, failed }: Answer<A>) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) asked?.reject(errorOf(failed));
      else asked?.resolve(answer!);
    });
    worker.on('error', (error) => this.end(worker, error));
    worker.on('exit', () => this.end(worker, new ApiError(503, 'unavailable')));
    return worker;
  }

  /** Whoever waits for this worker fails. */
  private end(worker: Worker, error: unknown): void {
    if (this.worker === worker) this.worker = undefined;
    void worker.terminate();
    this.options.onEnd?.(error);
    for (const [id, waiting] of this.waiting) {
      if (waiting.worker !== worker) continue;
      this.waiting.delete(id);
      waiting.reject(error);
    }
  }
}

/**
 * Answers questions within the thread; while one waits others are answered.
 * @param transferOf what of an answer is handed over instead of copied
 */
export function serve<Q, A>(
  answer: (question: Q) => A | Promise<A>,
  transferOf: (answer: A) => Transferable[] = () => [],
): void {
  const answerOne = async ({ id, question }: Question<Q>): Promise<void> => {
    let answered: Answer<A>;
    try {
      answered = { id, answer: await answer(question) };
    } catch (error) {
      answered = { id, failed: failureOf(error) };
    }
    parentPort!.postMessage(answered, 'answer' in answered ? transferOf(answered.answer!) : []);
  };
  parentPort!.on('message', (asked: Question<Q>) => void answerOne(asked));
}

function failureOf(error: unknown): Failure {
  const { name, message, code, fatal, seconds } = error as Error & Failure;
  const described = { name, message, ...(code !== undefined && { code }), ...(fatal && { fatal }) };
  if (error instanceof UnknownObject) return { ...described, unknown: { kind: error.kind, id: error.id } };
  if (error instanceof ApiError) {
    const { status, phrase } = error;
    return { ...described, refusal: { status, key: phrase.key, values: phrase.values } };
  }
  return { ...described, ...(seconds !== undefined && { seconds }) };
}

function errorOf({ refusal, unknown, ...driver }: Failure): Error {
  if (unknown) return new UnknownObject(unknown.kind, unknown.id);
  if (refusal) return new ApiError(refusal.status, refusal.key, refusal.values);
  return Object.assign(new Error(driver.message), driver);
}
