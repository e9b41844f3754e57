/** What every answer carries, errors too, and what none does (contract 11). */
import { ENGINES } from '../../support/engines.js';
import { ADMIN, TestServer, type RequestOptions } from '../../support/server.js';
import { sendBytes } from '../fuzz/wire.js';

const WANTED = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
];
const UNWANTED = ['server', 'x-powered-by', 'set-cookie', 'x-xss-protection-mode', 'location-internal'];

type Case = [what: string, status: number, method: string, path: string, options?: RequestOptions];

const CASES: Case[] = [
  ['a list', 200, 'GET', '/api/sites'],
  ['an object', 200, 'GET', '/api/sites/1'],
  ['HEAD', 200, 'HEAD', '/api/sites'],
  ['OPTIONS', 204, 'OPTIONS', '/api/sites'],
  ['a created object', 201, 'POST', '/api/sites', { body: { name: 'Another' } }],
  ['no content', 204, 'DELETE', '/api/sites/mass-destroy', { body: { ids: [2] } }],
  ['broken JSON', 400, 'POST', '/api/sites', { body: '{', headers: { 'content-type': 'application/json' } }],
  ['an unknown filter', 400, 'GET', '/api/sites?filter[x]=1'],
  ['no token', 401, 'GET', '/api/sites', { token: null }],
  ['a refused log-in', 401, 'POST', '/api/login', { body: { login: 'x', password: 'x' }, token: null }],
  ['an unknown object', 404, 'GET', '/api/sites/4000000000'],
  ['an unknown route', 404, 'GET', '/nothing'],
  ['a path that is none', 404, 'GET', '/api/%zz'],
  ['a parameter that is too long', 404, 'GET', `/api/sites/${'1'.repeat(300)}`],
  ['a method that is not taken', 405, 'PUT', '/api/sites'],
  ['a stale tag', 412, 'PUT', '/api/sites/1', { body: { name: 'x y z' }, headers: { 'if-match': '"x"' } }],
  ['a media type', 415, 'POST', '/api/sites', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ['a refused field', 422, 'POST', '/api/sites', { body: {} }],
  ['a report', 200, 'GET', '/api/report/entities'],
  ['an export', 200, 'GET', '/api/sites/export?format=csv'],
  ['a picture', 200, 'GET', '/api/graph/pictures/physical-infrastructure'],
  ['the document', 200, 'GET', '/api/openapi.json', { token: null }],
  ['the explorer', 200, 'GET', '/docs', { token: null }],
  ['health', 200, 'GET', '/health/live', { token: null }],
  ['figures', 200, 'GET', '/metrics', { token: null }],
];

describe.each(ENGINES)('headers on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { RATE_LIMIT: '1000' });
    for (const name of ['First', 'Second']) await server.post('/api/sites', { name });
  });
  afterAll(() => server.stop());

  it.each(CASES)(
    'contract 11: %s (%i) has the headers that make it harmless, and no cookie',
    async (_, status, method, path, options = {}) => {
      const answer = await server.request(method, path, options);
      expect(answer.status).toBe(status);
      expect(WANTED.filter((name) => !answer.headers.has(name))).toEqual([]);
      expect(UNWANTED.filter((name) => answer.headers.has(name))).toEqual([]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-eval');
      if (path !== '/docs')
        expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      if (status >= 400) expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );
  it('contract 11: so has what is refused for its rate, and what is no request', async () => {
    const limited = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '1' });
    const attempt = () => limited.post('/api/login', { login: ADMIN.login, password: 'x' }, { token: null });
    await attempt();
    const refused = await attempt();
    await limited.stop();
    expect([refused.status, ...WANTED.filter((name) => !refused.headers.has(name))]).toEqual([429]);
    for (const bytes of [
      'nonsense\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'GET / HTTP/1.1\r\n\r\n',
    ]) {
      const [answer] = await sendBytes(server.url, bytes);
      expect(WANTED.filter((name) => !answer!.head.toLowerCase().includes(`${name}: `))).toEqual([]);
      expect(answer!.head).toContain("default-src 'none'; frame-ancestors 'none'");
    }
  });
  it('contract 11: an id of a request that is more than an id is not sent back', async () => {
    for (const id of ['<script>', 'a b', 'x'.repeat(101), 'a\u00e9']) {
      const { headers } = await server.get('/health/live', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
