import { registry } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { cellsOf, exported, XLSX } from './exchange-client.js';

describe.each(ENGINES)('export on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('reports 9: the id, all visible columns but the times, then links with a table of their own', async () => {
    const [entity, process] = [(await objectOf(server, 'entities')).id, (await objectOf(server, 'processes')).id];
    const { id, name } = await objectOf(server, 'applications', {
      description: '<p>Rich</p>',
      entity_resp_id: entity,
      entities: [entity],
      processes: [process],
      install_date: '2024-02-29',
    });
    const [headings, row] = await cellsOf((await exported(server, 'applications')).bytes);
    const { fields, links } = registry.get('applications');
    const times = ['created_at', 'updated_at', 'deleted_at'];
    expect(headings).toEqual([
      ...fields.map((field) => field.name).filter((column) => !times.includes(column)),
      ...links.filter(({ pivot }) => pivot).map(({ includeName }) => includeName),
      // How many of those are enough.
      ...links.filter(({ numbers }) => numbers).map(({ name }) => name),
    ]);
    const object = Object.fromEntries(headings!.map((heading, i) => [heading, row![i]]));
    expect(object).toMatchObject({
      id,
      name,
      description: '<p>Rich</p>',
      entity_resp_id: entity,
      entities: String(entity),
      processes: String(process),
      install_date: '2024-02-29',
    });
    expect(headings![0]).toBe('id');
    expect(headings).toEqual(expect.arrayContaining(['services', 'logicalServers']));
  });

  it('reports 9: names, types and headers of the two formats', async () => {
    const book = await exported(server, 'applications');
    expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(book.headers.get('content-type')).toBe(XLSX);
    expect(book.headers.get('content-disposition')).toMatch(/^attachment; filename="Application-\d{8}\.xlsx"$/);
    const csv = await exported(server, 'applications', '?format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="Application-\d{8}\.csv"$/);
    expect(csv.headers.get('cache-control')).toBe('no-store');
    expect((await exported(server, 'applications', '', { headers: { accept: 'text/csv' } })).bytes.toString()).toMatch(
      /^id,/,
    );
    expect((await exported(server, 'applications', '?format=csv&sep=;&bom=1')).bytes.toString()).toMatch(/^\ufeffid;/);
    for (const query of ['?format=docx', '?format=json', '?format[]=csv', '?format=csv&sep=x']) {
      expect((await exported(server, 'applications', query)).status).toBe(400);
    }
    expect((await server.request('HEAD', '/api/applications/export')).status).toBe(200);
  });

  it('reports 9: headings always, deleted objects never, old names of the path too', async () => {
    const { id } = await objectOf(server, 'phones');
    await server.delete(`/api/phones/${id}`);
    const rows = await cellsOf((await exported(server, 'phones')).bytes);
    expect([rows.length, rows[0]![0]]).toEqual([1, 'id']);
    expect((await exported(server, 'fluxes')).headers.get('content-disposition')).toContain('ApplicationFlow-');
  });

  it('contract 11: one guard against formulas for exports, reports and stored queries', async () => {
    const texts = ['=1+1', '＝2+2', '＋3+A1', '－4+A1', '＠SUM(A1)'];
    for (const text of texts) await objectOf(server, 'applications', { name: text });
    const { body } = await server.post('/api/queries', {
      ...{ name: 'Formulas', query: { from: 'applications', fields: ['name'] } },
    });
    for (const path of [
      'applications/export?format=csv',
      'report/applicationsByBlocks?format=csv',
      `queries/execute/${body.id}?format=csv&sep=,`,
    ]) {
      const { status, body: file } = await server.get(`/api/${path}`);
      expect(status).toBe(200);
      for (const text of texts) {
        expect(file).toContain(`'${text}`);
        expect(file).not.toMatch(new RegExp(`(^|[,"\n])${text.replace('+', '\\+')}`));
      }
    }
  });

  it('contract 3: needs the ability to list; a delegation gives what it delegates', async () => {
    const { id } = await objectOf(server, 'sites');
    await objectOf(server, 'sites');
    const access = await server.userWith(['site_access']);
    expect((await exported(server, 'sites', '', access)).status).toBe(200);
    const other = await server.userWith(['site_show', 'site_edit', 'application_access']);
    expect((await exported(server, 'sites', '', other)).status).toBe(403);
    await server.post('/api/cartographers', {
      cartographiable_type: 'sites',
      cartographiable_id: id,
      user_id: other.id,
    });
    const { status, bytes } = await exported(server, 'sites', '?format=csv', other);
    expect([status, bytes.toString().trim().split('\r\n').length]).toEqual([200, 2]);
    expect((await server.get('/api/sites/export', { token: null })).status).toBe(401);
  });

  it('what is no object of the map is not exported', async () => {
    for (const path of ['users', 'roles', 'permissions', 'cartographers', 'documents', 'queries', 'saved-maps']) {
      expect((await exported(server, path)).status).toBe(404);
    }
  });

  it('is noted in the journal', async () => {
    await exported(server, 'sites', '?format=csv');
    const [row] = await server.database.all('SELECT * FROM audit_logs ORDER BY id DESC LIMIT 1');
    expect(row).toMatchObject({ description: 'exported', subject_type: 'App\\Models\\Site' });
    expect(JSON.parse(String(row!['properties']))).toMatchObject({ format: 'csv' });
  });

  it('contract 5: many objects, in two statements for each 500', async () => {
    const items = Array.from({ length: 1200 }, (_, i) => ({ name: `bay ${String(i).padStart(4, '0')}` }));
    expect((await server.post('/api/bays/mass-store', { items })).status).toBe(201);
    let text = '';
    const statements = await server.statements(async () => {
      text = (await exported(server, 'bays', '?format=csv')).bytes.toString();
    });
    const lines = text.trim().split('\r\n');
    expect([lines.length, new Set(lines).size]).toEqual([1201, 1201]);
    expect(statements.filter((sql) => sql.startsWith('SELECT') && !sql.includes('own_tokens'))).toHaveLength(6);
  });
});
