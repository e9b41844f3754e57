import { TestServer } from '../../support/server.js';

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
    const named = [...page.body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, url]) => url!);
    expect(named.length).toBeGreaterThan(4);
    for (const url of named) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect((await get('/docs/')).body).toBe(page.body);
  });
  it('have tags, and are sent compressed where that is asked for', async () => {
    const plain = await get('/docs/swagger-ui-bundle.js');
    const small = await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    for (const { headers } of [plain, small]) {
      const again = await get('/docs/swagger-ui-bundle.js', { 'if-none-match': String(headers.etag) });
      expect(again.statusCode).toBe(304);
    }
  });
  it('are what a browser is led to from the root; programs find nothing there, as before', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const led = await get('/', { accept });
    expect([led.statusCode, led.headers.location, led.body]).toEqual([302, '/docs', '']);
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
  it('are these and no others', async () => {
    for (const name of ['nothing.js', '..%2fexplorer.module.ts', '%2e%2e%2f%2e%2e%2fmain.ts', 'package.json']) {
      expect([name, (await get(`/docs/${name}`)).statusCode]).toEqual([name, 404]);
    }
  });
});
