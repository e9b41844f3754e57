/** @seconds 26 */
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { StalledClient } from './stalled-client.js';

const ROWS = 800;
const CLIENTS = 20;

interface Site {
  id: number;
  name: string;
}

/** The answers, or an error once `ms` have passed. */
function within<T>(ms: number, work: Array<Promise<T>>): Promise<T[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not answered within ${ms} ms`)), ms).unref();
  });
  return Promise.race([Promise.all(work), late]);
}

/** Rows enough that a list fits into no buffer: about 8 MB. */
async function fill({ database }: TestServer): Promise<void> {
  const description = 'x'.repeat(9600);
  const rows = Array.from({ length: ROWS }, (_, i) => [`row ${i}`, description]);
  await database.transaction((tx) => database.insert(tx, 'phones', ['name', 'description'], rows));
}

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
    await fill(server);
  });
  afterAll(() => server.stop());

  const sites = async (): Promise<Site[]> => (await server.get('/api/sites')).body as Site[];
  const open: StalledClient[] = [];
  afterEach(() => open.splice(0).forEach((client) => client.abort()));
  const stalled = async (count: number, { url, token } = server): Promise<StalledClient[]> => {
    const starts = Array.from({ length: count }, () => StalledClient.start(url, '/api/phones', token));
    const clients = await Promise.all(starts);
    open.push(...clients);
    return clients;
  };

  it('contract 6: of 200 creates at once, half of them invalid, exactly the valid ones are stored', async () => {
    const actor = (await server.post('/api/actors', { name: 'Actor' })).body as Site;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        // A link target that does not exist is noticed inside the transaction.
        server.post('/api/operations', { name: `operation ${i}`, actors: [i % 2 ? 999_999 : actor.id] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 2 ? 422 : 201)));
    const stored = ((await server.get('/api/operations')).body as Site[]).map(({ name }) => name);
    expect(stored.sort()).toEqual(Array.from({ length: 100 }, (_, i) => `operation ${2 * i}`).sort());
  });

  it('contract 5: while 20 clients stall in the middle of a list, others read and write', async () => {
    const clients = await stalled(CLIENTS);
    // Not more than a few seconds: the clients wait for the end of this test.
    const written = await within(
      20_000,
      Array.from({ length: 20 }, (_, i) => server.post('/api/sites', { name: `while stalled ${i}` })),
    );
    expect(written.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const changes = [1, ROWS].map((id) => server.patch(`/api/phones/${id}`, { description: 'changed meanwhile' }));
    changes.push(server.delete(`/api/sites/${written[0]!.body.id}`));
    expect((await within(20_000, changes)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await within(20_000, [sites()]))[0]).toHaveLength(19);
    for (const client of clients) expect(client.received).toBeLessThan(1 << 20);
    for (const { status, body } of await Promise.all(clients.map((client) => client.finish()))) {
      expect(status).toBe(200);
      const rows = JSON.parse(body) as Site[];
      expect([rows.length, rows[0], rows.at(-1)]).toMatchObject([ROWS, { name: 'row 0' }, { name: `row ${ROWS - 1}` }]);
    }
  });

  it('contract 5: a client that goes away frees its connection', async () => {
    const small = await TestServer.start(engine, { DB_POOL: '5' }, place);
    const lists = (count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, async () => ((await small.get('/api/phones')).body as Site[]).length));
    for (let round = 0; round < 5; round++) {
      for (const client of await stalled(4, small)) client.abort();
    }
    expect(await lists(5)).toEqual(Array(5).fill(ROWS));
    for (const client of await stalled(CLIENTS, small)) client.abort();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => small.post('/api/lans', { name: `after all ${i}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await lists(5)).toEqual(Array(5).fill(ROWS));
    await small.stop(true);
  });
});
