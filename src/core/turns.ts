/** Long work on the event loop, with turns for others in between. */
import { setImmediate } from 'node:timers/promises';
import { ApiError } from './http/errors.js';

/** Milliseconds of a turn; whoever waits is to be served after a tenth of a tenth of a second. */
const TURN_MS = 10;
/** Steps between two looks at the clock, of work that has some thousand in each part. */
const STEPS = 64;
/** Elements that are sorted at once. */
const RUN = 2048;

/** Long work in parts of some thousand steps: between two of them others may have their turn. */
export type InParts<T> = Generator<void, T>;

/** All parts of a work, one after the other. */
export function whole<T>(parts: InParts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The turns of one piece of work, however many loops it has. */
export class Turns {
  private began = performance.now();

  /** `gone`: whether nobody waits for the work any more. */
  constructor(private readonly gone?: () => boolean) {}

  /**
   * To be awaited between two steps: others have their turn, where this one has lasted long enough. Throws 503 where nobody
   * waits for the work any more.
   */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    if (this.gone?.()) throw new ApiError(503, 'unavailable');
    this.began = performance.now();
  }

  /** Calls a function with each element, of which one may take long: the clock is looked at behind each. */
  async each<T>(all: Iterable<T>, visit: (one: T) => void): Promise<void> {
    for (const one of all) {
      visit(one);
      if (this.isOver) await this.rest();
    }
  }

  /** The elements in their order, as `toSorted` gives them: what is equal stays as it was. */
  async sorted<T>(all: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
    let runs: T[][] = [];
    for (let at = 0; at < all.length; at += RUN) {
      runs.push(all.slice(at, at + RUN).sort(compare));
      await this.rest();
    }
    while (runs.length > 1) {
      const merged: T[][] = [];
      for (let i = 0; i < runs.length; i += 2)
        merged.push(runs[i + 1] ? await this.merged(runs[i]!, runs[i + 1]!, compare) : runs[i]!);
      runs = merged;
    }
    return runs[0] ?? [];
  }

  /** All parts of a work. */
  async whole<T>(parts: InParts<T>): Promise<T> {
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      await this.rest();
    }
  }

  private async merged<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
    const merged: T[] = [];
    let [i, j] = [0, 0];
    while (i < one.length && j < other.length) {
      merged.push(compare(one[i]!, other[j]!) <= 0 ? one[i++]! : other[j++]!);
      if (merged.length % RUN === 0) await this.rest();
    }
    while (i < one.length) merged.push(one[i++]!);
    while (j < other.length) merged.push(other[j++]!);
    return merged;
  }

  /** To be called at each step of a work: returns true where a part of it ends. */
  fewSteps(): () => boolean {
    let left = STEPS;
    return () => {
      if (--left > 0) return false;
      left = STEPS;
      return this.isOver;
    };
  }

  private get isOver(): boolean {
    return performance.now() - this.began > TURN_MS;
  }
}

/** The turn of the event loop that is under way, for all who work in it without knowing of each other. */
export class LoopTurn {
  private began: number | undefined;

  /** To be awaited before a step; undefined where the turn has lasted but a moment. */
  rest(): Promise<void> | undefined {
    if (this.began !== undefined)
      return performance.now() - this.began > TURN_MS ? setImmediate().then(() => this.rest()) : undefined;
    this.began = performance.now();
    void setImmediate().then(() => (this.began = undefined));
    return undefined;
  }
}
