/** Files lie where they belong, whatever they are called, and are never run by a browser. @seconds 10 */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { ENGINES } from '../../support/engines.js';
import { makeDatabase, type TestDatabase } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { sendBytes } from '../fuzz/wire.js';

const NAMES = [
  '../../../escape.txt',
  '..\\..\\escape.txt',
  '/etc/passwd',
  'C:\\escape.txt',
  '....//escape',
  '%2e%2e%2fescape',
  'a\u202etxt.exe',
];
const PATHS = [
  ...[
    '/docs/../package.json',
    '/docs/../../../../etc/passwd',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
  ],
  ...[
    '/docs/....//....//package.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs//etc/passwd',
    '/docs/%00',
    '/docs/app.js%00.html',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/',
    '/assets/.sources',
    '/assets/%00',
  ],
  ...[
    '/docs/explorer.module.ts',
    '/docs/../server.js',
    '/docs/%c0%ae%c0%ae/package.json',
    '/api/documents/..%2f..%2f/download',
  ],
];
const MARK = '<script>zq7()</script>';

describe.each(ENGINES)('files on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
  });
  afterAll(() => server.stop());

  const upload = (content: string, name: string, type: string): ReturnType<TestServer['post']> => {
    const form = new FormData();
    form.append('file', new Blob([content], { type }), name);
    return server.post('/api/documents', form);
  };

  it('contract 8: documents lie under id and hash, whatever path their name is', async () => {
    for (const name of NAMES) {
      const { status, body } = await upload('text', name, 'text/plain');
      expect([status, /[/\\]/.test(String(body.filename))]).toEqual([201, false]);
    }
    const content = Buffer.from('text').toString('base64');
    const items = NAMES.map((filename) => ({ filename, content }));
    expect((await server.post('/api/documents/mass-store', { items })).status).toBe(201);
    const kept = readdirSync(`${place.folder}/documents`, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(kept.length).toBeGreaterThanOrEqual(2 * NAMES.length);
    expect(kept.map(({ name }) => name).filter((name) => /escape|passwd|\.txt|\.exe/.test(name))).toEqual([]);
  });
  it.each([
    ['a page', `<html>${MARK}</html>`, 'text/html'],
    ['a drawing with a script', `<svg xmlns="http://www.w3.org/2000/svg">${MARK}</svg>`, 'image/svg+xml'],
    ['a page that is said to be a picture', `<html>${MARK}</html>`, 'image/png'],
    ['a script', 'alert(1)', 'text/javascript'],
  ])('contract 8: %s is sent to be kept, never to be shown', async (_, content, type) => {
    const { id } = (await upload(content, 'x.html', type)).body;
    const { headers } = await server.get(`/api/documents/${id}/download`);
    expect(headers.get('content-type')).not.toMatch(/html|javascript|png/);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
  it('contract 12: no path below the explorer leads out of it, and pages hold nothing of the request', async () => {
    const answers = [];
    for (const path of PATHS)
      answers.push([path, ...(await sendBytes(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))] as const);
    const served = answers.filter(([, answer]) => !answer || answer.status < 400 || !answer.body.startsWith('{'));
    expect(served).toEqual([]);
    const [plain, asked] = [
      await server.get('/docs', { token: null }),
      await server.get(`/docs?x=${MARK}&y="onload=`, { token: null }),
    ];
    expect([asked.status, asked.body]).toEqual([200, plain.body]);
    const unknown = await server.get(`/docs/${encodeURIComponent(MARK)}`, { token: null });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
  it('a drawing behind a hundred comments is recognised at once, and so is one that is none', async () => {
    const comments = '<!---->'.repeat(140);
    const begun = performance.now();
    expect((await upload(`${comments}<svg></svg>`, 'a.svg', 'text/plain')).body.mimetype).toBe('image/svg+xml');
    expect((await upload(`${comments}<sv`, 'a.svg', 'text/plain')).body.mimetype).toBe('text/plain');
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
  it('a client that never ends its headers holds nobody up', async () => {
    const sockets = Array.from({ length: 50 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
    for (const socket of sockets)
      socket.on('error', () => undefined).write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: ');
    expect((await server.get('/health/live')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    const { headersTimeout, requestTimeout } = server.server.app.getHttpServer() as {
      headersTimeout: number;
      requestTimeout: number;
    };
    expect([headersTimeout > 0, requestTimeout >= 0]).toEqual([true, true]);
  });
});
