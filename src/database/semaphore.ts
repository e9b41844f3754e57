/** Runs a bounded number of pieces of work at a time; waiting users are served round robin. */
import { RIGHTS_HOLD } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { abandoned, type Requester } from './long-read.js';

/** So many pieces of work of one user may wait: what is beyond would be memory alone. */
const MAX_WAITING = 200;
/** Seconds after which a refused one may be tried again. */
const RETRY = 2;

/** Releases a place. */
export type Release = () => void;

const tooManyReads = (): ApiError =>
  new ApiError(429, 'tooManyReads', { seconds: RETRY }, { 'retry-after': String(RETRY) });

/**
 * A user has half of the places at most, unless there is a single one, so that a user with many requests waits for
 * themself and not everybody else for them. What is refused is refused to those alone who have too many waiting.
 */
export class Semaphore {
  private readonly running = new Map<number, number>();
  /** Who waits, by user; the user whose turn comes next first. */
  private readonly waiting = new Map<number, Array<() => void>>();

  /**
   * `share`: places that a user has at most; `maxWaiting`: how many of a user may wait; `refusal`: what is thrown where more
   * would.
   */
  constructor(
    private free: number,
    private readonly share = Math.ceil(free / 2),
    private readonly maxWaiting = MAX_WAITING,
    private readonly refusal = tooManyReads,
  ) {}

  /** How many wait for a place. */
  get queue(): number {
    let count = 0;
    for (const list of this.waiting.values()) count += list.length;
    return count;
  }

  /**
   * Waits for a place, which must be left again.
   * @param isBounded false: however many of the user wait already
   * @throws 429, or what else was chosen, when the user has too many waiting; `abandoned` when nobody waits for the work any
   *   more; 401, 403 when the user has lost their rights while they waited
   */
  async enter({ userId, signal, recheck }: Requester, isBounded = true): Promise<Release> {
    if (signal?.aborted) throw abandoned();
    const came = performance.now();
    if (this.mayRun(userId)) this.take(userId);
    else await this.turn(userId, signal, isBounded);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.leave(userId);
    };
    try {
      if (performance.now() - came > RIGHTS_HOLD) await recheck?.();
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  private mayRun(userId: number): boolean {
    return this.free > 0 && (this.running.get(userId) ?? 0) < this.share;
  }

  private take(userId: number): void {
    this.free--;
    this.running.set(userId, (this.running.get(userId) ?? 0) + 1);
  }

  private turn(userId: number, signal: AbortSignal | undefined, isBounded: boolean): Promise<void> {
    const list = this.waiting.get(userId) ?? [];
    if (isBounded && list.length >= this.maxWaiting) throw this.refusal();
    this.waiting.set(userId, list);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      };
      const abandon = (): void => {
        list.splice(list.indexOf(begin), 1);
        if (!list.length && this.waiting.get(userId) === list) this.waiting.delete(userId);
        reject(abandoned());
      };
      list.push(begin);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  }

  private leave(userId: number): void {
    this.free++;
    const count = this.running.get(userId)! - 1;
    if (count) this.running.set(userId, count);
    else this.running.delete(userId);
    for (const [next, list] of this.waiting) {
      if (!this.mayRun(next)) continue;
      this.take(next);
      // Behind the others, if there is more of this user.
      this.waiting.delete(next);
      const begin = list.shift()!;
      if (list.length) this.waiting.set(next, list);
      begin();
      return;
    }
  }
}
