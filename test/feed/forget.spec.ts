/** What a source said of one object is forgotten, and doubles that people deleted are known as such (feeding-truth 4). @seconds 12 */
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

describe.each(ENGINES)('forgetting on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  const run = async (document: Json): Promise<Json> => {
    const { status, body } = await server.post('/api/feed/runs', { feed: 1, ...document });
    expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
    return body.data;
  };
  const forget = (source: string, type: string, ref: string, options = {}): Promise<TestAnswer> =>
    server.request(
      'DELETE',
      `/api/feed/sources/${source}/records?type=${type}&ref=${encodeURIComponent(ref)}`,
      options,
    );
  const item = (ref: string, set: Json, more: Json = {}): Json => ({ type: 'logical-servers', ref, set, ...more });
  const one = async (id: number): Promise<Json> => (await server.get(`/api/logical-servers/${id}`)).body.data;

  it('record, keys, claims and mark go; the object stays, and what another source says stands', async () => {
    await putSource(server, 'FORGET', { precedence: 60 });
    await putSource(server, 'OTHER');
    const { changes } = await run({
      ...{ source: 'FORGET' },
      items: [item('vm 1', { name: 'forgotten', cpu: '2', memory: '4' }, { keys: { serial: 'ABCDEF1' } })],
    });
    const { id } = changes[0];
    await run({ source: 'OTHER', items: [item('o1', { name: 'forgotten', cpu: '8' })] });
    expect(await one(id)).toMatchObject({ cpu: '2', ext_refs: '{FORGET}vm 1|{OTHER}o1' });
    const before = await server.database.all('SELECT COUNT(*) AS n FROM own_feed_keys');
    expect((await forget('FORGET', 'logical-servers', 'vm 1')).status).toBe(204);
    expect(await one(id)).toMatchObject({ cpu: '8', memory: '4', ext_refs: '{OTHER}o1' });
    const after = await server.database.all('SELECT COUNT(*) AS n FROM own_feed_keys');
    expect(Number(after[0]!['n'])).toBe(Number(before[0]!['n']) - 1);
    const { body } = await server.get(`/api/logical-servers/${id}/sources`);
    expect(body.data.map(({ source }: Json) => source)).toEqual(['OTHER']);
    const [entry] = await server.database.all(
      "SELECT subject_id, properties FROM audit_logs WHERE description = 'record_forgotten'",
    );
    expect([entry!['subject_id'], JSON.parse(String(entry!['properties'])).ref]).toEqual([id, 'vm 1']);
    // It is sought anew: by its name now.
    const again = await run({ source: 'FORGET', items: [item('vm 1', { name: 'forgotten', memory: '4' })] });
    expect(again.counts).toMatchObject({ create: 0, adopted: 1 });
    expect((await forget('FORGET', 'logical-servers', 'vm 1')).status).toBe(204);
    expect((await forget('FORGET', 'logical-servers', 'vm 1')).status).toBe(404);
  });

  it('both refs of what became one go together', async () => {
    await putSource(server, 'TWICE');
    const { changes } = await run({
      source: 'TWICE',
      items: [item('a', { name: 'twice a' }), item('b', { name: 'twice b' })],
    });
    const [a, b] = changes.map(({ id }: Json) => id as number);
    expect((await server.post(`/api/logical-servers/${a}/merge`, { from: [b] })).status).toBe(200);
    expect((await forget('TWICE', 'logical-servers', 'a')).status).toBe(204);
    expect((await one(a!))['ext_refs']).toBeNull();
    expect((await forget('TWICE', 'logical-servers', 'b')).status).toBe(404);
    expect(await server.database.all("SELECT 1 FROM own_feed_refs WHERE ref IN ('a', 'b')")).toEqual([]);
  });

  it('only of what is there, and of those who may', async () => {
    await putSource(server, 'GUARDED');
    await run({ source: 'GUARDED', items: [item('x', { name: 'guarded' })] });
    const path = '/api/feed/sources/GUARDED/records';
    for (const [query, field] of [
      ['', 'type'],
      ['?type=logical-servers', 'ref'],
      ['?type[a]=1&ref=b', 'type'],
      ['?type=logical-servers&ref[]=x', 'ref'],
      ['?type=nothing&ref=x', 'type'],
      ['?type=logical-servers&ref=x&ref=y', 'ref'],
    ] as const) {
      const { status, body } = await server.request('DELETE', path + query, { documented: false });
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, expect.arrayContaining([field])]);
    }
    expect((await forget('NOBODY', 'logical-servers', 'x')).status).toBe(404);
    expect((await forget('GUARDED', 'clusters', 'x')).status).toBe(404);
    const { id, token } = await server.userWith(['feed_create', 'logical_server_access', 'logical_server_edit']);
    expect((await forget('GUARDED', 'logical-servers', 'x', { token })).status).toBe(403);
    const reader = await server.userWith(['feed_create', 'logical_server_access']);
    await putSource(server, 'GUARDED', { feeders: [id, reader.id] });
    expect((await forget('GUARDED', 'logical-servers', 'x', { token: reader.token })).status).toBe(403);
    expect((await forget('GUARDED', 'logical-servers', 'x', { token })).status).toBe(204);
  });

  it('of what a person deleted as a double the other one is offered', async () => {
    await putSource(server, 'DOUBLE');
    const { changes } = await run({ source: 'DOUBLE', items: [item('d', { name: 'double.hill.example' })] });
    const { id } = changes[0];
    await server.delete(`/api/logical-servers/${id}`);
    const alone = await run({ source: 'DOUBLE', items: [item('d', { name: 'double.hill.example', cpu: '1' })] });
    expect(alone.findings.map(({ level, code }: Json) => `${level} ${code}`)).toEqual(['kept deleted-by-hand']);
    const other = (await server.post('/api/logical-servers', { name: 'double.hill.example' })).body.id;
    const { findings } = await run({ source: 'DOUBLE', items: [item('d', { name: 'double.hill.example', cpu: '2' })] });
    expect(findings).toEqual([expect.objectContaining({ level: 'note', code: 'maybe-same', id, candidates: [other] })]);
    expect(findings[0].message).toContain(`#${other}`);
    expect((await one(other))['cpu']).toBeNull();
  });

  it('one machine taken for another is taken apart: what was said of it goes to an object of its own', async () => {
    await putSource(server, 'RIGHT');
    await putSource(server, 'WRONG');
    const { changes } = await run({
      source: 'RIGHT',
      items: [item('r', { name: 'mixed', cpu: '2', address_ip: '10.9.0.1' })],
    });
    const { id } = changes[0];
    await server.patch(`/api/logical-servers/${id}`, { environment: 'By hand' });
    const file = {
      source: 'WRONG',
      observed_at: '2026-01-05T00:00:00Z',
      // As those of connectors are: both have one name.
      options: { names: 'fit' },
      items: [item('A-1', { name: 'mixed', memory: '8', description: 'of another', address_ip: '10.99.0.1' })],
    };
    expect((await run(file)).counts).toMatchObject({ create: 0, adopted: 1 });
    const path = '/api/feed/sources/WRONG/records?type=logical-servers&ref=A-1';
    expect((await server.delete(`${path}&apart=yes`)).status).toBe(422);
    expect((await server.delete(`${path}&apart=1`)).status).toBe(204);
    expect(await one(id)).toMatchObject({
      ...{ name: 'mixed', cpu: '2', memory: null, description: null, address_ip: '10.9.0.1' },
      ...{ environment: 'By hand', ext_refs: '{RIGHT}r' },
    });
    const again = await run(file);
    expect(again.counts).toMatchObject({ create: 0, update: 1, adopted: 0 });
    const [change] = again.changes;
    expect(change.id).not.toBe(id);
    expect(await one(change.id)).toMatchObject({ memory: '8', description: 'of another', address_ip: '10.99.0.1' });
    expect((await run(file)).counts).toMatchObject({ unchanged: 1, kept_new: 0 });
    expect(await one(id)).toMatchObject({ cpu: '2', memory: null, address_ip: '10.9.0.1' });
  });
});
