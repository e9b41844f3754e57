/** Tells how long work goes on, but not too often. */

/** Where lines for the one who waits go. */
export type Tell = (line: string) => void;

/** Milliseconds between two lines. */
const PAUSE = 2000;

export class Progress {
  private last = performance.now();

  constructor(private readonly tell: Tell) {}

  /** Where the work is. */
  at(place: string): void {
    const now = performance.now();
    if (now - this.last < PAUSE) return;
    this.last = now;
    this.tell(`  ${place}`);
  }
}
