/** Lets a few pieces of work run at a time: the others wait their turn, and too many are sent away. */
import { ApiError } from '../common/errors.js';

export class Turns {
  private running = 0;
  private readonly waiting: Array<() => void> = [];

  /** `atOnce`: how many run at a time; `mostWaiting`: how many may wait. */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Runs `work` when it is its turn. Throws 503 where too many wait already. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++;
    else await this.turn();
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over, so that nobody can come in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) throw new ApiError(503, 'unavailable', {}, { 'retry-after': '5' });
    return new Promise((go) => this.waiting.push(go));
  }
}
