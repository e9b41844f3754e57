/** Many reports at the same time: a few are made, others wait their turn, and everybody else is served. @seconds 25 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const REPORTS = 24;
const ROWS = 4000;

describe.each(ENGINES)('contract 14: many reports at once on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const { database } = server;
    const description = 'what there is to say of it '.repeat(30);
    const rows = Array.from({ length: ROWS }, (_, i) => [`machine ${i}`, description]);
    await database.transaction((tx) => database.insert(tx, 'workstations', ['name', 'description'], rows));
  });
  afterAll(() => server.stop());

  it('a bounded number is made at a time, and all of them come whole', async () => {
    let most = 0;
    const requests = Array.from({ length: REPORTS }, () =>
      server.get('/api/report/workstations?format=csv', { documented: false }),
    );
    // Until then callers are looked up, all at once.
    await Promise.race(requests);
    const timer = setInterval(() => (most = Math.max(most, server.database.load().inUse)), 2);
    const answers = await Promise.all(requests);
    clearInterval(timer);
    expect(most).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status)).toEqual(Array(REPORTS).fill(200));
    expect(new Set(answers.map(({ body }) => String(body).split('\n').length)).size).toBe(1);
    expect(String(answers[0]!.body).split('\n').length).toBeGreaterThan(ROWS);
    // Beside the reports one connection writes down that they were made.
    expect(most).toBeLessThanOrEqual(engine === 'sqlite' ? 4 : 8);
    expect(server.database.load()).toMatchObject({ waiting: 0 });
  });

  it('those whose clients have gone give their turns to others', async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${server.token}` };
    const left = Array.from({ length: REPORTS }, () =>
      fetch(`${server.url}/api/report/workstations`, { headers, signal: leaving.signal })
        .then((response) => response.text())
        .catch(() => undefined),
    );
    while (!server.database.waiting) await new Promise((resolve) => setTimeout(resolve, 1));
    leaving.abort();
    await Promise.all(left);
    const { status } = await server.get('/api/report/workstations?format=csv', { documented: false });
    expect(status).toBe(200);
    expect(server.database.waiting).toBe(0);
  });
});
