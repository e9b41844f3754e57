/** The limit of requests over three processes on one database (contract 11, docs/decisions/rate-limits.md). */
import { join } from 'node:path';
import { trustOf } from '../../../src/operations/limits/token-bucket.js';
import { Client } from '../support/http.js';
import { Meridian } from '../support/meridian.js';
import { makeProgram } from '../support/place.js';
import { freePorts } from '../support/waiting.js';
import type { Program } from '../../existing-database/processes.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { makeMap } from '../../support/spare-maps.js';

const REPLICAS = 3;
const LIMIT = 120;
/** What a caller may get at most. */
const BOUND = LIMIT + (REPLICAS - 1) * trustOf(LIMIT);

let program: Program;
beforeAll(() => {
  program = makeProgram();
});
afterAll(() => program.remove());

describe.each(ENGINES)('three processes on one database of %s', (engine) => {
  let first: TestServer;
  let replicas: Meridian[];
  const clients: Client[] = [];
  beforeAll(async () => {
    const map = await makeMap(engine);
    first = await TestServer.start(engine, {}, map);
    replicas = (await freePorts(REPLICAS)).map((port, at) => {
      const settings = { DATABASE_URL: map.url, DOCUMENTS_DIR: join(map.folder, 'documents'), RATE_LIMIT: `${LIMIT}` };
      return new Meridian({ program, port, log: join(map.folder, `replica${at}.log`), settings });
    });
    await Promise.all(replicas.map((replica) => replica.up()));
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await first.stop();
  });

  /** A client of each replica, all with the token of one user. */
  async function clientsOfOne(): Promise<Client[]> {
    const { token } = await first.userWith([]);
    const own = replicas.map(({ url }) => Object.assign(new Client(url), { token }));
    clients.push(...own);
    return own;
  }

  /** Sends so many requests, several at once; tells how many passed. */
  async function passed(client: Client, count: number, atOnce: number): Promise<number> {
    let [sent, through] = [0, 0];
    const one = async (): Promise<void> => {
      while (sent++ < count) {
        const { status } = await client.send('GET', '/api/me');
        expect([200, 429]).toContain(status);
        if (status === 200) through++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return through;
  }

  const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0);

  it('contract 11: a crowd at all of them at once gets the limit, and no more than a second of it for each further one', async () => {
    const users = await clientsOfOne();
    const counts = await Promise.all(users.map((client) => passed(client, LIMIT + 30, 8)));
    expect(sum(counts)).toBeGreaterThanOrEqual(LIMIT);
    expect(sum(counts)).toBeLessThanOrEqual(BOUND);
  });

  it('contract 11: what was used up at one is used up at the others', async () => {
    const users = await clientsOfOne();
    expect(await passed(users[0]!, LIMIT + 5, 1)).toBe(LIMIT);
    for (const client of users.slice(1)) expect(await passed(client, 20, 1)).toBeLessThanOrEqual(trustOf(LIMIT));
    const { status, headers } = await users[1]!.send('GET', '/api/me');
    expect([status, headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('contract 11: a caller whose requests wander gets the limit, whatever replica answers', async () => {
    const users = await clientsOfOne();
    const counts = [0, 0, 0];
    for (let at = 0; at < LIMIT + 30; at++) counts[at % 3]! += await passed(users[at % 3]!, 1, 1);
    expect(sum(counts)).toBeGreaterThanOrEqual(LIMIT);
    expect(sum(counts)).toBeLessThanOrEqual(BOUND);
  });
});
