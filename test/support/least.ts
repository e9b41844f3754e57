/** Time that work takes, measured so that a busy or slow machine does not fail what is right. */
import { readFileSync } from 'node:fs';

/**
 * The least of up to four measurements of a time: what else runs on the machine only adds to one, and what a program costs is in each.
 * @param limit no further one is made once one is below it
 */
export async function least(limit: number, measure: () => number | Promise<number>): Promise<number> {
  let found = Infinity;
  for (let i = 0; i < 4 && found >= limit; i++) found = Math.min(found, await measure());
  return found;
}

/** Milliseconds of the processor that this process spends on some work, with the threads of V8: others who keep it busy add nothing. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The longest time for which the event loop did not come back while some work was under way: milliseconds of the processor of its own
 * thread, to which others on the machine add nothing. By the clock where the system does not tell.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = threadMs();
  const timer = setInterval(() => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = threadMs();
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Milliseconds that a round takes on the machine for which limits in time are written: two cores of 2026 with nothing beside. */
const PACE = 8;

/**
 * How many times as long as there work takes on this machine at this moment, 1 at least: what a limit of processor time is multiplied
 * by. Of ten rounds the middle one.
 */
export async function pace(): Promise<number> {
  const rounds: number[] = [];
  for (let i = 0; i < 10; i++) rounds.push(await processorMs(work));
  return Math.max(1, rounds.sort((a, b) => a - b)[5]! / PACE);
}

/** Of all that programs do: texts, objects, sorting, patterns, and garbage. */
function work(): unknown {
  const rows = Array.from({ length: 6000 }, (_, i) => ({
    id: (i * 7919) % 6007,
    name: `name ${i}`,
    tags: [i, `${i}`],
  }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  return read
    .sort((a, b) => a.id - b.id)
    .filter(({ name }) => /[02468]$/.test(name))
    .map(({ name, tags }) => `${name}: ${tags.join()}`)
    .join('\n');
}
