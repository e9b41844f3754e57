/** Values as connectors of other programs send them: names of any length, truth in texts, times of a wall, whole numbers. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe.each(ENGINES)('on %s, which keeps the time of Paris', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { DB_TIMEZONE: 'Europe/Paris' });
  });
  afterAll(() => server.stop());

  const stored = async (table: string, id: number): Promise<Record<string, unknown>> =>
    (await server.database.all(`SELECT * FROM ${table} WHERE id = ?`, [id]))[0]!;

  it.each([
    ['applications', 'name'],
    ['network-switches', 'name'],
    ['admin-users', 'user_id'],
    ['roles', 'title'],
    ['logical-flows', 'name'],
  ])('contract 14: a %s is named by 1 to 255 characters, in single and mass writes', async (path, name) => {
    const refused = { [name]: [`The ${name} field must not be greater than 255 characters.`] };
    for (const text of ['x', '[OLD] ' + '😀'.repeat(249)]) {
      const { status, body } = await server.post(`/api/${path}`, { [name]: text });
      expect([status, body[name]]).toEqual([201, text]);
      expect((await server.put(`/api/${path}/${body.id}`, body)).status).toBe(200);
    }
    const { status, body } = await server.post(`/api/${path}`, { [name]: 'é'.repeat(256) });
    expect([status, body.errors]).toEqual([422, refused]);
    const items = [{ [name]: 'y' }, { [name]: 'z'.repeat(255) }];
    expect((await server.post(`/api/${path}/mass-store`, { items })).status).toBe(201);
    const long = await server.post(`/api/${path}/mass-store`, { items: [{ [name]: 'w'.repeat(256) }] });
    expect([long.status, long.body.errors]).toEqual([422, { [`items.0.${name}`]: refused[name] }]);
  });

  it('what names begin with is found whatever letter follows, also one beyond U+FFFF', async () => {
    const names = ['字𠀀', '字a', 'plan😀', 'plan', '𝒜lpha'];
    const items = names.map((name) => ({ name }));
    const { ids } = (await server.post('/api/sites/mass-store', { items })).body;
    const found = async (filter: string): Promise<string[]> => {
      const among = `filter[id_in]=${ids.join()}&fields=name&sort=id`;
      const { body } = await server.get(`/api/sites?filter[${encodeURI(filter)}&${among}`);
      return body.map(({ name }: { name: string }) => name);
    };
    expect(await found('name_starts]=字')).toEqual(['字𠀀', '字a']);
    expect(await found('name_starts]=plan')).toEqual(['plan😀', 'plan']);
    expect(await found('name_like]=字_')).toEqual(['字𠀀', '字a']);
    expect(await found('name_starts]=𝒜')).toEqual(['𝒜lpha']);
  });

  it('contract 14: the document says so', async () => {
    const { schemas } = (await server.get('/api/openapi.json')).body.components;
    const names = JSON.stringify(schemas).match(/"name":\{"type":"string","minLength":1,"maxLength":255/g);
    expect(names!.length).toBeGreaterThan(50);
    expect(JSON.stringify(schemas)).toMatch(/"rto":\{"type":\["integer","null"\],"minimum":0/);
  });

  it('contract 14: true and false in columns of text are "1" and "0"', async () => {
    const body = { name: 'truths', responsible: true, description: false, technology: true };
    const made = await server.post('/api/applications', body);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ responsible: '1', description: '0', technology: '1' }),
    ]);
    const mass = await server.post('/api/data-processings/mass-store', {
      items: [{ name: 'register', legal_basis: false, retention: true }],
    });
    expect(mass.status).toBe(201);
    expect((await server.get(`/api/data-processings/${mass.body.ids[0]}`)).body.data).toMatchObject({
      legal_basis: '0',
      retention: '1',
    });
    expect((await server.post('/api/applications', { name: true })).body.name).toBe('1');
  });

  const dated = async (body: Record<string, unknown>): Promise<Record<string, unknown> & { id: number }> => {
    const answer = await server.post('/api/physical-servers', body);
    expect(answer.status).toBe(201);
    return answer.body as Record<string, unknown> & { id: number };
  };

  it('contract 14: dates of physical servers are wall time without a zone, whatever DB_TIMEZONE says', async () => {
    const made = await dated({ name: 'P1', install_date: '2025-01-01 00:00:00', update_date: '2025-07-14' });
    expect(made).toMatchObject({
      install_date: '2025-01-01T00:00:00.000000Z',
      update_date: '2025-07-14T00:00:00.000000Z',
    });
    expect(await stored('physical_servers', made.id)).toMatchObject({
      install_date: '2025-01-01 00:00:00',
      update_date: '2025-07-14 00:00:00',
    });
    // What is answered is taken back, and other moments are those of the zone of the database.
    const again = await server.put(`/api/physical-servers/${made.id}`, made);
    expect(again.body).toMatchObject({ install_date: made['install_date'], updated_at: made['updated_at'] });
    const [{ created_at: created }] = await server.database.all('SELECT created_at FROM physical_servers WHERE id = ?', [
      made.id,
    ]) as [{ created_at: string }]; // prettier-ignore
    expect(server.database.clock.toApi(created)).toBe(made['created_at']);
    expect(created.slice(11, 13)).not.toBe(String(made['created_at']).slice(11, 13));
    // A time that the clocks of Paris skip.
    const skipped = await dated({ name: 'P2', install_date: '2025-03-30T02:30:00.000000Z' });
    expect(skipped['install_date']).toBe('2025-03-30T02:30:00.000000Z');
    // An offset says where the clock hangs, not what it shows.
    const offset = await dated({ name: 'P3', install_date: '2025-02-01T08:00:00+09:00' });
    expect(offset['install_date']).toBe('2025-02-01T08:00:00.000000Z');
  });

  it('contract 14: they are filtered, sorted, reported and exported as they stand', async () => {
    const bay = (await server.post('/api/bays', { name: 'of the dates' })).body.id as number;
    const times = ['2024-12-31 23:30:00', '2025-01-01 00:00:00', '2025-01-01 23:59:59', '2025-01-02 00:00:00'];
    for (const [i, time] of times.entries()) await dated({ name: `D${i}`, bay_id: bay, install_date: time });
    const named = async (query: string): Promise<string[]> => {
      const { body } = await server.get(`/api/physical-servers?filter[bay_id]=${bay}&${query}`);
      return (body as Array<{ name: string }>).map(({ name }) => name);
    };
    expect(await named('filter[install_date]=2025-01-01')).toEqual(['D1', 'D2']);
    expect(await named('filter[install_date_gte]=2025-01-01 00:00:00')).toEqual(['D1', 'D2', 'D3']);
    expect(await named('filter[install_date_lt]=2025-01-01T00:00:00.000000Z')).toEqual(['D0']);
    expect(await named('sort=-install_date&page[size]=2&page[number]=1')).toEqual(['D3', 'D2']);
    const list = await server.get(`/api/physical-servers?filter[bay_id]=${bay}&fields=install_date&sort=id`);
    expect(list.body.map((row: { install_date: string }) => row.install_date)).toEqual(
      times.map((time) => `${time.replace(' ', 'T')}.000000Z`),
    );
    const from = 'FROM physical-servers FIELDS name, install_date WHERE install_date = "2025-01-01 00:00:00"';
    const query = await server.post('/api/queries/run', { query: from });
    expect([query.status, JSON.stringify(query.body)]).toEqual([200, expect.stringContaining('2025-01-01')]);
    expect(JSON.stringify(query.body)).not.toContain('2024-12-31');
    const exported = await server.get(`/api/physical-servers/export?format=csv&filter[name]=D1`, { documented: false });
    expect(exported.body).toContain('2025-01-01T00:00:00.000000Z');
    const file = new FormData();
    file.append('file', new Blob([exported.body as string], { type: 'text/csv' }), 'servers.csv');
    const imported = await server.post('/api/physical-servers/import', file);
    expect(imported.body).toEqual({ inserted: 0, updated: 0, deleted: 0 });
  });

  it.each([
    ['applications', ['rto', 'rpo', 'patching_frequency']],
    [
      'activities',
      [
        'recovery_time_objective',
        'maximum_tolerable_downtime',
        'recovery_point_objective',
        'maximum_tolerable_data_loss',
      ],
    ],
    ['logical-servers', ['disk', 'disk_used', 'patching_frequency']],
    ['physical-servers', ['paching_frequency']],
    ['workstations', ['disk']],
  ])(
    'contract 14: whole numbers of %s are 0 or more, and old ones stay until they are changed',
    async (path, names) => {
      const each = <T>(value: T): Record<string, T> => Object.fromEntries(names.map((name) => [name, value]));
      const { status, body } = await server.post(`/api/${path}`, { name: 'below', ...each(-1) });
      const errors = names.map((name) => [name, [`The ${name} field must be at least 0.`]]);
      expect([status, body.errors]).toEqual([422, Object.fromEntries(errors)]);
      const made = await server.post(`/api/${path}`, { name: 'zero', ...each(0) });
      expect([made.status, made.body]).toEqual([201, expect.objectContaining(each(0))]);
      const sets = names.map((name) => `${name} = -5`).join(', ');
      await server.database.run(`UPDATE ${path.replace('-', '_')} SET ${sets} WHERE id = ?`, [made.body.id]);
      const old = (await server.get(`/api/${path}/${made.body.id}`)).body.data;
      expect(old).toMatchObject(each(-5));
      const kept = await server.put(`/api/${path}/${made.body.id}`, { ...old, name: 'kept' });
      expect([kept.status, kept.body]).toEqual([200, expect.objectContaining({ name: 'kept', ...each(-5) })]);
      expect((await server.put(`/api/${path}/${made.body.id}`, { ...old, ...each(-6) })).status).toBe(422);
    },
  );

  it('contract 14: priorities of flows and security needs keep their range', async () => {
    expect((await server.post('/api/logical-flows', { name: 'f', priority: -7 })).body.priority).toBe(-7);
    const { body } = await server.post('/api/applications', { name: 'needs', security_need_c: -1 });
    expect(body.security_need_c).toBe(-1);
  });
});
