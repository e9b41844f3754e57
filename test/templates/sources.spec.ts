/** Templates 1: stored queries and reports as what a template is filled with, under the rights of whoever fills it. @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const PATH = '/api/templates';
const ROWS = '{% for row in rows %}{{ row.name }}={{ row.2 }};{% endfor %}{{ count }}';
const ALL = ['access', 'show', 'create', 'edit', 'delete'].map((word) => `template_${word}`);

describe.each(ENGINES)('templates of queries and reports on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let query: number;
  let secret: number;

  const store = (change: object = {}, who: { token?: string } = {}) =>
    server.post(PATH, { name: 'Rows', body: ROWS, content_type: 'text/plain', file_name: 'rows.txt', ...change }, who);
  const tried = (change: object, who: { token?: string } = {}) =>
    server.post(`${PATH}/try`, { body: ROWS, ...change }, who);
  const fill = (id: number | string, who: { token?: string } = {}, query_ = '') =>
    server.get(`${PATH}/${id}/fill${query_}`, who);

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith([...ALL, 'query_access', 'query_show', 'site_access', 'reports_access']);
    for (const [name, description] of [
      ['North', 'up'],
      ['South', 'down'],
    ])
      await server.post('/api/sites', { name, description });
    const stored = (name: string, isPublic: boolean, query: string) =>
      server.post('/api/queries', { name, is_public: isPublic, query });
    query = (await stored('Sites', true, 'FROM sites FIELDS name, description')).body.id;
    secret = (await stored('Mine', false, 'FROM sites FIELDS name')).body.id;
  });
  afterAll(() => server.stop());
  afterEach(() => server.database.run('DELETE FROM own_templates'));

  it('rows of a query have their headings and positions, and are noted as run and as exported', async () => {
    const made = await store({ query }, ann);
    expect([made.status, made.body]).toMatchObject([201, { type: null, query, report: null, filter: {}, sort: null }]);
    expect((await fill(made.body.id, ann)).body).toBe('North=up;South=down;2');
    const noted = await server.database.all(
      "SELECT description, subject_id, properties FROM audit_logs WHERE description IN ('executed', 'exported') AND user_id = ? ORDER BY id",
      [ann.id],
    );
    expect(noted.map((one) => [one['description'], one['subject_id']])).toEqual([
      ['executed', query],
      ['exported', query],
    ]);
    for (const parameters of ['?filter[name]=North', '?sort=name'])
      expect((await fill(made.body.id, ann, parameters)).status).toBe(400);
  });

  it('positions are no members of their own, and headings of every sort are names', async () => {
    const body =
      '{{ rows | json }}{{ rows | where_has: "name", "North" | size }}{{ sheets[0].name }}{{ sheets[0].headings }}';
    const expected = JSON.stringify([
      { name: 'North', description: 'up' },
      { name: 'South', description: 'down' },
    ]);
    expect((await tried({ query, body }, ann)).body).toBe(`${expected}1Sitesnamedescription`);
    const hostile = '{{ rows[0].constructor }}{{ rows[0].__proto__ }}{{ rows[0].3 }}{{ rows[0].length }}.';
    expect((await tried({ query, body: hostile }, ann)).body).toBe('.');
  });

  it('whoever may not run the query is answered as there', async () => {
    const { id } = (await store({ query, shared: true })).body;
    const without = await server.userWith(['template_access', 'site_access']);
    expect((await fill(id, without)).status).toBe(403);
    const blind = await server.userWith(['template_access', 'query_show']);
    const there = await server.get(`/api/queries/execute/${query}`, blind);
    const refused = await fill(id, blind);
    expect([refused.status, refused.body.message]).toEqual([there.status, there.body.message]);
    expect(refused.status).toBe(403);
    // That of somebody else is not there: not to be stored with, and not to be filled with.
    const refusal = await store({ query: secret }, ann);
    expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ['query']]);
    const own = (await store({ name: 'Own', query: secret, shared: true })).body.id;
    expect((await fill(own)).body).toBe('North=;South=;2');
    expect((await fill(own, ann)).status).toBe(404);
  });

  it('a query sees what its caller may see, byte for byte', async () => {
    const [north] = (await server.get('/api/sites?filter[name]=North')).body;
    const lent = await server.userWith(['template_access', 'query_show']);
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'sites', cartographiable_id: north.id, user_id: lent.id },
    });
    const { id } = (await store({ query, shared: true })).body;
    expect((await fill(id, lent)).body).toBe('North=up;1');
  });

  it('sheets of a report have names, headings and rows; its parameters are the filter', async () => {
    const body = '{% for s in sheets %}[{{ s.name }}: {{ s.headings | join: "," | slice: 0, 20 }}]{% endfor %}';
    const answer = await server.get('/api/report/entities?format=json');
    const sheets: Array<{ name: string; columns: string[] }> = answer.body.sheets;
    const inWords = (all: typeof sheets): string =>
      all.map(({ name, columns }) => `[${name}: ${columns.join(',').slice(0, 20)}]`).join('');
    const { id } = (await store({ report: 'entities', body, shared: true })).body;
    expect((await fill(id, {})).body).toBe(inWords(sheets));
    const french = await server.get('/api/report/entities?format=json&headings=words&lang=fr');
    const other = (await server.patch(`${PATH}/${id}`, { filter: { lang: 'fr' } })).body;
    expect(other).toMatchObject({ report: 'entities', filter: { lang: 'fr' } });
    const columns = french.body.sheets.map((one: { columns: string[] }, i: number) => ({
      ...one,
      name: sheets[i]!.name,
    }));
    expect((await fill(id, {})).body).toBe(inWords(columns));
    const there = await server.get('/api/report/entities?format=json', ann);
    expect([there.status, (await fill(id, ann)).status]).toEqual([403, 403]);
    const outside = await server.userWith(['template_access', 'entity_access']);
    expect((await fill(id, outside)).status).toBe(403);
  });

  it.each([
    ...['applicationsByBlocks', 'backups', 'cartography', 'changes', 'cve', 'directory', 'entities', 'inventory'],
    ...['maturity', 'rto', 'securityNeeds', 'vlans', 'activityList', 'activityReport', 'zones'],
  ])('the report %s stands in a template as in JSON', async (report) => {
    const there = await server.get(`/api/report/${report}?format=json`);
    expect(there.status).toBe(200);
    const body = '{% for s in sheets %}{{ s.name }}:{{ s.rows | size }};{% endfor %}';
    const filled = await server.post(`${PATH}/try`, { report, body });
    const sizes = there.body.sheets.map(
      (s: { name: string; rows: unknown[] }) => `${s.name}:${Math.min(s.rows.length, 50)};`,
    );
    expect([filled.status, filled.body]).toEqual([200, sizes.join('')]);
  });

  it.each([
    [{}, 'type'],
    [{ type: 'sites', query: 1 }, 'query'],
    [{ type: 'sites', report: 'entities' }, 'report'],
    [{ query: 'all' }, 'query'],
    [{ query: 0 }, 'query'],
    [{ query: 1.5 }, 'query'],
    [{ query: 999_999 }, 'query'],
    [{ query: { id: 1 } }, 'query'],
    [{ report: 'nothing' }, 'report'],
    [{ report: 7 }, 'report'],
    [{ report: 'entities', filter: { nothing: 1 } }, 'filter'],
    [{ report: 'entities', filter: { lang: 'de' } }, 'filter'],
    [{ report: 'entities', sort: 'name' }, 'sort'],
    [{ report: 'entities', include: 'sites' }, 'include'],
  ])('refuses %j by the name of the field', async (change, field) => {
    const { status, body } = await store(change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('refuses filters beside a query, and one that is answered as a graph', async () => {
    for (const [change, field] of [
      [{ query, filter: { name: 'x' } }, 'filter'],
      [{ query, sort: 'name' }, 'sort'],
    ] as const)
      expect(Object.keys((await store(change)).body.errors)).toEqual([field]);
    const text = 'FROM sites WITH buildings OUTPUT graph';
    const graph = (await server.post('/api/queries', { name: 'Graph', query: text })).body.id;
    expect((await store({ query: graph })).body.errors).toEqual({ query: [expect.stringMatching(/graph/)] });
  });

  it('what is listed takes the place of what was, and one of the three stays', async () => {
    const { id } = (await store({ type: 'sites', filter: { name: 'North' }, sort: 'name' })).body;
    const change = async (body: object) => (await server.patch(`${PATH}/${id}`, body)).body;
    expect(await change({ query })).toMatchObject({ type: null, query, report: null, filter: {}, sort: null });
    expect(await change({ about: 'x' })).toMatchObject({ type: null, query, about: 'x' });
    expect((await change({ query: null })).errors).toEqual({ query: [expect.stringMatching(/Say one/)] });
    expect(await change({ report: 'entities', query: null })).toMatchObject({
      type: null,
      query: null,
      report: 'entities',
    });
    expect(await change({ type: 'sites' })).toMatchObject({ type: 'sites', query: null, report: null, filter: {} });
  });

  it('a query that is deleted is told when it is filled', async () => {
    const gone = (await server.post('/api/queries', { name: 'Gone', query: 'FROM sites FIELDS name' })).body.id;
    const { id } = (await store({ query: gone })).body;
    await server.delete(`/api/queries/${gone}`);
    expect((await fill(id)).status).toBe(404);
    expect((await server.get(`${PATH}/${id}`)).body.data).toMatchObject({ query: gone });
  });
});
