/** A database of the older application's newest generation: told by its columns, served under old and new names, by homes. @seconds 60 */
import { registry } from '../../src/engine/index.js';
import type { TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../support/server.js';
import { describeWithOldDatabase, newestDatabase, onDatabase } from './old-database.js';

const BASE = 990_000;
type Row = Record<string, unknown>;

describeWithOldDatabase('the newest generation of the older application', () => {
  let place: TestDatabase;
  let server: TestServer;
  const people: Record<string, string> = {};

  beforeAll(async () => {
    place = await newestDatabase();
    server = await TestServer.start('mariadb', {}, place);
    for (const login of ['alice', 'bruno', 'chloe']) people[login] = await server.login(login, ADMIN.password);
  });
  afterAll(async () => {
    await server.stop();
    // The next file of tests may ask it without a database.
    registry.fit(new Map());
  });

  const sql = (text: string): Promise<Row[]> => server.database.all(text) as Promise<Row[]>;
  const as = (who: string): { token: string } => ({ token: people[who] ?? server.token });
  const change = async (text: string): Promise<void> => {
    await onDatabase(place, (connection) => connection.query(text));
  };

  it('every kind answers, in lists and one by one, and what is answered can be sent back', async () => {
    const kinds = registry.all().filter(({ readOnly }) => !readOnly);
    expect(kinds.length).toBeGreaterThan(55);
    for (const { path } of kinds) {
      const list = await server.get(`/api/${path}`);
      expect([path, list.status]).toEqual([path, 200]);
      const [first] = list.body as Array<{ id: number }>;
      if (!first || path === 'documents' || path === 'users') continue;
      const one = await server.get(`/api/${path}/${first.id}`);
      const back = await server.put(`/api/${path}/${first.id}`, one.body.data);
      expect([path, one.status, back.status, back.body.updated_at]).toEqual([path, 200, 200, one.body.data.updated_at]);
    }
  });

  describe('names', () => {
    const NAMES = [
      ['entities', 'entity_type', 'type', 'Supplier of both names'],
      ['application-flows', 'nature', 'type', 'Flow of both names'],
      ['bays', 'room_id', 'building_id', BASE + 1],
    ] as const;

    it.each(NAMES)('%s: %s and %s take, answer, find and sort alike', async (path, old, later, value) => {
      const made = [];
      for (const [i, name] of [old, later].entries())
        made.push(await server.post(`/api/${path}`, { name: `By ${name} ${i}`, [name]: value }));
      for (const { status, body } of made) expect([status, body[old], body[later]]).toEqual([201, value, value]);
      const ids = made.map(({ body }) => body.id as number);
      for (const name of [old, later]) {
        const found = await server.get(`/api/${path}?filter[${name}]=${String(value)}&fields=${name}&sort=-${name},id`);
        const rows = (found.body as Row[]).filter(({ id }) => ids.includes(id as number));
        expect(rows).toEqual(ids.map((id) => ({ id, [name]: value })));
      }
      const both = await server.put(`/api/${path}/${ids[0]}`, { [old]: 'one', [later]: 'other' });
      expect(both.status).toBe(422);
      await server.delete(`/api/${path}/mass-destroy`, { body: { ids } });
    });

    it('a room is included under both names', async () => {
      const { body } = await server.get(`/api/bays/${BASE + 1}?include=room,building`);
      expect([body.data.room.name, body.data.building.name]).toEqual(['Main', 'Main']);
    });

    it('is_external is a tag: read, written, filtered and sorted by it; the others keep their order', async () => {
      const url = `/api/entities/${BASE + 3}`;
      const say = async (body: object): Promise<unknown[]> => {
        const answer = await server.put(url, body);
        return [answer.status, answer.body.is_external, answer.body.attributes];
      };
      expect((await server.get(url)).body.data.is_external).toBe(1);
      expect(await say({ is_external: false })).toEqual([200, 0, 'cloud']);
      expect(await say({ attributes: 'b a', is_external: true })).toEqual([200, 1, 'b a extern']);
      expect(await say({ is_external: true })).toEqual([200, 1, 'b a extern']);
      expect(await say({ attributes: 'a external' })).toEqual([200, 0, 'a external']);
      expect(await say({ is_external: null, attributes: 'cloud extern', name: 'Supplier' })).toEqual([
        200,
        1,
        'cloud extern',
      ]);
      expect((await server.put(url, { is_external: 'perhaps' })).status).toBe(422);
      const [{ n }] = (await sql(
        "SELECT COUNT(*) AS n FROM entities WHERE deleted_at IS NULL AND CONCAT(' ', attributes, ' ') LIKE '% extern %'",
      )) as [{ n: number }];
      const found = await server.get('/api/entities?filter[is_external]=1&sort=-is_external,name');
      expect(found.body).toHaveLength(Number(n));
      expect((found.body as Row[]).every((row) => row['is_external'] === 1)).toBe(true);
    });

    it('reports and pictures read them', async () => {
      for (const path of [
        ...['report/entities', 'report/cartography', 'report/cartography?format=docx', 'report/physicalInventory'],
        'report/maturity',
      ])
        expect([path, (await server.get(`/api/${path}`)).status]).toEqual([path, 200]);
    });
  });

  it('questions about the whole graph are answered', async () => {
    for (const path of ['statistics', 'orphans', 'single-points', 'cuts', 'cycles', 'pictures/information-system'])
      expect([path, (await server.get(`/api/graph/${path}`)).status]).toEqual([path, 200]);
  });

  describe('homes', () => {
    const LISTS: ReadonlyArray<readonly [path: string, alice: number[], bruno: number[], chloe: number[]]> = [
      ['dnsservers', [1, 2], [2], [3]],
      ['sites', [1, 2], [2], [3]],
      ['buildings', [1, 2], [2], []],
      ['bays', [1, 2], [2], []],
      ['entities', [1, 2, 3], [2, 3], []],
      // Chloe owns one of the first perimeter.
      ['applications', [1, 2], [2], [1, 3]],
      // Seen from their own home and from those of their ends.
      ['application-flows', [1, 2, 3, 4], [1, 2, 4], [2, 4]],
      ['physical-links', [1], [1], []],
      ['logical-flows', [1], [], []],
      ['logical-servers', [1, 2], [2], []],
      ['containers', [1, 2], [2], []],
      ['zones', [1, 2], [2], []],
      ['domains', [1], [1], []],
      ['data-processings', [1], [1], []],
      ['admin-users', [1], [1], []],
    ];

    it.each(LISTS)('%s: what each person lists, shows and may change', async (path, ...expected) => {
      const { body } = await server.get(`/api/${path}?filter[id_gt]=${BASE}&fields=perimeter_id`);
      const all = (body as Array<{ id: number; perimeter_id: number }>).filter(({ id }) => id < BASE + 5);
      for (const [i, who] of ['alice', 'bruno', 'chloe'].entries()) {
        const seen = expected[i]!.map((id) => BASE + id);
        const listed = await server.get(`/api/${path}?filter[id_gt]=${BASE}&filter[id_lt]=${BASE + 5}`, as(who));
        expect([who, (listed.body as Row[]).map(({ id }) => id)]).toEqual([who, seen]);
        for (const { id, perimeter_id: home } of all) {
          const shown = await server.get(`/api/${path}/${id}`, as(who));
          expect([who, id, shown.status]).toEqual([who, id, seen.includes(id) ? 200 : 404]);
          const isOwn = { alice: false, bruno: home === 2, chloe: home === 3 }[who as 'alice']!;
          const isOwned = who === 'chloe' && path === 'applications' && id === BASE + 1;
          const edited = await server.put(`/api/${path}/${id}`, {}, as(who));
          const edits = who === 'alice' ? 403 : isOwn || isOwned ? 200 : 404;
          expect([who, id, 'edit', edited.status]).toEqual([who, id, 'edit', edits]);
          if (isOwn) continue;
          const deleted = await server.delete(`/api/${path}/${id}`, as(who));
          expect([who, id, 'delete', deleted.status]).toEqual([who, id, 'delete', who === 'alice' ? 403 : 404]);
        }
      }
    });

    it('a new object is at home where its maker may make it; a stranger there is refused', async () => {
      const say = async (who: string, body: object): Promise<unknown[]> => {
        const { status, body: answer } = await server.post('/api/dnsservers', body, as(who));
        return status === 201 ? [status, answer.perimeter_id] : [status, Object.keys(answer.errors ?? {})];
      };
      expect(await say('bruno', { name: 'Of bruno' })).toEqual([201, 2]);
      expect(await say('chloe', { name: 'Of chloe', perimeter_id: '3' })).toEqual([201, 3]);
      expect(await say('bruno', { name: 'Elsewhere', perimeter_id: 1 })).toEqual([422, ['perimeter_id']]);
      expect(await say('boss', { name: 'Of the administrator' })).toEqual([201, 1]);
      expect(await say('boss', { name: 'Nowhere', perimeter_id: null })).toEqual([422, ['perimeter_id']]);
      expect(await say('boss', { name: 'Nowhere', perimeter_id: 77 })).toEqual([422, ['perimeter_id']]);
      const mass = await server.post(
        '/api/dnsservers/mass-store',
        { items: [{ name: 'One of many' }, { name: 'Other', perimeter_id: 1 }] },
        as('bruno'),
      );
      expect([mass.status, Object.keys(mass.body.errors)]).toEqual([422, ['items.1.perimeter_id']]);
      expect(await sql("SELECT id FROM dnsservers WHERE name = 'One of many'")).toEqual([]);
    });

    it('whoever owns an object edits it and never moves it', async () => {
      const url = `/api/applications/${BASE + 1}`;
      expect((await server.put(url, { description: 'by its owner' }, as('chloe'))).status).toBe(200);
      expect((await server.put(url, { perimeter_id: 3 }, as('chloe'))).status).toBe(403);
      expect(await sql(`SELECT perimeter_id FROM applications WHERE id = ${BASE + 1}`)).toEqual([{ perimeter_id: 1 }]);
    });

    it('a mass of which one lies elsewhere changes nothing', async () => {
      const ids = [BASE + 1, BASE + 2];
      const gone = await server.delete('/api/dnsservers/mass-destroy', { ...as('bruno'), body: { ids } });
      const moved = await server.put(
        '/api/dnsservers/mass-update',
        { items: ids.map((id) => ({ id, address_ip: '10.9.9.9' })) },
        as('bruno'),
      );
      expect([gone.status, moved.status]).toEqual([422, 422]);
      const rows = await sql(`SELECT deleted_at, address_ip FROM dnsservers WHERE id IN (${ids.join()}) ORDER BY id`);
      expect(rows).toEqual([
        { deleted_at: null, address_ip: '10.1.0.53' },
        { deleted_at: null, address_ip: '10.2.0.53' },
      ]);
    });

    it('what hides at the other end of a flow is null, and writing keeps it', async () => {
      const url = `/api/application-flows/${BASE + 2}`;
      const { body } = await server.get(`${url}?include=application_dest`, as('bruno'));
      expect([body.data.application_dest_id, body.data.application_dest]).toEqual([null, null]);
      const whole = (await server.get(url, as('bruno'))).body.data as Row;
      expect((await server.put(url, { ...whole, description: 'seen from one side' }, as('bruno'))).status).toBe(200);
      expect(await sql(`SELECT application_dest_id AS far FROM application_flows WHERE id = ${BASE + 2}`)).toEqual([
        { far: BASE + 3 },
      ]);
    });

    it('off: everybody has all rights of their roles everywhere, within a second', async () => {
      await change("UPDATE parameters SET value = '0' WHERE name = 'perimeters_enabled'");
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const off = await server.get(`/api/sites?filter[id_gt]=${BASE}`, as('bruno'));
      const made = await server.post('/api/dnsservers', { name: 'While off' }, as('bruno'));
      expect(off.body).toHaveLength(((await server.get(`/api/sites?filter[id_gt]=${BASE}`)).body as Row[]).length);
      expect([made.status, made.body.perimeter_id]).toEqual([201, 1]);
      await change("UPDATE parameters SET value = '1' WHERE name = 'perimeters_enabled'");
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await server.get(`/api/dnsservers/${made.body.id}`, as('bruno'))).status).toBe(404);
    });

    it('the switch is the older application’s own, moved by an administrator alone', async () => {
      const say = (enabled: boolean, who = 'boss'): Promise<TestAnswer> =>
        server.request('PUT', '/api/perimeters/switch', { body: { enabled }, ...as(who) });
      const stored = (): Promise<Row[]> => sql("SELECT value FROM parameters WHERE name = 'perimeters_enabled'");
      expect((await server.get('/api/perimeters/switch')).body).toEqual({ homes: true, enabled: true });
      expect((await say(false, 'bruno')).status).toBe(403);
      expect((await say(false)).body).toEqual({ homes: true, enabled: false });
      expect([await stored(), (await server.get(`/api/sites/${BASE + 1}`, as('bruno'))).status]).toEqual([
        [{ value: '0' }],
        200,
      ]);
      expect((await say(true)).status).toBe(200);
      expect([await stored(), (await server.get(`/api/sites/${BASE + 1}`, as('bruno'))).status]).toEqual([
        [{ value: '1' }],
        404,
      ]);
    });

    it('names are taken in one home, and go with what moves; a key that stands on the table counts over all', async () => {
      const kinds = registry
        .all()
        .filter(({ fields }) => fields.some(({ name }) => name === 'perimeter_id'))
        .flatMap(({ path, fields }) => {
          const field = fields.find(({ rules, kind }) => kind === 'name' && rules.uniqueLive);
          return field ? [{ path, field: field.name }] : [];
        });
      expect(kinds.length).toBeGreaterThan(40);
      for (const { path, field } of kinds) {
        const make = (home: number, name = 'A twin'): Promise<TestAnswer> =>
          server.post(`/api/${path}`, { [field]: name, perimeter_id: home });
        const [first, second, third, other] = [await make(1), await make(2), await make(2), await make(2, 'Alone')];
        const isKept = path === 'backups';
        expect([path, first.status, second.status, third.status]).toEqual([path, 201, isKept ? 422 : 201, 422]);
        const url = `/api/${path}/${first.body.id}`;
        const [taken, renamed, moved] = [
          await server.put(url, { perimeter_id: 2 }),
          await server.put(url, { [field]: 'Alone', perimeter_id: 2 }),
          await server.put(url, { [field]: 'Alone', perimeter_id: 3 }),
        ];
        const statuses = [taken, renamed, moved].map(({ status }) => status);
        expect([path, ...statuses]).toEqual([path, ...(isKept ? [200, 422, 422] : [422, 422, 200])]);
        if (!isKept) {
          expect(Object.keys(taken.body.errors)).toEqual([field]);
          expect((await make(1)).status).toBe(201);
          expect((await make(3, 'Alone')).status).toBe(422);
        }
        expect(other.status).toBe(201);
      }
    });

    it('a row of the older application that says nothing is at home in the first perimeter', async () => {
      await change("INSERT INTO sites (name) VALUES ('From the other program')");
      const [{ id }] = (await sql("SELECT id FROM sites WHERE name = 'From the other program'")) as [{ id: number }];
      expect((await server.get(`/api/sites/${id}`)).body.data.perimeter_id).toBe(1);
      expect((await server.get(`/api/sites/${id}`, as('alice'))).status).toBe(200);
      expect((await server.get(`/api/sites/${id}`, as('bruno'))).status).toBe(404);
    });

    it('a person feeds their perimeter alone, under old and new names, and learns of no other one', async () => {
      await change(
        'INSERT IGNORE INTO permission_role (role_id, permission_id) SELECT r.id, p.id FROM roles r JOIN permissions p ON true ' +
          `WHERE r.id = ${BASE + 3}`,
      );
      await change("INSERT INTO sites (name, description, perimeter_id) VALUES ('Fed twin', 'Zauberwort', 1)");
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const say = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
        server.request(method, `/api/feed/${path}`, { ...as('bruno'), ...(body !== undefined && { body }) });
      const made = await say('PUT', 'sources/BRUNO', {});
      expect([made.status, made.body.settings]).toEqual([201, { perimeter_id: 2 }]);
      const items = [
        { type: 'sites', ref: 's', set: { name: 'Fed twin', description: 'fed' } },
        { type: 'entities', ref: 'e', set: { name: 'Fed supplier', entity_type: 'Supplier' } },
        { type: 'bays', ref: 'b', set: { name: 'Fed bay', building_id: { id: BASE + 2 } } },
      ];
      const run = await say('POST', 'runs', { feed: 1, source: 'BRUNO', items });
      expect([run.status, run.body.data?.counts.create]).toEqual([200, 3]);
      expect(await sql("SELECT perimeter_id, description FROM sites WHERE name = 'Fed twin' ORDER BY id")).toEqual([
        { perimeter_id: 1, description: 'Zauberwort' },
        { perimeter_id: 2, description: 'fed' },
      ]);
      expect(await sql("SELECT perimeter_id, type FROM entities WHERE name = 'Fed supplier'")).toEqual([
        { perimeter_id: 2, type: 'Supplier' },
      ]);
      const told = [run];
      for (const id of [BASE + 1, BASE + 99_000]) {
        const item = { type: 'bays', ref: 'b', set: { name: 'Fed bay', room_id: { id } } };
        const refused = await say('POST', 'runs', { feed: 1, source: 'BRUNO', items: [item] });
        told.push(refused);
        expect([refused.status, refused.body.findings[0].code]).toEqual([422, 'unresolved']);
      }
      expect(JSON.stringify(told.map(({ body }) => body as unknown))).not.toMatch(/Zauberwort/);
      // Perimeters that a role is given besides hold in its home; whoever is limited so does not feed.
      const { body: role } = await server.get(`/api/roles/${BASE + 3}`);
      expect((await server.patch(`/api/roles/${BASE + 3}`, { perimeters: [3] })).status).toBe(200);
      expect((await server.get('/api/sites', as('bruno'))).body).toEqual([]);
      expect((await say('GET', 'sources')).status).toBe(403);
      await server.patch(`/api/roles/${BASE + 3}`, { perimeters: role.data.perimeters ?? [] });
      expect((await server.get('/api/me', as('bruno'))).body.perimeters).toEqual([{ id: 2, name: 'Branch A' }]);
    });

    it('perimeters: read, made, renamed, and deleted once nothing belongs to them', async () => {
      const one = await server.get('/api/perimeters/2');
      expect(one.body.data).toMatchObject({
        id: 2,
        name: 'Branch A',
        roles: expect.arrayContaining([BASE + 2, BASE + 3]) as unknown,
      });
      const say = async (name: string): Promise<number> => (await server.post('/api/perimeters', { name })).status;
      expect([await say('x'), await say('x'.repeat(33)), await say('branch a')]).toEqual([422, 422, 422]);
      const { status, body } = await server.post('/api/perimeters', { name: 'To be deleted' });
      const renamed = await server.put(`/api/perimeters/${body.id}`, { name: 'Renamed' });
      const role = await server.post('/api/roles', { title: 'There', perimeter_id: body.id });
      expect([status, renamed.body.name, role.status, role.body.perimeter_id]).toEqual([201, 'Renamed', 201, body.id]);
      expect((await server.post('/api/roles', { title: 'Of the first' })).body.perimeter_id).toBe(1);
      const refused = [1, 2, body.id as number].map((id) => server.delete(`/api/perimeters/${id}`));
      expect((await Promise.all(refused)).map((answer) => answer.status)).toEqual([422, 422, 422]);
      await change(`DELETE FROM roles WHERE id = ${role.body.id}`);
      expect((await server.delete(`/api/perimeters/${body.id}`)).status).toBe(200);
      expect((await server.get('/api/perimeters', as('alice'))).status).toBe(403);
    });
  });
});
