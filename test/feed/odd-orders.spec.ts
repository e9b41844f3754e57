/** Feeding in orders that seldom come: back from the bin, gone before it was there, applied late, links that go together. @seconds 25 */
import { setTimeout as wait } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

describe.each(ENGINES)('odd orders on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  /** A source of its own. */
  const source = async (settings: object = {}): Promise<string> => {
    const name = `ODD${++count}`;
    await putSource(server, name, { guard: { percent: 100 }, ...settings });
    return name;
  };
  const send = (document: Json): Promise<TestAnswer> => server.post('/api/feed/runs', { feed: 1, ...document });
  const run = async (document: Json): Promise<Json> => {
    const { status, body } = await send(document);
    expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
    return body.data;
  };
  const plan = async (document: Json, expected = 201): Promise<Json> => {
    const { status, body } = await server.post('/api/feed/plans', { feed: 1, ...document });
    expect([status, body.data?.state ?? body]).toEqual([expected, 'ready']);
    return body.data;
  };
  const apply = (id: string): Promise<TestAnswer> => server.post(`/api/feed/plans/${id}/apply`, undefined);
  const made = async (type: string, body: Json): Promise<number> => (await server.post(`/api/${type}`, body)).body.id;
  const read = async (type: string, id: number): Promise<Json> => (await server.get(`/api/${type}/${id}`)).body.data;
  const idsOf = async (type: string, name: string): Promise<number[]> =>
    (await server.get(`/api/${type}?filter[name]=${encodeURIComponent(name)}`)).body.map(({ id }: Json) => id);
  const idOf = async (type: string, name: string): Promise<number> => {
    const ids = await idsOf(type, name);
    expect(ids).toHaveLength(1);
    return ids[0]!;
  };
  const named = (what: string): string => `${what} ${engine} ${count}`;
  const item = (type: string, ref: string, set: Json = {}): Json => ({ type, ref, set: { name: named(ref), ...set } });
  const DELETE = { missing: { do: 'delete', runs: 1 } };

  it('refuses refs and scopes that end with a blank, as databases take no heed of it', async () => {
    const S = await source();
    const { status, body } = await send({ source: S, items: [item('sites', 'k'), item('sites', 'k ')] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['items.1.ref']]);
    expect((await send({ source: S, scope: 'paris ', items: [] })).body.errors).toHaveProperty('scope');
  });

  it('tells that the name of what comes back is taken, or fits it', async () => {
    const S = await source(DELETE);
    const full = (...refs: string[]): Json => ({
      ...{ source: S, mode: 'full' },
      items: refs.map((ref) => item('logical-servers', ref)),
    });
    await run(full('x', 'y'));
    const id = await idOf('logical-servers', named('x'));
    await run(full('y'));
    await made('logical-servers', { name: named('X') });
    const refused = await send(full('x', 'y'));
    expect([refused.status, refused.body.findings?.map(({ code }: Json) => code)]).toEqual([422, ['name-taken']]);
    const { changes } = await run({ ...full('x', 'y'), options: { names: 'fit' } });
    expect(changes).toMatchObject([{ action: 'restore', id, set: { name: [named('x'), expect.stringMatching(/~/)] } }]);
    expect((await read('logical-servers', id)).name).toMatch(/^x .*~[0-9a-f]{4}$/);
    expect((await run({ ...full('x', 'y'), options: { names: 'fit', verify: true } })).counts.unchanged).toBe(2);
  });

  it('links what a feed deleted and brings back as before, and tells of no hand', async () => {
    const S = await source(DELETE);
    const keep = item('sites', 'keep');
    const both = [item('logical-servers', 'vm'), item('applications', 'app', { logical_servers: [named('vm')] })];
    const all = { source: S, mode: 'full', items: [...both, keep] };
    await run(all);
    const [vm, app] = [await idOf('logical-servers', named('vm')), await idOf('applications', named('app'))];
    expect((await run({ ...all, items: [keep] })).counts.delete).toBe(2);
    const back = await run(all);
    expect([back.counts.restore, back.counts.kept, back.findings]).toEqual([2, 0, []]);
    expect((await read('applications', app))['logical_servers']).toEqual([vm]);
    expect((await run({ ...all, options: { verify: true } })).counts.unchanged).toBe(3);
  });

  describe('a pointer to what the same document takes away', () => {
    /** An object of the map that an item gives another name and address, and a guest that points to it as it was. */
    const scene = async (): Promise<(pointer: Json | string) => Json> => {
      const S = await source();
      const name = named('host');
      await run({ source: S, items: [item('physical-servers', 'h', { name, address_ip: '10.9.8.7', type: 'old' })] });
      const moved = { name: named('other'), address_ip: '10.9.8.6', type: 'new' };
      return (pointer) => ({
        source: S,
        items: [
          item('logical-servers', 'guest', { physical_servers: [pointer] }),
          item('physical-servers', 'h', moved),
        ],
      });
    };

    it.each<[string, () => Json | string]>([
      ['name', () => named('host')],
      ['address', () => ({ ip: '10.9.8.7' })],
      ['values', () => ({ match: { type: 'old', name: named('host') } })],
      ['a name or else nothing', () => ({ name: named('host'), else: 'drop' })],
    ])('is refused the first time already: by %s', async (_, pointer) => {
      const document = await scene();
      const { status, body } = await send(document(pointer()));
      expect([status, body.findings]).toMatchObject([
        422,
        [{ code: 'unresolved', item: 1, field: 'physical_servers', with: [2] }],
      ]);
      expect(body.findings[0].message).toMatch(/item 2 takes it away/);
      expect(await idsOf('logical-servers', named('guest'))).toEqual([]);
      const { counts } = await run({ ...document(pointer()), options: { errors: 'skip' } });
      expect(counts).toMatchObject({ skipped: 1, update: 1, create: 0 });
    });

    it('finds by what the item says', async () => {
      const document = await scene();
      await run(document(named('other')));
      expect((await run({ ...document(named('other')), options: { verify: true } })).counts.unchanged).toBe(2);
    });

    it('stands where a person keeps the name', async () => {
      const document = await scene();
      const host = await idOf('physical-servers', named('host'));
      await server.patch(`/api/physical-servers/${host}`, { name: named('mine') });
      for (const again of [false, true]) {
        const { counts } = await run({ ...document(named('mine')), options: { verify: again } });
        expect(counts).toMatchObject(again ? { unchanged: 2, kept: 1 } : { create: 1, kept: 1 });
      }
    });
  });

  it('refuses null where a new object has a default and cannot be without a value', async () => {
    const S = await source();
    const end = { id: await made('entities', { name: named('end') }) };
    for (const active of [null, '']) {
      const set = { source_id: end, destination_id: end, active };
      const { status, body } = await send({ source: S, items: [item('relations', 'r', set)] });
      expect([status, body.findings]).toMatchObject([422, [{ code: 'invalid', field: 'active' }]]);
    }
  });

  it('tells that a deleted object keeps its name, or fits the name', async () => {
    const S = await source();
    const id = await made('backups', { name: named('plan') });
    await server.delete(`/api/backups/${id}`);
    const document = { source: S, items: [item('backups', 'b', { name: named('PLAN') })] };
    const refused = await send(document);
    expect([refused.status, refused.body.findings]).toMatchObject([422, [{ code: 'name-taken', with: [id] }]]);
    const pointer = { name: named('plan'), else: 'create' };
    const pointing = await send({ source: S, items: [item('logical-servers', 'l', { backups: [pointer] })] });
    expect(pointing.status).toBe(422);
    expect(pointing.body.findings.map(({ code }: Json) => code).sort()).toEqual(['depends', 'name-taken']);
    expect(JSON.stringify(pointing.body.findings)).not.toMatch(/item 0/);
    const { counts } = await run({ ...document, options: { names: 'fit' } });
    expect(counts.create).toBe(1);
    expect((await run({ ...document, options: { names: 'fit', verify: true } })).counts.unchanged).toBe(1);
  });

  it('leaves out what points to an item in error whose object is deleted', async () => {
    const S = await source(DELETE);
    const [one, two] = [item('entities', 'e1'), item('entities', 'e2')];
    await run({ source: S, mode: 'full', items: [one, two] });
    await run({ source: S, mode: 'full', items: [two] });
    const bad = item('entities', 'e1', { is_external: 'zzz' });
    for (const end of [{ name: named('e1') }, { ref: 'e1' }]) {
      const relation = item('relations', 'x', { source_id: { ref: 'e2' }, destination_id: end });
      const items = [bad, relation, item('databases', `good${'ref' in end}`)];
      const { counts, findings } = await run({ source: S, options: { errors: 'skip' }, items });
      expect([counts.create, findings.map(({ code }: Json) => code).sort()]).toEqual([1, ['depends', 'invalid']]);
    }
  });

  it('makes no object of which nothing is known', async () => {
    const S = await source();
    for (const pointer of [{ ref: 'r1' }, { id: 999_999 }]) {
      const items = [item('lans', 'l', { wans: [{ ...pointer, else: 'create' }] })];
      const { status, body } = await send({ source: S, items });
      expect([status, body.findings]).toMatchObject([422, [{ code: 'unresolved', field: 'wans' }]]);
    }
  });

  it('fits long names in pointers by values as in those by name', async () => {
    const S = await source();
    const pointer = { match: { name: named('L').padEnd(300, 'x') }, else: 'create' };
    const document = { source: S, options: { names: 'fit' }, items: [item('mans', 'm', { lans: [pointer] })] };
    await run(document);
    for (let again = 0; again < 2; again++)
      expect((await run({ ...document, options: { names: 'fit', verify: true } })).counts).toMatchObject({
        ...{ create: 0, update: 0, unchanged: 1 },
      });
  });

  it('follows pointers to what another item has made, whichever comes first', async () => {
    const S = await source();
    const making = item('logical-servers', 'a', { databases: [{ name: named('C'), else: 'create' }] });
    const dropping = item('logical-servers', 'b', { databases: [named('C')] });
    const document = { source: S, options: { pointers: 'drop' }, items: [dropping, making] };
    const { counts } = await run(document);
    expect(counts).toMatchObject({ create: 3, warnings: 0 });
    expect((await run({ ...document, options: { pointers: 'drop', verify: true } })).counts.unchanged).toBe(2);
  });

  it('takes no heed of what is said for new objects alone of those that are there', async () => {
    const S = await source();
    await run({ source: S, items: [item('logical-servers', 'i')] });
    const initial = { domain: { name: named('new'), else: 'create' }, applications: ['absent'] };
    const { counts } = await run({ source: S, items: [{ ...item('logical-servers', 'i'), initial }] });
    expect(counts).toMatchObject({ create: 0, errors: 0 });
    expect(await idsOf('domains', named('new'))).toEqual([]);
  });

  it('refuses an id that is not that of the object which the ref is known as', async () => {
    const S = await source();
    await run({ source: S, items: [item('logical-servers', 'r')] });
    const [known, id] = [
      await idOf('logical-servers', named('r')),
      await made('logical-servers', { name: named('b') }),
    ];
    const { status, body } = await send({ source: S, items: [{ ...item('logical-servers', 'r'), id }] });
    expect([status, body.findings]).toMatchObject([422, [{ code: 'other-ref', said: id, candidates: [known] }]]);
  });

  describe('a plan that is applied late', () => {
    const at = (day: number): string => `2026-01-0${day}T00:00:00Z`;
    const scene = async (): Promise<{ S: string; id: string; both: Json; gone: number }> => {
      const S = await source(DELETE);
      const both = { source: S, mode: 'full', items: [item('sites', 'a', { description: '8' }), item('sites', 'b')] };
      await run({ ...both, observed_at: at(1) });
      const late = { ...both, observed_at: at(3), items: [item('sites', 'a', { description: '16' })] };
      const { id, counts } = await plan(late);
      expect(counts).toMatchObject({ update: 1, delete: 1 });
      return { S, id, both, gone: await idOf('sites', named('b')) };
    };

    it('is stale once its scope was reported as a whole', async () => {
      const { id, both, gone } = await scene();
      await run({ ...both, observed_at: at(9) });
      const { status, body } = await apply(id);
      expect([status, body.moved]).toMatchObject([409, [{ type: 'feed/sources', field: 'last_full_run' }]]);
      expect(body.message).toMatch(/since the plan was made/);
      expect((await read('sites', gone)).name).toBe(named('b'));
      expect((await send({ ...both, observed_at: at(5) })).body.blocked).toEqual([{ code: 'older' }]);
    });
    it('is stale once a delta has reported what it deletes', async () => {
      const { S, id, gone } = await scene();
      await wait(1100);
      await run({ source: S, observed_at: at(4), items: [item('sites', 'b')] });
      const { status, body } = await apply(id);
      expect([status, body.moved]).toMatchObject([409, [{ type: 'sites', id: gone }]]);
    });
    it('is that of the newest document that gave it', async () => {
      const S = await source();
      const document = { source: S, items: [item('sites', 'c')] };
      const first = await plan({ ...document, observed_at: at(1) });
      const second = await plan({ ...document, observed_at: at(5) }, 200);
      expect([second.id, second.observed_at]).toEqual([first.id, at(5)]);
      expect((await plan({ ...document, observed_at: at(2) }, 200)).observed_at).toBe(at(5));
      expect((await apply(first.id)).status).toBe(200);
      const { findings } = await run({ ...document, observed_at: at(3) });
      expect(findings).toMatchObject([{ level: 'kept', code: 'older' }]);
    });
  });

  it('wins over people at a link that they take away at its other end', async () => {
    const S = await source({ rules: [{ hand: 'yields' }] });
    const host = await made('physical-servers', { name: named('host') });
    const document = { source: S, items: [item('logical-servers', 'l', { physical_servers: [{ id: host }] })] };
    await run(document);
    await wait(2100);
    await run(document);
    await server.patch(`/api/physical-servers/${host}`, { logical_servers: [] });
    expect((await run(document)).counts).toMatchObject({ update: 1 });
    expect((await read('physical-servers', host)).logical_servers).toHaveLength(1);
  });

  it('leaves what another source says from the other end, where people yield', async () => {
    const [one, other] = [await source(), await source({ rules: [{ hand: 'yields' }] })];
    const guest = await made('logical-servers', { name: named('guest') });
    await run({ source: one, items: [item('physical-servers', 'p', { logical_servers: [{ id: guest }] })] });
    const says = { type: 'logical-servers', id: guest, ref: 'l', set: { physical_servers: [] } };
    await run({ source: other, items: [says] });
    expect((await read('logical-servers', guest)).physical_servers).toHaveLength(1);
  });

  it('makes nothing of what is gone and was never said, and tells it', async () => {
    const S = await source();
    await run({ source: await source(), items: [item('sites', 'theirs')] });
    for (const [type, ref] of [
      ['sites', 'nope'],
      ['logical-flows', 'nope'],
      ['sites', 'theirs'],
    ]) {
      const { counts, findings } = await run({ source: S, items: [{ type, ref, gone: true }] });
      expect(counts).toMatchObject({ create: 0, missing: 0, warnings: 1 });
      expect(findings).toMatchObject([{ level: 'warning', code: 'unresolved', ref }]);
    }
  });

  it('brings nothing back that is gone, however often that is said', async () => {
    const S = await source(DELETE);
    await run({ source: S, items: [item('sites', 'g'), item('sites', 'h')] });
    const gone = { source: S, items: [{ type: 'sites', ref: 'g', gone: true }] };
    expect((await run(gone)).counts).toMatchObject({ delete: 1, missing: 1 });
    for (let again = 0; again < 2; again++)
      expect((await run(gone)).counts).toMatchObject({ delete: 0, restore: 0, missing: 0 });
    await server.delete(`/api/sites/${await idOf('sites', named('h'))}`);
    const other = { source: S, options: { deleted: 'restore' }, items: [{ type: 'sites', ref: 'h', gone: true }] };
    expect((await run(other)).counts).toMatchObject({ restore: 0, missing: 1 });
    expect((await run({ source: S, items: [item('sites', 'g')] })).counts).toMatchObject({ restore: 1 });
  });

  it('does not delete what its items still point to, said anew or as before', async () => {
    const S = await source(DELETE);
    const [site, building] = [item('sites', 's'), item('buildings', 'c')];
    const inside = { ...building, set: { ...building['set'], site_id: { name: named('s') } } };
    const full = (...items: Json[]): Json => ({ source: S, mode: 'full', items });
    await run(full(site, building));
    for (const verify of [false, false, true]) {
      const { counts, findings } = await run({ ...full(inside), options: { verify } });
      expect([counts.delete, findings.map(({ code }: Json) => code)]).toEqual([0, ['in-use']]);
    }
    const { counts } = await run(full(building));
    expect(counts).toMatchObject({ delete: 1 });
    expect(await idsOf('sites', named('s'))).toEqual([]);
  });

  it('deletes what is linked with each other together', async () => {
    const S = await source(DELETE);
    const kept = item('sites', 'kept');
    const linked = [
      item('physical-servers', 'ps'),
      item('logical-servers', 'ls', { physical_servers: [{ ref: 'ps' }] }),
      item('sites', 'site'),
      item('buildings', 'b', { site_id: { ref: 'site' } }),
    ];
    await run({ source: S, mode: 'full', items: [kept, ...linked] });
    expect((await run({ source: S, mode: 'full', items: [kept] })).counts).toMatchObject({ delete: 4, kept: 0 });
    expect((await run({ source: S, mode: 'full', items: [kept, ...linked] })).counts).toMatchObject({ restore: 4 });
  });

  it('gives a new object the name that another one gives up', async () => {
    const S = await source();
    const called = (ref: string, name: string): Json => item('logical-servers', ref, { name: named(name) });
    await run({ source: S, mode: 'full', items: [called('a', 'web')] });
    const id = await idOf('logical-servers', named('web'));
    const document = { source: S, mode: 'full', items: [called('b', 'web'), called('a', 'web old')] };
    const shown = await plan(document);
    expect(shown.counts).toMatchObject({ create: 1, update: 1, errors: 0, missing: 0 });
    expect((await apply(shown.id)).status).toBe(200);
    expect(await idOf('logical-servers', named('web old'))).toBe(id);
    expect(await idOf('logical-servers', named('web'))).not.toBe(id);
    expect((await run({ ...document, options: { verify: true } })).counts).toMatchObject({ unchanged: 2 });
    // What names no ref of its own may mean the one that is there.
    const { ref: _, ...unknown } = called('', 'web old');
    const { body } = await send({ source: S, items: [called('a', 'web new'), unknown] });
    expect(body.findings).toMatchObject([{ code: 'other-ref', item: 2 }]);
  });

  it('lets objects of several portions take each other’s names', async () => {
    const S = await source();
    const SIZE = 1200;
    const turned = (by: number): Json => ({
      source: S,
      items: Array.from({ length: SIZE }, (_, i) => ({
        ...{ type: 'sites', ref: `n${i}` },
        set: { name: named(`n${String((i + by) % SIZE)}`) },
      })),
    });
    await run(turned(0));
    const first = await idOf('sites', named('n0'));
    expect((await run(turned(1))).counts).toMatchObject({ update: SIZE });
    expect((await read('sites', first)).name).toBe(named('n1'));
  });

  it('takes nothing from others by saying that there is none, be its rank the highest', async () => {
    const [low, high] = [await source({ precedence: 50 }), await source({ precedence: 70 })];
    const memory = async (from: string, said: string | null): Promise<[unknown, number]> => {
      const { counts } = await run({ source: from, items: [item('logical-servers', 'm', { memory: said })] });
      return [(await read('logical-servers', await idOf('logical-servers', named('m')))).memory, counts.kept];
    };
    expect(await memory(low, '8')).toEqual(['8', 0]);
    expect(await memory(high, null)).toEqual(['8', 0]);
    expect(await memory(low, '9')).toEqual(['9', 0]);
    expect(await memory(high, '16')).toEqual(['16', 0]);
    expect(await memory(low, '10')).toEqual(['16', 1]);
    // It takes away what it said itself: what the other one says stands.
    expect(await memory(high, null)).toEqual(['10', 0]);
    expect(await memory(low, null)).toEqual([null, 0]);
    expect(await memory(low, '11')).toEqual(['11', 0]);
  });

  it.each<[string, Json, Json]>([
    ['of a type that is none', { ref: 'r' }, { type: 'site', ref: 'r' }],
    ['of a type that is none, and without a ref', {}, { type: 'site' }],
    ['without what it is known by', {}, { type: 'sites', set: { description: 'd' } }],
  ])('an item %s is not missing', async (_, told, wrong) => {
    const S = await source(DELETE);
    const [good, kept] = [item('sites', 'good'), item('sites', 'x')];
    const { ref: __, ...nameless } = kept;
    await run({ source: S, mode: 'full', items: [good, { ...nameless, ...told }] });
    const document = { source: S, mode: 'full', options: { errors: 'skip' } };
    const { counts } = await run({ ...document, items: [good, { ...nameless, ...wrong }] });
    expect(counts).toMatchObject({ errors: 1, missing: 0, delete: 0 });
    expect(await idsOf('sites', named('x'))).toHaveLength(1);
    // Any other one is.
    expect((await run({ ...document, items: [{ ...good, ref: 'z', set: { name: named('z') } }] })).counts.delete).toBe(
      2,
    );
  });

  it.each<[string, Json, string]>([
    ['a type that is none', { name: 'h', type: 'zzz' }, 'physical-servers'],
    ['another type', { name: 'h', type: 'sites' }, 'physical-servers'],
    ['a column that is none', { match: { zz: '1' } }, 'zz'],
    ['a reference', { match: { name: 'h', bay_id: 1 } }, 'bay_id'],
  ])('tells what a pointer with %s leads to, or seeks by', async (_, pointer, told) => {
    const S = await source();
    const { status, body } = await send({
      ...{ source: S, items: [item('logical-servers', 'l', { physical_servers: [pointer] })] },
    });
    expect([status, body.findings]).toEqual([422, [expect.objectContaining({ code: 'pointer' })]]);
    expect(body.findings[0].message).toContain(told);
  });

  it('takes a pointer that names the type that it leads to anyhow', async () => {
    const S = await source();
    const host = await made('physical-servers', { name: named('h') });
    const physical_servers = [{ id: host, type: 'physical-servers' }];
    await run({ source: S, items: [item('logical-servers', 'l', { physical_servers })] });
    expect((await read('logical-servers', await idOf('logical-servers', named('l'))))['physical_servers']).toEqual([
      host,
    ]);
  });

  it('makes objects for pointers as all names are stored', async () => {
    const S = await source();
    const inside = (name: string): Json => ({
      ...{ source: S, options: { pointers: 'create' } },
      items: [item('buildings', 'b', { site_id: { name } })],
    });
    for (const name of ['\u0000x', '\ud800x']) {
      const { status, body } = await send(inside(name));
      expect([status, body.findings]).toMatchObject([422, [{ code: 'invalid', field: 'site_id' }]]);
    }
    await made('sites', { name: named('one') });
    expect((await run(inside(`  ${named('one')} `))).counts).toMatchObject({ create: 1 });
    expect(await idsOf('sites', named('one'))).toHaveLength(1);
  });

  it('misses what was fed without a ref', async () => {
    const S = await source(DELETE);
    const full = (...names: string[]): Json => ({
      ...{ source: S, mode: 'full' },
      items: names.map((name) => ({ type: 'sites', set: { name: named(name) } })),
    });
    await run(full('a', 'b'));
    expect((await run(full('a'))).counts).toMatchObject({ delete: 1, missing: 1 });
  });

  it('makes one thing of no two new items', async () => {
    const S = await source();
    const machine = (ref: string, serial_number: string): Json => item('workstations', ref, { serial_number });
    const { status, body } = await send({ source: S, items: [machine('w1', 'AB-12345'), machine('w2', 'ab 12345')] });
    const codes = body.findings.map(({ code, item: number, with: others }: Json) => [code, number, others]);
    expect([status, codes.sort((a: Json, b: Json) => a['1'] - b['1'])]).toEqual([
      422,
      [
        ['same-object', 1, [2]],
        ['same-object', 2, [1]],
      ],
    ]);
    await run({ source: S, items: [machine('w1', 'AB-12345'), machine('w3', 'AB-99999')] });
  });

  it('refuses an item that is there and gone, or two objects', async () => {
    const S = await source();
    const twice = async (one: Json, other: Json): Promise<unknown> => {
      const { body } = await send({
        source: S,
        items: [
          { ...item('sites', 'm'), ...one },
          { ...item('sites', 'm'), ...other },
        ],
      });
      return body.findings.map(({ code, field }: Json) => [code, field]);
    };
    const bothSay = (field: string): string[][] => [
      ['said-twice', field],
      ['said-twice', field],
    ];
    const [one, other] = [await made('sites', { name: named('one') }), await made('sites', { name: named('other') })];
    expect(await twice({}, { gone: true })).toEqual(bothSay('gone'));
    expect(await twice({ id: one }, { id: other })).toEqual(bothSay('id'));
  });

  it('does not adopt by a name that the object has no more', async () => {
    const S = await source();
    const id = await made('sites', { name: named('adopt') });
    const { id: late } = await plan({ source: S, items: [item('sites', 'adopt', { description: 'd' })] });
    await server.patch(`/api/sites/${id}`, { name: named('another') });
    await made('sites', { name: named('adopt') });
    const { status, body } = await apply(late);
    expect([status, body.moved]).toMatchObject([409, [{ type: 'sites', id, field: 'name' }]]);
  });

  it('leaves what a person brought back, and what a person deletes after that', async () => {
    const S = await source(DELETE);
    const full = (...refs: string[]): Json => ({
      source: S,
      mode: 'full',
      items: refs.map((ref) => item('sites', ref)),
    });
    const [one, both] = [full('a'), full('a', 'b')];
    await run(both);
    const id = await idOf('sites', named('b'));
    await run(one);
    expect((await server.post(`/api/sites/${id}/restore`, undefined)).status).toBe(200);
    for (let again = 0; again < 3; again++) {
      const { counts, findings } = await run(one);
      expect([counts.delete, findings]).toMatchObject([0, [{ code: 'worked-on', new: !again }]]);
    }
    await server.delete(`/api/sites/${id}`);
    const { counts, findings } = await run(both);
    expect([counts.restore, findings]).toMatchObject([0, [{ code: 'deleted-by-hand' }]]);
  });

  it('leaves what a person brought back and deleted before the next run', async () => {
    const S = await source(DELETE);
    const full = (...refs: string[]): Json => ({
      source: S,
      mode: 'full',
      items: refs.map((ref) => item('sites', ref)),
    });
    await run(full('a', 'b', 'c'));
    const [b, c] = [await idOf('sites', named('b')), await idOf('sites', named('c'))];
    expect((await run(full('a'))).counts.delete).toBe(2);
    // Times are stored in seconds.
    await wait(1100);
    expect((await server.post(`/api/sites/${b}/restore`, undefined)).status).toBe(200);
    expect((await server.delete(`/api/sites/${b}`)).status).toBe(200);
    // Missed once more while it is away: that does not make it the feed's deletion.
    expect((await run(full('a'))).counts).toMatchObject({ delete: 0, errors: 0 });
    for (const isNew of [true, false]) {
      const { counts, findings } = await run(full('a', 'b', 'c'));
      expect([counts.restore, findings]).toMatchObject([isNew ? 1 : 0, [{ code: 'deleted-by-hand', id: b }]]);
    }
    expect([await idsOf('sites', named('b')), await idsOf('sites', named('c'))]).toEqual([[], [c]]);
    const restoring = { ...full('a', 'b', 'c'), options: { deleted: 'restore' } };
    expect((await run(restoring)).counts.restore).toBe(1);
    expect(await idsOf('sites', named('b'))).toEqual([b]);
  });

  it('tells that a source or a plan went while it was at work', async () => {
    const S = await source();
    const items = Array.from({ length: 3000 }, (_, i) => item('sites', `r${i}`));
    const { id } = await plan({ source: S, items });
    const answers = await Promise.all([
      apply(id),
      server.delete(`/api/feed/plans/${id}`),
      server.delete(`/api/feed/plans/${id}`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    // At whatever moment the source goes.
    for (let late = 0; late < 100; late += 20) {
      const gone = await source();
      const others = items.slice(0, 1000).map((one) => ({ ...one, set: { name: `${one['set'].name} of ${gone}` } }));
      const retired = wait(late).then(() => server.delete(`/api/feed/sources/${gone}`));
      const [ran, { status }] = await Promise.all([send({ source: gone, items: others }), retired]);
      expect([[200, 404], status]).toEqual([expect.arrayContaining([ran.status]), 204]);
    }
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['a field is held', (id) => server.patch(`/api/sites/${id}/sources`, { description: 'hold' })],
    ['a value is typed, be it at once', (id) => server.patch(`/api/sites/${id}`, { description: 'typed' })],
  ])('deletes nothing of which %s since the plan was made', async (_, work) => {
    const S = await source(DELETE);
    await run({ source: S, mode: 'full', items: [item('sites', 'a'), item('sites', 'b')] });
    const late = await plan({ source: S, mode: 'full', items: [item('sites', 'a')] });
    const id = await idOf('sites', named('b'));
    await work(id);
    const { status, body } = await apply(late.id);
    expect([status, body.moved?.[0]]).toMatchObject([409, { type: 'sites', id }]);
    expect(await idsOf('sites', named('b'))).toEqual([id]);
  });

  it('takes no link away that another source has said meanwhile from its other end', async () => {
    const [one, other] = [await source(), await source()];
    const host = await made('physical-servers', { name: named('host') });
    const guest = (physical_servers: Json[]): Json => ({
      ...{ source: one, items: [item('logical-servers', 'l', { physical_servers })] },
    });
    await run(guest([{ id: host }]));
    const late = await plan(guest([]));
    const name = named('l');
    await run({ source: other, items: [item('physical-servers', 'host', { logical_servers: [{ name }] })] });
    const { status, body } = await apply(late.id);
    expect([status, body.moved]).toMatchObject([409, [{ field: 'physical_servers', stored: other }]]);
    expect((await run(guest([]))).counts).toMatchObject({ update: 0 });
  });

  it('believes no time that is days ahead', async () => {
    const S = await source();
    const items = [{ ...item('sites', 'a'), observed_at: '2999-01-01T00:00:00Z' }];
    const { status, body } = await send({ source: S, observed_at: '2999-01-01T00:00:00Z', items });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['observed_at']]);
    await run({ source: S, items });
    expect((await run({ source: S, items: [item('sites', 'a', { description: 'd' })] })).counts).toMatchObject({
      update: 1,
    });
  });

  it('writes no held link from its other end, and does once the hold is lifted', async () => {
    const S = await source();
    const host = await made('physical-servers', { name: named('host') });
    const hold = (mark: string | null): Promise<TestAnswer> =>
      server.patch(`/api/physical-servers/${host}/sources`, { logical_servers: mark });
    const guests = async (): Promise<unknown[]> => (await read('physical-servers', host)).logical_servers;
    const document = (ref: string, physical_servers: Json[] = [{ id: host }]): Json => ({
      ...{ source: S, items: [item('logical-servers', ref, { physical_servers })] },
    });
    await run(document('early'));
    const before = await guests();
    expect((await hold('hold')).status).toBeLessThan(300);
    const held = { code: 'held', field: 'physical_servers', new: true };
    expect((await run(document('late'))).findings).toMatchObject([held]);
    expect((await run(document('early', []))).findings).toMatchObject([held]);
    expect(await guests()).toEqual(before);
    await hold(null);
    for (const again of [document('late'), document('early', [])])
      expect((await run(again)).counts).toMatchObject({ update: 1, kept: 0 });
    expect(await guests()).toHaveLength(1);
    expect(await guests()).not.toEqual(before);
  });

  it('takes a link away that it withdrew while the object there was deleted', async () => {
    const S = await source();
    const host = await made('physical-servers', { name: named('host') });
    const guest = (physical_servers: Json[]): Json => ({
      ...{ source: S, items: [item('logical-servers', 'l', { physical_servers })] },
    });
    await run(guest([{ id: host }]));
    await server.delete(`/api/physical-servers/${host}`);
    for (let again = 0; again < 2; again++) {
      const { counts, findings } = await run(guest([]));
      expect([counts.unchanged, counts.kept, findings]).toEqual([1, 0, []]);
    }
    expect((await server.post(`/api/physical-servers/${host}/restore`, undefined)).status).toBe(200);
    expect((await read('physical-servers', host)).logical_servers).toHaveLength(1);
    expect((await run(guest([]))).counts).toMatchObject({ update: 1 });
    expect((await read('physical-servers', host)).logical_servers).toEqual([]);
    expect((await run(guest([]))).counts).toMatchObject({ unchanged: 1 });
  });

  describe('links of which both ends tell', () => {
    const guest = (hosts: Json[], more: Json = {}): Json =>
      item('logical-servers', 'l', { physical_servers: hosts, ...more });
    const mark = async (type: string, id: number, marks: Json): Promise<void> =>
      expect((await server.patch(`/api/${type}/${id}/sources`, marks)).status).toBeLessThan(300);
    const hosts = async (): Promise<number[]> =>
      (await read('logical-servers', await idOf('logical-servers', named('l'))))['physical_servers'];

    it('a hold at the other end stands however often the same is said', async () => {
      const S = await source();
      const host = await made('physical-servers', { name: named('h') });
      await run({ source: S, items: [guest([{ id: host }])] });
      await mark('physical-servers', host, { logical_servers: 'hold' });
      for (const options of [{}, {}, { verify: true }]) {
        const { counts, findings } = await run({ source: S, options, items: [guest([])] });
        expect([counts.kept, findings[0]?.code, await hosts()]).toEqual([1, 'held', [host]]);
      }
      await mark('physical-servers', host, { logical_servers: null });
      expect((await run({ source: S, items: [guest([])] })).counts).toMatchObject({ update: 1, kept: 0 });
      expect(await hosts()).toEqual([]);
    });

    it('a hold at the other end stands where people yield', async () => {
      const S = await source({ rules: [{ hand: 'yields' }] });
      const host = await made('physical-servers', { name: named('h') });
      await run({ source: S, items: [guest([])] });
      const id = await idOf('logical-servers', named('l'));
      expect((await server.patch(`/api/logical-servers/${id}`, { physical_servers: [host] })).status).toBe(200);
      await mark('physical-servers', host, { logical_servers: 'hold' });
      expect((await run({ source: S, items: [guest([])] })).findings).toMatchObject([{ code: 'held' }]);
      expect(await hosts()).toEqual([host]);
    });

    it('what waits for a hold stays where another source says it by then', async () => {
      const [A, B] = [await source(), await source()];
      const name = named('h');
      const host = await made('physical-servers', { name });
      await run({ source: A, items: [guest([{ id: host }])] });
      const id = await idOf('logical-servers', named('l'));
      await mark('logical-servers', id, { physical_servers: 'hold' });
      expect((await run({ source: A, items: [guest([])] })).findings).toMatchObject([{ code: 'held' }]);
      const far = { type: 'physical-servers', ref: 'h', set: { name, logical_servers: [{ id }] } };
      await run({ source: B, items: [far] });
      await mark('logical-servers', id, { physical_servers: null });
      for (let again = 0; again < 2; again++)
        expect((await run({ source: A, items: [guest([])] })).counts).toMatchObject({ unchanged: 1, kept: 0 });
      expect(await hosts()).toEqual([host]);
    });

    it.each(['a feed', 'a person'])(
      'links withdrawn while the other end was deleted by %s come back with it',
      async (who) => {
        const S = await source(DELETE);
        const far = item('physical-servers', 'h');
        const full = (items: Json[]): Promise<Json> =>
          run({ source: S, mode: 'full', options: { deleted: 'restore' }, items });
        const linked = guest([{ ref: 'h' }]);
        await full([far, linked]);
        const [host] = await hosts();
        if (who === 'a person') await server.delete(`/api/physical-servers/${host}`);
        // What it says of the link is kept: only then what it withdraws does not show.
        else expect((await full([item('logical-servers', 'l')])).counts.delete).toBe(1);
        await full([guest([])]);
        expect((await full([far, linked])).counts).toMatchObject({ restore: 1, kept: 0, errors: 0 });
        expect(await hosts()).toEqual([host]);
        expect((await full([far, linked])).counts.unchanged).toBe(2);
      },
    );

    it('a link that a person drew to what is deleted comes back with it, and is then said', async () => {
      const S = await source();
      const far = item('physical-servers', 'h');
      await run({ source: S, items: [far, item('logical-servers', 'l')] });
      const [id, host] = [await idOf('logical-servers', named('l')), await idOf('physical-servers', named('h'))];
      await server.patch(`/api/logical-servers/${id}`, { physical_servers: [host] });
      await server.delete(`/api/physical-servers/${host}`);
      await run({ source: S, options: { deleted: 'restore' }, items: [far, guest([{ ref: 'h' }])] });
      expect(await hosts()).toEqual([host]);
      expect((await run({ source: S, items: [far, guest([{ ref: 'h' }])] })).counts.unchanged).toBe(2);
      await run({ source: S, items: [far, guest([])] });
      expect(await hosts()).toEqual([]);
    });

    it("the link that a source withdraws as the object goes is nobody's work", async () => {
      const S = await source(DELETE);
      const full = (items: Json[]): Promise<Json> => run({ source: S, mode: 'full', items });
      await full([item('physical-servers', 'h'), guest([{ ref: 'h' }])]);
      const [host] = await hosts();
      const { counts } = await full([guest([])]);
      expect(counts).toMatchObject({ update: 1, delete: 1, kept: 0 });
      expect(await idsOf('physical-servers', named('h'))).toEqual([]);
      expect((await server.post(`/api/physical-servers/${host}/restore`, undefined)).status).toBe(200);
      expect(await hosts()).toEqual([]);
    });
  });

  it.each([
    ['an address', { address_ip: '10.0.0.12' }, { address_ip: '10.0.0.1' }],
    ['a tag', { attributes: 'production' }, { attributes: 'prod' }],
  ])('keeps an object on which somebody wrote %s that begins as the first one did', async (_, initial, byHand) => {
    const S = await source(DELETE);
    const keep = item('sites', 'keep');
    const worked = { ...item('logical-servers', 'l'), initial };
    await run({ source: S, mode: 'full', items: [keep, worked] });
    const id = await idOf('logical-servers', named('l'));
    expect((await server.patch(`/api/logical-servers/${id}`, byHand)).status).toBe(200);
    const { counts, findings } = await run({ source: S, mode: 'full', items: [keep] });
    expect([counts.delete, findings.map(({ code }: Json) => code)]).toEqual([0, ['worked-on']]);
  });
});
