/** Hostile documents and requests of feeding, over HTTP (feeding 13): a clear 4xx at once, and the server goes on. @seconds 15 */
import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';

/** Milliseconds within which everything is refused, on a machine that may be busy. */
const SOON = 5000;
/** Bytes that no refused body may leave behind, twice over. */
const FLAT = 200 << 20;

const NDJSON = { 'content-type': 'application/x-ndjson' };
const JSON_TYPE = { 'content-type': 'application/json' };
const head = (more: object = {}): object => ({ feed: 1, source: 'HOSTILE', ...more });
const lines = (...all: unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('');
const one = (item: object, more: object = {}): object => head({ ...more, items: [item] });
const site = (set: object, more: object = {}): object => one({ type: 'sites', ref: 's', set, ...more });
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe.each(ENGINES)('hostile feeding on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, {
      MAX_FEED_SIZE: String(8 << 20),
      MAX_FILE_SIZE: String(4 << 20),
      FEED_MAX_ITEMS: '5000',
    });
    await putSource(server, 'HOSTILE');
  });
  afterAll(() => server.stop());

  const send = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = typeof body === 'string' || Buffer.isBuffer(body) ? JSON_TYPE : {},
  ): Promise<TestAnswer> => {
    const soon = new AbortController();
    const late = pause(SOON, undefined, { signal: soon.signal }).then(() => {
      throw new Error(`POST ${path} has no answer after ${SOON} ms`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([server.post(path, body, { headers }), late]);
    } finally {
      soon.abort();
    }
  };
  /** The answer of both routes, which is the same. */
  const both = async (body: unknown, headers?: Record<string, string>): Promise<TestAnswer> => {
    const planned = await send('/api/feed/plans', body, headers);
    const ran = await send('/api/feed/runs', body, headers);
    expect([ran.status, ran.body.message]).toEqual([planned.status, planned.body.message]);
    return ran;
  };

  it('takes no more items of a file than of a document', async () => {
    const csv = ['name', ...Array.from({ length: 5001 }, (_, i) => `s${i}`)].join('\n');
    const map = JSON.stringify({ rows: [{ type: 'sites', ref: '${name}', set: { name: '${name}' } }] });
    const path = `/api/feed/plans?as=csv&source=HOSTILE&opt[map]=${encodeURIComponent(map)}`;
    const { status, body } = await send(path, Buffer.from(csv), { 'content-type': 'text/csv' });
    expect([status, body.message]).toEqual([413, expect.stringContaining('5000')]);
  });

  const refused: Array<[what: string, status: number, body: unknown, headers?: Record<string, string>]> = [
    ['no JSON', 400, '{"feed":1,'],
    ['nothing', 400, ''],
    ['nothing in lines', 400, '', NDJSON],
    ['a list', 400, []],
    ['null', 400, 'null'],
    ['a text', 400, '"feed"'],
    ['not UTF-8', 400, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), JSON_TYPE],
    ['not UTF-8 in a line', 400, Buffer.concat([Buffer.from(lines(head())), Buffer.from([0xc3, 0x28, 10])]), NDJSON],
    ['depth 17', 400, JSON.stringify(site({})).replace('"set":{}', `"set":{"name":${nested(14)}}`)],
    ['depth 100,000', 400, nested(100_000)],
    ['depth in a line', 400, lines(head()) + `{"type":"sites","set":{"name":${nested(20)}}}\n`, NDJSON],
    ['brackets that never end', 400, '['.repeat(500_000)],
    ['gzip that is none', 400, 'not packed', { ...NDJSON, 'content-encoding': 'gzip' }],
    [
      'gzip that ends early',
      400,
      gzipSync(lines(head(), { end: 0 })).subarray(0, 30),
      { ...NDJSON, 'content-encoding': 'gzip' },
    ],
    [
      'a million empty lines',
      413,
      gzipSync(lines(head()) + '\n'.repeat(1_000_001), { level: 1 }),
      { ...NDJSON, 'content-encoding': 'gzip' },
    ],
    ['brotli', 415, 'x', { ...NDJSON, 'content-encoding': 'br' }],
    ['packed twice', 415, 'x', { ...NDJSON, 'content-encoding': 'gzip, gzip' }],
    ['another type', 415, 'x', { 'content-type': 'text/plain' }],
    ['no type', 415, Buffer.from('{}'), { 'content-type': '' }],
    ['another version', 422, { feed: 2, source: 'HOSTILE', items: [] }],
    ['no source', 422, { feed: 1, items: [] }],
    ['a source in lower case', 422, { feed: 1, source: 'hostile', items: [] }],
    ['an unknown source', 404, { feed: 1, source: 'NOBODY', items: [] }],
    ['a source named __proto__', 422, { feed: 1, source: '__proto__', items: [] }],
    ['a source named CONSTRUCTOR', 404, { feed: 1, source: 'CONSTRUCTOR', items: [] }],
    ['no items', 422, head()],
    ['items that are no list', 422, head({ items: { length: 1 } })],
    ['items that are nothing', 422, head({ items: [null, 1, 'x', []] })],
    ['items in the first line', 422, lines(head({ items: [] })), NDJSON],
    ['another mode', 422, head({ mode: 'all', items: [] })],
    ['a scope with a NUL', 422, head({ scope: 'a\u0000b', items: [] })],
    ['a scope of 191 characters', 422, head({ scope: 'x'.repeat(191), items: [] })],
    ['options that are none', 422, head({ options: [], items: [] })],
    ['unknown options', 422, head({ options: { drop_tables: true }, items: [] })],
    [
      'options of wrong types',
      422,
      head({ options: { errors: {}, allow: 7, verify: 'yes', identify: [] }, items: [] }),
    ],
    ['rules that are none', 422, head({ options: { identify: { sites: ['__proto__'] } }, items: [] })],
    ['65 rules', 422, head({ options: { identify: { sites: Array(65).fill('name') } }, items: [] })],
    ['a moment that is none', 422, head({ observed_at: '2026-13-45T99:00:00Z', items: [] })],
    ['a ref with a NUL', 422, site({ name: 'x' }, { ref: 'a\u0000' })],
    ['a ref of 256 characters', 422, site({ name: 'x' }, { ref: 'r'.repeat(256) })],
    ['a ref that is a number', 422, site({ name: 'x' }, { ref: 17 })],
    [
      'a ref with a lone surrogate',
      422,
      `{"feed":1,"source":"HOSTILE","items":[{"type":"sites","ref":"\\ud800","set":{}}]}`,
    ],
    ['an id that is none', 422, site({ name: 'x' }, { id: -1 })],
    ['an id beyond numbers', 422, `{"feed":1,"source":"HOSTILE","items":[{"type":"sites","id":1e308,"set":{}}]}`],
    ['a set that is a list', 422, one({ type: 'sites', set: [] })],
    ['an unknown member', 422, site({}, { sql: 'DROP TABLE sites' })],
    ['201 keys', 413, site(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, i])))],
    ['10,001 elements', 413, site({ towers: Array(10_001).fill('x') })],
    ['5,001 items', 413, head({ items: Array(5001).fill({ type: 'sites', set: { name: 'x' } }) })],
    ['5,001 lines', 413, lines(head()) + '{"type":"sites","set":{"name":"x"}}\n'.repeat(5001), NDJSON],
    ['a line of 1 MiB + 1', 413, lines(head()) + ' '.repeat((1 << 20) + 1) + '\n', NDJSON],
    ['a first line without end', 413, ' '.repeat(2 << 20), NDJSON],
    ['an item of 1 MiB + 1', 413, site({ description: 'x'.repeat(1 << 20) })],
    ['more than is taken', 413, Buffer.alloc(9 << 20, ' \n'), NDJSON],
    [
      'a full feed that does not end',
      422,
      lines(head({ mode: 'full' }), { type: 'sites', set: { name: 'x' } }),
      NDJSON,
    ],
    ['a wrong end', 422, lines(head(), { type: 'sites', set: { name: 'x' } }, { end: 2 }), NDJSON],
    ['an end that is null', 422, lines(head(), { end: null }), NDJSON],
    ['more after the end', 400, lines(head(), { end: 0 }, { type: 'sites', set: { name: 'x' } }), NDJSON],
  ];
  it.each(refused)('%s: %i', async (...[, status, body, headers]) => {
    const answer = await both(body, headers);
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    expect(answer.body.message).toEqual(expect.any(String));
  });

  it.each([
    [
      'a line',
      lines(head()) + ' '.repeat((1 << 20) + 1) + '\n',
      'Line 2 is larger than 1 MiB.',
      'La ligne 2 dépasse 1 Mio.',
    ],
    [
      ...(['a body', Buffer.alloc(9 << 20, `${' '.repeat(1000)}\n`)] as const),
      ...(['The body holds more than 8 MiB.', 'Le corps contient plus de 8 Mio.'] as const),
    ],
  ])('how large %s may be is said in MiB', async (_, body, english, french) => {
    for (const [language, sentence] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const answer = await both(body, { ...NDJSON, 'accept-language': language });
      expect([answer.status, answer.body.message]).toEqual([413, sentence]);
    }
  });

  const invalid: Array<[what: string, item: object, code: string]> = [
    ['a NUL in a name', { set: { name: 'a\u0000b' } }, 'invalid'],
    ['a lone surrogate', { set: { name: 'a\ud800' } }, 'invalid'],
    ['a name of 5,000 characters', { set: { name: 'x'.repeat(5000) } }, 'invalid'],
    ['an object for a name', { set: { name: { toString: 'x' } } }, 'invalid'],
    ['a type named __proto__', { type: '__proto__', set: { name: 'x' } }, 'unknown-type'],
    ['a type named constructor', { type: 'constructor', set: { name: 'x' } }, 'unknown-type'],
    ['users', { type: 'users', set: { login: 'x', password: 'x' } }, 'unknown-type'],
    ['nothing to know it by', { ref: undefined, set: {} }, 'no-identity'],
    ['a bare number', { type: 'buildings', set: { name: 'x', site: 17 } }, 'pointer'],
    ['a pointer of all ways', { type: 'buildings', set: { name: 'x', site: { id: 1, name: 'x' } } }, 'pointer'],
    ['a pointer that is a list', { type: 'buildings', set: { name: 'x', site: [['x']] } }, 'pointer'],
    ['a pointer to __proto__', { type: 'buildings', set: { name: 'x', site: { ref: '__proto__' } } }, 'unresolved'],
    ['a pointer with a NUL', { type: 'buildings', set: { name: 'x', site: 'a\u0000b' } }, 'invalid'],
    [
      'a match of __proto__',
      { type: 'buildings', set: { name: 'x', site: { match: JSON.parse('{"__proto__":"x"}') } } },
      'pointer',
    ],
    ['a match of an object', { type: 'buildings', set: { name: 'x', site: { match: { name: { a: 1 } } } } }, 'pointer'],
    ['an id beyond all', { id: Number.MAX_SAFE_INTEGER, set: { name: 'x' } }, 'unresolved'],
  ];
  it.each(invalid)('%s is an error of its item', async (_, item, code) => {
    const planned = await send('/api/feed/plans', one({ type: 'sites', ref: 'r', ...item }));
    expect([planned.status, planned.body.data?.findings.map((one: { code: string }) => one.code)]).toEqual([
      201,
      [code],
    ]);
  });

  it('names of the language itself are names like others', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const text = `{"feed":1,"source":"HOSTILE","options":{"identify":{"${name}":["name"]}},"items":[{"type":"sites","ref":"${name}","set":{"name":"site ${name}","${name}":{"polluted":true}}}]}`;
      const { status, body } = await send('/api/feed/runs', text);
      expect([name, status, body.data?.counts]).toEqual([
        name,
        200,
        expect.objectContaining({ create: 1, warnings: 1 }),
      ]);
      const again = await send('/api/feed/runs', text);
      expect([name, again.status, again.body.data?.counts.create]).toEqual([name, 200, 0]);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('nothing becomes SQL, a pattern or a path', async () => {
    for (const name of [
      "'; DROP TABLE sites; --",
      '%',
      '_',
      '\\',
      '../../etc/passwd',
      '=HYPERLINK("x")',
      '${jndi:x}',
      '`id`',
    ]) {
      const body = one({ type: 'sites', ref: name, set: { name: `n${name}`, description: name } }, { scope: name });
      const { status, body: told } = await send('/api/feed/runs', body);
      expect([name, status, told.data?.counts.create]).toEqual([name, 200, 1]);
      expect((await send('/api/feed/runs', body)).body.data.counts).toMatchObject({ create: 0, update: 0 });
    }
  });

  it('files of tools: what is none is refused, and wrong questions too', async () => {
    const raw = { 'content-type': 'application/octet-stream' };
    const form = (text: string): [Buffer, Record<string, string>] => [
      Buffer.from(text),
      { 'content-type': 'multipart/form-data; boundary=b' },
    ];
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n';
    const cases: Array<[query: string, statuses: number[], body: unknown, headers: Record<string, string>]> = [
      ['as=nothing', [422], 'x', raw],
      ['as=__proto__', [422], 'x', raw],
      ['as=', [422], 'x', raw],
      ['as=nmap&as=glpi', [422], 'x', raw],
      ['as[]=nmap', [400, 422], 'x', raw],
      ['as=nmap&source=HOSTILE&mod=full', [400], 'x', raw],
      ['as=csv&source=HOSTILE&map=rows', [400], 'x', raw],
      ['mode=full', [400], '{"feed":1,"source":"HOSTILE","items":[]}', { 'content-type': 'application/json' }],
      ['as=nmap&source[]=x', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&mode=all', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&options=garbage', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&options=[]', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&options={"errors":1}', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&options=a&options=b', [422], 'x', raw],
      ['as=nmap&source=HOSTILE&opt[type]=__proto__', [400, 422], '<nmaprun></nmaprun>', raw],
      ['as=nmap&source=HOSTILE&opt=x', [422], 'x', raw],
      ['as=csv&source=HOSTILE&opt[map][rows]=x', [422], 'A\n', raw],
      ['as=csv&source=HOSTILE&opt[map]=rows:\n- %26s {type: sites, set: *s}', [422], 'A\n', raw],
      ['as=nmap&source=HOSTILE', [400], '', raw],
      ['as=nmap&source=HOSTILE', [400], '<nmaprun>', raw],
      ['as=nmap&source=HOSTILE', [400], '<!DOCTYPE a [<!ENTITY b "c">]><nmaprun>&b;</nmaprun>', raw],
      ['as=nmap&source=HOSTILE', [400], `<nmaprun>${'<a>'.repeat(100_000)}`, raw],
      ['as=glpi&source=HOSTILE', [400], '{"deep":' + nested(1000) + '}', raw],
      ['as=xlsx&source=HOSTILE', [400, 422], randomBytes(1000), raw],
      ['as=k8s&source=HOSTILE&opt[cluster]=x', [400], 'a: &a [*a, *a]\n', raw],
      ['as=cyclonedx&source=HOSTILE', [400], 'null', raw],
      ['as=nmap&source=HOSTILE', [413], Buffer.from(`<nmaprun>${'<a/>'.repeat(1_200_000)}`), raw],
      ['as=nmap&source=HOSTILE', [400], gzipSync('x').subarray(0, 12), { ...raw, 'content-encoding': 'gzip' }],
      ['as=nmap&source=HOSTILE', [400, 422], ...form('')],
      ['as=nmap&source=HOSTILE', [400], ...form('--b\r\n')],
      ['as=nmap&source=HOSTILE', [400], ...form(`${part}<nmaprun>`)],
      ['as=nmap&source=HOSTILE', [400], ...form(`${part}<nmaprun>\r\n--b--\r\n`)],
      [
        'as=nmap&source=HOSTILE',
        [422],
        ...form('--b\r\ncontent-disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n'),
      ],
      ['as=nmap&source=HOSTILE', [400], Buffer.from(part), { 'content-type': 'multipart/form-data' }],
    ];
    const wrong: unknown[] = [];
    for (const [query, statuses, body, headers] of cases) {
      for (const route of ['plans', 'runs']) {
        const { status, body: told } = await send(
          `/api/feed/${route}?${encodeURI(query).replaceAll('%25', '%')}`,
          body,
          headers,
        );
        if (!statuses.includes(status)) wrong.push([route, query, String(body).slice(0, 60), status, told]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a mapping multiplies no small file, and findings tell no long values', async () => {
    const map = (times: number): string =>
      JSON.stringify({
        rows: [{ type: 'sites', ref: '${a}', set: { name: '${a}', description: '${b}'.repeat(times) } }],
      });
    const rows = Array.from({ length: 600 }, (_, i) => `r${i};${'x'.repeat(900)}`).join('\n');
    const fed = (times: number): Promise<TestAnswer> => {
      const form = new FormData();
      form.append('map', map(times));
      form.append('file', new Blob([`a;b\n${rows}\n`]), 'x.csv');
      return server.post('/api/feed/plans?as=csv&source=HOSTILE', form);
    };
    const began = performance.now();
    const answer = await fed(2000);
    expect([answer.status, answer.body.message]).toEqual([413, expect.stringContaining('1 MiB')]);
    expect(performance.now() - began).toBeLessThan(5000);
    const wrong = { type: 'sites', ref: 'long', set: { name: 'x'.repeat(900_000) } };
    const { status, body } = await send('/api/feed/plans', { feed: 1, source: 'HOSTILE', items: [wrong] });
    expect([status, body.data.findings[0].said.length]).toEqual([201, 1001]);
  });

  it('YAML holds up nobody', async () => {
    const raw = { 'content-type': 'application/octet-stream' };
    const node = (i: number): string => `- apiVersion: v1\n  kind: Node\n  metadata:\n    name: node-${i}\n`;
    const list = `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: 4500 }, (_, i) => node(i)).join('')}`;
    let [worst, last, done] = [0, performance.now(), false];
    const watch = (async () => {
      while (!done) {
        await new Promise((wake) => setTimeout(wake, 5));
        [worst, last] = [Math.max(worst, performance.now() - last), performance.now()];
      }
    })();
    const answers = [];
    for (const body of [`a:\n${'- x\n'.repeat(60_000)}`, list])
      answers.push((await send('/api/feed/plans?as=k8s&source=HOSTILE&opt[cluster]=y', body, raw)).status);
    done = true;
    await watch;
    // The first one is of no cluster.
    expect(answers).toEqual([400, 201]);
    expect(worst).toBeLessThan(700);
  });

  it('wrong places and pages', async () => {
    const wrong: unknown[] = [];
    const paths = [
      ...['runs', 'plans'].flatMap((list) =>
        [
          'page[after]=x',
          'page[after]=1e400',
          'page[after]=-1',
          'page[after]=%00',
          'page[after][]=1',
          'page=x',
          'page[size]=0',
          'page[size]=1001',
          'page[size]=x',
          'page[size][a][b]=1',
          'page[size][]=1',
          'source[]=x',
          'source=__proto__',
          'source=%00',
          'state=x',
          'state[a]=b',
          'page[after]=99999999999999999999',
        ].map((query) => `${list}?${query}`),
      ),
      ...['0', '-1', 'x', '1e3', '999999999999999', '9999999999999999999999', '%00', '__proto__', '..%2f'].flatMap(
        (id) => [`runs/${id}`, `runs/${id}/changes`, `plans/${id}`, `plans/pl_${id}/findings?page[after]=x`],
      ),
    ];
    for (const path of paths) {
      const { status, body } = await server.get(`/api/feed/${path}`);
      if (status >= 500) wrong.push([path, status, body]);
    }
    const told = async (path: string): Promise<unknown> => {
      const { status, body } = await server.get(`/api/feed/${path}`);
      return [status, (body as { errors: unknown }).errors];
    };
    expect(await told('runs?page[size]=0&state=x')).toEqual([
      422,
      {
        'page[size]': ['The page[size] field must be at least 1.'],
        state: ['The parameter state is not valid: it must be one of working, applied, refused, failed, undone.'],
      },
    ]);
    expect(await told('plans?page[size]=1.5&state=ready')).toEqual([
      422,
      { 'page[size]': ['The page[size] field must be an integer.'] },
    ]);
    for (const id of ['x', 'pl_x', 'run_x', 'as_x', '%00', 'x'.repeat(500)]) {
      for (const [method, path] of [
        ['POST', `plans/${id}/apply`],
        ['DELETE', `plans/${id}`],
      ] as const) {
        const { status, body } = await server.request(method, `/api/feed/${path}`);
        if (status !== 404) wrong.push([method, path, status, body]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('in the background: what is wrong with a document is told at once, what is wrong with the map where it is looked for', async () => {
    const later = { prefer: 'respond-async' };
    for (const route of ['plans', 'runs']) {
      expect((await send(`/api/feed/${route}`, '{', { ...JSON_TYPE, ...later })).status).toBe(400);
      expect((await send(`/api/feed/${route}`, lines(head(), { type: 1 }), { ...NDJSON, ...later })).status).toBe(422);
      expect((await send(`/api/feed/${route}`, { feed: 1, source: 'NOBODY', items: [] }, later)).status).toBe(404);
      for (const document of [
        one({ type: 'sites', ref: `later ${route}`, set: { name: `later ${route}` } }),
        one({ type: 'nothing', set: { name: 'x' } }),
      ]) {
        const begun = await send(`/api/feed/${route}`, document, later);
        expect([begun.status, begun.headers.get('location')]).toEqual([
          202,
          expect.stringContaining(`/api/feed/${route}/`),
        ]);
        const place = begun.headers.get('location')!;
        const id = place.split('/').at(-1)!;
        // Whoever cannot wait breaks nothing.
        if (route === 'plans')
          expect((await server.post(`/api/feed/plans/${id}/apply`, undefined)).status).toBeLessThan(500);
        let told = await server.get(place);
        for (let i = 0; i < 200 && told.body.data?.state === 'working'; i++)
          [await pause(50), (told = await server.get(place))];
        expect([told.status, told.body.data?.state]).toEqual([
          200,
          expect.stringMatching(/^(ready|blocked|applied|refused)$/),
        ]);
      }
    }
  });

  it('a key is for one body, in lines too', async () => {
    const headers = { ...NDJSON, 'idempotency-key': `"feed-${engine}"` };
    const body = lines(head(), { type: 'sites', ref: 'key', set: { name: 'once' } }, { end: 1 });
    const first = await send('/api/feed/runs', body, headers);
    expect([first.status, first.body.data?.counts.create]).toEqual([200, 1]);
    const again = await send('/api/feed/runs', body, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed') ?? again.headers.get('idempotency-replayed')).toBe('true');
    const other = await send('/api/feed/runs', body.replace('once', 'twice'), headers);
    expect(other.status).toBe(422);
    expect(
      (await send('/api/feed/runs', body, { ...headers, 'idempotency-key': 'x'.repeat(1000) })).status,
    ).toBeLessThan(500);
  });

  it('whoever sends slowly, or breaks off, holds up nobody', async () => {
    const { hostname, port } = new URL(server.url);
    const open = Array.from({ length: 20 }, () => {
      const request = httpRequest({
        hostname,
        port,
        method: 'POST',
        path: '/api/feed/runs',
        headers: { ...NDJSON, authorization: `Bearer ${server.token}`, 'transfer-encoding': 'chunked' },
      });
      request.on('error', () => undefined);
      request.write(lines(head(), { type: 'sites', ref: 'slow', set: { name: 'slow' } }));
      return request;
    });
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/feed/plans HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.token}\r\ncontent-type: application/x-ndjson\r\ncontent-length: 100000\r\n\r\n${lines(head())}`,
    );
    await pause(200);
    const meanwhile = await send('/api/feed/runs', one({ type: 'sites', ref: 'quick', set: { name: 'quick' } }));
    expect([meanwhile.status, meanwhile.body.data?.counts.create]).toEqual([200, 1]);
    for (const request of open) request.destroy();
    socket.destroy();
    await pause(200);
    expect((await server.get('/api/sites?filter[name]=slow')).body).toEqual([]);
  });

  it('what is refused before its end is read away: the connection serves the next request', async () => {
    const { hostname, port } = new URL(server.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const authorization = `Bearer ${server.token}`;
    const status = (method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = httpRequest({
          ...{ hostname, port, agent, method, path },
          headers: { authorization, ...headers },
        });
        sent.setTimeout(SOON, () => sent.destroy(new Error(`${method} ${path}: no answer`)));
        sent
          .on('error', reject)
          .on('response', (response) => response.resume().on('end', () => resolve(response.statusCode!)));
        sent.end(body);
      });
    try {
      for (const headers of [NDJSON, { ...NDJSON, 'content-encoding': 'gzip' }]) {
        for (const path of ['/api/feed/plans', '/api/feed/runs']) {
          const body = headers === NDJSON ? Buffer.alloc(6 << 20, ' ') : gzipSync(randomBytes(6 << 20));
          expect([413, 400]).toContain(await status('POST', path, headers, body));
          expect(await status('GET', '/api/sites', {})).toBe(200);
        }
      }
    } finally {
      agent.destroy();
    }
  });

  it('bombs leave the memory as it was', async () => {
    const bomb = gzipSync(Buffer.alloc(128 << 20), { level: 1 });
    const small = gzipSync(lines(head()) + '{"type":"sites","set":{"name":"x"}}\n'.repeat(400_000));
    const headers = { ...NDJSON, 'content-encoding': 'gzip' };
    await send('/api/feed/plans', small, headers);
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 3; i++) {
      for (const type of [headers, { ...JSON_TYPE, 'content-encoding': 'gzip' }]) {
        expect((await send('/api/feed/plans', bomb, type)).status).toBe(413);
        // Lines are no JSON, and too many.
        expect((await send('/api/feed/runs', small, type)).status).toBe(type === headers ? 413 : 400);
      }
      expect(
        (await send('/api/feed/runs?as=nmap&source=HOSTILE', bomb, { ...headers, 'content-type': 'text/xml' })).status,
      ).toBe(400);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(FLAT);
    expect((await server.get('/api/sites')).status).toBe(200);
  });
});
