/** The graph of this process, in a thread of its own: started with the first question, given up when none comes for long. */
import { ApiError, notFound, UnknownObject } from '../../core/http/errors.js';
import { AnsweringThread } from '../../database/answering-thread.js';
import { rechecked, type Requester } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { registry } from '../../engine/index.js';
import type { VisibleByKind } from '../questions.js';
import type { GraphThreadRequest, GraphThreadData } from './thread.js';

const THREAD = require.resolve('./thread.js');

/** Questions that look at much of the map, whoever asks them. */
const HEAVY: ReadonlySet<GraphThreadRequest['question']['route']> = new Set([
  'paths',
  'dependencies',
  'single-points',
  'cuts',
  'cycles',
  'statistics',
  'exposure',
  'points',
]);
/**
 * Megabytes that what lives shortly may fill before it is cleared away: of what a load leaves behind V8 would keep room for more
 * of it, and there is none for minutes. With 4 what an outage of a site leaves behind is cleared away many times; with 16 more is
 * kept than the graph may hold (bench/README.md).
 */
const SHORT_LIVED = 8;
/** Of these so many are on their way at a time, and of one user; so many of a user may wait. */
const [AT_ONCE, OF_ONE] = [2, 1];
const MAX_WAITING = 20;
/** Seconds after which a refused one may be tried again. */
const RETRY = 2;

const graphBusy = (): ApiError => new ApiError(503, 'graphBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });

export class GraphStore {
  private readonly thread: AnsweringThread<GraphThreadRequest, Uint8Array>;
  private readonly heavy = new Semaphore(AT_ONCE, OF_ONE, MAX_WAITING, graphBusy);

  /** `idle`: seconds after the last question until the graph is given up. `data` is asked for when the thread starts. */
  constructor(data: () => GraphThreadData, idle: number) {
    this.thread = new AnsweringThread(THREAD, data, idle, { maxYoungGenerationSizeMb: SHORT_LIVED });
  }

  /**
   * The bytes of an answer, out of a graph that knows all that was stored before.
   * @throws 404, 422, and 503 where too many of the user wait; 401, 403 where they lost their rights meanwhile; `abandoned` when
   *   nobody waits any more
   */
  async run(
    question: GraphThreadRequest['question'],
    visible: VisibleByKind,
    requester: Requester,
  ): Promise<Uint8Array> {
    const leave = HEAVY.has(question.route) ? await this.heavy.enter(requester) : undefined;
    try {
      return await rechecked(requester, () => this.ask({ question, visible }, requester.signal));
    } finally {
      leave?.();
    }
  }

  /** Gives the graph up. Questions under way fail. */
  async close(): Promise<void> {
    await this.thread.close();
  }

  private async ask(asked: GraphThreadRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
    try {
      return await this.thread.ask(asked, signal);
    } catch (error) {
      throw error instanceof UnknownObject ? notFound(registry.get(error.kind), error.id) : error;
    }
  }
}
