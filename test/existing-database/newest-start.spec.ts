/** Starts on databases of the newest generation, stepping aside on them, and upgrades to it: nothing is lost. @seconds 20 */
import { join } from 'node:path';
import { registry } from '../../src/engine/index.js';
import { openDatabase } from '../database/opened.js';
import { Lifecycle } from '../../src/operations/graceful-shutdown.js';
import type { TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import {
  describeWithOldDatabase,
  newestDatabase,
  oldDatabase,
  onDatabase,
  picture,
  rowsOf,
  upgradeToNewest,
} from './old-database.js';
import { buildProgram, Running, type Program } from './processes.js';

describeWithOldDatabase('the newest generation, before and after a start', () => {
  let program: Program;
  let place: TestDatabase;
  beforeAll(() => {
    program = buildProgram();
  });
  afterAll(() => {
    program.remove();
    registry.fit(new Map());
  });
  afterEach(() => place.drop());
  const run = (...args: string[]): Promise<{ code: number | null; output: string }> =>
    Running.start(program, ['cli/migrate.js', ...args], { DATABASE_URL: place.url }).ended;

  it('the rehearsal names what it found; stepping aside leaves its tables as they were', async () => {
    place = await newestDatabase();
    const before = await picture(place);
    expect((await run('--dry-run')).output).toContain(
      'The newest generation of the older application: 3 perimeters, on, of 56 tables; entities.type; ' +
        'entities.is_external (a tag); application_flows.type; bays.building_id.',
    );
    expect(await picture(place)).toEqual(before);
    expect((await run()).code).toBe(0);
    const backup = await Running.start(program, ['cli/meridian.js', 'backup', join(place.folder, 'x.backup')], {
      DATABASE_URL: place.url,
    }).ended;
    expect(backup).toMatchObject({
      code: 1,
      output: expect.stringMatching(/newest generation.*mariadb-dump/) as string,
    });
    expect((await run('--step-aside')).code).toBe(0);
    const left = await picture(place, before);
    for (const [name, { definition, rows }] of before) {
      expect([name, left.get(name)?.definition]).toEqual([name, definition]);
      // The administrator keeps rights of its own that they were given.
      if (name !== 'permission_role') expect([name, left.get(name)?.rows]).toEqual([name, rows]);
    }
    expect([...left.keys()].filter((name) => !before.has(name) && !name.startsWith('own_'))).toEqual([]);
    expect((await run()).code).toBe(0);
  });

  it('what was written on the newest is there after stepping aside, and so is what the older application wrote since', async () => {
    place = await newestDatabase();
    const first = await TestServer.start('mariadb', {}, place);
    const written = await first.post('/api/applications', {
      ...{ name: 'Written before', ext_refs: '{CMDB}1', status: 'production', urls: ['https://a.example'] },
      ...{ perimeter_id: 2, needs: { databases: 2 }, requires: [{ id: 990_001, effect: 'degraded' }] },
    });
    const owner = await first.post('/api/cartographers', {
      ...{ cartographiable_type: 'applications', cartographiable_id: written.body.id, user_id: 990_003 },
    });
    const gained = await first.database.all(
      "SELECT id FROM permissions WHERE title IN ('check_show', 'webhook_access')",
    );
    for (const { id } of gained)
      await first.database.run('INSERT INTO permission_role (role_id, permission_id) VALUES (990003, ?)', [id!]);
    expect([written.status, owner.status, gained.length]).toEqual([201, 201, 2]);
    const url = `/api/applications/${written.body.id}`;
    const found = async (server: TestServer): Promise<unknown> => [
      (await server.get(url)).body,
      (await server.get(`/api/cartographers/${owner.body.id}`)).body,
      await server.database.all(
        "SELECT p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id WHERE pr.role_id = 990003 AND p.title IN ('check_show', 'webhook_access') ORDER BY 1",
      ),
    ];
    const before = await found(first);
    await first.stop(true);
    expect((await run('--step-aside')).code).toBe(0);
    await onDatabase(place, async (connection) => {
      await connection.query(
        "INSERT INTO sites (name, perimeter_id, type) VALUES ('Of the other program', 2, 'Agence')",
      );
      await connection.query("UPDATE applications SET hosting = 'SaaS' WHERE name = 'Portal' AND perimeter_id = 2");
    });
    const again = await TestServer.start('mariadb', {}, place);
    expect(await found(again)).toEqual(before);
    const twin = (perimeter: number) =>
      again.post('/api/sites', { name: 'Of the other program', perimeter_id: perimeter });
    expect([(await twin(2)).status, (await twin(1)).status]).toEqual([422, 201]);
    expect((await again.get('/api/sites?filter[type]=Agence&filter[name]=Of the other program')).body).toHaveLength(1);
    expect((await again.get('/api/applications/990002')).body.data.hosting).toBe('SaaS');
    await again.stop(true);
  });

  it('both names in one table: refused, by table and names', async () => {
    place = await newestDatabase('bare');
    await onDatabase(place, (connection) => connection.query('ALTER TABLE bays ADD room_id int unsigned'));
    const before = await picture(place);
    await expect(openDatabase('mariadb', place)).rejects.toThrow(
      /bays\.room_id and bays\.building_id.*Nothing was changed/,
    );
    expect(await picture(place)).toEqual(before);
  });

  it('what was written before stepping aside is there after its upgrade to the newest', async () => {
    place = await oldDatabase();
    const first = await TestServer.start('mariadb', {}, place);
    const { body: entity } = await first.post('/api/entities', {
      name: 'Written before',
      ext_refs: '{CMDB}1',
      entity_type: 'Partner',
      is_external: true,
      attributes: 'one',
    });
    const { body: bays } = await first.get('/api/bays?filter[room_id_null]=false');
    await first.stop(true);
    const pending = await onDatabase(place, (connection) =>
      rowsOf(connection, 'SELECT id, own_pending FROM audit_logs ORDER BY id'),
    );
    expect((await run('--step-aside')).code).toBe(0);
    await onDatabase(place, upgradeToNewest);
    const again = await TestServer.start('mariadb', {}, place);
    // The document that answers are held to is that of the first server.
    const read = (path: string) => again.get(path, { documented: false });
    expect((await read(`/api/entities/${entity.id}`)).body.data).toMatchObject({
      ...{ ext_refs: '{CMDB}1', entity_type: 'Partner', type: 'Partner', is_external: 1 },
      ...{ attributes: 'one extern', perimeter_id: 1 },
    });
    const [bay] = bays as [{ id: number; room_id: number }];
    expect((await read(`/api/bays/${bay.id}`)).body.data.building_id).toBe(bay.room_id);
    const now = new Map(
      (await again.database.all('SELECT id, own_pending FROM audit_logs')).map((row) => [
        row['id'],
        row['own_pending'],
      ]),
    );
    // What was published already is not pending anew.
    expect(pending.some((row) => row['own_pending'] !== 2)).toBe(true);
    for (const { id, own_pending: before } of pending) if (before !== 2) expect(now.get(id as number)).not.toBe(2);
    await again.stop(true);
  });
});

/** What it renames, drops and adds then, of a few tables. */
const SEPTEMBER = `ALTER TABLE entities RENAME COLUMN entity_type TO type;
  UPDATE entities SET attributes = TRIM(CONCAT(COALESCE(attributes, ''), ' extern')) WHERE is_external = 1;
  ALTER TABLE entities DROP INDEX is_external, DROP COLUMN is_external;
  ALTER TABLE application_flows RENAME COLUMN nature TO type;
  ALTER TABLE bays RENAME COLUMN room_id TO building_id;
  CREATE TABLE perimeters (id int unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(32) UNIQUE, created_at timestamp NULL, updated_at timestamp NULL);
  INSERT INTO perimeters (name) VALUES ('Default');
  ${['roles', 'entities', 'sites'].map((name) => `ALTER TABLE ${name} ADD perimeter_id int unsigned NOT NULL DEFAULT 1 AFTER id;`).join(' ')}`;

describeWithOldDatabase('the upgrade to the newest generation under a server that runs', () => {
  it('what it began with is not asked of other tables: 503 until it is started anew, and it serves what is there then', async () => {
    const place = await oldDatabase();
    const server = await TestServer.start('mariadb', {}, place);
    let given: string | undefined;
    server.server.app.get(Lifecycle).giveUp = (reason) => (given ??= reason);
    expect((await server.get('/api/entities')).status).toBe(200);
    await onDatabase(place, (connection) => connection.query(SEPTEMBER));
    const body = { name: 'Written meanwhile', entity_type: 'Partner', is_external: true };
    const answers = [
      await server.get('/api/entities'),
      await server.post('/api/entities', body),
      await server.get('/api/bays'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual(
      answers.map(() => [503, true]),
    );
    for (let i = 0; i < 100 && !given; i++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(given).toMatch(/has been upgraded.*Start it anew/);
    expect((await server.get('/api/sites')).status).toBe(503);
    await server.stop(true);
    const again = await TestServer.start('mariadb', {}, place);
    const read = (path: string) => again.get(path, { documented: false });
    expect((await read('/api/entities?filter[name]=Written meanwhile')).body).toEqual([]);
    const [first] = (await read('/api/entities?filter[is_external]=1')).body as Array<Record<string, unknown>>;
    expect(first).toMatchObject({
      is_external: 1,
      perimeter_id: 1,
      attributes: expect.stringContaining('extern') as unknown,
    });
    await again.stop();
    registry.fit(new Map());
  });
});
