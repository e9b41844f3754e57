/** `…/{id}/sources`: who said what of an object, whose values stand, and marks (feeding 9). @seconds 14 */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { StoredFeed } from './support/stored.js';

const AT = '2026-01-10T06:00:00.000000Z';
const FED = (): ResourceModel[] => registry.all().filter(({ identity }) => identity.length);

describe.each(ENGINES)('provenance on %s', (engine) => {
  let server: TestServer;
  let feed: StoredFeed;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    feed = new StoredFeed(server);
    await feed.source('HIGH', { precedence: 60, rules: [{ fields: ['memory'], precedence: 10 }] });
    await feed.source('LOW', { precedence: 40 });
  });
  afterAll(() => server.stop());

  const make = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id as number;
  };
  const read = async (path: string, id: number, token?: string): Promise<TestAnswer['body']> => {
    const { status, body } = await server.get(`/api/${path}/${id}/sources`, token ? { token } : {});
    expect(status).toBe(200);
    return body;
  };
  const told = async (): Promise<number> =>
    (await server.database.all("SELECT id FROM audit_logs WHERE description = 'marks_set'")).length;

  it('tells of each source when it saw the object, by a delta or by the newest full run of its scopes', async () => {
    const id = await make('logical-servers', { name: 'SEEN' });
    const other = await feed.source('SCOPED');
    await feed.run('SCOPED', '2026-01-11 06:00:00', { scope: 'paris' });
    const run = await feed.run('SCOPED', '2026-01-12 06:00:00', { scope: 'lyon "1"' });
    const type = 'logical-servers';
    await feed.record({ source: 'HIGH', type, id, ref: 'vm-1', lastRun: 7 });
    await feed.record({
      source: 'LOW',
      type,
      id,
      ref: '\u0001name',
      missingSince: '2026-01-11 06:00:00',
      created: true,
    });
    await feed.record({ source: 'SCOPED', type, id, scopes: ['lyon "1"', 'paris'], lastSeen: null });
    expect(other).toBeGreaterThan(0);
    const { data, fields } = await read(type, id);
    expect(fields).toEqual({});
    expect(data).toEqual([
      {
        ...{ source: 'HIGH', ref: 'vm-1', scopes: [''], created: false, first_seen: AT, last_seen: AT },
        ...{ missing_since: null, run: 7, refs: ['vm-1'] },
      },
      {
        ...{ source: 'LOW', ref: null, scopes: [''], created: true, first_seen: AT, last_seen: AT },
        ...{ missing_since: '2026-01-11T06:00:00.000000Z', run: 1, refs: [] },
      },
      {
        ...{ source: 'SCOPED', ref: `logical-servers-${id}`, scopes: ['lyon "1"', 'paris'], created: false },
        refs: [`logical-servers-${id}`],
        ...{ first_seen: AT, last_seen: '2026-01-12T06:00:00.000000Z', missing_since: null, run },
      },
    ]);
  });

  it('tells whose value stands: by rank, by hand, or nobody’s', async () => {
    const type = 'logical-servers';
    const values = {
      name: 'Srv-Web-01',
      memory: '16',
      cpu: '4',
      operating_system: 'Debian 13',
      disk: 40,
      active: false,
    };
    const id = await make(type, { ...values, environment: 'test' });
    const says = { name: 'SRV-WEB-01', memory: '16', cpu: '2', operating_system: 'Debian 13', active: 0 };
    await feed.record({ source: 'HIGH', type, id, says: { ...says, disk: null } });
    const low = { memory: '16', operating_system: 'Debian 13', cpu: null, environment: 'prod' };
    await feed.record({ source: 'LOW', type, id, says: low, leaves: { cpu: '4' } });
    const { fields } = await read(type, id);
    const from = Object.fromEntries(
      Object.entries(fields as Record<string, { from: string }>).map(([name, field]) => [name, field.from]),
    );
    expect(from).toEqual({
      ...{ name: 'HIGH', active: 'HIGH', operating_system: 'HIGH' },
      ...{ memory: 'LOW', cpu: null, disk: 'hand', environment: 'hand' },
    });
    expect(fields.cpu).toEqual({
      ...{ value: '4', from: null },
      said: [
        { source: 'HIGH', says: '2' },
        { source: 'LOW', says: null },
      ],
    });
    expect(fields.active).toMatchObject({ value: 0, said: [{ source: 'HIGH', says: 0 }] });
    await server.database.run(
      "UPDATE own_feed_records SET missing_since = first_seen WHERE object_id = ? AND type = 'logical_servers' AND ref = ? AND source_id = (SELECT id FROM own_feed_sources WHERE name = 'HIGH')",
      [id, `${type}-${id}`],
    );
    expect((await read(type, id)).fields.operating_system.from).toBe('LOW');
  });

  it('shows values as the API does: dates, lists, rows, references and links by name', async () => {
    const [site, one, two] = [
      await make('sites', { name: 'Paris' }),
      await make('physical-servers', { name: 'ESX-01' }),
      await make('physical-servers', { name: 'ESX-02' }),
    ];
    const id = await make('logical-servers', {
      ...{ name: 'SHOWN', address_ip: '10.0.0.1, 10.0.0.2', install_date: '2026-01-01', attributes: 'a b' },
      physical_servers: [one],
    });
    await feed.record({
      ...{ source: 'HIGH', type: 'logical-servers', id },
      says: {
        address_ip: ['10.0.0.2', '10.0.0.3'],
        install_date: '2026-01-01',
        attributes: [],
        physical_servers: [one, two, 999_999],
      },
    });
    const { fields } = await read('logical-servers', id);
    expect(fields).toEqual({
      address_ip: { value: '10.0.0.1, 10.0.0.2', said: [{ source: 'HIGH', says: '10.0.0.2, 10.0.0.3' }] },
      attributes: { value: 'a b', said: [{ source: 'HIGH', says: null }] },
      install_date: {
        ...{ value: '2026-01-01', from: 'HIGH' },
        said: [{ source: 'HIGH', says: '2026-01-01' }],
      },
      physical_servers: {
        value: [{ id: one, name: 'ESX-01' }],
        said: [
          {
            source: 'HIGH',
            says: [
              { id: one, name: 'ESX-01' },
              { id: two, name: 'ESX-02' },
            ],
            hidden: 1,
          },
        ],
      },
    });
    await server.patch(`/api/physical-servers/${one}`, { install_date: '2026-01-01T08:30:00Z' });
    await feed.record({
      ...{ source: 'LOW', type: 'physical-servers', id: one, says: { install_date: '2026-01-01 08:30:00' } },
    });
    expect((await read('physical-servers', one)).fields.install_date).toEqual({
      ...{ value: '2026-01-01T08:30:00.000000Z', from: 'LOW' },
      said: [{ source: 'LOW', says: '2026-01-01T08:30:00.000000Z' }],
    });
    const building = await make('buildings', { name: 'B', site_id: site });
    await feed.record({ source: 'LOW', type: 'buildings', id: building, says: { site_id: site } });
    expect((await read('buildings', building)).fields.site_id).toEqual({
      ...{ value: { id: site, name: 'Paris' }, from: 'LOW' },
      said: [{ source: 'LOW', says: { id: site, name: 'Paris' } }],
    });
    await server.delete(`/api/sites/${site}`);
    expect((await read('buildings', building)).fields.site_id.said).toEqual([{ source: 'LOW', says: null, hidden: 1 }]);
    const activity = await make('activities', { name: 'A', impacts: [{ impact_type: 'money', severity: 2 }] });
    await feed.record({ source: 'LOW', type: 'activities', id: activity, says: { impacts: '[["money",2]]' } });
    expect((await read('activities', activity)).fields.impacts).toEqual({
      ...{ value: [{ impact_type: 'money', severity: 2 }], from: 'LOW' },
      said: [{ source: 'LOW', says: [{ impact_type: 'money', severity: 2 }] }],
    });
  });

  it('tells what is said of links at their other ends, of objects that the caller may list', async () => {
    const [one, two, far] = [
      await make('physical-servers', { name: 'FAR-1' }),
      await make('physical-servers', { name: 'FAR-2' }),
      await make('clusters', { name: 'FAR-3' }),
    ];
    const id = await make('logical-servers', { name: 'ENDS', physical_servers: [one, two], clusters: [far] });
    const [other] = [await make('logical-servers', { name: 'ENDS-2', physical_servers: [one] })];
    const host = 'physical-servers';
    await feed.record({ source: 'HIGH', type: host, id: one, says: { name: 'FAR-1', logical_servers: [other, id] } });
    await feed.record({ source: 'LOW', type: host, id: one, says: { logical_servers: [other] } });
    await feed.record({ source: 'LOW', type: host, id: two, says: { logical_servers: [id] } });
    await feed.record({ source: 'HIGH', type: 'clusters', id: far, says: { logical_servers: [id] } });
    const [first, second] = [
      { id: one, name: 'FAR-1' },
      { id: two, name: 'FAR-2' },
    ];
    const spoken = {
      value: [first, second],
      said: [
        { source: 'HIGH', says: [first] },
        { source: 'LOW', says: [second] },
      ],
    };
    const cluster = { id: far, name: 'FAR-3' };
    expect(await read('logical-servers', id)).toEqual({
      data: [],
      fields: {
        physical_servers: spoken,
        clusters: { value: [cluster], said: [{ source: 'HIGH', says: [cluster] }] },
      },
    });
    // What is said at both ends is told once.
    await feed.record({ source: 'LOW', type: 'logical-servers', id, says: { physical_servers: [one, two] } });
    expect((await read('logical-servers', id)).fields.physical_servers.said).toEqual([
      { source: 'LOW', says: [first, second] },
      { source: 'HIGH', says: [first] },
    ]);
    const reader = await server.userWith(['feed_access', 'logical_server_show', 'cluster_access']);
    const seen = await read('logical-servers', other, reader.token);
    expect(seen.fields).toEqual({});
    const { fields } = await read('logical-servers', id, reader.token);
    expect([Object.keys(fields).sort(), JSON.stringify(fields).includes('FAR-1')]).toEqual([
      ['clusters', 'physical_servers'],
      false,
    ]);
    // A link that is not stored, and an object that is deleted, is none.
    await server.patch(`/api/logical-servers/${other}`, { physical_servers: [] });
    await server.delete(`/api/clusters/${far}`);
    expect((await read('logical-servers', other)).fields).toEqual({});
    expect(Object.keys((await read('logical-servers', id)).fields)).toEqual(['physical_servers']);
  });

  it('names only what the caller may list; the number of statements does not grow with what is said', async () => {
    const servers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => make('physical-servers', { name: `HID-${i}` })),
    );
    const id = await make('logical-servers', { name: 'HIDES', physical_servers: servers.slice(0, 3) });
    const type = 'logical-servers';
    await feed.record({ source: 'HIGH', type, id, says: { physical_servers: servers.slice(0, 5) } });
    const reader = await server.userWith(['feed_access', 'logical_server_show']);
    const statements = await server.statements(() => read(type, id, reader.token));
    expect((await read(type, id, reader.token)).fields.physical_servers).toEqual({
      ...{ value: [], hidden: 3 },
      said: [{ source: 'HIGH', says: [], hidden: 5 }],
    });
    await feed.record({ source: 'LOW', type, id, says: { physical_servers: servers, name: 'x', cpu: '1' } });
    expect((await server.statements(() => read(type, id, reader.token))).length).toBe(statements.length);
    expect(JSON.stringify(await read(type, id, reader.token))).not.toContain('HID-');
  });

  it('marks hold and free values and sets, keep what stood, and are journalled once', async () => {
    const type = 'logical-servers';
    const server1 = await make('physical-servers', { name: 'MARK-1' });
    const id = await make(type, { name: 'MARKED', memory: '8', attributes: 'a b', physical_servers: [server1] });
    const path = `/api/${type}/${id}/sources`;
    const stamp = (await server.get(`/api/${type}/${id}`)).body.data.updated_at as string;
    const before = await told();
    const first = await server.patch(path, {
      memory: 'free',
      physical_servers: 'free',
      cpu: 'hold',
      attributes: 'free',
    });
    expect([first.status, first.body]).toEqual([
      200,
      { attributes: 'free', cpu: 'hold', memory: 'free', physical_servers: 'free' },
    ]);
    const rows = await server.database.all(
      "SELECT field, kind, value, user_id FROM own_feed_marks WHERE type = 'logical_servers' AND object_id = ? ORDER BY field",
      [id],
    );
    expect(rows).toEqual([
      { field: 'attributes', kind: 'free', value: '["a","b"]', user_id: 1 },
      { field: 'cpu', kind: 'hold', value: null, user_id: 1 },
      { field: 'memory', kind: 'free', value: '"8"', user_id: 1 },
      { field: 'physical_servers', kind: 'free', value: `[${server1}]`, user_id: 1 },
    ]);
    expect((await server.patch(path, { cpu: 'hold', memory: null, attributes: 'hold' })).body).toEqual({
      ...{ attributes: 'hold', cpu: 'hold', physical_servers: 'free' },
    });
    expect(await told()).toBe(before + 2);
    expect((await server.patch(path, { cpu: 'hold', operating_system: null })).status).toBe(200);
    expect((await server.patch(path, {})).status).toBe(200);
    expect(await told()).toBe(before + 2);
    expect((await read(type, id)).fields).toMatchObject({ cpu: { value: null, from: null, said: [], mark: 'hold' } });
    expect((await server.get(`/api/${type}/${id}`)).body.data.updated_at).toBe(stamp);
    const journal = await server.get('/api/audit-logs?filter[description]=marks_set&sort=-id&page[size]=1');
    expect(journal.body[0]).toMatchObject({ subject_id: id, user_id: 1 });
  });

  it('marks take any name that a feed may use, and refuse all others', async () => {
    const building = await make('buildings', { name: 'NAMES' });
    expect((await server.patch(`/api/buildings/${building}/sources`, { site: 'hold' })).body).toEqual({
      site_id: 'hold',
    });
    const wrong = { nothing: 'hold', name: 'keep', id: 'hold', ext_refs: null, bays: 'hold', type: 1 };
    const answer = await server.patch(`/api/buildings/${building}/sources`, wrong);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(wrong)]);
    const twice = await server.patch(`/api/buildings/${building}/sources`, { site: 'hold', site_id: null });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['site_id']]);
    expect((await server.patch(`/api/buildings/${building}/sources`, ['hold'])).status).toBe(422);
  });

  it('an object that is deleted, unknown, or no number is 404', async () => {
    const id = await make('sites', { name: 'GONE' });
    await feed.record({ source: 'LOW', type: 'sites', id, says: { name: 'GONE' } });
    await server.delete(`/api/sites/${id}`);
    for (const one of [id, 999_999, 'x', 0, '1.5']) {
      expect([one, (await server.get(`/api/sites/${one}/sources`)).status]).toEqual([one, 404]);
      expect([one, (await server.patch(`/api/sites/${one}/sources`, {})).status]).toEqual([one, 404]);
    }
  });

  it('every type that can be fed has both routes, each with its rights; delegations give none', async () => {
    const types = FED();
    expect(types.length).toBe(55);
    const others = registry.all().filter((resource) => !types.includes(resource));
    for (const { path } of others)
      expect([path, (await server.get(`/api/${path}/1/sources`)).status]).toEqual([path, 404]);
    const [access, none] = [await server.userWith(['feed_access']), await server.userWith([])];
    const all = await server.userWith(['feed_access', ...types.flatMap(({ key }) => [`${key}_show`, `${key}_edit`])]);
    for (const { path, aliases } of types) {
      for (const name of [path, ...aliases]) {
        const url = `/api/${name}/999999/sources`;
        const answers = [
          await server.get(url, access),
          await server.get(url, none),
          await server.get(url, all),
          await server.patch(url, { name: 'hold' }, access),
        ].map(({ status }) => status);
        expect([name, ...answers]).toEqual([name, 403, 403, 404, 403]);
      }
    }
    const id = await make('applications', { name: 'DELEGATED' });
    const user = await server.userWith(['feed_access']);
    await server.post('/api/cartographers', {
      ...{
        cartographiable_type: registry.get('applications').polymorphicType,
        cartographiable_id: id,
        user_id: user.id,
      },
    });
    expect((await server.get(`/api/applications/${id}`, user)).status).toBe(200);
    expect((await server.get(`/api/applications/${id}/sources`, user)).status).toBe(403);
    expect((await server.patch(`/api/applications/${id}/sources`, { name: 'hold' }, user)).status).toBe(403);
    const editor = await server.userWith(['application_edit']);
    expect((await server.patch(`/api/applications/${id}/sources`, { name: 'hold' }, editor)).status).toBe(200);
  });

  it('tells what runs have left behind, and so do lists', async () => {
    await feed.source('RUNS');
    const item = (ref: string, set: object): object => ({ type: 'buildings', ref, set });
    const site = await make('sites', { name: 'Run' });
    const all = [
      item('1', { name: 'RUN-1', site: { id: site } }),
      item('2', { name: 'RUN-2', description: 'from a tool' }),
    ];
    const run = async (items: object[], more: object = {}): Promise<number> => {
      const document = { feed: 1, source: 'RUNS', mode: 'full', scope: 'a "b"', items, ...more };
      const { status, body } = await server.post('/api/feed/runs', document);
      expect([status, body.message]).toEqual([200, undefined]);
      return (body.data ?? body).id as number;
    };
    const first = await run(all);
    const second = await run(all);
    expect(second).toBeGreaterThan(first);
    const names = async (filter: string): Promise<string[]> =>
      (await server.get(`/api/buildings?${filter}`)).body.map(({ name }: { name: string }) => name);
    expect(await names('filter[fed_by]=RUNS')).toEqual(['RUN-1', 'RUN-2']);
    const id = (await server.get('/api/buildings?filter[name]=RUN-2')).body[0].id as number;
    await server.patch(`/api/buildings/${id}`, { description: 'by a person' });
    await server.patch(`/api/buildings/${id}/sources`, { description: 'hold' });
    const { data, fields } = await read('buildings', id);
    expect(data).toMatchObject([{ source: 'RUNS', ref: '2', scopes: ['a "b"'], created: true, run: second }]);
    expect(fields).toMatchObject({
      name: { value: 'RUN-2', from: 'RUNS' },
      description: { from: 'hand', said: [{ source: 'RUNS' }], mark: 'hold' },
    });
    const { body } = await server.get('/api/feed/sources/RUNS');
    expect(body.data).toMatchObject({
      ...{ records: 2, missing: 0, overdue: false },
      last_run: { id: second, state: 'applied', counts: { items: 2, unchanged: 2 } },
      scopes: [{ scope: 'a "b"', last_run: second, last_full_run: second }],
    });
    await run(all.slice(0, 1));
    expect(await names('filter[missing_from]=RUNS')).toEqual(['RUN-2']);
    const today = new Date().toISOString().slice(0, 10);
    expect(await names(`filter[last_seen_before]=${today}&filter[fed_by]=RUNS`)).toEqual(['RUN-1', 'RUN-2']);
    expect(await names('filter[last_seen_before]=2026-01-01&filter[fed_by]=RUNS')).toEqual([]);
    expect((await server.get('/api/feed/sources/RUNS')).body.data.missing).toBe(1);
    expect((await server.delete('/api/feed/sources/RUNS')).status).toBe(204);
    expect((await read('buildings', id)).fields).toEqual({
      description: { value: expect.any(String), from: 'hand', said: [], mark: 'hold' },
    });
  });
});
