/** Sessions of people in a browser: what a browser sends, by hand. @seconds 20 */
import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../support/server.js';

const SAME = { 'sec-fetch-site': 'same-origin' };

/** A browser that has signed in: its cookie, and the id that its pages send. */
interface Browser {
  cookie: string;
  page: string;
}

async function signIn(
  server: TestServer,
  { login, password }: { login: string; password: string } = ADMIN,
  { headers = SAME, ...body }: { headers?: Record<string, string>; remember?: boolean } = {},
): Promise<Browser & { answer: TestAnswer }> {
  const answer = await server.post(
    '/api/login',
    { login, password, ...body },
    { token: null, headers: { 'x-meridian-session': 'cookie', ...headers } },
  );
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  return { answer, cookie, page: String(answer.body.session.id) };
}

describe.each(ENGINES)('sessions of browsers on %s', (engine) => {
  let server: TestServer;
  let browser: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    server = await TestServer.start(engine, { CORS_ORIGINS: 'https://other.example' });
    browser = await signIn(server);
  });
  afterAll(() => server.stop());

  const read = (headers: Record<string, string>, url = '/api/sites'): Promise<TestAnswer> =>
    server.get(url, { token: null, headers });
  const write = (headers: Record<string, string>): Promise<TestAnswer> =>
    server.post('/api/sites', { name: `Site ${Math.random()}` }, { token: null, headers });
  const sent = (headers: Record<string, string> = SAME): Record<string, string> => ({
    ...{ cookie: browser.cookie, 'x-meridian-page': browser.page },
    ...headers,
  });
  const countSites = async (): Promise<number> => (await server.get('/api/sites')).body.length;

  it('identity 5a: the answer to our pages has no token; it is in a cookie that no script reads', () => {
    const { body, headers } = browser.answer;
    expect(Object.keys(body)).toEqual(['session', 'expires_at', 'user']);
    expect(headers.get('set-cookie')).toMatch(/^meridian=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(body)).not.toContain(browser.cookie.split('=')[1]);
  });

  it('identity 5a: it serves the pages, which are told its id, and is a row among the log-ins', async () => {
    const me = await read({ cookie: browser.cookie, ...SAME }, '/api/me');
    expect([me.status, me.body.session.id]).toEqual([200, Number(browser.page)]);
    expect((await server.get('/api/me')).body).not.toHaveProperty('session');
    expect((await write(sent())).status).toBe(201);
    const { body } = await server.get('/api/tokens?sessions=1');
    const rows = (body as Array<Record<string, unknown>>).map(({ id, name, browser: isOne }) => [id, name, isOne]);
    expect(rows).toContainEqual([Number(browser.page), null, true]);
    expect(rows.some(([, , isOne]) => isOne === false)).toBe(true);
    expect((await server.get('/api/tokens')).body).toEqual([]);
    expect((await server.get('/api/tokens?sessions=maybe')).status).toBe(400);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port or a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['no browser at all', {}],
    ['a page whose origin is kept back', { origin: 'null' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another origin by its address', { referer: 'https://evil.example/api/sites' }],
    ['what is no address', { referer: 'nowhere' }],
    ['an origin of CORS', { origin: 'https://other.example' }],
    ['an origin of CORS that claims to be ours', { origin: 'https://other.example', ...SAME }],
  ])('identity 5a: what comes from %s is 401 as if it had no cookie, and does nothing', async (_, headers) => {
    const none = await server.get('/api/sites', { token: null });
    const before = await countSites();
    const answers = [await read(sent(headers)), await write(sent(headers))];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([401, none.body.message]);
    expect(answers.map((one) => one.headers.get('access-control-allow-credentials'))).toEqual([null, null]);
    expect(await countSites()).toBe(before);
    const login = { token: null, headers: { 'x-meridian-session': 'cookie', ...headers } };
    const refused = await server.post('/api/login', ADMIN, login);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('identity 5a: on plain http, where browsers do not say the site, the origin or the page is told', async () => {
    expect((await read(sent({ referer: `${server.url}/objects/sites` }))).status).toBe(200);
    expect((await write(sent({ origin: server.url }))).status).toBe(201);
    expect((await signIn(server, ADMIN, { headers: { origin: server.url } })).page).toMatch(/^\d+$/);
  });

  it('identity 5a: a link reads without the id of the page; a write is refused without it', async () => {
    const headers = { cookie: browser.cookie, ...SAME };
    expect((await read(headers)).status).toBe(200);
    expect((await write(headers)).body).toMatchObject({ code: 401, message: 'Unauthenticated.' });
  });

  it('identity 5a: a page of another session is told who is signed in now, and does nothing', async () => {
    const { login } = await server.userWith(['site_access', 'site_create']);
    const other = await signIn(server, { login, password: ADMIN.password });
    const headers = { cookie: other.cookie, 'x-meridian-page': browser.page, ...SAME };
    for (const answer of [await read(headers), await write(headers)]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body.signed_in).toMatchObject({ login });
    }
    expect((await write({ ...headers, 'x-meridian-page': `${other.page}0` })).status).toBe(401);
    expect((await write({ ...headers, 'x-meridian-page': other.page })).status).toBe(201);
  });

  it('identity 5a: a header Authorization wins, whatever it says; neither kind of token serves in place of the other', async () => {
    const secret = browser.cookie.split('=')[1]!;
    const { token, login } = await server.userWith([]);
    const both = await server.get('/api/me', { token, headers: sent() });
    expect(both.body.login).toBe(login);
    expect((await read(sent({ ...SAME, authorization: 'Bearer wrong' }))).status).toBe(401);
    expect((await read(sent({ ...SAME, authorization: 'Basic eA==' }))).status).toBe(401);
    expect((await server.get('/api/sites', { token: secret })).status).toBe(401);
    expect((await read({ ...SAME, cookie: `meridian=${server.token}` })).status).toBe(401);
    // In either order: what was remembered of one is not taken for the other.
    expect((await read(sent())).status).toBe(200);
    expect((await server.get('/api/sites', { token: secret })).status).toBe(401);
  });

  it('identity 5a: signing out takes the cookie away and ends the session; a program is sent no cookie', async () => {
    const own = await signIn(server);
    const headers = { cookie: own.cookie, 'x-meridian-page': own.page, ...SAME };
    const left = await server.post('/api/logout', {}, { token: null, headers });
    expect([left.status, left.headers.get('set-cookie')]).toEqual([
      200,
      'meridian=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    expect((await read(headers)).status).toBe(401);
    const token = await server.login(ADMIN.login, ADMIN.password);
    expect((await server.post('/api/logout', {}, { token })).headers.get('set-cookie')).toBeNull();
  });

  it('identity 5a: whoever signs in anew on a browser ends the session that it had', async () => {
    const first = await signIn(server);
    const second = await signIn(server, ADMIN, { headers: { ...SAME, cookie: first.cookie } });
    expect((await read({ cookie: first.cookie, ...SAME })).status).toBe(401);
    expect((await read({ cookie: second.cookie, ...SAME })).status).toBe(200);
  });

  it('identity 2: whoever sees a session ends it, and nobody else', async () => {
    const { login, token } = await server.userWith([]);
    const own = await signIn(server, { login, password: ADMIN.password });
    const stranger = await server.userWith([]);
    expect((await server.delete(`/api/tokens/${own.page}`, { token: stranger.token })).status).toBe(404);
    const listed = (await server.get('/api/tokens?sessions=1', { token })).body as Array<{ id: number }>;
    expect(listed.map(({ id }) => id)).toContain(Number(own.page));
    expect(listed.map(({ id }) => id)).not.toContain(Number(browser.page));
    expect((await server.delete(`/api/tokens/${own.page}`, { token })).status).toBe(200);
    expect((await read({ cookie: own.cookie, ...SAME })).status).toBe(401);
  });

  it('identity 5a: staying signed in is refused where it is not offered; another kind of session is none', async () => {
    const headers = { 'x-meridian-session': 'cookie', ...SAME };
    const refused = await server.post('/api/login', { ...ADMIN, remember: true }, { token: null, headers });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['remember']]);
    expect((await server.get('/api/login/choices', { token: null })).body).toEqual({ remember_days: 0 });
    const other = { token: null, headers: { ...headers, 'x-meridian-session': 'token' } };
    expect((await server.post('/api/login', ADMIN, other)).status).toBe(400);
  });
});

describe.each(ENGINES)('two servers with one database on %s', (engine) => {
  it('identity 5a: take the same sessions, which end unused, or at the latest, on both', async () => {
    const files = await makeDatabase(engine);
    const settings = { SESSION_IDLE: '1h', SESSION_MAX: '3h', SESSION_REMEMBER: '30' };
    const first = await TestServer.start(engine, settings, files);
    const second = await TestServer.start(engine, settings, files);
    try {
      const { database } = first;
      const own = await signIn(first);
      const headers = { cookie: own.cookie, 'x-meridian-page': own.page, ...SAME };
      const read = async (server: TestServer, url = '/api/sites'): Promise<TestAnswer> =>
        server.get(url, { token: null, headers });
      const stored = (minutes: number): string => database.clock.toStored(Date.now() + minutes * 60_000);
      const set = (column: string, minutes: number): Promise<unknown> =>
        database.run(`UPDATE own_tokens SET ${column} = ? WHERE id = ?`, [stored(minutes), own.page]);
      const left = async (): Promise<number> => {
        const { session } = (await read(second, '/api/me')).body;
        return Math.round((Date.parse(session.expires_at) - Date.now()) / 60_000);
      };
      expect(await read(second)).toMatchObject({ status: 200 });
      expect(await left()).toBe(60);
      // Half an hour later: asking who one is does not make it longer, using it does, up to its end.
      const later = async (minutes: number): Promise<void> => {
        await set('last_used_at', -30);
        await set('expires_at', minutes);
        // Both servers remember a caller for a second.
        await new Promise((wake) => setTimeout(wake, 1100));
      };
      const becomes = async (minutes: number): Promise<boolean> => {
        for (let tries = 0; tries < 40; tries++) {
          if ((await left()) === minutes) return true;
          await new Promise((wake) => setTimeout(wake, 50));
        }
        return false;
      };
      await later(30);
      expect([await left(), await left()]).toEqual([30, 30]);
      await read(second);
      expect(await becomes(60)).toBe(true);
      await set('ends_at', 20);
      await later(10);
      await read(first);
      expect(await becomes(20)).toBe(true);
      await later(-1);
      expect([(await read(first)).status, (await read(second)).status]).toEqual([401, 401]);
      expect((await first.get('/api/tokens?sessions=1')).body).not.toContainEqual(
        expect.objectContaining({ id: Number(own.page) }),
      );

      const kept = await signIn(second, ADMIN, { remember: true });
      const { session } = kept.answer.body;
      expect(kept.answer.headers.get('set-cookie')).toContain('Max-Age=2592000;');
      expect(session.expires_at).toBe(session.ends_at);
      const days = (Date.parse(session.ends_at) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(30);
      const ended = { cookie: kept.cookie, 'x-meridian-page': kept.page, ...SAME };
      expect((await first.get('/api/sites', { token: null, headers: ended })).status).toBe(200);
      await second.post('/api/logout', {}, { token: null, headers: ended });
      await new Promise((wake) => setTimeout(wake, 1100));
      expect((await first.get('/api/sites', { token: null, headers: ended })).status).toBe(401);
    } finally {
      await second.stop(true);
      await first.stop();
    }
  });
});

describe('behind a proxy that ends https', () => {
  const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'map.example.org' };

  it.each([
    ['that is believed', { TRUST_PROXY: '1' }, HTTPS],
    ['whose address is set', { PUBLIC_URL: 'https://map.example.org/' }, {}],
  ])('%s, the cookie is for https alone, and a plain one does not count', async (_, settings, proxied) => {
    const server = await TestServer.start('sqlite', settings);
    try {
      const origin = 'https://map.example.org';
      const own = await signIn(server, ADMIN, { headers: { ...proxied, origin } });
      expect(own.answer.headers.get('set-cookie')).toMatch(/^__Host-meridian=[\w.-]+; .*; SameSite=Strict; Secure$/);
      const status = async (headers: Record<string, string>): Promise<number> =>
        (await server.get('/api/me', { token: null, headers: { cookie: own.cookie, ...proxied, ...headers } })).status;
      expect(await status(SAME)).toBe(200);
      expect(await status({ referer: `${origin}/home` })).toBe(200);
      // What the server itself is called from the proxy is no page of ours.
      expect(await status({ origin: server.url })).toBe(401);
      const plain = own.cookie.replace('__Host-', '');
      expect(await status({ ...SAME, cookie: plain })).toBe(401);
    } finally {
      await server.stop();
    }
  });

  it('that tells nothing, the browser does', async () => {
    const server = await TestServer.start('sqlite');
    try {
      const origin = server.url.replace('http:', 'https:');
      const own = await signIn(server, ADMIN, { headers: { ...SAME, origin } });
      expect(own.answer.headers.get('set-cookie')).toMatch(/^__Host-meridian=.*; Secure$/);
      const status = async (headers: Record<string, string>): Promise<number> =>
        (await server.get('/api/me', { token: null, headers: { ...SAME, ...headers } })).status;
      expect(await status({ cookie: own.cookie })).toBe(200);
      // A neighbour of the domain may have set a plain one, with a session of their own.
      const plain = own.cookie.replace('__Host-', '');
      expect(await status({ cookie: plain, host: 'map.example.org' })).toBe(401);
      expect(await status({ cookie: own.cookie, host: 'map.example.org' })).toBe(200);
      expect(await status({ cookie: plain, host: 'map.localhost:3000' })).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

it('identity 5a: pages tell their address to this server alone', async () => {
  const server = await TestServer.start('sqlite');
  try {
    for (const [path, status] of [
      ['/login', 200],
      ['/account', 200],
      ['/nowhere', 404],
    ] as const) {
      const page = await server.get(path, { token: null, headers: { accept: 'text/html' }, documented: false });
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([status, 'same-origin']);
    }
  } finally {
    await server.stop();
  }
});
