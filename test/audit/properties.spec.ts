/** What changed is shown to those who may show the object, that it changed to all who read the journal (contract 14). */
import { rowsOf, stored } from '../queries/asking.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const JOURNAL = ['audit_log_access', 'audit_log_show'];
const SECRET = 'Vault of the bank';

interface Row {
  id: number;
  subject_type: string | null;
  subject_id: number | null;
  properties: unknown;
}

describe.each(ENGINES)('properties in the journal on %s', (engine) => {
  let server: TestServer;
  let site: number;
  let delegated: number;
  let trashed: number;
  let reader: Awaited<ReturnType<TestServer['userWith']>>;

  const make = async (path: string, body: object): Promise<number> => (await server.post(`/api/${path}`, body)).body.id;
  const list = async (token: string | undefined, query = ''): Promise<Row[]> => {
    const { status, body } = await server.get(`/api/audit-logs?${query}`, token === undefined ? {} : { token });
    expect(status).toBe(200);
    return body as Row[];
  };
  const isOf = (type: string, id: number | null) => (row: Row) =>
    row.subject_type === `App\\Models\\${type}` && (id === null || row.subject_id === id);
  /** Of which objects somebody sees what changed. */
  const seen = (rows: readonly Row[]): string[] => [
    ...new Set(
      rows.filter(({ properties }) => properties !== null).map((row) => `${row.subject_type} ${row.subject_id}`),
    ),
  ];

  beforeAll(async () => {
    server = await TestServer.start(engine);
    reader = await server.userWith([...JOURNAL, 'query_access', 'query_show', 'reports_access']);
    site = await make('sites', { name: SECRET });
    delegated = await make('applications', { name: 'Payroll' });
    await make('applications', { name: 'Other' });
    trashed = await make('vlans', { name: 'Old net' });
    for (const [path, id] of [
      ['applications', delegated],
      ['vlans', trashed],
    ] as const) {
      const body = { cartographiable_type: path, cartographiable_id: id, user_id: reader.id };
      expect((await server.post('/api/cartographers', body)).status).toBe(201);
    }
    await server.delete(`/api/vlans/${trashed}`);
    await server.patch(`/api/sites/${site}`, { description: 'second floor' });
    await server.database.run("INSERT INTO audit_logs (description, properties) VALUES ('old', 'of no type')", []);
  });
  afterAll(() => server.stop());

  it('audit_log_access alone shows that something changed, and what only of objects delegated to the reader', async () => {
    const [all, own] = [await list(undefined), await list(reader.token)];
    const { properties: _, ...facts } = all[0]!;
    expect(own[0]).toEqual({ ...facts, properties: null });
    // Their own log-in came after the first list.
    expect(own.filter(isOf('Site', site))).toHaveLength(all.filter(isOf('Site', site)).length);
    expect(seen(own)).toEqual([`App\\Models\\Application ${delegated}`]);
    expect(JSON.stringify(own)).not.toContain(SECRET);
    expect(JSON.stringify(all)).toContain(SECRET);
  });
  it('an Admin sees all of it, of types that are no resource too', async () => {
    const all = await list(undefined);
    expect(all.filter(({ properties }) => properties === null)).toEqual([]);
    expect(all.some(({ subject_type, properties }) => subject_type === null && properties === 'of no type')).toBe(true);
  });
  it('with the right to show its type one sees what changed, of deleted objects too', async () => {
    const { token } = await server.userWith([...JOURNAL, 'site_show', 'vlan_show', 'user_show']);
    const rows = await list(token);
    for (const [type, id] of [
      ['Site', site],
      ['Vlan', trashed],
      ['User', reader.id],
    ] as const) {
      const found = rows.filter(isOf(type, id));
      expect([type, found.length > 0, found.every(({ properties }) => properties !== null)]).toEqual([
        type,
        true,
        true,
      ]);
    }
    expect(rows.filter(isOf('Application', null)).every(({ properties }) => properties === null)).toBe(true);
    expect(rows.filter(({ subject_type }) => subject_type === null).map(({ properties }) => properties)).toEqual([
      null,
    ]);
  });
  it('single reads show the same, in whole and in part', async () => {
    const rows = await list(reader.token);
    for (const row of [rows.find(isOf('Site', site))!, rows.find(isOf('Application', delegated))!]) {
      const whole = await server.get(`/api/audit-logs/${row.id}`, reader);
      expect(whole.body.data).toEqual(row);
      const part = await server.get(`/api/audit-logs/${row.id}?fields=properties`, reader);
      expect(part.body.data).toEqual({ id: row.id, properties: row.properties });
    }
  });
  it.each([
    'filter[properties_like]=%25Vault%25',
    'filter[properties_starts]=%7B',
    'filter[properties_not]=x&filter[subject_type]=App%5CModels%5CSite',
    'filter[properties_null]=false&filter[subject_type]=App%5CModels%5CSite',
    'filter[properties_gt]=!&filter[subject_type]=App%5CModels%5CSite&sort=-properties',
    'filter[search]=Vault',
  ])('%s finds nothing of what is hidden', async (query) => {
    const rows = await list(reader.token, query);
    expect(rows.filter(isOf('Site', null))).toEqual([]);
    expect((await list(reader.token, `${query}&page[size]=5&page[number]=1`)).filter(isOf('Site', null))).toEqual([]);
  });
  it('pages, counts and cursors go on to work', async () => {
    const total = (await list(reader.token, 'sort=-created_at')).length;
    const answer = await server.get('/api/audit-logs?page[size]=2&page[number]=1&sort=properties', reader);
    expect([answer.body.length, answer.headers.get('x-total-count')]).toEqual([2, String(total)]);
    const first = await server.get('/api/audit-logs?page[size]=3&sort=properties&page[after]=', reader);
    expect(first.status).toBeLessThan(401);
    const found = await list(reader.token, 'filter[properties_like]=%25Payroll%25');
    expect(seen(found)).toEqual([`App\\Models\\Application ${delegated}`]);
  });
  it('sorting by what is hidden tells no order', async () => {
    const rows = await list(reader.token, 'sort=properties&filter[subject_type]=App%5CModels%5CSite');
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
  });
  it('stored queries see no more', async () => {
    const whole = `FROM audit-logs WHERE subject_id = ${site} AND subject_type LIKE "%Site"`;
    const rows = await rowsOf(server, whole, reader.token);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ properties }) => properties)).toEqual([null, null]);
    expect(JSON.stringify(await rowsOf(server, whole))).toContain(SECRET);
    const shown = `${whole} AND properties IS NOT NULL`;
    expect([await rowsOf(server, shown, reader.token), (await rowsOf(server, shown)).length]).toEqual([[], 2]);
  });
  it('of stored queries one sees what is told of public ones, and not of those of others', async () => {
    const [hidden, open] = [
      await stored(server, 'FROM sites'),
      await stored(server, 'FROM sites', { name: 'open', is_public: true }),
    ];
    for (const id of [hidden, open]) await server.get(`/api/queries/execute/${id}?format=json`);
    const rows = (await list(reader.token)).filter(({ subject_id }) => subject_id !== null);
    const shown = seen(rows.filter(isOf('SavedQuery', null)));
    expect(shown).toEqual([`App\\Models\\SavedQuery ${open}`]);
  });
});
