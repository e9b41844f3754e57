/** Keeps to the number of questions that a server takes in a time. */
import { setTimeout as wait } from 'node:timers/promises';

export class Pace {
  private readonly asked: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  /** At most `most` turns in any `span` milliseconds. */
  constructor(
    private readonly most: number,
    private readonly span: number,
  ) {}

  /** Waits for a turn, first come, first served. Throws what the signal says when it ends the wait. */
  turn(signal: AbortSignal): Promise<void> {
    const turn = this.queue.then(() => this.next(signal));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async next(signal: AbortSignal): Promise<void> {
    const pause = this.asked.length < this.most ? 0 : this.asked[0]! + this.span - Date.now();
    if (pause > 0) await wait(pause, undefined, { signal });
    signal.throwIfAborted();
    if (this.asked.length >= this.most) this.asked.shift();
    this.asked.push(Date.now());
  }
}
