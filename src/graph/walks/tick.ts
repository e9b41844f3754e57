/** How long a walk may take. */

/** Called by walks every few thousand steps: throws when the time of the request is over or nobody waits for it any more. */
export type Tick = () => void;

const STEPS = 4096;

/**
 * A function to be called at every step of a walk, which calls `tick` at one in 4,096 of them: looking at the clock costs
 * more than a step does.
 */
export function everyFewSteps(tick: Tick): Tick {
  let left = STEPS;
  return () => {
    if (--left > 0) return;
    left = STEPS;
    tick();
  };
}
