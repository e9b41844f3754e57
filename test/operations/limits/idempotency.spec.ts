import { createHash, randomUUID } from 'node:crypto';
import { ENGINES } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';

const DAY = 24 * 3600_000;

describe.each(ENGINES)('Idempotency-Key on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const key = (value: string = randomUUID()): { headers: Record<string, string> } => ({
    headers: { 'idempotency-key': value },
  });
  const sites = async (name: string): Promise<number> =>
    (await server.database.all('SELECT id FROM sites WHERE name = ?', [name])).length;
  const rows = async (): Promise<number> =>
    Number((await server.database.all('SELECT COUNT(*) AS n FROM own_idempotency_keys'))[0]!['n']);
  const age = async (value: string, ms: number, more = ''): Promise<void> => {
    const scope = createHash('sha256').update(['1', 'POST', '/api/sites', value].join('\n')).digest('hex');
    const sql = `UPDATE own_idempotency_keys SET created_at = ?${more} WHERE scope = ?`;
    const { changes } = await server.database.run(sql, [server.database.clock.toStored(Date.now() - ms), scope]);
    expect(changes).toBe(1);
  };

  it('contract 11: the same key and body answers the first answer again, with status, Location and ETag', async () => {
    const options = key();
    const body = { name: 'Once', unknown_name: 1 };
    const first = await server.post('/api/sites', body, options);
    const again = await server.post('/api/sites', body, options);
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const name of ['location', 'etag', 'content-type', 'x-ignored-fields']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      expect(first.headers.get(name)).not.toBeNull();
    }
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await sites('Once')).toBe(1);
  });
  it('contract 11: the same body in another form is the same, also when the answer is compressed', async () => {
    const options = key();
    await server.post('/api/sites', { name: 'Forms', description: 'x'.repeat(3000) }, options);
    const headers = { ...options.headers, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
    const text = `{ "name":"Forms",\n "description": "${'x'.repeat(3000)}" }`;
    const again = await server.post('/api/sites', text, { headers });
    expect([again.status, again.headers.get('content-encoding')]).toEqual([201, 'gzip']);
    expect(again.headers.get('etag')).toMatch(/-gzip"$/);
    expect(again.body).toMatchObject({ name: 'Forms' });
  });
  it.each([
    ['another body', '/api/sites', { name: 'Other' }],
    ['another query', '/api/sites?dry_run=1', { name: 'Key' }],
  ])('contract 11: %s under the same key is 422', async (_, url, body) => {
    const options = key();
    await server.post('/api/sites', { name: 'Key' }, options);
    const refused = await server.post(url, body, options);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    expect(await sites('Other')).toBe(0);
  });
  it('contract 11: the key is scoped to user, method and path', async () => {
    const options = key();
    const { token } = await server.userWith(['site_create']);
    const made = [
      await server.post('/api/sites', { name: 'Scope 1' }, options),
      await server.post('/api/sites', { name: 'Scope 2' }, { ...options, token }),
      await server.post('/api/buildings', { name: 'Scope 1' }, options),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null]);
  });
  it('contract 11: of many requests at once one is carried out, the others hear 409 or its answer', async () => {
    for (let round = 0; round < 5; round++) {
      const [name, options] = [`Crowd ${round}`, key()];
      const answers = await Promise.all(Array.from({ length: 12 }, () => server.post('/api/sites', { name }, options)));
      expect(await sites(name)).toBe(1);
      const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'));
      expect(fresh).toHaveLength(1);
      for (const { status, headers, body } of answers) {
        expect([201, 409]).toContain(status);
        if (status === 201) expect(body).toEqual(fresh[0]!.body);
        else expect(headers.get('retry-after')).toBe('1');
      }
      expect((await server.post('/api/sites', { name }, options)).body).toEqual(fresh[0]!.body);
    }
  });
  it('contract 11: refusals are answered again too; after a failure of the server the request may be sent again', async () => {
    const options = key();
    const refused = await server.post('/api/sites', { name: '' }, options);
    const again = await server.post('/api/sites', { name: '' }, options);
    expect([refused.status, again.status, again.body]).toEqual([422, 422, refused.body]);
    const { database } = server;
    const failing = key();
    database.observer = (sql) => {
      if (/INSERT INTO .?sites/.test(sql)) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    };
    const failed = await server.post('/api/sites', { name: 'After failure' }, failing);
    database.observer = undefined;
    expect(failed.status).toBe(503);
    expect((await server.post('/api/sites', { name: 'After failure' }, failing)).status).toBe(201);
  });
  it('contract 11: rights are checked first, and a broken body claims nothing', async () => {
    const options = key();
    const user = await server.userWith(['site_create']);
    const first = await server.post('/api/sites', { name: 'Rights' }, { ...options, token: user.token });
    expect(first.status).toBe(201);
    await server.put(`/api/roles/${user.roleId}`, { permissions: [] });
    expect((await server.post('/api/sites', { name: 'Rights' }, { ...options, token: user.token })).status).toBe(403);
    expect((await server.post('/api/sites', { name: 'Rights' }, { ...options, token: null })).status).toBe(401);
    const before = await rows();
    const broken = { headers: { ...key().headers, 'content-type': 'application/json' } };
    expect((await server.post('/api/sites', '{"name":', broken)).status).toBe(400);
    expect((await server.post('/api/sites', { name: 'y' }, key('k'.repeat(256)))).status).toBe(400);
    expect(await rows()).toBe(before);
  });
  it('contract 11: mass actions take the key with every method, single PUT and DELETE do not need one', async () => {
    const ids: number[] = (await server.post('/api/sites/mass-store', { items: [{ name: 'M 1' }, { name: 'M 2' }] }))
      .body.ids;
    const [stored, updated, destroyed] = [key(), key(), key()];
    const store = () => server.post('/api/sites/mass-store', { items: [{ name: 'M 3' }] }, stored);
    expect((await store()).body).toEqual((await store()).body);
    expect(await sites('M 3')).toBe(1);
    const update = () => server.put('/api/sites/mass-update', { items: [{ id: ids[0], name: 'M 4' }] }, updated);
    expect((await update()).status).toBe(200);
    await server.put(`/api/sites/${ids[0]}`, { name: 'M 5' });
    expect((await update()).headers.get('idempotency-replayed')).toBe('true');
    expect(await sites('M 4')).toBe(0);
    const destroy = () => server.delete('/api/sites/mass-destroy', { body: { ids }, ...destroyed });
    const [gone, again] = [await destroy(), await destroy()];
    expect([gone.status, again.status, again.body]).toEqual([204, 204, '']);
    const single = key();
    const { id } = (await server.post('/api/sites', { name: 'Single' })).body;
    for (const name of ['Single 1', 'Single 2']) {
      expect((await server.put(`/api/sites/${id}`, { name }, single)).body).toMatchObject({ name });
    }
  });
  it('contract 11: log-in, log-out, tokens and passwords never take the key', async () => {
    const before = await rows();
    const user = await server.userWith([]);
    const login = () =>
      server.post('/api/login', { login: user.login, password: ADMIN.password }, { ...key('same'), token: null });
    const [one, two] = [(await login()).body.access_token, (await login()).body.access_token];
    expect(one).not.toBe(two);
    const token = () => server.post('/api/tokens', { name: 'x' }, { ...key('same'), token: one });
    expect((await token()).body.token).not.toBe((await token()).body.token);
    expect((await server.post('/api/logout', {}, { ...key('same'), token: one })).status).toBe(200);
    expect((await server.post('/api/logout', {}, { ...key('same'), token: two })).status).toBe(200);
    expect(await rows()).toBe(before);
  });
  it('contract 11: after 24 hours the key is free again', async () => {
    const value = randomUUID();
    const first = await server.post('/api/sites', { name: 'Aged' }, key(value));
    await age(value, DAY - 60_000);
    expect((await server.post('/api/sites', { name: 'Aged' }, key(value))).body).toEqual(first.body);
    await server.delete(`/api/sites/${first.body.id}`);
    await age(value, DAY + 1000);
    const second = await server.post('/api/sites', { name: 'Aged' }, key(value));
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
  });
  it('contract 11: what a crash left behind is 409 at first, and taken over by one after a while', async () => {
    const [value, name] = [randomUUID(), 'Crashed'];
    await server.post('/api/sites', { name: 'Before the crash' }, key(value));
    await age(value, 60_000, ', status = NULL, headers = NULL, body = NULL, body_hash = NULL');
    expect((await server.post('/api/sites', { name }, key(value))).status).toBe(409);
    await age(value, 6 * 60_000);
    await Promise.all(Array.from({ length: 8 }, () => server.post('/api/sites', { name }, key(value))));
    expect(await sites(name)).toBe(1);
  });

  it('costs nothing where no key is sent', async () => {
    const statements = await server.statements(() => server.post('/api/sites', { name: 'Plain' }));
    expect(statements.join()).not.toContain('own_idempotency_keys');
  });
});
