/** Lets requests begin so that each turn of the event loop stays short, however many clients press. */

/** Milliseconds of a turn after which requests wait for the next one. */
const LONGEST = 5;
/** Waiting requests that may begin in one turn. */
const MOST = 4;

/**
 * Node takes one new connection in each turn of its event loop. A turn used to last until every request that had come was
 * answered, so that 200 clients who write to an embedded database kept new ones out for a minute. Requests begin in the
 * order in which they came; while there is little to do each begins at once.
 */
export class Entrance {
  private readonly waiting: Array<() => void> = [];
  /** When the first request of this turn began. */
  private began: number | undefined;
  private scheduled = false;

  /** Calls `begin` now or in one of the next turns. */
  enter(begin: () => void): void {
    if (!this.scheduled) this.schedule(0);
    this.began ??= performance.now();
    if (!this.waiting.length && this.hasTime) begin();
    else this.waiting.push(begin);
  }

  private get hasTime(): boolean {
    return performance.now() - (this.began ?? 0) < LONGEST;
  }

  /** Between two immediates what the first began has come to its end, or waits for something outside. */
  private schedule(count: number): void {
    this.scheduled = true;
    setImmediate(() => (this.began = performance.now()));
    for (let i = 0; i < count; i++) setImmediate(this.next);
    setImmediate(this.endTurn);
  }

  private readonly next = (): void => {
    if (this.hasTime) this.waiting.shift()?.();
  };

  private readonly endTurn = (): void => {
    this.began = undefined;
    this.scheduled = false;
    if (this.waiting.length) this.schedule(MOST);
  };
}
