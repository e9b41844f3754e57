/** Signing in with a real OpenID provider (identity 5, 12.2, 12.4). @seconds 25 */
import { generateKeyPairSync } from 'node:crypto';
import { OidcProvider } from '../../../src/access/oidc/provider.js';
import { ownPage } from '../../../src/access/sign-in/own-page.js';
import { readConfig } from '../../../src/config.js';
import { makeDatabase } from '../../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../../support/server.js';
import { Forwarder, settingsFor, startAt, TestProvider, Walker } from './provider.js';

it.each<[unknown, string]>([
  ['/home', '/home'],
  ['/objects/sites/3', '/objects/sites/3'],
  ['/search?q=a%20b#x', '/search?q=a%20b'],
  ['/login/device', '/login/device'],
  ...[undefined, '', 'home', '//evil.example', '/\\evil.example', '\\\\evil', 'https://evil.example', '/api/me'].map(
    (wanted): [unknown, string] => [wanted, '/'],
  ),
  ...[
    '/home/../..//evil',
    '/ home',
    '/home\nSet-Cookie:x',
    '/login',
    '/%2f%2fevil',
    'javascript:alert(1)',
    '/@evil',
  ].map((wanted): [unknown, string] => [wanted, '/']),
  [['/home'], '/'] as [unknown, string],
])('identity 12.2: who wants to go on with %j is led to %s', (wanted, led) => expect(ownPage(wanted)).toBe(led));

const complete = {
  PUBLIC_URL: 'https://map.example.org',
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'meridian',
};

it.each<[Record<string, string>, RegExp]>([
  [{ OIDC_CLIENT_ID: 'x' }, /OIDC_ISSUER is needed/],
  [{ ...complete }, /OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY/],
  [{ ...complete, OIDC_CLIENT_SECRET: 's', PUBLIC_URL: '' }, /PUBLIC_URL is needed/],
  [{ ...complete, OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: 'http://id.example.org' }, /OIDC_ISSUER must be the https/],
  [{ ...complete, OIDC_CLIENT_SECRET: 's', OIDC_AUDIENCE: 'api, meridian' }, /OIDC_AUDIENCE must differ/],
  [{ ...complete, OIDC_CLIENT_SECRET: 's', OIDC_SCOPES: 'profile' }, /must hold openid/],
  [{ KEYCLOAK_BASE_URL: 'https://id.example.org/', KEYCLOAK_REALM: 'hospital' }, /OIDC_CLIENT_ID is needed/],
])('identity 11: the settings %j stop the start with a sentence', (settings, sentence) => {
  expect(() => readConfig({ DATABASE_URL: 'sqlite:x', ...settings })).toThrow(sentence);
});

describe('an OpenID provider', () => {
  let forwarder: Forwarder;
  let provider: TestProvider;
  let server: TestServer;
  let replica: TestServer;
  let ours = '';
  beforeAll(async () => {
    forwarder = await Forwarder.start();
    ours = forwarder.url;
    provider = await TestProvider.start(ours);
    const files = await makeDatabase('sqlite');
    replica = await TestServer.start('sqlite', settingsFor(ours, provider), files);
    server = await startAt(forwarder, 'sqlite', settingsFor(ours, provider), files);
  });
  afterAll(async () => {
    forwarder.stop();
    await replica.stop(true);
    await server.stop();
    await provider.halt();
  });
  afterEach(() => forwarder.to(server));

  const begin = (query = '?return_to=/objects/sites'): string => `${ours}/login/oidc${query}`;
  const codeIn = (step: { headers: Headers }): string =>
    /#signin=([\w-]+)$/.exec(step.headers.get('location') ?? '')?.[1] ?? '';
  const enter = async (
    walker: Walker,
    code: string,
    headers = {},
  ): Promise<{ status: number; body: TestAnswer['body'] }> => {
    const step = await walker.send(`${ours}/api/login/code`, { code }, headers);
    return { status: step.status, body: JSON.parse(step.text) as TestAnswer['body'] };
  };
  const errorOf = (step: { headers: Headers }): string | null =>
    /^\/login\?error=([\w-]+)$/.exec(step.headers.get('location') ?? '')?.[1] ?? null;

  it('identity 5: the code flow ends in a token, once, bound to the browser that came back', async () => {
    const walker = new Walker();
    const first = await walker.send(begin());
    const sent = new URL(first.headers.get('location')!);
    // What is asked of the provider was pushed to it beforehand, where it takes that.
    expect([sent.origin, [...sent.searchParams.keys()].sort()]).toEqual([
      provider.issuer,
      ['client_id', 'request_uri'],
    ]);
    expect(first.headers.getSetCookie()[0]).toMatch(
      /^meridian-oidc-[\w-]+=[\w-]+; Path=\/login; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const back = await walker.through(begin(), 'ines', ours);
    expect(new URL(back).searchParams.get('iss')).toBe(provider.issuer);
    const came = await walker.send(back);
    expect([came.status, came.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/objects\/sites#signin=[\w-]{43}$/),
    ]);
    expect(came.headers.getSetCookie().find((line) => line.startsWith('meridian-signin='))).toMatch(
      /; Path=\/api\/login\/code; Max-Age=60; HttpOnly; SameSite=Lax$/,
    );
    const code = codeIn(came);
    expect((await enter(new Walker(), code)).status).toBe(401);
    const { status, body } = await enter(walker, code);
    expect([status, body.user.login, body.user.name]).toEqual([200, 'ines', 'Inès Martin']);
    expect(body.logout_url).toContain(`${provider.issuer}/session/end?`);
    expect((await enter(walker, code)).status).toBe(401);
    const { body: me } = await server.get('/api/me', { token: body.access_token });
    expect([me.way, me.identities]).toMatchObject(['oidc', [{ issuer: provider.issuer, subject: 'ines' }]]);
    // The callback twice: what the browser kept is gone.
    expect(errorOf(await walker.send(back))).toBe('state');
    const [row] = (await server.get('/api/audit-logs?filter[description]=logged_in&sort=-id')).body;
    expect(row.properties).toMatchObject({ way: 'oidc', provider: 'oidc' });
    expect(JSON.stringify((await server.get('/api/audit-logs')).body)).not.toContain(code);
  });

  it('identity 5b: only a provider that says when it asked is believed to have asked anew', async () => {
    const oidc = server.server.app.get(OidcProvider);
    const finished = async (asked: boolean, wanted: boolean): Promise<string | undefined> => {
      const walker = new Walker();
      const { url, journey } = await oidc.begin('/account', asked);
      const { search } = new URL(await walker.through(url, 'ines', ours));
      const { person } = await oidc.finish(search.slice(1), { ...journey, isFresh: wanted });
      return person.login;
    };
    expect(await finished(false, false)).toBe('ines');
    expect(await finished(true, true)).toBe('ines');
    // The wish was lost on the way.
    await expect(finished(false, true)).rejects.toThrow(/auth_time/);
  });

  it('identity 12.2: state, verifier and issuer mixed up, two tabs, another browser, another replica', async () => {
    const walker = new Walker();
    const [one, two] = [
      await walker.through(begin('?return_to=/home'), 'ines', ours),
      await walker.through(begin(), 'ines', ours),
    ];
    const mixed = new URL(one);
    mixed.searchParams.set('code', new URL(two).searchParams.get('code')!);
    const wrongIssuer = new URL(await walker.through(begin(), 'ines', ours));
    wrongIssuer.searchParams.set('iss', 'https://other.example');
    expect(errorOf(await walker.send(wrongIssuer.href))).toBe('provider');
    expect(errorOf(await new Walker().send(two))).toBe('state');
    expect(errorOf(await walker.send(`${ours}/login/oidc/callback?state=x&code=y`))).toBe('state');
    expect(errorOf(await walker.send(mixed.href))).toBe('provider');
    // The other tab comes back to another replica.
    const three = await walker.through(begin('?return_to=//evil.example'), 'ines', ours);
    await forwarder.to(replica);
    const came = await walker.send(three);
    expect(came.headers.get('location')).toMatch(/^\/#signin=/);
    await forwarder.to(server);
    expect((await enter(walker, codeIn(came))).status).toBe(200);
    // Six tabs leave one after the other: the oldest is forgotten.
    const tabs = new Walker();
    for (let i = 0; i < 7; i++) await tabs.send(begin());
    expect(tabs.cookies(ours, 'meridian-oidc-')).toHaveLength(5);
  });

  it('identity 5: who does not agree, or is refused here, is told so by a word', async () => {
    const walker = new Walker();
    const first = await walker.send(begin());
    const denied = new URL(first.headers.get('location')!);
    expect(denied.origin).toBe(provider.issuer);
    const page = await walker.send(denied.href);
    const interaction = new URL(page.headers.get('location')!, denied).href;
    const abort = new URL(`${new URL(interaction).pathname}/abort`, interaction).href;
    let step = await walker.send(abort);
    while (!step.headers.get('location')!.startsWith(`${ours}/login/oidc/callback`))
      step = await walker.send(new URL(step.headers.get('location')!, step.url).href);
    expect(errorOf(await walker.send(step.headers.get('location')!))).toBe('denied');
    // The login of the administrator there is not the administrator here.
    expect(
      errorOf(await new Walker().send(await (async (one) => one.through(begin(), 'boss', ours))(new Walker()))),
    ).toBe('state');
    const other = new Walker();
    expect(errorOf(await other.send(await other.through(begin(), 'boss', ours)))).toBe('collision');
    const [row] = (await server.get('/api/audit-logs?filter[description]=login_refused&sort=-id')).body;
    expect(row.properties).toMatchObject({ way: 'oidc', reason: 'collision' });
  });

  it('identity 5a: pages are given a session in a cookie', async () => {
    const walker = new Walker();
    const came = await walker.send(await walker.through(begin(), 'ines', ours));
    const { status, body } = await enter(walker, codeIn(came), {
      'x-meridian-session': 'cookie',
      'sec-fetch-site': 'same-origin',
    });
    expect([status, typeof body.session.id, body.access_token]).toEqual([200, 'number', undefined]);
    expect(walker.cookies(ours)).toContain('meridian');
  });

  it('identity 12.2, 12.6: the provider says that somebody signed out there: their tokens end on every replica', async () => {
    const walker = new Walker();
    const came = await walker.send(await walker.through(begin(), 'ines', ours));
    const { body } = await enter(walker, codeIn(came));
    const status = async (): Promise<number> => (await replica.get('/api/me', { token: body.access_token })).status;
    expect(await status()).toBe(200);
    // Signing out at the provider: it tells us by itself.
    const asked = await walker.send(body.logout_url);
    const action = /<form[^>]* action="([^"]+)"/.exec(asked.text)![1]!;
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)![1]!;
    const done = await walker.send(new URL(action, asked.url).href, { xsrf, logout: 'yes' });
    expect(done.headers.get('location')).toBe(`${ours}/login`);
    await new Promise((wake) => setTimeout(wake, 1050));
    expect(await status()).toBe(401);
    for (const logout_token of ['', 'x', body.access_token])
      expect((await walker.send(`${ours}/login/oidc/backchannel`, { logout_token })).status).toBe(400);
  });

  it('identity 12.2: the provider may be down, at the start and in between; passwords go on', async () => {
    await provider.halt();
    const late = await TestServer.start('sqlite', settingsFor(ours, provider));
    try {
      await forwarder.to(late);
      const said = await new Walker().send(begin());
      const page = await new Walker().send(begin(), undefined, { accept: 'text/html' });
      expect([said.status, page.status, page.headers.get('retry-after')]).toEqual([503, 503, '30']);
      expect((JSON.parse(said.text) as { message: string }).message).toMatch(/provider does not answer/);
      expect([page.headers.get('content-type'), page.text]).toEqual([
        expect.stringContaining('text/html'),
        expect.stringContaining('<script'),
      ]);
      await late.login(ADMIN.login, ADMIN.password);
      await provider.listen();
      const walker = new Walker();
      const came = await walker.send(await walker.through(begin(), 'ines', ours));
      expect((await enter(walker, codeIn(came))).status).toBe(200);
    } finally {
      await late.stop();
    }
  });

  it.each([
    ['none', 'collision'],
    ['email', null],
  ])('identity 5, 12.4: OIDC_LINK=%s', async (link, word) => {
    const one = await startAt(forwarder, 'sqlite', settingsFor(ours, provider, { OIDC_LINK: link }));
    try {
      // An administrator is never linked by a claim.
      await one.patch('/api/users/1', { email: 'admin@example.org' });
      const walker = new Walker();
      const refused = errorOf(await walker.send(await walker.through(begin(), 'omar', ours)));
      expect(refused).toBe(link === 'email' ? 'collision' : null);
      await one.patch('/api/users/1', { email: null });
      const { body: user } = await one.post('/api/users', {
        login: 'ines',
        email: 'ines@example.org',
        password: ADMIN.password,
      });
      const other = new Walker();
      const came = await other.send(await other.through(begin(), 'ines', ours));
      expect(errorOf(came)).toBe(word);
      if (word === null) expect((await enter(other, codeIn(came))).body.user.id).toBe(user.id);
    } finally {
      await one.stop();
    }
  });

  it('identity 5: the client shows who it is by its key; a needed group; without a provider nothing is there', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] };
    const client = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks,
      client_secret: undefined,
    };
    const other = await TestProvider.start(ours, client);
    const pem = privateKey.export({ type: 'sec1', format: 'pem' }) as string;
    const key = { OIDC_CLIENT_SECRET: '', OIDC_CLIENT_KEY: pem, OIDC_REQUIRE_GROUP: 'it' };
    const one = await startAt(forwarder, 'sqlite', settingsFor(ours, other, key));
    try {
      const walker = new Walker();
      const came = await walker.send(await walker.through(begin(), 'ines', ours));
      expect((await enter(walker, codeIn(came))).status).toBe(200);
      const outside = new Walker();
      expect(errorOf(await outside.send(await outside.through(begin(), 'omar', ours)))).toBe('no-group');
    } finally {
      await one.stop();
      await other.halt();
    }
    const plain = await startAt(forwarder, 'sqlite', {});
    try {
      expect((await new Walker().send(begin())).status).toBe(404);
      expect((await plain.post('/api/login/code', { code: 'x' }, { token: null })).status).toBe(404);
      expect((await plain.get('/api/login/choices', { token: null })).body).toEqual({ remember_days: 0 });
    } finally {
      await plain.stop();
    }
  });
});
