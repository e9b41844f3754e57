/** `GET /api/summary`: numbers by view and kind, and what changed last, of what the caller may list. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

interface Summary {
  total: number;
  views: Array<{ view: string; total: number; kinds: Array<{ kind: string; total: number; url: string }> }>;
  recent: Array<{ kind: string; id: number; name: string; updated_at: string | null; url: string }>;
  changed?: { since: string; total: number; more: boolean; kinds: Array<{ kind: string; total: number; url: string }> };
  hidden_kinds: string[];
}

describe.each(ENGINES)('the summary on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  async function summary(token = server.token, query = ''): Promise<Summary> {
    const { status, body, headers } = await server.get(`/api/summary${query}`, { token });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    return body as Summary;
  }
  const totalOf = ({ views }: Summary, kind: string): number | undefined =>
    views.flatMap(({ kinds }) => kinds).find((one) => one.kind === kind)?.total;

  it('counts live objects by kind and view, as lists do', async () => {
    for (const name of ['One', 'Two', 'Three']) await server.post('/api/sites', { name });
    const { body } = await server.post('/api/buildings', { name: 'House' });
    await server.delete(`/api/buildings/${body.id}`);
    const now = await summary();
    expect([totalOf(now, 'sites'), totalOf(now, 'buildings')]).toEqual([3, 0]);
    for (const { total, kinds } of now.views) expect(total).toBe(kinds.reduce((sum, kind) => sum + kind.total, 0));
    expect(now.total).toBe(now.views.reduce((sum, view) => sum + view.total, 0));
    for (const { kind, total, url } of now.views.flatMap(({ kinds }) => kinds)) {
      expect([kind, ((await server.get(url)).body as unknown[]).length]).toEqual([kind, total]);
    }
    expect(now.hidden_kinds).toEqual([]);
    expect(now.views.map(({ view }) => view)).toEqual(expect.arrayContaining(['gdpr', 'physical', 'configuration']));
  });
  it('tells what changed last, the newest first, each once, and nothing that is gone', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.push((await server.post('/api/bays', { name: `Rack ${i}` })).body.id as number);
    const times = (id: number, seconds: number) =>
      server.database.run('UPDATE bays SET updated_at = ? WHERE id = ?', [
        server.database.clock.toStored(Date.UTC(2037, 0, 1) + seconds * 1000),
        id,
      ]);
    for (const [i, id] of ids.entries()) await times(id, i);
    await server.put(`/api/bays/${ids[3]}`, { name: 'Rack three' });
    await times(ids[3]!, 60);
    await server.delete(`/api/bays/${ids[11]}`);
    const { recent } = await summary();
    expect(recent.map(({ name }) => name)).toEqual([
      'Rack three',
      ...[10, 9, 8, 7, 6, 5, 4, 2, 1].map((i) => `Rack ${i}`),
    ]);
    expect(recent[0]).toEqual({
      ...{ kind: 'bays', id: ids[3], name: 'Rack three', view: 'physical' },
      ...{ updated_at: '2037-01-01T00:01:00.000000Z', url: `/api/bays/${ids[3]}` },
    });
  });
  it('is of what the caller may list: hidden kinds are named and nothing else, given objects are counted', async () => {
    const { body: given } = await server.post('/api/applications', { name: 'Given' });
    await server.post('/api/applications', { name: 'Not given' });
    const user = await server.userWith(['site_access']);
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'applications', cartographiable_id: given.id, user_id: user.id },
    });
    const seen = await summary(user.token);
    expect(seen.views.flatMap(({ kinds }) => kinds.map(({ kind, total }) => [kind, total]))).toEqual([
      ['applications', 1],
      ['sites', 3],
    ]);
    expect(seen.recent.map(({ kind, name }) => [kind, name]).sort()).toEqual([
      ['applications', 'Given'],
      ['sites', 'One'],
      ['sites', 'Three'],
      ['sites', 'Two'],
    ]);
    expect(seen.hidden_kinds).toContain('bays');
    const nobody = await server.userWith([]);
    expect(await summary(nobody.token)).toMatchObject({ total: 0, views: [], recent: [] });
  });
  it('tells what changed since a moment, as lists filter it, of what the caller may list', async () => {
    expect((await summary()).changed).toBeUndefined();
    const since = '2037-05-01T10:00:00Z';
    const days = async (table: string, id: number, day: string): Promise<void> => {
      const { clock } = server.database;
      const at = clock.toStored(Date.parse(`${day}T12:00:00Z`));
      await server.database.run(`UPDATE ${table} SET updated_at = ? WHERE id = ?`, [at, id]);
      await server.database.run('UPDATE audit_logs SET created_at = ? WHERE subject_id = ? AND subject_type LIKE ?', [
        ...[at, id, `%${table === 'bays' ? 'Bay' : 'Site'}`],
      ]);
    };
    const [site, former, gone] = await Promise.all(
      ['Since', 'Before', 'Gone'].map(async (name) => (await server.post('/api/sites', { name })).body.id as number),
    );
    const bay = (await server.post('/api/bays', { name: 'Since' })).body.id as number;
    await days('sites', site!, '2037-05-02');
    await days('sites', former!, '2037-04-30');
    await days('sites', gone!, '2037-05-02');
    await server.delete(`/api/sites/${gone}`);
    await days('bays', bay, '2037-05-03');
    const { changed } = await summary(server.token, `?since=${since}`);
    const of = (kind: string): number | undefined => changed!.kinds.find((one) => one.kind === kind)?.total;
    expect([of('sites'), of('applications'), changed!.more]).toEqual([1, undefined, false]);
    for (const { kind, total } of changed!.kinds) {
      const listed = await server.get(`/api/${kind}?filter[updated_at_after]=${since}`);
      expect([kind, (listed.body as unknown[]).length]).toEqual([kind, total]);
    }
    expect(changed!.total).toBe(changed!.kinds.reduce((sum, { total }) => sum + total, 0));
    const { token } = await server.userWith(['site_access']);
    expect((await summary(token, `?since=${since}`)).changed).toMatchObject({ total: 1, kinds: [{ kind: 'sites' }] });
    expect((await summary((await server.userWith([])).token, '?since=-1d')).changed).toMatchObject({
      total: 0,
      kinds: [],
    });
    for (const wrong of ['yesterday', '', '2026-13-01']) {
      const { status, body } = await server.get(`/api/summary?since=${wrong}`);
      expect([status, body.message]).toEqual([400, expect.stringContaining('since')]);
    }
  });
  it('tells of objects of the map what changed: what people keep, users and roles are none', async () => {
    const state = { version: 1, map: '' };
    for (const [path, body] of [
      ['saved-maps', { name: 'Ours', state }],
      ['roles', { title: 'Theirs' }],
      ['application-flows', { name: 'Flow' }],
    ] as const)
      expect((await server.post(`/api/${path}`, body)).status).toBe(201);
    await server.database.run('UPDATE own_saved_maps SET updated_at = ?', ['2037-06-01 00:00:00']);
    await server.database.run('UPDATE roles SET updated_at = ?', ['2037-06-01 00:00:00']);
    const now = await summary(server.token, '?since=-1d');
    const kinds = [...now.recent, ...now.changed!.kinds].map(({ kind }) => kind);
    expect(kinds.filter((kind) => ['saved-maps', 'roles', 'users'].includes(kind))).toEqual([]);
    expect(now.changed!.kinds.map(({ kind }) => kind)).toContain('application-flows');
    // They are counted all the same.
    expect(totalOf(now, 'saved-maps')).toBe(1);
  });
  it('takes a bounded number of statements, and no other parameter', async () => {
    expect((await server.statements(() => summary())).length).toBe(3);
    expect((await server.statements(() => summary(server.token, '?since=2000-01-01'))).length).toBe(6);
    const { token } = await server.userWith(['site_access']);
    expect((await server.statements(() => summary(token))).length).toBeLessThanOrEqual(5);
    for (const query of ['a=1', 'kinds=sites', 'lang=fr']) {
      const { status, body } = await server.get(`/api/summary?${query}`);
      expect([status, body.message]).toEqual([400, expect.stringContaining(query.split('=')[0]!)]);
    }
    expect((await server.get('/api/summary', { token: null })).status).toBe(401);
  });
});
