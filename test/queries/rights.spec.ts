import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { made, rowsOf, run, stored } from './asking.js';

const SHOW = 'query_show';
const QUERIES: Array<[string, object]> = [
  ['its fields', { from: 'applications', fields: ['name', 'databases.name'] }],
  ['its filters', { from: 'applications', filters: [{ field: 'databases.name', operator: '=', value: 'x' }] }],
  ['EXISTS', { from: 'applications', filters: [{ boolean: 'not', group: [{ exists: 'databases' }] }] }],
  ['its trails', { from: 'applications', traverse: ['databases'] }],
  ['a level on the way', { from: 'applications', fields: ['databases.applications.name'] }],
  [
    'a hidden level',
    {
      from: 'applications',
      output: 'graph',
      traverse: [
        {
          segments: [
            { name: 'databases', hidden: true },
            { name: 'applications', hidden: false },
          ],
        },
      ],
    },
  ],
];

describe.each(ENGINES)('the rights of stored queries on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const name of ['mine', 'theirs']) ids[name] = await made(server, 'applications', { name });
    ids['base'] = await made(server, 'databases', { name: 'base', applications: [ids['mine'], ids['theirs']] });
  });
  afterAll(() => server.stop());

  it.each(QUERIES)('contract 3: every model that a query touches needs a right: %s', async (_, query) => {
    const { token } = await server.userWith([SHOW, 'application_access']);
    const both = await server.userWith([SHOW, 'application_access', 'database_access']);
    const refused = await run(server, query, { token });
    expect([refused.status, refused.body.message]).toEqual([403, 'You may not list these models: databases.']);
    expect([200, 204]).toContain((await run(server, query, both)).status);
    const id = await stored(server, query, { is_public: true });
    expect((await server.get(`/api/queries/execute/${id}`, { token })).status).toBe(403);
    expect((await server.get(`/api/queries/${id}/graph`, { token })).status).toBe(403);
    expect((await server.get(`/api/queries/${id}/graph`, both)).status).toBe(200);
  });

  it('says of a stored query about which kinds it is, so that nobody is offered what they may not run', async () => {
    const query = {
      from: 'fluxes',
      filters: [{ exists: 'application_source', conditions: [{ count: 'databases', operator: '>', value: 1 }] }],
    };
    const id = await stored(server, query, { is_public: true });
    const kinds = ['application-flows', 'applications', 'databases'];
    expect((await server.get(`/api/queries/${id}`)).body.data.query_kinds).toEqual(kinds);
    const rows = (await server.get('/api/queries?sort=-id')).body as Array<{ id: number; query_kinds: string[] }>;
    expect(rows.find((row) => row.id === id)!.query_kinds).toEqual(kinds);
    await server.database.run('UPDATE saved_queries SET query = \'{"from": 7}\' WHERE id = ?', [id]);
    expect((await server.get(`/api/queries/${id}`)).body.data.query_kinds).toBeNull();
    await server.delete(`/api/queries/${id}`);
  });

  it('contract 3: all lacking models are named, before what else is wrong', async () => {
    const { token } = await server.userWith([SHOW]);
    const query = { from: 'applications', fields: ['databases.name', 'nothing'] };
    const { status, body } = await run(server, query, { token });
    expect([status, body.message]).toEqual([403, 'You may not list these models: applications, databases.']);
    for (const from of ['users', 'roles', 'permissions', 'cartographers', 'queries', 'audit-logs'])
      expect((await run(server, { from }, { token })).status).toBe(403);
  });

  it('contract 3: with delegations alone one asks about the delegated objects, at every level', async () => {
    const { token, id: user } = await server.userWith([SHOW, 'database_access']);
    await made(server, 'cartographers', {
      cartographiable_type: 'applications',
      cartographiable_id: ids['mine'],
      user_id: user,
    });
    const query = (fields: string[], from = 'applications', filters: object[] = []): Promise<unknown> =>
      rowsOf(server, { from, fields, filters }, token).then((rows) => rows.map((row) => Object.values(row)[0]));
    const theirs = { field: 'applications.name', operator: '=', value: 'theirs' };
    expect(await query(['name'])).toEqual(['mine']);
    expect(await query(['applications.name'], 'databases')).toEqual(['mine']);
    expect(await query(['name'], 'databases', [theirs])).toEqual([]);
    expect(await query(['name'], 'databases', [{ boolean: 'not', ...theirs }])).toEqual(['base']);
    const { body } = await run(server, { from: 'databases', traverse: ['applications'], output: 'graph' }, { token });
    expect(body.nodes.map(({ label }: { label: string }) => label)).toEqual(['base', 'mine']);
    expect(await rowsOf(server, { from: 'databases', select: ['name'], traverse: ['applications'] }, token)).toEqual([
      { name: 'base', applications: 'mine' },
    ]);
    // Nothing delegated, nothing seen.
    expect((await run(server, { from: 'applications', fields: ['entities.name'] }, { token })).status).toBe(403);
  });

  it('identity 9: columns are compared over a reference of which the object behind may be hidden', async () => {
    const [seen, hidden] = [
      await made(server, 'sites', { name: 'Seen' }),
      await made(server, 'sites', { name: 'Hidden' }),
    ];
    for (const [name, site_id] of [
      ['Seen', seen],
      ['Other', seen],
      ['Hidden', hidden],
    ] as const)
      await made(server, 'buildings', { name, site_id });
    const abilities = [SHOW, 'site_access', 'building_access'];
    const [{ token: free }, { token, roleId }] = [await server.userWith(abilities), await server.userWith(abilities)];
    const rules = [
      { resource: 'sites', filter: { name: 'Seen' } },
      { resource: 'buildings', filter: { id_gte: '1' } },
    ];
    const { body } = await server.post('/api/perimeters', { name: 'Part', rules });
    expect((await server.patch(`/api/roles/${roleId}`, { perimeters: [body.id] })).status).toBe(200);
    const namesOf = async (filter: object, as: string): Promise<unknown[]> =>
      (await rowsOf(server, { from: 'buildings', fields: ['name'], filters: [filter] }, as)).map(({ name }) => name);
    const alike = { field: 'site.name', operator: '=', column: 'name' };
    const inside = { exists: 'site', conditions: [{ field: 'id', operator: '=', column: 'outer.site_id' }] };
    const unlike = { ...alike, operator: '!=' };
    expect(await namesOf(alike, free)).toEqual(['Seen', 'Hidden']);
    expect(await namesOf(alike, token)).toEqual(['Seen']);
    expect(await namesOf({ boolean: 'not', ...alike }, token)).toEqual(['Other', 'Hidden']);
    expect(await namesOf(unlike, token)).toEqual(['Other']);
    expect(await namesOf(inside, token)).toEqual(['Seen', 'Other']);
    expect(await namesOf({ field: 'site.created_at', operator: '<=', column: 'created_at' }, token)).toHaveLength(2);
  });
});
