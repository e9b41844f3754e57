/** What is known of reads that may take long: for whom they are, until when anybody waits for them, how long they may take. */
import { ApiError } from '../core/http/errors.js';

/** For whom something is read. */
export interface Reader {
  userId: number;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/** What is thrown where the client has gone: nobody hears it, and it is no failure that a log should tell of. */
export const abandoned = (): Error => new ApiError(503, 'unavailable');

/** A statement or a snapshot took longer than it may. */
export class TimeLimitError extends Error {
  constructor(readonly seconds: number) {
    super(`Not finished within ${seconds} seconds.`);
  }
}

/** Of a limit nothing worth mentioning is left: clocks of two processes differ by as much. */
const REST = 0.02;

/** The statements of one list, which share a limit on the time that the database works for them. */
export class LongRead implements Reader {
  /** The embedded engine: reads of this list hold the main thread for too long, so they are done in another one. */
  apart = false;
  /** Statements of this list that are under way. */
  running = 0;
  private used = 0;

  /** `seconds`: of the database's work; waiting for a turn, and for a slow client, does not count. */
  constructor(
    readonly userId: number,
    readonly seconds: number,
    readonly signal?: AbortSignal,
  ) {}

  /** Seconds that are left. Throws a TimeLimitError when there are none. */
  get left(): number {
    const left = this.seconds - this.used;
    if (left <= this.seconds * REST) throw new TimeLimitError(this.seconds);
    return left;
  }

  /** Whether a statement that was ended for its time may be begun again: it was the client who took it. */
  get timeLeft(): boolean {
    return this.seconds - this.used > this.seconds * REST;
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
