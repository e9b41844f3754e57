/** The database goes away and comes back, under the feet of requests (contract 10: 503, never 500). @seconds 10 */
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { Cuttable } from './cuttable.js';

const LIMIT = 5000;
const ROWS = 4000;

const isThere = ENGINES.includes('mariadb');

/** One of each kind of request. */
const REQUESTS: Array<[method: string, path: string, body?: unknown]> = [
  ['GET', '/api/applications'],
  ['GET', '/api/applications?filter[name]=x&include=processes&sort=-name'],
  ['GET', '/api/applications/1'],
  ['POST', '/api/applications', { name: 'Lost' }],
  ['PUT', '/api/applications/1', { name: 'Lost' }],
  ['DELETE', '/api/applications/1'],
  ['POST', '/api/applications/mass-store', { items: [{ name: 'Lost' }] }],
  ['GET', '/api/report/vlans'],
  ['POST', '/api/login', { login: 'admin', password: 'Correct-horse-9' }],
];

(isThere ? describe : describe.skip)('a MariaDB behind a way that breaks', () => {
  let place: TestDatabase;
  let way: Cuttable;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase('mariadb');
    way = await Cuttable.before(place.url);
    server = await TestServer.start('mariadb', { DB_POOL: '4' }, { ...place, url: way.url });
    await server.post('/api/applications', { name: 'There' });
    const items = Array.from({ length: ROWS }, (_, at) => ({ name: `Building ${at}`, description: 'x'.repeat(500) }));
    await server.post('/api/buildings/mass-store', { items });
  });
  afterAll(async () => {
    await way.restore();
    await server.stop();
    await way.close();
  });

  /** The answers to one of each kind, and how long the slowest took. */
  async function answers(): Promise<{ answers: TestAnswer[]; ms: number }> {
    const began = performance.now();
    const all = REQUESTS.map(([method, path, body]) => server.request(method, path, { body }));
    return { answers: await Promise.all(all), ms: performance.now() - began };
  }

  function expectUnavailable({ answers: all, ms }: { answers: TestAnswer[]; ms: number }): void {
    expect(all.map(({ status }, at) => [REQUESTS[at]!.slice(0, 2).join(' '), status])).toEqual(
      REQUESTS.map(([method, path]) => [`${method} ${path}`, 503]),
    );
    for (const { headers, body } of all) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/ECONN|ETIMEDOUT|127\.0\.0\.1|3306|md_test/);
    }
    expect(ms).toBeLessThan(LIMIT);
  }

  /** Waits until the server works again, without any help. */
  async function recovered(): Promise<void> {
    const until = Date.now() + LIMIT;
    for (let well = 0; well < 10;) {
      const { status } = await server.get('/api/applications/1');
      well = status === 200 ? well + 1 : 0;
      if (Date.now() > until) throw new Error('It does not recover.');
      await new Promise((wake) => setTimeout(wake, 20));
    }
    // What it found a moment ago holds a little longer.
    await new Promise((wake) => setTimeout(wake, 600));
    expect((await server.get('/health/ready', { token: null })).status).toBe(200);
    const list = await server.get('/api/buildings');
    expect(list.body).toHaveLength(ROWS);
  }

  it('contract 10: connections that break give 503 within 5 seconds, and it recovers by itself', async () => {
    await way.cut();
    expectUnavailable(await answers());
    // Once more with nothing left of the pool.
    expectUnavailable(await answers());
    const ready = await server.get('/health/ready', { token: null });
    expect(ready).toMatchObject({ status: 503, body: { checks: { database: 'failed', documents: 'ok' } } });
    expect((await server.get('/health/live', { token: null })).status).toBe(200);
    await way.restore();
    await recovered();
  });

  it('contract 10: a server that falls silent gives 503 within 5 seconds, and it recovers by itself', async () => {
    way.hush();
    expectUnavailable(await answers());
    const began = performance.now();
    expect((await server.get('/api/applications')).status).toBe(503);
    // Now that it is known, nobody waits any more.
    expect(performance.now() - began).toBeLessThan(500);
    await way.restore();
    await recovered();
  });

  it('contract 10: requests under way when it breaks are answered or broken off, and none hangs', async () => {
    let answered = 0;
    const running = Array.from({ length: 40 }, (_, at) => {
      const path = ['/api/buildings', '/api/applications', '/api/buildings/1', '/api/report/vlans'][at % 4]!;
      return server.get(path).then(
        ({ status }) => (answered++, status),
        () => 'broken off',
      );
    });
    while (answered < 8) await new Promise((wake) => setTimeout(wake, 1));
    await way.cut();
    const outcomes = new Set(await Promise.all(running));
    for (const outcome of outcomes) expect([200, 503, 'broken off']).toContain(outcome);
    expect(outcomes.size).toBeGreaterThan(1);
    await way.restore();
    await recovered();
    // No connection was lost on the way: what the server looks after by itself gives its own back.
    for (let i = 0; i < 50 && server.database.load().inUse; i++) await new Promise((done) => setTimeout(done, 100));
    expect(server.database.load()).toMatchObject({ inUse: 0, waiting: 0 });
  });
});
