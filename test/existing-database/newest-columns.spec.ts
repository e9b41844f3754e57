/** Every column that the older application's newest generation has is served, or is named here with the reason. @seconds 30 */
import type { Database } from '../../src/database/database.js';
import { HOME, LATER_COLUMNS } from '../../src/database/later-columns.js';
import { registry, type Field } from '../../src/engine/index.js';
import { memberTitles } from '../../src/openapi/locales/index.js';
import { realTables } from '../database/catalogue.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, type TestDatabase } from '../support/engines.js';
import { objectOf, valid } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { describeWithOldDatabase, newestDatabase, oldDatabase, onDatabase, rowsOf } from './old-database.js';

/** Columns that no answer has: secrets, and marks of this program's own. */
const UNSERVED: Readonly<Record<string, string>> = {
  'audit_logs.own_pending': 'a mark of ours',
  'users.password': 'a secret',
  'users.remember_token': 'a secret',
};

type Json = Record<string, unknown>;

describeWithOldDatabase('columns of the newest generation', () => {
  let place: TestDatabase;
  let server: TestServer;
  let later: Array<{ path: string; field: Field }>;

  beforeAll(async () => {
    place = await newestDatabase();
    server = await TestServer.start('mariadb', {}, place);
    later = registry
      .all()
      .flatMap(({ path, fields }) => fields.filter((field) => field.later).map((field) => ({ path, field })));
  });
  afterAll(async () => {
    await server.stop();
    registry.fit(new Map());
  });

  const columnsOn = (where: TestDatabase): Promise<Array<Record<string, unknown>>> =>
    onDatabase(where, (connection) =>
      rowsOf(
        connection,
        'SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1, 2',
      ),
    );

  it('each column of a table that is served is answered by single reads, under its name', async () => {
    const found = await columnsOn(place);
    const missing: string[] = [];
    for (const { path, table, label } of registry.all()) {
      if (table.startsWith('own_')) continue;
      const columns = found.filter(({ t }) => t === table).map(({ c }) => String(c));
      expect([path, columns.length > 2]).toEqual([path, true]);
      const [first] = (await server.get(`/api/${path}?page[size]=1`)).body as Array<{ id: number }>;
      const id = first?.id ?? (await server.post(`/api/${path}`, { [label ?? 'type']: `Of ${path}` })).body.id;
      const { body } = await server.get(`/api/${path}/${id}`);
      const answered = new Set(Object.keys((body.data ?? body) as object));
      missing.push(...columns.filter((column) => !answered.has(column)).map((column) => `${table}.${column}`));
    }
    expect(missing.sort()).toEqual(Object.keys(UNSERVED).sort());
  });

  it('what is new is written, filtered, sorted, exported, found in the history and described, of every kind', async () => {
    expect(later.length).toBeGreaterThan(65);
    const document = (await server.get('/api/openapi.json')).body as Json;
    for (const path of new Set(later.map((one) => one.path))) {
      const resource = registry.get(path);
      const fields = later.filter((one) => one.path === path).map(({ field }) => field);
      const { id, values } = await made(path, fields);
      const url = `/api/${path}`;
      const { body: one } = await server.get(`${url}/${id}`);
      expect({ path, ...one.data }).toMatchObject({ path, ...values });
      for (const { name, kind } of fields) {
        const value = String(values[name]);
        const filter = kind === 'html' ? '' : `filter[${name}]=${encodeURIComponent(value)}&`;
        const found = await server.get(`${url}?${filter}sort=-${name},id&fields=${name}`);
        expect([path, name, found.status, found.body]).toEqual([
          ...[path, name, 200],
          expect.arrayContaining([{ id, [name]: values[name] }]),
        ]);
        const csv = await server.get(`${url}?format=csv&fields=${name}&filter[id]=${id}`);
        expect([path, name, String(csv.body).includes(kind === 'html' ? 'Riche' : value)]).toEqual([path, name, true]);
        const changed = await server.patch(`${url}/${id}`, { [name]: null });
        expect([path, name, changed.status, changed.body[name]]).toEqual([path, name, 200, null]);
      }
      if (resource.audited && path !== 'users') {
        const history = JSON.stringify((await server.get(`${url}/${id}/history`)).body);
        for (const { name } of fields) expect([path, name, history.includes(`"${name}"`)]).toEqual([path, name, true]);
      }
      const schemas = JSON.stringify(document);
      for (const { name } of fields) expect([path, schemas.includes(`"${name}"`)]).toEqual([path, true]);
    }
  });

  it('texts of the new columns are found by lists', async () => {
    const { body } = await server.post('/api/sites', {
      name: 'Searched',
      type: 'Quixotic tower',
      attributes: ['a', 'b'],
    });
    expect(body).toMatchObject({ type: 'Quixotic tower', attributes: 'a b' });
    const listed = await server.get('/api/sites?filter[search]=quixotic');
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    const bay = await server.post('/api/bays', { name: 'At a site', site_id: body.id });
    const included = await server.get(`/api/bays/${bay.body.id}?include=site`);
    expect(included.body.data.site.name).toBe('Searched');
  });

  it('what a column does not take is refused by its name, and nothing is stored', async () => {
    const say = async (path: string, body: object): Promise<unknown[]> => {
      const answer = await server.post(`/api/${path}`, { name: 'Refused', ...body });
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    for (const urls of ['portal', 'javascript:alert(1)', ['https://a.example', 'b'], 5, {}])
      expect([urls, ...(await say('applications', { urls }))]).toEqual([urls, 422, ['urls']]);
    expect(await say('applications', { prod_date: 'soon', status: 'x'.repeat(256) })).toEqual([
      ...[422, expect.arrayContaining(['prod_date', 'status'])],
    ]);
    expect(await say('bays', { site_id: 4_000_000_000 })).toEqual([422, ['site_id']]);
    expect(await say('annuaires', { application_id: 4_000_000_000 })).toEqual([422, ['application_id']]);
    for (const path of ['applications', 'bays', 'annuaires'])
      expect((await server.get(`/api/${path}?filter[name]=Refused`)).body).toEqual([]);
    const { body } = await server.post('/api/applications', {
      ...{ name: 'Addresses', urls: ['https://a.example', ' https://b.example/x\n'] },
    });
    expect(body.urls).toBe('https://a.example https://b.example/x');
  });

  it('each has a title in both languages', () => {
    const titles = memberTitles(registry.all());
    for (const { path, field } of later)
      expect([path, field.name, titles[field.name]?.fr]).toEqual([path, field.name, expect.any(String)]);
  });

  /** An object with a value in each of these columns. */
  async function made(path: string, fields: readonly Field[]): Promise<{ id: number; values: Json }> {
    const target = (await server.get('/api/applications?page[size]=1&fields=id')).body[0].id as number;
    const site = (await server.get('/api/sites?page[size]=1&fields=id')).body[0].id as number;
    const values = Object.fromEntries(
      fields.map((field) => [field.name, field.ref ? (field.name === 'site_id' ? site : target) : valid(field)]),
    );
    const { id } = await objectOf(server, path, values);
    return { id, values };
  }
});

describeWithOldDatabase('columns that a database does not have', () => {
  it('are neither answered nor taken on one of 2026.05.30: named in a header', async () => {
    const server = await TestServer.start('mariadb', {}, await oldDatabase());
    const { status, headers, body } = await server.post('/api/applications', {
      ...{ name: 'Without them', status: 'production', hosting: 'SaaS', urls: 'no address', comments: 'x' },
    });
    expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'status,hosting,urls,comments']);
    expect(Object.keys(body)).not.toContain('status');
    expect((await server.get('/api/applications?filter[status]=x')).status).toBe(400);
    const { body: kinds } = await server.get('/api/graph/kinds');
    expect(kinds.edges.map(({ name }: { name: string }) => name)).not.toContain('bays.site_id');
    await server.stop();
    registry.fit(new Map());
  });
});

describeWithOldDatabase('a map of our own', () => {
  it.each(ENGINES)('has every column that the newest generation has, on %s', async (engine) => {
    const [theirs, ours] = [await newestDatabase('bare'), await openDatabase(engine)];
    const rows = await onDatabase(theirs, (connection) =>
      rowsOf(
        connection,
        'SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()',
      ),
    );
    const real = await realTables(ours.database as Database);
    const served = new Set(registry.all().flatMap(({ table }) => (table.startsWith('own_') ? [] : [table])));
    // By the names of our own; homes are made where somebody asks for them.
    const wanted = rows
      .map(({ t, c }) => [String(t), String(c)] as const)
      .filter(([table, column]) => served.has(table) && column !== HOME)
      .map(([table, column]) => {
        const renamed = LATER_COLUMNS.find(({ table: of, later }) => of === table && later === column);
        return `${table}.${renamed?.column ?? column}`;
      });
    expect(wanted.length).toBeGreaterThan(800);
    const known = new Set(
      [...real].flatMap(([table, { columns }]) => Object.keys(columns).map((c) => `${table}.${c}`)),
    );
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
    await ours.drop();
    await theirs.drop();
  });
});
