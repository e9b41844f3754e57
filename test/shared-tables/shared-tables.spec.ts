/** Tables that people share: who may, who sees them, who takes them away, and what becomes of them. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const PATH = '/api/shared-tables';
const TABLE = { name: 'Back soon', kind: 'applications', query: 'filter[rto_lte]=240&sort=-name&columns=name,rto' };

describe.each(ENGINES)('shared tables on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  let cleo: { token: string; id: number };
  const share = (who: { token: string }, change: object = {}) => server.post(PATH, { ...TABLE, ...change }, who);
  const listed = async (who: { token: string }): Promise<string[]> =>
    (await server.get(PATH, who)).body.data.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith(['application_access', 'audit_log_access', 'audit_log_show']);
    bob = await server.userWith(['application_access']);
    cleo = await server.userWith(['site_access']);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    await server.database.run('DELETE FROM own_shared_tables');
  });

  it('one that a person shares is seen by all who may list its kind, and by nobody else', async () => {
    const { status, body } = await share(ann);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...TABLE,
        person: { id: ann.id, name: expect.any(String) },
        created_at: expect.any(String),
      },
    ]);
    for (const who of [ann, bob, { token: server.token }])
      expect((await server.get(PATH, who)).body.data).toEqual([body]);
    expect(await listed(cleo)).toEqual([]);
    expect((await server.get(PATH, { token: null })).status).toBe(401);
    expect((await server.get(`${PATH}?kind=sites`, ann)).status).toBe(400);
  });

  it('who holds one delegated object of a kind sees its tables too', async () => {
    const { id } = (await server.post('/api/applications', { name: 'Lent' })).body;
    const delegation = { cartographiable_type: 'applications', cartographiable_id: id, user_id: cleo.id };
    const given = (await server.post('/api/cartographers', delegation)).body.id;
    await share(ann);
    expect(await listed(cleo)).toEqual([TABLE.name]);
    await server.delete(`/api/cartographers/${given}`);
  });

  it('it is taken away by who shared it, or by an Admin; for others it is not theirs, or not there', async () => {
    const one = (await share(ann)).body.id;
    const two = (await share(bob)).body.id;
    expect((await server.delete(`${PATH}/${one}`, bob)).status).toBe(403);
    expect((await server.delete(`${PATH}/${one}`, cleo)).status).toBe(404);
    expect((await server.delete(`${PATH}/x`, ann)).status).toBe(404);
    expect((await server.delete(`${PATH}/${one}`, ann)).status).toBe(204);
    expect((await server.delete(`${PATH}/${one}`, ann)).status).toBe(404);
    expect((await server.delete(`${PATH}/${two}`)).status).toBe(204);
    expect(await listed(ann)).toEqual([]);
    const rows = await server.get('/api/audit-logs?filter[description_in]=table_shared,table_unshared&sort=id', ann);
    const told = rows.body.map((row: { description: string; user_id: number }) => [row.description, row.user_id]);
    expect(told).toEqual([
      ...told.slice(0, -4),
      ...[
        ['table_shared', ann.id],
        ['table_shared', bob.id],
        ['table_unshared', ann.id],
        ['table_unshared', 1],
      ],
    ]);
  });

  it('a table that one shares already gets the name', async () => {
    const first = (await share(ann)).body;
    const { body } = await share(ann, { name: 'Back in four hours' });
    expect(body).toEqual({ ...first, name: 'Back in four hours' });
    expect(await listed(bob)).toEqual(['Back in four hours']);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(81) }],
    ['name', { name: 7 }],
    ['name', { name: 'a\0' }],
    ['kind', { kind: 'sites' }],
    ['kind', { kind: 'unicorns' }],
    ['kind', { kind: ['applications'] }],
    ['query', { query: 'x'.repeat(2001) }],
    ['query', { query: null }],
  ])('a wrong %s is refused: %j', async (field, change) => {
    const { status, body } = await share(bob, change);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('one person shares forty at most, also where several are shared at once', async () => {
    const rows = Array.from(
      { length: 39 },
      (_, i) => `(${bob.id}, 'applications', 't', 'sort=${i}', '2026-01-01 00:00:00')`,
    );
    const columns = 'user_id, kind, name, query, created_at';
    await server.database.run(`INSERT INTO own_shared_tables (${columns}) VALUES ${rows.join()}`);
    const last = await Promise.all([1, 2, 3].map((i) => share(bob, { query: `sort=x${i}` })));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await listed(ann)).toHaveLength(40);
  });

  it('a token that may only read shares nothing, and what a person shared outlives them', async () => {
    const dora = await server.userWith(['application_access']);
    const reader = (await server.post('/api/tokens', { name: 'reader', read_only: true }, dora)).body.token as string;
    expect((await share({ token: reader })).status).toBe(403);
    await share(dora);
    await server.delete(`/api/users/${dora.id}`);
    expect(await listed(ann)).toEqual([TABLE.name]);
    await server.database.run('DELETE FROM users WHERE id = ?', [dora.id]);
    const [left] = (await server.get(PATH, ann)).body.data;
    expect(left.person).toBe(null);
    expect((await server.delete(`${PATH}/${left.id}`, ann)).status).toBe(403);
  });

  it('the graph does not take one for a change of the map', async () => {
    const snapshot = async (): Promise<string> => (await server.get('/api/graph/statistics')).body.meta.snapshot;
    const before = await snapshot();
    await share(ann);
    expect(await snapshot()).toBe(before);
  });
});
