/** Objects become one, with all that hangs on them, and come apart again. @seconds 20 */
import { AccessScopes } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = Record<string, any>;

describe.each(ENGINES)('merging on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  let count = 0;
  const made = async (kind: string, body: Json = {}): Promise<number> => {
    const { status, body: answer } = await server.post(`/api/${kind}`, { name: `${kind} ${++count}`, ...body });
    expect([kind, status, answer.errors]).toEqual([kind, 201, undefined]);
    return answer.id as number;
  };
  const read = async (kind: string, id: number): Promise<Json> =>
    (await server.get(`/api/${kind}/${id}`)).body.data as Json;
  /** An object without its times. */
  const plain = async (kind: string, id: number): Promise<Json> => {
    const { updated_at: _, ...rest } = await read(kind, id);
    return rest;
  };
  const merge = (id: number, body: Json, query = '') => server.post(`/api/logical-servers/${id}/merge${query}`, body);
  const feed = async (source: string, items: Json[]): Promise<Json> => {
    await server.put(`/api/feed/sources/${source}`, {});
    const { status, body } = await server.post('/api/feed/runs', { feed: 1, source, items });
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data as Json;
  };

  it('all that hangs on the others comes to the survivor, and goes back', async () => {
    const [host, other, database, document] = [
      await made('physical-servers'),
      await made('physical-servers'),
      await made('databases'),
      await made('applications'),
    ];
    const one = await made('logical-servers', { cpu: '2', physicalServers: [host], needs: { clusters: 1 } });
    const two = await made('logical-servers', {
      ...{ cpu: '4', memory: '16 GB', physicalServers: [other], databases: [database], applications: [document] },
    });
    const cable = await made('logical-flows', { logical_server_source_id: two, source_ip_range: '10.0.0.0/8' });
    const container = await made('containers', { logicalServers: [two] });
    await feed('A', [
      { type: 'logical-servers', ref: 'a', id: two, set: { environment: 'prod' }, keys: { serial: 'SER-1' } },
    ]);
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'App\\Models\\LogicalServer', cartographiable_id: two },
      user_id: 1,
    });
    // Both were put somewhere on the map: the survivor stays where it was.
    const places = (id: number): Json => (id === two ? { [`logical-servers_${two}`]: [3, 4] } : {});
    const saw = (id: number): Json => ({
      roots: [`logical-servers_${id}`],
      positions: { [`logical-servers_${one}`]: [1, 2], ...places(id) },
    });
    const saved = await server.post('/api/saved-maps', { name: 'saved', state: saw(two) });
    const map = async (): Promise<unknown> => (await server.get(`/api/saved-maps/${saved.body.id}`)).body.data.state;
    const before = await Promise.all([one, two].map((id) => plain('logical-servers', id)));

    const dry = await merge(one, { from: [two] }, '?dry_run=1');
    expect([dry.status, dry.body.data]).toMatchObject([200, { into: one, merged: [two], entry: null }]);
    expect(dry.body.data.differing).toMatchObject({ cpu: { kept: one, values: { [one]: '2', [two]: '4' } } });
    expect(dry.body.data.filled).toMatchObject({ memory: { from: two, value: '16 GB' } });
    expect(await plain('logical-servers', two)).toEqual(before[1]);

    const done = await merge(one, { from: [two], prefer: { cpu: two } });
    expect([done.status, done.body.message]).toEqual([200, undefined]);
    expect(await read('logical-servers', one)).toMatchObject({
      ...{ cpu: '4', memory: '16 GB', environment: 'prod', needs: { clusters: 1 }, containers: [container] },
      ...{ physical_servers: [host, other], databases: [database], applications: [document] },
    });
    expect((await read('logical-flows', cable))['logical_server_source_id']).toBe(one);
    expect(await map()).toEqual(saw(one));
    const gone = await server.get(`/api/logical-servers/${two}`);
    expect([gone.status, gone.body.merged_into]).toEqual([404, one]);
    const { body } = await server.get(`/api/logical-servers/${one}/sources`);
    expect(JSON.stringify(body)).toContain('"A"');
    // The next run of the source speaks of the survivor.
    const next = await feed('A', [
      { type: 'logical-servers', ref: 'a', set: { environment: 'test' }, keys: { serial: 'SER-1' } },
    ]);
    expect(next['counts']).toMatchObject({ update: 1, create: 0 });
    const moved = await server.post(`/api/logical-servers/${one}/unmerge`, { entry: done.body.data.entry });
    expect([moved.status, moved.body.changed]).toEqual([409, ['environment']]);
    await feed('A', [{ type: 'logical-servers', ref: 'a', set: { environment: 'prod' }, keys: { serial: 'SER-1' } }]);

    const undone = await server.post(`/api/logical-servers/${one}/unmerge`, { entry: done.body.data.entry });
    expect([undone.status, undone.body.message]).toEqual([200, undefined]);
    expect(await Promise.all([one, two].map((id) => plain('logical-servers', id)))).toEqual(before);
    expect((await read('logical-flows', cable))['logical_server_source_id']).toBe(two);
    expect((await read('containers', container))['logical_servers']).toEqual([two]);
    expect(await map()).toEqual(saw(two));
    const { body: log } = await server.get(`/api/audit-logs?filter[subject_id]=${one}&sort=id`);
    expect((log as Json[]).map(({ description }) => description)).toEqual(
      expect.arrayContaining(['merged', 'unmerged']),
    );
    expect((await server.post(`/api/logical-servers/${one}/unmerge`, { entry: done.body.data.entry })).status).toBe(
      422,
    );
  });

  it('what requires the other one requires nothing then, and no number is below nought', async () => {
    const two = await made('applications');
    const one = await made('applications', { requires: [two] });
    for (const flag of ['2', 'x', '[1]=1']) {
      const query = flag.startsWith('[') ? `?dry_run${flag}` : `?dry_run=${flag}`;
      const refused = await server.post(`/api/applications/${one}/merge${query}`, { from: [two] });
      expect([refused.status, refused.body.message]).toEqual([400, 'The parameter dry_run must be true or false.']);
    }
    const done = await server.post(`/api/applications/${one}/merge`, { from: [two] });
    expect([done.status, Object.values(done.body.data.moved as object).filter((n) => Number(n) < 0)]).toEqual([
      200,
      [],
    ]);
  });

  it.each([
    ['applications', 'logical_servers'],
    ['containers', 'logical_servers'],
  ])('links of %s that were deleted meanwhile, or before, are those that they would be', async (kind, link) => {
    const [one, two] = [await made('logical-servers'), await made('logical-servers')];
    const [between, before] = [await made(kind, { [link]: [two] }), await made(kind, { [link]: [two] })];
    const linked = async (id: number): Promise<unknown> => {
      expect((await server.post(`/api/${kind}/${id}/restore`, undefined)).status).toBe(200);
      return (await read(kind, id))[link];
    };
    await server.delete(`/api/${kind}/${before}`);
    const { body } = await merge(one, { from: [two] });
    expect(await linked(before)).toEqual([one]);
    await server.delete(`/api/${kind}/${before}`);
    await server.delete(`/api/${kind}/${between}`);
    const back = await server.post(`/api/logical-servers/${one}/unmerge`, { entry: body.data.entry });
    expect([back.status, back.body.message]).toEqual([200, undefined]);
    expect([await linked(between), await linked(before)]).toEqual([[two], [two]]);
  });

  it('saved maps with very many nodes do not keep others from merging', async () => {
    const [one, two] = [await made('sites'), await made('sites')];
    const others = Array.from({ length: 38_000 }, (_, i) => i.toString(36));
    const roots = (...ids: number[]): string[] => [...ids.map((id) => `sites_${id}`), ...others];
    const maps: number[] = [];
    for (let i = 0; i < 12; i++) maps.push(await made('saved-maps', { state: { roots: roots(one, two) } }));
    const begun = performance.now();
    expect((await server.post(`/api/sites/${one}/merge`, { from: [two] })).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect((await read('saved-maps', maps[0]!))['state']).toEqual({ roots: roots(one) });
    for (const map of maps) await server.delete(`/api/saved-maps/${map}`);
  }, 120_000);

  it('two records of one source unite, and both refs lead to the survivor', async () => {
    const set = (name: string, more: Json = {}): Json => ({ name, ...more });
    await feed('TWICE', [
      { type: 'logical-servers', ref: 'x', set: set('twin x', { cpu: '1' }) },
      { type: 'logical-servers', ref: 'y', set: set('twin y', { memory: '2' }) },
    ]);
    const list = (await server.get('/api/logical-servers?filter[name_starts]=twin&sort=name')).body as Json[];
    const [x, y] = list.map(({ id }) => id as number);
    const done = await merge(x!, { from: [y] });
    expect(done.status).toBe(200);
    const items = [
      { type: 'logical-servers', ref: 'x', set: set('twin x', { cpu: '8' }) },
      { type: 'logical-servers', ref: 'y', set: set('twin y', { memory: '2' }) },
    ];
    const next = await feed('TWICE', items);
    expect(next['counts']).toMatchObject({ create: 0, errors: 0 });
    expect((await server.get('/api/logical-servers?filter[name_starts]=twin')).body).toHaveLength(1);
    const again = await feed('TWICE', items);
    expect(again['counts']).toMatchObject({ create: 0, update: 0, errors: 0 });
  });

  it('what one source knows of both goes on, whichever of them it saw last, and comes apart again', async () => {
    const items = [
      { type: 'logical-servers', ref: 'one', set: { name: 'both one', address_ip: '10.78.0.1', cpu: '1' } },
      { type: 'logical-servers', ref: 'two', set: { name: 'both two', address_ip: '10.78.0.2', memory: '2' } },
    ];
    await feed('BOTH', items);
    await feed('BOTH', [items[0]!]);
    const list = (await server.get('/api/logical-servers?filter[name_starts]=both&sort=name')).body as Json[];
    const [one, two] = list.map(({ id }) => id as number) as [number, number];
    const said = async (id: number): Promise<Json> => {
      const { data, fields } = (await server.get(`/api/logical-servers/${id}/sources`)).body as Json;
      return { refs: (data as Json[]).map(({ refs }) => refs as Json), fields: fields as Json };
    };
    const before = await Promise.all([one, two].map((id) => plain('logical-servers', id)));
    const saidBefore = await Promise.all([one, two].map(said));
    const done = await merge(two, { from: [one] });
    expect([done.status, done.body.data.differing.address_ip.kept]).toEqual([200, null]);
    expect(await read('logical-servers', two)).toMatchObject({ address_ip: '10.78.0.2, 10.78.0.1', cpu: '1' });
    expect((await said(two))['refs']).toEqual([['one', 'two']]);
    const stands = { address_ip: '10.78.0.2, 10.78.0.1', cpu: '1', memory: '2', name: 'both two' };
    for (const [mode, some] of [
      ['delta', items],
      ['delta', items],
      ['full', items],
      // What is reported alone speaks for itself: nothing of the other goes.
      ['delta', [items[0]!]],
      ['delta', [items[1]!]],
    ] as const) {
      const { status, body } = await server.post('/api/feed/runs', { feed: 1, source: 'BOTH', mode, items: some });
      expect([status, body.data.counts]).toMatchObject([200, { items: some.length, create: 0, delete: 0, errors: 0 }]);
      expect(body.data.counts.update + body.data.counts.unchanged).toBe(some.length);
      expect(await read('logical-servers', two)).toMatchObject(stands);
    }
    const undone = await server.post(`/api/logical-servers/${two}/unmerge`, { entry: done.body.data.entry });
    expect([undone.status, undone.body.message]).toEqual([200, undefined]);
    expect(await Promise.all([one, two].map((id) => plain('logical-servers', id)))).toEqual(before);
    expect((await Promise.all([one, two].map(said))).map(({ fields }) => fields)).toEqual(
      saidBefore.map(({ fields }) => fields),
    );
    const counts = (await feed('BOTH', items))['counts'];
    expect(counts).toMatchObject({ update: 0, kept: 0, unchanged: 2 });
  });

  it('an address and the full name that a scanner knows one machine by go on together', async () => {
    const type = 'logical-servers';
    const items = [
      { type, ref: '10.79.0.1', weak: true, initial: { name: '10.79.0.1' }, set: { address_ip: '10.79.0.1' } },
      {
        ...{ type, ref: 'w.chv.local', keys: { fqdn: ['w.chv.local'] } },
        ...{ initial: { name: 'w.chv.local' }, set: { address_ip: '10.79.0.2' } },
      },
    ];
    await feed('SCANS', items);
    const found = async (name: string): Promise<number> =>
      (await server.get(`/api/logical-servers?filter[name_in]=${name}`)).body[0].id as number;
    const [weak, named] = [await found('10.79.0.1'), await found('w.chv.local')];
    const before = await Promise.all([weak, named].map((id) => plain(type, id)));
    const done = await merge(named, { from: [weak] });
    for (const some of [items, items, [items[0]!], [items[1]!]]) {
      const { counts } = await feed('SCANS', some);
      expect(counts).toMatchObject({ create: 0, errors: 0 });
      expect(counts.update + counts.unchanged).toBe(some.length);
      expect((await read(type, named))['address_ip']).toBe('10.79.0.2, 10.79.0.1');
    }
    expect((await server.post(`/api/${type}/${named}/unmerge`, { entry: done.body.data.entry })).status).toBe(200);
    expect(await Promise.all([weak, named].map((id) => plain(type, id)))).toEqual(before);
    expect((await feed('SCANS', items))['counts']).toMatchObject({ create: 0, update: 0, kept: 0, unchanged: 2 });
  });

  it('what was changed beside what the merge wrote does not keep it from being taken back', async () => {
    const [cluster, other] = [await made('databases'), await made('databases')];
    const one = await made('logical-servers', { cpu: '2', attributes: 'x', databases: [cluster] });
    const two = await made('logical-servers', { memory: '8', attributes: 'y', databases: [other] });
    const before = await plain('logical-servers', two);
    const done = await merge(one, { from: [two] });
    const third = await made('databases');
    const patched = await server.patch(`/api/logical-servers/${one}`, {
      ...{ cpu: '4', environment: 'prod', attributes: 'x y z', databases: [cluster, other, third] },
    });
    expect(patched.status).toBe(200);
    await server.patch(`/api/logical-servers/${one}`, { memory: '16' });
    const unmerge = () => server.post(`/api/logical-servers/${one}/unmerge`, { entry: done.body.data.entry });
    const refused = await unmerge();
    expect([refused.status, refused.body.changed]).toEqual([409, ['memory']]);
    // What is to be put back, and to what.
    expect(refused.body.put_back).toEqual({ memory: '8' });
    await server.patch(`/api/logical-servers/${one}`, { memory: '8' });
    expect((await unmerge()).status).toBe(200);
    expect(await read('logical-servers', one)).toMatchObject({
      ...{ cpu: '4', environment: 'prod', memory: null, attributes: 'x z', databases: [cluster, third] },
    });
    expect(await plain('logical-servers', two)).toEqual(before);
  });

  describe('what sources said since', () => {
    const type = 'logical-servers';
    const seen: Record<string, number> = {};
    /** The objects of these refs, each of a run of its own, the later the newer, without marks on them. */
    const objects = async (source: string, ...refs: string[]): Promise<number[]> => {
      await server.put(`/api/feed/sources/${source}`, {});
      const ids: number[] = [];
      for (const ref of refs) ids.push((await report(source, ref))['changes'][0].id as number);
      return ids;
    };
    const report = async (source: string, ref: string, set: Json = {}): Promise<Json> => {
      seen[source] = (seen[source] ?? Date.parse('2026-01-01T00:00:00Z')) + 60_000;
      const items = [{ type, ref, set: { name: `${source} ${ref}`, ...set } }];
      const document = {
        ...{ feed: 1, source, mode: 'delta', options: { ext_refs: false }, items },
        observed_at: new Date(seen[source]).toISOString(),
      };
      const { status, body } = await server.post('/api/feed/runs', document);
      expect([status, body.message]).toEqual([200, undefined]);
      return body.data as Json;
    };
    const merged = async (into: number, from: number): Promise<number> => {
      const { status, body } = await merge(into, { from: [from] });
      expect([status, body.message]).toEqual([200, undefined]);
      return body.data.entry as number;
    };
    const unmerge = (id: number, entry: number, options = {}) =>
      server.post(`/api/logical-servers/${id}/unmerge`, { entry }, options);
    /** Every ref that leads somewhere, and to which object; both tables, so that none stands twice. */
    const leads = async (source: string): Promise<unknown[]> =>
      (
        await server.database.all(
          'SELECT r.ref, r.object_id AS id FROM own_feed_records r JOIN own_feed_sources s ON s.id = r.source_id WHERE s.name = ? ' +
            'UNION ALL SELECT f.ref, r.object_id FROM own_feed_refs f JOIN own_feed_records r ON r.id = f.record_id ' +
            'JOIN own_feed_sources s ON s.id = f.source_id WHERE s.name = ?',
          [source, source],
        )
      )
        .map(({ ref, id }) => `${String(ref)} ${Number(id)}`)
        .sort();

    it('refs of one object that are reported apart do not take its values from each other', async () => {
      const [one, two] = (await objects('APART', 'p', 'q')) as [number, number];
      await report('APART', 'q', { memory: '2' });
      await report('APART', 'p', { cpu: '1' });
      await merged(one, two);
      // What only the other one says goes on to change, what that of the record says is its word.
      for (const memory of ['4', '8']) {
        const other = await report('APART', 'q', { cpu: '8', memory });
        expect([other['counts'].update, other['changes'].map(({ set }: Json) => Object.keys(set as Json))]).toEqual([
          ...[1, [['memory']]],
        ]);
        expect((await report('APART', 'p', { cpu: '1' }))['counts']).toMatchObject({ update: 0, kept: 0 });
        expect(await read(type, one)).toMatchObject({ name: 'APART p', cpu: '1', memory });
      }
      expect((await report('APART', 'q', { cpu: '8', memory: '8' }))['counts']).toMatchObject({ update: 0, kept: 0 });
      // It gives way to what its record's own ref says no more.
      await report('APART', 'p');
      await report('APART', 'q', { cpu: '8', memory: '8' });
      expect(await read(type, one)).toMatchObject({ cpu: '8', memory: '8' });
    });

    it('what the ref of the other was fed since is no word of the one that stays', async () => {
      const [one, two] = (await objects('SINCE', 'q', 'p')).reverse() as [number, number];
      const entry = await merged(one, two);
      await report('SINCE', 'q', { environment: 'prod' });
      await report('SINCE', 'p', { cpu: '1' });
      const undone = await unmerge(one, entry);
      expect([undone.status, undone.body.message]).toEqual([200, undefined]);
      const { fields } = (await server.get(`/api/logical-servers/${one}/sources`)).body as Json;
      expect(fields).toMatchObject({ cpu: { from: 'SINCE' } });
      await report('SINCE', 'q', { environment: 'prod' });
      expect(await read(type, two)).toMatchObject({ environment: 'prod', cpu: null });
      const next = await report('SINCE', 'p', { cpu: '1', environment: 'test' });
      expect(next['counts']).toMatchObject({ kept: 0, errors: 0 });
      expect(await read(type, one)).toMatchObject({ environment: 'test', cpu: '1' });
    });

    it('nothing comes back of a source that is gone, nor of a record that was forgotten', async () => {
      for (const how of ['SOURCE', 'RECORD']) {
        const source = `GONE-${how}`;
        const [one, two] = (await objects(source, 'x1', 'x2')) as [number, number];
        const entry = await merged(one, two);
        const path = `/api/feed/sources/${source}${how === 'RECORD' ? `/records?type=${type}&ref=x1` : ''}`;
        expect((await server.delete(path)).status).toBe(204);
        const undone = await unmerge(one, entry);
        expect([undone.status, undone.body.message]).toEqual([200, undefined]);
        expect((await read(type, two))['id']).toBe(two);
        expect(await leads(source)).toEqual([]);
      }
    });

    it('a ref that a source reports of another object by now keeps the merge', async () => {
      const [one, two] = (await objects('ANEW', 'y1', 'y2')) as [number, number];
      const entry = await merged(one, two);
      expect((await server.delete(`/api/feed/sources/ANEW/records?type=${type}&ref=y1`)).status).toBe(204);
      await server.patch(`/api/logical-servers/${one}`, { name: 'ANEW other' });
      const [first, second] = (await objects('ANEW', 'y1', 'y2')) as [number, number];
      expect([one, two]).not.toContain(first);
      const before = await leads('ANEW');
      const refused = await unmerge(one, entry);
      expect([refused.status, refused.body.changed]).toEqual([409, expect.arrayContaining(['{ANEW}y1', '{ANEW}y2'])]);
      expect(refused.body.message).toMatch(
        new RegExp(`ANEW reports as "y[12]" is known of #(${first}|${second}) by now.*forget the record`),
      );
      const french = await unmerge(one, entry, { headers: { 'accept-language': 'fr' } });
      expect(french.body.message).toContain('oubliez l’enregistrement');
      expect(await leads('ANEW')).toEqual(before);
      expect((await server.get(`/api/logical-servers/${two}`)).status).toBe(404);
    });

    it.each([
      ['OLDER', ['A', 'B', 'C', 'D']],
      ['NEWER', ['B', 'A', 'C', 'D']],
    ])(
      'of a chain the later merge is taken back first, where the record of the first is the %s',
      async (how, order) => {
        const source = `CHAIN-${how}`;
        const ids = await objects(source, ...order);
        const at = (ref: string): number => ids[order.indexOf(ref)]!;
        const first = await merged(at('B'), at('A'));
        await merged(at('C'), at('B'));
        const restored = await server.post('/api/logical-servers/mass-restore', { ids: [at('B')] });
        expect(restored.status).toBe(200);
        const before = await leads(source);
        const refused = await unmerge(at('B'), first);
        expect([refused.status, refused.body.changed]).toEqual([409, expect.arrayContaining([`{${source}}A`])]);
        expect(await leads(source)).toEqual(before);
        await server.delete(`/api/feed/sources/${source}/records?type=${type}&ref=A`);
        const undone = await unmerge(at('B'), first);
        expect([undone.status, undone.body.message]).toEqual([200, undefined]);
        expect((await merge(at('D'), { from: [at('A')] })).status).toBe(200);
      },
    );
  });

  it('what a person brought back is part of nothing any more', async () => {
    const [one, two, three] = [await made('databases'), await made('databases'), await made('databases')];
    const path = (id: number): string => `/api/databases/${id}`;
    expect((await server.post(`${path(two)}/merge`, { from: [one] })).status).toBe(200);
    expect((await server.post(`${path(three)}/merge`, { from: [two] })).status).toBe(200);
    expect((await server.get(path(one))).body.merged_into).toBe(three);
    await server.post('/api/databases/mass-restore', { ids: [two] });
    expect((await server.get(path(one))).body.merged_into).toBe(two);
    await server.delete(path(two));
    expect([(await server.get(path(two))).status, (await server.get(path(two))).body.merged_into]).toEqual([
      ...[404, undefined],
    ]);
  });

  it('what was put below meanwhile does not close a circle', async () => {
    const top = await made('buildings');
    const stays = await made('buildings', { building_id: await made('buildings') });
    const goes = await made('buildings', { building_id: top });
    const below = await made('buildings', { building_id: goes });
    const { entry } = (await server.post(`/api/buildings/${stays}/merge`, { from: [goes] })).body.data as Json;
    expect((await server.put(`/api/buildings/${top}`, { building_id: below })).status).toBe(200);
    const { status, body } = await server.post(`/api/buildings/${stays}/unmerge`, { entry });
    expect([status, Object.keys(body.errors as Json)]).toEqual([422, ['building_id']]);
    expect((await server.put(`/api/buildings/${top}`, { building_id: null })).status).toBe(200);
    expect((await server.post(`/api/buildings/${stays}/unmerge`, { entry })).status).toBe(200);
    expect((await read('buildings', below))['building_id']).toEqual(goes);
  });

  it('a feed that names an object by an id that became part of another means that one', async () => {
    const [one, two, three] = [
      ...[await made('logical-servers'), await made('logical-servers'), await made('logical-servers')],
    ];
    await merge(two, { from: [one] });
    await merge(three, { from: [two] });
    const document = [
      { type: 'logical-servers', ref: 'by id', id: one, set: { cpu: '7' } },
      { type: 'databases', ref: 'db', set: { name: 'points to one', logicalServers: [{ id: one }, { id: two }] } },
    ];
    const { counts, findings, changes } = await feed('BYID', document);
    expect([counts.errors, findings]).toEqual([0, []]);
    const database = (changes as Json[]).find(({ type }) => type === 'databases')!['id'] as number;
    expect(await read('logical-servers', three)).toMatchObject({ cpu: '7', databases: [database] });
    expect((await feed('BYID', document))['counts']).toMatchObject({ unchanged: 2, errors: 0, kept: 0 });
  });

  it('marks that do not fit are told, and those of one may be chosen', async () => {
    const mark = (letter: string): string => `{${letter}}${letter.repeat(200)}`;
    const [one, two] = [
      await made('logical-servers', { ext_refs: mark('X') }),
      await made('logical-servers', { ext_refs: mark('Y') }),
    ];
    const dry = await merge(one, { from: [two] }, '?dry_run=1');
    expect(dry.body.data.differing.ext_refs).toEqual({ kept: one, values: { [one]: mark('X'), [two]: mark('Y') } });
    const done = await merge(one, { from: [two], prefer: { ext_refs: two } });
    expect([done.status, done.body.data.differing.ext_refs.kept]).toEqual([200, two]);
    expect((await read('logical-servers', one))['ext_refs']).toBe(mark('Y'));
    expect((await server.post(`/api/logical-servers/${one}/unmerge`, { entry: done.body.data.entry })).status).toBe(
      200,
    );
    expect((await read('logical-servers', one))['ext_refs']).toBe(mark('X'));
  });

  it('a name that its object keeps when it is deleted cannot be preferred', async () => {
    const [one, two] = [await made('backups', { name: 'plan one' }), await made('backups', { name: 'plan two' })];
    const merging = (into: number, from: number, prefer: number) =>
      server.post(`/api/backups/${into}/merge`, { from: [from], prefer: { name: prefer } });
    const { status, body } = await merging(one, two, two);
    expect([status, body.errors]).toEqual([
      422,
      { 'prefer.name': [`An object of this kind keeps its name when it is deleted. Merge into #${two} instead.`] },
    ]);
    expect((await merging(two, one, two)).status).toBe(200);
    expect((await read('backups', two))['name']).toBe('plan two');
  });

  it('takes edit and delete of all of them, also of those that are delegated', async () => {
    const domains = [await made('domains'), await made('domains')];
    const [one, two, three] = [
      await made('logical-servers', { cpu: '1', domain_id: domains[0] }),
      await made('logical-servers', { cpu: '2', domain_id: domains[1], databases: [await made('databases')] }),
      await made('logical-servers', { cpu: '3' }),
    ];
    const before = await Promise.all([one, two, three].map((id) => read('logical-servers', id)));
    const verbs = (...names: string[]): string[] => names.map((verb) => `logical_server_${verb}`);
    const reader = await server.userWith(verbs('access', 'show'));
    const editor = await server.userWith(verbs('access', 'show', 'edit'));
    const remover = await server.userWith(verbs('access', 'show', 'delete'));
    const delegate = await server.userWith(verbs('delete'));
    const delegated = await server.userWith([]);
    for (const id of [one, two])
      for (const { id: user } of [delegate, delegated])
        await server.post('/api/cartographers', {
          ...{ cartographiable_type: 'App\\Models\\LogicalServer', cartographiable_id: id, user_id: user },
        });
    const asked = (id: number, from: number[], { token }: { token: string }, query = '') =>
      server.post(`/api/logical-servers/${id}/merge${query}`, { from }, { token });
    for (const user of [reader, editor, remover, delegated])
      for (const query of ['', '?dry_run=1']) expect((await asked(one, [two], user, query)).status).toBe(403);
    for (const [id, from] of [
      [one, [three]],
      [three, [one]],
      [one, [two, three]],
    ] as const) {
      const { status, body } = await asked(id, [...from], delegate);
      expect([status, JSON.stringify(body).includes('differing')]).toEqual([403, false]);
    }
    expect(await Promise.all([one, two, three].map((id) => read('logical-servers', id)))).toEqual(before);

    const done = await asked(one, [two], delegate);
    expect([done.status, done.body.message]).toEqual([200, undefined]);
    // As the object itself, it has the ids of what it refers to.
    expect(Object.keys(done.body.data.differing as Json).sort()).toEqual(['cpu', 'domain_id', 'name']);
    const entry = done.body.data.entry as number;
    for (const user of [reader, editor, remover, delegated])
      expect((await server.post(`/api/logical-servers/${one}/unmerge`, { entry }, { token: user.token })).status).toBe(
        403,
      );
    const { body: answer } = await server.get(`/api/logical-servers/${two}`, { token: reader.token });
    expect([answer.code, answer.merged_into]).toEqual([404, one]);
    const stranger = await server.userWith(['database_show']);
    expect(
      (await server.get(`/api/logical-servers/${two}`, { token: stranger.token })).body.merged_into,
    ).toBeUndefined();
    const undone = await server.post(`/api/logical-servers/${one}/unmerge`, { entry }, { token: delegate.token });
    expect([undone.status, undone.body.message]).toEqual([200, undefined]);
    expect(await plain('logical-servers', two)).toEqual((({ updated_at: _, ...rest }) => rest)(before[1]!));
  });

  it('delegations go back by whoever may delegate alone', async () => {
    const [one, two] = [await made('logical-servers'), await made('logical-servers')];
    const to = { cartographiable_type: 'App\\Models\\LogicalServer', user_id: 1 };
    await server.post('/api/cartographers', { ...to, cartographiable_id: two });
    const entry = (await merge(one, { from: [two] })).body.data.entry as number;
    const { token } = await server.userWith(
      ['access', 'show', 'edit', 'delete'].map((verb) => `logical_server_${verb}`),
    );
    const back = (options = {}) => server.post(`/api/logical-servers/${one}/unmerge`, { entry }, options);
    const refused = await back({ token });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('cartographer_create')]);
    const delegatedOf = async (id: number): Promise<number> => {
      const { body } = await server.get(`/api/cartographers?filter[cartographiable_id]=${id}`);
      return (body as unknown as Json[]).length;
    };
    expect([await delegatedOf(one), await delegatedOf(two)]).toEqual([1, 0]);
    expect((await back()).status).toBe(200);
    expect([await delegatedOf(one), await delegatedOf(two)]).toEqual([0, 1]);
  });

  it('counts saved maps of others for whoever sees them alone', async () => {
    const [one, two] = [await made('applications'), await made('applications')];
    await made('saved-maps', { state: { roots: [`applications_${two}`] } });
    const { token } = await server.userWith(['access', 'show', 'edit', 'delete'].map((verb) => `application_${verb}`));
    const movedFor = async (as: Json): Promise<unknown> =>
      (await server.post(`/api/applications/${one}/merge?dry_run=1`, { from: [two] }, as)).body.data.moved;
    expect([await movedFor({}), await movedFor({ token })]).toEqual([{ 'saved-maps': 1 }, {}]);
  });

  it('what objects of types that the caller may not list point to by now is in nobody’s way, and stays', async () => {
    const [one, two, elsewhere] = [await made('sites'), await made('sites'), await made('sites')];
    const moves = await made('buildings', { site_id: two });
    const stays = await made('buildings', { site_id: two });
    const { token } = await server.userWith(['access', 'show', 'edit', 'delete'].map((verb) => `site_${verb}`));
    const done = await server.post(`/api/sites/${one}/merge`, { from: [two] }, { token });
    expect(done.status).toBe(200);
    await server.patch(`/api/buildings/${moves}`, { site_id: elsewhere });
    const back = (as: Json): ReturnType<TestServer['post']> =>
      server.post(`/api/sites/${one}/unmerge`, { entry: done.body.data.entry }, as);
    const refused = await back({});
    expect([refused.status, refused.body.changed]).toEqual([409, ['buildings.site_id']]);
    expect((await back({ token })).status).toBe(200);
    const sites = await Promise.all([moves, stays].map(async (id) => (await read('buildings', id))['site_id']));
    expect(sites).toEqual([elsewhere, two]);
  });

  it('says nothing of what a restricted caller does not see', async () => {
    server.server.app.get(AccessScopes).restrict({
      appliesTo: ({ admin }) => !admin,
      rows: (_, { path }) =>
        ['domains', 'logical-servers', 'databases'].includes(path)
          ? (alias) => ({ sql: `${alias}.\`name\` NOT LIKE 'hidden%'`, params: [] })
          : undefined,
    });
    const hidden = (kind: string, body: Json = {}): Promise<number> =>
      made(kind, { name: `hidden ${kind} ${++count}`, ...body });
    const { token } = await server.userWith(
      ['access', 'show', 'edit', 'delete'].map((verb) => `logical_server_${verb}`),
    );
    const one = await made('logical-servers', { cpu: '1', domain_id: await hidden('domains') });
    const two = await made('logical-servers', {
      ...{ cpu: '2', domain_id: await made('domains'), databases: [await hidden('databases')] },
    });
    const secret = await hidden('logical-servers');
    const refused = await server.post(`/api/logical-servers/${one}/merge`, { from: [two, secret] }, { token });
    expect([refused.status, Object.keys(refused.body.errors as Json)]).toEqual([422, ['from.1']]);
    expect((await server.post(`/api/logical-servers/${secret}/merge`, { from: [one] }, { token })).status).toBe(404);
    const { status, body } = await server.post(
      `/api/logical-servers/${one}/merge?dry_run=1`,
      { from: [two] },
      { token },
    );
    expect([status, body.message, body.errors]).toEqual([200, undefined, undefined]);
    expect([status, Object.keys(body.data.differing as Json).sort(), body.data.moved]).toEqual([
      ...[200, ['cpu', 'name'], {}],
    ]);
    const whole = await merge(one, { from: [two] }, '?dry_run=1');
    expect(Object.keys(whole.body.data.differing as Json)).toContain('domain_id');
    expect(whole.body.data.moved).toEqual({ databases: 1 });
    // Who became part of what they do not see is just not there for them.
    await merge(secret, { from: [two] });
    expect((await server.get(`/api/logical-servers/${two}`)).body.merged_into).toBe(secret);
    expect((await server.get(`/api/logical-servers/${two}`, { token })).body.merged_into).toBeUndefined();
    // Nor is what was hidden from them told where it became part of what they see, and taking that back is not theirs.
    const far = await hidden('logical-servers');
    const { entry } = (await merge(one, { from: [far] })).body.data as { entry: number };
    const [ofFar, ofNone] = await Promise.all(
      [far, 987_654].map((id) => server.get(`/api/logical-servers/${id}`, { token })),
    );
    expect([ofFar!.status, Object.keys(ofFar!.body), ofFar!.body.message]).toEqual([
      ...[404, Object.keys(ofNone!.body), (ofNone!.body.message as string).replace('987654', String(far))],
    ]);
    const back = (which: number) =>
      server
        .post(`/api/logical-servers/${one}/unmerge`, { entry: which }, { token })
        .then(({ status, body }) => [...[status, body.errors]]);
    expect(await back(entry)).toEqual(await back(987_654));
    expect((await back(entry))[0]).toBe(422);
    // What stands in the way is not named where it is of a kind of which they see a part.
    const mergers = await server.userWith(['access', 'show', 'edit', 'delete'].map((verb) => `domaine_ad_${verb}`));
    const [three, four] = [await made('domains'), await made('domains')];
    const pointing = await hidden('logical-servers', { domain_id: four });
    // Rows that are of no kind are of the object itself.
    const apps = await server.userWith(['access', 'show', 'edit', 'delete'].map((verb) => `application_${verb}`));
    const products = [{ cpe: 'cpe:2.3:a:acme:suite:1.0:*:*:*:*:*:*:*' }];
    const [five, six] = [await made('applications'), await made('applications', { products })];
    const united = await server.post(`/api/applications/${five}/merge`, { from: [six] }, apps);
    expect([united.status, united.body.data?.moved]).toEqual([200, { products: 1 }]);
    // How much of a kind points here is not for who may not list it.
    const [left, gone] = [await made('applications'), await made('applications')];
    await made('application-flows', { application_source_id: gone, application_dest_id: five });
    const dry = (who = {}) => server.post(`/api/applications/${left}/merge?dry_run=1`, { from: [gone] }, who);
    expect((await dry()).body.data.moved).toMatchObject({ 'application-flows': 1 });
    expect([(await dry(apps)).status, (await dry(apps)).body.data.moved]).toEqual([200, {}]);
    const joined = await server.post(`/api/domains/${three}/merge`, { from: [four] }, mergers);
    expect([joined.status, joined.body.data?.moved]).toEqual([200, {}]);
    await server.patch(`/api/logical-servers/${pointing}`, { domain_id: null });
    const parting = (who = {}) =>
      server.post(`/api/domains/${three}/unmerge`, { entry: joined.body.data.entry as number }, who);
    expect((await parting()).body).toMatchObject({ code: 409, changed: ['logical-servers.domain_id'] });
    // What leads elsewhere by now is left there, and nothing of it told.
    expect((await parting(mergers)).status).toBe(200);
    expect(await read('logical-servers', pointing)).toMatchObject({ domain_id: null });
    // Nor which hidden object a source reports under the ref of one of them by now.
    const items = ['e1', 'e2'].map((ref) => ({ type: 'logical-servers', ref, set: { name: `else ${ref}` } }));
    const fed = async (): Promise<number[]> => {
      await feed('ELSE', items);
      const list = (await server.get('/api/logical-servers?filter[name_starts]=else&sort=name')).body as Json[];
      return list.map(({ id }) => id as number);
    };
    const [seven, eight] = await fed();
    const last = await merge(seven!, { from: [eight] });
    await server.delete('/api/feed/sources/ELSE/records?type=logical-servers&ref=e1');
    await server.patch(`/api/logical-servers/${seven}`, { name: 'what stays' });
    for (const id of await fed()) await server.patch(`/api/logical-servers/${id}`, { name: `hidden else ${id}` });
    const apart = (who = {}) =>
      server.post(`/api/logical-servers/${seven}/unmerge`, { entry: last.body.data.entry as number }, who);
    expect((await apart()).body.changed).toEqual(expect.arrayContaining(['{ELSE}e1', '{ELSE}e2']));
    const { status: code, body: told } = await apart({ token });
    expect([code, told.changed, JSON.stringify(told).match(/ELSE|hidden|#/)]).toEqual([409, ['…'], null]);
  });

  it('a link that somebody took from the survivor does not come back with those of whom it was', async () => {
    const [one, two] = [await made('logical-servers'), await made('logical-servers')];
    const [kept, left] = [await made('applications'), await made('applications')];
    const [cluster, group] = [await made('clusters'), await made('clusters')];
    await server.patch(`/api/logical-servers/${two}`, { applications: [kept, left], clusters: [cluster, group] });
    const merged = await server.post(`/api/logical-servers/${one}/merge`, { from: [two] });
    await server.patch(`/api/applications/${left}`, { logical_servers: [] });
    await server.patch(`/api/clusters/${group}`, { logical_servers: [] });
    const { entry } = merged.body.data;
    expect((await server.post(`/api/logical-servers/${one}/unmerge`, { entry })).status).toBe(200);
    expect(await read('logical-servers', two)).toMatchObject({ applications: [kept], clusters: [cluster] });
    expect((await read('applications', left))['logical_servers']).toEqual([]);
    expect((await read('clusters', group))['logical_servers']).toEqual([]);
  });

  it('fills in no end of a flow beside the one that it has on that side', async () => {
    const [app, other] = [await made('applications'), await made('applications')];
    const database = await made('databases');
    const one = await made('application-flows', { application_source_id: app, database_dest_id: database });
    const two = await made('application-flows', { application_source_id: other, application_dest_id: other });
    expect((await server.post(`/api/application-flows/${one}/merge`, { from: [two] })).status).toBe(200);
    expect(await read('application-flows', one)).toMatchObject({
      ...{ application_source_id: app, database_dest_id: database, application_dest_id: null },
    });
    const open = await made('application-flows', { application_source_id: app });
    const three = await made('application-flows', { application_source_id: app, application_dest_id: other });
    expect((await server.post(`/api/application-flows/${open}/merge`, { from: [three] })).status).toBe(200);
    expect(await read('application-flows', open)).toMatchObject({ application_dest_id: other });
    // A side comes from one of them: from the one whose end is preferred, or the first that has one.
    const ends = (source: Json, dest: Json) => made('application-flows', { ...source, ...dest });
    const [four, five, six] = [
      await ends({ application_source_id: app }, {}),
      await ends({ database_source_id: database }, { application_dest_id: other }),
      await ends({}, { database_dest_id: database }),
    ];
    const merged = (prefer: Json) => server.post(`/api/application-flows/${four}/merge`, { from: [five, six], prefer });
    const torn = await merged({ application_source_id: four, database_source_id: five });
    expect([torn.status, Object.keys(torn.body.errors)]).toEqual([422, ['prefer.database_source_id']]);
    expect((await merged({ database_source_id: five })).status).toBe(200);
    expect(await read('application-flows', four)).toMatchObject({
      ...{ application_source_id: null, database_source_id: database },
      ...{ application_dest_id: other, database_dest_id: null },
    });
  });

  it('refuses what is none of it, and needs edit and delete', async () => {
    const [one, two] = [await made('logical-servers'), await made('logical-servers')];
    const cases: Array<[Json, string, string?]> = [
      [{}, 'from'],
      [{ from: [] }, 'from'],
      [{ from: [one] }, 'from.0', 'An object cannot be merged with itself.'],
      [{ from: ['x'] }, 'from.0'],
      [{ from: [999_999] }, 'from.0', 'There is no object #999999 that could be merged.'],
      [
        { from: [two], prefer: { nothing: two } },
        'prefer.nothing',
        'There is no field nothing of which a value could be preferred.',
      ],
      [{ from: [two], prefer: { name: 999_999 } }, 'prefer.name', '#999999 is none of the objects that are merged.'],
      [{ from: [two], prefer: [] }, 'prefer'],
    ];
    for (const [body, field, sentence] of cases) {
      const { status, body: answer } = await merge(one, body);
      expect([body, status, Object.keys(answer.errors ?? {})]).toEqual([body, 422, [field]]);
      if (sentence) expect(answer.errors[field]).toEqual([sentence]);
    }
    expect((await merge(999_999, { from: [two] })).status).toBe(404);
    expect((await server.post('/api/users/1/merge', { from: [2] })).status).toBe(404);
    expect((await server.post(`/api/logical-servers/${one}/unmerge`, {})).status).toBe(422);
    expect((await read('logical-servers', two))['id']).toBe(two);
  });
});
