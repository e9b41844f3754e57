/** Three replicas behind nginx on a Galera cluster of three nodes; what one of them knows all of them know. */
import { MIGRATIONS } from '../../../src/database/migrations/index.js';
import { Cluster, DATABASE } from './cluster.js';
import { conflicts } from './conflicts.js';
import { crash } from './crash.js';
import { failover } from './failover.js';
import { quorum } from './quorum.js';
import { sharedState } from './shared-state.js';
import { syncWait } from './sync-wait.js';

/** Failed log-ins a minute. */
const LOGINS = '5';
/** Requests a minute of somebody who is no administrator, and of the address of all tests before log-in. */
const REQUESTS = '600';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ LOGIN_RATE_LIMIT: LOGINS, RATE_LIMIT: REQUESTS });
});
afterAll(() => cluster.stop());

describe('three replicas that start at once on an empty cluster', () => {
  const count = async (table: string): Promise<number> => {
    const [row] = await cluster.galera.nodes[2]!.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, DATABASE);
    return row!.n;
  };

  it('contract 13: a process that is killed while it migrates is followed by the others', async () => {
    const [first, ...others] = cluster.replicas;
    first!.start();
    while (!(await tables(cluster))) if (!first!.running) throw new Error(first!.output);
    for (const other of others) other.start();
    await first!.kill();
    await first!.up();
    for (const other of others) await other.ready();
    expect(await count('own_migrations')).toBe(MIGRATIONS.length);
    expect(await turnTables(cluster)).toBe(0);
  });

  it('contract 13: one migrates while the others wait, and the administrator is made once', async () => {
    for (const replica of cluster.replicas) await replica.kill();
    await cluster.galera.nodes[1]!.rows(`DROP DATABASE ${DATABASE}; CREATE DATABASE ${DATABASE}`);
    for (const replica of cluster.replicas) replica.start();
    for (const replica of cluster.replicas) await replica.ready();
    const counts = ['own_migrations', 'roles', 'users', 'role_user'].map(count);
    expect(await Promise.all(counts)).toEqual([MIGRATIONS.length, 4, 1, 1]);
    const [permissions, titles] = [
      await count('permissions'),
      await count('(SELECT DISTINCT title FROM permissions) t'),
    ];
    expect(permissions).toBe(titles);
    expect(permissions).toBeGreaterThan(300);
    expect(await turnTables(cluster)).toBe(0);
  });
});

describe('what one replica does, the others know', () => sharedState(() => cluster, Number(LOGINS), Number(REQUESTS)));
describe('replicas that write the same at once', () => conflicts(() => cluster));
describe('reads that wait for other nodes', () => syncWait(() => cluster));
describe('a machine that dies', () => failover(() => cluster));
describe('two nodes that die at once', () => quorum(() => cluster));
describe('all nodes die at once', () => crash(() => cluster));

async function tables({ galera }: Cluster): Promise<number> {
  const [row] = await galera.nodes[0]!.rows<{ n: number }>(
    `SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_schema = '${DATABASE}' AND table_name = 'buildings'`,
  );
  return row!.n;
}

async function turnTables({ galera }: Cluster): Promise<number> {
  const [row] = await galera.nodes[0]!.rows<{ n: number }>(
    `SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_name = 'own_migration_turn'`,
  );
  return row!.n;
}
