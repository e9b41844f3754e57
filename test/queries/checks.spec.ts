import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { run, stored } from './asking.js';

const OK = { field: 'name', operator: '=', value: 'x' };
const filter = (...filters: unknown[]): object => ({ from: 'applications', filters });
const deep = (levels: number): object => (levels ? { group: [deep(levels - 1)] } : OK);
const path = (steps: number): string =>
  `${'logical_servers.applications.'.repeat(3).split('.').slice(0, steps).join('.')}.name`;

/** What is sent, and the key of what is wrong with it. */
const WRONG: Array<[unknown, string, RegExp?]> = [
  [{}, 'query', /required/],
  [[], 'query', /object/],
  [{ fields: ['name'] }, 'query.from', /required/],
  [{ from: 5 }, 'query.from', /string/],
  [{ from: 'na;me' }, 'query.from', /format/],
  [{ from: 'aplications' }, 'query.from', /no model aplications. Did you mean applications\?/],
  [{ from: 'App\\Models\\User' }, 'query.from'],
  [{ from: 'tokens' }, 'query.from', /no model tokens/],
  [{ from: 'applications', depth: 2 }, 'query.depth', /prohibited/],
  [{ from: 'applications', filter: [] }, 'query.filter', /Did you mean filters/],
  [{ from: 'applications', fields: 'name' }, 'query.fields', /array/],
  [{ from: 'applications', fields: ['id', 7] }, 'query.fields.1', /string/],
  [{ from: 'applications', fields: ['na;me'] }, 'query.fields.0', /separated by dots/],
  [{ from: 'applications', fields: ['nam'] }, 'query.fields.0', /applications have no column nam. Did you mean name\?/],
  [{ from: 'applications', fields: ['databases'] }, 'query.fields.0', /relation.*databases.name/],
  [{ from: 'applications', fields: ['databses.name'] }, 'query.fields.0', /Did you mean databases/],
  [{ from: 'applications', fields: ['databases.nme'] }, 'query.fields.0', /databases have no column nme/],
  [{ from: 'applications', fields: [path(6)] }, 'query.fields.0', /at most 5 relations/],
  [{ from: 'applications', fields: Array(51).fill('id') }, 'query.fields', /more than 50/],
  [{ from: 'applications', select: ['id', 'x'] }, 'query.select.1'],
  [{ from: 'applications', select: ['databases.name'] }, 'query.select.0'],
  [{ from: 'applications', output: 'table' }, 'query.output', /invalid/],
  [{ from: 'applications', limit: 0 }, 'query.limit', /at least 1/],
  [{ from: 'applications', limit: 1001 }, 'query.limit', /greater than 1000/],
  [{ from: 'applications', limit: 1.5 }, 'query.limit', /integer/],
  [{ from: 'applications', traverse: {} }, 'query.traverse', /array/],
  [{ from: 'applications', traverse: Array(21).fill('databases') }, 'query.traverse', /more than 20/],
  [{ from: 'applications', traverse: [5] }, 'query.traverse.0'],
  [{ from: 'applications', traverse: ['a..b'] }, 'query.traverse.0', /separated by dots/],
  [{ from: 'applications', traverse: ['databses'] }, 'query.traverse.0', /Did you mean databases/],
  [{ from: 'applications', traverse: [path(5).replace('name', 'logical_servers')] }, 'query.traverse.0', /at most 5/],
  [{ from: 'activities', traverse: ['impacts'] }, 'query.traverse.0', /no objects/],
  [{ from: 'applications', traverse: [{}] }, 'query.traverse.0.segments', /required/],
  [{ from: 'applications', traverse: [{ segments: 5 }] }, 'query.traverse.0.segments', /array/],
  [{ from: 'applications', traverse: [{ segments: [] }] }, 'query.traverse.0.segments'],
  [{ from: 'applications', traverse: [{ segments: ['x'] }] }, 'query.traverse.0.segments.0', /object/],
  [{ from: 'applications', traverse: [{ segments: [{ hidden: false }] }] }, 'query.traverse.0.segments.0.name'],
  [
    { from: 'applications', traverse: [{ segments: [{ name: 'databases', hidden: 'no' }] }] },
    'query.traverse.0.segments.0.hidden',
    /true or false/,
  ],
  [
    { from: 'applications', traverse: [{ segments: [{ name: 'databases', hidden: true }] }] },
    'query.traverse.0',
    /last level cannot be hidden/,
  ],
  [{ from: 'applications', filters: 'x' }, 'query.filters', /array/],
  [filter('x'), 'query.filters.0', /object/],
  [filter({ operator: '=', value: 1 }), 'query.filters.0.field', /required/],
  [filter({ ...OK, field: 'na;me' }), 'query.filters.0.field', /separated by dots/],
  [filter({ ...OK, field: 'nme' }), 'query.filters.0.field', /Did you mean name/],
  [filter({ ...OK, field: path(6) }), 'query.filters.0.field', /at most 5/],
  [
    { from: 'users', filters: [{ field: 'password', operator: 'like', value: '$2y$%' }] },
    'query.filters.0.field',
    /cannot/,
  ],
  [filter({ field: 'name', value: 1 }), 'query.filters.0.operator', /required/],
  [filter({ ...OK, operator: '~' }), 'query.filters.0.operator', /invalid/],
  [filter({ field: 'name', operator: '=' }), 'query.filters.0.value', /required/],
  [filter({ ...OK, operator: '<', value: null }), 'query.filters.0.value', /null/],
  [filter({ ...OK, operator: 'like', value: null }), 'query.filters.0.value', /null/],
  [filter({ ...OK, value: ['x'] }), 'query.filters.0.value', /one value/],
  [filter({ ...OK, value: { a: 1 } }), 'query.filters.0.value', /one value/],
  [filter({ ...OK, operator: 'in' }), 'query.filters.0.value', /list of values/],
  [filter({ ...OK, operator: 'in', value: [] }), 'query.filters.0.value', /at least 1/],
  [filter({ ...OK, operator: 'in', value: ['x', null] }), 'query.filters.0.value', /null/],
  [filter({ ...OK, operator: 'in', value: Array(1001).fill('x') }), 'query.filters.0.value', /more than 1000/],
  [filter({ ...OK, value: 'x\0' }), 'query.filters.0.value', /NUL/],
  [filter({ ...OK, value: 'x'.repeat(4001) }), 'query.filters.0.value', /4000/],
  [filter({ ...OK, operator: 'like', value: 5 }), 'query.filters.0.value', /string/],
  [filter({ ...OK, value: true }), 'query.filters.0.value', /string/],
  [filter({ field: 'rto', operator: '<', value: 'many' }), 'query.filters.0.value', /number/],
  [
    filter({ field: 'created_at', operator: '<', value: '2023-02-29' }),
    'query.filters.0.value',
    /2026-01-31.*today, now, 30d, -2w, 6m, -1y, -12h/,
  ],
  [
    { from: 'certificates', filters: [{ field: 'end_validity', operator: '<', value: '12h' }] },
    'query.filters.0.value',
    /today, 30d, -2w, 6m, -1y\.$/,
  ],
  [
    filter({ field: 'security_need_a', operator: '=', value: 'enormous' }),
    'query.filters.0.value',
    /code or its word: .*4 = very high/,
  ],
  [{ from: 'applications', order: 'name' }, 'query.order', /array/],
  [{ from: 'applications', order: Array(11).fill('id') }, 'query.order', /more than 10/],
  [{ from: 'applications', order: ['name', 5] }, 'query.order.1', /string/],
  [{ from: 'applications', order: ['-nme'] }, 'query.order.0', /Did you mean name/],
  [{ from: 'applications', order: ['databases.name'] }, 'query.order.0', /databases.name is none/],
  [{ from: 'users', order: ['password'] }, 'query.order.0', /password is none/],
  [filter({ count: 5, operator: '<', value: 2 }), 'query.filters.0.count', /string/],
  [filter({ count: 'databses', operator: '<', value: 2 }), 'query.filters.0.count', /Did you mean databases/],
  [filter({ count: 'databases', operator: 'like', value: 2 }), 'query.filters.0.operator', /invalid/],
  [filter({ count: 'databases', operator: '<' }), 'query.filters.0.value', /required/],
  [filter({ count: 'databases', operator: '<', value: 1.5 }), 'query.filters.0.value', /integer/],
  [filter({ count: 'databases', operator: '<', value: -1 }), 'query.filters.0.value', /at least 0/],
  [
    filter({ count: 'databases', operator: '<', value: 2, conditions: [{ ...OK, field: 'x' }] }),
    'query.filters.0.conditions.0.field',
  ],
  [filter({ field: 'rto', operator: 'like', column: 'rpo' }), 'query.filters.0.operator', /invalid/],
  [filter({ field: 'rto', operator: '<', column: 'rpos' }), 'query.filters.0.column', /Did you mean rpo/],
  [filter({ field: 'rto', operator: '<', column: 'name' }), 'query.filters.0.column', /rto and name hold different/],
  [filter({ field: 'rto', operator: '<', column: 'outer.rto' }), 'query.filters.0.column', /no object around/],
  [filter({ field: 'rto', operator: '<', column: 'outer' }), 'query.filters.0.column', /such as outer.rto/],
  [filter({ field: 'rto', operator: '<', column: 'databases.rto' }), 'query.filters.0.column', /such as outer.rto/],
  [
    { from: 'users', filters: [{ field: 'name', operator: '=', column: 'password' }] },
    'query.filters.0.column',
    /cannot/,
  ],
  [filter({ ...OK, operator: 'is', value: true }), 'query.filters.0.operator', /not fit/],
  [
    { from: 'logical-servers', filters: [{ field: 'active', operator: 'is', value: 1 }] },
    'query.filters.0.value',
    /true or false/,
  ],
  [
    'FROM applications WHERE EXISTS databases WHERE name = outer.rtoo',
    'query.filters.0.conditions.0.column',
    /Did you mean rto/,
  ],
  [
    { from: 'logical-servers', filters: [{ field: 'active', operator: '=', value: 'maybe' }] },
    'query.filters.0.value',
    /true or false/,
  ],
  [
    { from: 'queries', filters: [{ field: 'query', operator: '=', value: 'x' }] },
    'query.filters.0.operator',
    /not fit/,
  ],
  [filter({ ...OK, boolean: 'xor' }), 'query.filters.0.boolean', /invalid/],
  [filter({ group: [] }), 'query.filters.0.group', /at least 1/],
  [filter({ group: 'x' }), 'query.filters.0.group', /array/],
  [filter({ group: [OK, { ...OK, value: [1] }] }), 'query.filters.0.group.1.value'],
  [filter({ exists: 5 }), 'query.filters.0.exists', /string/],
  [filter({ exists: 'databses' }), 'query.filters.0.exists', /Did you mean databases/],
  [filter({ not_exists: 'a.b' }), 'query.filters.0.not_exists', /format/],
  [filter({ exists: 'databases', conditions: 'x' }), 'query.filters.0.conditions', /array/],
  [filter({ exists: 'databases', conditions: [{ ...OK, field: 'x' }] }), 'query.filters.0.conditions.0.field'],
  [filter(...Array(201).fill(OK)), 'query.filters.200', /200 conditions/],
  [filter(deep(10)), `query.filters.0${'.group.0'.repeat(9)}.group`, /10 deep/],
  ['FROM applications WHERE', 'query', /Line 1, column 24: expected/],
  ['FROM applications FIELDS nme', 'query.fields.0', /Did you mean name/],
  ['{"from":', 'query', /JSON/],
];

describe.each(ENGINES)('the checks of stored queries on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it.each(WRONG)('stored queries 7: %j', async (query, key, ...[sentence]) => {
    for (const answer of [await run(server, query), await server.post('/api/queries', { name: 'x', query })]) {
      expect([answer.status, Object.keys(answer.body.errors), answer.body.code]).toEqual([422, [key], 422]);
      if (sentence) expect(answer.body.errors[key][0]).toMatch(sentence);
    }
  });

  it('stored queries 7: everything at once, in the language of the caller', async () => {
    const query = { from: 'applications', fields: ['x', 'name', 'y.z'], limit: 'all', filters: [{ exists: 'z' }] };
    const headers = { 'accept-language': 'fr' };
    const { status, body } = await server.post('/api/queries', { query }, { headers });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['name', 'query.fields.0', 'query.fields.2', 'query.filters.0.exists', 'query.limit'],
    ]);
    expect(body.errors['query.fields.0'][0]).toMatch(/n'ont pas de colonne x/);
    const mass = await server.post('/api/queries/mass-store', {
      items: [
        { name: 'a', query: 'FROM' },
        { name: 'b', query },
      ],
    });
    expect(Object.keys(mass.body.errors)).toEqual(
      expect.arrayContaining(['items.0.query', 'items.1.query.fields.0', 'items.1.query.limit']),
    );
  });

  it('stored queries 3: the limits themselves are allowed, and every name of a model or a relation', async () => {
    for (const query of [
      {
        from: 'applications',
        fields: [path(5)],
        limit: 1000,
        filters: [deep(9), { ...OK, operator: 'IN', value: Array(1000).fill('x') }],
      },
      filter(...Array(200).fill(OK)),
      { from: 'fluxes' },
      { from: 'domaine-ads', fields: ['forestAds.name'] },
      { from: 'saved-queries' },
      {
        from: 'applications',
        fields: ['entityResp.name', 'entity_resp.id', 'services.name', 'administrators.user_id'],
      },
      { from: 'users', fields: ['login', 'password'] },
    ])
      expect([200, 204]).toContain((await run(server, query)).status);
  });

  it('stored queries 3: hidden columns are dropped from what is shown', async () => {
    expect((await run(server, { from: 'users', fields: ['password', 'login'] })).body.columns).toEqual(['login']);
    expect((await run(server, { from: 'users', select: ['remember_token', 'login'] })).body.columns).toEqual(['login']);
    expect((await run(server, { from: 'users', fields: ['password'] })).status).toBe(204);
  });

  it.each([
    ['rto < #', 'filters.0.value', /larger than any/],
    ['name = #', 'filters.0.value', /larger than any/],
    ['rto IN (1, #)', 'filters.0.value', /larger than any/],
    ['COUNT(databases) < #', 'filters.0.value', /value field must not be greater/],
  ])('a number of 400 digits in %s is refused by what is wrong with it', async (condition, key, sentence) => {
    const query = `FROM applications WHERE ${condition.replace('#', '9'.repeat(400))}`;
    const { status, body } = await run(server, query);
    expect([status, body.errors]).toEqual([422, { [`query.${key}`]: [expect.stringMatching(sentence)] }]);
  });

  it('nothing of a deep or endless body ends the server', async () => {
    const nested = (levels: number): string => `{"name":"x","query":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    const headers = { 'content-type': 'application/json' };
    for (const url of ['/api/queries', '/api/queries/run']) {
      expect((await server.post(url, nested(80), { headers })).body.errors).toEqual({
        query: [expect.stringMatching(/nested/)],
      });
      const { status, body } = await server.post(url, nested(50_000), { headers });
      expect([status, body.message]).toEqual([400, expect.stringMatching(/nested/)]);
    }
    const wide = { from: 'applications', fields: Array(300_000).fill('id') };
    expect((await run(server, wide)).body.errors).toEqual({ query: [expect.stringMatching(/too large/)] });
  });

  describe('stored queries 1: how a query comes in', () => {
    const JSON_FORM = { from: 'applications', fields: ['name'], limit: 5 };
    const TEXT = 'FROM applications\nFIELDS name\nLIMIT 5';
    it.each<[string, object]>([
      ['an object', { query: JSON_FORM }],
      ['JSON text', { query: JSON.stringify(JSON_FORM) }],
      ['the text form', { query: 'from applications fields name limit 5' }],
      ['query_json', { query_json: JSON.stringify(JSON_FORM) }],
      ['an object, which wins', { query: JSON_FORM, query_json: '{"from":"sites"}' }],
    ])('%s is stored as JSON, on create and on update', async (_, sent) => {
      const { status, body } = await server.post('/api/queries', { name: 'x', ...sent });
      expect([status, body.query, body.query_text]).toEqual([201, JSON_FORM, TEXT]);
      const other = await stored(server, 'FROM sites');
      const changed = await server.put(`/api/queries/${other}`, sent);
      expect([changed.status, changed.body.query, changed.body.query_text]).toEqual([200, JSON_FORM, TEXT]);
      const read = await server.get(`/api/queries/${other}`);
      expect(read.body.data).toEqual(changed.body);
      expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
      const list: Array<{ id: number }> = (await server.get('/api/queries')).body;
      expect(list.find(({ id }) => id === other)).toEqual(changed.body);
    });
    it.each([
      {},
      { query: '' },
      { query: null },
      { query_json: '{' },
      { query_json: 'FROM sites' },
      { query_json: '[1]' },
    ])('%j is refused on create', async (sent) => {
      const { status, body } = await server.post('/api/queries', { name: 'x', ...sent });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['query']]);
    });
    it('what was read can be sent back; what is not sent stays; the rest of the order of answers', async () => {
      const id = await stored(server, 'FROM sites LIMIT 7', { is_public: true });
      const { data } = (await server.get(`/api/queries/${id}`)).body;
      const same = await server.put(`/api/queries/${id}?strict=1`, data);
      expect([same.status, same.body]).toEqual([200, data]);
      const renamed = await server.patch(
        `/api/queries/${id}`,
        { name: 'other' },
        { headers: { 'if-match': same.headers.get('etag')! } },
      );
      expect([renamed.status, renamed.body]).toEqual([
        200,
        { ...data, name: 'other', updated_at: renamed.body.updated_at },
      ]);
      expect((await server.put('/api/queries/999999', { query: 'FROM' })).status).toBe(404);
      const rights = await server.userWith(['query_edit', 'query_show']);
      expect((await server.put(`/api/queries/${id}`, { query: 'FROM' }, rights)).status).toBe(403);
    });
    it('a stored query that has become wrong stays editable, is told on run, and has no text where it is none', async () => {
      const id = await stored(server, 'FROM sites');
      const { database } = server;
      await database.run('UPDATE saved_queries SET query = ? WHERE id = ?', ['{"from":"moons","fields":["a"]}', id]);
      expect((await server.get(`/api/queries/execute/${id}`)).body.errors).toHaveProperty(['query.from']);
      const { data } = (await server.get(`/api/queries/${id}`)).body;
      expect(data.query_text).toBe('FROM moons\nFIELDS a');
      expect((await server.put(`/api/queries/${id}`, { ...data, name: 'still there' })).status).toBe(200);
      await database.run('UPDATE saved_queries SET query = ? WHERE id = ?', ['{"from":5}', id]);
      expect((await server.get(`/api/queries/${id}`)).body.data).toMatchObject({
        query: { from: 5 },
        query_text: null,
      });
      expect((await server.get(`/api/queries/execute/${id}`)).status).toBe(422);
    });
  });
});
