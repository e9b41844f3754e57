/** Who sees a finding: whoever may list its object, and something that proves it (checks 5). @seconds 20 */
import { ShippedChecks } from '../../src/checks/shipped/shipped-checks.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const MARK = 'Qx7Hidden';

describe.each(ENGINES)('the rights on findings on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const make = async (name: string, path: string, body: object = {}): Promise<number> => {
    const answer = await server.post(`/api/${path}`, { name, ...body });
    if (answer.status !== 201) throw new Error(`${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (ids[name] = answer.body.id as number);
  };
  const reading = ['finding_access', 'check_access', 'check_show'];
  const ended = async (run: number): Promise<void> => {
    for (let state = ''; state !== 'done';) {
      await new Promise((wake) => setTimeout(wake, 50));
      state = (await server.get(`/api/checks/runs/${run}`)).body.data.state as string;
    }
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await make(`${MARK} process`, 'processes', { security_need_c: 4 });
    await make('seen process', 'processes', { security_need_c: 3 });
    await make('low', 'applications', { security_need_c: 1, processes: [ids[`${MARK} process`], ids['seen process']] });
    await make('low alone', 'applications', { security_need_c: 1, processes: [ids[`${MARK} process`]] });
    await make(`${MARK} application`, 'applications', { security_need_c: 1, processes: [ids['seen process']] });
    const common = { titles: { en: 'x' }, severity: 'high' };
    const bodies = [
      { key: 'r-need', ...common, rule: 'need' },
      { key: 'r-filter', ...common, type: 'applications', filter: { 'processes.name': 'process' } },
      {
        key: 'r-query',
        ...common,
        type: 'applications',
        query: 'FROM applications FIELDS name, processes.name WHERE security_need_c = 1',
      },
      { key: 'r-own', ...common, type: 'applications', filter: { security_need_c: 1 } },
    ];
    for (const body of bodies) expect((await server.post('/api/checks', body)).status).toBe(201);
    const { body } = await server.post('/api/checks/run', { checks: bodies.map(({ key }) => key) });
    await ended(body.run as number);
  });
  afterAll(() => server.stop());

  /** All that routes of findings tell somebody. */
  async function told(token: string): Promise<string> {
    const paths = [
      ...[
        '/api/findings?filter[state]=all',
        '/api/findings?filter[state]=all&format=csv',
        '/api/findings/summary?by=check',
      ],
      ...['/api/findings/summary?by=type', '/api/checks', '/api/applications?filter[finding]=any'],
      ...(await server.get('/api/checks')).body.map(({ id }: { id: number }) => `/api/checks/${id}/now`).slice(-4),
    ];
    const answers = await Promise.all(paths.map((path) => server.get(path, { token })));
    expect(answers.map(({ status }) => status).filter((status) => ![200, 403].includes(status))).toEqual([]);
    return JSON.stringify(answers.map(({ body }) => body));
  }
  const found = async (token: string, check: string): Promise<TestAnswer['body'][]> =>
    (await server.get(`/api/findings?filter[check]=${check}`, { token })).body;

  it('without finding_access nothing is told', async () => {
    const { token } = await server.userWith(['application_access', 'check_access']);
    for (const path of [
      '/api/findings',
      '/api/findings/summary',
      '/api/findings/trend',
      '/api/applications?filter[finding]=any',
    ])
      expect([path, (await server.get(path, { token })).status]).toEqual([path, 403]);
    const { body } = await server.get('/api/checks?filter[key]=r-own', { token });
    expect([body[0].open, body[0].accepted]).toEqual([null, null]);
  });

  it('who may list no application sees no finding, number or name of one', async () => {
    const { token } = await server.userWith([...reading, 'process_access']);
    expect(await found(token, 'r-own')).toEqual([]);
    expect((await server.get('/api/findings/summary', { token })).body).toEqual([]);
    const { body } = await server.get('/api/checks?filter[key]=r-own', { token });
    expect([body[0].open, body[0].accepted]).toEqual([0, 0]);
    expect(await told(token)).not.toContain(MARK);
  });

  it('what is proved by hidden objects alone is not there, and what a hidden kind is asked about neither', async () => {
    const { token } = await server.userWith([...reading, 'application_access']);
    expect(await found(token, 'r-need')).toEqual([]);
    expect(await found(token, 'r-filter')).toEqual([]);
    expect(await found(token, 'r-query')).toEqual([]);
    expect(await found(token, 'r-own')).toHaveLength(3);
    expect(await told(token)).not.toContain(`${MARK} process`);
    const checks = (await server.get('/api/checks?filter[key]=r-query', { token })).body;
    expect((await server.get(`/api/checks/${checks[0].id}/now`, { token })).status).toBe(403);
    expect((await server.get('/api/findings/trend', { token })).status).toBe(403);
  });

  it('a delegated object is told of alone', async () => {
    const user = await server.userWith([...reading]);
    const given = await server.post('/api/cartographers', {
      ...{ user_id: user.id, cartographiable_type: 'applications', cartographiable_id: ids['low'] },
    });
    expect(given.status).toBe(201);
    const own = await found(user.token, 'r-own');
    expect(own.map(({ name }) => name)).toEqual(['low']);
    expect((await server.get('/api/findings/summary?by=type', { token: user.token })).body).toMatchObject([
      { by: 'applications', open: 1 },
    ]);
    expect(await told(user.token)).not.toContain(MARK);
    const other = (await server.get('/api/findings?filter[check]=r-own&sort=id')).body as Array<{
      id: number;
      name: string;
    }>;
    const hidden = other.find(({ name }) => name === 'low alone')!;
    expect((await server.get(`/api/findings/${hidden.id}`, { token: user.token })).status).toBe(404);
  });

  it('a perimeter hides objects that prove, and counts them nowhere', async () => {
    const perimeter = await server.post('/api/perimeters', {
      name: 'part',
      rules: [
        { resource: 'applications', filter: { name_starts: 'low' } },
        { resource: 'processes', filter: { name_starts: 'seen' } },
      ],
    });
    const user = await server.userWith([...reading, 'application_access', 'process_access']);
    await server.patch(`/api/roles/${user.roleId}`, { perimeters: [perimeter.body.id] });
    const { token } = user;
    const need = await found(token, 'r-need');
    expect(need.map(({ name }) => name)).toEqual(['low']);
    expect(need[0]!['evidence'].objects.map((one: { name: string }) => one.name)).toEqual(['seen process']);
    expect(need[0]!['message']).toBe(
      'Its need of confidentiality is 1; what rests on it needs more: seen process (3).',
    );
    expect(await found(token, 'r-filter')).toEqual([]);
    expect(await told(token)).not.toContain(MARK);
  });

  it('a relation back to the kind itself tells nothing of the hidden one at its end', async () => {
    await make(`${MARK} parent`, 'entities');
    await make('child', 'entities', { parent_entity_id: ids[`${MARK} parent`] });
    const common = { titles: { en: 'x' }, severity: 'low' };
    const bodies = [
      { key: 'r-back', ...common, query: 'FROM entities FIELDS name, parent_entity.name WHERE name = "child"' },
      { key: 'r-back-filter', ...common, type: 'entities', filter: { 'parent_entity.name_starts': MARK.slice(0, 4) } },
    ];
    for (const body of bodies) expect(await server.post('/api/checks', body)).toMatchObject({ status: 201 });
    const { body } = await server.post('/api/checks/run', { checks: bodies.map(({ key }) => key) });
    const run = `/api/checks/runs/${body.run}`;
    while ((await server.get(run)).body.data.state !== 'done') await new Promise((wake) => setTimeout(wake, 50));
    expect((await server.get(run)).body.data.opened).toBe(2);
    const perimeter = await server.post('/api/perimeters', {
      ...{ name: 'children', rules: [{ resource: 'entities', filter: { name_starts: 'child' } }] },
    });
    const user = await server.userWith([...reading, 'entity_access', 'entity_show']);
    await server.patch(`/api/roles/${user.roleId}`, { perimeters: [perimeter.body.id] });
    expect(await told(user.token)).not.toContain(MARK);
    for (const { key } of bodies) expect([key, await found(user.token, key)]).toEqual([key, []]);
    expect((await server.get(run, { token: user.token })).body.data.opened).toBeNull();
  });

  it('checks that came with the release ask about what their columns refer to, and exceptions that were added', async () => {
    const at = (key: string) => `SELECT id, kinds FROM own_checks WHERE slug = '${key}'`;
    const kinds = async (key: string): Promise<string[]> => {
      const [row] = await server.database.all(at(key));
      return (JSON.parse(row!['kinds'] as string) as string[][]).flat();
    };
    expect(await kinds('hosts-nowhere')).toEqual(['bays', 'buildings', 'sites']);
    const [{ id }] = (await server.database.all(at('servers-nowhere'))) as [{ id: number }];
    expect(await kinds('servers-nowhere')).toEqual(['clusters', 'physical-servers']);
    const except = { active: '0', 'databases.name_like': 'x' };
    expect((await server.patch(`/api/checks/${id}`, { except })).status).toBe(200);
    // As at the next start.
    await server.server.app.get(ShippedChecks).keep();
    expect(await kinds('servers-nowhere')).toEqual(['clusters', 'databases', 'physical-servers']);
    // Taken back, what they took away is not told as what was gone.
    await make('nowhere', 'logical-servers');
    const run = (await server.post('/api/checks/run', { checks: ['servers-nowhere'] })).body.run as number;
    await ended(run);
    const findings = async () =>
      (await server.get('/api/findings?filter[check]=servers-nowhere&filter[state]=all')).body;
    expect(await findings()).toMatchObject([{ name: 'nowhere' }]);
    expect((await server.patch(`/api/checks/${id}`, { reset: true })).status).toBe(200);
    expect(await kinds('servers-nowhere')).toEqual(['clusters', 'physical-servers']);
    expect(await findings()).toEqual([]);
  });

  it('what is not filled in is told as far as its reader sees what may stand there', async () => {
    const filled = await make('filled', 'databases', { entity_resp_id: await make('an entity', 'entities') });
    const bare = await make('bare', 'databases');
    const { token } = await server.userWith(['database_access', ...reading]);
    const [{ id }] = (await server.get('/api/checks?filter[key]=incomplete')).body;
    const told = async (as: object): Promise<Map<number, string>> => {
      const { body } = await server.get(`/api/checks/${id}/now`, as);
      const found = body as unknown as Array<{ type: string; object_id: number; message: string }>;
      return new Map(found.flatMap((one) => (one.type === 'databases' ? [[one.object_id, one.message]] : [])));
    };
    const [all, part] = [await told({}), await told({ token })];
    expect(all.get(bare)).toBe('Not filled in: Description, Type, Entity in charge and 1 other.');
    expect([all.get(filled), part.get(bare), part.get(filled)]).toEqual(
      Array(3).fill('Not filled in: Description, Type and Responsible.'),
    );
  });

  it('a check that asks about fewer kinds than before begins anew', async () => {
    const reader = await server.userWith(['application_access', ...reading]);
    const query = (text: string) => ({ query: `FROM applications FIELDS ${text} WHERE security_need_c = 1` });
    const body = { key: 'r-changed', titles: { en: 'x' }, severity: 'low', type: 'applications' };
    const { id } = (await server.post('/api/checks', { ...body, ...query('name, processes.name') })).body;
    const runIt = async (): Promise<void> => {
      await ended((await server.post('/api/checks/run', { checks: [body.key] })).body.run as number);
    };
    const seen = async (token?: string) =>
      (await server.get(`/api/findings?filter[check]=${body.key}&filter[state]=all`, token ? { token } : {})).body;
    await runIt();
    expect(JSON.stringify(await seen())).toContain(MARK);
    expect((await server.patch(`/api/checks/${id}`, query('name'))).status).toBe(200);
    expect(await seen(reader.token)).toEqual([]);
    await runIt();
    expect(JSON.stringify(await seen(reader.token))).not.toContain(' process');
    expect((await seen(reader.token)).length).toBe((await seen()).length);
    // Asking about more, or about the same in another way, leaves what is known.
    const before = (await seen()).map((one: { id: number }) => one.id);
    expect((await server.patch(`/api/checks/${id}`, query('name, processes.name'))).status).toBe(200);
    expect((await seen()).map((one: { id: number }) => one.id)).toEqual(before);
    expect((await server.delete(`/api/checks/${id}`)).status).toBe(200);
  });

  it('who may not list a kind without restriction writes no check that asks about it', async () => {
    const { token } = await server.userWith(['check_create', 'check_edit', 'application_access', ...reading]);
    const body = { key: 'mine', titles: { en: 'x' }, severity: 'low', type: 'applications' };
    const post = (more: object) => server.post('/api/checks', { ...body, ...more }, { token });
    expect((await post({ filter: { 'processes.name': 'x' } })).status).toBe(403);
    expect((await post({ query: 'FROM applications WHERE EXISTS processes' })).status).toBe(403);
    expect((await post({ filter: { rto_null: true }, except: { processes_exists: true } })).status).toBe(403);
    const made = await post({ filter: { rto_null: true } });
    expect(made.status).toBe(201);
    // By whatever name a column is asked for: each refers to objects that may be hidden.
    const others = await server.userWith(['check_create', 'bay_access', 'physical_link_access', ...reading]);
    const of = (type: string, asked: object) =>
      server.post('/api/checks', { ...body, key: 'theirs', type, ...asked }, { token: others.token });
    for (const name of ['room_id', 'building_id']) {
      expect([name, (await of('bays', { filter: { [name]: 1 } })).status]).toEqual([name, 403]);
      expect([name, (await of('bays', { filter: { [`${name}_null`]: true } })).status]).toEqual([name, 403]);
      expect([name, (await of('bays', { query: `FROM bays FIELDS name, ${name}` })).status]).toEqual([name, 403]);
    }
    const alias = 'physical_server_source_id';
    for (const query of [`FIELDS type, ${alias}`, `FIELDS type WHERE ${alias} = 1`])
      expect((await of('physical-links', { query: `FROM physical-links ${query}` })).status).toBe(403);
    expect((await of('bays', { query: 'FROM bays FIELDS name, description' })).status).toBe(201);
    const [theirs] = (await server.get('/api/checks?filter[key]=r-filter')).body;
    const at = `/api/checks/${theirs.id}`;
    expect((await server.patch(at, { enabled: false }, { token })).status).toBe(403);
    expect((await server.delete(at, { token })).status).toBe(403);
    expect((await server.patch(at, { reset: 'x' })).body.errors).toHaveProperty('reset');
    expect(
      (await server.patch(`/api/checks/${made.body.id}`, { filter: { 'processes.name': 'x' } }, { token })).status,
    ).toBe(403);
    expect((await server.patch(`/api/checks/${made.body.id}`, { severity: 'high' }, { token })).status).toBe(200);
  });
});
