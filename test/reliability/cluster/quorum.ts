/** Two of three nodes die at once: the last one cannot know whether they work on without it, and takes nothing. */
import type { Answer, Client } from '../support/http.js';
import { until } from '../support/waiting.js';
import type { Cluster } from './cluster.js';

/** After this time every answer is 503: a dead node is given up after three seconds, and work on it is tried again for two. */
const REFUSED = 10_000;
/** After the nodes are back every replica works within this time. */
const RECOVERED = 10_000;

export function quorum(cluster: () => Cluster): void {
  let clients: Client[];
  const acknowledged: string[] = [];
  let count = 0;
  beforeAll(async () => {
    clients = await Promise.all([0, 1, 2].map((at) => cluster().clientOf(at)));
  });
  afterAll(() => clients?.forEach((client) => client.close()));

  async function write(client: Client): Promise<Answer> {
    const name = `Quorum ${++count}`;
    const answer = await client.send('POST', '/api/bays', { body: { name } });
    if (answer.status === 201) acknowledged.push(name);
    return answer;
  }

  const read = (client: Client): Promise<Answer> => client.send('GET', '/api/bays?page[size]=5');

  it('contract 10: reads and writes are answered 503 until the nodes are back; then all goes on within ten seconds', async () => {
    const { galera, replicas } = cluster();
    for (const client of clients) expect((await write(client)).status).toBe(201);
    await Promise.all([1, 2].map((at) => galera.nodes[at]!.kill()));
    const died = performance.now();
    const during = await Promise.all(clients.map(write));
    await until('the last node knows that it is alone', REFUSED, async () => {
      return (await galera.status(0, 'cluster_status')) !== 'Primary';
    });
    const alone = performance.now() - died;
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round++) {
      for (const ask of [write, read]) answers.push(...(await Promise.all(clients.map(ask))));
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (const replica of replicas) expect(await replica.readiness()).toBe(503);
    const began = performance.now();
    for (const at of [1, 2]) galera.nodes[at]!.start();
    for (const at of [0, 1, 2]) await galera.synced(at);
    const back = performance.now();
    for (const client of clients) {
      await until('it writes again', RECOVERED, async () => (await write(client)).status === 201);
      expect((await read(client)).status).toBe(200);
    }
    const working = performance.now() - back;
    for (const replica of replicas) await replica.ready();
    console.log(
      `two nodes killed: alone after ${Math.round(alone)} ms, writes at that moment answered ` +
        `${during.map(({ status, ms }) => `${status} after ${Math.round(ms)} ms`).join(', ')}; refusals within ` +
        `${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms; nodes joined after ${Math.round(back - began)} ms, ` +
        `all replicas wrote ${Math.round(working)} ms later`,
    );
    expect(working).toBeLessThan(RECOVERED);
  });

  it('no acknowledged write is lost, on any node', async () => {
    for (const client of clients) {
      const { body } = await client.send('GET', '/api/bays');
      const names = (body as Array<{ name: string }>).map(({ name }) => name);
      expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    }
  });
}
