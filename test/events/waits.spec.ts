/** Events 3: long polls are as many as are allowed; the rest are told so. @seconds 6 */
import { connect } from 'node:net';
import { TestServer } from '../support/server.js';

describe('events 3: long polls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite', { STREAMS_PER_USER: '2', STREAMS: '3' });
  });
  afterAll(() => server.stop());

  const cursor = async (): Promise<string> => (await server.get('/api/changes?since=now')).body.cursor;
  const poll = (since: string, token = server.token, wait = 20) =>
    server.get(`/api/changes?since=${since}&wait=${wait}`, { token });
  const soon = (): Promise<void> => new Promise((wake) => setTimeout(wake, 250));

  it('are bounded for a user and for the server, and give their places back', async () => {
    const since = await cursor();
    const { token } = await server.userWith(['site_access']);
    const own = [poll(since), poll(since)];
    await soon();
    const third = await poll(since);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    expect(third.body.message).toContain('2');
    const others = poll(since, token);
    await soon();
    const fourth = await poll(since, (await server.userWith(['site_access'])).token);
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '5']);
    // Who does not wait is answered.
    expect((await server.get(`/api/changes?since=${since}`)).status).toBe(200);
    await server.post('/api/sites', { name: 'Told to all who wait' });
    for (const { status, body } of await Promise.all([...own, others]))
      expect([status, body.changes.length]).toEqual([200, 1]);
    expect((await poll(since)).status).toBe(200);
  });

  it('a client that goes has room for the next one at once', async () => {
    const since = await cursor();
    const { hostname, port } = new URL(server.url);
    for (let i = 0; i < 4; i++) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /api/changes?since=${since}&wait=30 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
      );
      await soon();
      socket.destroy();
      await soon();
    }
    expect((await poll(since, server.token, 1)).status).toBe(200);
  });
});
