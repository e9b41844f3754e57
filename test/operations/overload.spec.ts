/** More work than the server can do: new requests are refused at once, and welcome again later (contract 10). @seconds 10 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

describe.each(ENGINES)('contract 10: overload on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { OVERLOAD_LAG_MS: '0', OVERLOAD_QUEUE: '3', DB_POOL: '2' });
  });
  afterAll(() => server.stop());

  async function expectRefusal(): Promise<void> {
    const began = performance.now();
    const answer = await server.get('/api/applications', { headers: { 'x-request-id': 'refused-1' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 503, title: 'Service Unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('x-request-id')).toBe('refused-1');
    expect(performance.now() - began).toBeLessThan(1000);
    const others = ['/health/live', '/health/ready', '/metrics', '/docs'];
    for (const path of engine === 'sqlite' ? others : ['/health/live', '/metrics', '/docs']) {
      expect((await server.get(path, { token: null })).status).toBe(200);
    }
    expect((await server.get('/metrics')).body).toMatch(/http_requests_refused_total\{reason="\w+"\} [1-9]/);
  }

  it('while too many wait for the database', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { database } = server;
    // On either engine all connections that write are taken, and work stands in a queue before them.
    const holders = Array.from({ length: 6 }, () =>
      database.transaction(async (tx) => {
        await tx.all('SELECT 1 AS one');
        await held;
      }),
    );
    await pause(50);
    expect(database.waiting).toBeGreaterThanOrEqual(3);
    await expectRefusal();
    release();
    await Promise.all(holders);
    expect((await server.get('/api/applications')).status).toBe(200);
  });
});

describe('contract 10: too much work', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite', { OVERLOAD_LAG_MS: '500' });
  });
  afterAll(() => server.stop());

  it('while work is late again and again; once is not enough', async () => {
    const block = (ms: number): void => {
      for (const until = performance.now() + ms; performance.now() < until;);
    };
    await pause(600);
    block(900);
    await pause(1);
    expect((await server.get('/api/applications')).status).toBe(200);

    let busy = true;
    const work = (): void => {
      block(800);
      if (busy) setTimeout(work, 1);
    };
    work();
    let status = 200;
    for (let at = 0; at < 20 && status !== 503; at++) status = (await server.get('/api/applications')).status;
    busy = false;
    expect(status).toBe(503);
    await pause(1200);
    expect((await server.get('/api/applications')).status).toBe(200);
  });
});
