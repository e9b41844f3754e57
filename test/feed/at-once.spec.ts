/** Many sources over the same objects at once: some order of them comes out (feeding 17). @seconds 15 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

const SOURCES = Array.from({ length: 8 }, (_, i) => `CROWD${i}`);
const OBJECTS = 500;

describe.each(ENGINES)('runs of many sources at once on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  const run = (source: string): ReturnType<TestServer['post']> =>
    server.post('/api/feed/runs', {
      ...{ feed: 1, source, options: { pointers: 'create' } },
      items: Array.from({ length: OBJECTS }, (_, i) => ({
        ...{ type: 'logical-servers', ref: `${source}-${i}` },
        set: { name: `crowd ${i}`, cpu: source, attributes: source, clusters: [`cluster ${i % 5}`] },
      })),
    });

  it('none fails but with 409, and it settles', async () => {
    for (const source of SOURCES) await putSource(server, source);
    const answers = await Promise.all(SOURCES.map(run));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const done = SOURCES.filter((_, i) => answers[i]!.status === 200);
    expect(done.length).toBeGreaterThan(0);
    const objects = async (): Promise<Json[]> =>
      server.database.all(
        'SELECT id, name, cpu, attributes, updated_at FROM logical_servers WHERE deleted_at IS NULL ORDER BY id',
      );
    // Of equals the one that spoke first stands, of all objects the same one; what they say of sets adds up.
    const first = await objects();
    expect(first.length).toBe(OBJECTS);
    const [winner] = new Set(first.map(({ cpu }) => cpu));
    expect(new Set(first.map(({ cpu }) => cpu)).size).toBe(1);
    expect(done).toContain(winner);
    expect(new Set(first.map(({ attributes }) => attributes.split(' ').sort().join())).size).toBe(1);
    expect(first[0]!['attributes'].split(' ').sort()).toEqual([...done].sort());
    // Whoever had no luck comes again.
    for (let left = SOURCES.filter((source) => !done.includes(source)); left.length;) {
      const again = await Promise.all(left.map(run));
      expect(again.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
      left = left.filter((_, i) => again[i]!.status !== 200);
    }
    const settled = await objects();
    expect(new Set(settled.map(({ cpu }) => cpu))).toEqual(new Set([winner]));
    expect(settled[0]!['attributes'].split(' ').sort()).toEqual([...SOURCES].sort());
    expect(
      (await server.database.all('SELECT 1 FROM own_feed_records WHERE type = ?', ['logical_servers'])).length,
    ).toBe(SOURCES.length * OBJECTS);
    expect((await server.database.all('SELECT 1 FROM clusters')).length).toBe(5);
    for (const { status, body } of await Promise.all(SOURCES.map(run)))
      expect([status, body.data?.counts ?? body]).toEqual([200, expect.objectContaining({ create: 0, update: 0 })]);
    expect(await objects()).toEqual(settled);
  });

  it('one source at once: one after the other', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => run(SOURCES[0]!)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
