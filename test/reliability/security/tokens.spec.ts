/** Tokens that were tampered with: each is 401, whatever is right about it (contract 2). */
import { createHmac } from 'node:crypto';
import { SECRET } from '../../access/doors.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string, algorithm: string, key = SECRET): string =>
  createHmac(algorithm, key).update(text).digest('base64url');
const token = (header: unknown, claims: unknown, algorithm = 'sha256', key = SECRET): string => {
  const text = `${coded(header)}.${coded(claims)}`;
  return `${text}.${sign(text, algorithm, key)}`;
};

describe.each(ENGINES)('tokens on %s', (engine) => {
  let server: TestServer;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    claims = JSON.parse(Buffer.from(server.token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
  });
  afterAll(() => server.stop());

  const status = async (as: string): Promise<number> => (await server.get('/api/me', { token: as })).status;

  it('contract 2: the claims under the right key and algorithm are the token', async () => {
    expect(await status(token({ alg: 'HS256', typ: 'JWT' }, claims))).toBe(200);
  });
  it.each<[string, (claims: Record<string, unknown>) => string]>([
    ['no algorithm and no signature', (claims) => `${coded({ alg: 'none' })}.${coded(claims)}.`],
    ['no algorithm in other letters', (claims) => `${coded({ alg: 'nOnE' })}.${coded(claims)}.`],
    ['no algorithm, but a signature', (claims) => token({ alg: 'none' }, claims)],
    ['no header of an algorithm', (claims) => token({ typ: 'JWT' }, claims)],
    ['HS384', (claims) => token({ alg: 'HS384' }, claims, 'sha384')],
    ['HS512', (claims) => token({ alg: 'HS512' }, claims, 'sha512')],
    ['RS256 signed by the secret', (claims) => token({ alg: 'RS256' }, claims)],
    ['an empty signature', (claims) => `${coded({ alg: 'HS256' })}.${coded(claims)}.`],
    ['another key', (claims) => token({ alg: 'HS256' }, claims, 'sha256', 'the key of another server, long enough')],
    ['an empty key', (claims) => token({ alg: 'HS256' }, claims, 'sha256', '')],
    [
      'a key of its own',
      (claims) => token({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' }, kid: '../../dev/null' }, claims, 'sha256', 'x'),
    ],
    ['an id that nobody has', (claims) => token({ alg: 'HS256' }, { ...claims, jti: 'x' })],
    ['no id', ({ jti: _, ...claims }) => token({ alg: 'HS256' }, claims)],
    ['an id that is no text', (claims) => token({ alg: 'HS256' }, { ...claims, jti: { x: 1 } })],
    ['an end in the past', (claims) => token({ alg: 'HS256' }, { ...claims, exp: 1 })],
    ['a begin in the future', (claims) => token({ alg: 'HS256' }, { ...claims, nbf: 4_000_000_000 })],
    ['claims that are a text', () => token({ alg: 'HS256' }, 'text')],
    ['claims that are nothing', () => token({ alg: 'HS256' }, null)],
    ['a body that is no JSON', () => `${coded({ alg: 'HS256' })}.e30x.${sign('x', 'sha256')}`],
    ['four parts', (claims) => `${token({ alg: 'HS256' }, claims)}.x`],
    ['nothing but dots', () => '..'],
  ])('contract 2: a token with %s is 401', async (_, make) => {
    expect(await status(make(claims))).toBe(401);
  });
  it('contract 2: other claims under the old signature are 401', async () => {
    const [header, , signature] = server.token.split('.');
    expect(await status(`${header}.${coded({ ...claims, sub: '2' })}.${signature}`)).toBe(401);
  });
  it('contract 2: whom a token speaks of is told by its row, not by itself', async () => {
    const { id } = (await server.get('/api/me', { token: token({ alg: 'HS256' }, { ...claims, sub: '4711' }) })).body;
    expect(id).toBe(1);
  });
  it('contract 2: a token is taken from its header alone', async () => {
    const none = { token: null };
    expect((await server.get(`/api/me?access_token=${server.token}&token=${server.token}`, none)).status).toBe(401);
    const headers = { cookie: `access_token=${server.token}`, 'x-access-token': server.token };
    expect((await server.get('/api/me', { ...none, headers })).status).toBe(401);
    const body = { access_token: server.token, token: server.token };
    expect((await server.post('/api/sites', { ...body, name: 'x y z' }, none)).status).toBe(401);
  });
});
