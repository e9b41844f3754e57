import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const ORIGIN = 'https://map.example.org';
const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' };

describe.each(ENGINES)('OPTIONS on %s', (engine) => {
  it('contract 4: without CORS origins OPTIONS answers 204 with Allow, and no origin', async () => {
    const server = await TestServer.start(engine);
    try {
      for (const headers of [{}, PREFLIGHT]) {
        const { status, body, headers: answered } = await server.request('OPTIONS', '/api/sites/7', { headers });
        expect([status, body, answered.get('allow')]).toEqual([
          204,
          '',
          'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        ]);
        expect(answered.get('access-control-allow-origin')).toBeNull();
        expect(answered.get('x-content-type-options')).toBe('nosniff');
      }
      const readOnly = await server.request('OPTIONS', '/api/permissions', { token: null });
      expect(readOnly.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect((await server.request('OPTIONS', '/api/nothing', { token: null })).status).toBe(404);
    } finally {
      await server.stop();
    }
  });
  it('contract 11: with CORS origins their pages may call every method and read our headers, others may not', async () => {
    const server = await TestServer.start(engine, { CORS_ORIGINS: ORIGIN });
    try {
      const asked = await server.request('OPTIONS', '/api/sites/7', { headers: PREFLIGHT, token: null });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
      expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
      const { headers } = await server.get('/api/sites', { headers: { origin: ORIGIN } });
      const exposed = headers.get('access-control-expose-headers')!.toLowerCase().split(/, */);
      const wanted = ['etag', 'link', 'location', 'x-total-count', 'x-ignored-fields', 'retry-after'];
      expect(exposed).toEqual(expect.arrayContaining([...wanted, 'x-ratelimit-remaining']));
      const stranger = await server.get('/api/sites', { headers: { origin: 'https://evil.example' } });
      expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
      const plain = await server.request('OPTIONS', '/api/sites', { token: null });
      expect([plain.status, plain.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    } finally {
      await server.stop();
    }
  });
});
