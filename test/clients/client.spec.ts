/** The client against the real server, on both engines. @seconds 16 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, Meridian, notModified, tagOf } from '../../clients/typescript/src/index.js';
import { fileAt, saveTo } from '../../clients/typescript/src/node.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const refusal = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error as Error)),
  );

/** What is packed on its way has a tag of its own. */
const plainTag = (object: object): string => tagOf(object)!.replace('-gzip', '');

describe.each(ENGINES)('the client on %s', (engine) => {
  let server: TestServer;
  let client: Meridian;
  let folder: string;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    client = new Meridian({ url: `${server.url}/`, login: ADMIN.login, password: ADMIN.password });
    folder = mkdtempSync(join(tmpdir(), 'meridian-client-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });

  it('contract 6: creates, reads, changes, deletes and restores', async () => {
    const { id: host } = await client.logicalServers.create({ name: 'SRV-1' });
    const made = await client.applications.create({ name: 'Patient file', rto: 60, logical_servers: [host] });
    expect(made).toMatchObject({ name: 'Patient file', rto: 60, logical_servers: [host] });
    const read = await client.applications.get(made.id);
    expect(read).toEqual(made);
    expect(plainTag(read)).toBe(plainTag(made));
    expect(await client.applications.get(made.id, { ifNoneMatch: read })).toBe(notModified);
    expect(await client.applications.get(made.id, { ifNoneMatch: tagOf(made)! })).toBe(notModified);
    const changed = await client.applications.update(made.id, { rto: null }, { ifMatch: read });
    expect(changed.rto).toBeNull();
    const again = await client.applications.get(made.id, { ifNoneMatch: read });
    expect([again, plainTag(again as object)]).toEqual([changed, plainTag(changed)]);
    expect(await refusal(client.applications.update(made.id, { rto: 5 }, { ifMatch: read }))).toMatchObject({
      status: 412,
    });
    const wide = await client.applications.get(made.id, {
      include: ['logicalServers', 'entity_resp'],
      fields: ['name'],
    });
    expect(wide).toMatchObject({ id: made.id, name: 'Patient file', entity_resp: null });
    expect(wide.logical_servers[0]!.name).toBe('SRV-1');
    expect(() => client.applications.update(made.id, {}, { ifMatch: wide })).toThrow(/has no tag/);
    await client.applications.delete(made.id, { ifMatch: changed });
    expect(await refusal(client.applications.get(made.id))).toMatchObject({ status: 404, code: 404, method: 'GET' });
    expect(await client.applications.count({ filter: { trashed: 'only' } })).toBe(1);
    expect((await client.applications.restore(made.id)).id).toBe(made.id);
  });

  it('contract 5: lists with filters, order, columns, includes and pages', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `Site ${String(i).padStart(2, '0')}`);
    const { ids } = await client.sites.massStore(names.map((name) => ({ name })));
    await client.sites.update(ids[0]!, { name: 'Site, with a comma' });
    await client.buildings.create({ name: 'Block A', site_id: ids[1]! });
    const found = await client.sites.list({
      filter: { 'buildings.name': 'block', name_not: ['x', 'y'], created_at_after: new Date(0) },
      include: ['buildings', 'buildingsCount', 'workstationsExists'],
      fields: ['name'],
    });
    expect(found).toEqual([
      {
        id: ids[1],
        name: 'Site 01',
        buildings: [expect.objectContaining({ name: 'Block A' })],
        buildings_count: 1,
        workstations_exists: false,
      },
    ]);
    expect(await client.sites.list({ filter: { name: 'Site, with' }, fields: ['id'] })).toEqual([{ id: ids[0] }]);
    expect(
      await client.sites.list({ filter: { name: ['Site 03', 'Site 04'] }, sort: ['-name'], fields: ['name'] }),
    ).toEqual([
      { id: ids[4], name: 'Site 04' },
      { id: ids[3], name: 'Site 03' },
    ]);
    expect(await client.sites.page({ number: 3, size: 10, fields: ['id'] })).toEqual({
      items: ids.slice(20).map((id) => ({ id })),
      total: 25,
      number: 3,
      size: 10,
    });
    const first = await client.sites.pageByCursor({ size: 20, sort: ['-id'], fields: ['id'] });
    expect(first.items).toHaveLength(20);
    await client.sites.create({ name: 'Made meanwhile' });
    const last = await client.sites.pageByCursor({ size: 20, sort: ['-id'], fields: ['id'], after: first.next });
    expect([...first.items, ...last.items].map(({ id }) => id)).toEqual([...ids].reverse());
    expect(last.next).toBeUndefined();
    await client.sites.delete(Math.max(...(await client.sites.list({ fields: ['id'] })).map(({ id }) => id)));
    const walked: number[] = [];
    for await (const { id } of client.sites.each({ size: 7, sort: ['-id'], fields: ['id'] })) walked.push(id);
    expect(walked).toEqual([...ids].reverse());
    expect(await client.sites.count({ filter: { buildings_exists: true } })).toBe(1);
    const wrong = await refusal(client.resource('sites').list({ filter: { nmae: 'x' } as never }));
    expect(wrong.message).toContain('Did you mean name');
  });

  it('contract 7 and 10: mass actions, and errors by field', async () => {
    const { ids } = await client.zones.massStore([{ name: 'North' }, { name: 'South' }]);
    await client.zones.massUpdate(ids.map((id, i) => ({ id, name: `Zone ${i}` })));
    const wrong = await refusal(client.zones.massStore([{ name: 'East' }, { name: 'zone 0' }]));
    expect(wrong).toMatchObject({
      status: 422,
      name: 'ApiError',
      errors: { 'items.1.name': ['The name has already been taken.'] },
    });
    expect(await client.zones.massDestroy(ids, { dryRun: true })).toBeUndefined();
    expect(await client.zones.count()).toBe(2);
    await client.zones.massDestroy(ids);
    expect(await client.zones.count()).toBe(0);
    const strict = await refusal(client.zones.create({ name: 'West', colour: 'red' } as never, { strict: true }));
    expect(Object.keys(strict.errors)).toEqual(['colour']);
    const { id } = await client.zones.create({ name: 'Kept' }, { key: 'one key' });
    expect((await client.zones.create({ name: 'Kept' }, { key: 'one key' })).id).toBe(id);
  });

  it('contract 8 and 12: files in both directions, reports and queries', async () => {
    const text = join(folder, 'plan.txt');
    writeFileSync(text, 'Floor 1 \u00e9\n'.repeat(1000));
    const document = await client.documents.upload(await fileAt(text));
    expect(document).toMatchObject({ filename: 'plan.txt' });
    const back = await client.documents.download(document.id);
    expect([back.filename, back.size]).toEqual(['plan.txt', readFileSync(text).length]);
    await saveTo(back, join(folder, 'back.txt'));
    expect(readFileSync(join(folder, 'back.txt'))).toEqual(readFileSync(text));
    expect(await client.documents.download(document.id, { ifNoneMatch: back })).toBe(notModified);
    await client.documents.replace(document.id, { data: 'new', name: 'new.txt' });
    const replaced = await client.documents.download(document.id, { ifNoneMatch: back });
    expect(replaced !== notModified && (await replaced.text())).toBe('new');

    await client.wans.massStore([{ name: 'WAN 1' }, { name: 'WAN 2' }]);
    const csv = await client.wans.export({ format: 'csv', sep: ';' });
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    const file = { name: 'wans.csv', data: `id;name;colour\n;WAN 3;red\n` };
    expect(await client.wans.import(file, { dryRun: true })).toEqual({
      inserted: 1,
      updated: 0,
      deleted: 0,
      ignored: ['colour'],
      notes: ['The file was read as UTF-8, separated by semicolons.'],
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
    });
    expect(await client.wans.count()).toBe(2);
    expect(await client.wans.import(file)).toMatchObject({ inserted: 1 });
    const wrong = await refusal(client.wans.import({ name: 'x.csv', data: 'id,name\n999,x\n' }));
    expect(wrong).toMatchObject({ status: 422, cells: [{ row: 2, column: 'id' }] });
    await saveTo(await client.report('rto'), join(folder, 'rto.xlsx'));
    expect(readFileSync(join(folder, 'rto.xlsx')).subarray(0, 2).toString()).toBe('PK');
    expect((await client.report('rto', { format: 'json' })).sheets.length).toBeGreaterThan(0);

    const query = 'FROM wans FIELDS name WHERE name LIKE "WAN%"';
    const { columns, rows } = await client.queries.run<{ name: string }>(query);
    expect([columns, rows.map(({ name }) => name)]).toEqual([['name'], ['WAN 1', 'WAN 2', 'WAN 3']]);
    const stored = await client.queries.create({ name: 'WANs', query });
    expect((await client.queries.execute(stored.id)).rows).toEqual(rows);
    expect(await (await client.queries.execute(stored.id, { format: 'csv' })).text()).toContain('"WAN 1"');
    const drawing = await client.queries.draw('FROM wans OUTPUT graph');
    expect(drawing.nodes).toHaveLength(3);
    const graph = await client.queries.create({ name: 'Drawn', query: 'FROM wans OUTPUT graph' });
    expect((await client.queries.graph(graph.id)).nodes).toEqual(drawing.nodes);
    expect(await (await client.queries.graph(graph.id, { format: 'mermaid' })).text()).toContain('WAN 1');
  });

  it('tells how far files are in both directions', async () => {
    const file = join(folder, 'long.txt');
    writeFileSync(file, 'Floor 2\n'.repeat(100_000));
    const size = 800_000;
    const [sent, got]: number[][] = [[], []];
    const document = await client.documents.upload(await fileAt(file), { onSent: (bytes) => sent!.push(bytes) });
    const back = await client.documents.download(document.id);
    expect(back.size).toBe(size);
    await saveTo(
      back.onBytes((bytes) => got!.push(bytes)),
      join(folder, 'long-back.txt'),
    );
    expect(readFileSync(join(folder, 'long-back.txt'))).toEqual(readFileSync(file));
    for (const told of [sent!, got!]) {
      expect(told.length).toBeGreaterThan(2);
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBe(size);
    }
    const read = (await client.documents.download(document.id)).onBytes((bytes) => got!.push(bytes));
    expect((await read.blob()).size).toBe(size);
    const shortly: number[] = [];
    await client.documents.replace(
      document.id,
      { data: 'a new plan', name: 'plan.txt' },
      { onSent: (n) => shortly.push(n) },
    );
    expect(shortly).toEqual([10]);
    await client.documents.delete(document.id);
  });

  it('contract 2: one changes the own password, and goes on with the new one', async () => {
    const [first, second] = ['The first password', 'The second password'];
    const { id } = await client.users.create({
      ...{ login: 'ines', name: 'Ines', email: 'ines@example.org', password: first, language: 'en', granularity: 3 },
      roles: [(await client.roles.list())[0]!.id],
    });
    const ines = new Meridian({ url: server.url, login: 'ines', password: first });
    const byHand = new Meridian({ url: server.url });
    await byHand.login('ines', first);
    const wrong = await refusal(ines.changePassword('not this one', second));
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['old_password']]);
    await ines.changePassword(first, second);
    expect((await ines.me()).id).toBe(id);
    // Tokens of others are looked up again after a second.
    await new Promise((wake) => setTimeout(wake, 1100));
    expect(await refusal(byHand.me())).toMatchObject({ status: 401 });
    await byHand.login('ines', second);
    const preferences = await ines.preferences.store({ language: 'fr' });
    expect(await ines.preferences.get({ ifNoneMatch: preferences })).toBe(notModified);
    await client.users.delete(id);
  });

  it('contract 2: signs in by itself, again when its token has ended, and makes named tokens', async () => {
    const seen: string[] = [];
    const counting: typeof fetch = (input, init) => {
      seen.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    const other = new Meridian({ url: server.url, login: ADMIN.login, password: ADMIN.password, fetch: counting });
    expect(await other.me()).toMatchObject({ login: ADMIN.login, abilities: expect.arrayContaining(['site_access']) });
    const token = (await server.database.all('SELECT MAX(id) AS id FROM own_tokens WHERE name IS NULL'))[0]!['id']!;
    await server.database.run('DELETE FROM own_tokens WHERE id = ?', [token]);
    await new Promise((wake) => setTimeout(wake, 1100));
    seen.length = 0;
    await Promise.all([other.me(), other.me(), other.sites.count()]);
    expect(seen.filter((path) => path === '/api/login')).toHaveLength(1);

    const made = await other.tokens.create({ name: 'reader', read_only: true });
    const reader = new Meridian({ url: server.url, token: made.token });
    expect(await reader.tokens.list()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: made.id, name: 'reader' })]),
    );
    expect(await refusal(reader.sites.create({ name: 'Refused' }))).toMatchObject({ status: 403 });
    await other.tokens.delete(made.id);
    await new Promise((wake) => setTimeout(wake, 1100));
    expect(await refusal(reader.me())).toMatchObject({ status: 401 });
    const guest = new Meridian({ url: server.url });
    expect(await refusal(guest.login(ADMIN.login, 'wrong'))).toMatchObject({ status: 401 });
    await guest.login(ADMIN.login, ADMIN.password);
    await guest.logout();
    expect(await refusal(guest.me())).toMatchObject({ status: 401 });
    expect(await client.request('GET', '/api/sites', { query: { fields: 'id', page: { size: 1 } } })).toHaveLength(1);
  });
  it('asks the graph', async () => {
    const { id: bay } = await client.bays.create({ name: 'Rack 1' });
    const { id: host } = await client.physicalServers.create({ name: 'HOST-1', bay_id: bay });
    const { id: server1 } = await client.logicalServers.create({ name: 'SRV-9', physical_servers: [host] });
    const of = [`bays_${bay}`, `physical-servers_${host}`];
    const { nodes, summary, meta } = await client.graph.impact({ of, states: ['down'], flows: true });
    expect(nodes.map(({ id, state, round }) => [id, state, round])).toEqual([
      [`logical-servers_${server1}`, 'down', 1],
      [of[0], 'down', 0],
      [of[1], 'down', 0],
    ]);
    expect(nodes[0]!.chain).toEqual([of[1], `logical-servers_${server1}`]);
    expect(summary.down.by_kind).toEqual({ 'logical-servers': 1, bays: 1, 'physical-servers': 1 });
    expect(meta.of).toEqual(of);
    const near = await client.graph.neighbourhood({ of: of[0]!, depth: 2, direction: 'up' });
    expect(near.nodes.map(({ label, depth }) => [label, depth])).toEqual([
      ['Rack 1', 0],
      ['HOST-1', 1],
      ['SRV-9', 2],
    ]);
    expect((await client.graph.statistics()).nodes.by_kind['bays']).toBe(1);
    expect((await client.graph.singlePoints({ of: 'logical-servers' })).points.map(({ node }) => node.id)).toEqual(of);
    const unknown = await refusal(client.graph.dependencies({ of: 'bays_4000' }));
    expect(unknown).toMatchObject({ status: 404 });
    const outline = await client.graph.picture('impact', { of: of[0]!, format: 'text' });
    expect(await outline.text()).toContain('SRV-9');
    expect(await refusal(client.graph.picture('overview', { most: 5 }))).toMatchObject({ status: 400 });
    const { kinds, edges, families } = await client.graph.kinds();
    expect(kinds.find(({ path }) => path === 'bays')).toMatchObject({ view: 'physical' });
    expect(edges.filter(({ from }) => from.includes('bays')).map(({ family }) => family)).toContain('places');
    expect(families.map(({ name }) => name)).toContain('hosting');
    const { pictures } = await client.graph.pictures();
    const [{ name }] = pictures as [(typeof pictures)[number]];
    const drawn = await client.graph.picture(name);
    expect(await client.graph.picture(name, {}, { ifNoneMatch: drawn })).toBe(notModified);
    const saved = await client.savedMaps.create({ name: 'Rack', state: { roots: of } });
    expect((await client.savedMaps.get(saved.id)).state).toEqual({ roots: of });
  });
});
