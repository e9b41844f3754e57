/** @seconds 6 */
import { ApiError, Problems } from '../../src/core/http/errors.js';
import { Message } from '../../src/core/i18n/messages.js';
import { WallClock } from '../../src/core/text/dates.js';
import { Calendar } from '../../src/core/text/moments.js';
import { mysqlDialect } from '../../src/database/mysql/dialect.js';
import { sqliteDialect } from '../../src/database/sqlite/dialect.js';
import { checkQuery } from '../../src/queries/check/check.js';
import type { CheckedQuery } from '../../src/queries/check/checked.js';
import { textOf, toJson } from '../../src/queries/language/forms.js';
import { readQuery } from '../../src/queries/language/json.js';
import { graphLevels } from '../../src/queries/run/graph.js';
import type { Root } from '../../src/queries/run/level.js';
import { listOf } from '../../src/queries/run/list.js';
import { Statements } from '../../src/queries/run/statements.js';
import { AccessScopes, Grants, registry, type AccessScope } from '../../src/engine/index.js';
import type { Caller } from '../../src/core/http/caller.js';
import type { Dialect } from '../../src/database/dialect.js';
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { TestServer } from '../support/server.js';
import { run } from './asking.js';
import { everything, Random, RandomQueries, type Json, type Universe } from './random.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? rounds(2000));
const clock = new WallClock('UTC');
const times = { clock, calendar: new Calendar('UTC') };
/** Found in every text value, and never in SQL. */
const MARK = 'zqx7';

const universe = (): Universe => {
  const all = everything();
  const value: Universe['value'] = (random, field) => {
    const made = all.value(random, field);
    return typeof made === 'string' && !/^\d/.test(made) ? `${made}${MARK}` : made;
  };
  return { ...all, value };
};

const ODD: readonly unknown[] = [
  ...[
    null,
    undefined,
    '',
    0,
    -1,
    1e99,
    NaN,
    true,
    [],
    {},
    [[]],
    'x'.repeat(5000),
    '\0',
    '\ud800',
    `'; DROP TABLE users`,
  ],
  ...['`', '(SELECT 1)', 'password', '__proto__', 'constructor', 'a..b', '.', '名', { toString: 1 }, ['or', 1], 'id'],
];
const WORDS = [
  ...['FROM', 'WHERE', 'AND', 'OR', 'NOT', 'EXISTS', '(', ')', ',', '.', '=', '<>', '"', "'", '--', '`', ';', '\\'],
  ...['LIMIT', '1', '-', 'IN', '[', 'é', '\n', 'applications', 'name', 'NULL', 'WITH', 'FIELDS', '\0', '\u{1f600}'],
  ...['ORDER', 'BY', 'COUNT', 'COLUMN(', 'OUTER.', 'IS', 'TRUE', '30d', '2026-01-31'],
];

/** Replaces, removes or adds something, somewhere. */
function spoil(random: Random, json: unknown): unknown {
  if (random.chance(0.15)) return random.of(ODD);
  if (Array.isArray(json) && json.length) {
    const copy: unknown[] = [...json];
    const i = random.below(copy.length);
    if (random.chance(0.2)) copy.splice(i, 1);
    else copy[i] = spoil(random, copy[i]);
    return copy;
  }
  if (typeof json !== 'object' || json === null) return random.of(ODD);
  const entries = Object.entries(json);
  if (!entries.length || random.chance(0.1))
    return { ...json, [random.of(['depth', 'x', '', 'exists', 'group', '__proto__', 'segments'])]: random.of(ODD) };
  const [key, value] = random.of(entries);
  const { [key]: _, ...rest } = json as Json;
  if (random.chance(0.15)) return rest;
  if (random.chance(0.1)) return { ...rest, [`${key}x`]: value };
  return { ...rest, [key]: spoil(random, value) };
}

function spoilText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + (random.chance(0.7) ? random.of(WORDS) : '') + text.slice(at + random.below(6));
}

/** A query in either form; about half of them untouched. */
function sentBy(random: Random, queries: RandomQueries): unknown {
  const json = queries.query();
  const text = random.chance(0.4) ? textOf(json)! : undefined;
  let sent: unknown = text ?? json;
  for (const _ of random.times(3, () => 0)) {
    if (random.chance(0.4)) sent = typeof sent === 'string' ? spoilText(random, sent) : spoil(random, sent);
  }
  return sent;
}

/** All names that SQL may hold. */
function ownWords(): Set<string> {
  // Cables and flows are read as pairs of these.
  const words = new Set<string>(['own', 'other']);
  for (const { table, fields, links } of registry.all()) {
    words.add(table);
    for (const { name } of fields) words.add(name);
    for (const { pivot, foreign, items } of links) {
      for (const name of pivot ? [pivot.table, pivot.ownColumn, pivot.otherColumn] : []) words.add(name);
      for (const name of foreign ? [foreign.table, foreign.column] : []) words.add(name);
      for (const { name } of items ?? []) words.add(name);
    }
  }
  return words;
}

const OURS = new RegExp(
  '^(?:SELECT|FROM|WHERE|AND|OR|NOT|IN|IS|NULL|EXISTS|JOIN|CROSS|STRAIGHT_JOIN|ON|ORDER|BY|LIMIT|AS|LIKE|ESCAPE|CASE|GROUP|HAVING|COUNT|DISTINCT|UNION|BETWEEN|DESC|TRUE|FALSE|WHEN|THEN|END|RTRIM|CONCAT|CAST|CHAR|value|' +
    "json_each|fold|COALESCE|sort_key|in_time|substr|LEFT|rowid|63|200|1|own|other|id|true|false|'\\|'|[rtpcfk]\\d*|user_id|is_public|[(),.=<>!?+&])$",
);

/** Throws unless a text is made of our own pieces alone. */
function expectOwn(sql: string, words: ReadonlySet<string>): void {
  const pieces = sql.replace(/ LIMIT 9$/, '').match(/`[^`]*`|'[^']*'|[A-Za-z_]\w*|\d+|[^\s]/g)!;
  for (const piece of pieces) {
    // Columns are selected under `c_` and their names.
    const name = /^`(.*)`$/.exec(piece)?.[1] ?? /^c_(\w+)$/.exec(piece)?.[1];
    const known = name === undefined ? OURS.test(piece) : words.has(name);
    if (!known) throw new Error(`${piece} in ${sql}`);
  }
}

function levelsOf(root: Root): string[] {
  return root.children.flatMap((level) => [
    ...[sqliteDialect, mysqlDialect('mariadb')].map(
      (dialect) => new Statements(dialect, accessOn(dialect)).level(level, [1, 2], 9)[0],
    ),
    ...levelsOf(level),
  ]);
}

/** What one sees who was given objects of every type, and has no right on any. */
function accessOn(dialect: Dialect): AccessScope {
  const caller: Caller = {
    ...{ userId: 1, tokenId: 1, admin: false, abilities: new Set(), roleIds: [1], language: null, readOnly: false },
  };
  class SomeGrants extends Grants {
    of() {
      return (alias: string) => ({ sql: `${alias}.\`id\` IN (?, ?)`, params: [1, 2] });
    }
    types() {
      return Promise.resolve(new Set<string>());
    }
  }
  const database = { dialect, all: () => Promise.resolve([]) };
  return new AccessScopes(registry, database, new SomeGrants()).of(caller);
}

/** Every text that a query becomes. */
function compiled(query: CheckedQuery): string[] {
  const roots = [listOf(query, clock).root, graphLevels(query)];
  const texts = roots.flatMap((root) =>
    [sqliteDialect, mysqlDialect('mysql')].map((dialect) => {
      const [sql, params] = new Statements(dialect, accessOn(dialect)).root(root, query);
      expect(sql.split('?')).toHaveLength(params.length + 1);
      return sql;
    }),
  );
  return [...texts, ...roots.flatMap(levelsOf)];
}

it('stored queries 7: whatever is sent is a query or an error of ours, and none of it becomes SQL', async () => {
  const random = Random.seeded('fuzzing');
  const queries = new RandomQueries(random, universe());
  const words = ownWords();
  let valid = 0;
  for (let i = 0; i < RUNS; i++) {
    const sent = sentBy(random, queries);
    try {
      const json = await toJson(sent);
      if (json instanceof Message) continue;
      const problems = new Problems();
      const query = readQuery(json, 'query', problems);
      const finding = query && checkQuery(query, 'query', problems, times);
      problems.throwIfAny();
      for (const sql of compiled(finding!.checked!)) {
        if (sql.includes(MARK)) throw new Error(`a value in ${sql}`);
        expectOwn(sql, words);
      }
      valid++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(JSON.stringify(sent), { cause: error });
    }
  }
  console.log(`fuzzing: ${valid} of ${RUNS} inputs were valid`);
  expect(valid).toBeGreaterThan(RUNS * 0.3);
});

describe.each(ENGINES)('stored queries 7: fuzzing on %s', (engine) => {
  it('no input ends in a failure of the server', async () => {
    const server = await TestServer.start(engine);
    const random = Random.seeded(`fuzzing on ${engine}`);
    const queries = new RandomQueries(random, universe());
    const statuses: Record<number, number> = {};
    for (let i = 0; i < 150; i++) {
      const sent = sentBy(random, queries);
      const answers = [await run(server, sent), await server.post('/api/queries', { name: 'fuzz', query: sent })];
      for (const { status, body } of answers) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (![200, 201, 204, 422].includes(status)) throw new Error(`${JSON.stringify(sent)}: ${JSON.stringify(body)}`);
      }
    }
    console.log(engine, statuses);
    await server.stop();
  });
});
