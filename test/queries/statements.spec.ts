import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { made, run } from './asking.js';

const QUERY = {
  from: 'clusters',
  fields: ['name', 'logical_servers.name', 'logical_servers.applications.name', 'logical_servers.domain.name'],
  filters: [
    { exists: 'logical_servers', conditions: [{ field: 'applications.name', operator: 'like', value: '%a%' }] },
  ],
  limit: 1000,
};
const GRAPH = {
  from: 'clusters',
  traverse: ['logical_servers.applications', 'logical_servers.domain'],
  output: 'graph',
};

describe.each(ENGINES)('the statements of stored queries on %s', (engine) => {
  it('stored queries 8: one for the objects, one for each level, however many rows there are', async () => {
    const server = await TestServer.start(engine);
    const domain = await made(server, 'domains', { name: 'domain' });
    const fill = async (from: number, to: number): Promise<void> => {
      const items = (prefix: string, more: (i: number) => object): object[] =>
        Array.from({ length: to - from }, (_, i) => ({ name: `${prefix} ${from + i}`, ...more(i) }));
      const store = async (path: string, list: object[]): Promise<number[]> =>
        (await server.post(`/api/${path}/mass-store`, { items: list })).body.ids;
      const applications = await store(
        'applications',
        items('app', () => ({})),
      );
      const more = (i: number): object => ({ domain_id: domain, applications: [applications[i], applications[0]] });
      const servers = await store('logical-servers', items('srv', more));
      await store(
        'clusters',
        items('cluster', (i) => ({ logical_servers: [servers[i], servers[0]] })),
      );
    };
    const count = async (query: object): Promise<[number, number]> => {
      let rows = 0;
      const seen = await server.statements(async () => {
        const { status, body } = await run(server, query);
        expect(status).toBe(200);
        rows = body.meta.count;
      });
      return [seen.filter((sql) => sql.includes('clusters') || /^SELECT (p|t)\./.test(sql)).length, rows];
    };
    await fill(0, 2);
    const few = [await count(QUERY), await count(GRAPH)];
    await fill(2, 400);
    const many = [await count(QUERY), await count({ ...GRAPH, limit: 1000 })];
    expect(few.map(([statements]) => statements)).toEqual([4, 4]);
    expect(many.map(([statements]) => statements)).toEqual([4, 4]);
    expect(many[0]![1]).toBeGreaterThan(few[0]![1] * 100);
    await server.stop();
  });
});
