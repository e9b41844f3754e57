/** One list of requests on the same map: both engines answer alike, and as the contract says. @seconds 8 */
import { ENGINES, type Engine } from '../../support/engines.js';
import { TestServer, type TestAnswer } from '../../support/server.js';
import { storeSameMap } from './same-map.js';
import type { Asked, Expected } from './asked.js';
import { REQUESTS } from './same-requests.js';

const HEADERS = ['x-total-count', 'x-page', 'x-page-size', 'link'];
const HASH = /\$2[aby]\$/;

/** What an answer says, without what differs from run to run. */
type Said = { status: number; body: unknown; headers: Array<string | null> };

const said = (engine: Engine): Map<string, Said> => (answers[engine] ??= new Map<string, Said>());
const answers: Partial<Record<Engine, Map<string, Said>>> = {};

const short = (path: string): string => (path.length > 150 ? `${path.slice(0, 150)}… (${path.length})` : path);

function sayingOf({ status, body, headers }: TestAnswer): Said {
  const text = JSON.stringify(body).replace(/"(created_at|updated_at)":"20(?!24-)[^"]*"/g, '"$1":"<now>"');
  return { status, body: JSON.parse(text), headers: HEADERS.map((name) => headers.get(name)) };
}

/** An answer as it is written: the order of members counts too. */
const written = (answer: Said | undefined): string => JSON.stringify(answer);

/** What an answer says in the words of the expectation. */
function shown({ status, body }: Said, expected: Expected): unknown {
  if (typeof expected === 'number' || expected === undefined) return status;
  if (typeof expected === 'string') return Array.isArray(body) ? body.map(({ id }) => id as number).join() : body;
  if ('body' in expected) return { body };
  const { message } = body as { message?: string };
  return [status, expected[1].test(message ?? '') ? expected[1] : message];
}

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await storeSameMap(server);
  });
  afterAll(() => server.stop());

  it.each(REQUESTS.map(([path, expected]) => [short(path), path, expected] as const))(
    'contract 5: GET %s',
    async (_, ...[path, expected]: Asked) => {
      const answer = sayingOf(await server.get(path));
      said(engine).set(path, answer);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.body)).not.toMatch(HASH);
      if (expected !== undefined) expect(shown(answer, expected)).toEqual(expected);
    },
  );
  it('contract 4: HEAD answers as GET does, without a body', async () => {
    for (const path of ['/api/applications', '/api/applications?page[size]=2', '/api/applications?filter[x]=1']) {
      const [head, get] = [await server.request('HEAD', path), await server.get(path)];
      expect([head.status, head.body, head.headers.get('x-total-count')]).toEqual([
        ...[get.status, '', get.headers.get('x-total-count')],
      ]);
    }
  });
  it('contract 5: pages tell how many there are, and where the others are', async () => {
    const { headers } = await server.get(
      '/api/applications?sort=name&page[number]=2&filter[rto_null]=false&page[size]=3',
    );
    expect(HEADERS.slice(0, 3).map((name) => headers.get(name))).toEqual(['8', '2', '3']);
    const links = [...headers.get('link')!.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url!]);
    expect(links.map(([rel]) => rel)).toEqual(['first', 'prev', 'next', 'last']);
    const ids = async (url: string): Promise<number[]> =>
      ((await server.get(url)).body as Array<{ id: number }>).map(({ id }) => id);
    const expected = [
      [9, 10, 1],
      [9, 10, 1],
      [3, 4],
      [3, 4],
    ];
    expect(await Promise.all(links.map(([, url]) => ids(url!)))).toEqual(expected);
    expect((await server.get('/api/applications')).headers.get('x-total-count')).toBeNull();
    expect((await server.get('/api/applications?page[after]=')).headers.get('x-total-count')).toBeNull();
  });
});

it('contract 5: both engines answer every request alike', () => {
  const [first, second] = ENGINES.map((engine) => said(engine));
  expect(first!.size).toBeGreaterThan(200);
  const other = [...(second ?? [])].filter(([path, answer]) => written(answer) !== written(first!.get(path)));
  expect(other.map(([path, answer]) => ({ path, first: first!.get(path), second: answer }))).toEqual([]);
});
