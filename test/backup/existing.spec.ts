/** A database of the older application, with its anomalies and what else is in it, goes through a backup (contract 13). */
import { join } from 'node:path';
import { describeWithOldDatabase, oldDatabase, onDatabase } from '../existing-database/old-database.js';
import { openDatabase } from '../database/opened.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { backup, objectsOf, restore, rowsOf } from './maps.js';

const parsed = (rows: Record<string, string[]>): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map((row) => JSON.parse(row) as unknown)]));

/** Without the columns that an embedded database has from the newest generation: these alone, and only where they are empty. */
function asBefore(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((one, i) => asBefore(one, before[i]));
  if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null) return now;
  const known = before as Record<string, unknown>;
  const kept = Object.entries(now).filter(([name, value]) => name in known || value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, asBefore(value, known[name])]));
}

describeWithOldDatabase('a backup of a database of the older application', () => {
  let old: TestDatabase;
  let place: TestDatabase;
  let rows: Record<string, string[]>;
  let objects: Record<string, unknown>;
  let made: Awaited<ReturnType<typeof backup>>;
  let restored: Awaited<ReturnType<typeof restore>>;
  beforeAll(async () => {
    [old, place] = [await oldDatabase(), await makeDatabase('sqlite')];
    await onDatabase(old, async (connection) => {
      await connection.query('ALTER TABLE sites ADD COLUMN of_somebody_else blob NULL');
      await connection.query('INSERT INTO application_logical_server SELECT * FROM application_logical_server LIMIT 1');
    });
    const server = await TestServer.start('mariadb', {}, old);
    objects = await objectsOf(server);
    const file = join(old.folder, 'map.backup');
    made = await backup(old, file);
    rows = await rowsOf(server.database);
    await server.stop(true);
    restored = await restore(place, file);
  });
  afterAll(async () => {
    await old.drop();
    await place.drop();
  });

  it('names what it leaves out, and what was broken before', () => {
    expect(made.unknown).toEqual(expect.arrayContaining(['migrations', 'oauth_clients', 'sites.of_somebody_else']));
    expect(made.dangling).toMatchObject({ 'actor_operation.actor_id': 3 });
    expect(made.rows).toBe(restored.rows);
  });
  it('every row is the same on the embedded engine, as a moment where it is a time', async () => {
    const { database, close } = await openDatabase('sqlite', place);
    expect(asBefore(parsed(await rowsOf(database)), parsed(rows))).toEqual(parsed(rows));
    await close();
  });
  it('every object is answered the same, and names that are taken stay taken', async () => {
    const server = await TestServer.start('sqlite', {}, place);
    try {
      expect(asBefore(await objectsOf(server), objects)).toEqual(objects);
      const [site] = (objects['sites'] as Array<{ name: string }>).slice(-1);
      expect((await server.post('/api/sites', { name: site!.name.toUpperCase() })).status).toBe(422);
    } finally {
      await server.stop(true);
    }
  });
});
