/**
 * What a document and its plan may cost their server: pointers are counted, and the memory that both hold is estimated while the
 * document is read and the plan is made.
 */
import { getHeapStatistics } from 'node:v8';
import { ApiError } from '../../core/http/errors.js';
import { Message, sizeOf } from '../../core/i18n/messages.js';

const MIB = 1 << 20;

/**
 * Parts of the heap that the plans of one user may hold together, and all plans: the rest is for requests, and for what is not yet
 * collected. What lies between them is left to others, whatever one user sends.
 */
const [OF_ONE, OF_ALL] = [0.4, 0.6];
/** Milliseconds for which a document waits for room, all in all; and seconds after which a refused one may be sent again. */
const [PATIENCE, RETRY] = [30_000, 10];

export interface PlanLimits {
  /** Most pointers of a document. */
  readonly pointers: number;
  /** Most bytes that a plan may hold. */
  readonly bytes: number;
}
const PLAN_LIMITS: PlanLimits = { pointers: 1_000_000, bytes: 700 * MIB };

/** What memory is held for, as it is said to whoever sent too much. */
const HELD = {
  items: 'feedCostItems',
  pointers: 'feedCostPointers',
  keys: 'feedCostKeys',
  records: 'feedCostRecords',
  stored: 'feedCostStored',
} as const;

/** Memory that several documents and their plans share. */
class Share {
  held = 0;
  /** Documents that hold some of it, or will. */
  documents = 0;
  /** Those of them that will end by themselves: those that wait for room may have to wait for each other. */
  working = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly most: number,
    readonly refusal: 'feedOwnMemory' | 'feedPlansMemory',
  ) {}

  give(bytes: number): void {
    this.held -= bytes;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Waits until somebody gives something back, or for so many milliseconds. */
  async given(most: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((wake) => {
      this.waiting.add(wake);
      timer = setTimeout(wake, most);
    });
    clearTimeout(timer);
  }
}

/** A share has no room now: 429 where the user's own documents fill it, 503 where those of others do. */
class NoRoom extends ApiError {
  constructor(readonly share: Share) {
    const { refusal } = share;
    super(refusal === 'feedOwnMemory' ? 429 : 503, refusal, { seconds: RETRY }, { 'retry-after': String(RETRY) });
  }
}

/** The memory of all documents and plans of a process, and of each user. */
export class PlanMemory {
  readonly most: number;
  private readonly all: Share;
  private readonly users = new Map<number, Share>();

  constructor(heap = getHeapStatistics().heap_size_limit) {
    this.most = Math.floor((heap * OF_ONE) / MIB) * MIB;
    this.all = new Share(heap * OF_ALL, 'feedPlansMemory');
  }

  /** The cost of a document of a user, until its `end`. */
  open(user: number, limits?: PlanLimits): PlanCost {
    let own = this.users.get(user);
    if (!own) this.users.set(user, (own = new Share(this.most, 'feedOwnMemory')));
    const shares = [own, this.all];
    for (const share of shares) [share.documents, share.working] = [share.documents + 1, share.working + 1];
    const closed = (): void => {
      for (const share of shares) [share.documents, share.working] = [share.documents - 1, share.working - 1];
      if (!own.documents) this.users.delete(user);
    };
    return new PlanCost(limits, this.most, shares, closed);
  }
}

export class PlanCost {
  private pointers = 0;
  private readonly held: Map<keyof typeof HELD, number>;
  /** What is held, of that what the document holds, which is counted by itself. */
  private sum: number;
  private readonly before: number;
  private readonly most: number;
  private plan: PlanCost | undefined;
  private patience = PATIENCE;

  /**
   * `most`: bytes that the heap has room for, `shares`: with whom it is shared, `closed`: called once nothing more will be held,
   * `document`: the cost of the document of which this is the plan.
   */
  constructor(
    private readonly limits = PLAN_LIMITS,
    most = Infinity,
    private readonly shares: readonly Share[] = [],
    private closed?: () => void,
    document?: PlanCost,
  ) {
    this.held = new Map(document?.held);
    this.sum = this.before = document?.sum ?? 0;
    this.most = Math.min(limits.bytes, most);
  }

  /** The cost of a plan of the document of which this is the cost, in place of that of an earlier plan. */
  ofPlan(): PlanCost {
    this.plan?.end();
    return (this.plan = new PlanCost(this.limits, this.most, this.shares, undefined, this));
  }

  /** Counts a pointer. Throws 413 for one too many. */
  point(): void {
    const { pointers: max } = this.limits;
    if (++this.pointers > max) throw new ApiError(413, 'feedPointers', { max });
  }

  /**
   * Notes bytes that are held until `end`.
   * Throws 413 that says what most of them are for; and 429 or 503, for which `room` may wait, where other documents of the user
   * or of others leave no room.
   */
  hold(what: keyof typeof HELD, bytes: number): void {
    this.held.set(what, (this.held.get(what) ?? 0) + bytes);
    this.sum += bytes;
    for (const share of this.shares) share.held += bytes;
    if (this.sum > this.most) {
      const [most] = [...this.held].sort(([, a], [, b]) => b - a)[0]!;
      throw new ApiError(413, 'feedPlanMemory', { max: sizeOf(this.most), what: new Message(HELD[most]) });
    }
    const full = this.shares.find((share) => share.held > share.most);
    if (full) throw new NoRoom(full);
  }

  /** As `hold`, for what a document holds. Returns what is to be waited for where there is no room yet. */
  holdOrWait(what: keyof typeof HELD, bytes: number): Promise<void> | undefined {
    try {
      this.hold(what, bytes);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      this.held.set(what, this.held.get(what)! - bytes);
      this.sum -= bytes;
      for (const share of this.shares) share.held -= bytes;
      return this.room(error).then(() => this.holdOrWait(what, bytes));
    }
  }

  /**
   * Gives the plan of this document up, where one was begun, and waits until another document leaves room for it. Throws the
   * error itself where it is another one, where all others wait as well, and after half a minute.
   */
  async room(error: unknown): Promise<void> {
    this.plan?.end();
    if (!(error instanceof NoRoom) || error.share.working <= 1 || this.patience <= 0) throw error;
    const began = performance.now();
    for (const share of this.shares) share.working--;
    await error.share.given(this.patience);
    for (const share of this.shares) share.working++;
    this.patience -= performance.now() - began;
  }

  /** Nobody needs the document any more, nor its plan. */
  end(): void {
    this.plan?.end();
    const bytes = this.sum - this.before;
    this.sum = this.before;
    for (const share of this.shares) share.give(bytes);
    this.closed?.();
    this.closed = undefined;
  }
}

/** Bytes of an object or a list beside what stands in it, and of what stands in it. */
const [ROOM, SLOT] = [64, 16];

/** The bytes that a value takes in memory, about. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = ROOM;
  if (Array.isArray(value)) for (const one of value) bytes += SLOT + bytesOf(one);
  else for (const name in value) bytes += SLOT + bytesOf((value as Record<string, unknown>)[name]);
  return bytes;
}
