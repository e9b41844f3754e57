/**
 * Moves what stands in the log into the file of the database once nobody writes: after the start of a new map all of it
 * would lie in the log, and whoever copies the file alone would have a copy without a single table.
 */

/** Milliseconds without a write after which the log is moved, and the least time between two moves: each is a thread. */
const [IDLE, INTERVAL] = [2000, 30_000];

export class IdleCheckpoint {
  private timer: NodeJS.Timeout | undefined;
  private due = 0;
  private last = -Infinity;

  /** `move` moves the log; called after the start too. */
  constructor(private readonly move: () => void) {
    this.written();
  }

  /** Something was written. */
  written(): void {
    const now = performance.now();
    this.due = Math.max(now + IDLE, this.last + INTERVAL);
    // Of many writes only the first sets a timer, which goes on waiting where it rings too early.
    this.timer ??= this.wait(this.due - now);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = Infinity;
  }

  private wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.ring(), ms).unref();
  }

  private ring(): void {
    const now = performance.now();
    this.timer = now < this.due ? this.wait(this.due - now) : undefined;
    if (this.timer) return;
    this.last = now;
    this.move();
  }
}
