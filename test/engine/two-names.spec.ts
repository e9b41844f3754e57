/** Columns that are answered under two names: who changes one of them and sends both back is understood (newest generation 4.2). @seconds 6 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe.each(ENGINES)('columns of two names on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it.each([
    ['entities', 'entity_type', 'type'],
    ['application-flows', 'nature', 'type'],
  ])('%s: a whole object is sent back with %s or %s changed', async (path, old, later) => {
    const { body: made } = await server.post(`/api/${path}`, { name: `Both ${path}`, [old]: 'first' });
    for (const [name, other, value] of [
      [old, later, 'second'],
      [later, old, 'third'],
    ] as const) {
      const { data } = (await server.get(`/api/${path}/${made.id}`)).body;
      const put = await server.put(`/api/${path}/${made.id}`, { ...data, [name]: value });
      expect([put.status, put.body[name], put.body[other]]).toEqual([200, value, value]);
    }
    // Whoever applies what is told holds what is read.
    const { changes } = (await server.get(`/api/changes?resource=${path}&id=${made.id}&field=${later}`)).body;
    const told = changes.map(({ data }: { data: { changes: Record<string, unknown> } }) => data.changes);
    expect(told).toEqual(
      [
        ['first', 'second'],
        ['second', 'third'],
      ].map((both) => ({ [old]: both, [later]: both })),
    );
    const odd = await server.put(`/api/${path}/${made.id}`, { [old]: 'a', [later]: 'b' });
    expect([odd.status, Object.keys(odd.body.errors)]).toEqual([422, [old]]);
    const twice = await server.post(`/api/${path}`, { name: `Odd ${path}`, [old]: 'a', [later]: 'b' });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, [old]]);
  });
});
