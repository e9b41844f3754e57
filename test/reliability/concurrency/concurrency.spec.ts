/** Clients that get into each other's way, in a few seconds; `npm run test:concurrency` does the same by the ten thousand. @seconds 7 */
import { ENGINES } from '../../support/engines.js';
import { newSeed } from '../../core/text/seeded.js';
import { bothEnds, crossing, MANY, ONE_TO_MANY } from './links.js';
import { contendedObject, sameName, sameTag } from './scenes.js';
import { replicas, type Replicas } from './together.js';

const seed = newSeed('links from both ends');

describe.each(ENGINES)('at once on %s', (engine) => {
  let together: Replicas;
  beforeAll(async () => {
    together = await replicas(engine);
  });
  afterAll(() => together.stop());

  it('contract 6: fifty writers of one object lose nothing, and the journal tells every change in order', async () => {
    expect(await contendedObject(together.servers, 50, 4)).toEqual({
      statuses: { 200: 200 },
      lost: [],
      written: 200,
      journalled: 200,
    });
  });
  it('contract 6: with one tag exactly one of ten wins', async () => {
    expect(await sameTag(together.servers, 10, 3)).toEqual(Array(3).fill({ 200: 1, 412: 9 }));
  });
  it('contract 6: of twenty creates of one name one is stored, on all servers together', async () => {
    expect(await sameName(together.servers, 20, 4)).toEqual(Array(4).fill({ 201: 1, 422: 19, live: 1 }));
  });
  it.each([
    ['many-to-many', MANY],
    ['one-to-many', ONE_TO_MANY],
  ])('contract 6: %s links that are written from both ends agree', async (_, ends) => {
    const { statuses, torn } = await bothEnds(together.servers, ends, 10, 6, seed);
    expect({ statuses, torn }).toEqual({ statuses: { 200: 60 }, torn: [] });
  });
  it('contract 10: no deadlock reaches a client: mass actions that cross each other all succeed', async () => {
    const statuses = await crossing(together.servers, 6, 3);
    expect(
      Object.keys(statuses)
        .map(Number)
        .filter((status) => status >= 300),
    ).toEqual([]);
  });
});
