/** One kill under load; `npm run test:faults` has many, on both engines, and of databases too. */
import { makeProgram } from '../support/place.js';
import { Bench } from './bench.js';

it('contract 7 and 8: a server that is killed under load loses no acknowledged write and leaves nothing half stored', async () => {
  const program = makeProgram();
  const bench = await Bench.start('sqlite', program);
  try {
    await bench.kill(['server']);
    expect(await bench.violations()).toEqual([]);
    expect(bench.figures.inFlight).toBeGreaterThan(0);
  } finally {
    await bench.stop();
    program.remove();
  }
});
