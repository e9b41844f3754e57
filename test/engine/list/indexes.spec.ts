/** The usual questions are answered from indexes, and a page behind a cursor costs the same wherever it lies. @seconds 16 */
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import type { Param, Row } from '../../../src/database/database.js';

const ROWS = 20_000;
const SITES = 200;

/** A statement as it ran. */
type Ran = readonly [sql: string, params: readonly Param[]];

/** What must be looked up in an index on an engine; `scan`: reading all of an index, or the table, is as good as it gets. */
const PLANS: Array<[query: string, expected: Record<Engine, RegExp>]> = [
  ['filter[id]=77', { sqlite: /SEARCH t0 USING INTEGER PRIMARY KEY/, mariadb: /t0 (const|eq_ref|range) PRIMARY/ }],
  ['filter[id_gt]=19900', { sqlite: /SEARCH t0 USING INTEGER PRIMARY KEY/, mariadb: /t0 range PRIMARY/ }],
  ['filter[id]=5,6,7,9', { sqlite: /SEARCH t0 USING INTEGER PRIMARY KEY/, mariadb: /t0 (range|eq_ref) PRIMARY/ }],
  ['filter[site_id]=7', { sqlite: /SEARCH t0 USING (COVERING )?INDEX \w*site/, mariadb: /t0 ref \w*site\w*/ }],
  ['filter[site_id]=7,8', { sqlite: /SEARCH t0 USING (COVERING )?INDEX \w*site/, mariadb: /t0 range \w*site\w*/ }],
  ['filter[site_id]=7&page[size]=5', { sqlite: /SEARCH t0 USING (COVERING )?INDEX/, mariadb: /t0 ref \w*site\w*/ }],
  ['page[size]=50', { sqlite: /SCAN t0$|SCAN t0\n|SEARCH t0/, mariadb: /t0 index PRIMARY/ }],
  ['page[size]=50&sort=-id', { sqlite: /SCAN t0|SEARCH t0/, mariadb: /t0 (index|ref|range) \w/ }],
  [
    'page[size]=50&sort=name',
    { sqlite: /t0 USING (COVERING )?INDEX/, mariadb: /t0 (index|ref|range) \w*(name|live)\w*/ },
  ],
  ['sort=name', { sqlite: /t0 USING (COVERING )?INDEX/, mariadb: /t0 (index|ref|range) \w*(name|live)\w*/ }],
  [
    'filter[name]=machine%2077',
    { sqlite: /t0 USING COVERING INDEX/, mariadb: /t0 (index|ref|range) \w*(name|live)\w*/ },
  ],
  ['page[size]=50&page[after]=ID', { sqlite: /SEARCH t0 USING INTEGER PRIMARY KEY/, mariadb: /t0 range PRIMARY/ }],
];

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, { DB_POOL: '3' }, place);
    const { database } = server;
    const rows = Array.from({ length: ROWS }, (_, i) => {
      const day = `2024-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 10:00:00`;
      return [i + 1, `machine ${(i * 7919) % ROWS}`, 'x'.repeat(200), 1 + (i % SITES), i % 50, day, day];
    });
    await database.transaction(async (tx) => {
      await database.insert(
        tx,
        'sites',
        ['name'],
        Array.from({ length: SITES }, (_, i) => [`site ${i}`]),
      );
      const columns = ['id', 'name', 'description', 'site_id', 'disk', 'created_at', 'updated_at'];
      await database.write(tx, database.dialect.insertRows('workstations', columns), rows);
    });
    if (engine === 'mariadb') await database.all('ANALYZE TABLE workstations, sites');
  });
  afterAll(() => server.stop());

  /** The statements on the workstations that a request runs, with what is bound to their marks. */
  async function statementsOf(query: string): Promise<Ran[]> {
    const { database } = server;
    const ran: Ran[] = [];
    const spies = (['all', 'raw', 'rawStream'] as const).map((name) => {
      const plain = database[name].bind(database) as (...args: unknown[]) => never;
      return jest.spyOn(database, name).mockImplementation((sql, params = [], ...more) => {
        if (/^SELECT (?!COUNT).*`workstations`/s.test(sql)) ran.push([sql, params]);
        return plain(sql, params, ...more);
      });
    });
    const cursor = Buffer.from('["id",15000]').toString('base64url');
    const { status } = await server.get(`/api/workstations?fields=name&${query.replace('ID', cursor)}`);
    spies.forEach((spy) => spy.mockRestore());
    expect(status).toBe(200);
    return ran;
  }

  const lineOf = (row: Row): string =>
    engine === 'sqlite' ? String(row['detail']) : [row['table'], row['type'], row['key'], row['Extra']].join(' ');
  async function planOf([sql, params]: Ran): Promise<string> {
    const rows = await server.database.all(`EXPLAIN ${engine === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`, params);
    return rows.map(lineOf).join('\n');
  }

  it.each(PLANS)('contract 5: %s is answered from an index', async (query, expected) => {
    const plans = await Promise.all((await statementsOf(query)).map(planOf));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect([query, plan]).toEqual([query, expect.stringMatching(expected[engine])]);
    }
  });

  /** How long a request takes at best, in milliseconds. */
  async function time(path: string): Promise<{ ms: number; next: string | undefined; ids: number[] }> {
    let ms = Infinity;
    for (let round = 0; ; round++) {
      const start = performance.now();
      const { headers, body } = await server.get(path);
      ms = Math.min(ms, performance.now() - start);
      if (round < 4) continue;
      const ids = (body as Array<{ id: number }>).map(({ id }) => id);
      return { ms, next: /<([^>]*)>; rel="next"/.exec(headers.get('link')!)?.[1], ids };
    }
  }

  it.each(['id', '-id', 'name', '-name', 'site_id', '-site_id,name', 'created_at', '-updated_at,name'])(
    'contract 5: a page behind a cursor costs the same at the beginning and at the end, in the order of %s',
    async (sort) => {
      const path = `/api/workstations?sort=${sort}&fields=name`;
      const start = `${path}&page[size]=50&page[after]=`;
      let first = await time(start);
      const seen = new Set<number>();
      let [next, previous]: Array<string | undefined> = [`${path}&page[size]=1000&page[after]=`, undefined];
      while (next) {
        const { headers, body } = await server.get(next);
        for (const { id } of body as Array<{ id: number }>) seen.add(id);
        previous = next;
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link')!)?.[1];
      }
      expect(seen.size).toBe(ROWS);
      const end = previous!.replace('size%5D=1000', 'size%5D=50');
      let last = await time(end);
      // The machine may have been busy with something else just then.
      for (let again = 0; again < 3 && last.ms >= first.ms * 4 + 10; again++)
        [first, last] = [await time(start), await time(end)];
      expect(last.ms).toBeLessThan(first.ms * 4 + 10);
    },
  );
});
