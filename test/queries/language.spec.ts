/** What the language says beyond the older application's: moments that are counted from today, NOT, numbers, columns, cables. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { firsts, made, rowsOf, stored } from './asking.js';
import type { Json } from './random.js';

const DAY = 86_400_000;
const dayFrom = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe.each(ENGINES)('the language of queries on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const make = async (path: string, name: string, body: Json = {}): Promise<void> => {
    ids[name] = await made(server, path, { name, ...body });
  };
  const found = (text: string): Promise<unknown[]> => firsts(server, text);

  beforeAll(async () => {
    server = await TestServer.start(engine, { TIME_ZONE: 'UTC' });
    for (const [name, days] of [
      ['long over', -400],
      ['over', -5],
      ['today', 0],
      ['soon', 20],
      ['later', 100],
    ] as const)
      await make('certificates', name, { end_validity: dayFrom(days) });
    await make('certificates', 'never');
    await make('applications', 'Alpha', { rto: 60, rpo: 30, security_need_a: 4 });
    await make('applications', 'Beta', { rto: 30, rpo: 60, security_need_a: 4 });
    await make('applications', 'Gamma', { rto: 10, security_need_a: 1 });
    await make('logical-servers', 'one', { active: true, applications: [ids['Alpha'], ids['Gamma']] });
    await make('logical-servers', 'two', { active: false, applications: [ids['Alpha']] });
    await make('logical-servers', 'three');
    await server.database.run('UPDATE logical_servers SET active = NULL WHERE id = ?', [ids['three']!]);
    await make('physical-servers', 'left', {});
    await make('physical-servers', 'right', {});
    await make('physical-servers', 'alone', {});
    const [left, right] = [ids['left'], ids['right']];
    const cable = (body: Json): Promise<number> => made(server, 'physical-links', body);
    await cable({ src_port: '1', physical_server_src_id: left, physical_server_dest_id: right });
    await cable({ src_port: '2', physical_server_src_id: left, logical_server_dest_id: ids['one'] });
    await cable({ src_port: '3', physical_server_src_id: left, physical_server_dest_id: left });
    const gone = await cable({ src_port: '4', physical_server_src_id: ids['alone'], physical_server_dest_id: right });
    await server.delete(`/api/physical-links/${gone}`);
  });
  afterAll(() => server.stop());

  describe('checks 1: moments that are counted from the present', () => {
    it.each([
      ['end_validity_lt', 'today', ['long over', 'over']],
      ['end_validity_between', 'today,30d', ['today', 'soon']],
      ['end_validity_after', '-1y', ['over', 'today', 'soon', 'later']],
      ['end_validity', 'TODAY', ['today']],
      ['end_validity_in', 'today,-5d', ['over', 'today']],
      ['end_validity_not', 'today', ['long over', 'over', 'soon', 'later']],
      ['created_at_after', '-1h', ['long over', 'over', 'today', 'soon', 'later', 'never']],
      ['created_at', 'today', ['long over', 'over', 'today', 'soon', 'later', 'never']],
      ['created_at_lt', '-1w', []],
      ['created_at_gt', 'now', []],
    ])('lists and exports: filter[%s]=%s', async (name, value, names) => {
      const query = `filter[${name}]=${value}`;
      const { body } = await server.get(`/api/certificates?${query}`);
      expect((body as Array<{ name: string }>).map((one) => one.name)).toEqual(names);
      const file = await server.get(`/api/certificates/export?format=csv&fields=name&${query}`);
      expect(String(file.body).split(/\r?\n/).slice(1).filter(Boolean)).toHaveLength(names.length);
    });

    it('lists: an error names the forms', async () => {
      const wrong = async (query: string): Promise<string> => {
        const { status, body } = await server.get(`/api/certificates?${query}`);
        expect(status).toBe(400);
        return body.message as string;
      };
      expect(await wrong('filter[end_validity_lt]=12h')).toMatch(/today, 30d, -2w, 6m, -1y\.$/);
      expect(await wrong('filter[created_at_lt]=30')).toMatch(/today, now, 30d, -2w, 6m, -1y, -12h\.$/);
    });

    it.each([
      ['end_validity < 30d AND end_validity >= today', ['today', 'soon']],
      ['end_validity < "30d" AND end_validity >= "today"', ['today', 'soon']],
      ['end_validity < -1y', ['long over']],
      ['end_validity IN (today, 20d)', ['today', 'soon']],
      [`end_validity > ${dayFrom(50)}`, ['later']],
      ['created_at > -7d AND name = soon', ['soon']],
      ['created_at = today AND name = soon', ['soon']],
      ['created_at != today', []],
      ['created_at >= -1h AND created_at <= now AND name = soon', ['soon']],
      // Beside texts it is a text.
      ['name = today', ['today']],
    ])('queries: %s', async (condition, names) =>
      expect(await found(`FROM certificates FIELDS name WHERE ${condition}`)).toEqual(names),
    );

    it('a stored query means the day on which it is asked', async () => {
      const id = await stored(server, 'FROM certificates FIELDS name WHERE end_validity = today');
      const { data } = (await server.get(`/api/queries/${id}`)).body;
      expect(data.query.filters).toEqual([{ field: 'end_validity', operator: '=', value: 'today' }]);
      expect((await server.get(`/api/queries/execute/${id}?bom=0`)).body).toBe('name\ntoday\n');
    });
  });

  it.each([
    // NOT holds wherever its condition does not, unknown as well; the operators leave out what has no value, as in SQL.
    ['certificates', 'NOT (end_validity < today)', ['today', 'soon', 'later', 'never']],
    ['certificates', 'NOT end_validity < 2999-01-01', ['never']],
    ['certificates', `end_validity != ${dayFrom(0)}`, ['long over', 'over', 'soon', 'later']],
    ['logical-servers', 'active IS TRUE', ['one']],
    ['logical-servers', 'active IS NOT TRUE', ['two', 'three']],
    ['logical-servers', 'active IS FALSE', ['two']],
    ['logical-servers', 'active IS NOT FALSE', ['one', 'three']],
    ['logical-servers', 'NOT active = TRUE', ['two', 'three']],
    ['applications', 'EXISTS logical_servers WHERE EXISTS applications WHERE name = Gamma', ['Alpha', 'Gamma']],
    ['applications', 'EXISTS logical_servers WHERE NOT EXISTS applications WHERE name = Gamma', ['Alpha']],
    ['applications', 'COUNT(logical_servers) < 2', ['Beta', 'Gamma']],
    ['applications', 'COUNT(logical_servers) = 0', ['Beta']],
    ['applications', 'COUNT(logical_servers) >= 1', ['Alpha', 'Gamma']],
    ['applications', 'COUNT(logical_servers WHERE active IS TRUE) != 1', ['Beta']],
    ['applications', 'rto < column(rpo)', ['Beta']],
    ['applications', 'NOT rto < column(rpo)', ['Alpha', 'Gamma']],
    ['applications', 'EXISTS logical_servers WHERE EXISTS applications WHERE rto < column(outer.outer.rto)', ['Alpha']],
    ['logical-servers', 'COUNT(applications WHERE id > outer.id) > 0', ['one']],
    ['physical-servers', 'EXISTS physical_links', ['left', 'right']],
    ['physical-servers', 'COUNT(physicalLinks) = 3', ['left']],
    ['physical-servers', 'COUNT(physical_links) = 0', ['alone']],
    ['logical-servers', 'physical_links.physical_server_src.name = left', ['one']],
    ['applications', 'security_need_a = "Very high"', ['Alpha', 'Beta']],
    ['applications', "security_need_a >= 'très fort'", ['Alpha', 'Beta']],
    ['applications', 'security_need_a IN (low, "very high")', ['Alpha', 'Beta', 'Gamma']],
    ['applications', 'security_need_a = 4 AND NOT EXISTS logical_servers', ['Beta']],
  ])('FROM %s WHERE %s', async (from, condition, names) =>
    expect(await found(`FROM ${from} FIELDS name WHERE ${condition}`)).toEqual(names),
  );

  it('cables are columns and levels of graphs, too', async () => {
    expect(await rowsOf(server, 'FROM physical-servers FIELDS name, physical_links.src_port ORDER BY name')).toEqual(
      [
        ['alone', null],
        ['left', '1'],
        ['left', '2'],
        ['left', '3'],
        ['right', '1'],
      ].map(([name, port]) => ({ name, 'physical_links.src_port': port })),
    );
    const { body } = await server.post('/api/queries/run', {
      query: 'FROM physical-servers WHERE name = right WITH physical_links.physical_server_src OUTPUT graph',
    });
    expect(body.nodes).toHaveLength(3);
  });

  it('cables need their own right', async () => {
    const rights = await server.userWith(['query_show', 'physical_server_access']);
    const { status, body } = await server.post(
      '/api/queries/run',
      { query: 'FROM physical-servers WHERE EXISTS physical_links' },
      rights,
    );
    expect([status, body.message]).toEqual([403, expect.stringMatching(/physical-links/)]);
  });

  it.each([
    ['ORDER BY name DESC', ['Gamma', 'Beta', 'Alpha']],
    ['ORDER BY rpo, name', ['Gamma', 'Alpha', 'Beta']],
    ['ORDER BY -rpo LIMIT 1', ['Beta']],
    ['ORDER BY security_need_a DESC, rto ASC', ['Beta', 'Alpha', 'Gamma']],
    ['WHERE name LIKE "%a" ORDER BY name DESC LIMIT 2', ['Gamma', 'Beta']],
  ])('FROM applications %s', async (clauses, names) =>
    expect(await found(`FROM applications FIELDS name ${clauses}`)).toEqual(names),
  );

  it('all of it is JSON, too', async () => {
    const query = {
      from: 'applications',
      fields: ['name'],
      filters: [
        { count: 'logical_servers', operator: '<=', value: '2' },
        { boolean: 'not', field: 'rto', operator: '<', column: 'rpo' },
      ],
      order: ['-name'],
    };
    expect(await firsts(server, query)).toEqual(['Gamma', 'Alpha']);
  });
});
