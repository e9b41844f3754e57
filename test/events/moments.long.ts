/**
 * Events, acceptance 9: twenty moments under random writes, with texts of 60 kB and sets of 5,000 links, are answered afterwards as they
 * were, to the byte. `npm run test:events`.
 */
import { wrongAtMoments } from '../audit/history/moments.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const seed = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
const moments = Number(process.env['EVENTS_MOMENTS'] ?? 20);
console.log(`EVENTS_SEED=${seed}`);

describe.each(ENGINES)('events: twenty moments on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('are what they were', async () => {
    expect(await wrongAtMoments(server, { seed, moments, writes: 60, links: 5000 })).toEqual([]);
  });
});
