/** The same scenes as in the short test, with fifty clients and a thousand changes each; prints what it counted. */
import { ENGINES } from '../../support/engines.js';
import { newSeed } from '../../core/text/seeded.js';
import { countLost } from './crowd.js';
import { bothEnds, crossing, MANY, ONE_TO_MANY, type Linked } from './links.js';
import { contendedObject, sameName, sameTag } from './scenes.js';
import { replicas, type Replicas } from './together.js';

const CHANGES = Number(process.env['CHANGES'] ?? 1000);
const seed = newSeed('links from both ends');

describe.each(ENGINES)('at once on %s', (engine) => {
  let together: Replicas;
  let lost: () => number;
  beforeAll(async () => {
    // Clients wait for a connection here, on purpose.
    together = await replicas(engine, { OVERLOAD_QUEUE: '0' });
    const counts = together.servers.map(({ database }) => countLost(database));
    lost = () => counts.reduce((sum, count) => sum + count(), 0);
  });
  afterAll(() => together.stop());

  /** Runs a scene, and prints its result with the time and the deadlocks that it took. */
  async function told<T>(scene: string, work: Promise<T>): Promise<T> {
    const [begun, before] = [Date.now(), lost()];
    const result = await work;
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `${engine}: ${scene}: ${JSON.stringify(result)}, ${lost() - before} transactions run again, ${seconds} s\n`,
    );
    return result;
  }

  it('contract 6: fifty writers with a thousand changes of one object each lose nothing', async () => {
    const all = 50 * CHANGES;
    const found = await told('writers of one object', contendedObject(together.servers, 50, CHANGES));
    expect(found).toEqual({ statuses: { 200: all }, lost: [], written: all, journalled: all });
  });
  it('contract 6: with one tag exactly one of fifty wins, two hundred times', async () => {
    const rounds = await sameTag(together.servers, 50, 200);
    expect(await told('one tag', Promise.resolve(summed(rounds)))).toEqual({ 200: 200, 412: 9800 });
    expect(rounds.filter((round) => round[200] !== 1)).toEqual([]);
  });
  it('contract 6: of twenty creates of one name one is stored, two hundred times', async () => {
    const rounds = await sameName(together.servers, 20, 200);
    const found = summed(rounds);
    expect(await told('one name', Promise.resolve(found))).toEqual({ 201: 200, 422: 3800, live: 200 });
    expect(rounds.filter(({ live }) => live !== 1)).toEqual([]);
  });
  it.each([
    ['many-to-many', MANY],
    ['one-to-many', ONE_TO_MANY],
  ])('contract 6: %s links that fifty clients write from both ends agree', async (kind, ends) => {
    const work: Promise<Linked> = bothEnds(together.servers, ends, 50, 100, seed);
    const { statuses, torn } = await told(`${kind} links from both ends`, work);
    expect({ statuses, torn }).toEqual({ statuses: { 200: 5000 }, torn: [] });
  });
  it('contract 10: no deadlock reaches a client: hundreds of mass actions that cross each other all succeed', async () => {
    const statuses = await told('crossing mass actions', crossing(together.servers, 20, 30));
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => status >= 300),
    ).toEqual([]);
  });
});

/** Counts of several rounds together. */
function summed(rounds: ReadonlyArray<Record<string | number, number>>): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const round of rounds) for (const [name, count] of Object.entries(round)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
