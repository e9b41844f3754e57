/** Bodies that are small on the wire and large in memory, or too deep to walk down, and names that mean something elsewhere. */
import { gzipSync } from 'node:zlib';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { sendBytes } from '../fuzz/wire.js';

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
    const { body } = await server.post('/api/sites', 'plain', { headers: { 'content-type': 'text/plain' } });
    expect(body.message).toContain('Content-Type: application/json');
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
  // Whoever meant a dry run must not have stored anything.
  it.each([
    ['dry_run', 'dry_run[x]=1'],
    ['strict', 'strict[__proto__]=1'],
    ['dry_run', 'dry_run[toString]=1'],
  ])('contract 4: the flag %s written as %s is refused by its name', async (name, query) => {
    const { status, body } = await server.post(`/api/sites?${query}`, { name: `Flag ${query}` });
    expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
    expect((await server.get(`/api/sites?filter[name]=${encodeURIComponent(`Flag ${query}`)}`)).body).toEqual([]);
  });
  it('contract 4: a value that cannot be made a text is 422 or no method, not a failure', async () => {
    const odd = { toString: 1, valueOf: 1 };
    expect((await server.post('/api/logical-servers', { name: 'Odd flag', active: odd })).status).toBe(422);
    expect((await server.post('/api/tokens', { name: 'odd', read_only: odd })).status).toBe(422);
    expect((await server.post('/api/tokens', { name: 'odd', expires_at: odd })).status).toBe(422);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await server.post('/api/sites/1', '_method[toString]=1', form)).status).toBe(405);
  });

  const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
  const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' };
  const field = (name: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nbytes\r\n`;

  it.each([
    ['JSON', JSON_TYPE, (size: number) => `{"login":"x","password":"${'y'.repeat(size)}"}`],
    ['a form', FORM_TYPE, (size: number) => `login=x&password=${'y'.repeat(size)}`],
    ['multipart', MULTIPART, (size: number) => `${field('login', 'x')}${field('password', 'y'.repeat(size))}--b--\r\n`],
    [
      'small parts',
      MULTIPART,
      (size: number) =>
        `${field('a[]', 'x').repeat(size / 60)}${field('login', 'x')}${field('password', 'x')}--b--\r\n`,
    ],
    ['indexes', FORM_TYPE, (size: number) => `${'a[9]=1&'.repeat(size / 7)}login=x&password=y`],
  ])('contract 14: without a token a body of 64 KiB is the largest, as %s', async (_, headers, body) => {
    const ask = async (size: number): Promise<number> =>
      (
        await server.post('/api/login', body(size), {
          token: null,
          headers,
        })
      ).status;
    expect(await ask(50_000)).toBe(401);
    expect(await ask(70_000)).toBe(413);
    expect(await ask(20 << 20)).toBe(413);
  });
  it('contract 2: a login longer than any there is, is refused like any other', async () => {
    for (const login of ['x'.repeat(256), 'é'.repeat(30_000)]) {
      const wrong = await server.post('/api/login', { login, password: 'y' }, { token: null });
      const other = await server.post('/api/login', { login: 'nobody', password: 'y' }, { token: null });
      expect([wrong.status, wrong.body.message]).toEqual([401, other.body.message]);
    }
  });
  it('contract 14: texts that are no UTF-8 are 400, in every kind of body, and nothing is stored', async () => {
    const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
    for (const [headers, body] of [
      [JSON_TYPE, bytes('{"name":"caf\xe9 xyz"}')],
      [{ 'content-type': '' }, bytes('{"name":"caf\xe9 xyz"}')],
      [FORM_TYPE, bytes('name=caf\xe9+xyz')],
      [FORM_TYPE, bytes('name=caf%e9+xyz')],
      [MULTIPART, bytes(`${field('name', 'caf\xe9 xyz')}--b--\r\n`)],
    ] as Array<[Record<string, string>, Buffer]>) {
      const answer = await server.post('/api/sites', body, { headers });
      expect([answer.status, answer.body.message]).toEqual([400, 'The body is not valid UTF-8.']);
    }
    expect((await server.get('/api/sites?filter[name_like]=caf')).body).toEqual([]);
  });
  it('contract 14: a charset other than UTF-8 and ASCII is 415', async () => {
    for (const charset of ['iso-8859-1', 'utf-16', '"windows-1252"', 'nonsense']) {
      for (const [type, body] of [
        ['application/json', '{"name":"Charset"}'],
        ['application/x-www-form-urlencoded', 'name=Charset'],
        ['multipart/form-data; boundary=b', `${field('name', 'Charset')}--b--\r\n`],
      ] as const) {
        const headers = { 'content-type': `${type}; charset=${charset}` };
        const answer = await server.post('/api/sites', body, { headers });
        expect([answer.status, answer.body.message]).toEqual([415, expect.stringContaining('charset')]);
      }
    }
    for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'us-ascii']) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      expect(
        (await server.post('/api/sites', `{"name":"In ${charset.replaceAll('"', "'")}"}`, { headers })).status,
      ).toBe(201);
    }
  });
  it('contract 14: a file where none is taken is 415; texts alone are a form', async () => {
    for (const path of ['/api/sites', '/api/sites/mass-store', '/api/login', '/api/tokens', '/api/queries/run']) {
      const token = path === '/api/login' ? null : undefined;
      const answer = await server.post(path, `${field('name', 'With a file')}${file('photo')}--b--\r\n`, {
        ...{ headers: MULTIPART },
        ...(token === null && { token }),
      });
      expect([path, answer.status, answer.body.message]).toEqual([path, 415, expect.stringContaining('photo')]);
    }
    const parts = [
      field('name', 'Déjà vu'),
      field('data[x]', '1').replace('\r\n\r\n', '\r\nContent-Type: application/json\r\n\r\n'),
    ];
    const answer = await server.post('/api/sites', Buffer.from(`${parts.join('')}--b--\r\n`), { headers: MULTIPART });
    expect([answer.status, answer.body.name]).toEqual([201, 'Déjà vu']);
  });
});

describe('the size of forms', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite', { MAX_BODY_SIZE: '300000', MAX_FILE_SIZE: '1000000' });
  });
  afterAll(() => server.stop());

  it.each(['/api/sites', '/api/documents'])('contract 14: all fields of a form to %s count together', async (path) => {
    const form = (count: number): FormData => {
      const body = new FormData();
      body.append('name', `Form ${count}`);
      for (let i = 0; i < count; i++) body.append(`field${i}`, 'x'.repeat(50_000));
      if (path === '/api/documents') body.append('file', new Blob(['y'.repeat(900_000)]), 'a.txt');
      return body;
    };
    expect((await server.post(path, form(5))).status).toBe(201);
    const { status, body } = await server.post(path, form(7));
    expect([status, body.message]).toEqual([413, 'The body is larger than 300000 bytes.']);
    const one = new FormData();
    one.append('name', 'x'.repeat(300_001));
    if (path === '/api/documents') one.append('file', new Blob(['y']), 'a.txt');
    expect((await server.post(path, one)).status).toBe(413);
  });
  it('contract 14: a file where none is taken is not read', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n';
    const bytes = `POST /api/sites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 200000\r\n\r\n${head}${'x'.repeat(1000)}`;
    const [answer] = await sendBytes(server.url, bytes);
    expect([answer!.status, /connection: close/i.test(answer!.head)]).toEqual([415, true]);
  });
});
