/** Events 12 line 4, at length: ten kills on both engines. */
import { buildProgram, type Program } from '../../existing-database/processes.js';
import { ENGINES, makeDatabase } from '../../support/engines.js';
import { endure } from './crash.js';

describe.each(ENGINES)('events 5: a server that is killed again and again on %s', (engine) => {
  let program: Program;
  beforeAll(() => {
    program = buildProgram();
  });
  afterAll(() => program.remove());

  it('tells everything, in order, and what comes again under its id', async () => {
    const place = await makeDatabase(engine);
    try {
      const { requests, repeated } = await endure(program, place, { writes: 40, kills: 10 });
      console.log(`${engine}: ${requests} requests, ${repeated} of them repeated`);
      expect(repeated).toBeGreaterThan(4);
    } finally {
      await place.drop();
    }
  }, 1_200_000);
});
