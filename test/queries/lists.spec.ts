/** @seconds 6 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { firsts, made, rowsOf, run } from './asking.js';

const test = (field: string, operator: string, value: unknown, boolean?: string): object => ({
  field,
  operator,
  value,
  ...(boolean && { boolean }),
});

describe.each(ENGINES)('lists of stored queries on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const names = (filters: unknown[], from = 'applications'): Promise<unknown[]> =>
    firsts(server, { from, fields: ['name'], filters, limit: 1000 });

  beforeAll(async () => {
    server = await TestServer.start(engine);
    const make = async (path: string, name: string, body: object = {}): Promise<void> => {
      ids[name] = await made(server, path, { name, ...body });
    };
    await make('application-blocks', 'Care');
    await make('applications', 'Été', { vendor: 'Strasse', rto: 5, install_date: '2024-02-29' });
    await make('applications', 'Paie', { vendor: 'Straße', rto: 10, application_block_id: ids['Care'] });
    await make('applications', 'Old', { rto: 20, description: '<p>a_b 50%</p>' });
    await make('applications', 'Gone');
    const { Été: ete, Paie: paie, Old: old, Gone: gone } = ids;
    await make('databases', 'zeta', { applications: [paie] });
    await make('databases', 'Alpha', { applications: [paie, ete, gone] });
    await make('logical-servers', 'srv-1', { applications: [paie, gone], databases: [ids['zeta']], active: true });
    await make('logical-servers', 'srv-2', { applications: [paie, ete], active: false });
    await make('logical-servers', 'srv-3', { install_date: '2023-01-31', disk: 5 });
    await make('clusters', 'cl1', { logical_servers: [ids['srv-1'], ids['srv-2']] });
    await server.delete(`/api/applications/${gone}`);
    expect(old).toBeDefined();
  });
  afterAll(() => server.stop());

  describe('stored queries 2: operators', () => {
    it.each<[string, object[], string[]]>([
      ['equal, blind to case and accents', [test('name', '=', 'ETE')], ['Été']],
      ['equal letters that are written as two', [test('vendor', '=', 'strasse')], ['Été', 'Paie']],
      ['not equal leaves NULL out', [test('vendor', '!=', 'x')], ['Été', 'Paie']],
      ['<> is !=', [test('rto', '<>', 10)], ['Été', 'Old']],
      ['null', [test('vendor', '=', null)], ['Old']],
      ['not null', [test('vendor', '!=', null)], ['Été', 'Paie']],
      ['less', [test('rto', '<', 10)], ['Été']],
      ['at most, a number as text', [test('rto', '<=', '10')], ['Été', 'Paie']],
      ['greater, a fraction', [test('rto', '>', 9.5)], ['Paie', 'Old']],
      ['at least', [test('rto', '>=', 10)], ['Paie', 'Old']],
      ['texts in their order', [test('name', '<', 'old')], ['Été']],
      ['dates', [test('install_date', '>=', '2024-02-29')], ['Été']],
      ['like', [test('name', 'LIKE', '%T%')], ['Été']],
      ['like with a wildcard for one', [test('name', 'like', 'p_ie')], ['Paie']],
      ['like is literal about other signs', [test('description', 'like', '%a|_b%')], []],
      ['like a percent sign of the caller', [test('description', 'like', '%a_b 50%')], ['Old']],
      ['not like leaves NULL out', [test('vendor', 'not like', 'x%')], ['Été', 'Paie']],
      ['like a number', [test('rto', 'like', '1%')], ['Paie']],
      ['like a date', [test('install_date', 'like', '2024-%')], ['Été']],
      ['in', [test('name', 'in', ['PAIE', 'old'])], ['Paie', 'Old']],
      ['in, of mixed types', [test('rto', 'in', ['5', 20])], ['Été', 'Old']],
      ['not in leaves NULL out', [test('vendor', 'not in', ['x'])], ['Été', 'Paie']],
    ])('%s', async (_, filters, found) => expect(await names(filters)).toEqual(found));

    it('flags take words and numbers', async () => {
      for (const value of [true, 1, 'true', 'on'])
        expect(await names([test('active', '=', value)], 'logical-servers')).toEqual(['srv-1']);
      expect(await names([test('active', '=', false)], 'logical-servers')).toEqual(['srv-2']);
    });
  });

  describe('stored queries 2: how filters are joined', () => {
    const [ete, paie, old] = ['Été', 'Paie', 'Old'].map((name) => test('name', '=', name) as Record<string, unknown>);
    it.each<[string, unknown[], string[]]>([
      ['and', [ete, paie], []],
      ['or', [ete, { ...paie, boolean: 'or' }], ['Été', 'Paie']],
      ['and binds tighter than or', [ete, { ...paie, boolean: 'or' }, old], ['Été']],
      ['or on the first one has no effect', [{ ...ete, boolean: 'OR' }], ['Été']],
      ['not on a group', [{ boolean: 'not', group: [ete, { ...paie, boolean: 'or' }] }], ['Old']],
      ['not on a single condition negates', [{ ...ete, boolean: 'not' }], ['Paie', 'Old']],
      ['or not', [ete, { boolean: 'or', group: [{ boolean: 'not', group: [paie] }] }], ['Été', 'Old']],
    ])('%s', async (_, filters, found) => expect(await names(filters)).toEqual(found));
  });

  describe('stored queries 2: relations', () => {
    it.each<[string, string, object[], string[]]>([
      ['a path is some related object', 'applications', [test('databases.name', '!=', 'zeta')], ['Été', 'Paie']],
      ['a path with null is not the lack of one', 'applications', [test('databases.type', '=', null)], ['Été', 'Paie']],
      ['two steps', 'clusters', [test('logical_servers.applications.name', '=', 'été')], ['cl1']],
      ['a reference', 'applications', [test('application_block.name', 'like', 'care')], ['Paie']],
      ['a reference by its include name', 'applications', [test('applicationBlock.id', '>', 0)], ['Paie']],
      ['exists in snake_case', 'applications', [{ exists: 'logical_servers' }], ['Été', 'Paie']],
      ['exists in camelCase', 'applications', [{ exists: 'logicalServers' }], ['Été', 'Paie']],
      ['not exists', 'applications', [{ not_exists: 'logical_servers' }], ['Old']],
      ['exists with a reference', 'applications', [{ not_exists: 'application_block' }], ['Été', 'Old']],
      ['exists from the other end', 'application-blocks', [{ exists: 'applications' }], ['Care']],
      [
        'exists with conditions on one and the same',
        'applications',
        [{ exists: 'logical_servers', conditions: [test('active', '=', true), test('name', '=', 'srv-2')] }],
        [],
      ],
      ['deleted objects are out', 'logical-servers', [test('applications.name', '=', 'Gone')], []],
    ])('%s', async (_, from, filters, found) => expect(await names(filters, from)).toEqual(found));
  });

  describe('stored queries 5: combinations', () => {
    it('a row for each related object, by name; without any the object stays', async () => {
      const rows = await rowsOf(server, { from: 'applications', fields: ['name', 'databases.name', 'databases.id'] });
      expect(rows.map(Object.values)).toEqual([
        ['Été', 'Alpha', ids['Alpha']],
        ['Paie', 'Alpha', ids['Alpha']],
        ['Paie', 'zeta', ids['zeta']],
        ['Old', null, null],
      ]);
    });
    it('different relations multiply, the first one slowest', async () => {
      const fields = ['databases.name', 'logicalServers.name', 'name'];
      const rows = await rowsOf(server, { from: 'applications', fields, filters: [test('name', '=', 'Paie')] });
      expect(rows.map(Object.values)).toEqual([
        ['Alpha', 'srv-1', 'Paie'],
        ['Alpha', 'srv-2', 'Paie'],
        ['zeta', 'srv-1', 'Paie'],
        ['zeta', 'srv-2', 'Paie'],
      ]);
      expect(Object.keys(rows[0]!)).toEqual(fields);
    });
    it('two spellings of one relation stay on one object', async () => {
      const fields = ['logical_servers.name', 'logicalServers.active', 'servers.id'];
      const rows = await rowsOf(server, { from: 'applications', fields, filters: [test('name', '=', 'Paie')] });
      expect(rows.map(Object.values)).toEqual([
        ['srv-1', 1, ids['srv-1']],
        ['srv-2', 0, ids['srv-2']],
      ]);
    });
    it('paths below paths', async () => {
      const fields = ['name', 'logical_servers.name', 'logical_servers.databases.name'];
      const rows = await rowsOf(server, { from: 'clusters', fields });
      expect(rows.map(Object.values)).toEqual([
        ['cl1', 'srv-1', 'zeta'],
        ['cl1', 'srv-2', null],
      ]);
    });
    it('dates and times show their day, the limit counts objects', async () => {
      const { body } = await run(server, {
        from: 'logical-servers',
        fields: ['created_at', 'clusters.name'],
        limit: 2,
      });
      const today = new Date().toISOString().slice(0, 10);
      expect(body.rows).toEqual(Array(2).fill({ created_at: today, 'clusters.name': 'cl1' }));
      expect(body.meta).toEqual({ output: 'list', from: 'logical-servers', count: 2, truncated: true });
    });
    it('small rows of an object are related to it too', async () => {
      const activity = await made(server, 'activities', {
        name: 'Triage',
        impacts: [
          { impact_type: 'b', severity: 2 },
          { impact_type: 'a', severity: 1 },
        ],
      });
      const query = { from: 'activities', fields: ['id', 'impacts.impact_type'], filters: [{ exists: 'impacts' }] };
      expect((await rowsOf(server, query)).map(Object.values)).toEqual([
        [activity, 'a'],
        [activity, 'b'],
      ]);
    });
  });

  describe('stored queries 5: without fields', () => {
    it('all columns but times and hidden ones, and the names that trails lead to', async () => {
      const [row] = await rowsOf(server, {
        from: 'applications',
        traverse: ['databases.informations', 'logicalServers'],
      });
      const answer = (await server.get(`/api/applications/${ids['Été']}`)).body.data;
      const own = Object.keys(answer).filter(
        (name) => !Array.isArray(answer[name]) && !name.endsWith('ed_at') && name !== 'needs',
      );
      expect(Object.keys(row!)).toEqual([...own, 'databases', 'logicalServers']);
      expect(row).toMatchObject({ name: 'Été', databases: 'Alpha', logicalServers: 'srv-2' });
      expect(Object.keys((await rowsOf(server, { from: 'users' }))[0]!)).not.toContain('password');
    });
    it('exactly `select`, names joined by commas, nothing where there is none', async () => {
      const rows = await rowsOf(server, { from: 'applications', select: ['rto', 'name'], traverse: ['databases'] });
      expect(rows.map(Object.values)).toEqual([
        [5, 'Été', 'Alpha'],
        [10, 'Paie', 'Alpha, zeta'],
        [20, 'Old', ''],
      ]);
    });
    it('a trail with hidden levels is its first visible one', async () => {
      const segments = [
        { name: 'logical_servers', hidden: true },
        { name: 'applications', hidden: false },
      ];
      const rows = await rowsOf(server, { from: 'clusters', select: ['name'], traverse: [{ segments }] });
      expect(rows).toEqual([{ name: 'cl1', applications: 'Été, Paie' }]);
    });
  });

  it('stored queries 5: more rows than allowed are refused before anything is sent', async () => {
    const narrow = await TestServer.start(engine, { QUERY_MAX_ROWS: '6' });
    const sites = [];
    for (let i = 0; i < 3; i++) sites.push(await made(narrow, 'buildings', { name: `building ${i}` }));
    const zones = [];
    for (let i = 0; i < 2; i++) zones.push(await made(narrow, 'zones', { name: `zone ${i}`, buildings: sites }));
    const fields = ['zones.name', 'zones.buildings.name'];
    expect(await rowsOf(narrow, { from: 'buildings', fields: ['zones.name'] })).toHaveLength(6);
    for (const query of [
      { from: 'buildings', fields },
      { from: 'buildings', traverse: ['zones'], output: 'graph' },
    ]) {
      const { status, body } = await run(narrow, query);
      expect([status, body.errors]).toEqual([422, { query: [expect.stringMatching(/more than 6 rows/)] }]);
    }
    await narrow.stop();
  });
});
