/** How long a walk may take, and where others have their turn while it goes on. */

export { whole, type InParts } from '../../core/turns.js';

/** Called by walks every few thousand steps: throws when the time of the request is over or nobody waits for it any more. */
export type Tick = () => void;

const STEPS = 4096;

/**
 * A function to be called at every step of a walk, which calls `tick` at one in 4,096 of them: looking at the clock costs
 * more than a step does. It returns true at these: a good place to end a part.
 */
export function everyFewSteps(tick: Tick): () => boolean {
  let left = STEPS;
  return () => {
    if (--left > 0) return false;
    left = STEPS;
    tick();
    return true;
  };
}
