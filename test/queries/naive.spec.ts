/** @seconds 14 */
import type { Row } from '../../src/database/database.js';
import { textOf } from '../../src/queries/language/forms.js';
import { registry, type Field, type ResourceModel } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { TestServer } from '../support/server.js';
import { rowsOf } from './asking.js';
import { counted, Naive, type Tables } from './naive.js';
import { Random, RandomQueries, visible, type Universe } from './random.js';

const QUERIES = Number(process.env['NAIVE_RUNS'] ?? rounds(1000));
const PATHS = [
  ...[
    'entities',
    'application-blocks',
    'applications',
    'databases',
    'domains',
    'logical-servers',
    'zones',
    'buildings',
    'physical-links',
  ],
];
const TEXTS = new Set(['name', 'string', 'text', 'html']);

/** Few values, so that conditions find something. */
function value(random: Random, { kind, type }: Field): string | number {
  if (TEXTS.has(kind)) return random.of(['Alpha', 'alpha', 'Été', 'ete b', 'Beta', 'b_t%', 'gamma 7', 'Ωmega', 'be|a']);
  if (kind === 'day') return random.of(['2023-01-31', '2024-02-29', '2025-12-01', 'today', '-12m', '30d']);
  if (kind === 'moment') return random.of(['2023-01-31', '2024-02-29', '-1y', 'today']);
  if (kind === 'flag') return random.below(2);
  if (kind === 'id' || kind === 'ref') return 1 + random.below(9);
  return /tiny/.test(type) ? random.below(4) : random.of([0, 1, 2, 10, 250]);
}

const UNIVERSE: Universe = { paths: PATHS, value, columns: visible };

/** Fills the tables past all rules: names twice, deleted objects, pairs that are there twice. */
async function fill(server: TestServer, random: Random): Promise<Tables> {
  const { database } = server;
  const tables: Tables = new Map();
  for (const path of PATHS) {
    const resource = registry.get(path);
    const columns = resource.fields.filter(({ ref }) => !ref || PATHS.includes(registry.get(ref.target).path));
    const rows = Array.from({ length: 9 }, (_, i) => columns.map((field) => stored(random, field, resource, i)));
    const names = columns.map(({ name }) => name);
    await database.transaction(async (tx) => {
      await database.write(tx, database.dialect.insertRows(resource.table, names), rows);
    });
  }
  for (const pivot of pivots()) {
    const pairs = new Map<string, number[]>();
    for (const pair of random.times(20, () => [1 + random.below(9), 1 + random.below(9)], 10)) {
      pairs.set(pivot.unique ? String(pair) : `${pair} ${random.below(3)}`, pair);
    }
    await database.transaction(async (tx) => {
      const sql = database.dialect.insertRows(pivot.table, [pivot.ownColumn, pivot.otherColumn]);
      await database.write(tx, sql, pairs.values());
    });
    tables.set(pivot.table, await database.all(`SELECT * FROM \`${pivot.table}\``));
  }
  for (const path of PATHS) {
    const { table } = registry.get(path);
    tables.set(table, await database.all(`SELECT * FROM \`${table}\``));
  }
  return tables;
}

function stored(random: Random, field: Field, { softDelete }: ResourceModel, i: number): string | number | null {
  if (field.kind === 'id') return i + 1;
  if (field.name === 'deleted_at') return softDelete && i % 4 === 3 ? `2024-01-0${i} 00:00:00` : null;
  if (field.name === 'name') return `${value(random, field)}${random.chance(0.5) ? '' : ` ${i}`}`;
  // References forward are set to what is there already.
  if (field.ref) return null;
  if (field.nullable && random.chance(0.3)) return null;
  const made = value(random, field);
  if (field.kind === 'day') return dayOf(made);
  return field.kind === 'moment' ? `${dayOf(made)} ${random.of(['00:00:00', '13:14:15'])}` : made;
}

const dayOf = (value: string | number): string => counted(value)?.[0].slice(0, 10) ?? String(value);

/** The tables that join two resources of the universe. */
function pivots(): Array<NonNullable<ResourceModel['links'][number]['pivot']>> {
  const found = new Map<string, NonNullable<ResourceModel['links'][number]['pivot']>>();
  for (const path of PATHS)
    for (const { pivot, target } of registry.get(path).links)
      if (pivot && PATHS.includes(registry.get(target).path) && !found.has(pivot.table)) found.set(pivot.table, pivot);
  return [...found.values()];
}

/** Sets references, some of them to deleted objects. */
async function refer(server: TestServer, random: Random): Promise<void> {
  for (const path of PATHS) {
    const { table, fields } = registry.get(path);
    for (const { name, ref } of fields) {
      if (!ref || !PATHS.includes(registry.get(ref.target).path)) continue;
      for (let id = 1; id <= 9; id++) {
        if (random.chance(0.7))
          await server.database.run(`UPDATE \`${table}\` SET \`${name}\` = ? WHERE id = ?`, [1 + random.below(9), id]);
      }
    }
  }
}

describe.each(ENGINES)('stored queries 5: random queries on %s', (engine) => {
  it('give what a plain evaluation in memory gives, in both forms', async () => {
    const server = await TestServer.start(engine, { QUERY_MAX_ROWS: '1000000', TIME_ZONE: 'UTC' });
    const random = Random.seeded(`against the naive evaluation on ${engine}`);
    await fill(server, random);
    await refer(server, random);
    const tables: Tables = new Map();
    for (const table of [...PATHS.map((path) => registry.get(path).table), ...pivots().map((pivot) => pivot.table)])
      tables.set(table, (await server.database.all(`SELECT * FROM \`${table}\``)) as Row[]);
    const naive = new Naive(tables);
    const queries = new RandomQueries(random, UNIVERSE);
    let found = 0;
    for (let i = 0; i < QUERIES; i++) {
      const query = queries.query();
      const rows = await rowsOf(server, i % 2 ? query : textOf(query));
      const expected = naive.list(query);
      if (JSON.stringify(rows) !== JSON.stringify(expected)) {
        expect({ query: textOf(query), json: query, rows }).toEqual({
          query: textOf(query),
          json: query,
          rows: expected,
        });
      }
      if (rows.length) found++;
    }
    // Comparing nothing with nothing would prove nothing.
    expect(found).toBeGreaterThan(QUERIES / 4);
    await server.stop();
  });
});
