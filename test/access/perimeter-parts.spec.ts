/** What perimeters of the older application's newest generation hold by our roots and rules, and how ours come among them. @seconds 30 */
import { readConfig } from '../../src/config.js';
import { stepAsideOn } from '../../src/database/admin-connection.js';
import { registry } from '../../src/engine/index.js';
import { PerimeterPlaces } from '../../src/access/perimeters/places.js';
import { placedAmong } from '../../src/database/own-perimeters.js';
import {
  describeWithOldDatabase,
  newestDatabase,
  oldDatabase,
  onDatabase,
  picture,
  rowsOf,
  upgradeToNewest,
  type Rows,
} from '../existing-database/old-database.js';
import type { TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../support/server.js';

const BASE = 990_000;
/** Callers are remembered for this long. */
const aMoment = (): Promise<void> => new Promise((wake) => setTimeout(wake, 1100));

describeWithOldDatabase('roots and rules of perimeters of the newest generation', () => {
  let place: TestDatabase;
  let server: TestServer;
  let bruno: string;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    place = await newestDatabase('bare');
    server = await TestServer.start('mariadb', {}, place);
    // Whoever is limited has every right that there is.
    await change(
      'INSERT IGNORE INTO permission_role (role_id, permission_id) SELECT r.id, p.id FROM roles r JOIN permissions p ON true ' +
        `WHERE r.id IN (${BASE + 3}, ${BASE + 4})`,
    );
    bruno = await server.login('bruno', ADMIN.password);
    await make('Harbour', 'sites', { perimeter_id: 1 });
    await make('Quay', 'buildings', { perimeter_id: 1, site_id: ids['Harbour'] });
    await make('Rack', 'bays', { perimeter_id: 2, room_id: ids['Quay'] });
    await make('Iron', 'physical-servers', { perimeter_id: 2, bay_id: ids['Rack'] });
    await make('Guest', 'logical-servers', { perimeter_id: 1, physical_servers: [ids['Iron']] });
    await make('Ledger', 'applications', { perimeter_id: 1, logical_servers: [ids['Guest']] });
    await make('Crane 1', 'applications', { perimeter_id: 1 });
    await make('Crane 2', 'applications', { perimeter_id: 2 });
    await make('Crane 3', 'applications', { perimeter_id: 3 });
  });
  afterAll(async () => {
    await server.stop();
    registry.fit(new Map());
  });

  const change = async (text: string): Promise<void> => {
    await onDatabase(place, (connection) => connection.query(text));
  };
  const stored = (text: string): Promise<Rows> => onDatabase(place, (connection) => rowsOf(connection, text));
  async function make(name: string, path: string, body: object): Promise<void> {
    const answer = await server.post(`/api/${path}`, { name, ...body });
    if (answer.status !== 201) throw new Error(`${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    ids[name] = answer.body.id as number;
  }
  const enable = (enabled: boolean): Promise<TestAnswer> =>
    server.request('PUT', '/api/perimeters/switch', { body: { enabled } });
  const namesSeen = async (path: string): Promise<string[]> => {
    const { status, body } = await server.get(`/api/${path}`, { token: bruno });
    expect([path, status]).toEqual([path, 200]);
    return (body as Array<{ name: string }>).map(({ name }) => name).sort();
  };
  const keep = async (...perimeters: number[]): Promise<void> => {
    const { status } = await server.patch(`/api/roles/${BASE + 3}`, { perimeters });
    expect(status).toBe(200);
  };

  it('what is ours stands beside, by the id: their table gets no column, and rows that say nothing none', async () => {
    const columns = 'SELECT column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE() AND ';
    expect((await stored(`${columns} table_name = 'perimeters' ORDER BY 1`)).map(({ c }) => c)).toEqual([
      ...['created_at', 'id', 'name', 'updated_at'],
    ]);
    const rules = [{ resource: 'applications', filter: { name_like: 'Crane%' } }];
    const roots = [{ resource: 'sites', id: ids['Harbour'], depth: 'hosted' }];
    const made = await server.post('/api/perimeters', { name: 'Docks', description: 'All of it', roots, rules });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Docks', description: 'All of it', roots, rules, roles: [] }),
    ]);
    ids['Docks'] = made.body.id as number;
    const url = `/api/perimeters/${ids['Docks']}`;
    const one = await server.get(url);
    expect(one.body.data).toEqual(made.body);
    const again = await server.put(url, one.body.data);
    expect([again.status, again.body.updated_at]).toEqual([200, made.body.updated_at]);
    const listed = await server.get(
      '/api/perimeters?filter[description_like]=All%25&sort=-description&fields=name,rules',
    );
    expect(listed.body).toEqual([{ id: ids['Docks'], name: 'Docks', rules }]);
    const journal = await server.get(`/api/audit-logs?filter[subject_id]=${ids['Docks']}&sort=-id`);
    expect(JSON.stringify(journal.body[0].properties)).toContain('Crane%');
    const { body: plain } = await server.post('/api/perimeters', { name: 'Plain' });
    expect(plain).toMatchObject({ description: null, roots: null, rules: null });
    expect(await stored('SELECT id FROM own_perimeter_parts')).toEqual([{ id: ids['Docks'] }]);
    expect((await server.patch(url, { rules: null, roots: null, description: null })).status).toBe(200);
    expect(await stored('SELECT id FROM own_perimeter_parts')).toEqual([]);
    expect((await server.patch(url, { rules, roots })).status).toBe(200);
    expect((await server.delete(`/api/perimeters/${plain.id}`)).status).toBe(200);
  });

  it('nothing is stored of a change that is refused, and a stale one is told', async () => {
    const url = `/api/perimeters/${ids['Docks']}`;
    const tag = (await server.get(url)).headers.get('etag')!;
    const refused = await server.patch(url, { description: 'x', rules: [{ resource: 'users', all: true }] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['rules.0.resource']]);
    expect((await server.get(url)).headers.get('etag')).toBe(tag);
    expect((await server.patch(url, { description: 'One' }, { headers: { 'if-match': tag } })).status).toBe(200);
    expect((await server.patch(url, { description: 'Two' }, { headers: { 'if-match': tag } })).status).toBe(412);
    const both = await Promise.all(
      ['Three', 'Four'].map((description) => server.patch(url, { description, rules: undefined })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await server.get(url)).body.data.rules).toHaveLength(1);
  });

  it.each([
    ['place', ['Rack'], ['Iron'], [], []],
    ['hosted', ['Rack'], ['Iron'], ['Guest'], []],
    ['applications', ['Rack'], ['Iron'], ['Guest'], ['Ledger']],
  ] as const)('a root as far as %s, whatever is at home where; off, it limits all the same', async (depth, ...seen) => {
    await enable(false);
    const roots = [{ resource: 'sites', id: ids['Harbour'], depth }];
    await server.patch(`/api/perimeters/${ids['Docks']}`, { roots, rules: null });
    await keep(ids['Docks']!);
    const found = [];
    for (const path of ['bays', 'physical-servers', 'logical-servers', 'applications'])
      found.push(await namesSeen(path));
    expect(found).toEqual(seen);
  });

  it('a rule and a home are united in a perimeter; homes that are switched on limit besides', async () => {
    const rules = [{ resource: 'applications', filter: { name_like: 'Crane%' } }];
    await server.patch(`/api/perimeters/${ids['Docks']}`, { rules, roots: null });
    await keep(ids['Docks']!);
    expect(await namesSeen('applications')).toEqual(['Crane 1', 'Crane 2', 'Crane 3']);
    await make('At the docks', 'applications', { perimeter_id: ids['Docks'] });
    expect(await namesSeen('applications')).toEqual(['At the docks', 'Crane 1', 'Crane 2', 'Crane 3']);
    const counted = (await server.get(`/api/perimeters/${ids['Docks']}/objects`)).body;
    expect(counted).toEqual([{ resource: 'applications', count: 4 }]);
    const check = (id: number) =>
      server.post(`/api/perimeters/${ids['Docks']}/check`, { resource: 'applications', id });
    expect((await check(ids['Crane 1']!)).body).toMatchObject({ inside: true, rules: [{ rule: 0 }] });
    expect((await check(ids['At the docks']!)).body).toMatchObject({ inside: true, rules: [], roots: [] });
    // Theirs may have our rules as well.
    await server.patch('/api/perimeters/3', { rules: [{ resource: 'sites', filter: { name: 'Harbour' } }] });
    await keep(3);
    expect([await namesSeen('sites'), await namesSeen('applications')]).toEqual([
      ['Branch B', 'Harbour'],
      ['Crane 3', 'Payroll'],
    ]);
    await keep(ids['Docks']!);
    await enable(true);
    // Bruno's role is at home in 2.
    expect(await namesSeen('applications')).toEqual(['Crane 2']);
    await enable(false);
    expect(await namesSeen('applications')).toHaveLength(4);
    await keep();
    expect((await namesSeen('applications')).length).toBeGreaterThan(6);
  });

  it('rules, roots and the perimeters of roles are an administrator’s; a name is whose right it is', async () => {
    const scribe = await server.userWith(['perimeter_access', 'perimeter_show', 'perimeter_create', 'perimeter_edit']);
    const as = { token: scribe.token };
    const made = await server.post('/api/perimeters', { name: 'By a scribe', description: 'Told' }, as);
    expect([made.status, made.body.description]).toEqual([201, 'Told']);
    const url = `/api/perimeters/${made.body.id}`;
    for (const body of [{ rules: [{ resource: 'sites', all: true }] }, { roots: [] }])
      expect([body, (await server.patch(url, body, as)).status]).toEqual([body, 403]);
    expect((await server.patch(url, { name: 'By the scribe' }, as)).status).toBe(200);
    expect((await server.request('PUT', '/api/perimeters/switch', { body: { enabled: true }, ...as })).status).toBe(
      403,
    );
  });

  it('the older application renames one: all else stays; deletes one: what is left counts for nothing, and is cleaned', async () => {
    const url = `/api/perimeters/${ids['Docks']}`;
    await change(`UPDATE perimeters SET name = 'Basins' WHERE id = ${ids['Docks']}`);
    expect((await server.get(url)).body.data).toMatchObject({ name: 'Basins', rules: [expect.anything()] });
    const roots = [{ resource: 'sites', id: ids['Harbour'], depth: 'place' }];
    const gone = (
      await server.post('/api/perimeters', { name: 'Gone', roots, rules: [{ resource: 'sites', all: true }] })
    ).body.id as number;
    await keep(gone);
    expect(await namesSeen('sites')).toHaveLength(4);
    await change(`DELETE FROM perimeters WHERE id = ${gone}`);
    await aMoment();
    // It is limited still, to nothing.
    expect(await namesSeen('sites')).toEqual([]);
    expect((await server.get('/api/perimeters?filter[rules_null]=false&fields=name')).body).not.toContainEqual(
      expect.objectContaining({ id: gone }),
    );
    await (server.server.app.get(PerimeterPlaces) as unknown as { look: () => Promise<void> }).look();
    expect(await stored(`SELECT id FROM own_perimeter_parts WHERE id = ${gone}`)).toEqual([]);
    expect(await stored(`SELECT root FROM own_perimeter_places WHERE perimeter_id = ${gone}`)).toEqual([]);
    expect(await namesSeen('sites')).toEqual([]);
    // A later one of the same id begins with nothing.
    await change(`INSERT INTO perimeters (id, name) VALUES (${gone}, 'Come again')`);
    await aMoment();
    expect([await namesSeen('sites'), (await server.get(`/api/perimeters/${gone}`)).body.data.rules]).toEqual([
      [],
      null,
    ]);
    // Whoever says anew to which a role is kept frees it of what is gone.
    await change(`DELETE FROM perimeters WHERE id = ${gone}`);
    await keep(ids['Docks']!);
    await keep();
    expect(await namesSeen('sites')).toHaveLength(4);
  });

  it('on two servers a change acts within a second', async () => {
    const other = await server.another();
    try {
      const seen = async (): Promise<number> =>
        ((await other.get('/api/sites', { token: bruno })).body as unknown[]).length;
      const all = await seen();
      const { body } = await server.post('/api/perimeters', {
        name: 'Small',
        rules: [{ resource: 'bays', all: true }],
      });
      await keep(body.id as number);
      await aMoment();
      expect(await seen()).toBe(0);
      await server.patch(`/api/perimeters/${body.id}`, { rules: [{ resource: 'sites', all: true }] });
      await aMoment();
      expect(await seen()).toBe(all);
      await keep();
    } finally {
      await other.stop(true);
    }
  });

  it('is described: members of answers and bodies, and roles as those at home', async () => {
    const { schemas } = (await server.get('/api/openapi.json')).body.components as { schemas: Record<string, unknown> };
    const named = (name: string): string => JSON.stringify(schemas[name]);
    for (const name of ['Perimeter', 'PerimeterUpdate'])
      for (const member of ['name', 'description', 'roots', 'rules'])
        expect([name, member, named(name).includes(`"${member}":`)]).toEqual([name, member, true]);
    expect([named('Perimeter').includes('"roles":'), named('PerimeterUpdate').includes('"roles":')]).toEqual([
      ...[true, false],
    ]);
    expect((await server.get('/api/perimeters/2')).body.data.roles).toEqual(
      expect.arrayContaining([BASE + 2, BASE + 3]),
    );
  });
});

describeWithOldDatabase('perimeters of ours after an upgrade to the newest generation', () => {
  let place: TestDatabase;
  afterEach(async () => {
    await place.drop();
    registry.fit(new Map());
  });

  // The column of names was called `nom` for a while.
  it.each(['name', 'nom'])(
    'go among those of the older application (`%s`), with their links: whoever was limited sees the same, and nothing more',
    async (column) => {
      place = await oldDatabase();
      let server = await TestServer.start('mariadb', {}, place);
      const rule = (name: string) => [{ resource: 'applications', filter: { name } }];
      const site = (await server.post('/api/sites', { name: 'Rooted' })).body.id as number;
      await server.post('/api/bays', {
        name: 'Deep',
        room_id: (await server.post('/api/buildings', { name: 'Hall', site_id: site })).body.id,
      });
      const LONG = 'The perimeter of whoever looks after the harbour';
      const bodies = [
        { name: 'HEAD OFFICE', rules: rule('MyApp'), roots: [{ resource: 'sites', id: site, depth: 'place' }] },
        { name: LONG, description: 'Kept', rules: rule('AppZ') },
        { name: 'B', rules: [{ resource: 'entities', filter: { id_lt: 990_000 } }] },
      ];
      for (const name of ['MyApp', 'AppZ']) await server.post('/api/applications', { name });
      const ids: number[] = [];
      for (const body of bodies) ids.push((await server.post('/api/perimeters', body)).body.id as number);
      expect(ids).toEqual([1, 2, 3]);
      const people = [];
      for (const id of ids) {
        const person = await server.userWith(['application_access', 'application_show', 'entity_access', 'bay_access']);
        await server.patch(`/api/roles/${person.roleId}`, { perimeters: [id] });
        people.push(person);
      }
      const { body: token } = await server.post('/api/tokens', { name: 'two', perimeters: [2, 3] });
      const seenBy = async (token: string): Promise<unknown> =>
        Promise.all(
          ['applications', 'entities', 'bays'].map(async (path) => {
            const { status, body } = await server.get(`/api/${path}?fields=name`, { token, documented: false });
            return [path, status, body];
          }),
        );
      const all = [...people.map((person) => person.token), token.token as string];
      const before = [];
      for (const one of all) before.push(await seenBy(one));
      expect(new Set(before.map((one) => JSON.stringify(one))).size).toBe(4);
      await server.stop(true);

      await stepAsideOn(readConfig({ DATABASE_URL: place.url }), () => undefined, false);
      await onDatabase(place, upgradeToNewest);
      if (column !== 'name')
        await onDatabase(place, (connection) =>
          rowsOf(connection, `ALTER TABLE perimeters CHANGE name ${column} VARCHAR(32) NOT NULL`),
        );
      const theirs = (await picture(place)).get('perimeters')!;
      server = await TestServer.start('mariadb', {}, place);
      const after = [];
      for (const one of all) after.push(await seenBy(one));
      expect(after).toEqual(before);
      const { body: listed } = await server.get('/api/perimeters?sort=id', { documented: false });
      expect((listed as Array<{ id: number; name: string }>).map(({ id, name }) => [id, name])).toEqual([
        ...[
          [1, 'Head Office'],
          [2, 'Branch A'],
          [3, 'Branch B'],
        ],
        ...[
          [4, 'HEAD OFFICE 2'],
          [5, LONG.slice(0, 32).trim()],
          [6, 'B 2'],
        ],
      ]);
      for (const [i, person] of people.entries())
        expect((await server.get(`/api/roles/${person.roleId}`, { documented: false })).body.data).toMatchObject({
          perimeters: [4 + i],
          perimeter_id: 1,
        });
      expect((await server.get('/api/perimeters/5', { documented: false })).body.data).toMatchObject({
        description: 'Kept',
        rules: rule('AppZ'),
      });
      expect((await server.get('/api/perimeters/2', { documented: false })).body.data.rules).toBeNull();
      // Once is enough; nothing of theirs was touched.
      await server.stop(true);
      expect((await picture(place)).get('perimeters')!.rows).toEqual(expect.arrayContaining(theirs.rows));
      const rows = await onDatabase(place, (connection) =>
        rowsOf(connection, 'SELECT COUNT(*) AS n FROM own_perimeters'),
      );
      expect(Number(rows[0]!['n'])).toBe(0);
      server = await TestServer.start('mariadb', {}, place);
      expect(((await server.get('/api/perimeters', { documented: false })).body as unknown[]).length).toBe(6);
      await server.stop(true);
    },
  );
});

describe('perimeters of ours among others', () => {
  const placed = (ours: Array<[number, string]>, theirs: Array<[number, string]>): Array<[number, string]> => {
    const made = (all: Array<[number, string]>) => all.map(([id, name]) => ({ id, name }));
    return placedAmong(made(ours), made(theirs)).map(({ to }) => [to.id, to.name]);
  };

  it('keep ids and names that are free', () => {
    expect(placed([[2, 'North']], [[1, 'Default']])).toEqual([[2, 'North']]);
    expect(placed([[1, 'North'], [2, 'South']], [[1, 'Default']])).toEqual([[3, 'North'], [2, 'South']]); // prettier-ignore
    expect(placed([[1, 'North'], [7, 'South']], [[1, 'Head Office'], [7, 'Seventh']])).toEqual([[8, 'North'], [9, 'South']]); // prettier-ignore
  });
  it('have names that the table takes, each its own', () => {
    expect(
      placed(
        [
          [5, 'x'],
          [6, 'X'],
          [7, 'DÉFAUT'],
          [8, 'é'.repeat(40)],
        ],
        [[1, 'Defaut']],
      ),
    ).toEqual([
      ...[[5, 'x 2'], [6, 'X 3'], [7, 'DÉFAUT 2'], [8, 'é'.repeat(32)]], // prettier-ignore
    ]);
  });
});
