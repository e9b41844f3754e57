/** Runs that are taken back: what they did and still stands goes back, and nothing else (feeding-truth 4). `FEED_GAMES=50` plays so many games. @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { registry } from '../../src/engine/index.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import type { Json } from './support/json.js';
import { randomOf, seed } from './support/rounds.js';
import { putSource } from './support/source.js';

const GAMES = Array.from({ length: Number(process.env['FEED_GAMES'] ?? 1) }, (_, nth) => nth);
/** Columns that tell when something was, or what makes the next run cheap. */
const TIMES = new Set([
  'created_at',
  'updated_at',
  'object_stamp',
  'noted_at',
  'last_seen',
  'first_seen',
  'observed_at',
]);
const TABLES = ['logical_servers', 'clusters', 'sites', 'buildings', 'physical_servers', 'applications', 'databases'];

describe.each(ENGINES)('undoing runs on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  const run = async (document: Json): Promise<Json> => {
    const { status, body } = await server.post('/api/feed/runs', { feed: 1, ...document });
    expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
    return body.data;
  };
  const undo = (id: number, body?: Json, query = ''): Promise<TestAnswer> =>
    server.post(`/api/feed/runs/${id}/undo${query}`, body);
  const undone = async (id: number, body?: Json): Promise<Json> => {
    const answer = await undo(id, body);
    expect([answer.status, answer.body.data?.state ?? answer.body]).toEqual([200, 'applied']);
    return answer.body.data;
  };
  const rows = async (sql: string): Promise<Json[]> =>
    (await server.database.all(sql)).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !TIMES.has(name))),
    );
  /** Live objects, links between them, and all that sources say, without times and numbers of runs. */
  const whole = async (source: string): Promise<Json> => {
    const found: Json = {};
    for (const table of TABLES)
      found[table] = await rows(`SELECT * FROM \`${table}\` WHERE deleted_at IS NULL ORDER BY id`);
    for (const [table, a, b] of [
      ['cluster_logical_server', 'clusters.cluster_id', 'logical_servers.logical_server_id'],
      ['logical_server_physical_server', 'logical_servers.logical_server_id', 'physical_servers.physical_server_id'],
    ] as const) {
      const isLive = (end: string): string => {
        const [of, column] = end.split('.');
        return `${column} IN (SELECT id FROM ${of} WHERE deleted_at IS NULL)`;
      };
      found[table] = await rows(`SELECT * FROM ${table} WHERE ${isLive(a)} AND ${isLive(b)} ORDER BY 1, 2`);
    }
    const own = `(SELECT id FROM own_feed_sources WHERE name = '${source}')`;
    found['records'] = await rows(`SELECT * FROM own_feed_records WHERE source_id = ${own} ORDER BY id`);
    found['keys'] = await rows('SELECT * FROM own_feed_keys ORDER BY record_id, rule, value');
    found['names'] = await rows('SELECT * FROM own_names ORDER BY scope, name_key');
    found['scopes'] = await rows(`SELECT * FROM own_feed_scopes WHERE source_id = ${own} ORDER BY scope`);
    return found;
  };
  const made = async (type: string, body: Json): Promise<number> => (await server.post(`/api/${type}`, body)).body.id;
  const find = async (type: string, id: number): Promise<TestAnswer> => server.get(`/api/${type}/${id}`);

  /** A source that made two machines and then changed one, dropped the other and made a third that the first is linked to. */
  const scene = async (): Promise<{
    source: string;
    run: Json;
    before: Json;
    one: number;
    old: number;
    third: number;
    cluster: number;
  }> => {
    const source = `U${++count}`;
    const name = (what: string): string => `${what} ${engine} ${count}`;
    await putSource(server, source, { missing: { do: 'delete', runs: 1 }, guard: { percent: 100 } });
    const cluster = await made('clusters', { name: name('A') });
    const item = (ref: string, set: Json, more: Json = {}): Json => ({ type: 'logical-servers', ref, set, ...more });
    const first = await run({
      ...{ source, mode: 'full' },
      items: [
        item('one', { name: name('one'), cpu: '1', clusters: [{ id: cluster }] }, { keys: { serial: `SER${count}` } }),
        item('old', { name: name('old') }),
      ],
    });
    const before = await whole(source);
    const second = await run({
      ...{ source, mode: 'full', options: { pointers: 'create' } },
      items: [
        item(
          'one',
          {
            ...{ name: name('uno'), cpu: '2', memory: '4', domain: name('dom') },
            ...{ clusters: [], physical_servers: [{ name: name('host') }] },
          },
          { keys: { serial: `OTHER${count}` } },
        ),
        item('new', { name: name('one'), clusters: [{ id: cluster }] }),
      ],
    });
    const idOf = (of: Json, ref: string): number => of['changes'].find((one: Json) => one['ref'] === ref).id;
    return {
      ...{ source, run: second, before, cluster },
      ...{ one: idOf(first, 'one'), old: idOf(first, 'old'), third: idOf(second, 'new') },
    };
  };

  it('what it changed, made and deleted is as before, and it stands in the list of runs', async () => {
    const { source, run: wrong, before, third } = await scene();
    expect(wrong['counts']).toMatchObject({ update: 1, delete: 1 });
    const dry = await undo(wrong['id'], undefined, '?dry_run=1');
    expect([dry.status, dry.body.data.moved]).toEqual([200, []]);
    expect(dry.body.data.counts).toMatchObject({ update: 1, restore: 1, create: 0 });
    const back = await undone(wrong['id']);
    expect(await whole(source)).toEqual(before);
    expect(back).toMatchObject({ undoes: wrong['id'], source, changes: dry.body.data.changes });
    expect((await server.get(`/api/feed/runs/${wrong['id']}`)).body.data).toMatchObject({
      ...{ state: 'undone', undone_by: back['id'] },
    });
    expect((await find('logical-servers', third)).status).toBe(404);
    const listed = (await server.get(`/api/feed/runs?source=${source}`)).body;
    expect(listed.map(({ id, state }: Json) => [id, state]).slice(0, 2)).toEqual([
      [back['id'], 'applied'],
      [wrong['id'], 'undone'],
    ]);
    const [entry] = await server.database.all(
      "SELECT properties FROM audit_logs WHERE description = 'fed' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(String(entry!['properties']))).toMatchObject({ undoes: wrong['id'], run: back['id'] });
    // Once more, and the undoing itself.
    expect((await undo(wrong['id'])).status).toBe(409);
    expect((await undo(back['id'])).status).toBe(422);
  });

  it('said again it is stored again', async () => {
    const { source, run: wrong } = await scene();
    const after = await whole(source);
    await undone(wrong['id']);
    const again = (await server.get(`/api/feed/runs/${wrong['id']}`)).body.data;
    expect(again.state).toBe('undone');
    const name = (what: string): string => `${what} ${engine} ${count}`;
    const { counts } = await run({
      ...{ source, mode: 'delta' },
      items: [{ type: 'logical-servers', ref: 'new', set: { name: name('another') } }],
    });
    expect(counts).toMatchObject({ create: 1, errors: 0 });
    expect(after['records'].length).toBeGreaterThan(1);
  });

  it('what people changed since is told, and left where that is asked for', async () => {
    const { run: wrong, one, third, cluster } = await scene();
    await server.patch(`/api/logical-servers/${one}`, { cpu: '8' });
    await server.patch(`/api/logical-servers/${third}`, { description: 'seen to' });
    const refused = await undo(wrong['id']);
    expect(refused.status).toBe(409);
    const told = refused.body.moved.map(({ id, field, stored, message }: Json) => [id, field, stored ?? message]);
    expect(told).toEqual(
      expect.arrayContaining([
        [one, 'cpu', '8'],
        [third, null, 'Somebody changed it since.'],
      ]),
    );
    expect((await find('logical-servers', one)).body.data).toMatchObject({ cpu: '8', memory: '4' });
    const back = await undone(wrong['id'], { conflicts: 'skip' });
    expect(back['moved']).toHaveLength(told.length);
    const { data } = (await find('logical-servers', one)).body;
    expect(data).toMatchObject({ cpu: '8', memory: null });
    expect(data.clusters.map((of: Json | number) => (typeof of === 'number' ? of : of['id']))).toEqual([cluster]);
    expect((await find('logical-servers', third)).status).toBe(200);
  });

  it('an object that somebody linked from elsewhere, or that another source tells of, stays', async () => {
    const { source, run: wrong, one, third } = await scene();
    await made('applications', { name: `App ${engine} ${count}`, logical_servers: [third] });
    const refused = await undo(wrong['id']);
    expect([refused.status, refused.body.moved.map(({ id, field }: Json) => [id, field])]).toEqual([
      409,
      // It has taken the name of the other one.
      expect.arrayContaining([
        [third, 'applications'],
        [one, 'name'],
      ]),
    ]);
    const other = await scene();
    await putSource(server, `${source}X`);
    await run({
      source: `${source}X`,
      items: [{ type: 'logical-servers', ref: 'x', id: other.third, set: { cpu: '1' } }],
    });
    const answer = await undo(other.run['id'], undefined, '?dry_run=1');
    expect(answer.body.data.moved[0].message).toContain(`${source}X`);
  });

  it('what was merged since stays, and is told as that, also once it is taken apart again', async () => {
    const { source, run: wrong, one, third } = await scene();
    const told = async (): Promise<string[]> => {
      const { status, body } = await undo(wrong['id'], undefined, '?dry_run=1');
      const moved: Json[] = status === 200 ? body.data.moved : body.moved;
      return moved.filter(({ id }) => id === third).map(({ message }) => message);
    };
    const sentence = 'It was merged with another object since; it stays, also where that was taken back.';
    expect(await told()).toEqual([]);
    const other = await made('logical-servers', { name: `other ${source}` });
    expect((await server.post(`/api/logical-servers/${other}/merge`, { from: [third] })).status).toBe(200);
    expect(await told()).toEqual([sentence]);
    const [entry] = await server.database.all("SELECT MAX(id) AS id FROM audit_logs WHERE description = 'merged'");
    const apart = await server.post(`/api/logical-servers/${other}/unmerge`, { entry: entry!['id'] });
    expect(apart.status).toBe(200);
    expect(await told()).toEqual([sentence]);
    const rest = await undone(wrong['id'], { conflicts: 'skip' });
    expect(rest['moved'].map(({ message }: Json) => message)).toContain(sentence);
    expect((await find('logical-servers', third)).status).toBe(200);
    expect((await find('logical-servers', one)).body.data.cpu).toBe('1');
  });

  it('a later run of the source counts as moved where it built on it', async () => {
    const { source, run: wrong, one } = await scene();
    const later = await run({
      source,
      items: [{ type: 'logical-servers', ref: 'one', partial: true, set: { memory: '16' } }],
    });
    const refused = await undo(wrong['id']);
    expect(refused.status).toBe(409);
    expect(refused.body.moved).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: one, message: expect.stringContaining(`${later['id']}`) }),
      ]),
    );
    await undone(later['id']);
    await undone(wrong['id']);
  });

  it('runs are undone from the last to the first', async () => {
    const source = `L${++count}`;
    await putSource(server, source);
    const name = (what: string): string => `${what} ${engine} ${count}`;
    const type = 'logical-servers';
    const say = (mode: string, cpus: readonly string[]): Promise<Json> =>
      run({ source, mode, items: cpus.map((cpu, i) => ({ type, ref: `${i}`, set: { name: name(`${i}`), cpu } })) });
    await server.put(`/api/feed/sources/${source}`, { missing: { do: 'delete', runs: 1 }, guard: { percent: 100 } });
    const states: Json[] = [await whole(source)];
    const ids: number[] = [];
    // Made, changed, deleted, brought back, and changed again.
    for (const [mode, cpus] of [
      ['delta', ['1', '1']],
      ['delta', ['2', '2']],
      ['full', ['2']],
      ['full', ['3', '3']],
    ] as const) {
      ids.push((await say(mode, cpus))['id']);
      states.push(await whole(source));
    }
    for (const id of ids.reverse()) {
      states.pop();
      const back = await undone(id);
      expect([id, back['moved']]).toEqual([id, undefined]);
      expect(await whole(source)).toEqual(states.at(-1));
    }
    // What somebody did in between is still told.
    const [first, second] = [await say('delta', ['1']), await say('delta', ['2'])];
    await server.patch(`/api/${type}/${first['changes'][0].id}`, { description: 'seen to' });
    await undone(second['id']);
    const refused = await undo(first['id'], { conflicts: 'skip' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Nothing of run ${first['id']} can be undone: all of it has changed since.`,
    ]);
    expect((await server.get(`/api/feed/runs/${first['id']}`)).body.data).toMatchObject({
      ...{ state: 'applied', undone_by: null },
    });
  });

  it('what has moved of types that the reader may not list is counted', async () => {
    const { source, run: wrong, one } = await scene();
    const { token, id } = await server.userWith([
      ...['feed_create', 'feed_access'],
      ...['create', 'edit', 'delete'].flatMap((verb) =>
        ['logical_server', 'physical_server', 'domaine_ad'].map((key) => `${key}_${verb}`),
      ),
    ]);
    await putSource(server, source, { feeders: [id] });
    await server.patch(`/api/logical-servers/${one}`, { cpu: '9' });
    const refused = await server.post(`/api/feed/runs/${wrong['id']}/undo`, undefined, { token });
    expect([refused.status, refused.body.moved, refused.body.hidden]).toEqual([409, [], 1]);
    const dry = await server.post(`/api/feed/runs/${wrong['id']}/undo?dry_run=1`, undefined, { token });
    expect([dry.status, dry.body.data.moved, dry.body.data.hidden > 1]).toEqual([200, [], true]);
    const whole = (await undo(wrong['id'])).body;
    expect([whole.moved.length, whole.hidden]).toEqual([1, 0]);
  });

  it('only of what is there, and of those who may', async () => {
    expect((await undo(99_999)).status).toBe(404);
    const { source, run: wrong, before } = await scene();
    for (const body of [{ conflicts: 'all' }, { skip: true }]) expect((await undo(wrong['id'], body)).status).toBe(422);
    await server.database.run('DELETE FROM own_feed_parts WHERE owner = ?', [`run:${wrong['id']}`]);
    expect((await undo(wrong['id'])).status).toBe(410);
    expect(await whole(source)).not.toEqual(before);
  });

  it('objects of every kind that a name is enough for go as they came', async () => {
    const source = `K${++count}`;
    await putSource(server, source);
    const items = registry
      .all()
      .filter(({ identity, label }) => identity.includes('name') && label !== null)
      .map(({ path, label }) => ({ type: path, ref: path, set: { [label!]: `one of ${path}` } }));
    const { id, counts } = await run({ source, options: { errors: 'skip', pointers: 'create' }, items });
    expect(counts.create).toBeGreaterThan(40);
    const back = await undone(id);
    expect([back['counts'].delete, back['moved']]).toEqual([counts.create, undefined]);
    expect((await whole(source))['records']).toEqual([]);
  });

  it('small rows and references are as before', async () => {
    const source = `W${++count}`;
    await putSource(server, source);
    const name = (what: string): string => `${what} ${engine} ${count}`;
    const item = (type: string, ref: string, set: Json): Json => ({ type, ref, set });
    const say = (site: string, impact: number, links: Json): Promise<Json> =>
      run({
        ...{ source, options: { pointers: 'create' } },
        items: [
          item('buildings', 'b', { name: name('b'), site: { name: name(site) } }),
          item('activities', 'a', { name: name('a'), impacts: [{ impact_type: 'image', severity: impact }] }),
          item('logical-servers', 's', { name: name('s'), ...links }),
        ],
      });
    await say('one', 1, { physical_servers: [{ name: name('p') }], databases: [{ name: name('d') }] });
    const state = async (): Promise<unknown> => [
      await whole(source),
      await rows('SELECT * FROM activity_impact ORDER BY id').then((all) => all.map(({ id: _, ...rest }) => rest)),
    ];
    const before = await state();
    const { id } = await say('two', 3, { physical_servers: [], databases: [{ name: name('e') }] });
    expect(await state()).not.toEqual(before);
    await undone(id);
    expect(await state()).toEqual(before);
  });

  it('pairs carry again what they carried', async () => {
    const source = `P${++count}`;
    await putSource(server, source);
    const name = (what: string): string => `${what} ${engine} ${count}`;
    const say = (requires: Json[]): Promise<Json> =>
      run({
        ...{ source, options: { pointers: 'create' } },
        items: [{ type: 'applications', ref: 'a', set: { name: name('Portal'), requires } }],
      });
    const pair = (of: string, effect: string): Json => ({ name: name(of), effect });
    const { changes } = await say([pair('Sign-in', 'down'), pair('Licences', 'down')]);
    const { id } = changes.find((one: Json) => one['ref'] === 'a');
    const stored = async (): Promise<unknown> => (await find('applications', id)).body.data.requires;
    const before = await stored();
    const wrong = await say([pair('Licences', 'degraded'), pair('Printing', 'down')]);
    expect(await stored()).not.toEqual(before);
    const back = await undone(wrong['id']);
    expect(await stored()).toEqual(before);
    expect(back['changes'].find((one: Json) => one['id'] === id).links.requires).toMatchObject({
      add: [{ name: name('Sign-in') }],
      change: [{ name: name('Licences'), word: 'down', before: 'degraded' }],
    });
  });

  it.each(GAMES)(`random rounds, of which the last one is undone (FEED_SEED=${seed}, %i)`, async (nth) => {
    const random = randomOf(seed + 7 * nth + (engine === 'sqlite' ? 0 : 1));
    const pick = <T>(of: readonly T[]): T => of[random(of.length)]!;
    const [source, other] = [`R${++count}`, `Q${count}`];
    await putSource(server, source, {
      missing: { do: pick(['keep', 'mark', 'delete']), runs: 1 },
      guard: { percent: 100 },
    });
    await putSource(server, other, { precedence: 60 });
    const name = (what: string): string => `${what} ${source} ${engine}`;
    const clusters = [await made('clusters', { name: name('A') }), await made('clusters', { name: name('B') })];
    const items = (most: number): Json[] => {
      const names = ['a', 'b', 'c', 'd', 'e'].map(name);
      return ['1', '2', '3', '4', '5'].slice(0, 1 + random(most)).map((ref) => ({
        ...{ type: 'logical-servers', ref, keys: random(2) ? { serial: `${source}${ref}${random(2)}X` } : undefined },
        ...{ partial: random(3) === 0 || undefined },
        set: {
          name: names.splice(random(names.length), 1)[0],
          ...(random(2) && { cpu: pick(['1', '2', '3', null]) }),
          ...(random(2) && { memory: pick(['4', '8']) }),
          ...(random(2) && { address_ip: pick(['10.0.0.1', '10.0.0.2 10.0.0.3', null]) }),
          ...(random(2) && { clusters: pick([[], [{ id: clusters[0] }], clusters.map((id) => ({ id }))]) }),
          ...(random(2) && { physical_servers: [{ name: name(pick(['h1', 'h2'])) }] }),
        },
      }));
    };
    for (let round = 0; round < 12; round++) {
      if (random(3) === 0)
        await server.post('/api/feed/runs', {
          ...{ feed: 1, source: other, options: { pointers: 'create', errors: 'skip' }, items: items(3) },
        });
      const before = await whole(source);
      const { status, body } = await server.post('/api/feed/runs', {
        ...{ feed: 1, source, mode: pick(['full', 'delta']), options: { pointers: 'create', errors: 'skip' } },
        items: items(5),
      });
      // Names may be taken in a circle.
      if (status === 409 || status === 422) continue;
      expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
      if (random(2)) continue;
      const back = await undone(body.data.id);
      expect([round, await whole(source)]).toEqual([round, before]);
      expect(back['moved']).toBeUndefined();
    }
  });
});
