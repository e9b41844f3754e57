/** Any one of six processes dies under load: nothing acknowledged is lost, hardly anybody notices, and soon nobody does. */
import { newSeed, randomBelow } from '../../core/text/seeded.js';
import { Client } from '../support/http.js';
import { Ledger } from '../support/ledger.js';
import { ADMIN } from '../support/meridian.js';
import { askMariadb, orphans, unrecorded } from '../support/rows.js';
import { violations } from '../support/verify.js';
import { pause, until } from '../support/waiting.js';
import { Writer } from '../support/writer.js';
import { DATABASE, type Cluster } from './cluster.js';
import { Crowd } from './crowd.js';

const WRITERS = 5;
const READERS = 5;
/** Milliseconds under load before a death, and behind it. */
const BEFORE = 5000;
const BEHIND = 15_000;
/** The most requests that may fail, as a part of all, and the time after which none does, in milliseconds. */
const MOST_FAILED = 0.01;
const RECOVERED = 10_000;

const VICTIMS: Array<[kind: 'replica' | 'node', at: number]> = [0, 1, 2].flatMap((at) => [
  ['replica', at],
  ['node', at],
]);

export function failover(cluster: () => Cluster): void {
  const ledger = new Ledger();
  let client: Client;
  let crowd: Crowd;
  beforeAll(async () => {
    const below = randomBelow(newSeed('several machines'));
    client = new Client(cluster().proxy.url);
    // Those who guessed passwords before stand in the way for a minute.
    await until('the throttle lets go', 90_000, async () => {
      await client.signIn(ADMIN.login, ADMIN.password);
      return true;
    });
    const writers = Array.from({ length: WRITERS }, (_, at) => new Writer(`f${at}`, () => client, ledger, below));
    for (const writer of writers) await writer.prepare();
    crowd = new Crowd(client, writers, READERS);
  });
  afterAll(() => client.close());

  it.each(VICTIMS)('%s %i is killed', async (kind, at) => {
    const { replicas, galera } = cluster();
    const crowding = crowd.work();
    await pause(BEFORE);
    const killed = performance.now();
    await (kind === 'replica' ? replicas[at]! : galera.nodes[at]!).kill();
    await pause(BEHIND);
    const seen = await crowding.end();
    const back = kind === 'replica' ? await replicas[at]!.up() : await galera.rejoin(at);
    for (const replica of replicas) await replica.ready();
    const late = seen.failures.length ? Math.max(...seen.failures) - killed : 0;
    const part = seen.failures.length / seen.requests;
    console.log(
      `${kind} ${at + 1} killed: ${seen.failures.length} of ${seen.requests} requests failed ` +
        `(${(100 * part).toFixed(2)} %), the last ${Math.round(late)} ms after; longest answer ` +
        `${Math.round(seen.longest)} ms; back in ${Math.round(back)} ms`,
    );
    expect(ledger.wrong).toEqual([]);
    expect(part).toBeLessThanOrEqual(MOST_FAILED);
    expect(late).toBeLessThan(RECOVERED);
    expect(seen.longest).toBeLessThan(RECOVERED);
  });

  it('no acknowledged write is lost on any node, and nothing is half stored', async () => {
    const problems: string[] = [];
    for (const at of [0, 1, 2]) {
      const ask = askMariadb(cluster().galera.nodes[at]!, DATABASE);
      const own = new Client(cluster().replicas[at]!.url);
      own.token = client.token;
      const found = await violations(own, ledger);
      problems.push(...found, ...(await orphans(ask, 'mariadb')), ...(await unrecorded(ask, ledger)));
      own.close();
    }
    expect(problems).toEqual([]);
    console.log(`several machines: ${ledger.acknowledged} writes acknowledged, ${ledger.unanswered} not`);
  });
}
