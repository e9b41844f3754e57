/** Reads that may take long: for whom they are, when they are cancelled, how long they may take. */
import { RIGHTS_HOLD } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';

/** For whom something is read: the user, and whether they still wait. */
export interface Requester {
  userId: number;
  /** Aborted when the client no longer waits for the answer. */
  signal?: AbortSignal;
  /** Asks whether they may still have it (`Caller.recheck`): once they have waited. Throws 401, 403. */
  recheck?: () => Promise<void>;
}

/** Whoever calls, as they wait for what they read. */
export const requesterOf = (
  { userId, recheck }: Pick<Requester, 'userId' | 'recheck'>,
  signal?: AbortSignal,
): Requester => ({ userId, ...(signal && { signal }), ...(recheck && { recheck: () => recheck() }) });

/** Does work, and asks whether whoever waits may still have what came of it where that took long. Throws 401, 403. */
export async function rechecked<T>({ recheck }: Pick<Requester, 'recheck'>, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  if (performance.now() - began > RIGHTS_HOLD) await recheck?.();
  return done;
}

/** Thrown where the client has disconnected: nobody receives it, and it is no failure to be logged. */
export const abandoned = (): Error => new ApiError(503, 'unavailable');

/** A statement or a snapshot took longer than it may. */
export class TimeLimitError extends Error {
  constructor(readonly seconds: number) {
    super(`Not finished within ${seconds} seconds.`);
  }
}

/** Share of a limit below which nothing worth mentioning is left: clocks of two processes differ by as much. */
const MIN_REST_SHARE = 0.02;

/** The statements of one list, which share a limit on the time that the database works for them. */
export class LongRead implements Requester {
  /** The embedded engine: reads of this list hold the main thread for too long, so they are done in another one. */
  apart = false;
  /** Statements of this list that are under way. */
  running = 0;
  private used = 0;

  readonly userId: number;
  readonly signal?: AbortSignal;
  readonly recheck?: () => Promise<void>;

  /** `seconds`: of the database's work; waiting for a turn, and for a slow client, does not count. */
  constructor(
    { userId, signal, recheck }: Requester,
    readonly seconds: number,
  ) {
    this.userId = userId;
    if (signal) this.signal = signal;
    if (recheck) this.recheck = recheck;
  }

  /** Seconds that are left. Throws a TimeLimitError when there are none. */
  get left(): number {
    const left = this.seconds - this.used;
    if (left <= this.seconds * MIN_REST_SHARE) throw new TimeLimitError(this.seconds);
    return left;
  }

  /** Returns true if a statement that was ended for its time may be begun again: it was the client who took it. */
  get timeLeft(): boolean {
    return this.seconds - this.used > this.seconds * MIN_REST_SHARE;
  }

  /** Counts time of the database's work. */
  spend(milliseconds: number): void {
    this.used += milliseconds / 1000;
  }

  /** Throws where nobody waits any more. */
  check(): void {
    if (this.signal?.aborted) throw abandoned();
  }
}
