/** Templates 5, 1: a file holds what its reader sees, as if there were nothing else, byte for byte. @seconds 40 */
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';

const PATH = '/api/templates';
/** Of each kind so many objects are given to the reader, the last ones. */
const GIVEN = 3;
/** One with objects in objects in objects. */
const DEEP = {
  ...{ name: 'Deep', type: 'applications', sort: 'name', include: 'logical_servers.clusters,entity_resp,databases' },
  body: '{% for a in objects %}{{ a | json }}\n{% endfor %}{{ objects | where_has: "logical_servers.clusters.name" | names }}',
  ...{ content_type: 'text/plain', file_name: 'deep.txt', shared: true },
};
const ROWS = {
  ...{
    name: 'Rows',
    body: '{{ rows | json }}{{ count }}',
    content_type: 'text/plain',
    file_name: 'rows.txt',
    shared: true,
  },
};

describe.each(ENGINES)('templates 5: rights on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startDemo(engine)), 120_000);
  afterAll(() => server.stop());

  it('whoever was given some objects gets the file of a map that has no others', async () => {
    const lent = await server.userWith(['template_access', 'query_show']);
    const kinds = await kindsOf(server);
    const given = new Map<string, number[]>();
    const delegable = await delegableOf(server);
    for (const kind of kinds.filter((one) => delegable.has(one))) {
      const ids = (await server.get(`/api/${kind}?sort=-id&fields=id`)).body.map(({ id }: { id: number }) => id);
      given.set(kind, ids.slice(0, GIVEN));
      for (const id of given.get(kind)!) {
        const delegation = { cartographiable_type: kind, cartographiable_id: id, user_id: lent.id };
        expect([kind, (await server.post('/api/cartographers', delegation)).status]).toEqual([kind, 201]);
      }
    }
    const query = (
      await server.post('/api/queries', {
        ...{ name: 'Servers', is_public: true },
        query: 'FROM applications FIELDS name, logical_servers.name WITH logical_servers',
      })
    ).body.id;
    const own = await Promise.all(
      [DEEP, { ...ROWS, query }].map(async (template) => (await server.post(PATH, template)).body.id as number),
    );
    const shipped = (await server.get(PATH)).body.filter((one: { shipped: boolean }) => one.shipped);
    const ids: Array<number | string> = [...own, ...shipped.map(({ id }: { id: string }) => id)];
    expect(ids).toHaveLength(12);
    const all = async (who: { token?: string } = {}): Promise<Map<number | string, [number, unknown]>> => {
      const files = new Map<number | string, [number, unknown]>();
      for (const id of ids) {
        const { status, body } = await server.get(`${PATH}/${id}/fill`, who);
        // The number of a zone is the moment at which it is made.
        files.set(id, [status, typeof body === 'string' ? body.replace(/\( \d+ /, '( … ') : body]);
      }
      return files;
    };
    const whole = await all();
    const seen = await all(lent);
    for (const [id, [status]] of seen) expect([id, status]).toEqual([id, 200]);
    // They are not what whoever sees all gets.
    for (const [id, file] of seen) expect([id, whole.get(id)]).not.toEqual([id, file]);
    for (const path of kinds) {
      const others = (await server.get(`/api/${path}?fields=id`)).body
        .map(({ id }: { id: number }) => id)
        .filter((id: number) => !given.get(path)?.includes(id));
      if (others.length) {
        const gone = await server.request('DELETE', `/api/${path}/mass-destroy`, { body: { ids: others } });
        expect([path, gone.status]).toEqual([path, 204]);
      }
    }
    const alone = await all();
    for (const id of ids) expect([id, seen.get(id)]).toEqual([id, alone.get(id)]);
  });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as much of the document as is read here
const documentOf = async (server: TestServer): Promise<any> =>
  (await server.get('/api/openapi.json?detail=brief')).body;

/** The kinds that templates list. */
const kindsOf = async (server: TestServer): Promise<string[]> =>
  (await documentOf(server)).paths[PATH].get['x-kinds'] as string[];

/** Those whose objects can be given one by one. */
async function delegableOf(server: TestServer): Promise<Set<string>> {
  const tags = (await documentOf(server)).tags as Array<{ 'x-resource'?: string; 'x-delegable'?: boolean }>;
  return new Set(tags.flatMap((tag) => (tag['x-delegable'] ? [tag['x-resource']!] : [])));
}
