/** What was stored under a key is never stored again, though its answer was lost (contract 11, docs/decisions/idempotency.md). */
import { createHash, randomUUID } from 'node:crypto';
import { IdempotencyStore } from '../../../src/operations/limits/idempotency-store.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer, type TestAnswer } from '../../support/server.js';
import { makeMap } from '../../support/spare-maps.js';
import { CuttingProxy } from './cutting-proxy.js';

const keyed = (key: string, more: object = {}): { headers: Record<string, string> } => ({
  headers: { 'idempotency-key': key, ...more },
});
const scopeOf = (method: string, path: string, key: string): string =>
  createHash('sha256').update(['1', method, path, key].join('\n')).digest('hex');
const FORM = { 'content-type': 'multipart/form-data; boundary=aaaaaaaa' };
const upload = (name: string, text: string): string =>
  `--aaaaaaaa\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n--aaaaaaaa--\r\n`;

describe.each(ENGINES)('a server that dies before it can keep an answer, on %s', (engine) => {
  let server: TestServer;
  let site: number;
  let other: number;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const { body } = await server.post('/api/sites/mass-store', { items: [{ name: 'First' }, { name: 'Second' }] });
    [site, other] = body.ids as [number, number];
  });
  afterAll(() => server.stop());

  const changes = async (): Promise<number> =>
    Number((await server.database.all('SELECT COUNT(*) AS n FROM audit_logs'))[0]!['n']);

  /** Nothing can be written about the answer once the write is stored, as if the process had ended. */
  async function dying<T>(work: () => Promise<T>): Promise<T> {
    server.database.observer = (sql) => {
      if (/^(UPDATE|DELETE).*own_idempotency_keys/s.test(sql) && !/SET status/.test(sql)) throw new Error('gone');
    };
    try {
      return await work();
    } finally {
      server.database.observer = undefined;
    }
  }

  const building = (): object => ({ name: `Linked ${randomUUID().slice(0, 8)}`, site_id: site });
  type Send = (key: string) => Promise<TestAnswer>;
  const fixed = <T>(make: () => T): (() => T) => {
    let made: T | undefined;
    return () => (made ??= make());
  };
  const writes: Array<[string, number, () => Send]> = [
    ['a creation', 201, () => (key) => server.post('/api/sites', { name: 'Once', strange: 1 }, keyed(key))],
    [
      'a link',
      201,
      () => {
        const body = fixed(building);
        return (key) => server.post('/api/buildings', body(), keyed(key));
      },
    ],
    [
      'a change by a form',
      200,
      () => (key) => {
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        return server.post(`/api/sites/${site}`, '_method=PUT&name=By form', keyed(key, type));
      },
    ],
    [
      'mass-store',
      201,
      () => (key) => server.post('/api/bays/mass-store', { items: [{ name: 'B 1' }, { name: 'B 2' }] }, keyed(key)),
    ],
    [
      'mass-update',
      200,
      () => (key) => server.put('/api/sites/mass-update', { items: [{ id: site, name: 'Massed' }] }, keyed(key)),
    ],
    [
      'mass-destroy',
      204,
      () => (key) => server.delete('/api/sites/mass-destroy', { body: { ids: [other] }, ...keyed(key) }),
    ],
    [
      'an import',
      200,
      () => (key) => {
        const file = upload('vlans.csv', 'id,name\r\n,Imported');
        return server.post('/api/vlans/import', file, keyed(key, FORM));
      },
    ],
    ['an upload', 201, () => (key) => server.post('/api/documents', upload('once.txt', 'line'), keyed(key, FORM))],
  ];
  it.each(writes)('contract 11: %s is stored once, and answered again as it was', async (_, status, sending) => {
    const [key, send] = [randomUUID(), sending()];
    const first = await dying(() => send(key));
    const before = await changes();
    const again = await send(key);
    expect([first.status, again.status, again.body]).toEqual([status, status, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['location', 'etag', 'content-type', 'x-ignored-fields'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    expect(await changes()).toBe(before);
  });

  it('contract 11: where the answer is not known, the repeated request hears 409 that it was carried out', async () => {
    const [key, name] = [randomUUID(), 'Lost answer'];
    expect((await server.post('/api/sites', { name }, keyed(key))).status).toBe(201);
    const sql = 'UPDATE own_idempotency_keys SET status = 0, headers = NULL, body = NULL WHERE scope = ?';
    await server.database.run(sql, [scopeOf('POST', '/api/sites', key)]);
    const again = await server.post('/api/sites', { name }, keyed(key));
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('was carried out')]);
    expect((await server.post('/api/sites', { name: 'Else' }, keyed(key))).status).toBe(422);
  });

  it('contract 11: what fails after it was stored keeps its key, what was not stored gives it back', async () => {
    const answers = server.server.app.get(IdempotencyStore);
    const [kept, freed] = [randomUUID(), randomUUID()];
    for (const scope of [kept, freed]) {
      const claim = await answers.claim(scope, null);
      if (claim.state !== 'new') throw new Error(claim.state);
      if (scope === kept) await server.database.transaction((tx) => answers.note(tx, scope, claim.owner));
      await answers.release(scope, claim.owner);
    }
    expect((await answers.claim(kept, null)).state).toBe('stored');
    expect((await answers.claim(freed, null)).state).toBe('new');
  });

  it('contract 11: a request whose key was taken over meanwhile stores nothing', async () => {
    const answers = server.server.app.get(IdempotencyStore);
    const { database } = server;
    const scope = randomUUID();
    const slow = await answers.claim(scope, null);
    const old = database.clock.toStored(Date.now() - 6 * 60_000);
    await database.run('UPDATE own_idempotency_keys SET created_at = ? WHERE scope = ?', [old, scope]);
    const next = await answers.claim(scope, null);
    if (slow.state !== 'new' || next.state !== 'new') throw new Error(`${slow.state} ${next.state}`);
    const late = database.transaction(async (tx) => {
      await tx.run("INSERT INTO own_settings (name, value) VALUES ('late', 'x')");
      await answers.note(tx, scope, slow.owner);
    });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await database.all("SELECT name FROM own_settings WHERE name = 'late'")).toEqual([]);
  });

  it('contract 11: a dry run is not noted as carried out', async () => {
    const [key, body] = [randomUUID(), { name: 'Dry' }];
    const dry = await dying(() => server.post('/api/sites?dry_run=1', body, keyed(key)));
    expect(dry.status).toBe(201);
    const [row] = await server.database.all('SELECT status FROM own_idempotency_keys WHERE scope = ?', [
      scopeOf('POST', '/api/sites', key),
    ]);
    expect(row).toEqual({ status: null });
  });
});

(ENGINES.includes('mariadb') ? describe : describe.skip)('a connection that breaks while a write is stored', () => {
  let server: TestServer;
  let proxy: CuttingProxy;
  beforeAll(async () => {
    const map = await makeMap('mariadb');
    const url = new URL(map.url);
    proxy = await CuttingProxy.to(Number(url.port || 3306));
    url.host = `127.0.0.1:${proxy.port}`;
    server = await TestServer.start('mariadb', { DATABASE_URL: url.href }, map);
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  /** Sends a creation whose COMMIT is cut, and again once the server is connected again. */
  async function twice(name: string, when: 'before' | 'behind'): Promise<[first: TestAnswer, again: TestAnswer]> {
    const key = randomUUID();
    proxy.cut(when, 'own_idempotency_keys SET status');
    const first = await server.post('/api/sites', { name }, keyed(key));
    let again = await server.post('/api/sites', { name }, keyed(key));
    for (const end = Date.now() + 20_000; again.status === 503 && Date.now() < end;)
      again = await server.post('/api/sites', { name }, keyed(key));
    expect(await server.database.all('SELECT id FROM sites WHERE name = ?', [name])).toHaveLength(1);
    return [first, again];
  }

  it('contract 11: 503 for what was stored all the same is followed by its answer, not by a second object', async () => {
    const [first, again] = await twice('Stored in doubt', 'behind');
    expect([first.status, again.status, proxy.cuts]).toEqual([503, 201, 1]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
  it('contract 11: 503 for what was not stored frees the key', async () => {
    const [first, again] = await twice('Not stored', 'before');
    expect([first.status, again.status, proxy.cuts]).toEqual([503, 201, 2]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });
});
