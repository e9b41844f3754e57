/**
 * One object says what a caller may see. A restriction that is added to it in one place keeps to itself on every way by which
 * objects are read: this is what perimeters will be. @seconds 7
 */
import { AccessScopes, registry, type RowFilter } from '../../src/engine/index.js';
import { isExchanged } from '../../src/exchange/columns.js';
import { REPORTS } from '../../src/reports/reports.js';
import { rowsOf, run } from '../queries/asking.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const HIDDEN = 'zqhidden';
const SEEN = 'zqseen';
const MARKED: Readonly<Record<string, string>> = { applications: 'name', sites: 'name', documents: 'filename' };

const KINDS = [
  ...(['app', 'seenApp', 'trashedApp', 'site', 'seenSite', 'process', 'building', 'another', 'document'] as const),
] as const;

/** Hides marked objects of three types from everybody but administrators. */
const hidesMarked = (column: string): RowFilter => {
  return (alias) => ({ sql: `${alias}.\`${column}\` NOT LIKE ?`, params: [`${HIDDEN}%`] });
};

describe.each(ENGINES)('a restriction of some types on %s', (engine) => {
  let server: TestServer;
  /** Has every right, and is no administrator. */
  let token: string;
  let userId: number;
  let ids: Record<(typeof KINDS)[number], number>;

  const make = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id as number;
  };
  const get = (path: string): Promise<TestAnswer> => server.get(`/api/${path}`, { token });
  const idsOf = ({ body }: TestAnswer): number[] => (body as Array<{ id: number }>).map(({ id }) => id);
  const raw = async (path: string, as: string): Promise<string> => {
    const headers = { authorization: `Bearer ${as}`, accept: 'application/json', 'accept-encoding': 'identity' };
    const response = await fetch(`${server.url}/api/${path}`, { headers });
    expect([response.status, path]).toEqual([200, path]);
    return response.text();
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
    const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    ({ token, id: userId } = await server.userWith(titles.map(({ title }) => title as string)));
    const upload = async (name: string): Promise<number> => {
      const form = new FormData();
      form.append('file', new Blob([name], { type: 'text/plain' }), name);
      return (await server.post('/api/documents', form)).body.id as number;
    };
    const app = await make('applications', { name: `${HIDDEN} app`, security_need_c: 4, rto: 5 });
    const seenApp = await make('applications', { name: `${SEEN} app` });
    const trashedApp = await make('applications', { name: `${HIDDEN} gone` });
    await server.delete(`/api/applications/${trashedApp}`);
    const site = await make('sites', { name: `${HIDDEN} site` });
    const seenSite = await make('sites', { name: `${SEEN} site` });
    const process = await make('processes', { name: 'process', applications: [app, seenApp] });
    await make('logical-servers', { name: 'server', applications: [app, seenApp] });
    await make('activities', { name: 'activity', applications: [app] });
    await make('application-flows', { name: 'flow', application_source_id: app, application_dest_id: seenApp });
    const building = await make('buildings', { name: 'building', site_id: site });
    const another = await make('buildings', { name: 'another', site_id: seenSite });
    await make('workstations', { name: 'workstation', site_id: site, building_id: building });
    await make('physical-servers', { name: 'physical', site_id: site, building_id: building });
    const document = await upload(`${HIDDEN}.txt`);
    ids = { app, seenApp, trashedApp, site, seenSite, process, building, another, document };
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'applications', cartographiable_id: app, user_id: userId },
    });
    server.server.app.get(AccessScopes).restrict({
      appliesTo: ({ admin }) => !admin,
      rows: (_, { path }) => (MARKED[path] ? hidesMarked(MARKED[path]) : undefined),
    });
  });
  afterAll(() => server.stop());

  it('lists of every type tell no hidden object, nor its id in a reference', async () => {
    let told = 0;
    for (const { path } of registry.all()) {
      const [all, own] = [await raw(path, server.token), await raw(path, token)];
      if (all.includes(HIDDEN)) told++;
      expect([path, own.includes(HIDDEN)]).toEqual([path, false]);
    }
    // The three types, and the journal.
    expect(told).toBe(4);
    expect(idsOf(await get('applications'))).toEqual([ids.seenApp]);
    const buildings = (await get('buildings')).body as Array<{ name: string; site_id: number | null }>;
    expect(buildings.map(({ name, site_id }) => [name, site_id])).toEqual([
      ['building', null],
      ['another', ids.seenSite],
    ]);
  });
  it('counts, pages, deleted ones', async () => {
    expect((await get('applications?page[number]=1')).headers.get('x-total-count')).toBe('1');
    expect(idsOf(await get('applications?filter[trashed]=with'))).toEqual([ids.seenApp]);
    expect(idsOf(await get('applications?filter[trashed]=only'))).toEqual([]);
    const [process] = (await get('processes?include=applicationsCount,applicationsExists,applications')).body;
    expect([process.applications_count, process.applications_exists]).toEqual([1, true]);
    expect(process.applications.map(({ id }: { id: number }) => id)).toEqual([ids.seenApp]);
    const [site] = (await get('buildings?include=site,siteCount')).body;
    expect([site.site, site.site_count]).toEqual([null, 0]);
  });
  it('includes within includes, and objects that are named by type and id', async () => {
    for (const path of [
      'logical-servers?include=applications.processes,applications.processes.applications',
      'workstations?include=building.site,site.buildings',
      'sites?include=buildings.site',
      'cartographers?include=cartographiable',
      'application-flows?include=applicationSource,applicationDest',
    ]) {
      expect(await raw(path, server.token)).toContain(HIDDEN);
      expect(await raw(path, token)).not.toContain(HIDDEN);
    }
    expect(idsOf(await get('cartographers'))).toEqual([]);
  });
  it('filters and orders, own ones and through relations', async () => {
    const none = [
      `applications?filter[name]=${HIDDEN}`,
      `applications?filter[id]=${ids.app}`,
      `applications?filter[search]=${HIDDEN}`,
      `processes?filter[applications.name_like]=%${HIDDEN}%`,
      `processes?filter[applications.id]=${ids.app}`,
      `activities?filter[applications_exists]=true`,
      `buildings?filter[site_id]=${ids.site}`,
      `buildings?filter[site.name_like]=%${HIDDEN}%`,
      `workstations?filter[building.site_id]=${ids.site}`,
      `workstations?filter[building.site_exists]=true`,
      `application-flows?filter[application_source_id]=${ids.app}`,
    ];
    for (const path of none) {
      expect([path, idsOf(await server.get(`/api/${path}`)).length]).toEqual([path, 1]);
      expect([path, idsOf(await get(path))]).toEqual([path, []]);
    }
    expect(idsOf(await get('buildings?filter[site_id_null]=true'))).toEqual([ids.building]);
    // As an empty reference it comes first upwards, whatever the id is.
    expect(idsOf(await get('buildings?sort=-site_id')).at(-1)).toBe(ids.building);
    expect(idsOf(await get(`buildings?sort=site_id&page[size]=1`))).toEqual([ids.building]);
  });
  it('single reads: hidden objects are not there, and no link or reference leads to them', async () => {
    for (const path of [`applications/${ids.app}`, `sites/${ids.site}`, `documents/${ids.document}`]) {
      expect((await get(path)).status).toBe(404);
      expect((await get(`${path}?fields=id`)).status).toBe(404);
      expect((await server.get(`/api/${path}`)).status).toBe(200);
    }
    expect((await get(`processes/${ids.process}`)).body.data.applications).toEqual([ids.seenApp]);
    expect((await get(`processes/${ids.process}?include=applications`)).body.data.applications).toHaveLength(1);
    expect((await get(`buildings/${ids.building}`)).body.data.site_id).toBeNull();
    expect((await get(`buildings/${ids.building}?include=site`)).body.data.site).toBeNull();
    expect((await server.get(`/api/buildings/${ids.building}`)).body.data.site_id).toBe(ids.site);
  });
  it('writes reach no hidden object, and point to none', async () => {
    const own = { token };
    const app = `/api/applications/${ids.app}`;
    expect((await server.patch(app, { description: 'x' }, own)).status).toBe(404);
    expect((await server.delete(app, own)).status).toBe(404);
    expect((await server.post(`/api/applications/${ids.trashedApp}/restore`, {}, own)).status).toBe(404);
    const mass = await server.request('PUT', '/api/applications/mass-update', {
      ...{ body: { items: [{ id: ids.app, description: 'x' }] }, token },
    });
    expect([mass.status, Object.keys(mass.body.errors)]).toEqual([422, ['items.0.id']]);
    const gone = await server.request('DELETE', '/api/applications/mass-destroy', { body: { ids: [ids.app] }, token });
    expect([gone.status, Object.keys(gone.body.errors)]).toEqual([422, ['ids.0']]);
    const refused: Array<[path: string, body: object, key: string]> = [
      ['processes', { name: 'new', applications: [ids.seenApp, ids.app] }, 'applications.1'],
      ['buildings', { name: 'new', site_id: ids.site }, 'site_id'],
      [
        'cartographers',
        { cartographiable_type: 'applications', cartographiable_id: ids.app, user_id: 1 },
        'cartographiable_id',
      ],
    ];
    for (const [path, body, key] of refused) {
      const answer = await server.post(`/api/${path}`, body, own);
      expect([path, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([path, 422, [key]]);
    }
    const patched = await server.patch(`/api/buildings/${ids.another}`, { site_id: ids.site }, own);
    expect([patched.status, Object.keys(patched.body.errors ?? {})]).toEqual([422, ['site_id']]);
    // What is answered is what a read would answer, tag and all.
    const written = await server.patch(`/api/buildings/${ids.building}`, { description: 'x' }, own);
    const read = await get(`buildings/${ids.building}`);
    expect([written.body, written.headers.get('etag')]).toEqual([read.body.data, read.headers.get('etag')]);
    expect(written.body.site_id).toBeNull();
    const headers = { 'if-match': read.headers.get('etag')! };
    const again = await server.patch(`/api/buildings/${ids.building}`, { description: 'y' }, { token, headers });
    expect([again.status, again.body.site_id]).toEqual([200, null]);
    const process = await server.patch(`/api/processes/${ids.process}`, { description: 'x' }, own);
    expect([process.status, process.body.applications]).toEqual([200, [ids.seenApp]]);
    expect((await server.get(app)).body.data.description).toBeNull();
  });
  it('stored queries: rows, related rows, conditions and graphs', async () => {
    const lists: unknown[] = [
      { from: 'applications', fields: ['name'] },
      { from: 'processes', fields: ['name', 'applications.name'] },
      { from: 'processes', traverse: ['applications'] },
      { from: 'workstations', fields: ['name', 'building.site.name', 'site.name'] },
      { from: 'audit-logs', fields: ['properties'] },
    ];
    for (const query of lists) {
      expect(JSON.stringify(await rowsOf(server, query))).toContain(HIDDEN);
      expect(JSON.stringify(await rowsOf(server, query, token))).not.toContain(HIDDEN);
    }
    const filters: unknown[] = [
      { from: 'processes', filters: [{ field: 'applications.name', operator: 'like', value: `${HIDDEN}%` }] },
      { from: 'activities', filters: [{ exists: 'applications' }] },
      { from: 'workstations', filters: [{ field: 'building.site_id', operator: '=', value: ids.site }] },
    ];
    for (const query of filters) {
      expect(await rowsOf(server, query)).toHaveLength(1);
      expect(await rowsOf(server, query, token)).toEqual([]);
    }
    const graph = { from: 'processes', traverse: ['applications'], output: 'graph' };
    expect(JSON.stringify((await run(server, graph)).body)).toContain(HIDDEN);
    expect(JSON.stringify((await run(server, graph, { token })).body)).not.toContain(HIDDEN);
  });
  it('reports of every name', async () => {
    let told = 0;
    for (const { name } of REPORTS) {
      const path = `report/${name}?format=json`;
      if ((await raw(path, server.token)).includes(HIDDEN)) told++;
      expect([name, (await raw(path, token)).includes(HIDDEN)]).toEqual([name, false]);
    }
    expect(told).toBeGreaterThan(5);
    const applications = async (as: string): Promise<number[]> => {
      const { sheets } = JSON.parse(await raw('report/changes?format=json', as));
      return sheets[0].rows
        .filter(([type]: [string]) => type === 'Applications')
        .map((row: unknown[]) => Number(row.at(-1)));
    };
    expect([await applications(server.token), await applications(token)]).toEqual([
      [3, 0, 1],
      [1, 0, 0],
    ]);
  });
  it('exports of every type', async () => {
    let told = 0;
    for (const { path } of registry.all().filter(isExchanged)) {
      const url = `${path}/export?format=csv`;
      if ((await raw(url, server.token)).includes(HIDDEN)) told++;
      expect([path, (await raw(url, token)).includes(HIDDEN)]).toEqual([path, false]);
    }
    expect(told).toBeGreaterThanOrEqual(2);
    const cell = async (url: string, as: string): Promise<string[]> => (await raw(url, as)).split('\r\n');
    const [heading, first] = await cell('processes/export?format=csv', token);
    expect(first!.split(',')[heading!.split(',').indexOf('applications')]).toBe(String(ids.seenApp));
    const [names, building] = await cell('buildings/export?format=csv', token);
    expect(building!.split(',')[names!.split(',').indexOf('site_id')]).toBe('');
  });
  it('the bytes of documents', async () => {
    const path = `/api/documents/${ids.document}/download`;
    expect((await server.get(path, { token })).status).toBe(404);
    expect((await server.get(path)).status).toBe(200);
  });
  it('the journal: nothing is told of hidden objects, neither what changed nor that it did', async () => {
    const about = (rows: TestAnswer): unknown[] =>
      (rows.body as Array<{ subject_type: string; subject_id: number }>).filter(
        ({ subject_type: type, subject_id: id }) => type === 'App\\Models\\Application' && id === ids.app,
      );
    expect(about(await server.get('/api/audit-logs'))).toHaveLength(1);
    const own = await get('audit-logs');
    expect(about(own)).toEqual([]);
    // Of what there is for them they are told that it changed; what changed is told by its history.
    const rows = own.body as Array<{ subject_id: number; subject_type: string; properties: unknown }>;
    expect(rows.some((row) => row.subject_type.endsWith('Site') && row.subject_id === ids.seenSite)).toBe(true);
    expect(rows.filter(({ properties }) => properties !== null)).toEqual([]);
    const [row] = (
      await server.get(`/api/audit-logs?filter[subject_id]=${ids.app}&filter[subject_type_like]=%Application`)
    ).body;
    expect((await get(`audit-logs/${row.id}`)).status).toBe(404);
  });
});
