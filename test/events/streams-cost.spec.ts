/** Events 4: what streams cost: nothing while nothing happens, no more room than there is, and none for clients that have gone. @seconds 8 */
import { get, type IncomingMessage } from 'node:http';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const pause = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));

describe.each(ENGINES)('events: what streams cost on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { STREAMS: '20', STREAMS_PER_USER: '10' });
  });
  afterAll(() => server.stop());

  const open = (token = server.token): Promise<IncomingMessage> =>
    new Promise((resolve, reject) =>
      get(
        `${server.url}/api/changes/stream`,
        { headers: { authorization: `Bearer ${token}` }, agent: false },
        resolve,
      ).once('error', reject),
    );
  const inUse = async (): Promise<string | undefined> =>
    /^meridian_event_streams (\d+)$/m.exec(String((await server.get('/metrics')).body))?.[1];

  it('clients that go before they are answered leave no stream behind', async () => {
    for (let i = 0; i < 40; i++) {
      const headers = { authorization: `Bearer ${server.token}` };
      const request = get(`${server.url}/api/changes/stream`, { headers, agent: false }).on('error', () => undefined);
      await pause(i % 8);
      request.destroy();
    }
    for (let i = 0; i < 30 && (await inUse()) !== '0'; i++) await pause(100);
    expect(await inUse()).toBe('0');
  });

  it('those who come at once have no more room than those who come one by one', async () => {
    const streams = await Promise.all(Array.from({ length: 30 }, () => open()));
    const statuses = streams.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(20).fill(429)]);
    for (const stream of streams) stream.destroy();
  });

  it('idle streams ask the database for nothing one by one', async () => {
    const { token } = await server.userWith(['site_access', 'site_show']);
    const count = async (wanted: number): Promise<number> => {
      const streams = await Promise.all(Array.from({ length: wanted }, () => open(token)));
      // The feed is longer than at their begin.
      await server.post('/api/sites', { name: `before ${wanted} ${engine}` });
      await pause(700);
      let statements = 0;
      server.database.observer = () => statements++;
      await pause(1500);
      server.database.observer = undefined;
      for (const stream of streams) stream.destroy();
      await pause(100);
      return statements;
    };
    const one = await count(1);
    // What the server does by itself now and then adds to one count, and not to all.
    const least = Math.min(await count(10), await count(9), await count(8));
    expect(least).toBeLessThanOrEqual(one + 5);
  });
});
