import exceljs from 'exceljs';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { made, run, stored } from './asking.js';

const RIGHTS = ['query_access', 'query_show', 'query_create', 'query_edit', 'query_delete', 'application_access'];
const LIST = { from: 'applications', fields: ['name', 'vendor', 'rto'] };

describe.each(ENGINES)('running stored queries on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  const execute = (id: number | string, query = '', token?: string) =>
    server.get(`/api/queries/execute/${id}${query}`, token ? { token } : {});

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith(RIGHTS);
    bob = await server.userWith(RIGHTS);
    await made(server, 'applications', { name: 'plain', vendor: 'a;b' });
    // As older maps hold it: a number below zero is no formula.
    await server.database.run('UPDATE applications SET rto = -3 WHERE name = ?', ['plain']);
    await made(server, 'applications', { name: 'two words', vendor: 'say "x"' });
    await made(server, 'applications', { name: '=1+1', vendor: '+33 1 23', rto: 7 });
  });
  afterAll(() => server.stop());

  it('stored queries 6: a CSV file as clients know it', async () => {
    const id = await stored(server, LIST, { name: 'Mes serveurs (été)!' });
    const { status, headers, body } = await server.get(`/api/queries/execute/${id}`, {
      headers: { accept: 'application/json' },
    });
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=UTF-8',
      'attachment; filename=mes-serveurs-ete.csv',
    ]);
    // The mark of the encoding is taken away by whoever decodes it.
    expect(body).toBe(`name;vendor;rto\nplain;"a;b";-3\n"two words";"say ""x""";\n'=1+1;"+33 1 23";7\n`);
    const raw = await fetch(`${server.url}/api/queries/execute/${id}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(
      Buffer.from(await raw.arrayBuffer())
        .subarray(0, 7)
        .toString('hex'),
    ).toBe('efbbbf6e616d65');
  });

  it.each([
    ['?sep=,&bom=0', 'name,vendor,rto\nplain,a;b,-3\n'],
    ['?sep=tab', 'name\tvendor\trto\nplain\ta;b\t-3\n'],
    ['?sep=|', 'name|vendor|rto\nplain|a;b|-3\n'],
  ])('contract 11: %s', async (query, beginning) => {
    expect((await execute(await stored(server, LIST), query)).body).toMatch(
      new RegExp(`^${beginning.replace(/[|]/g, '\\|')}`),
    );
  });

  it('columns of a file are called as the request says, guarded as all cells are; JSON keeps its names', async () => {
    const ask = (headings: unknown, query = '?format=csv&bom=0') =>
      server.post(`/api/queries/run${query}`, { query: { ...LIST, limit: 1 }, headings });
    expect((await ask(['Nom', '=1+1'])).body).toBe(`Nom;'=1+1;rto\nplain;"a;b";-3\n`);
    expect((await ask(null)).body).toMatch(/^name;vendor;rto\n/);
    expect(Object.keys((await ask(['Nom'], '?format=json')).body.rows[0])).toEqual(LIST.fields);
    const book = new exceljs.Workbook();
    const file = await fetch(`${server.url}/api/queries/run?format=xlsx`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: LIST, headings: ['Nom'] }),
    });
    await book.xlsx.load(await file.arrayBuffer());
    expect(book.worksheets[0]!.getRow(1).values).toEqual([undefined, 'Nom', 'vendor', 'rto']);
    for (const wrong of ['Nom', ['a', 'b', 'c', 'd'], [1], [{ en: 'x' }], ['a\u0000'], ['x'.repeat(256)]])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 422]);
  });

  it.each(['?sep=x', '?bom=maybe', '?format=pdf', '?format[]=csv'])('%s is refused', async (query) => {
    expect((await execute(await stored(server, LIST), query)).status).toBe(400);
  });

  it('stored queries 6: true is 1, false 0, null empty, a document its text', async () => {
    const id = await stored(server, { from: 'queries', fields: ['is_public', 'description', 'query'], limit: 1 });
    const first = (await server.get('/api/queries')).body[0];
    expect((await execute(id)).body).toBe(
      `is_public;description;query\n0;;"${JSON.stringify(first.query).replaceAll('"', '""')}"\n`,
    );
    expect((await execute(id, '?format=json')).body.rows[0].query).toEqual(first.query);
  });

  it('stored queries 6: a name of which nothing is left', async () => {
    const id = await stored(server, LIST, { name: '(名)!' });
    expect((await execute(id)).headers.get('content-disposition')).toBe(`attachment; filename=query-${id}.csv`);
  });

  it('stored queries 6: JSON and a workbook', async () => {
    const id = await stored(server, { ...LIST, limit: 2 });
    const { headers, body } = await execute(id, '?format=json');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      columns: ['name', 'vendor', 'rto'],
      rows: [
        { name: 'plain', vendor: 'a;b', rto: -3 },
        { name: 'two words', vendor: 'say "x"', rto: null },
      ],
      meta: { output: 'list', from: 'applications', count: 2, truncated: true },
    });
    const answer = await fetch(`${server.url}/api/queries/execute/${await stored(server, LIST)}?format=xlsx`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=stored.xlsx');
    const book = new exceljs.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    const rows: unknown[] = [];
    book.worksheets[0]!.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    expect(rows).toEqual([
      ['name', 'vendor', 'rto'],
      ['plain', 'a;b', -3],
      ['two words', 'say "x"'],
      ['=1+1', '+33 1 23', 7],
    ]);
  });

  it('stored queries 6: no row, no body; the same for HEAD', async () => {
    const none = await stored(server, { ...LIST, filters: [{ field: 'name', operator: '=', value: 'none' }] });
    for (const query of ['', '?bom=0', '?format=json', '?format=xlsx']) {
      const { status, body } = await execute(none, query);
      expect([status, body]).toEqual([204, '']);
    }
    // Who asks for CSV by name gets what every file of it begins with.
    const headings = await execute(none, '?format=csv&bom=0');
    expect([headings.status, headings.body]).toEqual([200, `${LIST.fields.join(';')}\n`]);
    const head = await server.request('HEAD', `/api/queries/execute/${await stored(server, LIST)}`);
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, 'text/csv; charset=UTF-8', '']);
  });

  it('stored queries 6: the statuses', async () => {
    const id = await stored(server, LIST, {}, ann.token);
    expect((await execute('')).status).toBe(404);
    expect((await execute(999999)).status).toBe(404);
    expect((await execute('x')).status).toBe(404);
    expect((await server.get(`/api/queries/execute/${id}`, { token: null })).status).toBe(401);
    const { token } = await server.userWith(['query_access']);
    expect((await execute(id, '', token)).status).toBe(403);
  });

  it('stored queries 6: a graph is refused before it is run', async () => {
    const id = await stored(server, { from: 'applications', output: 'graph' });
    const statements = await server.statements(async () => {
      const { status, body } = await execute(id);
      expect([status, body.errors]).toEqual([
        422,
        { 'query.output': [`This query gives a graph. Read it at /api/queries/${id}/graph.`] },
      ]);
    });
    expect(statements.filter((sql) => sql.includes('applications'))).toEqual([]);
  });

  it('stored queries 1: private queries are for their owner and Admin, public ones for all', async () => {
    const hidden = await stored(server, LIST, {}, ann.token);
    const open = await stored(server, LIST, { is_public: true }, ann.token);
    for (const path of [`execute/${hidden}`, `${hidden}/graph`, `${hidden}`]) {
      const statuses = [ann.token, bob.token, server.token].map((token) =>
        server.get(`/api/queries/${path}`, { token }),
      );
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 404, 200]);
    }
    expect((await execute(open, '', bob.token)).status).toBe(200);
    expect((await server.put(`/api/queries/${open}`, { name: 'taken' }, bob)).status).toBe(403);
    expect((await server.delete(`/api/queries/${hidden}`, bob)).status).toBe(404);
    // Nor by asking for queries in a query.
    const names = async (token: string): Promise<number[]> =>
      (await run(server, { from: 'queries', fields: ['id'], limit: 1000 }, { token })).body.rows.map(
        ({ id }: { id: number }) => id,
      );
    expect(await names(ann.token)).toEqual(expect.arrayContaining([hidden, open]));
    expect(await names(bob.token)).toContain(open);
    expect(await names(bob.token)).not.toContain(hidden);
    expect(await names(server.token)).toContain(hidden);
  });

  it('contract 12: a query that is not stored is run the same way, and may be a graph', async () => {
    expect((await run(server, 'FROM applications FIELDS name LIMIT 1', { format: 'csv' })).body).toBe('name\nplain\n');
    const graph = { from: 'applications', output: 'graph' };
    expect((await run(server, graph)).body.nodes).toHaveLength(3);
    expect((await run(server, graph, { format: 'mermaid' })).body).toMatch(
      /^flowchart LR\n {2}applications_1\["plain"\]/,
    );
    expect((await run(server, graph, { format: 'csv' })).status).toBe(400);
    expect((await server.post('/api/queries/run', {})).body.errors).toHaveProperty('query');
    const { token } = await server.userWith(['application_access', 'query_access', 'query_create']);
    expect((await run(server, LIST, { token })).status).toBe(403);
  });

  it('stored queries 8: a run is written down, and nothing else is', async () => {
    const id = await stored(server, LIST);
    const rows = (): Promise<Array<Record<string, unknown>>> =>
      server.database.all('SELECT * FROM audit_logs ORDER BY id');
    const before = await rows();
    await execute(id);
    await run(server, LIST);
    await run(server, { ...LIST, fields: ['x'] });
    const after = (await rows()).slice(before.length);
    expect(after).toHaveLength(2);
    expect(after[0]).toMatchObject({
      description: 'executed',
      subject_id: id,
      subject_type: 'App\\Models\\SavedQuery',
    });
    expect(after[1]).toMatchObject({ description: 'executed', subject_id: null, user_id: 1 });
    expect(JSON.parse(after[0]!['properties'] as string)).toMatchObject({
      ...{ from: 'applications', output: 'list', rows: 3, milliseconds: expect.any(Number) },
    });
    const writes = (await server.statements(() => execute(id))).filter(
      (sql) => !/^(SELECT|COMMIT|SET SESSION max_statement_time)/.test(sql),
    );
    expect(writes).toEqual([expect.stringMatching(/^INSERT INTO `?audit_logs/)]);
  });

  it('stored queries 8: one user runs a few queries at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => run(server, LIST, { token: ann.token })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(new Set(statuses).size).toBeLessThanOrEqual(2);
    for (const { status, headers } of answers)
      if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect((await run(server, LIST, { token: ann.token })).status).toBe(200);
  });
});
