/** Some generated requests on each engine; `npm run test:fuzz` sends 100,000 to each. @seconds 10 */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { newSeed } from '../../core/text/seeded.js';
import { Run } from './run.js';

const seed = newSeed('generated requests');

describe.each(ENGINES)('generated requests on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 10: good or bad, each is answered as the document says, and none fails', async () => {
    const { tally } = await new Run(server, seed).rounds(1, 150);
    expect(tally.failures).toEqual([]);
    expect(tally.successes).toBeGreaterThan(tally.requests * 0.3);
  });
});
