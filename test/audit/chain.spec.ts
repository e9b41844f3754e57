/** Events 10a: every entry of the journal is chained, and what was done to it past the server is found and named. @seconds 25 */
import { ChainKey } from '../../src/audit/chain/chain.js';
import { Chaining } from '../../src/audit/chain/chaining.js';
import { DailyRoots } from '../../src/audit/chain/daily-roots.js';
import { JournalRetention } from '../../src/audit/chain/journal-retention.js';
import { verifyChain } from '../../src/audit/chain/verify.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const SECRET = 'a secret of the tests, 32 characters or more';

describe.each(ENGINES)('the chain of the journal on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { AUDIT_RETENTION_DAYS: '30' });
    await server.post('/api/sites', { name: 'First' });
    await server.post('/api/sites/mass-store', { items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
    await server.post('/api/databases', { name: 'Long', description: 'é'.repeat(40_000) });
    await server.request('POST', '/api/login', { body: { login: 'admin', password: 'wrong' }, token: null });
  });
  afterAll(() => server.stop());

  const verify = async (root?: Json): Promise<Json> => {
    const { status, body } = await server.post('/api/audit-logs/verify', root ? { root } : {});
    expect(status).toBe(200);
    return body.data;
  };
  /** Does something past the server, looks, and takes it back. */
  const found = async (change: string[], back: string[], params: Json[][] = []): Promise<Json> => {
    const { database } = server;
    for (const sql of change) await database.run(sql, params.shift() ?? []);
    const { first, verified } = await verify();
    for (const sql of back) await database.run(sql, params.shift() ?? []);
    expect(verified).toBe(false);
    expect((await verify()).first).toBeUndefined();
    return first;
  };
  const entry = async (description: string): Promise<Json> =>
    (await server.database.all('SELECT * FROM audit_logs WHERE description = ? ORDER BY id LIMIT 1', [description]))[0];

  it('holds changes, sign-ins and refusals alike, and entries of other programs', async () => {
    const { database } = server;
    const now = database.clock.toStored(Date.now());
    await database.run("INSERT INTO audit_logs (description, properties, created_at) VALUES ('updated', '{}', ?)", [
      now,
    ]);
    const { verified, links, waiting, root } = await verify();
    expect([verified, waiting]).toEqual([true, 0]);
    const [row] = await database.all('SELECT COUNT(*) AS n FROM audit_logs');
    // What says that it was verified comes behind it.
    expect(links).toBe(Number(row!['n']) - 1);
    expect(root.number).toBe(links);
  });

  it('11b: a byte changed is found and named', async () => {
    const { id, properties } = await entry('logged_in');
    const first = await found(
      ['UPDATE audit_logs SET properties = ? WHERE id = ?'],
      ['UPDATE audit_logs SET properties = ? WHERE id = ?'],
      [
        [`${properties} `, id],
        [properties, id],
      ],
    );
    expect(first).toMatchObject({ problem: 'changed', entry: Number(id) });
  });

  it('11b: an entry taken out is found, and two that were swapped', async () => {
    const { id } = await entry('created');
    const out = await found(
      ['UPDATE audit_logs SET id = 4000000 WHERE id = ?'],
      ['UPDATE audit_logs SET id = ? WHERE id = 4000000'],
      [[id], [id]],
    );
    expect(out).toMatchObject({ problem: 'removed', entry: Number(id) });
    const other = (await entry('login_refused')).id;
    const swap = (a: Json, b: Json): Json[][] => [
      [4_000_000, a],
      [a, b],
      [b, 4_000_000],
    ];
    const move = 'UPDATE audit_logs SET id = ? WHERE id = ?';
    const swapped = await found([move, move, move], [move, move, move], [...swap(id, other), ...swap(id, other)]);
    expect(swapped).toMatchObject({ problem: 'changed', entry: Math.min(Number(id), Number(other)) });
  });

  it('finds what was put in, what a long entry says, and links that were taken out or made anew', async () => {
    const put = await found(
      ["INSERT INTO audit_logs (id, description, properties, own_pending) VALUES (3000000, 'deleted', '{}', NULL)"],
      ['DELETE FROM audit_logs WHERE id = 3000000'],
    );
    expect(put).toEqual({ problem: 'inserted', number: null, entry: 3_000_000 });
    const [{ id, body }] = (await server.database.all('SELECT id, body FROM own_audit_texts WHERE n = 0')) as [Json];
    const long = await found(
      ['UPDATE own_audit_texts SET body = ? WHERE id = ?'],
      ['UPDATE own_audit_texts SET body = ? WHERE id = ?'],
      [
        [body.replace('é', 'e'), id],
        [body, id],
      ],
    );
    expect(long.problem).toBe('changed');
    const out = await found(
      ['UPDATE own_audit_chain SET number = 4000000 WHERE number = 2'],
      ['UPDATE own_audit_chain SET number = 2 WHERE number = 4000000'],
    );
    expect(out).toMatchObject({ problem: 'removed', number: 2 });
    const [{ digest }] = (await server.database.all('SELECT digest FROM own_audit_chain WHERE number = 3')) as [Json];
    const relinked = await found(
      ["UPDATE own_audit_chain SET digest = 'x' WHERE number = 3"],
      ['UPDATE own_audit_chain SET digest = ? WHERE number = 3'],
      [[], [digest]],
    );
    expect(relinked).toMatchObject({ problem: 'relinked', number: 3 });
  });

  it('finds what was put in with any mark, and links that are passed off as those of another key', async () => {
    const { database } = server;
    for (const mark of [0, 3, 4, 99])
      expect(
        await found(
          [
            `INSERT INTO audit_logs (id, description, properties, own_pending) VALUES (3000000, 'login', '{}', ${mark})`,
          ],
          ['DELETE FROM audit_logs WHERE id = 3000000'],
        ),
      ).toEqual({ problem: 'inserted', number: null, entry: 3_000_000 });
    const { root } = await verify();
    const keys = await database.all('SELECT DISTINCT key_id FROM own_audit_chain');
    expect(keys).toHaveLength(1);
    await database.run("UPDATE own_audit_chain SET key_id = 'AAAAAAAA'");
    const key = new ChainKey(SECRET);
    expect((await verifyChain(database, key)).first).toMatchObject({ problem: 'other-key', number: 1 });
    expect((await verifyChain(database, key, root)).verified).toBe(false);
    await database.run('UPDATE own_audit_chain SET key_id = ?', [keys[0]!['key_id']!]);
    expect((await verify(root)).verified).toBe(true);
  });

  it('against a root that was kept, a tail that was cut off is found', async () => {
    const { root } = await verify();
    expect((await verify(root)).verified).toBe(true);
    expect((await verify({ ...root, number: root.number + 100 })).first.problem).toBe('cut');
    expect((await verify({ ...root, chain: 'AAAAAAAAAAAA' })).first.problem).toBe('other-chain');
    expect((await verify({ ...root, hash: `${root.hash.slice(1)}${root.hash[0]}` })).first).toMatchObject({
      number: root.number,
    });
    // Whoever cuts the end and puts the head back is not found without a root.
    const { database } = server;
    const kept = await verify();
    const [last] = await database.all('SELECT * FROM own_audit_chain WHERE number = ?', [root.number - 1]);
    await database.run('DELETE FROM audit_logs WHERE id IN (SELECT entry FROM own_audit_chain WHERE number >= ?)', [
      root.number,
    ]);
    await database.run('DELETE FROM own_audit_chain WHERE number >= ?', [root.number]);
    await database.run('UPDATE own_audit_head SET number = ?, hash = ?', [root.number - 1, last!['hash']!]);
    const key = new ChainKey(SECRET);
    expect((await verifyChain(database, key)).verified).toBe(true);
    expect((await verifyChain(database, key, kept.root)).first?.problem).toBe('cut');
  });

  it('what retention removed is no hole, and nobody else can say that it was', async () => {
    const { database } = server;
    const old = database.clock.toStored(Date.now() - 40 * 24 * 3600_000);
    await database.run("INSERT INTO audit_logs (description, properties, created_at) VALUES ('old', '{}', ?)", [old]);
    await server.server.app.get(Chaining).upToDate();
    const task = server.server.app.get(JournalRetention);
    while (await task.batch());
    expect(await entry('old')).toBeUndefined();
    expect(await verify()).toMatchObject({ verified: true, removed: 1 });
    const later = Date.now();
    const [{ removed_before: before }] = (await database.all('SELECT removed_before FROM own_audit_head')) as [Json];
    const forged = await found(
      ['UPDATE own_audit_head SET removed_before = ?'],
      ['UPDATE own_audit_head SET removed_before = ?'],
      [[later], [before]],
    );
    expect(forged.problem).toBe('removed');
  });

  it('the root is said once a day, as an entry', async () => {
    const task = server.server.app.get(DailyRoots);
    await task.batch();
    await task.batch();
    const { body } = await server.get('/api/audit-logs?filter[description]=journal_root');
    expect(body).toHaveLength(1);
    const { number, hash, chain } = body[0].properties;
    expect((await verify({ number, hash, chain })).verified).toBe(true);
  });

  it('is for administrators, and takes nothing but a root', async () => {
    const { token } = await server.userWith(['audit_log_access', 'audit_log_show']);
    expect((await server.post('/api/audit-logs/verify', {}, { token })).status).toBe(403);
    for (const root of [null, 1, 'x', {}, { chain: 'a', number: 1, hash: 'b' }, [1]]) {
      const { status, body } = await server.post('/api/audit-logs/verify', { root });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['root']]);
    }
  });

  it('costs two statements a step, however many entries it takes', async () => {
    const take = (name: string, count: number): Promise<string[]> =>
      server.statements(async () => {
        const items = Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}` }));
        await server.post('/api/sites/mass-store', { items });
        await server.get('/api/changes?since=now');
      });
    const [few, many] = [await take('few', 2), await take('many', 200)];
    const chained = (all: string[]): number => all.filter((sql) => sql.includes('own_audit_')).length;
    expect(chained(few)).toBe(3);
    expect(many.length).toBe(few.length);
  });
});

describe.each(ENGINES)('the chain under another TOKEN_SECRET on %s', (engine) => {
  it('is proved as it was when the secret was changed; what is done to it later is found', async () => {
    const place = await makeDatabase(engine);
    const first = await TestServer.start(engine, { TOKEN_SECRET: SECRET }, place);
    const { id } = (
      await first.post('/api/users', { login: 'leaver', name: 'Leaver', password: 'Correct-horse-9', roles: [2] })
    ).body;
    await first.post('/api/audit-logs/redact', { user_id: id, reason: 'x' });
    const { root } = (await first.post('/api/audit-logs/verify', {})).body.data;
    await first.stop(true);
    const secret = `another ${SECRET}`;
    const server = await TestServer.start(engine, { TOKEN_SECRET: secret }, place);
    const { database } = server;
    try {
      await server.server.app.get(Chaining).upToDate();
      const found = (await server.post('/api/audit-logs/verify', { root })).body.data;
      expect([found.verified, found.first]).toEqual([true, undefined]);
      expect(found.unproven).toBeGreaterThanOrEqual(root.number);
      const { body } = await server.get('/api/audit-logs?filter[description]=journal_key_changed');
      expect(body.map(({ properties }: Json) => properties.links)).toEqual([found.unproven]);
      // Said once.
      const again = await server.another({ TOKEN_SECRET: secret });
      await again.server.app.get(Chaining).upToDate();
      expect((await again.get('/api/audit-logs?filter[description]=journal_key_changed')).body).toHaveLength(1);
      await again.stop(true);
      const key = new ChainKey(secret);
      const [row] = await database.all('SELECT digest FROM own_audit_chain WHERE number = 2');
      await database.run("UPDATE own_audit_chain SET digest = 'x' WHERE number = 2");
      expect((await verifyChain(database, key)).verified).toBe(false);
      await database.run('UPDATE own_audit_chain SET digest = ? WHERE number = 2', [row!['digest']!]);
      expect((await verifyChain(database, key)).verified).toBe(true);
      // With a third secret, and before a server says so.
      expect((await verifyChain(database, new ChainKey(`third ${SECRET}`))).first?.problem).toBe('other-key');
    } finally {
      await server.stop();
    }
  });
});

describe('the chain with EVENTS=off', () => {
  it('links changes all the same; once events are on they are told, and not linked again', async () => {
    const off = await TestServer.start('sqlite', { EVENTS: 'off' });
    await off.post('/api/sites', { name: 'Meanwhile' });
    const { body } = await off.post('/api/audit-logs/verify', {});
    expect(body.data).toMatchObject({ verified: true, waiting: 0 });
    expect(body.data.links).toBeGreaterThan(1);
    await off.stop(true);
    const on = await off.another();
    const { body: told } = await on.get('/api/changes');
    expect(told.changes.map(({ data }: Json) => data.name)).toContain('Meanwhile');
    expect((await on.post('/api/audit-logs/verify', {})).body.data.verified).toBe(true);
    await on.stop();
  });
});
