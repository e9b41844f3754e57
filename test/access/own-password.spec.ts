import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const OLD = ADMIN.password;
const NEW = 'Another-horse-9';

describe.each(ENGINES)('the own password on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it.each([
    ['application/x-www-form-urlencoded', `_method=PUT&old_password=${OLD}&new_password=${NEW}`],
    ['application/x-www-form-urlencoded', `_method=put&old_password=${OLD}&new_password=${NEW}`],
    ['multipart/form-data', undefined],
  ])('contract 2, 4: POST with _method=PUT changes it, as %s', async (type, text) => {
    const user = await server.userWith([]);
    const form = new FormData();
    for (const [name, value] of Object.entries({ _method: 'PUT', old_password: OLD, new_password: NEW })) {
      form.append(name, value);
    }
    const headers: Record<string, string> = text === undefined ? {} : { 'content-type': type };
    const answer = await server.post('/api/me/password', text ?? form, { token: user.token, headers });
    expect([answer.status, answer.body]).toEqual([200, []]);
    expect((await server.get('/api/me', user)).status).toBe(401);
    expect(await server.login(user.login, NEW)).toEqual(expect.any(String));
  });
  it('contract 4: POST without _method, or with another one, is 405', async () => {
    const user = await server.userWith([]);
    for (const more of [{}, { _method: 'DELETE' }, { _method: 'GET' }]) {
      const body = { old_password: OLD, new_password: NEW, ...more };
      const { status, headers } = await server.post('/api/me/password', body, user);
      expect([status, headers.get('allow')]).toEqual([405, 'PUT']);
    }
    expect((await server.get('/api/me', user)).status).toBe(200);
  });
  it('contract 2: a read-only token changes nothing by _method, a named one neither', async () => {
    const user = await server.userWith([]);
    const body = { _method: 'PUT', old_password: OLD, new_password: NEW };
    for (const read_only of [true, false]) {
      const { token } = (await server.post('/api/tokens', { name: 'script', read_only }, user)).body;
      expect((await server.post('/api/me/password', body, { token })).status).toBe(403);
    }
    expect((await server.get('/api/me', user)).status).toBe(200);
  });
  it('contract 4: a token is revoked by POST with _method=DELETE', async () => {
    const { id, token } = (await server.post('/api/tokens', { name: 'script' })).body;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.post(`/api/tokens/${id}`, '_method=DELETE', { headers: type });
    expect([answer.status, answer.body]).toEqual([200, []]);
    expect((await server.get('/api/me', { token })).status).toBe(401);
  });
});
