/** The older application goes on writing into the same database: it succeeds, and what it does is seen. */
import type { Connection } from 'mysql2/promise';
import type { TestDatabase } from '../support/engines.js';
import { OutsideWrites } from '../../src/events/outside/outside-writes.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture, rowsOf } from './old-database.js';

const UNIQUE = `SELECT table_name AS t, column_name AS c FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND non_unique = 0 AND index_name <> 'PRIMARY'`;

/** A number as text, or a text, that is not there yet. */
const another = (value: unknown): unknown =>
  /^\d+$/.test(String(value)) ? Number(value) + 100_000 : `${String(value).slice(0, -5)} copy`;

describeWithOldDatabase('contract 13: beside the older application', () => {
  let place: TestDatabase;
  let server: TestServer;
  let columns: Map<string, { columns: string[] }>;
  beforeAll(async () => {
    place = await oldDatabase();
    columns = await picture(place);
    server = await TestServer.start('mariadb', {}, place);
  });
  afterAll(() => server.stop());

  const old = (sql: string, values: unknown[] = []): Promise<unknown> =>
    onDatabase(place, (connection) => connection.query(sql, values));
  const create = (name: string): Promise<TestAnswer> => server.post('/api/networks', { name });

  /** A row like one that is there, under a new id and with new texts where they must be unique. */
  async function insertAnother(on: Connection, table: string, unique: Set<string>): Promise<boolean> {
    const known = columns.get(table)!.columns;
    const list = known.map((column) => `\`${column}\``).join(', ');
    const [row] = await rowsOf(on, `SELECT ${list} FROM \`${table}\` LIMIT 1`);
    if (!row) return false;
    // Numbers that must be unique cannot be made up: the row itself is inserted again.
    const isUnique = (column: string): boolean => unique.has(`${table}.${column}`) && row[column] !== null;
    const again = !known.includes('id') || known.some((column) => isUnique(column) && column.endsWith('_id'));
    if (again) {
      const where = known.map((column) => `\`${column}\` <=> ?`).join(' AND ');
      await on.query(`DELETE FROM \`${table}\` WHERE ${where}`, Object.values(row));
    } else {
      row['id'] = typeof row['id'] === 'number' ? row['id'] + 100_000 : another(row['id']);
      for (const column of known)
        if (isUnique(column) && String(row[column]).length > 2 && column !== 'deleted_at')
          row[column] = another(row[column]);
    }
    await on.query(
      `INSERT INTO \`${table}\` (${list}) VALUES (${known.map(() => '?').join(', ')})`,
      known.map((column) => row[column]),
    );
    const set = known.filter((column) => column !== 'id').map((column) => `\`${column}\` = \`${column}\``);
    await on.query(`UPDATE \`${table}\` SET ${set.join(', ')} WHERE \`${known[0]}\` = ?`, [row[known[0]!]]);
    return true;
  }

  it('rows are inserted and updated in every old table, with the old columns alone', async () => {
    const filled = await onDatabase(place, async (on) => {
      const unique = new Set((await rowsOf(on, UNIQUE)).map(({ t, c }) => `${String(t)}.${String(c)}`));
      // The demonstration points nowhere here and there.
      await on.query('SET foreign_key_checks = 0; START TRANSACTION');
      let count = 0;
      for (const table of columns.keys()) if (await insertAnother(on, table, unique)) count++;
      await on.query('ROLLBACK');
      return count;
    });
    expect(filled).toBeGreaterThan(70);
  });
  it('what it creates is listed, read, and edited', async () => {
    await old("INSERT INTO sites (id, name, created_at, updated_at) VALUES (700, 'Theirs', NOW(), NOW())");
    expect((await server.get('/api/sites')).body).toContainEqual(expect.objectContaining({ id: 700, name: 'Theirs' }));
    expect((await server.get('/api/sites/700')).body.data.name).toBe('Theirs');
    expect((await server.put('/api/sites/700', { description: 'ours' })).body).toMatchObject({ description: 'ours' });
  });

  it('contract 6: a name that it takes is taken, whatever its case and accents', async () => {
    await old("INSERT INTO networks (id, name) VALUES (701, 'Réseau des étages')");
    expect((await create('RESEAU DES ETAGES')).status).toBe(422);
    const mass = await server.post('/api/networks/mass-store', { items: [{ name: 'réseau des étages' }] });
    expect(mass.status).toBe(422);
  });
  it('contract 6: a name that it renames or deletes is free, the new one is taken', async () => {
    const { body: mine } = await create('Mine');
    await old("UPDATE networks SET name = 'Renamed' WHERE id = ?", [mine.id]);
    expect((await create('Renamed')).status).toBe(422);
    const again = await create('Mine');
    expect(again.status).toBe(201);
    expect((await server.put(`/api/networks/${mine.id}`, { name: 'Mine' })).status).toBe(422);
    await old('UPDATE networks SET deleted_at = NOW() WHERE id = ?', [again.body.id]);
    expect((await server.put(`/api/networks/${mine.id}`, { name: 'Mine' })).status).toBe(200);
    expect((await create('Renamed')).status).toBe(201);
    await old('DELETE FROM networks WHERE id = ?', [mine.id]);
    expect((await create('Mine')).status).toBe(201);
  });
  it('contract 6: a name that it takes back stays refused to the object that is restored', async () => {
    const { body } = await create('Twice');
    await server.delete(`/api/networks/${body.id}`);
    await old("INSERT INTO networks (id, name) VALUES (702, 'Twice')");
    expect((await server.post(`/api/networks/${body.id}/restore`, {})).status).toBe(409);
    await old('UPDATE networks SET deleted_at = NOW() WHERE id = 702');
    expect((await server.post(`/api/networks/${body.id}/restore`, {})).status).toBe(200);
  });
  it('contract 6: what it deletes is gone from reads, lists and id arrays', async () => {
    const { body: network } = await create('With a part');
    const { body: part } = await server.post('/api/subnetworks', { name: 'The part', network_id: network.id });
    const parts = async (): Promise<number[]> =>
      (await server.get(`/api/networks/${network.id}`)).body.data.subnetworks as number[];
    expect(await parts()).toEqual([part.id]);
    await old('UPDATE subnetworks SET deleted_at = NOW() WHERE id = ?', [part.id]);
    expect((await server.get(`/api/subnetworks/${part.id}`)).status).toBe(404);
    expect((await server.get('/api/subnetworks')).body).not.toContainEqual(expect.objectContaining({ id: part.id }));
    expect(await parts()).toEqual([]);
  });
  it('contract 6: a change of its own makes an earlier tag stale', async () => {
    const read = await server.get('/api/sites/700');
    await old("UPDATE sites SET name = 'Theirs again' WHERE id = 700");
    const headers = { 'if-match': read.headers.get('etag')! };
    expect((await server.put('/api/sites/700', { name: 'Ours' }, { headers })).status).toBe(412);
  });
  it('contract 2 and 3: it deletes a user or takes a right away, and that counts within a second', async () => {
    const [carto, user] = [await server.login('carto', 'password'), await server.login('user', 'password')];
    expect((await server.get('/api/sites', { token: user })).status).toBe(200);
    await old(
      "DELETE FROM permission_role WHERE permission_id = (SELECT id FROM permissions WHERE title = 'site_access')",
    );
    await old('UPDATE users SET deleted_at = NOW() WHERE id = 4');
    await new Promise((wake) => setTimeout(wake, 1100));
    expect((await server.get('/api/sites', { token: user })).status).toBe(403);
    expect((await server.get('/api/applications', { token: carto })).status).toBe(401);
  });
  it('contract 9: a login that it takes is taken', async () => {
    await old("INSERT INTO users (login, name, email) VALUES ('newcomer', 'New', 'new@example.org')");
    for (const login of ['Newcomer', 'new@example.org']) {
      expect((await server.post('/api/users', { login })).body.errors).toHaveProperty('login');
    }
  });

  it('events 10: what it writes is told, with the user whom its own journal names', async () => {
    const sweep = async (): Promise<number> => {
      const writes = server.server.app.get(OutsideWrites, { strict: false });
      for (;;) {
        const told = await writes.run();
        if (told !== undefined) return told;
        // It looks by itself, since the older application made the database.
        await new Promise((wake) => setTimeout(wake, 100));
      }
    };
    while (await sweep());
    const { cursor } = (await server.get('/api/changes?since=now')).body;
    await old("INSERT INTO sites (id, name, created_at, updated_at) VALUES (710, 'Told', NOW(), NOW())");
    await old(
      'INSERT INTO audit_logs (description, subject_id, subject_type, user_id, properties, host, created_at, updated_at) ' +
        "VALUES ('created', 710, 'App\\\\Models\\\\Site', 1, '{\"id\":710,\"name\":\"Told\"}', '::1', NOW(), NOW())",
    );
    expect(await sweep()).toBe(1);
    const { changes } = (await server.get(`/api/changes?since=${cursor}&direct=1`)).body;
    expect(changes.map(({ subject, data }: { subject: string; data: object }) => [subject, data])).toEqual([
      ['sites/710', expect.objectContaining({ action: 'created', by: { user_id: 1, via: 'outside' } })],
    ]);
    expect(changes[0].data.object).toEqual((await server.get('/api/sites/710')).body.data);
  });
});
