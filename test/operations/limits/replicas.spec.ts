/** Three servers on one database; as processes of their own in `test/reliability/cluster/limits.long.ts` (contract 11). @seconds 7 */
import { trustOf } from '../../../src/operations/limits/token-bucket.js';
import { Maintenance } from '../../../src/operations/maintenance/maintenance.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { makeMap } from '../../support/spare-maps.js';

const LIMIT = 60;
/** What a caller of three replicas may get at most. */
const BOUND = LIMIT + 2 * trustOf(LIMIT);

describe.each(ENGINES)('the limit of three replicas on %s', (engine) => {
  let replicas: TestServer[];
  beforeAll(async () => {
    const map = await makeMap(engine);
    replicas = [];
    for (let at = 0; at < 3; at++) replicas.push(await TestServer.start(engine, { RATE_LIMIT: `${LIMIT}` }, map));
  });
  afterAll(async () => {
    for (const replica of replicas.slice(1)) await replica.stop(true);
    await replicas[0]!.stop();
  });

  const statusAt = async (at: number, token: string): Promise<number> =>
    (await replicas[at]!.get('/api/me', { token })).status;
  const passed = (statuses: number[]): number => statuses.filter((status) => status === 200).length;

  it('contract 11: a caller who asks all of them gets the limit, and a second of it more for each further one at most', async () => {
    const { token } = await replicas[0]!.userWith([]);
    const statuses: number[] = [];
    const one = async (at: number): Promise<void> => {
      for (let i = 0; i < LIMIT / 3 + 10; i++) statuses.push(await statusAt(at, token));
    };
    await Promise.all([0, 1, 2, 0, 1, 2].map(one));
    expect(passed(statuses)).toBeGreaterThanOrEqual(LIMIT);
    expect(passed(statuses)).toBeLessThanOrEqual(BOUND);
  });
  it('contract 11: what was used up at one is used up at the others', async () => {
    const { token } = await replicas[0]!.userWith([]);
    const statuses: number[][] = [[], [], []];
    for (let i = 0; i < LIMIT + 3; i++) statuses[0]!.push(await statusAt(0, token));
    for (let i = 0; i < 6; i++) for (const at of [1, 2]) statuses[at]!.push(await statusAt(at, token));
    expect(passed(statuses[0]!)).toBe(LIMIT);
    for (const at of [1, 2]) expect(passed(statuses[at]!)).toBeLessThanOrEqual(trustOf(LIMIT));
  });
  it('what was counted in past minutes is cleared away', async () => {
    const { database, app } = replicas[0]!.server;
    const insert = 'INSERT INTO own_request_counts (subject, taken, ends_at) VALUES (?, ?, ?)';
    await database.run(insert, ['past', 7, Date.now() - 120_000]);
    await database.run(insert, ['now', 7, Date.now() + 30_000]);
    expect(await app.get(Maintenance).run()).toBe(true);
    const rows = await database.all("SELECT subject FROM own_request_counts WHERE subject IN ('past', 'now')");
    expect(rows).toEqual([{ subject: 'now' }]);
  });
});
