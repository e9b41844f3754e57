/** Events 12 line 4: hooks outlive receivers that fail and servers that are killed: at least once, in order. @seconds 60 */
import { buildProgram, type Program } from '../../existing-database/processes.js';
import { makeDatabase } from '../../support/engines.js';
import { endure } from './crash.js';

describe('events 5: a server that is killed in mid-delivery', () => {
  let program: Program;
  beforeAll(() => {
    program = buildProgram();
  });
  afterAll(() => program.remove());

  it('sends again what was under way, under the same id, and everything in order', async () => {
    const place = await makeDatabase('sqlite');
    try {
      const { repeated } = await endure(program, place, { writes: 6, kills: 1 });
      expect(repeated).toBeGreaterThan(0);
    } finally {
      await place.drop();
    }
  }, 400_000);
});
