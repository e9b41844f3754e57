/** What is limited is told by the route that a request finds, however its path is spelt (contract 11). */
import { Lifecycle } from '../../../src/operations/graceful-shutdown.js';
import { sendBytes } from '../../reliability/fuzz/wire.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const LIMIT = 8;
const SPELLINGS = ['/api/me', '/%61pi/me', '/a%70%69/me', '/api/%6d%65', '/api/me/', '/%61pi/me/?x=1'];
const undocumented = { documented: false };

describe.each(ENGINES)('spellings of a path on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { RATE_LIMIT: String(LIMIT) });
  });
  afterAll(() => server.stop());

  it('contract 11: all spellings of a route are counted together', async () => {
    const { token } = await server.userWith([]);
    const statuses: number[] = [];
    for (let i = 0; i < LIMIT; i++) {
      const { status, headers } = await server.get(SPELLINGS[i % SPELLINGS.length]!, { token, ...undocumented });
      statuses.push(status);
      expect(headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - 1 - i));
    }
    expect(statuses).toEqual(Array(LIMIT).fill(200));
    for (const path of SPELLINGS) expect((await server.get(path, { token, ...undocumented })).status).toBe(429);
    // With the name of a server in it, as clients of proxies write it.
    const { host } = new URL(server.url);
    const [answer] = await sendBytes(
      server.url,
      `GET http://${host}/api/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer!.status).toBe(429);
  });
  it('contract 11: so are log-ins of an address', async () => {
    const login = async (path: string): Promise<number> =>
      (await server.post(path, { login: 'x', password: 'x' }, { token: null, ...undocumented })).status;
    const statuses: number[] = [];
    for (let i = 0; i <= LIMIT; i++) statuses.push(await login(i % 2 ? '/%61pi/login' : '/api/%6cogin'));
    expect(statuses.at(-1)).toBe(429);
    expect(await login('/api/login')).toBe(429);
  });
  it('contract 10: none passes a server that ends or has too much to do', async () => {
    const lifecycle = server.server.app.get(Lifecycle);
    lifecycle.stopping = true;
    try {
      for (const path of SPELLINGS) expect((await server.get(path, undocumented)).status).toBe(503);
      expect((await server.get('/health/live', { token: null })).status).toBe(200);
    } finally {
      lifecycle.stopping = false;
    }
  });
  it('contract 11: an Idempotency-Key is the same one in all of them', async () => {
    const send = (path: string) =>
      server.post(path, { name: 'Campus' }, { headers: { 'idempotency-key': 'one' }, ...undocumented });
    const first = await send('/api/sites');
    for (const path of ['/%61pi/sites', '/api/s%69tes/']) {
      const again = await send(path);
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  });
  it('contract 10: the methods that a path takes are told in all of them', async () => {
    for (const path of ['/api/sites', '/%61pi/sites', '/api/s%69tes/']) {
      const { status, headers } = await server.put(path, {}, undocumented);
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, POST']);
    }
  });
});
