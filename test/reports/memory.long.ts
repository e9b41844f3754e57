/** What the longest reports keep in memory, in a process of its own: 300 MB above what it has when it is idle, at most. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENGINES } from '../support/engines.js';
import { LONG_REPORTS, LongMap } from './long-map.js';

const LIMIT = 300;

/** A memory figure of a process in MB: what it has now, or had at its peak. */
const memoryOf = (pid: number, figure: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;

describe.each(ENGINES)('memory of reports on %s', (engine) => {
  let map: LongMap;
  beforeAll(async () => {
    map = await LongMap.make(engine);
  });
  afterAll(() => map.remove());

  it.each(LONG_REPORTS)(`reports 11: %s takes ${LIMIT} MB at most, whatever its length`, (path) =>
    map.withServer(async ({ server, client, read }) => {
      client.close();
      const idle = memoryOf(server.pid!, 'VmRSS');
      writeFileSync(`/proc/${server.pid!}/clear_refs`, '5');
      const bytes = await read(path);
      const above = Math.round(memoryOf(server.pid!, 'VmHWM') - idle);
      console.log(
        `${engine} ${path}: ${(bytes / 2 ** 20).toFixed(1)} MB, ${above} MB of memory above ${Math.round(idle)}`,
      );
      expect(bytes).toBeGreaterThan(2 ** 20);
      expect(above).toBeLessThan(LIMIT);
    }),
  );
});
