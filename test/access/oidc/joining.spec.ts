/** Who a token of the provider stands for, whatever it says: nobody becomes somebody else (identity 5, 8, 12.4). @seconds 15 */
import { SignJWT } from 'jose';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { Keys, rsa } from './keys.js';

const AUDIENCE = 'https://map.example.org/api';
const NOW = Math.floor(Date.now() / 1000);

describe.each(ENGINES)('people of a provider on %s', (engine) => {
  const keys = new Keys();
  const key = rsa('first');
  let server: TestServer;
  const start = async (more: Record<string, string>): Promise<void> => {
    await server?.stop();
    server = await TestServer.start(engine, {
      ...{ PUBLIC_URL: 'https://map.example.org', OIDC_ISSUER: keys.issuer, OIDC_CLIENT_ID: 'meridian' },
      ...{ OIDC_CLIENT_SECRET: 'secret', OIDC_AUDIENCE: AUDIENCE, ...more },
    });
  };
  beforeAll(async () => {
    keys.keys = [key];
    await keys.start();
  });
  afterAll(async () => {
    await server.stop();
    keys.stop();
  });

  let n = 0;
  const sign = (claims: object): Promise<string> =>
    new SignJWT({ iss: keys.issuer, aud: AUDIENCE, iat: NOW, exp: NOW + 600, jti: `t${n++}`, groups: [], ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'at+jwt' })
      .sign(key.privateKey);
  const who = async (claims: object): Promise<[number, unknown]> => {
    const { status, body } = await server.get('/api/me', { token: await sign(claims) });
    return [status, body.id];
  };
  const userWith = async (login: string, email: string): Promise<number> =>
    (await server.post('/api/users', { login, name: login, email, password: 'Correct-horse-9', roles: [2] })).body
      .id as number;

  it('an address with other accents is somebody else', async () => {
    await start({ OIDC_LINK: 'email' });
    const zoe = await userWith('zoe', 'zoe@example.org');
    const [status, id] = await who({
      sub: 'other',
      preferred_username: 'other',
      email: 'zoé@example.org',
      email_verified: true,
    });
    expect([status, id === zoe]).toEqual([200, false]);
    const robot = { sub: 'robot', client_id: 'robot', email: 'zoe@example.org', email_verified: true };
    expect((await who(robot))[0]).toBe(401);
    expect(await who({ sub: 'zoe', email: 'Zoe@example.org', email_verified: true })).toEqual([200, zoe]);
  });

  it('a login with other accents is somebody else', async () => {
    await start({ OIDC_LINK: 'login' });
    const ines = await userWith('ines', 'ines@example.org');
    expect((await who({ sub: 'other', preferred_username: 'inès' }))[0]).toBe(401);
    expect(await who({ sub: 'her', preferred_username: 'Ines' })).toEqual([200, ines]);
  });

  it('subjects are told apart sign by sign, blanks at the end too', async () => {
    await start({});
    const [, first] = await who({ sub: 'abc', preferred_username: 'first' });
    for (const [i, sub] of ['ABC', 'abc ', 'äbc', ' abc'].entries()) {
      const [status, id] = await who({ sub, preferred_username: `other${i}` });
      expect([sub, status === 500, id === first]).toEqual([sub, false, false]);
    }
    expect((await who({ sub: 'abc' }))[1]).toBe(first);
  });

  it.each([
    ['a long subject', { sub: 's'.repeat(300), preferred_username: 'long-subject' }],
    ['a long login', { sub: 'long-login', preferred_username: 'l'.repeat(300) }],
    ['signs that no text has', { sub: 'nul\0', preferred_username: 'nul\0' }],
    ['half a sign', { sub: 'half\ud800', preferred_username: 'half\ud800' }],
  ])('%s is refused', async (_, claims) => {
    for (let i = 0; i < 2; i++) expect((await who(claims))[0]).toBe(401);
  });

  it('a long name lets in, the second time too', async () => {
    for (const name of ['short', 'é'.repeat(400), `${'x'.repeat(254)}\u{1F600}`])
      expect([name, (await who({ sub: 'named', preferred_username: 'named', name }))[0]]).toEqual([name, 200]);
  });

  it('ten first requests at once are one user', async () => {
    const token = await sign({ sub: 'eager', preferred_username: 'eager', name: 'Eager' });
    const tokens = await Promise.all(
      Array.from({ length: 5 }, () => sign({ sub: 'eager', preferred_username: 'eager', name: 'Eager' })),
    );
    const answers = await Promise.all(
      [...tokens, token, token, token, token, token].map((one) => server.get('/api/me', { token: one })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id as number)).size).toBe(1);
  });

  it('who was unlinked comes in no more, at once', async () => {
    const token = await sign({ sub: 'leaver', preferred_username: 'leaver' });
    const { id } = (await server.get('/api/me', { token })).body;
    const [{ id: identity }] = (await server.get(`/api/users/${id}/identities`)).body;
    expect((await server.delete(`/api/users/${id}/identities/${identity}`)).status).toBe(200);
    await new Promise((wake) => setTimeout(wake, 1050));
    expect((await server.get('/api/me', { token })).status).toBe(401);
  });

  it('keys without an end are not read to their end', async () => {
    const { ProviderKeys } = await import('../../../src/access/oidc/provider-keys.js');
    (server.server.app.get(ProviderKeys) as unknown as { askedAt: number }).askedAt = -Infinity;
    let sent = 0;
    keys.instead = (answer) => {
      const more = (): void => {
        while (sent < 200 << 20 && !answer.destroyed) {
          sent += 1 << 16;
          if (!answer.write('x'.repeat(1 << 16))) return void answer.once('drain', more);
        }
        answer.end();
      };
      more();
    };
    const stranger = await new SignJWT({ iss: keys.issuer, aud: AUDIENCE, sub: 'x', exp: NOW + 600 })
      .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
      .sign(key.privateKey);
    expect((await server.get('/api/me', { token: stranger })).status).toBe(401);
    keys.instead = undefined;
    expect(sent).toBeLessThan(20 << 20);
    expect((await who({ sub: 'abc' }))[0]).toBe(200);
  });
});
