/** Homes in a map of our own: made once, switched by an administrator, and what limited people see then. @seconds 20 */
import { readConfig } from '../../src/config.js';
import { downgradeOn, makeHomesOn } from '../../src/database/admin-connection.js';
import { registry } from '../../src/engine/index.js';
import { backup, restore } from '../backup/maps.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

type Row = Record<string, unknown>;

const configOf = (place: TestDatabase): ReturnType<typeof readConfig> =>
  readConfig({ DATABASE_URL: place.url, TOKEN_SECRET: 'a secret of the tests, 32 characters' });

describe.each(ENGINES)('homes on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  const lines: string[] = [];
  const people: Record<string, { token: string; roleId: number }> = {};
  const ids: Record<string, number> = {};
  const as = (who: string): { token: string } => ({ token: people[who]!.token });
  const switchTo = (enabled: unknown, token?: string): Promise<TestAnswer> =>
    server.request('PUT', '/api/perimeters/switch', { body: { enabled }, ...(token && { token }) });

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
    for (const name of ['old', 'deleted']) {
      ids[name] = (await server.post('/api/zones', { name })).body.id as number;
      ids[`app ${name}`] = (await server.post('/api/applications', { name })).body.id as number;
    }
    await server.delete(`/api/zones/${ids['deleted']}`);
    expect(await server.get('/api/perimeters/switch')).toMatchObject({ body: { homes: false, enabled: false } });
    expect((await switchTo(true)).status).toBe(409);
    await server.stop(true);
    const log = (line: string): void => void lines.push(line);
    expect(await makeHomesOn(configOf(place), log, true)).toBe(true);
    expect(lines.filter((line) => /perimeter_id/.test(line)).length).toBeGreaterThan(55);
    expect(await makeHomesOn(configOf(place), log, false)).toBe(true);
    expect(await makeHomesOn(configOf(place), log, false)).toBe(false);
    server = await TestServer.start(engine, {}, place);
    const titles = (await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL')).map(
      ({ title }) => title as string,
    );
    for (const [i, who] of ['alice', 'bruno'].entries()) {
      people[who] = await server.userWith(titles);
      const made = await server.post('/api/perimeters', { name: `Of ${who}` });
      ids[`Of ${who}`] = made.body.id as number;
      const given = await server.patch(`/api/roles/${people[who]!.roleId}`, { perimeter_id: made.body.id as number });
      expect([i, given.status, given.body.perimeter_id]).toEqual([i, 200, made.body.id]);
    }
  });
  afterAll(async () => {
    await server.stop();
    // The next file of tests has a map without.
    registry.fit(new Map());
  });

  it('limit nobody until they are switched on, by an administrator alone', async () => {
    expect((await server.get(`/api/applications/${ids['app old']}`, as('alice'))).status).toBe(200);
    expect((await switchTo(true, people['alice']!.token)).status).toBe(403);
    expect(Object.keys((await switchTo('perhaps')).body.errors as object)).toEqual(['enabled']);
    expect(await switchTo(true)).toMatchObject({ status: 200, body: { homes: true, enabled: true } });
    expect((await server.get(`/api/applications/${ids['app old']}`, as('alice'))).status).toBe(404);
    expect((await server.get(`/api/applications/${ids['app old']}`)).body.data.perimeter_id).toBe(1);
    const { body } = await server.get('/api/audit-logs?filter[description]=perimeters_switched');
    expect(body).toHaveLength(1);
  });

  it('whoever follows the changes is told that what they may see is another part now', async () => {
    for (const enabled of [false, true]) {
      const { cursor } = (await server.get('/api/changes?since=now', as('alice'))).body as { cursor: string };
      await switchTo(enabled);
      const told = (await server.get(`/api/changes?since=${cursor}`, as('alice'))).body as Row;
      expect([enabled, told['changes'], told['reset']]).toEqual([enabled, [], true]);
      const next = (await server.get(`/api/changes?since=${String(told['cursor'])}`, as('alice'))).body as Row;
      expect([next['changes'], next['reset']]).toEqual([[], undefined]);
    }
  });

  it('every kind: a new object belongs to its maker’s home, and nobody else sees it', async () => {
    const kinds = registry.all().filter(({ fields }) => fields.some(({ name }) => name === 'perimeter_id'));
    expect(kinds).toHaveLength(56);
    for (const { path, fields } of kinds.filter((kind) => kind.path !== 'roles')) {
      const field = fields.find(({ kind, rules }) => kind === 'name' && rules.uniqueLive);
      if (!field) continue;
      const body = { [field.name]: 'A twin' };
      const [first, second, third] = [
        await server.post(`/api/${path}`, body, as('alice')),
        await server.post(`/api/${path}`, body, as('bruno')),
        await server.post(`/api/${path}`, body, as('alice')),
      ];
      // Over its names the table has a key of the older application's.
      const isKept = path === 'backups';
      expect([path, first.status, second.status, third.status]).toEqual([path, 201, isKept ? 422 : 201, 422]);
      expect([path, first.body.perimeter_id]).toEqual([path, ids['Of alice']]);
      const seen = await server.get(`/api/${path}`, as('alice'));
      expect([path, (seen.body as Row[]).map(({ id }) => id)]).toEqual([path, [first.body.id]]);
      if (isKept) continue;
      for (const status of [
        (await server.get(`/api/${path}/${second.body.id}`, as('alice'))).status,
        (await server.put(`/api/${path}/${second.body.id}`, {}, as('alice'))).status,
        (await server.delete(`/api/${path}/${second.body.id}`, as('alice'))).status,
      ])
        expect([path, status]).toEqual([path, 404]);
      const moved = await server.put(`/api/${path}/${second.body.id}`, { perimeter_id: ids['Of alice'] });
      expect([path, moved.status, Object.keys(moved.body.errors as object)]).toEqual([path, 422, [field.name]]);
    }
  });

  it('documents are seen where what has them is at home, and everywhere as long as nothing has them', async () => {
    const upload = async (name: string, who: object = {}): Promise<number> => {
      const body = new FormData();
      body.set('file', new Blob([name]), `${name}.txt`);
      const { status, body: made } = await server.post('/api/documents', body, who);
      expect([name, status]).toEqual([name, 201]);
      return made.id as number;
    };
    const [far, shared, free] = [await upload('far'), await upload('shared'), await upload('free')];
    const own = await upload('own', as('alice'));
    const near = await server.post('/api/entities', { name: 'Near', documents: [shared, own] }, as('alice'));
    expect([near.status, near.body.documents]).toEqual([201, [shared, own]]);
    const holder = await server.post('/api/entities', { name: 'Far', documents: [far, shared] });
    const listed = async (who: string): Promise<unknown> =>
      ((await server.get('/api/documents?fields=id&sort=id', as(who))).body as Row[]).map(({ id }) => id);
    const found = async (who: string): Promise<unknown> =>
      ((await server.get('/api/search?q=far.txt', as(who))).body as { results: unknown[] }).results.length;
    expect([await listed('alice'), await listed('bruno')]).toEqual([[shared, free, own], [free]]);
    expect([await found('alice'), (await server.get('/api/search?q=far.txt')).body.results.length]).toEqual([0, 1]);
    for (const [who, id, status] of [
      ['alice', far, 404],
      ['bruno', shared, 404],
      ['bruno', own, 404],
      ['alice', shared, 200],
      ['bruno', free, 200],
    ] as const)
      for (const path of [`documents/${id}`, `documents/${id}/download`, `documents/${id}/history`])
        expect([who, path, (await server.get(`/api/${path}`, as(who))).status]).toEqual([who, path, status]);
    const link = await server.patch(`/api/entities/${near.body.id}`, { documents: [shared, far] }, as('alice'));
    expect([link.status, Object.keys(link.body.errors as object)]).toEqual([422, ['documents.1']]);
    expect((await server.delete(`/api/documents/${far}`, as('alice'))).status).toBe(404);
    // What other homes have, too, is changed and deleted by nobody who may do so in one of them alone.
    for (const [who, id, status] of [
      ['alice', shared, 404],
      ['alice', own, 200],
      ['bruno', free, 200],
    ] as const)
      expect([who, id, (await server.patch(`/api/documents/${id}`, { filename: 'new.txt' }, as(who))).status]).toEqual([
        ...[who, id, status],
      ]);
    const none = await server.patch(`/api/documents/${shared}`, { entities: [near.body.id] }, as('alice'));
    expect([none.status, (await server.delete(`/api/documents/${shared}`, as('alice'))).status]).toEqual([404, 404]);
    expect((await server.get(`/api/documents/${shared}`)).body.data.entities).toEqual([near.body.id, holder.body.id]);
    // What had it comes back perhaps.
    await server.delete(`/api/entities/${holder.body.id}`);
    expect((await server.get(`/api/documents/${far}`, as('alice'))).status).toBe(404);
    expect((await server.delete(`/api/documents/${shared}`, as('alice'))).status).toBe(404);
  });

  it('whom perimeters limit besides are told both: of these only what is at home there', async () => {
    const given = (await server.post('/api/perimeters', { name: 'Given', rules: [{ resource: 'zones', all: true }] }))
      .body;
    const person = await server.userWith(['zone_access']);
    const home = { id: ids['Of alice'], name: 'Of alice' };
    const told = async (): Promise<Row> => (await server.get('/api/me', { token: person.token })).body as Row;
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: ids['Of alice'] });
    expect([(await told())['perimeters'], (await told())['homes']]).toEqual([[home], undefined]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeters: [given.id] });
    const both = await told();
    expect([both['perimeters'], both['homes']]).toEqual([[{ id: given.id, name: 'Given' }], [home]]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeters: [] });
    expect((await server.delete(`/api/perimeters/${given.id}`)).status).toBe(200);
  });

  it('a role that perimeters limit besides gives nothing more where another role has another home', async () => {
    const zone = async (name: string, home: string): Promise<number> =>
      (await server.post('/api/zones', { name, perimeter_id: ids[home] })).body.id as number;
    const [near, far, given] = [
      await zone('Part near', 'Of alice'),
      await zone('Part far', 'Of bruno'),
      await zone('Part given', 'Of bruno'),
    ];
    const filter = { id: String(given) };
    const supplier = await server.post('/api/perimeters', { name: 'Supplier', rules: [{ resource: 'zones', filter }] });
    const rights = ['zone_access', 'zone_show', 'zone_edit'];
    const [person, other] = [await server.userWith(rights), await server.userWith(rights)];
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: ids['Of alice'] });
    await server.patch(`/api/roles/${other.roleId}`, { perimeter_id: ids['Of bruno'], perimeters: [supplier.body.id] });
    await server.patch(`/api/users/${person.id}`, { roles: [person.roleId, other.roleId] });
    const listed = async ({ token }: { token: string }): Promise<unknown> =>
      ((await server.get('/api/zones?filter[name_starts]=Part&fields=id&sort=id', { token })).body as Row[]).map(
        ({ id }) => id,
      );
    expect([await listed(person), await listed(other)]).toEqual([[near, given], [given]]);
    const { token } = person;
    expect((await server.get(`/api/zones/${far}`, { token })).status).toBe(404);
    expect((await server.patch(`/api/zones/${far}`, { description: 'Mine' }, { token })).status).toBe(404);
    expect((await server.patch(`/api/zones/${near}`, { perimeter_id: ids['Of bruno'] }, { token })).status).toBe(403);
    for (const { roleId } of [person, other])
      await server.patch(`/api/roles/${roleId}`, { perimeter_id: 1, perimeters: [] });
    await server.delete(`/api/perimeters/${supplier.body.id}`);
  });

  it('a document of two objects is not seen where one is at home and only the other one lies in the perimeter', async () => {
    const body = new FormData();
    body.set('file', new Blob(['both']), 'both.txt');
    const document = (await server.post('/api/documents', body)).body.id as number;
    const holder = async (name: string, home: string): Promise<number> =>
      (await server.post('/api/entities', { name, perimeter_id: ids[home], documents: [document] })).body.id as number;
    const [near, far] = [await holder('Holder near', 'Of alice'), await holder('Holder far', 'Of bruno')];
    const rules = [{ resource: 'entities', filter: { id: String(far) } }];
    const given = await server.post('/api/perimeters', { name: 'Of the far one', rules });
    const person = await server.userWith(['entity_access', 'entity_show', 'document_access', 'document_show']);
    const { token } = person;
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: ids['Of alice'] });
    const statuses = async (): Promise<number[]> => {
      const found = [];
      for (const path of [
        `entities/${near}`,
        `entities/${far}`,
        `documents/${document}`,
        `documents/${document}/download`,
      ])
        found.push((await server.get(`/api/${path}`, { token })).status);
      return found;
    };
    expect(await statuses()).toEqual([200, 404, 200, 200]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeters: [given.body.id] });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: ids['Of bruno'] });
    expect(await statuses()).toEqual([404, 200, 200, 200]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: 1, perimeters: [] });
    await server.delete(`/api/perimeters/${given.body.id}`);
  });

  it('a home that is not one’s own is refused without a word on the names there', async () => {
    await server.post('/api/zones', { name: 'Taken there', perimeter_id: 1 });
    const own = (await server.post('/api/zones', { name: 'Free here' }, as('alice'))).body.id as number;
    for (const name of ['Taken there', 'Taken nowhere']) {
      const made = await server.post('/api/zones', { name, perimeter_id: 1 }, as('alice'));
      const moved = await server.patch(`/api/zones/${own}`, { name, perimeter_id: 1 }, as('alice'));
      for (const { status, body } of [made, moved])
        expect([name, status, Object.keys(body.errors as object)]).toEqual([name, 422, ['perimeter_id']]);
    }
    // Nor where one of their roles is at home that does not let them make anything.
    const person = await server.userWith(['zone_access', 'zone_create']);
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: ids['Of alice'] });
    const reading = (await server.post('/api/roles', { title: 'Reads in the first', perimeter_id: 1 })).body
      .id as number;
    const { data } = (await server.get(`/api/users/${person.id}`)).body as { data: { roles: number[] } };
    await server.patch(`/api/users/${person.id}`, { roles: [...data.roles, reading] });
    for (const name of ['Taken there', 'Taken nowhere']) {
      const made = await server.post('/api/zones', { name, perimeter_id: 1 }, { token: person.token });
      expect([name, made.status]).toEqual([name, 403]);
    }
  });
  it('whoever was given an object sees its documents', async () => {
    const body = new FormData();
    body.set('file', new Blob(['given']), 'given.txt');
    const document = (await server.post('/api/documents', body)).body.id as number;
    const far = (await server.post('/api/entities', { name: 'Given away', documents: [document] })).body.id as number;
    const bruno = await server.get('/api/me', as('bruno'));
    const given = await server.post('/api/cartographers', {
      ...{ user_id: bruno.body.id, cartographiable_type: 'App\\Models\\Entity', cartographiable_id: far },
    });
    expect(given.status).toBe(201);
    const [object, found, changed] = [
      await server.get(`/api/entities/${far}`, as('bruno')),
      await server.get(`/api/documents/${document}`, as('bruno')),
      await server.patch(`/api/documents/${document}`, { filename: 'mine.txt' }, as('bruno')),
    ];
    expect([object.status, object.body.data?.documents, found.status, changed.status]).toEqual([
      ...[200, [document], 200, 404],
    ]);
    expect((await server.get(`/api/documents/${document}`, as('alice'))).status).toBe(404);
  });
  it('documents of a relation are seen where it is at home, not where its ends are', async () => {
    const upload = new FormData();
    upload.set('file', new Blob(['between']), 'between.txt');
    const document = (await server.post('/api/documents', upload)).body.id as number;
    const end = async (name: string): Promise<number> =>
      (await server.post('/api/entities', { name }, as('alice'))).body.id as number;
    const [from, to] = [await end('From here'), await end('To there')];
    const body = { name: 'Between', importance: 1, source_id: from, destination_id: to, documents: [document] };
    const made = await server.post('/api/relations', { ...body, perimeter_id: ids['Of bruno'] });
    expect([made.status, made.body.errors, made.body.documents]).toEqual([201, undefined, [document]]);
    for (const [who, status] of [
      ['alice', 404],
      ['bruno', 200],
    ] as const)
      for (const path of [`relations/${made.body.id}`, `documents/${document}`, `documents/${document}/download`])
        expect([who, path, (await server.get(`/api/${path}`, as(who))).status]).toEqual([who, path, status]);
  });
  it('a merge moves nothing: the survivor stays at home where it is', async () => {
    const make = async (perimeter_id: number | undefined, name: string): Promise<number> =>
      (await server.post('/api/zones', { name, perimeter_id })).body.id as number;
    const [first, other] = [await make(1, 'Merged 1'), await make(ids['Of bruno'], 'Merged 2')];
    const merged = await server.post(`/api/zones/${first}/merge`, { from: [other] });
    expect([merged.status, merged.body.data?.filled, merged.body.data?.differing]).toMatchObject([
      ...[200, expect.not.objectContaining({ perimeter_id: expect.anything() })],
      expect.not.objectContaining({ perimeter_id: expect.anything() }),
    ]);
    expect((await server.get(`/api/zones/${first}`)).body.data.perimeter_id).toBe(1);
    expect((await server.get(`/api/zones/${first}`, as('bruno'))).status).toBe(404);
    const { status, body } = await server.get(`/api/zones/${other}`, as('bruno'));
    expect([status, body.merged_into]).toEqual([404, undefined]);
    // Who may delete an object, and not see it, reads it in no merge.
    const person = await server.userWith(['zone_access', 'zone_show', 'zone_edit', 'zone_delete']);
    await server.patch(`/api/roles/${person.roleId}`, { perimeter_id: 1 });
    const permission = (await server.database.all("SELECT id FROM permissions WHERE title = 'zone_delete'"))[0]!['id'];
    const deleting = await server.post('/api/roles', {
      ...{ title: 'Deletes', perimeter_id: ids['Of bruno'], permissions: [permission] },
    });
    await server.patch(`/api/users/${person.id}`, { roles: [person.roleId, deleting.body.id] });
    const unseen = await make(ids['Of bruno'], 'Merged 4');
    const blind = await server.post(`/api/zones/${first}/merge?dry_run=1`, { from: [unseen] }, { token: person.token });
    expect([blind.status, Object.keys(blind.body.errors as object)]).toEqual([422, ['from.0']]);
    const refused = await server.post(`/api/zones/${first}/merge`, {
      ...{ from: [await make(ids['Of bruno'], 'Merged 3')], prefer: { perimeter_id: first } },
    });
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['prefer.perimeter_id']]);
  });

  it('names from before are held in the first home; those of deleted objects are free', async () => {
    const say = async (name: string): Promise<number> => (await server.post('/api/zones', { name })).status;
    expect([await say('old'), await say('deleted')]).toEqual([422, 201]);
  });

  it('a perimeter with objects is not deleted, the first never', async () => {
    const statuses = [];
    for (const id of [1, ids['Of alice']]) statuses.push((await server.delete(`/api/perimeters/${id}`)).status);
    expect(statuses).toEqual([422, 422]);
    await expect(server.database.run('DELETE FROM own_perimeters WHERE id = ?', [ids['Of bruno']!])).rejects.toThrow(
      /foreign key/i,
    );
  });

  it('off: everybody sees everything again, and nothing is lost', async () => {
    expect((await switchTo('0')).body).toEqual({ homes: true, enabled: false });
    expect((await server.get(`/api/applications/${ids['app old']}`, as('alice'))).status).toBe(200);
    expect((await switchTo(true)).status).toBe(200);
    expect((await server.get(`/api/applications/${ids['app old']}`, as('alice'))).status).toBe(404);
  });
});

describe.each(ENGINES)('a backup of a map with homes, from %s', (engine) => {
  const places: TestDatabase[] = [];
  const place = async (of = engine): Promise<TestDatabase> => {
    const made = await makeDatabase(of);
    places.push(made);
    return made;
  };
  afterAll(async () => {
    registry.fit(new Map());
    for (const each of places) await each.drop();
  });

  it('brings homes, names within them and the switch to either engine, and never into a map without', async () => {
    const from = await place();
    await (await TestServer.start(engine, {}, from)).stop(true);
    await makeHomesOn(configOf(from), () => undefined, false);
    let server = await TestServer.start(engine, {}, from);
    const second = (await server.post('/api/perimeters', { name: 'Second' })).body.id as number;
    for (const home of [1, second]) await server.post('/api/sites', { name: 'A twin', perimeter_id: home });
    await server.request('PUT', '/api/perimeters/switch', { body: { enabled: true } });
    await server.stop(true);
    const file = `${from.folder}/map.backup`;
    expect(await backup(from, file)).toMatchObject({ unknown: [] });
    await expect(downgradeOn(configOf(from), '0.3.0', () => undefined, false)).rejects.toThrow(/has homes/);
    for (const to of ENGINES) {
      registry.fit(new Map());
      const target = await place(to);
      await restore(target, file);
      server = await TestServer.start(to, {}, target);
      try {
        expect((await server.get('/api/perimeters/switch')).body).toEqual({ homes: true, enabled: true });
        const sites = (await server.get('/api/sites')).body as Row[];
        expect(sites.map((row) => [row['name'], row['perimeter_id']])).toEqual([
          ['A twin', 1],
          ['A twin', second],
        ]);
        const again = await server.post('/api/sites', { name: 'A twin', perimeter_id: second });
        expect([to, again.status]).toEqual([to, 422]);
      } finally {
        await server.stop(true);
      }
    }
    registry.fit(new Map());
    const without = await place();
    server = await TestServer.start(engine, {}, without);
    await server.post('/api/sites', { name: 'Was here before' });
    await server.stop(true);
    const plain = `${without.folder}/map.backup`;
    await backup(without, plain);
    await expect(restore(without, file, {}, true)).rejects.toThrow(/has no homes/);
    await expect(restore(from, plain, {}, true)).rejects.toThrow(/has homes/);
  });
});

describe.each(ENGINES)('a map with a perimeter of the first id on %s', (engine) => {
  it('gets no homes: everything would belong to it', async () => {
    const place = await makeDatabase(engine);
    const server = await TestServer.start(engine, {}, place);
    await server.post('/api/perimeters', { name: 'Somebody’s part' });

    await server.stop(true);
    await expect(makeHomesOn(configOf(place), () => undefined, false)).rejects.toThrow(/perimeter with the id 1/);
    await place.drop();
  });
});
