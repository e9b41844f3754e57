/** How soon V8 optimizes a function that is called often (docs/decisions/memory.md). */
import { setFlagsFromString } from 'node:v8';

/** The flag of V8 that says how much a function must have run: its usual value, and the later one. From version 12 on it counts calls. */
export const COMPILER =
  Number.parseInt(process.versions.v8) < 12
    ? { flag: '--interrupt-budget', usual: 67_584, later: 540_672 }
    : { flag: '--invocation-count-for-turbofan', usual: 3_000, later: 12_000 };

let underWay = 0;

/**
 * Has V8 optimize a function only once it has run several times as long as usual, until what this gives is called: for a great
 * piece of work that runs through much code once, of which most would be over before its optimized form has paid. Threads share
 * the setting: where two of them ask, it ends with the first that is done.
 */
export function optimizeLater(): () => void {
  if (underWay++ === 0) set(COMPILER.later);
  return () => {
    if (--underWay === 0) set(COMPILER.usual);
  };
}

const set = (value: number): void => setFlagsFromString(`${COMPILER.flag}=${value}`);
