/** Every clause and operator of the language, on the example map and on one with thousands of objects. @seconds 11 */
import { parseText } from '../../src/queries/language/parse.js';
import { registry } from '../../src/engine/index.js';
import type { Row } from '../../src/database/database.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { rowsOf, run } from './asking.js';
import { Naive, type Tables } from './naive.js';
import type { Json } from './random.js';

const LISTS = [
  'FROM applications',
  'FROM applications LIMIT 5',
  'FROM applications FIELDS name, responsible, rto',
  'FROM applications SELECT name, technology',
  'FROM applications FIELDS name, logical_servers.name',
  'FROM logical-servers FIELDS name, applications.name, applications.entity_resp.name',
  'FROM logical-servers FIELDS name, applications.name, applications.responsible, physical_servers.name',
  'FROM logical-servers WITH applications',
  'FROM logical-servers TRAVERSE (applications).databases, domain',
  'FROM applications FIELDS name WHERE rto <= 60',
  'FROM applications FIELDS name WHERE rto < 60 OR rto > 1000',
  'FROM applications FIELDS name WHERE rto >= 60 AND (security_need_c = 4 OR security_need_a = 4)',
  'FROM applications FIELDS name WHERE security_need_c != 4',
  'FROM applications FIELDS name WHERE security_need_c <> 4 AND NOT rto = 60',
  'FROM applications FIELDS name WHERE name LIKE "%a%" AND name NOT LIKE "%e%"',
  'FROM applications FIELDS name WHERE technology IN (\'web\', Java, "Client lourd")',
  'FROM applications FIELDS name WHERE rto NOT IN [60, 240]',
  'FROM applications FIELDS name, vendor WHERE vendor IS NULL',
  'FROM applications FIELDS name, vendor WHERE vendor IS NOT NULL AND vendor != ""',
  'FROM logical-servers FIELDS name WHERE applications.name LIKE "%a%"',
  'FROM logical-servers FIELDS name WHERE applications.entity_resp.name IS NOT NULL LIMIT 20',
  'FROM applications FIELDS name WHERE EXISTS logical_servers',
  'FROM applications FIELDS name WHERE NOT EXISTS logical_servers',
  'FROM applications FIELDS name WHERE EXISTS logical_servers WHERE operating_system LIKE "%Windows%"',
  'FROM applications FIELDS name WHERE (NOT EXISTS databases) AND rto <= 1440',
  'FROM databases FIELDS name, applications.name WHERE NOT (name LIKE "%a%" OR name LIKE "%e%") -- to the end of the line',
  'FROM sites FIELDS name, buildings.name, buildings.bays.name LIMIT 50',
  'FROM workstations FIELDS name, site.name, building.name WHERE building.name IS NULL OR name LIKE "pc%"',
];
const GRAPHS = [
  'FROM clusters WITH logical_servers.applications OUTPUT graph',
  'FROM applications WITH (logical_servers).physical_servers OUTPUT graph LIMIT 1000',
];
/** The same rows under older and other names. */
const SPELLINGS: Array<[string, string]> = [
  ['FROM application-flows FIELDS name', 'FROM fluxes FIELDS name'],
  ['FROM applications FIELDS name, logical_servers.name', 'FROM applications FIELDS name, logicalServers.name'],
  [
    'FROM applications FIELDS name WHERE EXISTS logical_servers',
    'FROM applications FIELDS name WHERE EXISTS logicalServers',
  ],
];

const json = async (text: string): Promise<Json> => (await parseText(text)) as Json;

async function enlarge(server: TestServer): Promise<void> {
  const store = async (path: string, items: object[]): Promise<number[]> => {
    const { status, body } = await server.post(`/api/${path}/mass-store`, { items });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.ids;
  };
  const many = <T extends object>(count: number, item: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => item(i));
  const applications = await store(
    'applications',
    many(1500, (i) => ({
      name: `Application ${i}`,
      rto: (i % 40) * 60,
      security_need_c: i % 5,
      vendor: i % 3 ? 'Éditions' : null,
    })),
  );
  await store(
    'logical-servers',
    many(4000, (i) => ({
      name: `srv-${i % 7 ? 'web' : 'app'}-${i}`,
      operating_system: i % 4 ? 'Debian 12' : 'Windows Server 2022',
      applications: [...new Set([applications[i % 1500], applications[(i * 7) % 1500]])],
    })),
  );
}

describe.each(ENGINES)('stored queries on %s', (engine) => {
  let server: TestServer;
  let counts: Map<string, number>;

  const tablesNow = async (): Promise<Tables> => {
    const tables: Tables = new Map();
    const names = registry
      .all()
      .flatMap(({ table, links }) => [table, ...links.flatMap(({ pivot }) => pivot?.table ?? [])]);
    for (const name of new Set(names))
      tables.set(name, (await server.database.all(`SELECT * FROM \`${name}\``)) as Row[]);
    return tables;
  };
  const statements = async (query: string): Promise<number> =>
    // What the server looks after by itself meanwhile is none of it.
    (await server.statements(() => run(server, query))).filter((sql) => !sql.includes('own_feed_runs')).length;

  beforeAll(async () => {
    server = await startDemo(engine, {}, { today: new Date('2026-03-14T12:00:00Z') });
    counts = new Map();
    for (const query of [...LISTS, ...GRAPHS]) counts.set(query, await statements(query));
  });
  afterAll(() => server.stop());

  describe.each(['the example map', 'a large map'])('over %s', (map) => {
    let naive: Naive;
    beforeAll(async () => {
      if (map === 'a large map') await enlarge(server);
      naive = new Naive(await tablesNow());
    });

    it.each(LISTS)('stored queries 2, 4 and 5: %s', async (text) => {
      const expected = naive.list(await json(text));
      expect(await rowsOf(server, text)).toEqual(expected);
      expect(await rowsOf(server, await json(text))).toEqual(expected);
    });
    it.each(SPELLINGS)('stored queries 3: %s is also %s', async (one, other) => {
      const values = (rows: Json[]): unknown[] => rows.map((row) => Object.values(row));
      expect(values(await rowsOf(server, other))).toEqual(values(naive.list(await json(one))));
    });
    it.each([...LISTS, ...GRAPHS])('stored queries 8: statements do not grow: %s', async (text) => {
      expect(await statements(text)).toBeLessThanOrEqual(counts.get(text)! + (map === 'a large map' ? 1 : 0));
    });
  });
});
