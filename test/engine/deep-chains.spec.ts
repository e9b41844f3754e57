/** Long chains of objects that stand in each other: a change is checked in time with the chain, and however far round it closes. */
import { whole } from '../../src/core/turns.js';
import { stronglyConnected } from '../../src/core/strongly-connected.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe('strongly connected components', () => {
  it.each([
    ['a chain is none', [[1], [2], []], [[2], [1], [0]]],
    ['a circle is one', [[1], [2], [0]], [[0, 1, 2]]],
    ['what leads into a circle is not in it', [[1], [2], [1], [0]], [[1, 2], [0], [3]]],
    [
      'two circles with a way between them stay two',
      [[1], [0, 2], [3], [2]],
      [
        [2, 3],
        [0, 1],
      ],
    ],
    ['a node that leads to itself is by itself', [[0]], [[0]]],
  ])('%s', (_, lines: number[][], expected: number[][]) => {
    expect(whole(stronglyConnected(lines.length, (node) => lines[node]!))).toEqual(expected);
  });
});

/** More than what servers follow by default. */
const LENGTH = 4000;

describe.each(ENGINES)('contract 6: chains on %s', (engine) => {
  let server: TestServer;
  let ids: number[];
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const items = Array.from({ length: LENGTH }, (_, i) => ({ name: `building ${i}` }));
    ids = (await server.post('/api/buildings/mass-store', { items })).body.ids as number[];
  });
  afterAll(() => server.stop());

  it('a chain is stored at once, and holds up nobody', async () => {
    const items = ids.slice(1).map((id, i) => ({ id, building_id: ids[i] }));
    const begun = performance.now();
    expect((await server.put('/api/buildings/mass-update', { items })).status).toBe(200);
    // Pair by pair it took minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
  it('it is not closed to a circle, by one change or by many', async () => {
    const closing = { building_id: ids.at(-1) };
    expect((await server.patch(`/api/buildings/${ids[0]}`, closing)).status).toBe(422);
    const items = [{ id: ids[0], ...closing }];
    const { status, body } = await server.put('/api/buildings/mass-update', { items });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['items.0.building_id']]);
    expect((await server.get(`/api/buildings/${ids[0]}`)).body.data.building_id).toBeNull();
  });
  it('whoever hangs below a circle of an older database is not in it', async () => {
    const [first, second, below] = ids.slice(-3);
    await server.database.run('UPDATE buildings SET building_id = ? WHERE id = ?', [second!, first!]);
    await server.database.run('UPDATE buildings SET building_id = ? WHERE id = ?', [first!, second!]);
    expect((await server.patch(`/api/buildings/${below}`, { building_id: first })).status).toBe(200);
    expect((await server.patch(`/api/buildings/${second}`, { building_id: ids[0] })).status).toBe(200);
  });
});
