/** Lets a bounded number through at a time, in the order of arrival. */
export class Turnstile {
  private readonly waiting: Array<() => void> = [];

  constructor(private free: number) {}

  /** How many wait for a place. */
  get queue(): number {
    return this.waiting.length;
  }

  /** Waits for a place. Each one that is taken must be left again. */
  async enter(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
