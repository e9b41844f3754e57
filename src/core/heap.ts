/** How far the heap grows before what is garbage on it is collected, in percent of what is used (docs/decisions/memory.md). */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 by itself lets garbage come to several times what is used where memory is plenty. */
const DEFAULT_SIZE = 100;
/** While something long is written: its rows are on their way for so long that V8 takes many for something that stays. */
const LEAN = 28;
/** So many ms afterwards it is still so: where one was asked for, others often follow. */
const LINGER = 10_000;

let long = 0;
let lingering: NodeJS.Timeout | undefined;

/** Has the process collect its old objects once they have doubled; to be called when it begins. */
export function keepHeapSmall(): void {
  grow(DEFAULT_SIZE);
}

/**
 * Has the process collect its old objects more often, until some time after what this gives is called: the memory of a report
 * grew with its rows to several times what was used. Not always, since lists with related objects took a fifth more time.
 */
export function keepHeapSmaller(): () => void {
  clearTimeout(lingering);
  if (long++ === 0) grow(LEAN);
  return () => {
    if (--long === 0) lingering = setTimeout(grow, LINGER, DEFAULT_SIZE).unref();
  };
}

/**
 * Collects what is garbage in this thread, and gives its memory back. For a thread that has done much at once and may do nothing
 * for long: V8 would keep what is left behind until there is as much again.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const grow = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
