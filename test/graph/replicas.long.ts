/** As replicas.spec.ts, with 2,000 rounds of each (`ROUNDS`), and a process that is killed again and again meanwhile. */
import { makeProgram } from '../reliability/support/place.js';
import type { Program } from '../existing-database/processes.js';
import { ENGINES } from '../support/engines.js';
import { Replicas } from './support/replicas.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 2000);

let program: Program;
beforeAll(() => {
  program = makeProgram();
});
afterAll(() => program.remove());

describe.each(ENGINES)('graphs of several processes on %s, for long', (engine) => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await Replicas.start(engine, engine === 'sqlite' ? 1 : 2, program);
  });
  afterAll(async () => {
    console.log(`${engine}: the graph was asked after ${replicas.asked} writes`);
    await replicas.stop();
  });

  it(`${ROUNDS} rounds`, async () => {
    expect(await replicas.rounds(ROUNDS)).toEqual([]);
  });
  it(`${ROUNDS} rounds, while processes are killed one after the other`, async () => {
    let done = false;
    const rounds = replicas.rounds(ROUNDS).finally(() => (done = true));
    for (let kill = 0; !done; kill++) {
      await new Promise((wake) => setTimeout(wake, 500));
      const victim = replicas.servers[kill % replicas.servers.length]!;
      await victim.kill();
      await victim.up();
    }
    expect(await rounds).toEqual([]);
  });
  it(`${ROUNDS} rounds, with a purge of the journal every 200`, async () => {
    for (let begun = 0; begun < ROUNDS; begun += 200) {
      expect(await replicas.rounds(200)).toEqual([]);
      await replicas.purge(begun % 400 === 0);
    }
  });
  it(`${ROUNDS} rounds after dumps that were brought back under them, and after a restore`, async () => {
    for (let begun = 0; begun < ROUNDS; begun += 400) {
      await replicas.putBack(async () => {
        expect(await replicas.rounds(100)).toEqual([]);
      });
      expect(await replicas.rounds(300)).toEqual([]);
    }
    await replicas.restored();
    expect(await replicas.rounds(200)).toEqual([]);
  });
});
