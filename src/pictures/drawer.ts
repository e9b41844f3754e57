/** Draws pictures in a thread, one after the other, and keeps the files of the last ones. */
import { Worker } from 'node:worker_threads';
import { ApiError, notFound } from '../core/http/errors.js';
import type { Answered, Asked } from './draw-thread.js';
import type { Drawing } from './draw.js';
import type { Page, PagePicture } from './pages.js';
import { MAX_UNFOLDED } from './scene/build.js';
import { VIEWS } from './views/index.js';
import { MAX_PIXELS } from './writers/png.js';

const THREAD = require.resolve('./draw-thread.js');

/** Milliseconds that a picture may take with Graphviz; it is drawn without afterwards. */
const PATIENCE = 5000;
/** So many times as long a picture for pages may take: it is folded, and drawn again, until it fits. */
const PAGES_FACTOR = 3;
/** Milliseconds that a picture may take without Graphviz. */
const MAX_PATIENCE = 20_000;
/** Milliseconds for which the thread is kept when there is nothing to do. */
const IDLE = 60_000;
/** Pictures that wait for the thread at most. */
const MAX_WAITING = 20;
/** Bytes of so many pictures are kept. */
const MAX_KEPT = 50;
const MAX_KEPT_BYTES = 20 * 1024 * 1024;
/** Megabytes that what lives shortly may fill before it is cleared away: most of a scene does, and V8 would keep the room. */
const SHORT_LIVED = 8;
/** Seconds after which a refused request may be sent again. */
const RETRY = 2;

/** The parameters that narrow a view. */
const selectorsOf = (name: string): string =>
  ['tags', ...(VIEWS.find((view) => view.name === name)?.selectors ?? []).map((selector) => selector.name)]
    .reverse()
    .join(', ');

/** Graphviz tells of its troubles on the error stream, where nobody wants them: what it cannot do is drawn otherwise. */
function start(): Worker {
  const thread = new Worker(THREAD, { stderr: true, resourceLimits: { maxYoungGenerationSizeMb: SHORT_LIVED } });
  thread.stderr.resume();
  return thread;
}

/** What a drawing is asked for besides itself. */
type Choices = Pick<Asked, 'known' | 'pages'>;

type Drawn = Extract<Answered, { tag: string } | { forPages: unknown }>;

export class Drawer {
  private thread: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Bytes of the last pictures, by their tags; the one that was asked for last stands last. */
  private readonly kept = new Map<string, Uint8Array>();
  private keptBytes = 0;

  /** `patience`: milliseconds that a picture may take with Graphviz. */
  constructor(private readonly patience = PATIENCE) {}

  /**
   * The tag of a picture, and its file unless the tag is one of `known`.
   * @throws 404 for an object that a selector names in vain; 422 if it would be too large; 503 if too many pictures wait
   */
  async draw(drawing: Drawing, known: readonly string[] = []): Promise<{ tag: string; bytes?: Uint8Array }> {
    if (this.waiting >= MAX_WAITING)
      throw new ApiError(503, 'graphBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });
    // What is kept is looked at when its turn has come: it may have been drawn meanwhile.
    const drawn = await this.next(drawing, () => ({ known: [...known, ...this.kept.keys()] }));
    const { tag, bytes } = drawn as Extract<Drawn, { tag: string }>;
    if (bytes) {
      this.keep(tag, bytes);
      return { tag, bytes };
    }
    const file = known.includes(tag) ? undefined : this.kept.get(tag);
    if (file) this.keep(tag, file);
    return { tag, ...(file && { bytes: file }) };
  }

  /**
   * The picture for one of these pages of a document; undefined if it would show nothing. It waits for its turn however many
   * others do: of documents a bounded number is made at a time.
   * @throws the reason of `signal` if it is aborted by then; 422 if it would be too large
   */
  async drawForPages(drawing: Drawing, pages: readonly Page[], signal: AbortSignal): Promise<PagePicture | undefined> {
    const drawn = await this.next(drawing, () => {
      signal.throwIfAborted();
      return { known: [], pages };
    });
    return (drawn as Extract<Drawn, { forPages: unknown }>).forPages;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const thread = this.thread;
    this.thread = undefined;
    await thread?.terminate();
  }

  private keep(tag: string, bytes: Uint8Array): void {
    if (this.kept.delete(tag)) this.keptBytes -= bytes.length;
    this.kept.set(tag, bytes);
    this.keptBytes += bytes.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.kept.size <= MAX_KEPT && this.keptBytes <= MAX_KEPT_BYTES) break;
      this.kept.delete(oldest);
      this.keptBytes -= length;
    }
  }

  /** `choices` are asked for when the turn has come. */
  private async next(drawing: Drawing, choices: () => Choices): Promise<Drawn> {
    this.waiting++;
    const turn = this.queue.then(() => this.drawNow(drawing, choices()));
    this.queue = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting--;
    }
  }

  private async drawNow(drawing: Drawing, choices: Choices): Promise<Drawn> {
    const patience = this.patience * (choices.pages ? PAGES_FACTOR : 1);
    try {
      return await this.ask({ drawing, ...choices, plain: false }, patience);
    } catch (error) {
      // Otherwise Graphviz took too long, or the thread ran out of memory with it.
      if (error instanceof ApiError) throw error;
      return this.ask({ drawing, ...choices, plain: true }, MAX_PATIENCE);
    }
  }

  private async ask(asked: Asked, patience: number): Promise<Drawn> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= start());
    thread.ref();
    const answered = await this.answerOf(thread, asked, patience);
    thread.unref();
    this.idle = setTimeout(() => void this.close(), IDLE).unref();
    const { drawing } = asked;
    if ('tag' in answered || 'forPages' in answered) return answered;
    if ('unknown' in answered) throw notFound(answered.unknown.kind, answered.unknown.id);
    if ('boxes' in answered)
      throw new ApiError(422, 'pictureBoxes', {
        boxes: answered.boxes,
        max: MAX_UNFOLDED,
        selectors: selectorsOf(drawing.view),
      });
    if ('pixels' in answered) throw new ApiError(422, 'picturePixels', { max: MAX_PIXELS / 1_000_000 });
    throw new Error(answered.failed);
  }

  private answerOf(thread: Worker, asked: Asked, patience: number): Promise<Answered> {
    return new Promise<Answered>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        thread.off('message', answer).off('error', end).off('exit', end);
      };
      const answer = (answered: Answered): void => {
        leave();
        resolve(answered);
      };
      const end = (reason: unknown): void => {
        leave();
        if (this.thread === thread) this.thread = undefined;
        reject(reason instanceof Error ? reason : new Error('The thread that draws has ended.'));
      };
      const timer = setTimeout(() => {
        end(new Error('Graphviz took too long.'));
        void thread.terminate();
      }, patience);
      thread.once('message', answer).once('error', end).once('exit', end);
      thread.postMessage(asked);
    });
  }
}
