/**
 * Events, acceptance 3: the same as on one database on three nodes of a Galera cluster, with a replica at each, of which one node is killed
 * and joins again. `npm run test:events`.
 */
import { Cluster } from '../reliability/cluster/cluster.js';
import { ADMIN } from '../reliability/support/meridian.js';
import { NOTHING_WRONG, runTogether, wrongIn } from './gap-free.js';

const SECONDS = Number(process.env['EVENTS_SECONDS'] ?? 30);

describe('events: a node of a cluster is killed beside writers', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ OVERLOAD_QUEUE: '0' });
    for (const replica of cluster.replicas) await replica.up();
  });
  afterAll(() => cluster.stop());

  it('every answered write is met once, by all readers in one order', async () => {
    const { replicas, galera } = cluster;
    const login = await fetch(`${replicas[0]!.url}/api/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) },
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const later = (share: number): Promise<void> => new Promise((wake) => setTimeout(wake, SECONDS * share * 1000));
    const killing = (async () => {
      await later(0.25);
      await galera.nodes[1]!.kill();
      await later(0.25);
      return galera.rejoin(1);
    })();
    const outcome = await runTogether(replicas, token, { writers: 20, readers: 2, milliseconds: SECONDS * 1000 });
    const joined = await killing;
    console.log(
      `${outcome.created.size} created, ${outcome.changes.length} changes, joined after ${Math.round(joined)} ms`,
    );
    expect(outcome.created.size).toBeGreaterThan(100);
    expect(wrongIn(outcome)).toEqual(NOTHING_WRONG);
  });
});
