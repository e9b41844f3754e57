/** Hundreds of random list requests, compared with what a naive evaluation of the contract finds in memory. @seconds 33 */
import { isDeepStrictEqual } from 'node:util';
import { ENGINES } from '../../support/engines.js';
import { rounds } from '../../support/extent.cjs';
import { TestServer, type TestAnswer } from '../../support/server.js';
import { newSeed, randomBelow } from '../../core/text/seeded.js';
import { holdsOf, related } from './naive.js';
import { randomMap, storeMap, TABLES, type MapRow, type MapRows } from './random-map.js';
import { randomRequest, type RandomRequest } from './random-requests.js';

const REQUESTS = rounds(1000);
const AT_ONCE = 8;

type Json = Record<string, unknown> & { id: number };

const seed = newSeed('random lists');
const below = randomBelow(seed);
const rows = randomMap(below);
const requests = Array.from({ length: REQUESTS }, () => ({
  request: randomRequest(rows, below),
  paging: below(4),
  size: 1 + below(40),
  number: 1 + below(4),
}));

/** A value as it is answered. */
function answered(table: string, row: MapRow, column: string): unknown {
  const value = row[column]!;
  return value !== null && holdsOf(table, column) === 'moment' ? `${String(value).replace(' ', 'T')}.000000Z` : value;
}

/** A row as it must be answered; of related objects the ids. */
function expected(map: MapRows, { table, columns, relations }: RandomRequest, row: MapRow): unknown {
  const own = columns.map((column) => [column, answered(table, row, column)] as const);
  const others = relations.flatMap((name) => {
    const ids = related(map, table, row, name).map(({ id }) => id);
    const objects = TABLES[table]!.ways[name]!.single ? (ids[0] ?? null) : ids;
    return [
      [name, objects],
      [`${name}_count`, ids.length],
      [`${name}_exists`, ids.length > 0],
    ] as const;
  });
  return Object.fromEntries([...own, ...others]);
}

/** An answered row with what is expected of it, and nothing else. */
function seen(row: Json, { columns, relations }: RandomRequest): unknown {
  const idOf = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(idOf) : value && typeof value === 'object' ? (value as Json).id : value;
  const names = [...columns, ...relations.flatMap((name) => [name, `${name}_count`, `${name}_exists`])];
  return Object.fromEntries(names.map((name) => [name, idOf(row[name])]));
}

/** The pages behind each other, followed by their links. */
async function walked(server: TestServer, url: string): Promise<{ status: number; body: unknown }> {
  const all: unknown[] = [];
  for (let next: string | undefined = url; next;) {
    if (all.length > 1000) throw new Error(`${url}: the pages have no end`);
    const answer: TestAnswer = await server.get(next);
    if (answer.status !== 200) return answer;
    all.push(...(answer.body as unknown[]));
    next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link')!)?.[1];
  }
  return { status: 200, body: all };
}

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await storeMap(server, rows);
  });
  afterAll(() => server.stop());

  /** What differs between an answer and what is expected; undefined if nothing does. */
  const check = async ({ request, paging, size, number }: (typeof requests)[number]): Promise<unknown> => {
    const pages = ['', `page[size]=${size}&page[number]=${number}`, `page[size]=${size}&page[after]=`, ''];
    const url = `/api/${TABLES[request.table]!.path}?${[...request.parameters, pages[paging]].filter(Boolean).join('&')}`;
    const answer = paging === 2 ? await walked(server, url) : await server.get(url);
    if (answer.status !== 200) return { url, answer: answer.body };
    const part = paging === 1 ? request.rows.slice((number - 1) * size, number * size) : request.rows;
    const found = answer.body as Json[];
    const [ids, expectedIds] = [found, part].map((list) => list.map(({ id }) => id).join());
    if (ids !== expectedIds) return { url, ids, expectedIds };
    const total = paging === 1 ? (answer as TestAnswer).headers.get('x-total-count') : String(request.rows.length);
    if (total !== String(request.rows.length)) return { url, total, expected: request.rows.length };
    const wrong = found.findIndex(
      (row, i) => !isDeepStrictEqual(seen(row, request), expected(rows, request, part[i]!)),
    );
    return wrong < 0
      ? undefined
      : { url, row: seen(found[wrong]!, request), expected: expected(rows, request, part[wrong]!) };
  };

  it(`contract 5: ${REQUESTS} random lists find what the contract says`, async () => {
    const waiting = [...requests];
    const wrong: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const difference = await check(next);
        if (difference) wrong.push(difference);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
    const full = requests.filter(({ request }) => request.rows.length > 0).length;
    // Most of them find something, or nothing would be compared.
    expect(full).toBeGreaterThan(REQUESTS / 3);
  });
});
