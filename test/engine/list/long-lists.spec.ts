/** Lists that take long: bounded in time, in nobody's way, and ended when nobody waits for them (contract 14). @seconds 55 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';

const ROWS = 10_000;
/** Rows that the first of many patterns finds: a list of them begins at once, and takes its time behind them. */
const FOUND_SOON = 2000;

/** Long texts in which patterns with many beginnings go far before they fail. */
const LONG = 'yonder in quiet hills a fox '.repeat(40);

async function fill({ database }: TestServer): Promise<void> {
  await database.transaction(async (tx) => {
    await database.insert(tx, 'sites', ['name'], [['the site'], ['another site']]);
    const insert = database.dialect.insertRows('workstations', ['id', 'name', 'description', 'site_id']);
    const rows = Array.from({ length: ROWS }, (_, i) => [
      ...[i + 1, `machine ${i}`, (i < FOUND_SOON ? 'here at once: ' : '') + LONG, i % 100 ? 1 : null],
    ]);
    for (let from = 0; from < ROWS; from += 1000) await database.write(tx, insert, rows.slice(from, from + 1000));
  });
}

/** A list that takes long: many patterns, each of which has to be looked for in every text. */
const slowFilter = (patterns: number, first = 'w0%z'): string =>
  `filter[description_like]=${[first, ...Array.from({ length: patterns }, (_, i) => `%y%i%q%z${i}%`)].map(encodeURIComponent).join(',')}`;
const SLOW = `/api/workstations?fields=name&${slowFilter(300)}`;

/** Asks for something small again and again; the longest wait, in milliseconds. */
async function longestWait(server: TestServer, during: Promise<unknown>): Promise<number> {
  let [longest, over] = [0, false];
  const end = (): void => void (over = true);
  void during.then(end, end);
  while (!over) {
    const begun = performance.now();
    expect((await server.get('/health/live', { token: null })).status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
    await pause(10);
  }
  return longest;
}

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Requests whose clients go away when told. */
class Leaving {
  private readonly controller = new AbortController();
  readonly ended: Array<Promise<unknown>> = [];

  constructor(private readonly server: TestServer) {}

  send(path: string, token: string, body?: unknown): void {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { signal } = this.controller;
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    this.ended.push(
      fetch(this.server.url + path, { ...sent, headers, signal })
        .then((response) => response.text())
        .catch(() => undefined),
    );
  }

  async leave(): Promise<void> {
    this.controller.abort();
    await Promise.all(this.ended);
  }
}

/** Waits until something holds; the milliseconds that it took. */
async function until(holds: () => Promise<boolean>, most = 20_000): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > most) throw new Error(`not within ${most} ms`);
    await pause(50);
  }
  return performance.now() - begun;
}

describe.each(ENGINES)('contract 14: long lists on %s', (engine: Engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, { LIST_TIME_LIMIT: '2', QUERY_TIME_LIMIT: '60' }, place);
    await fill(server);
    if (engine === 'mariadb') await server.database.all('ANALYZE TABLE workstations, sites');
  });
  afterAll(() => server.stop());

  /** How many statements of ours run on the database server. */
  const running = async (): Promise<number> => {
    const rows = await server.database.all('SHOW FULL PROCESSLIST');
    return rows.filter(({ Info }) => /LIKE/.test(String(Info))).length;
  };

  it('what is filtered over relations there and back takes time with the rows, not with their square', async () => {
    const path = '/api/workstations?fields=name&filter[id_lt]=2000&filter[site.workstations.name]=';
    await server.get(`${path}zzz`);
    const plain = await elapsed(() => server.get('/api/workstations?fields=name&filter[search]=zzz'));
    const none = await elapsed(async () => expect((await server.get(`${path}zzz`)).body).toEqual([]));
    expect(none).toBeLessThan(plain * 20 + 500);
    const paged = await server.get(`${path}machine&page[size]=1&page[number]=1`);
    expect([paged.body.length, paged.headers.get('x-total-count')]).toEqual([1, '1979']);
  });

  it('what has no relation is not found over it, and found where there is to be none', async () => {
    const ids = async (filter: string): Promise<number> =>
      (await server.get(`/api/workstations?fields=id&${filter}`)).body.length;
    expect(await ids('filter[site_exists]=true')).toBe(ROWS - 100);
    expect(await ids('filter[site_exists]=false')).toBe(100);
    expect(await ids('filter[site.name]=the')).toBe(ROWS - 100);
    const { body } = await server.get('/api/sites?fields=name&filter[workstations_exists]=false');
    expect(body).toMatchObject([{ name: 'another site' }]);
  });

  it('a search has 32 words, a filter 1,000 values', async () => {
    const words = (count: number): string => Array.from({ length: count }, (_, i) => `q${i}`).join('%20');
    expect((await server.get(`/api/sites?filter[search]=${words(32)}`)).status).toBe(200);
    const { status, body } = await server.get(`/api/sites?filter[search]=${words(20)},${words(13)}`);
    expect([status, body.message]).toEqual([
      400,
      'The parameter filter[search] takes 32 words at most, those of all alternatives together.',
    ]);
    const values = (count: number): string => Array.from({ length: count }, (_, i) => `v${i}`).join();
    expect((await server.get(`/api/sites?filter[name_in]=${values(1000)}`)).status).toBe(200);
    expect((await server.get(`/api/sites?filter[name_in]=${values(1001)}`)).status).toBe(400);
  });

  it.each(['', '&page[size]=10', '&page[number]=1&page[size]=10', '&sort=-description', '&include=site'])(
    'a list that takes too long is refused, and holds up nobody meanwhile: %s',
    async (query) => {
      const asked = server.get(SLOW + query);
      const longest = await longestWait(server, asked);
      const { status, body } = await asked;
      expect([status, body.message]).toEqual([
        422,
        'The list takes longer than 2 seconds. Narrow it: by a filter on an indexed column such as id or name, by fewer values or words, or by fewer includes.',
      ]);
      // Generous: the machine may be busy with other things.
      expect(longest).toBeLessThan(1000);
      expect((await server.get('/api/workstations?filter[id]=7')).body).toHaveLength(1);
    },
  );

  it('one that has begun is cut off, so that nobody takes it for whole', async () => {
    // By key, so that rows come out in their order as they are found.
    const path = `/api/workstations?filter[id_gt]=0&${slowFilter(300, 'here%')}`;
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.token}` } });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('the time of a slow reader does not count', async () => {
    const response = await fetch(`${server.url}/api/workstations?filter[id_gt]=0`, {
      headers: { authorization: `Bearer ${server.token}`, 'accept-encoding': 'identity' },
    });
    const chunks: Uint8Array[] = [];
    const begun = performance.now();
    let next = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      // Every now and then a little less than what makes the server end the statement, some 5 seconds in all.
      next += chunk.length;
      if (next > 600_000) {
        next = 0;
        await pause(230);
      }
    }
    expect(performance.now() - begun).toBeGreaterThan(3000);
    expect((JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length).toBe(ROWS);
  });

  it('ten slow lists and twelve slow queries leave log-ins, single objects and writes alone, and end with their clients', async () => {
    const patient = await TestServer.start(engine, { LIST_TIME_LIMIT: '60', QUERY_TIME_LIMIT: '60' }, place);
    const readers = await Promise.all(
      Array.from({ length: 4 }, () =>
        patient.userWith(['workstation_access', 'site_access', 'query_show', 'workstation_show']),
      ),
    );
    const query = {
      from: 'workstations',
      filters: Array.from({ length: 150 }, (_, i) => ({
        ...{ field: 'description', operator: 'like', value: `%y%i%q%z${i}`, ...(i && { boolean: 'or' }) },
      })),
    };
    const leaving = new Leaving(patient);
    for (let i = 0; i < 10; i++) leaving.send(SLOW, readers[0]!.token);
    for (let i = 0; i < 12; i++) leaving.send('/api/queries/run', readers[1 + (i % 3)]!.token, { query });
    await pause(1500);
    const times = {
      login: await elapsed(() => patient.login(ADMIN.login, ADMIN.password)),
      show: await elapsed(() => patient.get('/api/workstations/7')),
      store: await elapsed(async () => {
        expect((await patient.post('/api/lans', { name: 'written meanwhile' })).status).toBe(201);
      }),
      list: await elapsed(() => patient.get('/api/sites?filter[name]=site&page[size]=5')),
    };
    expect(Math.max(...Object.values(times))).toBeLessThan(3000);
    await leaving.leave();
    const [load, ended] = [() => patient.database.load(), await Promise.resolve(performance.now())];
    await until(async () => load().waiting === 0 && (engine === 'mariadb' || load().inUse === 0), 10_000);
    if (engine === 'mariadb') await until(async () => (await running()) === 0, 10_000);
    expect(performance.now() - ended).toBeLessThan(5000);
    // Nothing is broken for those who come later.
    expect((await patient.get('/api/workstations?filter[name]=machine%207&fields=name')).body.length).toBeGreaterThan(
      0,
    );
    await patient.stop(true);
  });
});
