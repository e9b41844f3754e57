/** Meridian steps aside, the older application is upgraded, and Meridian comes back: nothing is lost on the way. @seconds 24 */
import { DataSource } from 'typeorm';
import { readConfig } from '../../src/config.js';
import { dataSourceOptions } from '../../src/database/connect.js';
import { migrate } from '../../src/database/migrate.js';
import type { Log } from '../../src/database/migration-watch.js';
import { stepAside } from '../../src/database/step-aside.js';
import { sharedJson } from '../engine/model/shared.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture, type Pictured } from './old-database.js';
import { buildProgram, Running, type Ended, type Program } from './processes.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());
const run = (place: TestDatabase, ...args: string[]): Promise<Ended> =>
  Running.start(program, ['cli/migrate.js', ...args], { DATABASE_URL: place.url }).ended;

/** What the migrations of summer 2026 do, in three statements each of which knows nothing of us. */
const CREATE = `CREATE TABLE cartographers (id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  cartographiable_type varchar(255) NOT NULL, cartographiable_id bigint unsigned NOT NULL,
  user_id int unsigned NULL, role_id int unsigned NULL, created_at timestamp NULL, updated_at timestamp NULL,
  KEY by_object (cartographiable_type, cartographiable_id),
  CONSTRAINT their_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT their_role FOREIGN KEY (role_id) REFERENCES roles (id) ON DELETE CASCADE)
  DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`;
const TITLES = ['create', 'edit', 'show', 'delete', 'access'].map((verb) => `cartographer_${verb}`);
const INSERT = `INSERT INTO permissions (id, title) VALUES ${TITLES.map((title, i) => `(${330 + i}, '${title}')`).join(', ')}`;
const alter = (table: string): string => `ALTER TABLE \`${table}\` ADD ext_refs varchar(255) NULL AFTER id`;
const tables = (): string[] => sharedJson<{ extRefsTables: string[] }>('spec/model/model.json').extRefsTables;

/** Runs some work of the migrations; ends it at this line, as a machine that loses its power would. */
async function brokenOff(
  place: TestDatabase,
  line: number,
  work: (source: DataSource, tell: Log) => Promise<unknown>,
): Promise<boolean> {
  const source = await new DataSource(
    await dataSourceOptions(readConfig({ DATABASE_URL: place.url }), () => []),
  ).initialize();
  let told = 0;
  const tell = (): void => {
    if (++told === line) throw new Error('broken off');
  };
  try {
    await work(source, tell);
    return false;
  } catch (error) {
    expect((error as Error).message).toContain('broken off');
    return true;
  } finally {
    await source.destroy();
  }
}

describeWithOldDatabase('stepping aside for an upgrade of the older application', () => {
  let place: TestDatabase;
  let before: Map<string, Pictured>;
  beforeEach(async () => {
    place = await oldDatabase();
    before = await picture(place);
  });
  afterEach(() => place.drop());
  const sql = (text: string): Promise<unknown> => onDatabase(place, (connection) => connection.query(text));

  /** What is written into our additions, through the API. */
  async function write(server: TestServer): Promise<number> {
    const site = (await server.get('/api/sites')).body[0].id as number;
    const [application, other] = ((await server.get('/api/applications')).body as Array<{ id: number }>).map(
      ({ id }) => id,
    );
    const answers = [
      await server.put(`/api/sites/${site}`, { ext_refs: '{CMDB}4711' }),
      await server.put(`/api/applications/${application}`, {
        requires: [{ id: other, effect: 'down' }],
        needs: { databases: 2 },
      }),
      await server.post('/api/networks', { name: 'Written here', ext_refs: '{CMDB}12' }),
      await server.post('/api/cartographers', { cartographiable_type: 'sites', cartographiable_id: site, user_id: 4 }),
      await server.post('/api/cartographers', { cartographiable_type: 'sites', cartographiable_id: site, role_id: 3 }),
    ];
    await sql(
      "INSERT INTO permission_role (role_id, permission_id) SELECT 2, id FROM permissions WHERE title = 'cartographer_show';" +
        "DELETE FROM permission_role WHERE role_id = 3 AND permission_id IN (SELECT id FROM permissions WHERE title = 'zone_show');" +
        "UPDATE permissions SET ext_refs = '{IAM}1' WHERE title = 'cartographer_edit'",
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201]);
    return site;
  }

  const found = async (server: TestServer, site: number): Promise<unknown> => [
    (await server.get(`/api/sites/${site}`)).body.data.ext_refs,
    await server.database.all('SELECT * FROM own_needs'),
    await server.database.all('SELECT * FROM own_application_requirement'),
    (await server.get('/api/networks?filter[name]=Written here&fields=ext_refs')).body.map(
      (row: { ext_refs: string }) => row.ext_refs,
    ),
    (await server.get('/api/cartographers')).body.map((row: Record<string, unknown>) => [
      row['cartographiable_id'],
      row['user_id'],
      row['role_id'],
    ]),
    await server.database.all(
      'SELECT r.id, p.title, p.ext_refs FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id JOIN roles r ON ' +
        "r.id = pr.role_id WHERE p.title LIKE 'cartographer%' OR p.title LIKE 'zone%' ORDER BY r.id, p.title",
    ),
  ];

  it('without it the upgrade fails; with it all three kinds of statements run, and all values are back', async () => {
    const server = await TestServer.start('mariadb', {}, place);
    const site = await write(server);
    const written = await found(server, site);
    const busy = await run(place, '--step-aside');
    expect(busy).toMatchObject({ code: 1, output: expect.stringMatching(/in use by \d+ other connection/) as string });
    await server.stop(true);
    for (const [statement, code] of [
      [CREATE, 1050],
      [INSERT, 1062],
      [alter('sites'), 1060],
    ] as const) {
      await expect(sql(statement)).rejects.toMatchObject({ errno: code });
    }

    const there = await picture(place);
    const rehearsed = await run(place, '--step-aside', '--dry-run');
    expect(await picture(place)).toEqual(there);
    const aside = await run(place, '--step-aside');
    expect([rehearsed.code, aside.code]).toEqual([0, 0]);
    expect(rehearsed.output).toMatch(/Nothing was changed: this was only a rehearsal\.\n$/);
    const statements = ({ output }: Ended): string[] => output.split('\n').filter((line) => line.endsWith(';'));
    expect(statements(rehearsed)).toEqual(statements(aside));
    expect(statements(aside).filter((line) => line.includes('DROP COLUMN `ext_refs`'))).toHaveLength(tables().length);

    const left = await picture(place, before);
    for (const [name, { definition }] of before) expect([name, left.get(name)?.definition]).toEqual([name, definition]);
    expect([...left.keys()].filter((name) => !before.has(name) && !name.startsWith('own_'))).toEqual([]);
    for (const name of ['permissions', 'permission_role'])
      expect([name, left.get(name)!.rows]).toEqual([name, before.get(name)!.rows]);
    for (const command of [
      ['cli/meridian.js', 'backup', 'x'],
      ['cli/meridian.js', 'admin:reset-password'],
    ]) {
      const { code, output } = await Running.start(program, command, { DATABASE_URL: place.url }).ended;
      expect([code, output]).toEqual([1, expect.stringMatching(/has stepped aside.*start Meridian afterwards/)]);
    }

    await sql([CREATE, INSERT, ...tables().map(alter)].join(';'));
    await sql(`UPDATE networks SET ext_refs = 'theirs' WHERE name <> 'Written here'`);
    const again = await TestServer.start('mariadb', {}, place);
    expect(await found(again, site)).toEqual(written);
    expect((await again.get('/api/networks?filter[ext_refs]=theirs')).body.length).toBeGreaterThan(0);
    expect(await again.database.all("SHOW TABLES LIKE 'own_aside%'")).toEqual([]);
    await again.stop(true);

    // What the older application has made itself by now is left alone.
    const upgraded = await picture(place);
    expect(await run(place, '--step-aside')).toMatchObject({ code: 0 });
    const kept = await picture(place);
    expect(kept.get('cartographers')?.rows).toEqual(upgraded.get('cartographers')?.rows);
    // Rights that only Meridian knows go, and come back.
    const isTheirs = (row: string): boolean => parseInt(row, 16) <= 10_000;
    expect(kept.get('permissions')?.rows).toEqual(upgraded.get('permissions')!.rows.filter(isTheirs));
    expect(kept.get('sites')!.columns).toEqual(upgraded.get('sites')!.columns);
    const last = await TestServer.start('mariadb', {}, place);
    expect(await found(last, site)).toEqual(written);
    await last.stop(true);
    expect((await picture(place)).get('permissions')?.rows).toEqual(upgraded.get('permissions')?.rows);
  });

  it('broken off anywhere, on the way out and back, it is run again to its end; without an upgrade too', async () => {
    const server = await TestServer.start('mariadb', {}, place);
    const site = await write(server);
    const written = await found(server, site);
    await server.stop(true);
    const leave = (source: DataSource, tell: Log): Promise<void> => stepAside(source, tell, false);
    for (const line of [2, 6, 20, 30, 60, 40, 9, 8, 5]) await brokenOff(place, line, leave);
    await brokenOff(place, 0, leave);
    expect(await brokenOff(place, 0, leave)).toBe(false);
    const left = await picture(place, before);
    for (const [name, { definition }] of before) expect([name, left.get(name)?.definition]).toEqual([name, definition]);
    for (const line of [3, 40, 60, 20, 9, 5, 2, 2, 3, 3, 4]) await brokenOff(place, line, migrate);
    const again = await TestServer.start('mariadb', {}, place);
    expect(await found(again, site)).toEqual(written);
    expect(await again.database.all("SHOW TABLES LIKE 'own_aside%'")).toEqual([]);
    await again.stop(true);
  });

  it('a database on which Meridian never was is told so, and the rehearsal of the first start tells of stepping aside', async () => {
    const { code, output } = await run(place, '--step-aside');
    expect([code, output]).toEqual([1, 'Meridian has added nothing to this database yet. Nothing was changed.\n']);
    expect((await run(place, '--dry-run')).output).toContain('--step-aside removes these additions');
    expect(await picture(place)).toEqual(before);
  });
});

it.each(ENGINES)('a map of our own on %s has nobody to step aside for', async (engine) => {
  const { place, close } = await openDatabase(engine, await makeDatabase(engine));
  await close();
  const { code, output } = await run(place, '--step-aside');
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/not made by the older application: .* Nothing was changed/),
  ]);
  await place.drop();
});
