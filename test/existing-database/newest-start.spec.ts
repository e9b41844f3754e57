/** Starts on databases of the newest generation, stepping aside on them, and upgrades to it: nothing is lost. @seconds 20 */
import { openDatabase } from '../database/opened.js';
import type { TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import {
  describeWithOldDatabase,
  newestDatabase,
  oldDatabase,
  onDatabase,
  picture,
  upgradeToNewest,
} from './old-database.js';
import { buildProgram, Running, type Program } from './processes.js';

describeWithOldDatabase('the newest generation, before and after a start', () => {
  let program: Program;
  let place: TestDatabase;
  beforeAll(() => {
    program = buildProgram();
  });
  afterAll(() => program.remove());
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
    const pending = await first.database.all('SELECT id, own_pending FROM audit_logs ORDER BY id');
    await first.stop(true);
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
    expect(pending.map(({ id }) => now.get(id))).toEqual(pending.map((row) => row['own_pending']));
    await again.stop(true);
  });
});
