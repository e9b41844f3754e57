/** What follows the answer to a delivery. */
import { Injectable } from '@nestjs/common';
import type { Hook, PausedReason } from './hook.js';
import type { Outcome } from './post.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Answers after which it may go well later. */
const PASSING = new Set([408, 425, 429]);

export interface Consequence {
  /** `on`: the next event; `again`: this one, not before `retryAt`. */
  next: 'on' | 'again';
  /** The event is given up, and kept for whoever sends it anew. */
  dead: boolean;
  /** The receiver does not want it. */
  refused: boolean;
  paused?: PausedReason;
  retryAt: number;
}

@Injectable()
export class RetryPlan {
  /** Milliseconds before the second, third … attempt; then always the last of them. */
  pauses: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];
  /** Attempts after which an event is given up that its receiver refuses. */
  readonly refusals = 5;
  /** Milliseconds after which a hook is paused whose receiver fails, and for which a receiver may ask to be left alone. */
  patience = 24 * HOUR;

  after(
    hook: Pick<Hook, 'attempts' | 'refusals' | 'failingSince'>,
    { ok, status, error, retryAfter }: Outcome,
  ): Consequence {
    const refused = status !== null && !ok && status < 500 && !PASSING.has(status);
    if (ok) return { next: 'on', dead: false, refused, retryAt: 0 };
    const retryAt = Date.now() + this.pauseOf(hook.attempts, retryAfter);
    const again: Consequence = { next: 'again', dead: false, refused, retryAt };
    if (status === 410) return { ...again, paused: 'gone' };
    if (error === 'closed-address') return { ...again, paused: 'closed-address' };
    if (refused && hook.refusals + 1 >= this.refusals) return { next: 'on', dead: true, refused, retryAt: 0 };
    if (hook.failingSince !== null && Date.now() - hook.failingSince >= this.patience)
      return { ...again, paused: 'failures' };
    return again;
  }

  private pauseOf(attempts: number, retryAfter = 0): number {
    const pause = this.pauses[Math.min(attempts, this.pauses.length - 1)]!;
    const spread = pause * (0.8 + 0.4 * Math.random());
    return Math.round(Math.max(spread, Math.min(retryAfter, this.patience)));
  }
}
