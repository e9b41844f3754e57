/**
 * Draws pictures in a thread, one after the other, users in turns, and keeps the files of the last ones. What a picture is drawn
 * from is read when its turn has come, so that those who wait hold nothing; whoever goes away ends what is drawn for them.
 */
import { ApiError, notFound, UnknownObject } from '../core/http/errors.js';
import { Thread, ThreadTimeout } from '../core/thread.js';
import { abandoned, rechecked, type Requester } from '../database/long-read.js';
import { Semaphore } from '../database/semaphore.js';
import { hasTag, registry } from '../engine/index.js';
import type { Answered, DrawRequest } from './draw-thread.js';
import { isPlainTag, type Drawing } from './draw.js';
import type { Page, PagePicture } from './pages.js';
import { narrowingNames } from './parameters.js';
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
/** Pictures of one user that wait for the thread at most. */
const MAX_WAITING = 20;
/** Files of so many pictures are kept. */
const MAX_KEPT = 50;
const MAX_KEPT_BYTES = 20 * 1024 * 1024;
/** Milliseconds after which a picture that Graphviz had no time for is tried again. */
const PLAIN_KEPT = 60_000;
/** Megabytes that what lives shortly may fill before it is cleared away: most of a scene does, and V8 would keep the room. */
const SHORT_LIVED = 8;
/** Seconds after which a refused request may be sent again. */
const RETRY = 2;

/** The parameters that narrow a view. */
const selectorsOf = (name: string): string =>
  narrowingNames(VIEWS.find((view) => view.name === name)!)
    .reverse()
    .join(', ');

const busy = (): ApiError => new ApiError(503, 'graphBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });

/** What a drawing is asked for besides itself. */
type Choices = Pick<DrawRequest, 'known' | 'pages'>;

type Drawn = Extract<Answered, { tag: string } | { icons: unknown } | { forPages: unknown }>;

/** Reads icons by the ids of their documents, as `data:` addresses; those that there are not are left out. */
export type ReadIcons = (ids: readonly number[]) => Promise<Readonly<Record<number, string>>>;

/** A picture that was asked for. */
export interface Picture {
  tag: string;
  /** The file, packed by gzip; left out if the tag was known to whoever asked. */
  packed?: Uint8Array;
  /** The state of the map that it shows. */
  snapshot: string;
  /** It shows icons of objects, which may change without the map. */
  withIcons: boolean;
}

export class Drawer {
  /** Graphviz tells of its troubles on the error stream, where nobody wants them: what it cannot do is drawn otherwise. */
  private readonly thread = new Thread<DrawRequest, Answered>(THREAD, {
    ...{ idle: IDLE, isQuiet: true, resourceLimits: { maxYoungGenerationSizeMb: SHORT_LIVED } },
  });
  private readonly turns = new Semaphore(1, 1, MAX_WAITING, busy);
  /**
   * Files of the last pictures, by their tags; the one that was asked for last stands last. Packed, since V8 leaves what was
   * dropped for long: it lies outside of its heap.
   */
  private readonly kept = new Map<string, Uint8Array>();
  private keptBytes = 0;

  /** `patience`: milliseconds that a picture may take with Graphviz. */
  constructor(private readonly patience = PATIENCE) {}

  /**
   * A picture, with its file unless the tag is one of `known`.
   * @param read what it is drawn from
   * @throws 404 for an object that a selector names in vain; 422 if it would be too large; 503 if too many pictures of the user
   *   wait; 401, 403 where they lost their rights meanwhile; `abandoned` when nobody waits for it any more
   */
  async draw(
    read: () => Promise<Drawing>,
    readIcons: ReadIcons,
    known: readonly string[],
    requester: Requester,
  ): Promise<Picture> {
    const leave = await this.turns.enter(requester);
    try {
      return await rechecked(requester, () => this.drawn(read, readIcons, known, requester.signal));
    } finally {
      leave();
    }
  }

  private async drawn(
    read: () => Promise<Drawing>,
    readIcons: ReadIcons,
    known: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Picture> {
    // Whoever has a plain picture gets the better one as soon as there is time for it.
    const choices = { known: [...known.filter((tag) => !isPlainTag(tag)), ...this.kept.keys()] };
    let drawn = await this.drawNow(read, choices, signal);
    const withIcons = 'icons' in drawn;
    if ('icons' in drawn) {
      const icons = await readIcons(drawn.icons);
      drawn = await this.drawNow(async () => ({ ...(await read()), icons }), choices, signal);
    }
    if (!('tag' in drawn)) throw new Error('Icons were read, and are asked for again.');
    const { tag, snapshot } = drawn;
    if (drawn.packed) {
      this.keep(tag, drawn.packed);
      if (isPlainTag(tag)) setTimeout(() => this.drop(tag), PLAIN_KEPT).unref();
    }
    const packed = drawn.packed ?? (hasTag(known, tag) ? undefined : this.file(tag));
    return { tag, snapshot, withIcons, ...(packed && { packed }) };
  }

  /** The file of a picture that was drawn not long ago, packed by gzip. */
  file(tag: string): Uint8Array | undefined {
    const packed = this.kept.get(tag);
    if (packed) this.keep(tag, packed);
    return packed;
  }

  /**
   * The picture for one of these pages of a document; undefined if it would show nothing. It waits for its turn however many
   * of the user's pictures do: of documents a bounded number is made at a time.
   * @throws `abandoned` when nobody waits for it any more; 422 if it would be too large
   */
  async drawForPages(
    read: () => Promise<Drawing>,
    pages: readonly Page[],
    requester: Requester,
  ): Promise<PagePicture | undefined> {
    const leave = await this.turns.enter(requester, false);
    try {
      const drawn = await this.drawNow(read, { known: [], pages }, requester.signal);
      return (drawn as Extract<Drawn, { forPages: unknown }>).forPages;
    } finally {
      leave();
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.thread.close();
  }

  private keep(tag: string, packed: Uint8Array): void {
    this.drop(tag);
    this.kept.set(tag, packed);
    this.keptBytes += packed.length;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT && this.keptBytes <= MAX_KEPT_BYTES) break;
      this.drop(oldest);
    }
  }

  private drop(tag: string): void {
    this.keptBytes -= this.kept.get(tag)?.length ?? 0;
    this.kept.delete(tag);
  }

  private async drawNow(
    read: () => Promise<Drawing>,
    choices: Choices,
    signal: AbortSignal | undefined,
  ): Promise<Drawn> {
    const patience = this.patience * (choices.pages ? PAGES_FACTOR : 1);
    const drawing = await read();
    if (signal?.aborted) throw abandoned();
    try {
      return await this.ask({ drawing, ...choices, plain: false }, patience, signal);
    } catch (error) {
      // Otherwise Graphviz took too long, or the thread ran out of memory with it.
      if (error instanceof ApiError) throw error;
      return this.ask({ drawing: await read(), ...choices, plain: true }, MAX_PATIENCE, signal).catch(
        (failure: unknown) => {
          throw failure instanceof ThreadTimeout ? busy() : failure;
        },
      );
    }
  }

  private async ask(asked: DrawRequest, patience: number, signal: AbortSignal | undefined): Promise<Drawn> {
    const { drawing } = asked;
    // Handed over, not copied: of each picture a copy would stay here until so many have gathered that they are cleared away.
    const transfer = [drawing.graph.buffer as ArrayBuffer];
    const answered = await this.thread.ask(asked, { limit: patience, signal, transfer }).catch((error: unknown) => {
      throw error instanceof UnknownObject ? notFound(registry.get(error.kind), error.id) : error;
    });
    if ('boxes' in answered)
      throw new ApiError(422, 'pictureBoxes', {
        boxes: answered.boxes,
        max: MAX_UNFOLDED,
        selectors: selectorsOf(drawing.view),
      });
    if ('pixels' in answered) throw new ApiError(422, 'picturePixels', { max: MAX_PIXELS / 1_000_000 });
    return answered;
  }
}
