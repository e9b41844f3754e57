/**
 * What a document and its plan may cost their server: pointers are counted, and the memory that both hold is estimated while the
 * document is read and the plan is made.
 */
import { getHeapStatistics } from 'node:v8';
import { ApiError } from '../../core/http/errors.js';
import { Message, sizeOf } from '../../core/i18n/messages.js';

const MIB = 1 << 20;

/** Parts of the heap that one plan may hold, and all plans together: the rest is for requests, and for what is not yet collected. */
const [OF_ONE, OF_ALL] = [0.4, 0.6];

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

export class PlanCost {
  /** Bytes of all plans under way in this process. */
  private static all = 0;
  private readonly most: number;
  private readonly mostOfAll: number;
  private pointers = 0;
  private readonly held: Map<keyof typeof HELD, number>;
  /** What is held, of that what the document holds, which is counted by itself. */
  private sum: number;
  private readonly before: number;

  constructor(
    private readonly limits = PLAN_LIMITS,
    private readonly heap = getHeapStatistics().heap_size_limit,
    document?: PlanCost,
  ) {
    this.held = new Map(document?.held);
    this.sum = this.before = document?.sum ?? 0;
    this.most = Math.min(limits.bytes, Math.floor((heap * OF_ONE) / MIB) * MIB);
    this.mostOfAll = heap * OF_ALL;
  }

  /** The cost of a plan of the document of which this is the cost. */
  ofPlan(): PlanCost {
    return new PlanCost(this.limits, this.heap, this);
  }

  /** Counts a pointer. Throws 413 for one too many. */
  point(): void {
    const { pointers: max } = this.limits;
    if (++this.pointers > max) throw new ApiError(413, 'feedPointers', { max });
  }

  /**
   * Notes bytes that are held until `end`.
   * Throws 413 that says what most of them are for, or 503 where other plans leave no room.
   */
  hold(what: keyof typeof HELD, bytes: number): void {
    this.held.set(what, (this.held.get(what) ?? 0) + bytes);
    this.sum += bytes;
    PlanCost.all += bytes;
    if (this.sum > this.most) {
      const [most] = [...this.held].sort(([, a], [, b]) => b - a)[0]!;
      throw new ApiError(413, 'feedPlanMemory', { max: sizeOf(this.most), what: new Message(HELD[most]) });
    }
    if (PlanCost.all > this.mostOfAll) throw new ApiError(503, 'feedPlansMemory');
  }

  /** The plan is made, or none comes of it; or the document is not needed any more. */
  end(): void {
    PlanCost.all -= this.sum - this.before;
    this.sum = this.before;
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
