/** Plans against a map that moves on: what a plan changes is guarded, all else disturbs nothing (feeding 5 and 17). @seconds 20 */
import { SourceTurns } from '../../src/feed/runs/source-turns.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';
import { tablesOf } from './support/tables.js';
import type { Json } from './support/json.js';

describe.each(ENGINES)('applying plans on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  const plan = async (document: Json): Promise<Json> => {
    const { status, body } = await server.post('/api/feed/plans', { feed: 1, ...document });
    expect([status, body.data?.state ?? body]).toEqual([201, 'ready']);
    return body.data;
  };
  const apply = (id: string, options = {}): Promise<TestAnswer> =>
    server.post(`/api/feed/plans/${id}/apply`, undefined, options);
  const run = async (document: Json): Promise<Json> => {
    const { status, body } = await server.post('/api/feed/runs', { feed: 1, ...document });
    expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
    return body.data;
  };
  const made = async (type: string, body: Json): Promise<number> => (await server.post(`/api/${type}`, body)).body.id;
  const done = async (answer: Promise<TestAnswer>): Promise<void> => expect((await answer).status).toBeLessThan(300);

  /** A source of its own with an object that it fed: changed fields, a link, a reference, an object that goes, one that comes. */
  const scene = async (): Promise<{
    source: string;
    id: number;
    old: number;
    clusters: number[];
    plan: Json;
    document: Json;
  }> => {
    const source = `S${++count}`;
    const name = (what: string): string => `${what} ${engine} ${count}`;
    await putSource(server, source, { missing: { do: 'delete', runs: 1 }, guard: { percent: 100 } });
    const clusters = [await made('clusters', { name: name('A') }), await made('clusters', { name: name('B') })];
    const server1 = { type: 'logical-servers', ref: 'one' };
    const old = { type: 'logical-servers', ref: 'old', set: { name: name('old') } };
    await run({
      ...{ source, mode: 'full' },
      items: [{ ...server1, set: { name: name('one'), cpu: '1', memory: '1', clusters: [{ id: clusters[0] }] } }, old],
    });
    const document = {
      ...{ source, mode: 'full' },
      items: [
        { ...server1, set: { name: name('one'), cpu: '2', memory: '1', clusters: [{ id: clusters[1] }] } },
        { type: 'logical-servers', ref: 'new', set: { name: name('new'), clusters: [{ id: clusters[1] }] } },
      ],
    };
    const made1 = await plan(document);
    const { counts, changes } = made1;
    expect(counts).toMatchObject({ create: 1, update: 1, delete: 1 });
    const idOf = (action: string): number => changes.find((one: Json) => one['action'] === action).id;
    return { source, id: idOf('update'), old: idOf('delete'), clusters, plan: made1, document };
  };
  type Scene = Awaited<ReturnType<typeof scene>>;
  const patch = (type: string, id: number, body: Json, below = ''): Promise<void> =>
    done(server.patch(`/api/${type}/${id}${below}`, body));
  const links = async ({ id }: Scene, change: (ids: number[]) => number[]): Promise<void> => {
    const { body } = await server.get(`/api/logical-servers/${id}`);
    await patch('logical-servers', id, {
      clusters: change(body.data.clusters.map((one: Json | number) => (typeof one === 'number' ? one : one['id']))),
    });
  };

  const moves: Array<[what: string, move: (scene: Scene) => Promise<void>, type: string, field: string | null]> = [
    ['a planned value', ({ id }) => patch('logical-servers', id, { cpu: '7' }), 'logical-servers', 'cpu'],
    ['a planned value cleared', ({ id }) => patch('logical-servers', id, { cpu: null }), 'logical-servers', 'cpu'],
    [
      'a link added that is to be added',
      (of) => links(of, (ids) => [...ids, of.clusters[1]!]),
      'logical-servers',
      'clusters',
    ],
    ['a link taken away that is to go', (of) => links(of, () => []), 'logical-servers', 'clusters'],
    [
      'a link added from its other end',
      async (of) => patch('clusters', of.clusters[1]!, { logical_servers: [of.id] }),
      'logical-servers',
      'clusters',
    ],
    ['the object deleted', ({ id }) => done(server.delete(`/api/logical-servers/${id}`)), 'logical-servers', null],
    ['what is to go deleted', ({ old }) => done(server.delete(`/api/logical-servers/${old}`)), 'logical-servers', null],
    [
      'somebody worked on what is to go',
      ({ old }) => patch('logical-servers', old, { description: 'mine' }),
      'logical-servers',
      'description',
    ],
    [
      'somebody linked what is to go',
      ({ old, clusters }) => patch('clusters', clusters[0]!, { logical_servers: [old] }),
      'logical-servers',
      'clusters',
    ],
    [
      'a target deleted',
      ({ clusters }) => done(server.delete(`/api/clusters/${clusters[1]}`)),
      'logical-servers',
      'clusters',
    ],
    [
      'the new object made by hand',
      async ({ document }) => void (await made('logical-servers', { name: document['items'][1].set.name })),
      'logical-servers',
      'name',
    ],
    [
      'the new object marked by another hand',
      async ({ source }) =>
        void (await made('logical-servers', { name: `other ${source} ${engine}`, ext_refs: `{${source}}new` })),
      'logical-servers',
      'ext_refs',
    ],
    [
      'a hold set on a planned value',
      ({ id }) => patch('logical-servers', id, { cpu: 'hold' }, '/sources'),
      'logical-servers',
      'cpu',
    ],
    [
      'a hold set on a planned link',
      ({ id }) => patch('logical-servers', id, { clusters: 'hold' }, '/sources'),
      'logical-servers',
      'clusters',
    ],
    [
      'settings changed',
      async ({ source }) => void (await server.put(`/api/feed/sources/${source}`, { precedence: 77 })),
      'feed/sources',
      'settings',
    ],
  ];
  it.each(moves)('%s: 409, and nothing is stored', async (what, move, type, field) => {
    const of = await scene();
    // A time is stored in seconds: whatever is done in the same one is told by what it changed.
    if (what.includes('worked'))
      await server.database.run("UPDATE logical_servers SET updated_at = '2026-01-01 00:00:00' WHERE id = ?", [of.old]);
    const id = what.includes('worked') ? (await plan(of.document))['id'] : of.plan.id;
    await move(of);
    const before = await tablesOf(server);
    const answer = await apply(id);
    expect([answer.status, answer.body]).toEqual([409, expect.anything()]);
    const told = answer.body.moved.map((one: Json) => [one['type'], one['field']]);
    expect(told).toContainEqual([type, what.includes('worked') ? 'updated_at' : field]);
    expect(await tablesOf(server)).toEqual(before);
    expect((await server.get(`/api/feed/plans/${id}`)).body.data).toMatchObject({
      state: 'stale',
      moved: answer.body.moved,
    });
    // It stays so, and a new plan goes through, or says why not.
    expect((await apply(id)).status).toBe(409);
    const next = await server.post('/api/feed/runs', { feed: 1, ...of.document });
    expect([200, 422]).toContain(next.status);
  });

  it('of what has moved only that is told, not what was to come back beside it', async () => {
    const of = await scene();
    await done(apply(of.plan.id));
    const [one, item] = of.document['items'] as Json[];
    const again = {
      type: 'logical-servers',
      ref: 'old',
      set: { name: `old ${engine} ${count}`, clusters: [{ id: of.clusters[0] }] },
    };
    const { id, counts } = await plan({
      ...of.document,
      items: [{ ...one, set: { ...one!['set'], name: `uno ${of.source}` } }, item, again],
    });
    expect(counts).toMatchObject({ update: 1, restore: 1 });
    await patch('logical-servers', of.id, { name: `mine ${of.source}` });
    const answer = await apply(id);
    expect([answer.status, answer.body.moved.map((moved: Json) => [moved['id'], moved['field']])]).toEqual([
      ...[409, [[of.id, 'name']]],
    ]);
  });

  it('each change counts once on the way, whatever is done of it', async () => {
    const of = await scene();
    await done(apply(of.plan.id));
    const take = jest.spyOn(SourceTurns.prototype, 'take');
    const [one] = of.document['items'] as Json[];
    const old = { type: 'logical-servers', ref: 'old', set: { name: `old ${engine} ${count}` } };
    const { counts } = await run({
      ...of.document,
      items: [{ ...one, set: { ...one!['set'], name: `uno ${of.source}` } }, old],
    });
    expect(counts).toMatchObject({ update: 1, restore: 1, delete: 1 });
    const turn = (await take.mock.results.at(-1)!.value) as { progress: Json };
    expect(turn.progress).toEqual({ phase: 'applying', done: 3, of: 3 });
    take.mockRestore();
  });

  it('a run of another source in between: 409', async () => {
    const other = `O${++count}`;
    await putSource(server, other);
    const of = await scene();
    const [item] = of.document['items'];
    await run({
      source: other,
      items: [{ type: 'logical-servers', ref: 'x', set: { name: item.set.name, environment: 'prod' } }],
    });
    const before = await tablesOf(server);
    const answer = await apply(of.plan.id);
    expect([answer.status, answer.body.moved?.[0]]).toEqual([
      409,
      expect.objectContaining({ type: 'logical-servers', id: of.id }),
    ]);
    expect(await tablesOf(server)).toEqual(before);
  });

  it('another field, another link, another object: 200, and they stay', async () => {
    const of = await scene();
    await patch('logical-servers', of.id, { description: 'hold', cpu: 'free', memory: 'hold' }, '/sources');
    const third = await made('clusters', { name: `C ${engine} ${count}` });
    await patch('logical-servers', of.id, { description: 'mine', environment: 'prod' });
    await links(of, (ids) => [...ids, third]);
    await done(server.post('/api/logical-servers', { name: `beside ${engine} ${count}` }));
    const answer = await apply(of.plan.id);
    expect([answer.status, answer.body.data?.state ?? answer.body]).toEqual([200, 'applied']);
    const { body } = await server.get(`/api/logical-servers/${of.id}`);
    expect(body.data).toMatchObject({ cpu: '2', description: 'mine', environment: 'prod' });
    expect(body.data.clusters.map((one: Json | number) => (typeof one === 'number' ? one : one['id'])).sort()).toEqual(
      [of.clusters[1], third].sort(),
    );
    expect((await server.get(`/api/logical-servers/${of.old}`)).status).toBe(404);
  });

  /** Whether all that changes tell is so on the map. */
  const idsOf = async (changes: readonly Json[]): Promise<unknown> => {
    const told: unknown[] = [];
    for (const { type, id, name, set, links } of changes) {
      const { body } = await server.get(`/api/${type}/${id}`);
      expect([type, id, body.data.name]).toEqual([type, expect.any(Number), name]);
      for (const [column, [, after]] of Object.entries(set as Json))
        if (after?.new) [told.push([name, column, after.name]), expect(body.data[column]).toBe(after.id)];
      for (const [link, { add }] of Object.entries((links ?? {}) as Json)) {
        const there = body.data[link].map((one: Json | number) => (typeof one === 'number' ? one : one['id']));
        for (const one of add) [told.push([name, link, one.name]), expect(there).toContain(one.id)];
      }
    }
    return told;
  };

  it.each(['plans', 'runs'])('%s: what is made is told with the ids that it was given', async (way) => {
    const source = `IDS${++count}`;
    await putSource(server, source);
    const own = (name: string): string => `${name} ${engine} ${count}`;
    const known = await made('buildings', { name: own('known') });
    await run({ source, items: [{ type: 'buildings', ref: 'k', id: known, set: { name: own('known') } }] });
    const server1 = { type: 'logical-servers', set: { name: own('vm'), clusters: [{ ref: 'c' }, own('other')] } };
    const document = {
      ...{ source, options: { pointers: 'create' } },
      items: [
        { type: 'buildings', ref: 'k', id: known, set: { name: own('known'), site: own('site') } },
        { type: 'clusters', ref: 'c', set: { name: own('cluster'), description: 'new:1' } },
        { ...server1, ref: 'vm' },
      ],
    };
    const planned = await plan(document);
    expect(planned['changes'].filter((one: Json) => one['id'] !== undefined)).toMatchObject([{ action: 'update' }]);
    const answer = way === 'plans' ? (await apply(planned['id'])).body.data : await run(document);
    const { body: listed } = await server.get(`/api/feed/runs/${answer.id}/changes`);
    const { body: shown } = await server.get(`/api/feed/runs/${answer.id}`);
    expect([answer.changes, shown.data.changes]).toEqual([listed, listed]);
    expect(listed.map(({ n, name }: Json) => [n, name])).toEqual(
      planned['changes'].map(({ n, name }: Json) => [n, name]),
    );
    expect(await idsOf(listed)).toEqual(
      expect.arrayContaining([
        [own('known'), 'site_id', own('site')],
        [own('vm'), 'clusters', own('cluster')],
        [own('vm'), 'clusters', own('other')],
      ]),
    );
    expect(listed.find(({ type, ref }: Json) => type === 'clusters' && ref === 'c').set.description[1]).toBe('new:1');
    // Said again with the plan it is the same.
    if (way === 'plans') expect((await apply(planned['id'])).body.data.changes).toEqual(listed);
  });

  it('what a plan shows is kept once: as what applying it needs, and then as what its run did', async () => {
    const source = `PARTS${++count}`;
    await putSource(server, source);
    const items = (from: number, to: number, cpu: string): Json[] =>
      Array.from({ length: to - from }, (_, i) => ({
        ...{ type: 'logical-servers', ref: `p${from + i}` },
        // In another order than that of the names, by which changes stand.
        set: { name: `part ${engine} ${9999 - from - i}`, cpu },
      }));
    await run({ source, items: items(0, 1000, '1') });
    const planned = await plan({ source, items: items(0, 1040, '2') });
    const all = async (path: string, size: number): Promise<Json[]> => {
      const found: Json[] = [];
      for (let next: string | undefined = `${path}?page[size]=${size}`; next;) {
        const answer = await server.get(next);
        found.push(...(answer.body as Json[]));
        next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      return found;
    };
    const shown = await all(`/api/feed/plans/${planned['id']}/changes`, 300);
    expect(shown.map(({ n }) => n)).toEqual(Array.from({ length: 1040 }, (_, i) => i + 1));
    expect(shown.slice(0, 100)).toEqual(planned['changes']);
    expect(shown.filter(({ action }) => action === 'create')).toHaveLength(40);
    for (const { action, ref, name, set } of shown) {
      expect(name).toBe(`part ${engine} ${9999 - Number(ref.slice(1))}`);
      expect(set.cpu).toEqual(action === 'create' ? [null, '2'] : ['1', '2']);
    }
    const kept = async (owner: string): Promise<unknown> =>
      (await server.database.all("SELECT n FROM own_feed_parts WHERE owner = ? AND kind = 'changes'", [owner])).length;
    expect(await kept(planned['id'])).toBe(3);
    const { id } = (await apply(planned['id'])).body.data;
    expect([await kept(planned['id']), await kept(`run:${id}`)]).toEqual([0, 3]);
    const known = await all(`/api/feed/runs/${id}/changes`, 1000);
    expect(known.map(({ id: _, ...rest }) => rest)).toEqual(shown.map(({ id: _, ...rest }) => rest));
    expect(known.every((change) => typeof change['id'] === 'number')).toBe(true);
  });

  it('records know when their objects were changed last, whichever portion stored them', async () => {
    const source = `STAMPS${++count}`;
    await putSource(server, source);
    const own = (name: string): string => `${name} ${engine} ${count}`;
    const items = (description: string, vlan: string): Json[] => [
      { type: 'subnetworks', ref: 's', set: { name: own('net'), description, vlan_id: { ref: vlan } } },
      { type: 'vlans', ref: vlan, set: { name: own(vlan), description } },
      { type: 'clusters', ref: 'c', set: { name: own('cluster'), description } },
      { type: 'logical-servers', ref: 'l', set: { name: own('server'), clusters: [{ ref: 'c' }] } },
    ];
    const sql = (table: string): string =>
      'SELECT r.object_stamp AS stamp, t.updated_at AS changed FROM own_feed_records r ' +
      `JOIN ${table} t ON t.id = r.object_id WHERE r.type = '${table}' AND r.source_id = (SELECT id FROM own_feed_sources WHERE name = ?)`;
    const { now } = Date;
    let passed = 0;
    // Each portion is stored at another time, as portions of long runs are.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + (passed += 1000));
    try {
      await run({ source, items: items('1', 'v') });
      await run({ source, items: items('2', 'w') });
    } finally {
      clock.mockRestore();
    }
    for (const [table, records] of Object.entries({ subnetworks: 1, vlans: 2, clusters: 1, logical_servers: 1 })) {
      const rows = await server.database.all(sql(table), [source]);
      expect(rows).toHaveLength(records);
      for (const { stamp, changed } of rows) expect([table, stamp]).toEqual([table, changed]);
    }
  });

  it('of what is said again later the time alone is noted: of each object, or of all that is not said apart', async () => {
    await putSource(server, 'TIMES');
    const day = (n: number): string => `2026-02-0${n}T06:00:00Z`;
    const items = (...days: Array<number | undefined>): Json[] =>
      days.map((at, n) => ({
        ...{ type: 'logical-servers', ref: `t${n}`, set: { name: `timed ${engine} ${n}` } },
        ...(at && { observed_at: day(at) }),
      }));
    const said = (mode: string, of: number, ...days: Array<number | undefined>): Json => ({
      ...{ source: 'TIMES', mode, observed_at: day(of) },
      items: items(...days),
    });
    const times = async (): Promise<unknown[]> => {
      const sql =
        "SELECT r.observed_at AS t FROM own_feed_records r WHERE r.ref LIKE 't%' AND r.source_id = (SELECT id FROM own_feed_sources WHERE name = 'TIMES') ORDER BY r.ref";
      return (await server.database.all(sql)).map(({ t }) => (t === null ? null : Number(String(t).slice(8, 10))));
    };
    await run(said('delta', 1, undefined, 1));
    // As if that had been a while ago: from then on nothing is looked at.
    await server.database.run(
      `UPDATE logical_servers SET updated_at = '2026-01-01 00:00:00' WHERE name LIKE 'timed %'`,
    );
    await run(said('delta', 1, undefined, 1));
    expect(await times()).toEqual([1, 1]);
    const before = (await tablesOf(server))['audit_logs'];
    const steps: Array<[document: Json, noted: Array<number | null>]> = [
      [said('delta', 2, undefined, 3), [2, 3]],
      [said('full', 4, undefined, 5), [null, 5]],
      [said('full', 6, undefined, 6), [null, null]],
    ];
    for (const [document, noted] of steps) {
      for (const how of [run, async (of: Json) => done(apply((await plan(of))['id']))]) {
        await how(document);
        expect(await times()).toEqual(noted);
      }
    }
    const late = (await run(said('delta', 5, undefined, 7))) as { counts: Json; findings: Json[] };
    expect(late.findings.map(({ code, ref }) => [code, ref])).toEqual([['older', 't0']]);
    expect([await times(), late.counts]).toMatchObject([[null, 7], { unchanged: 1, kept: 1 }]);
    // With more digits than there is room for.
    const precise = '2026-02-08T07:00:00.123456789+01:00';
    await run({ ...said('delta', 8, undefined, undefined), observed_at: precise });
    expect(await times()).toEqual([8, 8]);
    expect((await tablesOf(server))['audit_logs']).toEqual(before);
  });

  it('applied twice, and by many at once: one run', async () => {
    const of = await scene();
    const all = await Promise.all([1, 2, 3, 4].map(() => apply(of.plan.id)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await apply(of.plan.id)).body.data.id).toBe(all[0]!.body.data.id);
    const runs = (await server.get(`/api/feed/runs?source=${of.source}`)).body;
    expect(runs).toHaveLength(2);
  });

  it('the same plan by many at once is made once', async () => {
    const of = await scene();
    await server.delete(`/api/feed/plans/${of.plan.id}`);
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => server.post('/api/feed/plans', { feed: 1, ...of.document })),
    );
    expect(all.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(new Set(all.map(({ body }) => body.data.id))).toEqual(new Set([of.plan.id]));
    expect((await apply(of.plan.id)).status).toBe(200);
  });

  it('a plan whose time is over is not there; a discarded one neither', async () => {
    const of = await scene();
    await server.database.run("UPDATE own_feed_plans SET expires_at = '2026-01-01 00:00:00' WHERE id = ?", [
      of.plan.id,
    ]);
    expect((await server.get(`/api/feed/plans/${of.plan.id}`)).status).toBe(404);
    expect((await apply(of.plan.id)).status).toBe(404);
    const next = await plan(of.document);
    expect(next['id']).toBe(of.plan.id);
    expect((await server.delete(`/api/feed/plans/${next['id']}`)).status).toBe(204);
    expect((await apply(next['id'])).status).toBe(404);
  });

  it('one plans, another applies: with the abilities of what the plan does', async () => {
    const of = await scene();
    const types = ['logical_server_access', 'cluster_access'];
    const without = await server.userWith([
      'feed_create',
      'feed_show',
      ...types,
      'logical_server_create',
      'logical_server_edit',
    ]);
    const stranger = await server.userWith([
      'feed_create',
      'feed_show',
      ...types,
      'logical_server_create',
      'logical_server_edit',
      'logical_server_delete',
    ]);
    await server.put(`/api/feed/sources/${of.source}`, { feeders: [without.id] });
    // Who may feed it bears on no plan.
    const { id } = of.plan;
    expect((await apply(id, { token: without.token })).status).toBe(403);
    expect((await apply(id, { token: stranger.token })).status).toBe(403);
    await server.put(`/api/feed/sources/${of.source}`, { feeders: [stranger.id] });
    expect((await apply(id, { token: without.token })).status).toBe(403);
    const answer = await apply(id, { token: stranger.token });
    expect([answer.status, answer.body.data?.user_id ?? answer.body]).toEqual([200, stranger.id]);
  });

  it.each([20, 600])('%i items said again: nothing is touched, and no statement is there for each', async (size) => {
    const source = `AGAIN${++count}`;
    await putSource(server, source);
    const items = Array.from({ length: size }, (_, i) => ({
      ...{ type: 'logical-servers', ref: `r${i}` },
      set: { name: `again ${size} ${i}`, cpu: String(i), clusters: [`AGAIN ${engine} ${i % 3}`], attributes: 'a b' },
    }));
    const document = { source, mode: 'full', options: { pointers: 'create' }, items };
    expect((await run(document)).counts).toMatchObject({ create: size + 3 - (size > 20 ? 3 : 0) });
    const state = async (): Promise<Json> => {
      const { audit_logs, logical_servers, clusters } = await tablesOf(server);
      return { audit_logs, logical_servers, clusters };
    };
    // Times are stored in seconds: an edit in the second of a run must be seen by the next.
    await server.database.run("UPDATE logical_servers SET updated_at = '2026-01-01 00:00:00'");
    const before = await state();
    const second = await run(document);
    expect([second['counts'].unchanged, second['changes']]).toEqual([size, []]);
    const statements = await server.statements(async () =>
      expect((await run(document))['counts'].unchanged).toBe(size),
    );
    expect(statements.filter((sql) => !/heartbeat/.test(sql)).length).toBeLessThanOrEqual(40);
    expect((await run({ ...document, options: { pointers: 'create', verify: true } }))['counts']).toMatchObject({
      unchanged: size,
      update: 0,
    });
    expect(await state()).toEqual(before);
  });
});
