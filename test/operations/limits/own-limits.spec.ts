/** Limits of requests of single users and named tokens (contract 11). @seconds 8 */
import { ENGINES, makeDatabase } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';

describe.each(ENGINES)('limits of their own on %s', (engine) => {
  let server: TestServer;
  let replica: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    server = await TestServer.start(engine, { RATE_LIMIT: '60' }, files);
    replica = await TestServer.start(engine, { RATE_LIMIT: '60' }, files);
  });
  afterAll(async () => {
    await replica.stop(true);
    await server.stop();
  });

  /** The limit that an answer tells. */
  const limitOf = async (token: string, on = server): Promise<string | null> =>
    (await on.get('/api/me', { token })).headers.get('x-ratelimit-limit');
  const set = (path: string, per_minute: unknown, token = server.token) =>
    server.put(`/api/${path}/request-limit`, { per_minute }, { token });

  it('an Admin sets that of a user: it counts from the next request on, null takes it back, 0 is none', async () => {
    const { token, id } = await server.userWith([]);
    expect(await limitOf(token)).toBe('60');
    const answer = await set(`users/${id}`, 5000);
    expect([answer.status, answer.body]).toEqual([200, { per_minute: 5000 }]);
    expect(await limitOf(token)).toBe('5000');
    expect((await server.get(`/api/users/${id}/request-limit`)).body).toEqual({ per_minute: 5000 });
    await set(`users/${id}`, '3');
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await server.get('/api/me', { token })).status);
    expect(statuses.at(-1)).toBe(429);
    await set(`users/${id}`, 0);
    expect(await limitOf(token)).toBeNull();
    await set(`users/${id}`, null);
    expect((await server.get(`/api/users/${id}/request-limit`)).body).toEqual({ per_minute: null });
    expect(await limitOf(token)).toBe('60');
  });
  it('on every server within a second', async () => {
    const { token, id } = await server.userWith([]);
    expect(await limitOf(token, replica)).toBe('60');
    await set(`users/${id}`, 700);
    await new Promise((wake) => setTimeout(wake, 1100));
    expect(await limitOf(token, replica)).toBe('700');
  });
  it('that of a named token is counted for it alone, and wins over that of its user', async () => {
    const user = await server.userWith([]);
    const made = (await server.post('/api/tokens', { name: 'connector' }, user)).body;
    await set(`users/${user.id}`, 100);
    await set(`tokens/${made.id}`, 2);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await server.get('/api/me', { token: made.token })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(await limitOf(user.token)).toBe('100');
    await set(`tokens/${made.id}`, null);
    expect(await limitOf(made.token)).toBe('100');
  });
  it('an Admin may have one too', async () => {
    const id = (await server.post('/api/users', { login: `second ${engine}`, password: ADMIN.password, roles: [1] }))
      .body.id;
    const token = await server.login(`second ${engine}`, ADMIN.password);
    expect(await limitOf(token)).toBeNull();
    await set(`users/${id}`, 1000);
    expect(await limitOf(token)).toBe('1000');
  });
  it('only an Admin reads and sets them', async () => {
    const { token, id } = await server.userWith(['user_edit', 'user_show', 'user_access']);
    for (const answer of [
      await set(`users/${id}`, 0, token),
      await server.get(`/api/users/${id}/request-limit`, { token }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([403, 'Only an administrator may do this.']);
    }
  });
  it.each([
    [{}],
    [{ per_minute: -1 }],
    [{ per_minute: 1.5 }],
    [{ per_minute: 'many' }],
    [{ per_minute: 1_000_001 }],
    [{ per_minute: [1] }],
  ])('%j is refused', async (body) => {
    const { status, body: answer } = await server.put('/api/users/1/request-limit', body, { documented: false });
    expect([status, Object.keys(answer.errors)]).toEqual([422, ['per_minute']]);
  });
  it('of nobody there is none, nor of the token of a log-in', async () => {
    const { id } = await server.userWith([]);
    const [login] = await server.database.all('SELECT id FROM own_tokens WHERE user_id = ?', [id]);
    await server.delete(`/api/users/${id}`);
    for (const path of [
      'users/4000000000',
      `users/${id}`,
      'tokens/4000000000',
      `tokens/${String(login?.['id'] ?? 4000000001)}`,
      'users/x',
    ]) {
      expect([path, (await set(path, 1)).status]).toEqual([path, 404]);
    }
  });
  it('a form sets it too, and the journal tells who did', async () => {
    const { id } = await server.userWith([]);
    const form = await server.post(`/api/users/${id}/request-limit`, { _method: 'PUT', per_minute: '900' });
    expect([form.status, form.body]).toEqual([200, { per_minute: 900 }]);
    const { body } = await server.get(
      `/api/audit-logs?filter[subject_id]=${id}&filter[description]=request_limit_changed`,
    );
    expect(body).toEqual([
      expect.objectContaining({ user_id: 1, properties: expect.objectContaining({ before: null, after: 900 }) }),
    ]);
  });
  it('a token that ends, and its limit with it', async () => {
    const made = (await server.post('/api/tokens', { name: 'short' })).body;
    await set(`tokens/${made.id}`, 7);
    await server.delete(`/api/tokens/${made.id}`);
    const rows = await server.database.all('SELECT id FROM own_request_limits WHERE token_id = ?', [made.id]);
    expect(rows).toEqual([]);
  });
});
