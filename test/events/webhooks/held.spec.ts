/** Events 5: hooks that are led elsewhere, give something up, are paused, come back with a backup, and send by a proxy. @seconds 25 */
import { createServer, request as plainRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { RetryPlan } from '../../../src/events/webhooks/retry-plan.js';
import { backup, restore } from '../../backup/maps.js';
import { ENGINES, makeDatabase } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { Receiver, until, type Json } from './receiver.js';

const HOUR = 3600 * 1000;
const SETTINGS = { WEBHOOK_TARGETS: '127.0.0.1', WEBHOOK_TIMEOUT: '1' };
const SECRET = 'a secret of the tests, 32 characters or more';

describe.each(ENGINES)('events 5: webhooks that are held on %s', (engine) => {
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await TestServer.start(engine, SETTINGS);
    server.server.app.get(RetryPlan).pauses = [40, 40, 40, 40, 40];
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    for (const { id } of (await server.get('/api/webhooks')).body) await server.delete(`/api/webhooks/${id}`);
    await receiver.stop();
  });

  let made = 0;
  const hook = async (settings: object = {}, of = server): Promise<Json> => {
    const body = { name: `held ${++made}`, url: receiver.url, events: ['sites.created'], ...settings };
    const answer = await of.post('/api/webhooks', body);
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    return answer.body;
  };
  const site = (name: string, of = server) => of.post('/api/sites', { name: `${name} ${engine}` });
  const stateOf = async (id: number, of = server): Promise<Json> => (await of.get(`/api/webhooks/${id}`)).body.data;
  const names = (): string[] => receiver.taken.map(({ data }) => data.name.replace(` ${engine}`, ''));
  const seek = (id: number, to: unknown) => server.post(`/api/webhooks/${id}/seek`, { to });

  it('seek: goes on from a cursor, from a moment, and from now', async () => {
    const { id } = await hook();
    const before = new Date().toISOString();
    await new Promise((wake) => setTimeout(wake, 20));
    for (const name of ['One', 'Two', 'Three']) await site(name);
    await until(() => receiver.taken.length === 3);
    expect((await seek(id, receiver.taken[0].id)).status).toBe(200);
    await until(() => receiver.taken.length === 5);
    expect(names()).toEqual(['One', 'Two', 'Three', 'Two', 'Three']);
    // What is told again is told under the id that it had.
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
    expect((await seek(id, before)).status).toBe(200);
    await until(() => receiver.taken.length === 8);
    expect(names().slice(5)).toEqual(['One', 'Two', 'Three']);
    await server.post(`/api/webhooks/${id}/pause`, undefined);
    await site('Passed over');
    expect((await seek(id, 'now')).body).toMatchObject({ lag: 0, paused_reason: 'hand' });
    await server.post(`/api/webhooks/${id}/resume`, undefined);
    await site('Behind');
    await until(() => receiver.taken.length === 9);
    expect(names().at(-1)).toBe('Behind');
    const { body: entries } = await server.get('/api/audit-logs?filter[description]=webhook_sought');
    expect(entries.length).toBeGreaterThanOrEqual(3);
    for (const [to, status] of [
      ...[[undefined, 422] as const, [1, 422] as const, ['yesterday-ish', 422] as const],
      ...[['aaaaaa.AAAAAAAAAAAAAAAAAAAAAA', 410] as const, [`${receiver.taken[0].id.slice(0, 7)}x`, 400] as const],
    ])
      expect([to, (await seek(id, to)).status]).toEqual([to, status]);
  });

  it('skip: gives up what blocks, keeps it among the dead, and goes on', async () => {
    const { id } = await hook();
    expect((await server.post(`/api/webhooks/${id}/skip`, undefined)).status).toBe(409);
    receiver.reply = ({ events: [event] }) => (event.data.name.startsWith('Blocks') ? 503 : 204);
    await site('Blocks');
    await site('Waits behind');
    await until(() => receiver.requests.length >= 2);
    await until(async () => (await stateOf(id)).state === 'failing');
    expect(names()).toEqual([]);
    expect((await server.post(`/api/webhooks/${id}/skip`, undefined)).status).toBe(200);
    await until(() => receiver.taken.length === 1);
    expect(names()).toEqual(['Waits behind']);
    const [dead] = (await server.get(`/api/webhooks/${id}/dead`)).body;
    expect(dead).toMatchObject({ reason: 'skipped', events: [{ type: 'meridian.sites.created' }] });
    receiver.reply = () => 204;
    await server.post(`/api/webhooks/${id}/dead/${dead.id}/redeliver`, undefined);
    expect(names()).toEqual(['Waits behind', 'Blocks']);
  });

  it('tells somebody to whom it is given nothing of what it was about to tell, or gave up', async () => {
    const person = await server.userWith(['webhook_show', 'webhook_edit', 'application_access']);
    const { id } = await hook({ events: ['sites.created', 'applications.created'] });
    receiver.reply = ({ events: [event] }) => (event.data.resource === 'sites' ? 503 : 204);
    await site('Given up');
    await until(async () => (await stateOf(id)).state === 'failing');
    await server.post(`/api/webhooks/${id}/skip`, undefined);
    await site('To be told');
    await until(async () => (await stateOf(id)).state === 'failing');
    expect((await server.get(`/api/webhooks/${id}/dead`)).body).toHaveLength(1);
    expect((await server.patch(`/api/webhooks/${id}`, { owner_id: person.id })).status).toBe(200);
    const as = { token: person.token };
    await server.post(`/api/webhooks/${id}/skip`, undefined, as);
    const dead = await server.get(`/api/webhooks/${id}/dead`, as);
    expect([dead.status, dead.body]).toEqual([200, []]);
    await server.post('/api/applications', { name: `Theirs ${engine}` });
    await until(() => receiver.taken.length === 1);
    expect(names()).toEqual(['Theirs']);
  });

  it('names nothing among the dead that its owner does not see any more', async () => {
    const rights = ['site_access', 'site_show', 'webhook_access', 'webhook_show', 'webhook_create', 'webhook_edit'];
    const person = await server.userWith(rights);
    const rules = [{ resource: 'sites', filter: { name_like: 'In%' } }];
    const { id: perimeter } = (await server.post('/api/perimeters', { name: 'in sight', rules })).body;
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter] })).status).toBe(200);
    const as = { token: person.token };
    const body = { name: 'of a part', url: receiver.url, events: ['sites.created'] };
    const { id } = (await server.post('/api/webhooks', body, as)).body;
    receiver.reply = () => 503;
    const place = (await site('In and out')).body.id;
    await until(async () => (await stateOf(id)).state === 'failing');
    expect((await server.post(`/api/webhooks/${id}/skip`, undefined, as)).status).toBe(200);
    const dead = async (options = {}) => (await server.get(`/api/webhooks/${id}/dead`, options)).body;
    expect(await dead(as)).toMatchObject([{ events: [{ subject: `sites/${place}` }] }]);
    await server.patch(`/api/sites/${place}`, { name: `Elsewhere ${engine}` });
    expect(await dead(as)).toMatchObject([{ reason: 'skipped', events: [] }]);
    expect(await dead()).toMatchObject([{ events: [{ subject: `sites/${place}` }] }]);
    // Nor what is of a kind that they may not list any more.
    await server.patch(`/api/sites/${place}`, { name: `In again ${engine}` });
    expect(await dead(as)).toMatchObject([{ events: [{ subject: `sites/${place}` }] }]);
    const [ability] = await server.database.all("SELECT id FROM permissions WHERE title = 'site_access'");
    await server.database.run('DELETE FROM permission_role WHERE permission_id = ? AND role_id = ?', [
      ...[ability!['id']!, person.roleId],
    ]);
    await until(async () => (await server.get('/api/sites', as)).status === 403);
    expect(await dead(as)).toMatchObject([{ reason: 'skipped', events: [] }]);
  });

  it('is paused once it has failed for 24 hours, and loses nothing', async () => {
    const { id } = await hook();
    receiver.reply = () => 500;
    await site('Kept through');
    await until(async () => (await stateOf(id)).state === 'failing');
    const since = (hours: number) =>
      server.database.run('UPDATE own_webhooks SET failing_since = ? WHERE id = ?', [Date.now() - hours * HOUR, id]);
    await since(23.9);
    const tried = receiver.requests.length;
    await until(() => receiver.requests.length >= tried + 2);
    expect((await stateOf(id)).paused_reason).toBeNull();
    await since(24.1);
    await until(async () => (await stateOf(id)).paused_reason === 'failures');
    const paused = receiver.requests.length;
    await site('Came meanwhile');
    await new Promise((wake) => setTimeout(wake, 300));
    expect(receiver.requests.length).toBe(paused);
    receiver.reply = () => 204;
    await server.post(`/api/webhooks/${id}/resume`, undefined);
    await until(() => receiver.taken.length === 2);
    expect(names()).toEqual(['Kept through', 'Came meanwhile']);
    const { body: entries } = await server.get('/api/audit-logs?filter[description]=webhook_paused&sort=-id');
    expect(entries[0].properties).toMatchObject({ reason: 'failures' });
  });

  it('comes back paused with a backup, tells nothing of before, and goes on when it is resumed', async () => {
    const [place, target] = [await makeDatabase(engine), await makeDatabase(engine)];
    const first = await TestServer.start(engine, { ...SETTINGS, TOKEN_SECRET: SECRET }, place);
    const { id } = await hook({}, first);
    await site('Before the backup', first);
    await until(() => receiver.taken.length === 1);
    const file = join(place.folder, 'map.backup');
    await backup(place, file);
    await first.stop(true);
    await restore(target, file);
    const second = await TestServer.start(engine, { ...SETTINGS, TOKEN_SECRET: SECRET }, target);
    try {
      await site('In the restored map', second);
      await until(async () => (await stateOf(id, second)).paused_reason === 'restored');
      expect(await stateOf(id, second)).toMatchObject({ enabled: false, state: 'paused', position: null });
      expect(receiver.taken).toHaveLength(1);
      expect((await second.post(`/api/webhooks/${id}/resume`, undefined)).status).toBe(200);
      await site('After it was resumed', second);
      await until(() => receiver.taken.length === 2);
      expect(names()).toEqual(['Before the backup', 'After it was resumed']);
    } finally {
      await second.stop();
      await place.drop();
    }
  });
});

/** A proxy as RFC 9110 has it: forwards requests, and makes tunnels; it wants to know who asks. */
class Proxy {
  readonly seen: string[] = [];
  private readonly server: Server;

  private constructor(private readonly user: string) {
    this.server = createServer((request, response) => {
      this.seen.push(`${request.method} ${request.url}`);
      if (!this.knows(request.headers['proxy-authorization'])) return void response.writeHead(407).end();
      const { host, ...headers } = request.headers;
      delete headers['proxy-authorization'];
      const on = plainRequest(request.url!, { method: request.method, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      on.on('error', () => response.writeHead(502).end());
      request.pipe(on);
    });
    this.server.on('connect', (request, socket) => {
      this.seen.push(`CONNECT ${request.url}`);
      socket.on('error', () => undefined);
      if (!this.knows(request.headers['proxy-authorization']))
        return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const [host, port] = request.url!.split(':') as [string, string];
      const on = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        on.pipe(socket).pipe(on);
      });
      on.on('error', () => socket.destroy());
    });
  }

  private knows(said: unknown): boolean {
    return said === `Basic ${Buffer.from(this.user).toString('base64')}`;
  }

  static async start(user: string): Promise<Proxy> {
    const proxy = new Proxy(user);
    await new Promise<void>((listening) => proxy.server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

describe('events 5: webhooks through a proxy', () => {
  it('sends everything by it, names among it, with its user; what it refuses is a failure of the hook', async () => {
    const [proxy, receiver] = [await Proxy.start('hook:wo rd'), await Receiver.start()];
    const through = `http://hook:wo%20rd@127.0.0.1:${proxy.port}`;
    const settings = { ...SETTINGS, WEBHOOK_TARGETS: '127.0.0.1, *.intra.example', WEBHOOK_PROXY: through };
    const server = await TestServer.start('sqlite', settings);
    try {
      const made = async (url: string): Promise<number> =>
        (await server.post('/api/webhooks', { name: url, url, events: ['sites.created'] })).body.id;
      const id = await made(receiver.url);
      await server.post('/api/sites', { name: 'By proxy' });
      await until(() => receiver.taken.length === 1);
      expect(proxy.seen).toEqual([`POST ${receiver.url}`]);
      expect(receiver.requests[0]!.headers['proxy-authorization']).toBeUndefined();
      await server.delete(`/api/webhooks/${id}`);
      // A tunnel for https, to a name that the proxy resolves; what answers there does not speak TLS.
      const secure = await made(receiver.url.replace('http:', 'https:'));
      expect((await server.post(`/api/webhooks/${secure}/test`, undefined)).body).toMatchObject({ error: 'tls' });
      expect(proxy.seen.at(-1)).toBe(`CONNECT 127.0.0.1:${receiver.port}`);
      const named = await made('https://tools.intra.example/');
      expect((await server.post(`/api/webhooks/${named}/test`, undefined)).body.error).not.toBeNull();
      expect(proxy.seen.at(-1)).toBe('CONNECT tools.intra.example:443');
      // No answer, log or error tells the proxy or its user.
      for (const path of ['/api/webhooks', `/api/webhooks/${named}/deliveries`, '/metrics'])
        expect(JSON.stringify((await server.get(path, { documented: false })).body)).not.toMatch(/wo.?rd|hook:/);
    } finally {
      await server.stop();
      await receiver.stop();
      await proxy.stop();
    }
  });

  it('refused by the proxy, nothing reaches the receiver', async () => {
    const [proxy, receiver] = [await Proxy.start('hook:right'), await Receiver.start()];
    const server = await TestServer.start('sqlite', {
      ...SETTINGS,
      WEBHOOK_PROXY: `http://hook:wrong@127.0.0.1:${proxy.port}`,
    });
    try {
      for (const url of [receiver.url, receiver.url.replace('http:', 'https:')]) {
        const { id } = (await server.post('/api/webhooks', { name: url, url, events: ['*'] })).body;
        const { body } = await server.post(`/api/webhooks/${id}/test`, undefined);
        expect(body.error).not.toBeNull();
      }
      expect([proxy.seen.length, receiver.requests.length]).toEqual([2, 0]);
    } finally {
      await server.stop();
      await receiver.stop();
      await proxy.stop();
    }
  });
});
