/**
 * History: what all reads answered at moments under random writes is what they answer of these moments afterwards, to the byte.
 * EVENTS_SEED repeats a run. `test/events/moments.long.ts` has the long form. @seconds 30
 */
import { ENGINES } from '../../support/engines.js';
import { rounds } from '../../support/extent.cjs';
import { TestServer } from '../../support/server.js';
import { wrongAtMoments } from './moments.js';

const seed = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
console.log(`EVENTS_SEED=${seed}`);

describe.each(ENGINES)('history: as of a moment on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('answers to the byte what was answered then, by time and by cursor', async () => {
    expect(await wrongAtMoments(server, { seed, moments: 2, writes: rounds(60), links: 100 })).toEqual([]);
  });
});
