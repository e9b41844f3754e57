/** Events, acceptance 1 in short: no gap, one order, the same for all readers; two servers on MariaDB. @seconds 12 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { NOTHING_WRONG, runTogether, wrongIn } from './gap-free.js';

describe.each(ENGINES)('events: readers beside writers on %s', (engine) => {
  const servers: TestServer[] = [];
  beforeAll(async () => {
    const first = await TestServer.start(engine);
    servers.push(first);
    if (engine === 'mariadb') servers.push(await first.another());
  });
  afterAll(async () => {
    for (const server of servers.slice(1)) await server.stop(true);
    await servers[0]!.stop();
  });

  it('every answered write is met once, by all readers in one order; nothing that was rolled back', async () => {
    const outcome = await runTogether(servers, servers[0]!.token, { writers: 10, readers: 2, milliseconds: 2000 });
    expect(wrongIn(outcome)).toEqual(NOTHING_WRONG);
    expect(outcome.created.size).toBeGreaterThan(20);
  });
});
