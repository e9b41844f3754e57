/** How long others wait while a long report is made: 100 ms at a time, at most. */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import { LONG_REPORTS, LongMap, type Asked } from './long-map.js';

/** Longest wait of another request, in milliseconds. */
const LIMIT = 100;
/** Other programs of the machine only make waits longer, so that the best of some runs is that of the report itself. */
const RUNS = 4;
const REST = 5;

/** Asks for small things as long as a report is read; the waits for them, in milliseconds, the longest ones last. */
async function waitsDuring({ client, read }: Asked, path: string): Promise<number[]> {
  const waits: number[] = [];
  let isRead = false;
  const reading = read(path).finally(() => (isRead = true));
  while (!isRead) {
    const { status, ms } = await client.send('GET', '/api/entities/1?fields=name');
    expect(status).toBe(200);
    waits.push(ms);
    await pause(REST);
  }
  await reading;
  return waits.sort((a, b) => a - b);
}

describe.each(ENGINES)('what others wait for reports on %s', (engine) => {
  let map: LongMap;
  beforeAll(async () => {
    map = await LongMap.make(engine);
  });
  afterAll(() => map.remove());

  it.each(LONG_REPORTS)(`reports 11: %s holds up nobody for more than ${LIMIT} ms`, (path) =>
    map.withServer(async (asked) => {
      let longest = Infinity;
      for (let run = 0; run < RUNS && longest > LIMIT; run++) {
        const waits = await waitsDuring(asked, path);
        const at = (part: number): string => waits[Math.floor((waits.length - 1) * part)]!.toFixed(0);
        console.log(
          `${engine} ${path}: of ${waits.length} waits half up to ${at(0.5)} ms, 99 % ${at(0.99)}, all ${at(1)}`,
        );
        longest = Math.min(longest, waits.at(-1)!);
      }
      expect(longest).toBeLessThanOrEqual(LIMIT);
    }),
  );
});
