/** Every connection of the pool has our settings, the first one too: what statements mean must not depend on the server's. */
import { ENGINES } from '../support/engines.js';
import { openDatabase, type OpenDatabase } from './opened.js';

const SETTINGS =
  'SELECT CONNECTION_ID() AS id, @@session.tx_isolation AS isolation, @@session.innodb_lock_wait_timeout AS wait, ' +
  '@@session.time_zone AS zone, @@session.sql_mode AS mode, SLEEP(0.05) AS slept';
const OURS = {
  isolation: 'READ-COMMITTED',
  wait: 5,
  zone: '+00:00',
  mode: 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  slept: 0,
};

(ENGINES.includes('mariadb') ? describe : describe.skip)('the connections to MariaDB', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase('mariadb');
  });
  afterAll(() => opened.drop());

  it('have our settings, each of them', async () => {
    const rows = await Promise.all(Array.from({ length: 8 }, () => opened.database.all(SETTINGS)));
    const seen = new Map(rows.flat().map(({ id, ...settings }) => [id, settings]));
    expect(seen.size).toBeGreaterThan(1);
    expect([...seen.values()]).toEqual([...seen.values()].map(() => OURS));
  });

  it('keep short statements prepared, and no long ones, which would hold memory as long as they stand', async () => {
    const long = `SELECT ? AS one WHERE ${'1 = 1 AND '.repeat(2000)}1 = 1`;
    const counts = await opened.database.transaction(async (tx) => {
      const prepared = async (): Promise<number> => {
        const [row] = await tx.all("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'");
        return Number(row!['Value']);
      };
      const found = [await prepared()];
      for (const sql of ['SELECT ? AS short_one', long]) {
        // The first one goes with what begins the transaction.
        expect((await tx.all(sql, [7])).length).toBe(1);
        expect(Object.values((await tx.all(sql, [7]))[0]!)).toEqual([7]);
        found.push(await prepared());
      }
      return found.map((count) => count - found[0]!);
    });
    expect(counts).toEqual([0, 1, 1]);
  });
});
