import { TimeLimitError } from '../../src/database/long-read.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { made, run } from './asking.js';

const NAMES = 'SELECT name FROM applications ORDER BY id';

describe.each(ENGINES)('snapshots on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { QUERY_TIME_LIMIT: '1' });
    await made(server, 'applications', { name: 'first' });
  });
  afterAll(() => server.stop());

  it('stored queries 8: all statements see the map as it was at the first one', async () => {
    const seen = await server.database.snapshot(async (snapshot) => {
      const before = await snapshot.all(NAMES);
      await made(server, 'applications', { name: 'second' });
      return [before, await snapshot.all(NAMES)];
    }, 10);
    expect(seen[1]).toEqual(seen[0]);
    expect(await server.database.all(NAMES)).toHaveLength(seen[0]!.length + 1);
  });

  it('stored queries 8: nothing can be written', async () => {
    const writing = server.database.snapshot(
      (snapshot) => snapshot.all(`INSERT INTO own_settings (name) VALUES ('x') RETURNING name`),
      10,
    );
    await expect(writing).rejects.toMatchObject({ message: expect.stringMatching(/read.?only/i) });
    // The connection is as good as before.
    for (let i = 0; i < 12; i++)
      expect(await server.database.snapshot((snapshot) => snapshot.all('SELECT 1 AS one'), 1)).toEqual([{ one: 1 }]);
    await made(server, 'applications', { name: `third ${engine}` });
  });

  it('stored queries 8: what takes too long is ended, between two statements', async () => {
    const slow = server.database.snapshot(async (snapshot) => {
      for (;;) {
        await snapshot.all('SELECT 1 AS one');
        await new Promise((wake) => setTimeout(wake, 50));
      }
    }, 1);
    await expect(slow).rejects.toThrow(TimeLimitError);
    // The next one has its own time.
    await server.database.snapshot(() => new Promise((wake) => setTimeout(wake, 20)), 1);
  });

  it('stored queries 8: a statement that takes too long is cut off, and the client is told to narrow the query', async () => {
    const description = 'Été à l’hôpital '.repeat(200);
    const rows = Array.from({ length: 1500 }, (_, i) => [`long ${i}`, description]);
    await server.database.transaction((tx) =>
      server.database.write(tx, server.database.dialect.insertRows('applications', ['name', 'description']), rows),
    );
    // Each of these is looked for in every description.
    const filters = Array.from({ length: 150 }, (_, i) => ({
      ...{ field: 'description', operator: 'like', value: `%nowhere ${i}%`, boolean: 'or' },
    }));
    const begun = performance.now();
    const ended: string[] = [];
    const [{ status, body }] = await Promise.all([
      run(server, { from: 'applications', filters }).finally(() => ended.push('query')),
      server.get('/api/applications/1').finally(() => ended.push('read')),
    ]);
    const elapsed = performance.now() - begun;
    expect([status, body.errors]).toEqual([422, { query: ['The query takes longer than 1 seconds. Narrow it.'] }]);
    // Nobody waits for it.
    expect(ended).toEqual(['read', 'query']);
    // Whole, it takes half a minute.
    expect(elapsed).toBeLessThan(15_000);
    expect((await run(server, { from: 'applications', filters: filters.slice(0, 1) })).status).toBe(204);
  });
});
