import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const RIGHTS = ['query_access', 'query_show', 'query_create', 'query_edit', 'query_delete'];
const QUERY = { from: 'applications', select: ['name'], output: 'list' };

describe.each(ENGINES)('stored queries on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  const make = async (token: string, body: Record<string, unknown> = {}) =>
    server.post('/api/queries', { name: 'mine', query: QUERY, ...body }, { token });

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith(RIGHTS);
    bob = await server.userWith(RIGHTS);
  });
  afterAll(() => server.stop());

  it('contract 4: a query belongs to who stores it, whatever the body says', async () => {
    const { status, body } = await make(ann.token, { user_id: bob.id });
    expect([status, body.user_id]).toEqual([201, ann.id]);
    const changed = await server.put(`/api/queries/${body.id}`, { user_id: bob.id, name: 'still mine' }, ann);
    expect(changed.body).toMatchObject({ user_id: ann.id, name: 'still mine' });
  });
  it('contract 6: is_public answers true or false, the query as JSON', async () => {
    const { body } = await make(ann.token, { is_public: 1 });
    expect([body.is_public, body.query]).toEqual([true, QUERY]);
    expect((await make(ann.token)).body.is_public).toBe(false);
    expect((await server.get(`/api/queries/${body.id}`, ann)).body.data).toEqual(body);
  });
  it.each([[[1, 2]], ['text'], [7], [null], [undefined]])(
    'contract 4: a query that is %j is refused',
    async (query) => {
      const { status, body } = await make(ann.token, { query });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['query']]);
    },
  );
  it('contract 3: one sees own and public queries, an Admin all', async () => {
    const hidden = (await make(ann.token)).body.id;
    const shown = (await make(ann.token, { is_public: true })).body.id;
    const list = async (token: string): Promise<number[]> =>
      (await server.get('/api/queries', { token })).body.map(({ id }: { id: number }) => id);
    expect(await list(ann.token)).toEqual(expect.arrayContaining([hidden, shown]));
    expect(await list(bob.token)).toContain(shown);
    expect(await list(bob.token)).not.toContain(hidden);
    expect(await list(server.token)).toEqual(expect.arrayContaining([hidden, shown]));
    const reads = [ann.token, bob.token, server.token].map((token) => server.get(`/api/queries/${hidden}`, { token }));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 404, 200]);
    expect((await server.get(`/api/queries/${shown}`, bob)).status).toBe(200);
  });
  it('contract 3: one changes and deletes own queries only: 404 for what one does not see, 403 for the rest', async () => {
    const hidden = (await make(ann.token)).body.id;
    const shown = (await make(ann.token, { is_public: true })).body.id;
    const own = (await make(bob.token)).body.id;
    for (const [id, status, mass] of [
      [hidden, 404, 422],
      [shown, 403, 403],
    ]) {
      const answers = [
        await server.put(`/api/queries/${id}`, { name: 'taken' }, bob),
        await server.delete(`/api/queries/${id}`, bob),
        await server.put('/api/queries/mass-update', { items: [{ id: own }, { id, name: 'taken' }] }, bob),
        await server.delete('/api/queries/mass-destroy', { ...bob, body: { ids: [own, id] } }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, mass, mass]);
      expect((await server.get(`/api/queries/${id}`)).body.data.name).toBe('mine');
    }
    const unseen = await server.put('/api/queries/mass-update', { items: [{ id: own }, { id: hidden }] }, bob);
    expect(Object.keys(unseen.body.errors)).toEqual(['items.1.id']);
    expect((await server.put(`/api/queries/${hidden}`, { name: 'seen to' })).body).toMatchObject({ user_id: ann.id });
    expect((await server.delete(`/api/queries/${hidden}`, ann)).status).toBe(200);
    expect((await server.get(`/api/queries/${hidden}`)).status).toBe(404);
  });
});
