/** Sources of feeding: made, changed, listed and retired; who may; what runs ask of them (feeding 7 to 11). @seconds 12 */
import { SourcesService } from '../../src/feed/sources/sources.service.js';
import { can, type Caller } from '../../src/core/http/caller.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { StoredFeed } from './support/stored.js';

const PATH = '/api/feed/sources';

describe.each(ENGINES)('sources of feeding on %s', (engine) => {
  let server: TestServer;
  let feed: StoredFeed;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    feed = new StoredFeed(server);
  });
  afterAll(() => server.stop());

  const journal = async (action: string): Promise<Array<Record<string, unknown>>> => {
    const sql = 'SELECT properties, user_id FROM audit_logs WHERE description = ? ORDER BY id';
    const rows = await server.database.all(sql, [action]);
    return rows.map(({ properties }) => JSON.parse(String(properties)) as Record<string, unknown>);
  };
  const callerOf = (userId: number, abilities: string[] = []): Caller => ({
    ...{ userId, tokenId: 1, admin: false, abilities: new Set(abilities) },
    ...{ roleIds: [], language: null, readOnly: false },
  });

  it('one is made with its settings, and answered with them', async () => {
    const settings = { precedence: 60, missing: { do: 'mark', fields: { 'logical-servers': { active: 0 } } } };
    const made = await server.put(`${PATH}/MADE`, settings);
    expect([made.status, made.headers.get('location')]).toEqual([201, `${PATH}/MADE`]);
    expect(made.body).toEqual({
      ...{ name: 'MADE', settings, version: 1, user_id: 1, last_run: null, scopes: [], records: 0, missing: 0 },
      ...{ overdue: false, created_at: expect.any(String), updated_at: expect.any(String) },
    });
    const read = await server.get(`${PATH}/MADE`);
    expect([read.status, read.body]).toEqual([200, { data: made.body }]);
    expect((await journal('source_created')).at(-1)).toMatchObject({ source: 'MADE', settings });
  });

  it('what is absent stays, null takes away, and what changes nothing is no change', async () => {
    await server.put(`${PATH}/CHANGED`, { precedence: 60, expected_every: '26h' });
    const noted = (await journal('source_changed')).length;
    const same = await server.put(`${PATH}/CHANGED`, { precedence: 60 });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    const changed = await server.put(`${PATH}/CHANGED`, { expected_every: null, guard: { least: 9 } });
    expect([changed.body.version, changed.body.settings]).toEqual([2, { precedence: 60, guard: { least: 9 } }]);
    const told = await journal('source_changed');
    expect(told.length).toBe(noted + 1);
    expect(told.at(-1)).toMatchObject({ source: 'CHANGED', settings: { expected_every: null, guard: { least: 9 } } });
  });

  it('wrong settings, wrong names and users that there are not are told by their place', async () => {
    const wrong = await server.put(`${PATH}/WRONG`, { precedence: 'x', feeders: [1, 'x'], more: 1 });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['precedence', 'feeders.1', 'more']]);
    const users = await server.put(`${PATH}/WRONG`, { feeders: [1, 999_999] });
    expect([users.status, Object.keys(users.body.errors)]).toEqual([422, ['feeders.1']]);
    for (const name of ['lower', 'A'.repeat(33), '-A', 'Ä', 'A%20B']) {
      const { status, body } = await server.put(`${PATH}/${name}`, {});
      expect([name, status, body.errors && Object.keys(body.errors)]).toEqual([name, 422, ['name']]);
    }
    expect((await server.put(`${PATH}/WRONG`, [])).status).toBe(422);
    expect((await server.get(`${PATH}/WRONG`)).status).toBe(404);
    expect((await server.get(`${PATH}/made`)).status).toBe(404);
    expect((await server.delete(`${PATH}/WRONG`)).status).toBe(404);
  });

  it('the tag is that of the settings: 412 where somebody changed them since', async () => {
    const first = (await server.put(`${PATH}/TAGGED`, {})).headers.get('etag')!;
    await feed.source('TAGGED');
    await feed.run('TAGGED', '2026-01-10 06:00:00');
    expect((await server.get(`${PATH}/TAGGED`)).headers.get('etag')).toBe(first);
    const match = { headers: { 'if-match': first } };
    expect((await server.put(`${PATH}/TAGGED`, { precedence: 1 }, match)).status).toBe(200);
    expect((await server.put(`${PATH}/TAGGED`, { precedence: 2 }, match)).status).toBe(412);
    expect((await server.delete(`${PATH}/TAGGED`, match)).status).toBe(412);
    expect((await server.put(`${PATH}/NOT_THERE`, {}, { headers: { 'if-match': '*' } })).status).toBe(412);
    expect((await server.get(`${PATH}/NOT_THERE`)).status).toBe(404);
  });

  it('of many that make or change one at once none fails', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((precedence) => server.put(`${PATH}/AT_ONCE`, { precedence })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await server.get(`${PATH}/AT_ONCE`)).body.data.version).toBe(6);
  });

  it('the list tells of runs, scopes, records and missing ones, in five statements', async () => {
    for (const name of ['LIST_A', 'LIST_B']) await feed.source(name, { expected_every: '2h' });
    const long = '2026-01-09 06:00:00';
    const now = server.database.clock.toStored(Date.now());
    await server.database.run("UPDATE own_feed_sources SET created_at = ? WHERE name LIKE 'LIST%'", [long]);
    const full = await feed.run('LIST_A', '2026-01-10 06:00:00', { scope: 'paris' });
    const other = await feed.run('LIST_A', '2026-01-10 07:00:00', { scope: 'lyon', mode: 'delta' });
    const refused = await feed.run('LIST_A', now, { state: 'refused' });
    const { body: site } = await server.post('/api/sites', { name: 'Listed' });
    await feed.record({ source: 'LIST_A', type: 'sites', id: site.id, ref: 'a' });
    await feed.record({ source: 'LIST_A', type: 'sites', id: site.id + 1, ref: 'b', missingSince: long });
    await feed.run('LIST_B', now);
    let body: Array<Record<string, unknown>> = [];
    const statements = await server.statements(async () => {
      body = (await server.get(PATH)).body;
    });
    expect(statements.length).toBe(5);
    expect(body.map(({ name }) => name)).toEqual([...body.map(({ name }) => name)].sort());
    const [a, b] = ['LIST_A', 'LIST_B'].map((wanted) => body.find(({ name }) => name === wanted)!);
    expect(a).toMatchObject({ records: 2, missing: 1, overdue: true });
    expect(a!['last_run']).toMatchObject({
      id: refused,
      state: 'refused',
      mode: 'full',
      counts: { items: 3, create: 1 },
    });
    expect(a!['scopes']).toEqual([
      { scope: 'lyon', last_run: other, last_full_run: null, last_full_at: null, observed_at: null },
      {
        ...{ scope: 'paris', last_run: full, last_full_run: full, last_full_at: '2026-01-10T06:00:00.000000Z' },
        observed_at: null,
      },
    ]);
    expect(b).toMatchObject({ overdue: false, records: 0 });
    await server.database.run("UPDATE own_feed_sources SET created_at = ? WHERE name = 'LIST_A'", [now]);
    await server.database.run("DELETE FROM own_feed_scopes WHERE scope IN ('lyon', 'paris')");
    expect((await server.get(`${PATH}/LIST_A`)).body.data.overdue).toBe(false);
  });

  it('figures tell of missing objects and last runs', async () => {
    await feed.source('FIGURES');
    await feed.run('FIGURES', '2026-01-10 06:00:00');
    await feed.record({ source: 'FIGURES', type: 'sites', id: 1, ref: 'm', missingSince: '2026-01-10 06:00:00' });
    const text = (await server.get('/metrics', { token: null })).body as string;
    expect(text).toContain('meridian_feed_missing{source="FIGURES"} 1\n');
    expect(text).toContain(`meridian_feed_last_run_seconds{source="FIGURES"} ${Date.UTC(2026, 0, 10, 6) / 1000}\n`);
  });

  it('a retired one takes its records, scopes and open plans along; objects, marks and history stay', async () => {
    const id = await feed.source('RETIRED', { precedence: 70 });
    const { database } = server;
    const { body: site } = await server.post('/api/sites', { name: 'Stays' });
    for (let i = 0; i < 2500; i += 500) {
      const rows = Array.from(
        { length: 500 },
        (_, n) => `(${id}, 'sites', 'r${i + n}', ${site.id + i + n}, '[]', '', '{}', 0, '2026-01-10 06:00:00', 1)`,
      );
      await database.run(
        `INSERT INTO own_feed_records (source_id, type, ref, object_id, scopes, digest, says, created, first_seen, last_run) VALUES ${rows.join()}`,
      );
    }
    const run = await feed.run('RETIRED', '2026-01-10 06:00:00');
    const plan = (planId: string, runId: number | null) =>
      database.run(
        'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, expires_at, run_id) ' +
          "VALUES (?, ?, '', 'full', 'ready', '{}', '{}', '', '2026-01-10 06:00:00', '2026-01-10 06:00:00', '2026-01-17 06:00:00', ?)",
        [planId, id, runId],
      );
    await plan('pl_open', null);
    await plan('pl_done', run);
    for (const owner of ['pl_open', 'pl_done'])
      await database.run("INSERT INTO own_feed_parts (owner, kind, n, body) VALUES (?, 'changes', 0, '')", [owner]);
    await database.run(
      "INSERT INTO own_feed_marks (type, object_id, field, kind, at) VALUES ('sites', ?, 'name', 'hold', '2026-01-10 06:00:00')",
      [site.id],
    );
    expect((await server.delete(`${PATH}/RETIRED`)).status).toBe(204);
    expect((await server.get(`${PATH}/RETIRED`)).status).toBe(404);
    const count = async (sql: string): Promise<number> => (await database.all(`SELECT 1 AS one FROM ${sql}`)).length;
    for (const table of ['records', 'scopes', 'plans'])
      expect([table, await count(`own_feed_${table} WHERE source_id = ${id}`)]).toEqual([table, 0]);
    expect(
      (await database.all("SELECT owner FROM own_feed_parts WHERE owner LIKE 'pl%'")).map((row) => row['owner']),
    ).toEqual(['pl_done']);
    expect(await count(`own_feed_marks WHERE object_id = ${site.id}`)).toBe(1);
    expect(await count(`own_feed_runs WHERE id = ${run}`)).toBe(1);
    expect((await server.get(`/api/sites/${site.id}`)).status).toBe(200);
    expect((await journal('source_retired')).at(-1)).toMatchObject({ source: 'RETIRED', records: 2500 });
    const again = await server.put(`${PATH}/RETIRED`, {});
    expect([again.status, again.body.last_run, again.body.overdue]).toEqual([201, null, false]);
  });

  it('each route has its right', async () => {
    await feed.source('RIGHTS');
    const requests: Array<[right: string, method: string, path: string, status: number]> = [
      ['feed_access', 'GET', PATH, 200],
      ['feed_access', 'GET', `${PATH}/RIGHTS`, 200],
      ['feed_edit', 'PUT', `${PATH}/RIGHTS`, 200],
      ['feed_delete', 'DELETE', `${PATH}/RIGHTS`, 204],
    ];
    const all = ['feed_access', 'feed_show', 'feed_create', 'feed_edit', 'feed_delete'];
    for (const [right, method, path, status] of requests) {
      const others = await server.userWith(all.filter((one) => one !== right));
      const body = method === 'PUT' ? {} : undefined;
      expect((await server.request(method, path, { ...others, body })).status).toBe(403);
      expect((await server.request(method, path, { ...(await server.userWith([right])), body })).status).toBe(status);
      expect((await server.request(method, path, { token: null, body })).status).toBe(401);
    }
  });

  it('a source is fed by its feeders, else by whoever made it, and by administrators', async () => {
    const sources = server.server.app.get(SourcesService, { strict: false });
    const [maker, other] = [await server.userWith(['feed_edit']), await server.userWith([])];
    await server.put(`${PATH}/FEEDERS`, {}, maker);
    const may = (userId: number): Promise<unknown> =>
      sources.requireFed('FEEDERS', callerOf(userId)).then(
        ({ name }) => name,
        (error: { status: number }) => error.status,
      );
    expect(can(callerOf(1), 'feed_show')).toBe(false);
    expect([await may(maker.id), await may(other.id)]).toEqual(['FEEDERS', 403]);
    await server.put(`${PATH}/FEEDERS`, { feeders: [other.id] });
    expect([await may(maker.id), await may(other.id)]).toEqual([403, 'FEEDERS']);
    const feeds = await server.userWith(['feed_show']);
    const refused = await server.post('/api/feed/plans', { feed: 1, source: 'FEEDERS', items: [] }, feeds);
    expect(refused).toMatchObject({ status: 403, body: { setting: 'feeders' } });
    expect((await sources.requireFed('FEEDERS', { ...callerOf(1), admin: true })).settings.feeders).toEqual([other.id]);
    await expect(sources.requireFed('NOBODY', callerOf(1))).rejects.toMatchObject({ status: 404 });
  });

  it('the version of all settings changes with settings that bear on plans, and with nothing else', async () => {
    const sources = server.server.app.get(SourcesService, { strict: false });
    const version = async (): Promise<string> => (await sources.state(server.database)).version;
    const first = await version();
    expect(first.length).toBeLessThanOrEqual(64);
    await server.put(`${PATH}/VERSION`, { precedence: 60 });
    expect(await version()).toBe(first);
    // The first changes of others do not count either.
    await server.put(`${PATH}/VERSION`, { feeders: [1] });
    const { body } = await server.put(`${PATH}/VERSION`, { expected_every: '2h' });
    expect([body.version, await version()]).toEqual([3, first]);
    expect(body.settings).toEqual({ precedence: 60, feeders: [1], expected_every: '2h' });
    await server.put(`${PATH}/VERSION`, { precedence: 61 });
    const second = await version();
    expect(second).not.toBe(first);
    await server.put(`${PATH}/VERSION`, { expected_every: '1h', feeders: [1], as: 'csv', opt: { encoding: 'utf-8' } });
    expect(await version()).toBe(second);
    for (const sent of [
      { rules: [{ ignore: true }] },
      { identify: { sites: ['name'] } },
      { guard: { least: 1 } },
      { missing: { runs: 3 } },
    ]) {
      const before = await version();
      await server.put(`${PATH}/VERSION`, sent);
      expect(await version()).not.toBe(before);
    }
    // It counts from then on, whatever is changed.
    const counted = await version();
    await server.put(`${PATH}/VERSION`, { feeders: [] });
    expect(await version()).toBe(counted);
    const state = await server.database.transaction((tx) => sources.state(tx, true));
    expect(state.byName.get('VERSION')!.settings.precedence).toBe(61);
  });
});
