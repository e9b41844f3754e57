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
});
