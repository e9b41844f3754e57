/** What the client does when the network or the server fails: against a server that fails as it is told. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionError, Meridian } from '../../clients/typescript/src/index.js';

/** What the server does with a request: a status with headers and body, a broken connection, or silence. */
type Act = { status: number; headers?: Record<string, string>; body?: unknown } | 'break' | 'silence';

describe('contract 11: the client repeats what can be repeated', () => {
  let server: Server;
  let url: string;
  let acts: Act[] = [];
  let seen: IncomingMessage[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      seen.push(request);
      const act = acts.shift() ?? { status: 200, body: [] };
      if (act === 'break') return void request.socket.destroy();
      if (act === 'silence') return;
      response.writeHead(act.status, { 'content-type': 'application/json', ...act.headers });
      response.end(JSON.stringify(act.body ?? { message: 'No.', code: act.status }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    acts = [];
    seen = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const client = (more: object = {}): Meridian =>
    new Meridian({ url, token: 'a', retry: { delay: 1, longest: 3000 }, ...more });
  const keys = (): unknown[] => seen.map(({ headers }) => headers['idempotency-key']);
  const away: Act = { status: 503, headers: { 'retry-after': '0' } };

  it('events 9: whoever follows the changes outlives a restart, and goes on behind the last cursor', async () => {
    const page = (name: string, cursor: string): Act => ({
      status: 200,
      body: { changes: [{ id: name }], cursor, more: false },
    });
    acts = [page('one', 'c1'), 'break', away, page('two', 'c2')];
    const met: string[] = [];
    for await (const { id } of client({ retry: { retries: 0 } }).changes({ since: 'c0' }))
      if (met.push(id) === 2) break;
    expect([met, seen.at(-1)!.url]).toEqual([['one', 'two'], expect.stringContaining('since=c1')]);
    // Nobody waits for an address that never answered.
    acts = ['break'];
    await expect(
      client({ retry: { retries: 0 } })
        .changes()
        .next(),
    ).rejects.toThrow(ConnectionError);
  });

  it('reads, over errors that pass and broken connections', async () => {
    acts = [away, 'break', { status: 429, headers: { 'retry-after': '0' } }];
    expect(await client().sites.list()).toEqual([]);
    expect([seen.length, keys()]).toEqual([4, [undefined, undefined, undefined, undefined]]);
  });
  it('creations and mass actions, under one key', async () => {
    acts = ['break', away, { status: 409, headers: { 'retry-after': '0' } }, { status: 201, body: { id: 1 } }];
    await client().sites.create({ name: 'North' });
    expect([seen.length, new Set(keys()).size, String(keys()[0]).length]).toEqual([4, 1, 32]);
    seen = [];
    acts = ['break', { status: 204, body: '' }];
    await client().sites.massDestroy([1]);
    expect([seen.length, new Set(keys()).size]).toEqual([2, 1]);
    seen = [];
    await client().sites.massStore([{ name: 'x' }]);
    await client().sites.massStore([{ name: 'x' }]);
    expect(new Set(keys()).size).toBe(2);
  });
  it('but no change that might be carried out twice, unless it was refused unread', async () => {
    acts = ['break'];
    await expect(client().sites.update(1, { name: 'x' })).rejects.toThrow(ConnectionError);
    acts = [away];
    await expect(client().sites.delete(1)).rejects.toMatchObject({ status: 503, retryAfter: 0 });
    expect(seen).toHaveLength(2);
    acts = [
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 200, body: { id: 1 } },
    ];
    expect(await client().sites.update(1, { name: 'x' })).toEqual({ id: 1 });
    for (const status of [400, 404, 422, 500]) {
      seen = [];
      acts = [{ status }];
      await expect(client().sites.list()).rejects.toMatchObject({ status, message: 'No.' });
      expect(seen).toHaveLength(1);
    }
    acts = [{ status: 503 }, { status: 200, body: { access_token: 'b', expires_at: '2999-01-01T00:00:00Z' } }];
    await expect(client().login('a', 'b')).rejects.toMatchObject({ status: 503 });
  });
  it('waits as long as it is asked to, but not for ever, and gives up in the end', async () => {
    acts = [{ status: 503, headers: { 'retry-after': '1' } }];
    const begun = Date.now();
    await client().sites.list();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
    acts = [{ status: 429, headers: { 'retry-after': '3600' } }];
    await expect(client().sites.list()).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    seen = [];
    acts = Array.from({ length: 9 }, () => 'break');
    await expect(client().sites.list()).rejects.toThrow(/does not answer: .* in 4 attempts\.$/);
    expect(seen).toHaveLength(4);
    seen = [];
    acts = ['break'];
    await expect(client({ retry: { retries: 0 } }).sites.list()).rejects.toThrow(ConnectionError);
    expect(seen).toHaveLength(1);
  });
  it('ends at a time-out and at a signal', async () => {
    acts = ['silence'];
    await expect(client({ timeout: 50, retry: { retries: 0 } }).sites.list()).rejects.toThrow(
      'No answer within 0.05 s',
    );
    acts = ['silence'];
    const reason = new Error('enough');
    const ending = new AbortController();
    const asked = client().sites.list({ signal: ending.signal });
    ending.abort(reason);
    await expect(asked).rejects.toBe(reason);
    acts = [{ status: 503, headers: { 'retry-after': '2' } }];
    await expect(client().sites.list({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
  it('tells of what is no answer of the server', async () => {
    acts = [{ status: 502, body: 'gateway' }];
    await expect(client({ retry: { retries: 0 } }).sites.list()).rejects.toMatchObject({ status: 502 });
    expect(() => new Meridian({ url: 'map.example.org' })).toThrow(/must begin with http/);
    // A query is only read: its answer need not be kept under a key.
    seen = [];
    acts = ['break', { status: 204, body: '' }];
    expect((await client().queries.run('FROM sites')).rows).toEqual([]);
    expect(keys()).toEqual([undefined, undefined]);
  });
});
