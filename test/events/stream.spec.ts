/** Events 4: the stream of changes: nothing lost, ended within a second of the rights, and nobody held up by one who does not read. @seconds 20 */
import { get, type IncomingMessage } from 'node:http';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { follow } from './copy.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

interface Event {
  event: string;
  id: string;
  data: string;
}

/** A client of the stream. */
class Client {
  readonly events: Event[] = [];
  readonly ended: Promise<void>;
  private text = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    response.on('error', () => undefined);
    this.ended = new Promise((resolve) => response.once('close', resolve));
  }

  static async open(server: TestServer, query = '', token = server.token, last?: string): Promise<Client> {
    const headers = { authorization: `Bearer ${token}`, ...(last !== undefined && { 'last-event-id': last }) };
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${server.url}/api/changes/stream${query}`, { headers, agent: false }, resolve).once('error', reject),
    );
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(String(response.statusCode));
    }
    return new Client(response);
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  get changes(): Json[] {
    return this.events.filter(({ event }) => event === 'change').map(({ data }) => JSON.parse(data) as Json);
  }

  pause(): void {
    this.response.pause();
  }

  close(): void {
    this.response.destroy();
  }

  /** Waits until a condition holds; throws after so many milliseconds. */
  async until(holds: () => boolean, milliseconds = 5000): Promise<void> {
    for (const end = Date.now() + milliseconds; !holds(); await new Promise((wake) => setTimeout(wake, 10)))
      if (Date.now() > end) throw new Error(`Met: ${JSON.stringify(this.events).slice(0, 2000)}`);
  }

  private take(text: string): void {
    this.text += text;
    for (let at = this.text.indexOf('\n\n'); at >= 0; at = this.text.indexOf('\n\n')) {
      const lines = this.text.slice(0, at).split('\n');
      this.text = this.text.slice(at + 2);
      const value = (name: string): string =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      if (value('event')) this.events.push({ event: value('event'), id: value('id'), data: value('data') });
    }
  }
}

describe.each(ENGINES)('events: the stream on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { STREAMS: '20', STREAMS_PER_USER: '10' });
  });
  afterAll(() => server.stop());

  const site = async (name: string): Promise<number> => (await server.post('/api/sites', { name })).body.id;

  it('tells a change within a moment, as the feed does, and is neither compressed nor kept', async () => {
    const client = await Client.open(server);
    expect(client.headers['content-type']).toContain('text/event-stream');
    expect([
      client.headers['cache-control'],
      client.headers['x-accel-buffering'],
      client.headers['content-encoding'],
    ]).toEqual(['no-store', 'no', undefined]);
    const { body } = await server.get('/api/changes?since=now');
    await site('streamed');
    await client.until(() => client.changes.length > 0, 1500);
    expect(client.changes).toEqual((await follow(server, body.cursor)).changes);
    expect(client.events[0]!.id).toBe(client.changes[0].id);
    client.close();
  });

  it('nothing is lost or doubled by clients that go and come back', async () => {
    const { body } = await server.get('/api/changes?since=now');
    let last: string = body.cursor;
    const met: string[] = [];
    let writing = true;
    const writer = (async () => {
      for (let i = 0; i < 150; i++) await site(`back and forth ${engine} ${i}`);
      writing = false;
    })();
    for (let round = 0; writing || round < 5; round++) {
      const client = await Client.open(server, '', server.token, last);
      await new Promise((wake) => setTimeout(wake, (round * 37) % 150));
      client.close();
      // What came after the client went is not its.
      met.push(...client.changes.map(({ data }) => data.name as string));
      last = client.events.at(-1)?.id ?? last;
    }
    await writer;
    const rest = await follow(server, last);
    const all = [...met, ...rest.changes.map(({ data }) => data.name as string)];
    expect(all).toEqual(Array.from({ length: 150 }, (_, i) => `back and forth ${engine} ${i}`));
  });

  it('7: ends once the token is revoked, the user is gone or a right is lost; nothing comes after', async () => {
    const users = await Promise.all([1, 2, 3].map(() => server.userWith(['site_access'])));
    const [revoked, deleted, robbed] = users as [(typeof users)[0], (typeof users)[0], (typeof users)[0]];
    const clients = [];
    for (const { token } of users) clients.push(await Client.open(server, '', token));
    const granted = await server.userWith(['site_access']);
    const stays = await Client.open(server, '', granted.token);
    await server.post('/api/logout', {}, { token: revoked.token });
    expect((await server.delete(`/api/users/${deleted.id}`)).status).toBe(200);
    const { body } = await server.put(`/api/roles/${robbed.roleId}`, { permissions: [] });
    expect(body.permissions).toEqual([]);
    await new Promise((wake) => setTimeout(wake, 1100));
    await site('seen by those who may');
    await Promise.all(clients.map(({ ended }) => ended));
    const reasons = clients.map(({ events }) => events.map(({ event, data }) => [event, data]));
    expect(reasons).toEqual(['token', 'token', 'rights'].map((reason) => [['end', JSON.stringify({ reason })]]));
    await stays.until(() => stays.changes.length === 1);
    // More rights are another reach, too.
    await server.put(`/api/users/${granted.id}`, { roles: [robbed.roleId] });
    await stays.ended;
    expect(stays.events.at(-1)).toMatchObject({ event: 'end', data: '{"reason":"rights"}' });
  });

  it('one that does not read costs nobody else; no user has more than their share, no server more than its own', async () => {
    const text = 'x'.repeat(200_000);
    const stalled = await Client.open(server);
    stalled.pause();
    const reading = await Client.open(server);
    for (let i = 0; i < 20; i++) await server.post('/api/sites', { name: `long ${engine} ${i}`, description: text });
    await reading.until(() => reading.changes.length === 20, 10_000);
    stalled.close();
    await new Promise((wake) => setTimeout(wake, 100));
    const open = [reading];
    while (open.length < 10) open.push(await Client.open(server));
    await expect(Client.open(server)).rejects.toThrow('429');
    const other = await server.userWith(['site_access']);
    for (let i = 0; i < 10; i++) open.push(await Client.open(server, '', other.token));
    const third = await server.userWith(['site_access']);
    await expect(Client.open(server, '', third.token)).rejects.toThrow('503');
    for (const client of open) client.close();
  });

  it('a server that ends says so to its streams and its long polls', async () => {
    const second = await server.another();
    const client = await Client.open(second);
    const { body } = await second.get('/api/changes?since=now');
    const poll = second.get(`/api/changes?since=${body.cursor}&wait=60`);
    await new Promise((wake) => setTimeout(wake, 100));
    await second.stop(true);
    await client.ended;
    expect(client.events.at(-1)).toMatchObject({ event: 'end', data: '{"reason":"shutdown"}' });
    expect((await poll).status).toBe(200);
  });
});
