/** Servers and databases that are killed in the middle of their work (contract 7 and 8), many times. */
import type { Program } from '../../existing-database/processes.js';
import { makeProgram } from '../support/place.js';
import { MARIADB, need } from '../support/tools.js';
import { Bench, type Engine, type Figures, type Victim } from './bench.js';

/** How often each is killed; KILLS of the environment instead of 30. */
const KILLS = Number(process.env['KILLS'] ?? 30);

const CASES: Array<[engine: Engine, victims: Victim[]]> = [
  ['sqlite', ['server']],
  ['mariadb', ['server', 'database']],
];

let program: Program;
beforeAll(() => {
  need(MARIADB);
  program = makeProgram();
});
afterAll(() => program.remove());

describe.each(CASES)('on %s, with kills of %j', (engine, victims) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.start(engine, program);
  });
  afterAll(() => bench?.stop());

  it('no acknowledged write is lost, nothing is half stored, and it comes back by itself', async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await bench.kill(victims);
      if (kill % 5 === 4) expect(await bench.violations()).toEqual([]);
    }
    expect(await bench.violations()).toEqual([]);
    console.log(told(engine, bench.figures));
    expect(bench.figures.hit).toBe(KILLS);
  });
});

const told = (engine: Engine, { kills, inFlight, acknowledged, unanswered, slowest }: Figures): string =>
  `${engine}: ${kills} kills, ${inFlight} requests in flight at them, ${acknowledged} writes acknowledged, ` +
  `${unanswered} not; writes again at most ${Math.round(slowest)} ms after the return`;
