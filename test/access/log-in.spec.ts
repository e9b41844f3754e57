import { createHmac } from 'node:crypto';
import { LoginService } from '../../src/access/login.service.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const SECRET = 'a secret of the tests, 32 characters or more';

/** A token as a stranger would make one: signed by `secret`, or by nobody. */
function forged(claims: object, secret: string | null): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: secret === null ? 'none' : 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${secret === null ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await server.post('/api/users', { login: 'Zoé', email: 'zoe@example.org', password: ADMIN.password, roles: [3] });
    await server.post('/api/users', { login: 'nopass' });
  });
  afterAll(() => server.stop());

  const login = (body: unknown, headers: Record<string, string> = {}) =>
    server.request('POST', '/api/login', { body, headers, token: null });

  it('contract 2: a log-in answers a token, its end and the user, without any secret', async () => {
    const { status, body } = await login({ login: 'Zoé', password: ADMIN.password });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      user: { login: 'Zoé', email: 'zoe@example.org', granularity: 1 },
    });
    expect(body.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/);
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    expect(Object.keys(body.user)).not.toEqual(expect.arrayContaining(['password']));
    expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$|remember_token/);
  });

  it.each([
    ['their password is changed', (id: number) => server.patch(`/api/users/${id}`, { password: 'Another-horse-9' })],
    ['they are deleted', (id: number) => server.delete(`/api/users/${id}`)],
  ])('contract 2: who signs in while %s gets no token', async (_, meanwhile) => {
    const name = `hasty${Date.now()}`;
    const { body: user } = await server.post('/api/users', { login: name, password: ADMIN.password });
    const logins = server.server.app.get(LoginService);
    const check = logins.check.bind(logins);
    // Between the check of the password and the making of the token.
    const held = jest.spyOn(logins, 'check').mockImplementationOnce(async (...given) => {
      const found = await check(...given);
      expect((await meanwhile(user.id)).status).toBe(200);
      return found;
    });
    const { status, body } = await login({ login: name, password: ADMIN.password });
    held.mockRestore();
    expect([status, body.access_token]).toEqual([401, undefined]);
    const left = await server.database.all('SELECT id FROM own_tokens WHERE user_id = ?', [user.id]);
    expect(left).toEqual([]);
  });

  it.each([
    ['the login in another case, without accents', { login: 'ZOE', password: ADMIN.password }],
    ['the e-mail as login', { login: 'zoe@example.org', password: ADMIN.password }],
    ['the e-mail under its own name', { email: 'ZOE@example.org', password: ADMIN.password }],
  ])('contract 2: signs in by %s', async (_, body) => {
    expect(await login(body)).toMatchObject({ status: 200, body: { user: { login: 'Zoé' } } });
  });

  it('contract 2: signs in by form and by multipart', async () => {
    const form = new FormData();
    form.append('login', 'Zoé');
    form.append('password', ADMIN.password);
    expect((await login(form)).status).toBe(200);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await login(`login=Zo%C3%A9&password=${ADMIN.password}`, type)).status).toBe(200);
  });

  it('contract 2: wrong password, unknown user and user without password answer alike', async () => {
    const answers = await Promise.all(
      ['Zoé', 'nobody', 'nopass'].map((name) => login({ login: name, password: 'not the password' })),
    );
    for (const { status, body } of answers) {
      expect({ status, message: body.message }).toEqual({ status: 401, message: answers[0]!.body.message });
    }
  });

  it.each([
    ['nothing', {}, ['login', 'password']],
    ['no password', { login: 'Zoé' }, ['password']],
    ['empty strings', { login: '', password: '' }, ['login', 'password']],
    ['values that are no strings', { login: ['Zoé'], password: { a: 1 } }, ['login', 'password']],
    [
      'an object that names its constructor',
      { login: { constructor: 5 }, password: { constructor: 'x' } },
      ['login', 'password'],
    ],
  ])('contract 2: %s is 422', async (_, body, keys) => {
    const answer = await login(body);
    expect({ status: answer.status, keys: Object.keys(answer.body.errors) }).toEqual({ status: 422, keys });
  });

  it('contract 2: the scheme is case-insensitive and extra blanks are tolerated', async () => {
    for (const authorization of [`bearer ${server.token}`, `  BEARER   ${server.token}  `]) {
      expect((await server.get('/api/me', { token: null, headers: { authorization } })).status).toBe(200);
    }
  });

  const claims = { sub: '1', jti: 'x', exp: Math.floor(Date.now() / 1000) + 3600 };
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['no token', 'Bearer'],
    ['something else', 'Bearer not-a-token'],
    ['a token nobody signed', `Bearer ${forged(claims, null)}`],
    ['a token signed by a stranger', `Bearer ${forged(claims, 'another secret')}`],
    ['a token of ours that was never given', `Bearer ${forged(claims, SECRET)}`],
    ['a token that has ended', `Bearer ${forged({ ...claims, exp: 1000 }, SECRET)}`],
  ])('contract 2: %s is 401, and never a redirect or a cookie', async (_, authorization) => {
    const { status, headers, body } = await server.get('/api/applications', {
      token: null,
      headers: { accept: 'text/html', ...(authorization && { authorization }) },
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('set-cookie')).toBeNull();
    expect(body).toMatchObject({ code: 401, message: 'Unauthenticated.' });
  });

  it('contract 2: a deleted user is out at once', async () => {
    const { body: user } = await server.post('/api/users', { login: 'gone', password: ADMIN.password });
    const token = await server.login('gone', ADMIN.password);
    expect((await server.get('/api/me', { token })).status).toBe(200);
    await server.delete(`/api/users/${user.id}`);
    expect((await server.get('/api/me', { token })).status).toBe(401);
    expect((await login({ login: 'gone', password: ADMIN.password })).status).toBe(401);
  });

  it('contract 2: logging out ends the token', async () => {
    const token = await server.login('Zoé', ADMIN.password);
    expect((await server.post('/api/logout', {}, { token })).status).toBe(200);
    expect((await server.get('/api/me', { token })).status).toBe(401);
  });
});

describe.each(ENGINES)('with a limit of log-ins, on %s', (engine) => {
  it('contract 2: too many failures are 429 with Retry-After, also for the right password', async () => {
    const server = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '3' });
    try {
      const attempt = (password: string, login = ADMIN.login) =>
        server.request('POST', '/api/login', { body: { login, password }, token: null });
      for (let i = 0; i < 3; i++) expect((await attempt('wrong')).status).toBe(401);
      const refused = await attempt(ADMIN.password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await attempt('wrong', 'somebody else')).status).toBe(401);
    } finally {
      await server.stop();
    }
  });
});
