/** How the command line signs in by a browser: with a code at a port of loopback, or one that a person types (identity 6). @seconds 15 */
import { createHash } from 'node:crypto';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

describe.each(ENGINES)('identity 6: a program signs in by a browser, on %s', (engine) => {
  let server: TestServer;
  let replica: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    server = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '5' }, files);
    replica = await TestServer.start(engine, {}, files);
  });
  afterAll(async () => {
    await replica.stop(true);
    await server.stop();
  });
  beforeEach(() => server.database.run('DELETE FROM own_login_failures'));

  const open = { token: null } as const;
  const allow = async (body: object = { code_challenge: challengeOf(VERIFIER) }, options = {}): Promise<TestAnswer> =>
    server.post('/api/login/cli', body, options);
  const exchange = (code: string, verifier = VERIFIER): Promise<TestAnswer> =>
    replica.post('/api/login/cli/token', { code, code_verifier: verifier }, open);

  it('gives a token for a code once, on any replica, and to whoever has the verifier alone', async () => {
    const { code } = (await allow()).body;
    expect((await exchange(code, VERIFIER.replace('d', 'e'))).status).toBe(401);
    const both = await Promise.all([exchange(code), exchange(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { body } = both.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ token_type: 'Bearer', user: { login: 'admin' } });
    expect((await server.get('/api/me', { token: body.access_token })).body).toMatchObject({ way: 'device' });
    expect((await server.get('/api/tokens?sessions=1', { token: body.access_token })).status).toBe(200);
  });

  it('lets nobody in whose sign-in in the browser has ended meanwhile', async () => {
    const token = (await server.userWith([])).token;
    const { code } = (await allow(undefined, { token })).body;
    await server.post('/api/logout', {}, { token });
    expect((await exchange(code)).status).toBe(401);
  });

  it('takes a log-in alone: no named token, and none at all', async () => {
    const named = (await server.post('/api/tokens', { name: 'robot' })).body.token as string;
    for (const token of [named, null]) {
      const status = token === null ? 401 : 403;
      expect((await allow(undefined, { token })).status).toBe(status);
      const answer = { user_code: 'BCDF-GHJK', allow: true };
      expect((await server.post('/api/login/device/confirm', answer, { token })).status).toBe(status);
    }
  });

  it.each([
    ['cli', { code_challenge: 'short' }, 'code_challenge'],
    ['cli', { code_challenge: { a: 1 } }, 'code_challenge'],
    ['cli/token', { code: 'x', code_verifier: 'short' }, 'code_verifier'],
    ['cli/token', { code: 'x\0', code_verifier: VERIFIER }, 'code'],
    ['device/confirm', { user_code: 'BCDF-GHJK' }, 'allow'],
    ['device/confirm', { user_code: ['x'], allow: true }, 'user_code'],
    ['device/token', {}, 'device_code'],
  ])('POST %s %j is 422 on %s', async (path, body, field) => {
    const answer = await server.post(`/api/login/${path}`, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  /** What a program gets that begins, and how it asks. */
  const begin = async (client = 'meridian on build-7'): Promise<Record<string, string>> =>
    (await server.post('/api/login/device', { client_name: client }, open)).body;
  const poll = (code: string): Promise<TestAnswer> =>
    replica.post('/api/login/device/token', { device_code: code }, open);
  const due = (): Promise<unknown> =>
    server.database.run('UPDATE own_device_codes SET polled_at = ?', [
      server.database.clock.toStored(Date.now() - 60_000),
    ]);

  it('waits for a person, who sees what asks and from where, and lets it in once', async () => {
    const {
      device_code: code = '',
      user_code: typed = '',
      verification_uri: page,
    } = await begin('me\u001b[2J\u202e on build');
    expect(typed).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\/device$/);
    expect((await poll(code)).body).toMatchObject({ error: 'authorization_pending' });
    expect((await poll(code)).body).toMatchObject({ error: 'slow_down' });
    const shown = (await replica.get(`/api/login/device?user_code=${typed.toLowerCase().replace('-', '%20')}`)).body;
    expect(shown).toEqual({ client: 'me [2J on build', address: '127.0.0.1', expires_at: expect.any(String) });
    const answer = { user_code: typed, allow: true };
    const answers = await Promise.all([
      server.post('/api/login/device/confirm', answer),
      replica.post('/api/login/device/confirm', answer),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const both = await Promise.all([poll(code), poll(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = both.find(({ status }) => status === 200)!;
    expect((await server.get('/api/me', { token: body.access_token })).body).toMatchObject({ way: 'device' });
    const [row] = await server.database.all('SELECT COUNT(*) AS n FROM own_device_codes');
    expect(Number(row!['n'])).toBe(0);
  });

  it('tells a program that it was refused, or that its time is over', async () => {
    const refused = await begin();
    await server.post('/api/login/device/confirm', { user_code: refused['user_code'], allow: false });
    expect((await poll(refused['device_code']!)).body).toMatchObject({ error: 'access_denied', code: 400 });
    expect((await poll(refused['device_code']!)).body).toMatchObject({ error: 'expired_token' });
    const late = await begin();
    const past = server.database.clock.toStored(Date.now() - 1000);
    await server.database.run('UPDATE own_device_codes SET expires_at = ?', [past]);
    expect((await poll(late['device_code']!)).body).toMatchObject({ error: 'expired_token' });
    const answer = { user_code: late['user_code'], allow: true };
    expect((await server.post('/api/login/device/confirm', answer)).status).toBe(404);
    await due();
  });

  it('stops those who try codes, and a network with too many programs that wait', async () => {
    const tries = [];
    for (let i = 0; i < 11; i++) tries.push((await server.get(`/api/login/device?user_code=BCDF${i}`)).status);
    expect([tries.filter((status) => status === 404).length, tries.at(-1)]).toEqual([10, 429]);
    // Wrong codes are none of its passwords.
    expect((await server.post('/api/login', { login: 'x', password: 'y' }, open)).status).toBe(401);
    await server.database.run('DELETE FROM own_device_codes');
    const begun = [];
    for (let i = 0; i < 21; i++) begun.push((await server.post('/api/login/device', {}, open)).status);
    expect([begun.filter((status) => status === 200).length, begun.at(-1)]).toEqual([20, 429]);
  });
});
