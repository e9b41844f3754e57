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
