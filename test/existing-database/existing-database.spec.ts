/** A database of the older application: recognised, only added to, and served with all that is in it. @seconds 15 */
import { parseTables } from '../../src/database/table-shape.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { registry } from '../../src/engine/index.js';
import { isAdded } from '../engine/model/additions.js';
import { sharedJson } from '../engine/model/shared.js';
import { ADMIN, TestServer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture, type Pictured } from './old-database.js';

type Pictures = Map<string, Pictured>;
type Recorded = Record<string, { response: { body: Array<Record<string, unknown>> & { data?: unknown } } } | undefined>;

/** What may be added to an old table. */
const ADDED =
  /^`ext_refs` varchar\(255\) DEFAULT NULL$|^`own_\w+` [^,]+ DEFAULT (NULL|2)$|^KEY `idx_own_\w+` \([^)]+(\(191\))?.*\)$/;
/** Rights are rows, which old tables gain, and the log-in of this test is journalled. */
const GAINING = ['permissions', 'permission_role', 'audit_logs'];

const without = (all: string[], some: string[]): string[] => all.filter((one) => !some.includes(one));
const rows = (pictures: Pictures): object =>
  Object.fromEntries([...pictures].map(([name, { rows: lines }]) => [name, lines]));

describeWithOldDatabase('contract 13: on a database of the older application', () => {
  let place: Awaited<ReturnType<typeof oldDatabase>>;
  let server: TestServer;
  let before: Pictures;
  let after: Pictures;
  beforeAll(async () => {
    place = await oldDatabase();
    before = await picture(place);
    server = await TestServer.start('mariadb', {}, place);
    after = await picture(place, before);
  });
  afterAll(() => server.stop());

  it('nothing that was there is lost or changed, byte for byte', () => {
    for (const [name, { rows: old, definition }] of before) {
      const now = after.get(name)!;
      expect([name, without(definition, now.definition)]).toEqual([name, []]);
      expect([name, without(old, now.rows)]).toEqual([name, []]);
      if (!GAINING.includes(name)) expect([name, now.rows.length]).toEqual([name, old.length]);
    }
  });
  it('only columns marked +, indexes of ours, missing tables and rights are added', () => {
    const marked = MIGRATIONS.flatMap(({ schema }) => parseTables(schema)).filter(({ columns }) =>
      columns.some(({ additive }) => additive === true),
    );
    for (const [name, { definition }] of before) {
      const added = without(after.get(name)!.definition, definition);
      expect([name, added.filter((line) => !ADDED.test(line))]).toEqual([name, []]);
      const column = added.some((line) => /^`(ext_refs|own_\w+)`/.test(line));
      expect([name, column]).toEqual([name, marked.some((table) => table.name === name)]);
    }
    const made = [...after.keys()].filter((name) => !before.has(name) && !name.startsWith('own_'));
    expect(made).toEqual(['cartographers']);
    const gained = GAINING.map((name) => after.get(name)!.rows.length - before.get(name)!.rows.length);
    expect(gained).toEqual([40, 39, 1]);
  });
  it('the zone of its times is said at the start', () => {
    expect(server.server.notices).toEqual([expect.stringContaining('wall time of Europe/Paris')]);
  });
  it.each(['applications', 'data-processings', 'logical-servers', 'physical-links'])(
    'times of %s are answered as the older application answers them',
    async (path) => {
      const { list, get_one: one } = sharedJson<Recorded>(`spec/examples/resource-${path}.json`);
      const recorded = [...list!.response.body, one!.response.body.data as Record<string, unknown>];
      expect(recorded.length).toBeGreaterThan(1);
      const listed = (await server.get(`/api/${path}`)).body as Array<Record<string, unknown>>;
      for (const { id, created_at, updated_at } of recorded) {
        expect(listed.find((object) => object['id'] === id)).toMatchObject({ id, created_at, updated_at });
        const { body } = await server.get(`/api/${path}/${String(id)}`);
        expect(body.data).toMatchObject({ id, created_at, updated_at });
      }
    },
  );

  it('contract 6: all objects of all resources are listed, and read one by one', async () => {
    expect(registry.all().filter((resource) => !isAdded(resource))).toHaveLength(61);
    for (const { path, table, softDelete } of registry.all()) {
      const live = softDelete ? ' WHERE deleted_at IS NULL' : '';
      const [{ count }] = (await server.database.all(`SELECT COUNT(*) AS count FROM \`${table}\`${live}`)) as [
        { count: number },
      ];
      const list = await server.get(`/api/${path}`);
      expect([path, list.status, list.body.length]).toEqual([path, 200, count]);
      for (const object of list.body) {
        const { status, body } = await server.get(`/api/${path}/${object.id}`);
        expect([path, object.id, status]).toEqual([path, object.id, 200]);
        expect(body.data).toMatchObject(object);
      }
    }
  });
  it('contract 4, round trip: every object is sent back as it was read, and nothing changes', async () => {
    const were = rows(await picture(place));
    for (const { path, readOnly } of registry.all()) {
      if (readOnly) continue;
      for (const { id } of (await server.get(`/api/${path}`)).body) {
        const { body } = await server.get(`/api/${path}/${id}`);
        const put = await server.put(`/api/${path}/${id}`, body.data);
        expect([path, id, put.status, put.body]).toEqual([path, id, 200, body.data]);
      }
    }
    expect(rows(await picture(place))).toEqual(were);
  });
});

describeWithOldDatabase('contract 13: the people of the older application', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('mariadb', {}, await oldDatabase());
  });
  afterAll(() => server.stop());
  const logIn = async (login: string, password: string): Promise<number> =>
    (await server.post('/api/login', { login, password }, { token: null })).status;

  it.each(['admin@admin.com', 'user', 'auditor@example.org', 'carto', ADMIN.login])(
    'contract 2: %s signs in with the old password, whose hash begins with $2y$',
    async (login) => {
      const password = login === ADMIN.login ? ADMIN.password : 'password';
      expect([await logIn(login, password), await logIn(login, `${password}x`)]).toEqual([200, 401]);
    },
  );
  it.each(['gone', 'sso-only'])('contract 2: %s does not', async (login) => {
    expect([await logIn(login, 'password'), await logIn(login, '')]).toEqual([401, 422]);
  });
  it('contract 3: they have the rights of their roles, and no administrator is made', async () => {
    const token = await server.login('auditor', 'password');
    expect((await server.get('/api/zones', { token })).status).toBe(200);
    expect((await server.post('/api/zones', { name: 'New zone' }, { token })).status).toBe(403);
    expect(server.server.notices.join()).not.toContain('administrator');
  });
  it('contract 9: a user without e-mail is edited, one with two equal role rows has the role once', async () => {
    expect((await server.put('/api/users/6', { name: 'Single Sign-on' })).body).toMatchObject({
      email: null,
      name: 'Single Sign-on',
    });
    expect((await server.get('/api/users/2')).body.data.roles).toEqual([2]);
  });
});

describeWithOldDatabase('contract 4 and 6: the oddities of an old map', () => {
  let place: Awaited<ReturnType<typeof oldDatabase>>;
  let server: TestServer;
  beforeAll(async () => {
    place = await oldDatabase();
    server = await TestServer.start('mariadb', {}, place);
  });
  afterAll(() => server.stop());

  it('writes work: create, change, link, delete, restore', async () => {
    const [{ id }] = (await server.get('/api/processes')).body;
    const made = await server.post('/api/applications', { name: 'Beside the old', processes: [id] });
    expect([made.status, made.body.processes]).toEqual([201, [id]]);
    const path = `/api/applications/${made.body.id}`;
    expect((await server.put(path, { vendor: 'Somebody', processes: [] })).body).toMatchObject({ processes: [] });
    expect((await server.delete(path)).status).toBe(200);
    expect((await server.get(path)).status).toBe(404);
    expect((await server.post(`${path}/restore`, {})).status).toBe(200);
  });
  it('live namesakes stay editable, give their name up, and nobody else gets it', async () => {
    const all: Array<{ id: number; name: string }> = (await server.get('/api/macro-processuses')).body;
    const twin = all.find(({ id, name }) => all.some((other) => other.name === name && other.id !== id))!;
    const path = `/api/macro-processuses/${twin.id}`;
    expect((await server.put(path, { name: twin.name, description: '<p>changed</p>' })).status).toBe(200);
    expect((await server.post('/api/macro-processuses', { name: twin.name })).status).toBe(422);
    expect((await server.put(path, { name: 'A name of its own' })).status).toBe(200);
    expect((await server.put(path, { name: twin.name })).status).toBe(422);
  });
  it('contract 14: a name longer than the forms of the older application take is kept, and may change', async () => {
    const all: Array<{ id: number; name: string }> = (await server.get('/api/data-processings')).body;
    const { id, name } = all.find((one) => one.name.length > 64)!;
    const path = `/api/data-processings/${id}`;
    expect((await server.put(path, { name, legal_basis: 'changed' })).status).toBe(200);
    expect((await server.put(path, { name: `${name}!` })).status).toBe(200);
    expect((await server.put(path, { name: name.padEnd(256, '!') })).status).toBe(422);
  });
  it('links to rows that are missing or deleted are not answered, and not lost by other writes', async () => {
    const actor = 4_000_000;
    await onDatabase(place, (connection) =>
      connection.query(
        `SET foreign_key_checks = 0; INSERT INTO actor_operation (operation_id, actor_id) VALUES (6, ${actor})`,
      ),
    );
    const read = await server.get('/api/operations/6');
    expect(read.body.data.actors).not.toContain(actor);
    const put = await server.put('/api/operations/6', { ...read.body.data, description: 'changed' });
    expect([put.status, put.body.actors]).toEqual([200, read.body.data.actors]);
    const orphans = await server.database.all('SELECT 1 FROM actor_operation WHERE actor_id = ?', [actor]);
    expect(orphans).toHaveLength(1);
  });
  it('what was deleted is gone', async () => {
    expect((await server.get('/api/zones/3')).status).toBe(404);
    expect((await server.get('/api/zones')).body).toHaveLength(2);
    expect((await server.get('/api/roles/5')).status).toBe(404);
  });
});

describeWithOldDatabase('contract 13: on a database of the older application that was started on before', () => {
  it('nothing is changed again, and the settings may name another zone', async () => {
    const place = await oldDatabase();
    await (await TestServer.start('mariadb', {}, place)).stop(true);
    const first = await picture(place);
    const server = await TestServer.start('mariadb', { DB_TIMEZONE: 'Europe/Lisbon' }, place);
    const second = await picture(place);
    for (const pictures of [first, second]) for (const table of ['own_tokens', 'audit_logs']) pictures.delete(table);
    expect(second).toEqual(first);
    expect(server.server.notices).toEqual([]);
    const { body } = await server.get('/api/applications/1');
    expect(body.data.created_at).toBe('2025-06-10T09:05:14.000000Z');
    await server.stop();
  });
});
