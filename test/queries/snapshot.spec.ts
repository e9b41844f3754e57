import { TimeLimitError } from '../../src/database/database.js';
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

  it('stored queries 8: what takes too long is ended', async () => {
    const begun = performance.now();
    const slow = server.database.snapshot(async (snapshot) => {
      for (;;) {
        await snapshot.all(engine === 'mariadb' ? 'SELECT SLEEP(5) AS slept' : 'SELECT 1 AS one');
        await new Promise((wake) => setTimeout(wake, 50));
      }
    }, 1);
    await expect(slow).rejects.toThrow(TimeLimitError);
    expect(performance.now() - begun).toBeLessThan(4000);
    // The next one has its own time.
    await server.database.snapshot(() => new Promise((wake) => setTimeout(wake, 20)), 1);
  });

  it('stored queries 8: a slow query is told to be narrower', async () => {
    // The statement itself is quick: the test holds it up.
    const heldUp = (sql: string): void => {
      const end = performance.now() + 1100;
      while (sql.includes('FROM `applications` r') && performance.now() < end);
    };
    server.database.observer = heldUp;
    const { status, body } = await run(server, { from: 'applications' });
    server.database.observer = undefined;
    expect([status, body.errors]).toEqual([422, { query: ['The query takes longer than 1 seconds. Narrow it.'] }]);
  });
});
