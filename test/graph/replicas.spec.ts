/**
 * Freshness over processes: two on one MariaDB, one on SQLite; killed, restored, purged. `replicas.long.ts` has 2,000 rounds. Before a
 * release: `graph/freshness` proves the same with several servers in one process. @seconds 40 @release
 */
import { makeProgram } from '../reliability/support/place.js';
import type { Program } from '../existing-database/processes.js';
import { ENGINES } from '../support/engines.js';
import { Replicas } from './support/replicas.js';

let program: Program;
beforeAll(() => {
  program = makeProgram();
});
afterAll(() => program.remove());

describe.each(ENGINES)('graphs of several processes on %s', (engine) => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await Replicas.start(engine, engine === 'sqlite' ? 1 : 2, program);
  }, 120_000);
  afterAll(() => replicas.stop());

  it('every answer knows every write that was answered before', async () => {
    expect(await replicas.rounds(80)).toEqual([]);
    expect(replicas.asked).toBe(80);
  });

  it('also while one of them is killed, and when it is back', async () => {
    const [victim] = replicas.servers;
    const rounds = replicas.rounds(120);
    await new Promise((wake) => setTimeout(wake, 100));
    await victim!.kill();
    await victim!.up();
    expect(await rounds).toEqual([]);
    expect(await replicas.rounds(24)).toEqual([]);
  });

  it('also after the journal was purged, in part and as a whole', async () => {
    for (const all of [false, true]) {
      await replicas.purge(all);
      expect(await replicas.rounds(24)).toEqual([]);
    }
  });

  it('also after a dump was brought back under them', async () => {
    expect(await replicas.rounds(8)).toEqual([]);
    const before = await replicas.foundByAll('-end');
    await replicas.putBack(async () => {
      expect(await replicas.rounds(16)).toEqual([]);
    });
    const after = await replicas.foundByAll('-end');
    expect(after.map((names) => [...names].sort())).toEqual(before.map((names) => [...names].sort()));
    expect(await replicas.rounds(24)).toEqual([]);
  });

  it('also after a restore', async () => {
    const [before] = await replicas.foundByAll('-end');
    await replicas.restored();
    for (const names of await replicas.foundByAll('-end')) expect([...names].sort()).toEqual([...before!].sort());
    expect(await replicas.rounds(24)).toEqual([]);
  });
});
