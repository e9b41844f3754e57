/** Keys of names that the embedded engine stored, though they are longer than their column. */
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { backup, restore } from '../backup/maps.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const LONG = 'ﷺ'.repeat(255);

let place: TestDatabase;
beforeEach(async () => {
  place = await makeDatabase('sqlite');
});
afterEach(() => place.drop());

it('contract 13: are shortened by the migration, so that the names stay taken and the map can be restored anywhere', async () => {
  const before = await TestServer.start('sqlite', {}, place);
  expect((await before.post('/api/sites', { name: LONG })).status).toBe(201);
  expect((await before.post('/api/sites', { name: 'short' })).status).toBe(201);
  const claims = await before.database.all("SELECT * FROM own_names WHERE scope = 'sites.name' ORDER BY object_id");
  expect(claims.map((claim) => String(claim['name_key']).length)).toEqual([471, 5]);
  await before.stop(true);
  const older = new SqliteFile(place.url.replace('sqlite:', ''));
  older
    .prepare("UPDATE own_names SET name_key = ? WHERE scope = 'sites.name' AND object_id = 1")
    .run('صلى الله عليه وسلم'.repeat(255));
  older.exec("DELETE FROM own_migrations WHERE name = 'NameKeys1795410000000'");
  older.close();
  const server = await TestServer.start('sqlite', {}, place);
  expect(await server.database.all("SELECT * FROM own_names WHERE scope = 'sites.name' ORDER BY object_id")).toEqual(
    claims,
  );
  expect((await server.post('/api/sites', { name: LONG })).status).toBe(422);
  await server.stop(true);
  const file = join(place.folder, 'map.backup');
  await backup(place, file);
  for (const engine of ENGINES) {
    const there = await makeDatabase(engine);
    await restore(there, file);
    const copy = await TestServer.start(engine, {}, there);
    expect((await copy.post('/api/sites', { name: LONG })).status).toBe(422);
    await copy.stop();
  }
});
