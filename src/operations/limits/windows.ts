/** The minutes of callers, as one replica knows them. */
import { latest, MINUTE } from './clocks.js';
import type { Lot } from './shared-counts.js';

const MOST_WINDOWS = 20_000;

/** Requests that pass at the beginning of a minute before the database was heard: those of a second at the limit. */
export const trustOf = (limit: number): number => Math.ceil(limit / 60);

/** A minute of somebody, from their first request on. */
export class Window {
  /** Requests that were let pass here. */
  used = 0;
  /** The lot that was asked for and has not come yet. */
  asking: Promise<void> | undefined;
  /** Requests that the database has counted for this replica. */
  private granted = 0;
  /** Requests that may pass here; more will be asked for unless none are left. */
  private allowed: number;
  /** What is left to all replicas, as last heard; undefined: nothing was heard. */
  private left: number | undefined;
  /** Half of the last lot. */
  private low = 0;

  /** `ends`: milliseconds since 1970. */
  constructor(
    readonly who: string,
    readonly limit: number,
    public ends: number,
  ) {
    this.allowed = trustOf(limit);
  }

  get mayPass(): boolean {
    return this.used < this.allowed;
  }

  /** Nothing is left, here or elsewhere. */
  get usedUp(): boolean {
    return !this.mayPass && this.left === 0;
  }

  /** It is time to ask for a lot. */
  get runsLow(): boolean {
    if (this.left === undefined) return true;
    return this.left > 0 && this.allowed - this.used <= this.low;
  }

  /** What is told to the caller. */
  get remaining(): number {
    const left = this.left === undefined ? this.limit - this.used : this.left + this.allowed - this.used;
    return Math.max(0, left);
  }

  /** Requests that passed and that the database has not counted. */
  get unpaid(): number {
    return Math.max(0, this.used - this.granted);
  }

  /** Takes a lot in. `used` and `unpaid` are those of the moment when it was asked for. */
  credit({ granted, left, ends }: Lot, used: number, unpaid: number): void {
    if (this.granted && ends !== this.ends) {
      // For the others the next minute has begun: what is not paid belongs to it, and old lots do not.
      this.used = this.used - used + unpaid;
      this.granted = 0;
    }
    this.ends = ends;
    this.granted += granted;
    this.allowed = this.granted;
    this.left = left;
    this.low = Math.floor((granted - unpaid) / 2);
  }

  /** The database does not answer: the rest of the minute is counted without it. */
  countAlone(): void {
    this.allowed = Math.max(this.allowed, this.limit);
    this.left = 0;
  }
}

/** The minutes of all callers of this replica, a bounded number. */
export class Windows {
  private readonly windows = new Map<string, Window>();

  /** The minute of somebody at a moment; a new one where the last is over, the limit is another, or the clock was set back. */
  of(who: string, limit: number, now: number): Window {
    const known = this.windows.get(who);
    if (known && known.ends > now && known.ends <= latest(MINUTE, now) && known.limit === limit) return known;
    if (!known && this.windows.size >= MOST_WINDOWS) this.makeRoom(now);
    const window = new Window(who, limit, now + MINUTE);
    this.windows.set(who, window);
    return window;
  }

  /** Leaves out what has ended; a quarter of the rest, the oldest, where nothing has. */
  private makeRoom(now: number): void {
    for (const [who, { ends }] of this.windows) if (ends <= now) this.windows.delete(who);
    let most = this.windows.size < MOST_WINDOWS ? 0 : MOST_WINDOWS / 4;
    for (const who of this.windows.keys()) {
      if (most-- <= 0) return;
      this.windows.delete(who);
    }
  }
}
