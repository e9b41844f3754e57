/** Writes of the same at the same time on different nodes: the cluster finds out at COMMIT, and no client hears of it. */
import type { Answer, Client } from '../support/http.js';
import type { Cluster } from './cluster.js';

const ROUNDS = 20;

export function conflicts(cluster: () => Cluster): void {
  let clients: Client[];
  beforeAll(async () => {
    clients = await Promise.all([0, 1, 2].map((at) => cluster().clientOf(at)));
  });
  afterAll(() => clients?.forEach((client) => client.close()));

  /** Transactions that lost against one of another node, over all nodes. */
  async function lost(): Promise<number> {
    const { galera } = cluster();
    const names = ['local_cert_failures', 'local_bf_aborts'];
    const all = galera.nodes.flatMap((_, at) => names.map((name) => galera.status(at, name)));
    return (await Promise.all(all)).reduce((sum, count) => sum + Number(count), 0);
  }

  /** Runs a piece of work with each replica at once. */
  const atAll = <T>(work: (client: Client, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(clients.map((client, at) => work(client, at)));

  it('contract 4: one name is given once', async () => {
    // As many rounds as it takes to hit a transaction between any two of its statements.
    for (let round = 0; round < 10 * ROUNDS; round++) {
      const body = { name: `The only ${round}` };
      const answers = await atAll((client) => client.send('POST', '/api/sites', { body }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      const winner = answers.find(({ status }) => status === 201)!;
      const read = await clients[round % 3]!.send('GET', `/api/sites/${idOf(winner)}`);
      expect([read.status, read.body.data.name]).toEqual([200, body.name]);
    }
  });

  it('contract 6: changes of different fields of one object are all kept', async () => {
    const fields = ['description', 'operating_system', 'configuration'];
    const id = idOf(await clients[0]!.send('POST', '/api/logical-servers', { body: { name: 'Contended' } }));
    const bad: unknown[] = [];
    const before = await lost();
    await atAll(async (client, at) => {
      for (let round = 0; round < ROUNDS; round++) {
        const body = { [fields[at]!]: `round ${round}` };
        const answer = await client.send('PATCH', `/api/logical-servers/${id}`, { body });
        if (answer.status !== 200) bad.push([answer.status, answer.body]);
      }
    });
    expect(bad).toEqual([]);
    const conflicts = (await lost()) - before;
    console.log(`${3 * ROUNDS} changes of one object on three nodes: ${conflicts} lost inside and were run again`);
    expect(conflicts).toBeGreaterThan(0);
    const { body } = await clients[1]!.send('GET', `/api/logical-servers/${id}`);
    const last = `round ${ROUNDS - 1}`;
    expect(fields.map((field) => body.data[field])).toEqual([last, last, last]);
  });

  it('contract 7: both ends of links agree when they are written from both ends', async () => {
    const servers: number[] = [];
    const applications: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      servers.push(idOf(await clients[0]!.send('POST', '/api/logical-servers', { body: { name: `Server ${name}` } })));
      applications.push(idOf(await clients[1]!.send('POST', '/api/applications', { body: { name: `App ${name}` } })));
    }
    const bad: unknown[] = [];
    await atAll(async (client, at) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [path, body] =
          (round + at) % 2
            ? [`/api/logical-servers/${servers[round % 3]}`, { applications: applications.slice(round % 3) }]
            : [`/api/applications/${applications[round % 3]}`, { logical_servers: servers.slice(0, round % 4) }];
        const answer = await client.send('PATCH', path, { body });
        if (answer.status !== 200) bad.push([path, answer.status, answer.body]);
      }
    });
    expect(bad).toEqual([]);
    const pairs = async (path: string, ids: number[], field: string): Promise<string[]> => {
      const found: string[] = [];
      for (const id of ids) {
        const { body } = await clients[2]!.send('GET', `${path}/${id}`);
        for (const other of body.data[field] as number[]) {
          found.push(field === 'applications' ? `${id}-${other}` : `${other}-${id}`);
        }
      }
      return found.sort();
    };
    expect(await pairs('/api/logical-servers', servers, 'applications')).toEqual(
      await pairs('/api/applications', applications, 'logical_servers'),
    );
  });

  it('contract 5: mass-store tells the ids of its own objects, though those of a cluster step', async () => {
    const [step] = await cluster().galera.nodes[0]!.rows<{ Value: string }>(
      "SHOW GLOBAL VARIABLES LIKE 'auto_increment_increment'",
    );
    expect(Number(step!.Value)).toBe(3);
    const named = await atAll(async (client, at) => {
      const pairs: Array<[number, string]> = [];
      for (let round = 0; round < 5; round++) {
        const names = Array.from({ length: 50 }, (_, item) => `Mass ${at} ${round} ${item}`);
        const items = names.map((name) => ({ name }));
        const { status, body } = await client.send('POST', '/api/bays/mass-store', { body: { items } });
        expect([status, body.ids?.length]).toEqual([201, 50]);
        (body.ids as number[]).forEach((id, item) => pairs.push([id, names[item]!]));
      }
      return pairs;
    });
    const { body } = await clients[1]!.send('GET', '/api/bays');
    const stored = new Map((body as Array<{ id: number; name: string }>).map(({ id, name }) => [id, name]));
    expect(stored.size).toBe(3 * 5 * 50);
    expect(named.flat().filter(([id, name]) => stored.get(id) !== name)).toEqual([]);
  });
}

const idOf = ({ status, body }: Answer): number => {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.id ?? body.data?.id) as number;
};
