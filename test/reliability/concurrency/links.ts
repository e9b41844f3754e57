/** Links that are written from both of their ends at once, and mass actions that cross each other. */
import { randomBelow } from '../../core/text/seeded.js';
import type { TestAnswer, TestServer } from '../../support/server.js';
import { atOnce, change, statusesOf, stored } from './crowd.js';

type Servers = readonly [TestServer, ...TestServer[]];
type Json = Record<string, unknown>;

/** What a scene of links left behind. */
export interface Linked {
  statuses: Record<number, number>;
  /** Pairs that one end tells and the other does not, or that are stored twice. */
  torn: string[];
  /** Pairs that there are at the end. */
  pairs: number;
}

const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix} ${i}`);
const of = (servers: Servers, i: number): TestServer => servers[i % servers.length]!;

/** Two kinds of objects, a link between them under its name at each end, and where its pairs are stored. */
interface Ends {
  one: string;
  toOther: string;
  other: string;
  toOne: string;
  /** Statement that gives the stored pairs as `a` and `b`. */
  sql: string;
}

export const MANY: Ends = {
  one: 'applications',
  toOther: 'logical_servers',
  other: 'logical-servers',
  toOne: 'applications',
  sql: 'SELECT application_id AS a, logical_server_id AS b FROM application_logical_server',
};
export const ONE_TO_MANY: Ends = {
  one: 'networks',
  toOther: 'subnetworks',
  other: 'subnetworks',
  toOne: 'network_id',
  sql: 'SELECT network_id AS a, id AS b FROM subnetworks WHERE network_id IS NOT NULL AND deleted_at IS NULL',
};

/** `clients` write random sets at random ends of few objects, `times` times each. */
export async function bothEnds(
  servers: Servers,
  ends: Ends,
  clients: number,
  times: number,
  seed: number,
): Promise<Linked> {
  const below = randomBelow(seed);
  const prefix = `end ${seed}`;
  const [ones, others] = [
    await stored(servers[0], ends.one, names(prefix, 6)),
    await stored(servers[0], ends.other, names(prefix, 6)),
  ];
  const subset = (ids: readonly number[]): number[] => ids.filter(() => below(2));
  const write = (i: number): Promise<TestAnswer> => {
    const server = of(servers, i);
    if (below(2)) return change(server, `/api/${ends.one}/${ones[below(6)]!}`, { [ends.toOther]: subset(others) });
    const value = ends.toOne.endsWith('_id') ? [null, ...ones][below(7)] : subset(ones);
    return change(server, `/api/${ends.other}/${others[below(6)]!}`, { [ends.toOne]: value });
  };
  const answers = await atOnce(clients, async (i) => {
    const own: TestAnswer[] = [];
    for (let n = 0; n < times; n++) own.push(await write(i + n));
    return own;
  });
  return { statuses: statusesOf(answers.flat()), ...(await compared(servers[0], ends, ones, others)) };
}

/** The pairs as both ends tell them, and as they are stored. */
async function compared(
  server: TestServer,
  ends: Ends,
  ones: readonly number[],
  others: readonly number[],
): Promise<Pick<Linked, 'torn' | 'pairs'>> {
  const told = async (path: string, link: string, ids: readonly number[]): Promise<Array<[number, number]>> => {
    const rows = await Promise.all(
      ids.map(async (id) => ((await server.get(`/api/${path}/${id}`)).body as { data: Json }).data),
    );
    return rows.flatMap((row) =>
      [row[link]]
        .flat()
        .flatMap((id) => (id === null ? [] : [[row['id'] as number, id as number] as [number, number]])),
    );
  };
  const text = (pairs: Array<[number, number]>): string[] => pairs.map((pair) => pair.join('–')).sort();
  const fromOnes = text(await told(ends.one, ends.toOther, ones));
  const fromOthers = text((await told(ends.other, ends.toOne, others)).map(([b, a]) => [a, b]));
  const rows = await server.database.all(ends.sql);
  const inStore = text(
    rows.map(({ a, b }) => [a as number, b as number] as [number, number]).filter(([a]) => ones.includes(a)),
  );
  const torn = [...differences(fromOnes, fromOthers), ...differences(fromOnes, inStore)];
  return { torn: [...new Set(torn)], pairs: fromOnes.length };
}

/** What is not as often in one list as in the other. */
function differences(one: readonly string[], other: readonly string[]): string[] {
  const times = (list: readonly string[], pair: string): number => list.filter((each) => each === pair).length;
  return [...one, ...other].filter((pair) => times(one, pair) !== times(other, pair) || times(one, pair) > 1);
}

/** Mass-updates of the same objects in opposite order, with links from both ends, beside mass-stores that share their targets. */
export async function crossing(servers: Servers, clients: number, times: number): Promise<Record<number, number>> {
  const applications = await stored(servers[0], 'applications', names('crossing', 20));
  const machines = await stored(servers[0], 'logical-servers', names('crossing', 20));
  const items = (ids: readonly number[], i: number, body: (id: number) => Json): { items: Json[] } => ({
    items: (i % 2 ? [...ids].reverse() : ids).map((id) => ({ id, ...body(id) })),
  });
  const answers = await atOnce(clients, async (i) => {
    const own: TestAnswer[] = [];
    for (let n = 0; n < times; n++) {
      const server = of(servers, i);
      const [targets, ends] = i % 2 ? [machines, applications] : [[...machines].reverse(), [...applications].reverse()];
      const requests = [
        () =>
          server.put(
            '/api/applications/mass-update',
            items(applications, i, () => ({ vendor: `${i} ${n}`, logical_servers: targets.slice(0, 5 + (n % 5)) })),
            { documented: false },
          ),
        () =>
          server.put(
            '/api/logical-servers/mass-update',
            items(machines, i, () => ({ environment: `${i} ${n}`, applications: ends.slice(0, 5 + (n % 5)) })),
            { documented: false },
          ),
        () =>
          server.post(
            '/api/applications/mass-store',
            { items: names(`shared ${i} ${n}`, 5).map((name) => ({ name, logical_servers: targets })) },
            { documented: false },
          ),
      ];
      own.push(await requests[(i + n) % 3]!());
    }
    return own;
  });
  return statusesOf(answers.flat());
}
