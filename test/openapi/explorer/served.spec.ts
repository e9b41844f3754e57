import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TestServer } from '../../support/server.js';

/** The files that the page names. */
const namedIn = (page: string): string[] => [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url!);

/** The largest of the files that a page asks for later. */
const libraryOf = (): string =>
  `/assets/${readdirSync(join(__dirname, '../../../web/dist/assets')).find((name) => /^swagger-ui-bundle.*\.js$/.test(name))}`;

describe('contract 12: the files of the explorer', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
  });
  afterAll(() => server.stop());

  const get = (url: string, headers: Record<string, string> = {}) => server.server.app.inject({ url, headers });

  it('come without a token, from this server alone', async () => {
    const page = await get('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const named = namedIn(page.body);
    expect(named.length).toBeGreaterThan(2);
    for (const url of named) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.body).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
    expect((await get('/docs/')).body).toBe(page.body);
  });
  it('are sent compressed where that is asked for, the same as they are', async () => {
    for (const url of ['/docs', ...namedIn((await get('/docs')).body), libraryOf()]) {
      const plain = await get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const codings = [
        ['br', 'gzip, deflate, br', brotliDecompressSync],
        ['gzip', 'gzip;q=0.5, br;q=0', gunzipSync],
      ] as const;
      for (const [coding, accepted, decompress] of codings) {
        const small = await get(url, { 'accept-encoding': accepted });
        expect([url, small.headers['content-encoding'], small.headers['vary']]).toEqual([
          url,
          coding,
          expect.stringContaining('accept-encoding'),
        ]);
        expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true);
        expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      }
    }
  });
  it('have tags; the page is asked for each time, its files once', async () => {
    const page = await get('/docs');
    for (const [url, caching] of [
      ['/docs', 'no-cache'],
      [libraryOf(), 'public, max-age=31536000, immutable'],
      ...namedIn(page.body).map((one) => [one, 'public, max-age=31536000, immutable']),
    ] as Array<[string, string]>) {
      const { headers } = await get(url);
      expect([url, headers['cache-control']]).toEqual([url, caching]);
      const again = await get(url, { 'if-none-match': String(headers.etag) });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
    }
  });
  it('are what a browser is led to from the root; programs find nothing there, as before', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const led = await get('/', { accept });
    expect([led.statusCode, led.headers.location, led.body]).toEqual([302, '/home', '']);
    expect(led.headers['set-cookie']).toBeUndefined();
    for (const told of [undefined, '*/*', 'application/json', 'application/json, text/html;q=0']) {
      const refused = await get('/', told === undefined ? {} : { accept: told });
      expect([told, refused.statusCode]).toEqual([told, 404]);
      expect(refused.json()).toMatchObject({ code: 404, message: 'The route / could not be found.' });
    }
    // Below /api nobody is led anywhere (contract 2).
    expect((await get('/api', { accept })).statusCode).toBe(404);
    expect((await get('/api/sites', { accept })).statusCode).toBe(401);
  });
  it('say to a browser that there is no page at an address; programs get JSON', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/nothing', '/objects', '/map/x?y=1', '/admin/a/b/c']) {
      const page = await get(path, { accept });
      expect([path, page.statusCode, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect((await get(path, { accept: '*/*' })).json()).toMatchObject({ code: 404 });
    }
    for (const path of ['/api/nothing', '/api', '/health/nothing', '/assets/nothing.js'])
      expect([path, (await get(path, { accept })).headers['content-type']]).toEqual([
        path,
        expect.stringMatching('json'),
      ]);
  });
  it('are these and no others', async () => {
    const names = ['nothing.js', '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json', 'package.json', '.sources', ''];
    for (const path of names.flatMap((name) => [`/docs/x${name}`, `/assets/${name}`])) {
      const { statusCode, headers } = await get(path);
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 404, expect.not.stringContaining('max-age')]);
    }
  });
});
