/** The graph of this process, in a thread of its own: started with the first question, given up when none comes for long. */
import { Worker } from 'node:worker_threads';
import { ApiError, notFound } from '../../core/http/errors.js';
import { abandoned, type Requester } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { registry } from '../../engine/index.js';
import type { PartQuestion, Question, Sight, SnapshotQuestion } from '../questions.js';
import type { Answered, Asked, Failed, GraphThreadData } from './thread.js';

const THREAD = require.resolve('./thread.js');

/** Questions that look at much of the map, whoever asks them. */
const HEAVY: ReadonlySet<Asked['question']['route']> = new Set([
  'paths',
  'dependencies',
  'single-points',
  'cuts',
  'cycles',
  'statistics',
]);
/** Megabytes that what lives shortly may fill before it is cleared away: it stays with the process after a load. */
const SHORT_LIVED = 4;
/** Of these so many are on their way at a time, and so many may wait. */
const AT_ONCE = 2;
const MAX_WAITING = 20;
/** Seconds after which a refused one may be tried again. */
const RETRY = 2;

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

export class GraphStore {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly heavy = new Semaphore(AT_ONCE);
  private count = 0;
  private idle: NodeJS.Timeout | undefined;

  /** `idle`: seconds after the last question until the graph is given up. `data` is asked for when the thread starts. */
  constructor(
    private readonly data: () => GraphThreadData,
    private readonly idleSeconds: number,
  ) {}

  /**
   * The bytes of an answer, out of a graph that knows all that was stored before.
   * @throws 404, 422, and 503 where too many wait; `abandoned` when nobody waits any more
   */
  async run(
    question: Question | PartQuestion | SnapshotQuestion,
    sight: Sight,
    requester: Requester,
  ): Promise<Uint8Array> {
    if (!HEAVY.has(question.route)) return this.ask(question, sight, requester.signal);
    if (this.heavy.queue >= MAX_WAITING) {
      throw new ApiError(503, 'graphBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });
    }
    const leave = await this.heavy.enter(requester);
    try {
      return await this.ask(question, sight, requester.signal);
    } finally {
      leave();
    }
  }

  /** Whether the graph is in memory. */
  get isHeld(): boolean {
    return this.worker !== undefined;
  }

  /** Gives the graph up. Questions under way fail. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async ask(
    question: Question | PartQuestion | SnapshotQuestion,
    sight: Sight,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    if (signal?.aborted) throw abandoned();
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    const [id, mark] = [this.count++, new Int32Array(new SharedArrayBuffer(4))];
    const abandon = (): void => void Atomics.store(mark, 0, 1);
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // While somebody waits the process lives on for it.
        worker.ref();
        worker.postMessage({ id, question, sight, abandoned: mark } satisfies Asked);
      });
    } finally {
      signal?.removeEventListener('abort', abandon);
      if (!this.waiting.size) this.rest();
    }
  }

  private rest(): void {
    this.worker?.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.close(), this.idleSeconds * 1000).unref();
  }

  private start(): Worker {
    // Of what a load leaves behind V8 would keep room for more of it, and there is none for minutes.
    const resourceLimits = { maxYoungGenerationSizeMb: SHORT_LIVED };
    const worker = new Worker(THREAD, { workerData: this.data(), resourceLimits });
    const end = (error: unknown): void => {
      if (this.worker === worker) this.worker = undefined;
      const all = [...this.waiting.values()];
      this.waiting.clear();
      for (const { reject } of all) reject(error);
    };
    worker.on('message', ({ id, bytes, failed }: Answered) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) asked?.reject(errorOf(failed));
      else asked?.resolve(bytes!);
    });
    worker.on('error', end);
    worker.on('exit', () => end(new ApiError(503, 'unavailable')));
    return worker;
  }
}

function errorOf({ status, key, values, unknown, ...driver }: Failed): Error {
  if (unknown) return notFound(registry.get(unknown.kind), unknown.id);
  if (status !== undefined && key) return new ApiError(status, key, values);
  return Object.assign(new Error(driver.message), driver);
}
