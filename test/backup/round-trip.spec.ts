/** A backup brings a whole map to any engine: rows, objects, documents, log-ins and ids (contract 13). @seconds 15 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { fetched, opened } from '../templates/workbook/support.js';
import { backup, claimsOf, fill, objectsOf, restore, rowsOf } from './maps.js';

type Settings = Record<string, string>;

const STOPS: Engine[] = ENGINES.includes('mariadb') ? ['mariadb', 'mariadb', 'sqlite'] : ['sqlite'];
/** Times are kept in another zone at every stop. */
const ZONES = ['Europe/Paris', 'UTC', 'America/New_York'];

describe(`a map that goes from sqlite to ${STOPS.join(' to ')}`, () => {
  const places: TestDatabase[] = [];
  let rows: Record<string, string[]>;
  let objects: Record<string, unknown>;
  let claims: string[];
  let filled: Awaited<ReturnType<typeof fill>>;
  let file: string;
  beforeAll(async () => {
    const place = await makeDatabase('sqlite');
    places.push(place);
    file = join(place.folder, 'map.backup');
    const server = await TestServer.start('sqlite', {}, place);
    filled = await fill(server);
    objects = await objectsOf(server);
    [rows, claims] = [await rowsOf(server.database), await claimsOf(server.database)];
    // The server goes on meanwhile.
    const made = await backup(place, file);
    expect(made).toMatchObject({ unknown: [], missing: [], dangling: {}, documents: 9 });
    await server.stop(true);
  });
  afterAll(async () => {
    for (const place of places) await place.drop();
  });

  it('the file is for its owner alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(STOPS.map((engine, i) => [i + 1, engine] as const))('is the same at stop %i, on %s', async (stop, engine) => {
    const settings: Settings = { DB_TIMEZONE: ZONES[stop - 1]! };
    const place = await makeDatabase(engine);
    places.push(place);
    const restored = await restore(place, file, settings);
    expect(restored).toMatchObject({ documents: 9, broken: [], newRights: [], foreignStore: false });
    const contents = await inside(engine, place, settings);
    expect(contents.rows).toEqual(rows);
    // The first start of an embedded database claims nothing for the roles that it makes; a restore does.
    expect(contents.claims).toEqual(stop === 1 ? expect.arrayContaining(claims) : claims);
    claims = contents.claims;
    const server = await TestServer.start(engine, settings, place);
    try {
      expect(await objectsOf(server)).toEqual(objects);
      if (stop === STOPS.length) await serves(server);
    } finally {
      await server.stop(true);
    }
    // The next stop gets its backup from here; all values have gone through this engine then.
    file = join(place.folder, 'map.backup');
    await backup(place, file, settings);
    ({ rows } = await inside(engine, place, settings));
  });

  async function inside(
    engine: Engine,
    place: TestDatabase,
    settings: Settings,
  ): Promise<{ rows: typeof rows; claims: string[] }> {
    const { database, close } = await openDatabase(engine, place, settings);
    const found = { rows: await rowsOf(database), claims: await claimsOf(database) };
    await close();
    return found;
  }

  /** What only a server that runs can show. */
  async function serves(server: TestServer): Promise<void> {
    expect(await server.login(ADMIN.login, ADMIN.password)).not.toBe('');
    const document = await server.get(`/api/documents/${filled.kept}/download`, { documented: false });
    expect([document.status, document.body]).toEqual([200, 'kept with the map']);
    // The bytes of a deleted document came along.
    expect((await server.post(`/api/documents/${filled.deleted}/restore`, {})).status).toBe(200);
    const workbook = await fetched(server, `/api/templates/${filled.template}/fill`);
    const [cells] = (await opened(workbook.bytes)).worksheets.map((one) => one.getColumn(1).values);
    expect(cells).toContain('Café « Zürich » 🏥');
    expect((await server.get('/api/sites', { token: filled.script })).status).toBe(200);
    expect((await server.post('/api/sites', { name: 'CAFE « zurich » 🏥' })).status).toBe(422);
    const site = await server.post('/api/sites', { name: 'After the restore' });
    expect(site.body.id).toBeGreaterThan(900);
    const notes = await server.get('/api/audit-logs?filter[description]=map_restored');
    expect(notes.body).toMatchObject(
      [{}, {}, { host: 'command line', properties: { command: 'restore' } }].slice(-STOPS.length),
    );
  }
});
