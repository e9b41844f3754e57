import { registry } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer, type TestAnswer } from '../support/server.js';
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

  describe('contract 15: a list as CSV', () => {
    const listed = (query: string, accept = '*/*'): Promise<TestAnswer> =>
      server.get(`/api/vlans?${query}`, { headers: { accept } });
    beforeAll(async () => {
      for (const name of ['vlan 10', '=1+1', 'a,"b"', "'=2"]) await objectOf(server, 'vlans', { name, vlan_id: 7 });
    });

    it.each([
      ['by its parameter', 'format=csv', '*/*'],
      ['by Accept', '', 'text/csv'],
      ['by what Accept prefers', '', 'application/json;q=0.5, text/csv'],
    ])('%s', async (_, query, accept) => {
      const { status, headers, body } = await listed(`sort=name:natural&fields=name,vlan_id&${query}`, accept);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      const lines = (body as string).split('\r\n').map((line) => line.replace(/^\d+,/, ''));
      expect(lines).toEqual(['id,name,vlan_id', "''=2,7", "'=1+1,7", '"a,""b""",7', 'vlan 10,7', '']);
    });
    it('has the pages, filters and headers of the list, and the separator of exports', async () => {
      const query = 'filter[name]=vlan&page[number]=1&page[size]=1&fields=name&format=csv&sep=;&bom=1';
      const { headers, body } = await listed(query);
      expect(headers.get('x-total-count')).toBe('1');
      expect(body).toMatch(/^\ufeff?id;name\r\n\d+;vlan 10\r\n$/);
      const first = await listed('page[after]=&page[size]=3&format=csv&fields=name');
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
      expect((await server.get(next)).body).toMatch(/^id,name\r\n\d+,''=2\r\n$/);
    });
    it('of nothing has all headings', async () => {
      const visible = registry.get('vlans').fields.filter(({ hidden }) => !hidden);
      const { body } = await listed('filter[name]=nobody&format=csv');
      expect(body).toBe(`${visible.map(({ name }) => name).join(',')}\r\n`);
    });
    it('holds yes and no, moments and parts of other forms as single cells', async () => {
      await objectOf(server, 'entities');
      const { body } = await server.get('/api/entities?format=csv&fields=is_external,created_at');
      for (const line of (body as string).split('\r\n').slice(1, -1))
        expect(line).toMatch(/^\d+,[01]?,[\d-]{10}T[\d:.]+Z$/);
      const journal = await server.get('/api/audit-logs?format=csv&page[size]=1&fields=properties');
      expect(journal.body).toMatch(/^id,properties\r\n\d+,"?[{[]/);
    });
    it.each([
      ['application/json', ''],
      ['*/*', ''],
      ['text/html, text/csv;q=0.9', ''],
      ['text/csv', 'format=json'],
      ['text/csv;q=0', ''],
    ])('is JSON for %s %s', async (accept, query) => {
      expect((await listed(query, accept)).headers.get('content-type')).toMatch(/^application\/json/);
    });
    it.each([
      ['related objects', 'format=csv&include=subnetworks', /^The parameter include cannot stand beside CSV/],
      ['another format', 'format=xlsx', /format.*json, csv/],
      ['another separator', 'format=csv&sep=x', /sep/],
    ])('refuses %s', async (_, query, message) => {
      const { status, body } = await listed(query);
      expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    });
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
