/** Events 10: what other programs write into the database is told, once and with its values. @seconds 60 */
import { ENGINES } from '../../support/engines.js';
import { rounds } from '../../support/extent.cjs';
import { TestServer } from '../../support/server.js';
import { OutsideWrites } from '../../../src/events/outside/outside-writes.js';
import { Copy, follow } from '../copy.js';
import { RandomMap } from '../random-map.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const SEED = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
console.log(`EVENTS_SEED=${SEED}`);

describe.each(ENGINES)('events: writes from outside on %s', (engine) => {
  let server: TestServer;
  let cursor: string;
  beforeAll(async () => {
    // It looks when it is told to.
    server = await TestServer.start(engine, { OUTSIDE_WRITES: 'watch', OUTSIDE_WRITES_EVERY: '86400' });
    await sweep();
    cursor = await now();
  });
  afterAll(() => server.stop());

  const now = async (): Promise<string> => (await server.get('/api/changes?since=now')).body.cursor;
  const sweep = async (of = server): Promise<number> => {
    for (;;) {
      const told = await of.server.app.get(OutsideWrites, { strict: false }).run();
      if (told !== undefined) return told;
      // It looks by itself when it starts.
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  const sql = (text: string, ...values: Array<string | number | null>) => server.database.run(text, values);
  const make = async (path: string, body: object): Promise<number> => (await server.post(`/api/${path}`, body)).body.id;
  /** What is told since the last look at the feed. */
  const told = async (): Promise<Json[]> => {
    const found = await follow(server, cursor);
    cursor = found.cursor;
    return found.changes;
  };
  const direct = async (): Promise<Json[]> => (await told()).filter(({ data }) => data.origin === null);

  it('an update, an insert, a delete and a pair are told once, with their values', async () => {
    const site = await make('sites', { name: `Site ${engine}` });
    const [one, other] = [
      await make('applications', { name: `One ${engine}` }),
      await make('logical-servers', { name: `Host ${engine}` }),
    ];
    await sweep();
    await told();
    const { body } = await server.get('/api/changes/info');
    await sql('UPDATE sites SET name = ?, description = ? WHERE id = ?', 'Renamed', null, site);
    const inserted = await sql("INSERT INTO sites (name) VALUES ('Inserted')");
    await sql('INSERT INTO application_logical_server (application_id, logical_server_id) VALUES (?, ?)', one, other);
    const before = Date.now();
    expect(await sweep()).toBe(3);
    const changes = await told();
    const own = changes.filter(({ data }: Json) => data.origin === null);
    expect(own.map(({ subject, data }: Json) => [subject, data.action]).sort()).toEqual(
      [
        [`applications/${one}`, 'updated'],
        [`sites/${inserted.insertId}`, 'created'],
        [`sites/${site}`, 'updated'],
      ].sort(),
    );
    for (const { data, authtype } of own) {
      expect(data.by).toEqual({ user_id: null, via: 'outside' });
      expect(authtype).toBe('system');
      expect(Date.parse(data.between[0])).toBeLessThan(before);
      expect(Date.parse(data.between[1])).toBeGreaterThanOrEqual(before);
    }
    const renamed = own.find(({ subject }: Json) => subject === `sites/${site}`);
    expect(renamed.data.changes).toEqual({ name: [`Site ${engine}`, 'Renamed'] });
    const linked = own.find(({ subject }: Json) => subject === `applications/${one}`);
    expect(linked.data.links).toEqual({ logical_servers: { added: [other], removed: [] } });
    const end = changes.find(({ subject }: Json) => subject === `logical-servers/${other}`);
    expect(end.data).toMatchObject({
      origin: { resource: 'applications', id: one },
      links: { applications: { added: [one], removed: [] } },
    });
    const whole = own.find(({ data }: Json) => data.action === 'created');
    expect(whole.data.object).toEqual((await server.get(`/api/sites/${inserted.insertId}`)).body.data);
    expect(body.history_since).toBeDefined();

    await sql(
      'UPDATE logical_servers SET deleted_at = ? WHERE id = ?',
      server.database.clock.toStored(Date.now()),
      other,
    );
    await sql('DELETE FROM sites WHERE id = ?', inserted.insertId);
    expect(await sweep()).toBe(2);
    const gone = await told();
    expect(gone.map(({ subject, data }: Json) => [subject, data.action]).sort()).toEqual(
      [
        [`applications/${one}`, 'updated'],
        [`logical-servers/${other}`, 'deleted'],
        [`sites/${inserted.insertId}`, 'deleted'],
      ].sort(),
    );
    await sql('UPDATE logical_servers SET deleted_at = NULL WHERE id = ?', other);
    expect(await sweep()).toBe(1);
    const [back] = await direct();
    expect(back.data.action).toBe('restored');
    expect(back.data.object).toEqual((await server.get(`/api/logical-servers/${other}`)).body.data);
    expect(await sweep()).toBe(0);
    expect(await told()).toEqual([]);
  });

  it('names the user whom the older application names, and the time that the row says', async () => {
    const id = await make('sites', { name: `By hand ${engine}` });
    await sweep();
    await told();
    const { clock } = server.database;
    const before = new Date().toISOString();
    const at = Math.floor(Date.now() / 1000) * 1000 + 1000;
    await new Promise((wake) => setTimeout(wake, at - Date.now() + 100));
    await sql('UPDATE sites SET description = ?, updated_at = ? WHERE id = ?', 'theirs', clock.toStored(at), id);
    await sql(
      'INSERT INTO audit_logs (description, subject_type, subject_id, user_id, properties, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...['updated', 'App\\Models\\Site', id, 1, JSON.stringify({ id, description: 'theirs' }), clock.toStored(at)],
    );
    expect(await sweep()).toBe(1);
    const [change] = await direct();
    expect(change.data).toMatchObject({
      by: { user_id: 1, via: 'outside' },
      changes: { description: [null, 'theirs'] },
    });
    expect(Date.parse(change.time)).toBe(at);
    const { body } = await server.get(`/api/sites/${id}/history`);
    expect(body[0].id).toBe(change.id);
    const past = await server.get(`/api/sites/${id}?as_of=${before}`);
    expect([past.body.data.description, past.headers.get('x-as-of-exact')]).toEqual([null, null]);
    expect((await server.post('/api/audit-logs/verify', {})).body.data.verified).toBe(true);
  });

  it('of a value that a write of ours replaced, that write tells what it found', async () => {
    const id = await make('sites', { name: `Twice ${engine}`, description: 'first' });
    await sweep();
    await told();
    await sql('UPDATE sites SET description = ? WHERE id = ?', 'theirs', id);
    await server.patch(`/api/sites/${id}`, { description: 'ours' });
    expect(await sweep()).toBe(0);
    const [change] = await direct();
    expect(change.data.changes).toEqual({ description: ['theirs', 'ours'] });
  });

  it('a copy that follows the feed holds the map, whoever writes; nothing is invented, nothing told twice', async () => {
    const map = new RandomMap(server, SEED);
    for (let round = 0; round < 2; round++) for (const resource of map.kinds) await map.create(resource);
    expect(await sweep()).toBe(0);
    await told();
    const copy = new Copy();
    for (const [subject, object] of await map.reads()) copy.objects.set(subject, object);
    const writes = rounds(120);
    for (let i = 0; i < writes; i++) {
      await map.write();
      if (i % 20 === 19) expect(await sweep()).toBe(0);
    }
    (await told()).forEach((change) => copy.apply(change));
    let wrote = 0;
    for (let i = 0; i < writes; i++) {
      if (i % 3) wrote += await past(map);
      else await map.write();
      if (i % 30 === 29) {
        await sweep();
        expect(await sweep()).toBe(0);
      }
    }
    await sweep();
    expect(wrote).toBeGreaterThan(writes / 4);
    const changes = await told();
    expect(changes.some(({ data }) => data.by.via === 'outside')).toBe(true);
    changes.forEach((change) => copy.apply(change));
    const is = await map.reads();
    const wrong = [...new Set([...is.keys(), ...copy.objects.keys()])]
      .filter((subject) => map.kinds.some(({ path }) => subject.startsWith(`${path}/`)))
      .filter((subject) => plain(copy.objects.get(subject)) !== plain(is.get(subject)))
      .map((subject) => [subject, copy.objects.get(subject), is.get(subject)]);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(await sweep()).toBe(0);
  });

  /** One statement past the server. */
  async function past(map: RandomMap): Promise<number> {
    const resource = map.pick(map.kinds);
    const { table, links, label } = resource;
    const id = map.pick([...map.live.get(resource.path)!, 0]);
    if (!id) return 0;
    const what = map.random.below(4);
    if (what === 0 && label) {
      await sql(`UPDATE \`${table}\` SET \`${label}\` = ? WHERE id = ?`, `outside ${map.random.below(1e9)}`, id);
      return 1;
    }
    if (what === 1) {
      const isGone = map.random.below(2);
      await sql(`UPDATE \`${table}\` SET deleted_at = ? WHERE id = ?`, isGone ? '2026-01-01 00:00:00' : null, id);
      return 1;
    }
    const pairs = links.filter(({ pivot, target }) => pivot && !pivot.value && map.live.get(target)?.length);
    if (!pairs.length) return 0;
    const { pivot, target } = map.pick(pairs);
    const other = map.pick(map.live.get(target)!);
    const pair = `\`${pivot!.ownColumn}\` = ? AND \`${pivot!.otherColumn}\` = ?`;
    const { changes } = await sql(`DELETE FROM \`${pivot!.table}\` WHERE ${pair}`, id, other);
    if (!changes)
      await sql(
        `INSERT INTO \`${pivot!.table}\` (\`${pivot!.ownColumn}\`, \`${pivot!.otherColumn}\`) VALUES (?, ?)`,
        id,
        other,
      );
    return 1;
  }

  it('costs no more statements where more is changed', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ name: `many ${i} ${engine}` }));
    await server.post('/api/sites/mass-store', { items: many });
    await sweep();
    const count = (only: string): Promise<string[]> =>
      server.statements(async () => {
        await sql(`UPDATE sites SET description = 'x' WHERE ${only}`);
        await sweep();
      });
    const ids = (await server.get('/api/sites?fields=id')).body.map(({ id }: Json) => id);
    const few = await count(`id <= ${ids.at(-80)} AND name LIKE 'many%'`);
    // What was told gets its places.
    await told();
    const all = await count(`name LIKE 'many%'`);
    expect(all.length).toBe(few.length);
    await told();
  });

  it('what is written while it is off is told afterwards; off, nothing is looked at', async () => {
    const id = await make('sites', { name: `Away ${engine}` });
    await sweep();
    await told();
    await sql('UPDATE sites SET description = ? WHERE id = ?', 'meanwhile', id);
    const off = await server.another();
    expect((await off.get('/metrics', { documented: false })).body).not.toContain('meridian_outside');
    await off.stop(true);
    expect((await server.get('/metrics', { documented: false })).body).toContain('meridian_outside_sweep_seconds');
    expect(await sweep()).toBe(1);
  });

  it('parts are seen anew before what tells of them is removed, and only where it is removed one day', async () => {
    const oldest = async (): Promise<number> =>
      Number((await server.database.all('SELECT MIN(`number`) AS n FROM `own_outside_buckets`'))[0]!['n']);
    const { number } = (await server.database.all('SELECT `number` FROM `own_event_feed`'))[0]!;
    await sweep();
    expect(await oldest()).toBeLessThan(Number(number) / 2);
    const removing = await server.another({
      ...{ OUTSIDE_WRITES: 'watch', OUTSIDE_WRITES_EVERY: '86400', AUDIT_RETENTION_DAYS: '1000' },
    });
    expect(await sweep(removing)).toBe(0);
    await removing.stop(true);
    expect(await oldest()).toBeGreaterThanOrEqual(Number(number) / 2);
  });
});

const plain = (object: Json): string =>
  JSON.stringify(object && Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))));
