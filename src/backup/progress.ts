/** Logs how far work has come, but not too often. */

/** Where lines for the one who waits go. */
export type Log = (line: string) => void;

/** Milliseconds between two lines. */
const PAUSE = 2000;

export class Progress {
  private last = performance.now();

  constructor(private readonly log: Log) {}

  /** Where the work is. */
  at(place: string): void {
    const now = performance.now();
    if (now - this.last < PAUSE) return;
    this.last = now;
    this.log(`  ${place}`);
  }
}
