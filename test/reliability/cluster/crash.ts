/** All three nodes die at once, while every replica writes: nothing that was acknowledged may be lost. */
import type { Client } from '../support/http.js';
import { until } from '../support/waiting.js';
import type { Cluster } from './cluster.js';

const ROUNDS = 2;
/** Milliseconds of writing before the nodes die. */
const WRITING = 1500;
/** After the nodes are back every replica works within this time. */
const RECOVERED = 20_000;

export function crash(cluster: () => Cluster): void {
  let clients: Client[];
  const acknowledged: string[] = [];
  let count = 0;
  beforeAll(async () => {
    clients = await Promise.all([0, 1, 2].map((at) => cluster().clientOf(at)));
  });
  afterAll(() => clients?.forEach((client) => client.close()));

  async function write(client: Client): Promise<boolean> {
    const name = `Crash ${++count}`;
    const { status } = await client.send('POST', '/api/bays', { body: { name } });
    if (status === 201) acknowledged.push(name);
    return status === 201;
  }

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'round %i: no acknowledged write is lost',
    async () => {
      const { galera } = cluster();
      let isOver = false;
      const writers = clients.map(async (client) => {
        while (!isOver) await write(client).catch(() => false);
      });
      await new Promise((wake) => setTimeout(wake, WRITING));
      await Promise.all(galera.nodes.map((node) => node.kill()));
      isOver = true;
      await Promise.all(writers);
      const written = acknowledged.length;
      expect(written).toBeGreaterThan(10);
      await galera.recover();
      for (const client of clients) await until('it writes again', RECOVERED, () => write(client));
      for (const client of clients) {
        const { body } = await client.send('GET', '/api/bays?fields=name');
        const names = new Set((body as Array<{ name: string }>).map(({ name }) => name));
        expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
      }
      console.log(`all nodes killed after ${written} acknowledged writes: none is lost`);
    },
  );
}
