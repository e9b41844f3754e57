/** @seconds 10 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const MANY = 10_000;

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const item = (i: number) => ({
    name: `SRV-${i}`,
    description: `<p>${'Carries <b>one</b> application. '.repeat(8)}</p>`,
    applications: [1 + (i % 20)],
    physical_servers: [1 + (i % 30), 1 + ((i + 1) % 30)],
  });

  it('contract 7: 10,000 logical servers with links are stored, changed and destroyed by a bounded number of statements', async () => {
    await server.post('/api/applications/mass-store', {
      items: Array.from({ length: 20 }, (_, i) => ({ name: `App ${i}` })),
    });
    await server.post('/api/physical-servers/mass-store', {
      items: Array.from({ length: 30 }, (_, i) => ({ name: `Box ${i}` })),
    });
    const counts: Record<string, number> = {};
    let ids: number[] = [];
    const count = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      counts[name] = (await server.statements(work)).length;
    };

    await count('store', async () => {
      const { status, body } = await server.post('/api/logical-servers/mass-store', {
        items: Array.from({ length: MANY }, (_, i) => item(i)),
      });
      expect({ status, count: body.count }).toEqual({ status: 201, count: MANY });
      ids = body.ids;
    });
    expect((await server.get(`/api/logical-servers/${ids[777]}`)).body.data).toMatchObject({
      name: 'SRV-777',
      applications: [18],
    });
    await count('update', async () => {
      const items = ids.map((id, i) => ({ id, cpu: String(i), applications: [] }));
      expect((await server.put('/api/logical-servers/mass-update', { items })).status).toBe(200);
    });
    expect((await server.get(`/api/logical-servers/${ids[9999]}`)).body.data).toMatchObject({
      cpu: '9999',
      applications: [],
    });
    await count('destroy', async () => {
      expect((await server.delete('/api/logical-servers/mass-destroy', { body: { ids } })).status).toBe(204);
    });
    expect((await server.get('/api/logical-servers')).body).toEqual([]);
    // Some statements more than for one object where their text is larger than the server takes at a time.
    expect(Math.max(...Object.values(counts))).toBeLessThan(30);
  }, 120_000);

  it('contract 7: one bad item of 500 stores nothing', async () => {
    const items: unknown[] = Array.from({ length: 500 }, (_, i) => item(i));
    items[321] = { name: 'ok name', applications: [1, 4711] };
    const { status, body } = await server.post('/api/logical-servers/mass-store', { items });
    expect({ status, keys: Object.keys(body.errors) }).toEqual({ status: 422, keys: ['items.321.applications.1'] });
    expect((await server.get('/api/logical-servers')).body).toEqual([]);
  });
});
