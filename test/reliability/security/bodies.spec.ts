/** Bodies that are small on the wire and large in memory, or too deep to walk down, and names that mean something elsewhere. */
import { gzipSync } from 'node:zlib';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe.each(ENGINES)('bodies on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 10: JSON of more than 100 levels is 400, with an idempotency key too', async () => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'idempotency-key': 'deep' }]) {
      for (const text of [deep(101), deep(50_000), '['.repeat(200_000), `${'['.repeat(50_000)}${']'.repeat(50_000)}`]) {
        const { status, body } = await server.post('/api/sites', text, { headers });
        expect([status, body.message]).toEqual([400, expect.stringContaining('not valid JSON')]);
      }
    }
    expect(
      (await server.post('/api/sites', `{"name":"Deep enough","x":${deep(98)}}`, { headers: JSON_TYPE })).status,
    ).toBe(201);
  });
  it.each(['gzip', 'deflate', 'br', 'nonsense'])(
    'contract 4: a body packed as %s is 415, before it is unpacked',
    async (encoding) => {
      const packed = gzipSync(JSON.stringify({ name: 'x'.repeat(1 << 20) }));
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      const { status, body } = await server.post('/api/sites', packed, { headers });
      expect([status, body.message]).toEqual([415, expect.stringContaining(encoding)]);
      expect((await server.get('/api/sites', { headers: { 'content-encoding': encoding } })).status).toBe(200);
    },
  );
  it('contract 3: a media type that is none is 401 without a token, 403 without a right, and 415 then', async () => {
    const { token } = await server.userWith([]);
    for (const type of [';;;', '/', 'x', 'application/json, text/html']) {
      const headers = { 'content-type': type };
      const ask = async (as: string | null | undefined): Promise<number> =>
        (await server.post('/api/sites', '{"name":"Typed"}', { headers, ...(as !== undefined && { token: as }) }))
          .status;
      expect([await ask(null), await ask(token), await ask(undefined)]).toEqual([401, 403, 415]);
    }
  });
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.x', 'prototype'])(
    'contract 5: a filter called %s is 400, naming it',
    async (name) => {
      for (const written of [`filter[${name}]`, `filter%5B${name.replaceAll('_', '%5f')}%5D`, `filter[${name}][]`]) {
        const { status, body } = await server.get(`/api/sites?${written}=1`);
        expect([status, body.message]).toEqual([400, expect.stringContaining(`filter[${name}]`)]);
      }
    },
  );
  it('contract 4: such names in bodies are ignored and told, and reach no prototype', async () => {
    const sent: Array<[string, Record<string, string>]> = [
      ['{"name":"Proto JSON","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}', JSON_TYPE],
      [
        'name=Proto+form&__proto__[admin]=1&constructor[prototype][admin]=1',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
    ];
    for (const [body, headers] of sent) {
      const answer = await server.post('/api/sites', body, { headers });
      expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([
        201,
        expect.stringContaining('constructor'),
      ]);
      expect(answer.headers.get('x-ignored-fields')).toContain('__proto__');
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
  it.each([
    ['dry_run[x]=1', 201],
    ['strict[__proto__]=1', 201],
    ['dry_run[toString]=1', 201],
  ])('contract 4: the flag %s is no flag', async (query, status) => {
    expect((await server.post(`/api/sites?${query}`, { name: `Flag ${query}` })).status).toBe(status);
  });
  it('contract 4: a value that cannot be made a text is 422 or no method, not a failure', async () => {
    const odd = { toString: 1, valueOf: 1 };
    expect((await server.post('/api/logical-servers', { name: 'Odd flag', active: odd })).status).toBe(422);
    expect((await server.post('/api/tokens', { name: 'odd', read_only: odd })).status).toBe(422);
    expect((await server.post('/api/tokens', { name: 'odd', expires_at: odd })).status).toBe(422);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await server.post('/api/sites/1', '_method[toString]=1', form)).status).toBe(405);
  });
});
