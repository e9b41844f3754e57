/** A run that is broken off leaves what the next one goes on from (checks 4, 8.3). @seconds 12 */
import { storeFound } from '../../src/checks/run/store.js';
import type { StoredFound } from '../../src/checks/run/evaluate.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** Moments at which runs are broken off. */
const MOMENTS = 20;
const found = (ids: readonly number[]): StoredFound[] =>
  ids.map((id) => ({ type: 'applications', id, said: `{"values":{"n":${id}}}`, objects: null }));
const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe.each(ENGINES)('checks 4: runs that are broken off on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { CHECKS_AFTER: '0' });
  });
  afterAll(() => server.stop());

  it('leave exactly what a run without a break leaves, once the next one is done', async () => {
    const { database } = server;
    const check = async (key: string): Promise<number> =>
      (
        await server.post('/api/checks', {
          key,
          titles: { en: key },
          severity: 'low',
          type: 'applications',
          filter: { id: 1 },
        })
      ).body.id;
    const rowsOf = (id: number): Promise<unknown> =>
      database.all(
        'SELECT object_id, said, reopened, CASE WHEN gone_at IS NULL THEN 0 ELSE 1 END AS gone FROM own_findings WHERE check_id = ? ORDER BY object_id',
        [id],
      );
    const never = (): boolean => false;
    const [before, middle, after] = [found(from(1, 2500)), found(from(501, 1500)), found(from(401, 3500))];
    const whole = await check('whole');
    for (const one of [before, middle, after]) await storeFound(database, whole, one, never);
    const expected = await rowsOf(whole);
    for (let moment = 0; moment < MOMENTS; moment++) {
      const id = await check(`broken-${moment}`);
      await storeFound(database, id, before, never);
      for (const one of [middle, after]) {
        let asked = 0;
        await storeFound(database, id, one, () => asked++ >= moment % 8);
        await storeFound(database, id, one, never);
      }
      expect([moment, await rowsOf(id)]).toEqual([moment, expected]);
    }
  });
});
