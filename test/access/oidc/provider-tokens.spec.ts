/** Tokens of the provider on the API: which are taken, and how often its keys are asked for (identity 8, 12.3). @seconds 15 */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { Keys, rsa, type Key } from './keys.js';

const AUDIENCE = 'https://map.example.org/api';
const CLIENT = 'meridian';

const NOW = Math.floor(Date.now() / 1000);

describe.each(ENGINES)('tokens of the provider on %s', (engine) => {
  const keys = new Keys();
  const [first, elliptic, edwards] = [
    rsa('first'),
    { kid: 'ec', alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
    { kid: 'ed', alg: 'EdDSA', ...generateKeyPairSync('ed25519') },
  ];
  let server: TestServer;
  beforeAll(async () => {
    await keys.start();
    keys.keys = [first, elliptic, edwards];
    server = await TestServer.start(engine, {
      PUBLIC_URL: 'https://map.example.org',
      OIDC_ISSUER: keys.issuer,
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENTS: 'robot reader',
      OIDC_WRITE_SCOPE: 'map:write',
    });
    await server.post('/api/group-roles', { provider: 'oidc', group: 'writers', role_id: 2 });
  });
  afterAll(async () => {
    await server.stop();
    keys.stop();
  });

  const CLAIMS = {
    ...{ sub: 'ines', preferred_username: 'ines', azp: 'robot', scope: 'openid map:write', groups: ['writers'] },
    ...({ iss: '', aud: AUDIENCE, iat: NOW, exp: NOW + 600 } as Record<string, unknown>),
  };
  const sign = (claims: object = {}, key: Key = first, header: object = {}): Promise<string> =>
    new SignJWT({ ...CLAIMS, iss: keys.issuer, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
      .sign(key.privateKey);
  const status = async (token: string, path = '/api/me'): Promise<number> => (await server.get(path, { token })).status;

  it('identity 8: right ones are taken, with the roles of their groups, and read where they must not write', async () => {
    const token = await sign();
    const { status: answered, body } = await server.get('/api/me', { token });
    expect([answered, body.login, body.way, body.roles]).toEqual([200, 'ines', 'jwt', [2]]);
    for (const key of [elliptic, edwards]) expect(await status(await sign({}, key))).toBe(200);
    expect(await status(await sign({ aud: ['other', AUDIENCE] }, first, { typ: 'JWT' }))).toBe(200);
    // Clocks differ.
    expect(await status(await sign({ exp: NOW - 20, nbf: NOW + 30 }))).toBe(200);
    expect((await server.post('/api/sites', { name: 'By the provider' }, { token })).status).toBe(201);
    const reads = await sign({ scope: 'openid' });
    expect(await status(reads, '/api/sites')).toBe(200);
    expect((await server.post('/api/sites', { name: 'Not written' }, { token: reads })).status).toBe(403);
    // They make no tokens, and change no password.
    expect((await server.post('/api/tokens', { name: 'x' }, { token })).status).toBe(403);
    const passwords = { old_password: 'x', new_password: 'Another-horse-9' };
    expect((await server.put('/api/me/password', passwords, { token })).status).toBe(403);
    expect((await server.post('/api/logout', {}, { token })).status).toBe(200);
    const lost = await sign({ groups: [], jti: 'later' });
    expect((await server.get('/api/me', { token: lost })).body.roles).toEqual([]);
    expect((await server.get('/api/me', { token: server.token })).body.way).toBe('password');
  });

  it('identity 8: a client by itself is nobody until an administrator says who', async () => {
    const token = await sign({ sub: 'robot', preferred_username: undefined, client_id: 'robot' });
    expect(await status(token)).toBe(401);
    const { id } = await server.userWith(['site_access']);
    await server.post(`/api/users/${id}/identities`, { provider: 'oidc', subject: 'robot' });
    expect(await status(await sign({ sub: 'robot', client_id: 'robot', jti: 'again' }), '/api/sites')).toBe(200);
    await server.patch(`/api/users/${id}`, { disabled: true });
    await new Promise((wake) => setTimeout(wake, 1050));
    expect(await status(await sign({ sub: 'robot', client_id: 'robot', jti: 'again' }), '/api/sites')).toBe(401);
  });

  it('identity 12.3: all others are refused', async () => {
    const claims = { ...CLAIMS, iss: keys.issuer };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const pem = first.publicKey.export({ type: 'spki', format: 'pem' });
    const text = `${part({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })}.${part(claims)}`;
    const stranger = rsa('first');
    const [head, , signature] = (await sign()).split('.');
    const wrong: Record<string, string> = {
      'alg none': new UnsecuredJWT(claims).encode(),
      'HS256 with the public key': `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`,
      'another issuer': await sign({ iss: 'https://other.example' }),
      'another audience': await sign({ aud: 'https://other.example' }),
      'no audience': await sign({ aud: undefined }),
      'an ID token': await sign({ aud: CLIENT, nonce: 'x' }),
      'an ID token by its own word': await sign({ typ: 'ID' }),
      'another client': await sign({ azp: 'other' }),
      'no client': await sign({ azp: undefined }),
      expired: await sign({ exp: NOW - 120 }),
      'no end': await sign({ exp: undefined }),
      future: await sign({ nbf: NOW + 120 }),
      'no subject': await sign({ sub: undefined }),
      'a message of signing out': await sign({}, first, { typ: 'logout+jwt' }),
      'a stranger with the id of a key': await sign({}, stranger),
      'another body': `${head}.${part({ ...claims, sub: 'admin' })}.${signature}`,
      'the login of the administrator': await sign({ sub: 'x', preferred_username: 'admin' }),
    };
    const answers = await Promise.all(Object.entries(wrong).map(async ([name, token]) => [name, await status(token)]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, 401])));
    expect(await status(await sign({ exp: NOW + 600, nbf: NOW + 30 }))).toBe(200);
  });

  it('identity 12.3: a storm of unknown keys asks once, a new key is taken, and known ones serve while the provider is away', async () => {
    const { ProviderKeys } = await import('../../../src/access/oidc/provider-keys.js');
    const known = server.server.app.get(ProviderKeys) as unknown as { askedAt: number; known: { at: number } };
    known.askedAt = -Infinity;
    keys.asked = 0;
    const storm = Array.from({ length: 50 }, async (_, i) =>
      status(await sign({ jti: `s${i}` }, { ...first, kid: `unknown${i}` })),
    );
    expect(new Set(await Promise.all(storm))).toEqual(new Set([401]));
    expect(keys.asked).toBe(1);
    const second = rsa('second', 'PS256');
    keys.keys = [second];
    const rotated = await sign({ jti: 'rotated' }, second);
    known.askedAt -= 31_000;
    expect(await status(rotated)).toBe(200);
    // One that was withdrawn is not taken once the keys were read anew.
    expect(await status(await sign({ jti: 'withdrawn' }, first))).toBe(401);
    keys.away = true;
    known.known.at -= 23 * 3_600_000;
    known.askedAt -= 31_000;
    expect(await status(await sign({ jti: 'away' }, second))).toBe(200);
    known.known.at -= 3_600_000;
    expect(await status(await sign({ jti: 'too long' }, second))).toBe(401);
  });
});
