/** The database that a test server is given where the test brings an empty one (test/support/spare-maps.ts). */
import type { RowDataPacket } from 'mysql2/promise';
import { readConfig } from '../../src/config.js';
import { bringUpToDate } from '../../src/database/admin-connection.js';
import { ENGINES, makeDatabase, nameOf, withServer, type TestDatabase } from '../support/engines.js';
import { fillIfEmpty } from '../support/spare-maps.js';

/** Each table as it is made, with how many rows it has. */
const pictureOf = (place: TestDatabase): Promise<Map<string, unknown>> =>
  withServer(async (connection) => {
    const name = nameOf(place);
    const picture = new Map<string, unknown>();
    const [tables] = await connection.query<RowDataPacket[]>(`SHOW TABLES FROM ${name}`);
    for (const row of tables) {
      const table = Object.values(row)[0] as string;
      const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${name}.${table}`);
      const [[rows]] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM ${name}.${table}`);
      picture.set(table, [made!['Create Table'], rows!['n']]);
    }
    return picture;
  });

(ENGINES.includes('mariadb') ? it : it.skip)('a copied database is as the migrations make it', async () => {
  const [copied, migrated] = [await makeDatabase('mariadb'), await makeDatabase('mariadb')];
  await fillIfEmpty('mariadb', copied);
  const config = readConfig({ DATABASE_URL: migrated.url, TOKEN_SECRET: 'a secret of the tests, 32 characters' });
  await bringUpToDate(config, () => undefined, false);
  expect((await pictureOf(copied)).size).toBeGreaterThan(100);
  expect(await pictureOf(copied)).toEqual(await pictureOf(migrated));
  // What holds something is left as it is.
  await withServer((connection) => connection.query(`DROP TABLE ${nameOf(copied)}.own_migrations`));
  await fillIfEmpty('mariadb', copied);
  expect([...(await pictureOf(copied)).keys()]).not.toContain('own_migrations');
  await copied.drop();
  await migrated.drop();
});
