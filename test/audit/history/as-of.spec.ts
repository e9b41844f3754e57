/**
 * History: what all reads answered at moments under random writes is what they answer of these moments afterwards, to the byte.
 * EVENTS_SEED repeats a run. @seconds 30
 */
import { RandomMap } from '../../events/random-map.js';
import { ENGINES } from '../../support/engines.js';
import { rounds } from '../../support/extent.cjs';
import { TestServer } from '../../support/server.js';
import { differences, dumpOf, type Dump } from './dumps.js';

const SEED = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
const [MOMENTS, WRITES] = [
  Number(process.env['EVENTS_MOMENTS'] ?? 2),
  Number(process.env['EVENTS_WRITES'] ?? rounds(60)),
];
console.log(`EVENTS_SEED=${SEED}`);

describe.each(ENGINES)('history: as of a moment on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('answers to the byte what was answered then, by time and by cursor', async () => {
    const map = new RandomMap(server, SEED);
    for (const resource of map.kinds) await map.create(resource);
    const dumps: Dump[] = [];
    for (let moment = 0; moment < MOMENTS; moment++) {
      dumps.push(await dumpOf(server, map));
      for (let i = 0; i < WRITES; i++) expect(await map.write()).toBeLessThan(500);
    }
    const last = await dumpOf(server, map);
    const subjects = new Set([...dumps, last].flatMap(({ objects }) => [...objects.keys()]));
    for (const [i, dump] of [...dumps, last].entries()) {
      const wrong = await differences(server, dump, i % 2 ? dump.cursor : dump.at, subjects);
      expect(wrong.slice(0, 3)).toEqual([]);
    }
  });
});
