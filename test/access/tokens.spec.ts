import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

describe.each(ENGINES)('tokens on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 2: the value of a named token is shown once and only a hash is stored', async () => {
    const { token, id } = await server.userWith(['site_access']);
    const made = await server.post('/api/tokens', { name: ' glpi ', expires_at: '2999-01-01' }, { token });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      user_id: id,
      name: 'glpi',
      read_only: false,
      expires_at: '2999-01-01T00:00:00.000000Z',
    });
    expect((await server.get('/api/sites', { token: made.body.token })).status).toBe(200);
    const { token: value, last_used_at: never, last_address: nowhere, ...rest } = made.body;
    expect([never, nowhere]).toEqual([null, null]);
    // The first use is noted beside the request.
    for (let tries = 0; tries < 40; tries++) {
      const [listed] = (await server.get('/api/tokens', { token })).body;
      expect(listed).toMatchObject(rest);
      if (listed.last_address === '127.0.0.1' && Date.now() - Date.parse(listed.last_used_at) < 60_000) break;
      expect(tries).toBeLessThan(39);
      await new Promise((wake) => setTimeout(wake, 50));
    }
    const stored = JSON.stringify(await server.database.all('SELECT * FROM own_tokens'));
    expect(stored).not.toContain(value);
    expect(stored).not.toContain(JSON.parse(Buffer.from(value.split('.')[1], 'base64url').toString()).jti);
  });
  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: { constructor: 5 } }, 'name'],
    [{ name: 'x', expires_at: '2001-01-01' }, 'expires_at'],
    [{ name: 'x', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'x', read_only: 'maybe' }, 'read_only'],
    [{ name: 'x', read_only: [{ constructor: 'y' }] }, 'read_only'],
  ])('contract 2: the token %j is refused', async (body, key) => {
    const { status, body: answer } = await server.post('/api/tokens', body);
    expect([status, Object.keys(answer.errors)]).toEqual([422, [key]]);
  });
  it('contract 2: a read-only token may only GET and HEAD, also after _method is applied', async () => {
    const { body } = await server.post('/api/tokens', { name: 'reader', read_only: '1' });
    const { token } = body;
    expect(body.read_only).toBe(true);
    expect((await server.get('/api/sites', { token })).status).toBe(200);
    expect((await server.request('HEAD', '/api/sites', { token })).status).toBe(200);
    const site = (await server.post('/api/sites', { name: 'Campus' })).body.id;
    const answers = [
      await server.post('/api/sites', { name: 'Other' }, { token }),
      await server.put(`/api/sites/${site}`, { name: 'Other' }, { token }),
      await server.post(`/api/sites/${site}`, { _method: 'PUT', name: 'Other' }, { token }),
      await server.delete(`/api/sites/${site}`, { token }),
      await server.post('/api/logout', {}, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
  it('contract 2: a named token cannot make tokens or change a password', async () => {
    const { token } = (await server.post('/api/tokens', { name: 'script' })).body;
    expect((await server.post('/api/tokens', { name: 'another' }, { token })).status).toBe(403);
    const body = { old_password: ADMIN.password, new_password: 'Another-horse-9' };
    expect((await server.put('/api/me/password', body, { token })).status).toBe(403);
  });
  it('contract 2: nor by way of users: neither its own password nor that of others, in single and mass writes', async () => {
    const { id, login } = await server.userWith([]);
    const { token } = (await server.post('/api/tokens', { name: 'provisioning' })).body;
    const password = 'Another-horse-9';
    const answers = [
      await server.patch('/api/users/1', { password }, { token }),
      await server.put(`/api/users/${id}`, { password }, { token }),
      await server.put(`/api/users/${id}`, { 'password[]': password }, { token }),
      await server.post(`/api/users/${id}`, { _method: 'PUT', password }, { token }),
      await server.put('/api/users/mass-update', { items: [{ id }, { id: 1, password }] }, { token }),
      await server.post('/api/users', { login: 'by a script', password, roles: [1] }, { token }),
      await server.post('/api/users/mass-store', { items: [{ login: 'by a script', password }] }, { token }),
    ];
    const sentence = 'A named token can neither make tokens nor change a password.';
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(7).fill([403, sentence]));
    expect(await server.login(login, ADMIN.password)).toBeTruthy();
    expect((await server.put(`/api/users/${id}`, { language: 'fr', password: '' }, { token })).status).toBe(200);
    expect((await server.post('/api/users', { login: 'by a script', password: null }, { token })).status).toBe(201);
  });
  it('contract 2: everyone sees and deletes their own, an Admin all', async () => {
    const [ann, bob] = [await server.userWith([]), await server.userWith([])];
    const made = (await server.post('/api/tokens', { name: 'of ann' }, ann)).body;
    expect((await server.get('/api/tokens', bob)).body).toEqual([]);
    expect((await server.delete(`/api/tokens/${made.id}`, bob)).status).toBe(404);
    expect((await server.get('/api/me', { token: made.token })).status).toBe(200);
    expect((await server.get('/api/tokens')).body.map(({ name }: { name: string }) => name)).toContain('of ann');
    expect((await server.delete(`/api/tokens/${made.id}`)).status).toBe(200);
    expect((await server.get('/api/me', { token: made.token })).status).toBe(401);
    const own = (await server.post('/api/tokens', { name: 'of bob' }, bob)).body;
    expect((await server.delete(`/api/tokens/${own.id}`, bob)).body).toEqual([]);
    expect((await server.delete('/api/tokens/0')).status).toBe(404);
  });
  it('contract 2: one changes the own password with the old one, which ends all tokens', async () => {
    const { token, login } = await server.userWith([]);
    const named = (await server.post('/api/tokens', { name: 'script' }, { token })).body.token;
    const put = (body: object) => server.put('/api/me/password', body, { token });
    expect(Object.keys((await put({})).body.errors)).toEqual(['old_password', 'new_password']);
    const wrong = await put({ old_password: 'not mine at all', new_password: 'Another-horse-9' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['old_password']]);
    const short = await put({ old_password: ADMIN.password, password: 'short' });
    expect(Object.keys(short.body.errors)).toEqual(['password']);
    const changed = await put({ old_password: ADMIN.password, new_password: 'Another-horse-9' });
    expect([changed.status, changed.body]).toEqual([200, []]);
    for (const old of [token, named]) expect((await server.get('/api/me', { token: old })).status).toBe(401);
    expect(await server.login(login, 'Another-horse-9')).toBeTruthy();
  });
  it('contract 2: log-out ends the token at once, and no other', async () => {
    const { token, login } = await server.userWith([]);
    const other = await server.login(login, ADMIN.password);
    expect((await server.get('/api/me', { token })).status).toBe(200);
    expect((await server.post('/api/logout', {}, { token })).status).toBe(200);
    expect((await server.get('/api/me', { token })).status).toBe(401);
    expect((await server.get('/api/me', { token: other })).status).toBe(200);
  });
});
