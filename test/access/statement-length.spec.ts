/** What somebody who is kept to deep roots asks is no statement that takes a database server's memory. @seconds 10 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** Characters: MariaDB takes half a GB for one of these, and several for a few times as much. */
const LONGEST = 400_000;

describe.each(ENGINES)('for somebody kept to deep roots, on %s', (engine) => {
  let server: TestServer;
  let token: string;
  let perimeter: number;
  let flow: number;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const make = async (path: string, body: object): Promise<number> =>
      (await server.post(`/api/${path}`, body)).body.id as number;
    const sites = [await make('sites', { name: 'here' }), await make('sites', { name: 'there' })];
    const entity = await make('entities', { name: 'ours' });
    const application = await make('applications', { name: 'app', entity_resp_id: entity });
    flow = await make('application-flows', { name: 'flow', application_source_id: application });
    const roots = [
      ...sites.map((id) => ({ resource: 'sites', id, depth: 'applications' })),
      { resource: 'entities', id: entity, depth: 'applications' },
    ];
    const rules = ['applications', 'application-flows'].map((resource) => ({ resource, filter: { name_like: 'a' } }));
    perimeter = await make('perimeters', { name: 'deep', roots, rules });
    const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    const person = await server.userWith(titles.map(({ title }) => title as string));
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter] })).status).toBe(200);
    token = person.token;
  });
  afterAll(() => server.stop());

  it.each([
    '/api/summary?since=-1d',
    '/api/audit-logs?page[size]=5',
    '/api/documents',
    '/api/search?q=a',
    '/api/findings',
    '/api/changes?limit=20',
    '/api/graph/statistics',
    '/api/perimeters/PERIMETER/objects',
    '/api/perimeters/PERIMETER/check',
  ])('%s', async (path) => {
    const lengths: number[] = [];
    server.database.observer = (sql) => void lengths.push(sql.length);
    const { status } = path.endsWith('check')
      ? await server.post(
          path.replace('PERIMETER', String(perimeter)),
          { resource: 'application-flows', id: flow },
          { token },
        )
      : await server.get(path.replace('PERIMETER', String(perimeter)), { token });
    server.database.observer = undefined;
    expect([status, lengths.filter((length) => length > LONGEST)]).toEqual([200, []]);
  });
});
