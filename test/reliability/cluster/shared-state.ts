/** Sessions, rights, throttles and repeated requests, seen from all replicas. */
import { trustOf } from '../../../src/operations/limits/token-bucket.js';
import { type Answer, type Client, Client as HttpClient } from '../support/http.js';
import { until } from '../support/waiting.js';
import type { Cluster } from './cluster.js';

/** A change is known everywhere within this time: a second by contract, and what a busy machine needs to tell. */
const KNOWN = 2000;
const PASSWORD = 'Another-horse-9';

/** `logins`: failed log-ins a minute; `requests`: those of a user. */
export function sharedState(cluster: () => Cluster, logins: number, requests: number): void {
  let clients: Client[];
  beforeAll(async () => {
    clients = await Promise.all([0, 1, 2].map((at) => cluster().clientOf(at)));
  });
  afterAll(() => clients?.forEach((client) => client.close()));

  /** Clients of all replicas with one token. */
  const holders = (token: string): Client[] =>
    cluster().replicas.map(({ url }) => Object.assign(new HttpClient(url), { token }));

  /** A user with these rights; a log-in at the first replica. */
  async function userWith(name: string, titles: string[]): Promise<{ token: string; id: number; role: number }> {
    const { body: all } = await clients[0]!.send('GET', '/api/permissions');
    const permissions = (all as Array<{ id: number; title: string }>)
      .filter(({ title }) => titles.includes(title))
      .map(({ id }) => id);
    const role = idOf(await clients[0]!.send('POST', '/api/roles', { body: { title: name, permissions } }));
    const user = { login: name, name, email: `${name}@example.org`, password: PASSWORD, roles: [role] };
    const id = idOf(await clients[0]!.send('POST', '/api/users', { body: user }));
    const client = new HttpClient(cluster().replicas[0]!.url);
    await client.signIn(name, PASSWORD);
    return { token: client.token, id, role };
  }

  const statusesOf = async (all: Client[], path: string): Promise<number[]> =>
    Promise.all(all.map(async (client) => (await client.send('GET', path)).status));

  it('what was written at one is read at once at any other', async () => {
    for (let at = 0; at < 60; at++) {
      const made = await clients[at % 3]!.send('POST', '/api/vlans', { body: { name: `Seen ${at}` } });
      const read = await clients[(at + 1) % 3]!.send('GET', `/api/vlans/${idOf(made)}`);
      expect([made.status, read.status]).toEqual([201, 200]);
    }
  });

  it('contract 2: a token holds at all replicas, and a log-out ends it at all within a second', async () => {
    const { token } = await userWith('leaver', ['vlan_access']);
    const all = holders(token);
    expect(await statusesOf(all, '/api/vlans')).toEqual([200, 200, 200]);
    expect((await all[1]!.send('POST', '/api/logout')).status).toBeLessThan(300);
    await until('no replica takes the token', KNOWN, async () =>
      (await statusesOf(all, '/api/vlans')).every((status) => status === 401),
    );
  });

  it('contract 3: a right that is taken away is gone at all replicas within a second', async () => {
    const { token, role } = await userWith('loser', ['vlan_access']);
    const all = holders(token);
    expect(await statusesOf(all, '/api/vlans')).toEqual([200, 200, 200]);
    const { status } = await clients[2]!.send('PATCH', `/api/roles/${role}`, { body: { permissions: [] } });
    expect(status).toBe(200);
    await until('no replica grants the right', KNOWN, async () =>
      (await statusesOf(all, '/api/vlans')).every((each) => each === 403),
    );
  });

  it('contract 2: wrong passwords are counted over all replicas', async () => {
    const guess = async (at: number): Promise<number> => {
      const body = { login: 'guessed', password: `wrong ${at}` };
      return (await clients[at % 3]!.send('POST', '/api/login', { body, token: null })).status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < logins + 3; at++) statuses.push(await guess(at));
    expect(statuses).toEqual([...Array<number>(logins).fill(401), 429, 429, 429]);
  });

  it('contract 11: all replicas together hold a user to the limit of requests', async () => {
    const { token } = await userWith('runner', ['vlan_access']);
    const all = holders(token);
    const statuses: number[] = [];
    for (let at = 0; at < requests + 60; at++) statuses.push((await all[at % 3]!.send('GET', '/api/vlans')).status);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(requests);
    expect(passed).toBeLessThanOrEqual(requests + 2 * trustOf(requests));
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  });

  it('contract 11: one Idempotency-Key is carried out once, whichever replica gets it', async () => {
    const send = (client: Client, name: string): Promise<Answer> =>
      client.send('POST', '/api/vlans', { body: { name }, headers: { 'idempotency-key': `key of ${name}` } });
    for (let at = 0; at < 10; at++) {
      // A token of its own for each replica, but one user.
      const answers = await Promise.all([...clients, ...clients].map((client) => send(client, `Once ${at}`)));
      const made = answers.filter(({ status, headers }) => status === 201 && !headers['idempotency-replayed']);
      expect([made.length, answers.filter(({ status }) => status !== 201 && status !== 409)]).toEqual([1, []]);
      for (const client of clients) {
        const again = await send(client, `Once ${at}`);
        expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
        expect(again.body).toEqual(made[0]!.body);
      }
    }
    const { body } = await clients[0]!.send('GET', '/api/vlans');
    expect((body as Array<{ name: string }>).filter(({ name }) => name.startsWith('Once')).length).toBe(10);
  });
}

const idOf = ({ status, body }: Answer): number => {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.id ?? body.data?.id) as number;
};
