/** Databases of other generations of the older application: told apart, refused with the right sentence, left as they are. @seconds 28 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase, onDatabase, picture } from './old-database.js';
import { buildProgram, Running, type Program } from './processes.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const EACH = [['main.js'], ['cli/migrate.js'], ['cli/migrate.js', '--dry-run']];

/** Opens the database, and starts commands on it; all of it is refused, and nothing is made. */
async function refused(
  place: TestDatabase,
  sentence: RegExp,
  contents: () => Promise<unknown>,
  commands = [['cli/migrate.js', '--dry-run']],
): Promise<void> {
  const before = await contents();
  await expect(openDatabase('mariadb', place)).rejects.toThrow(sentence);
  expect(await contents()).toEqual(before);
  const settings = { DATABASE_URL: place.url, PORT: '0', TOKEN_SECRET: 'a secret of the tests, 32 characters or more' };
  for (const args of commands) {
    const { code, output } = await Running.start(program, args, settings).ended;
    expect([args, code, output]).toEqual([args, 1, expect.stringMatching(sentence)]);
    expect(output).toContain('Nothing was changed.');
    expect(await contents()).toEqual(before);
  }
}

describeWithOldDatabase('generations of the older application', () => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await oldDatabase();
  });
  afterEach(() => place.drop());
  const run = (sql: string): Promise<unknown> => onDatabase(place, (connection) => connection.query(sql));
  const contents = (): Promise<unknown> => picture(place);

  it.each([
    ['m_applications', 'RENAME TABLE applications TO m_applications'],
    ['fluxes', 'RENAME TABLE application_flows TO fluxes'],
    ['domaine_ads', 'RENAME TABLE domains TO domaine_ads'],
    ['m_applications', 'SET foreign_key_checks = 0; RENAME TABLE applications TO m_applications; DROP TABLE backups'],
    ['no backups', 'SET foreign_key_checks = 0; DROP TABLE backups'],
    ['backups without names', 'ALTER TABLE backups DROP COLUMN name'],
  ])('spring 2026, told by %s: refused as older, with both ways out', async (told, sql) => {
    await run(sql);
    const sentence = new RegExp(`older generation .*${told}.* 2026\\.05\\.30 first, .* meridian import-mercator`);
    await refused(place, sentence, contents);
  });
  it('an old table beside ours, as an earlier release left it: refused', async () => {
    await run('CREATE TABLE m_applications (id int unsigned PRIMARY KEY, name varchar(255))');
    await refused(place, /older generation .*m_applications/, contents, EACH);
  });
  it.each([
    ['data_processing.transfert', 'ALTER TABLE data_processing CHANGE transfert transfer longtext'],
    ['domains.relation_inter_domaine', 'ALTER TABLE domains CHANGE relation_inter_domaine relation_inter_domain text'],
  ])('a column that no release renamed is missing, %s: refused, by its name', async (told, sql) => {
    await run(sql);
    await refused(place, new RegExp(`lacks columns .*${told.replace('.', '\\.')}`), contents);
  });
  it('perimeters of objects, and none of roles: refused, as everybody would see all', async () => {
    await run(`${PERIMETERS}; ALTER TABLE sites ADD perimeter_id int unsigned NOT NULL DEFAULT 1`);
    await refused(place, /has perimeters, and sites\.perimeter_id .* roles\.perimeter_id is not there/, contents, EACH);
  });
  it('one perimeter, and columns that this release does not know: served, and never written', async () => {
    await run(
      `${PERIMETERS}; ALTER TABLE roles ADD perimeter_id int unsigned NOT NULL DEFAULT 1; ALTER TABLE sites ADD perimeter_id int unsigned NOT NULL DEFAULT 1, ADD CONSTRAINT in_perimeter ` +
        'FOREIGN KEY (perimeter_id) REFERENCES perimeters (id), ADD flavour varchar(255), ADD colour varchar(255); ' +
        'UPDATE sites SET flavour = "campus"; ALTER TABLE applications ADD colour varchar(255) NOT NULL DEFAULT "here"',
    );
    const server = await TestServer.start('mariadb', {}, place);
    const { body: made } = await server.post('/api/sites', { name: 'In the only perimeter', colour: 'x' });
    const mass = await server.post('/api/sites/mass-store', { items: [{ name: 'Also there' }] });
    const app = await server.post('/api/applications', { name: 'Somewhere' });
    const sites = (await server.get('/api/sites')).body as Array<{ id: number; flavour?: string }>;
    await server.put(`/api/sites/${sites[0]!.id}`, { description: 'changed' });
    expect([mass.status, app.status, made.perimeter_id, sites[0]!.flavour]).toEqual([201, 201, 1, undefined]);
    const rows = await server.database.all('SELECT id, perimeter_id, flavour, colour FROM sites ORDER BY id');
    expect(rows.map((row) => row['perimeter_id'])).toEqual(sites.map(() => 1));
    expect(rows[0]).toMatchObject({ id: sites[0]!.id, flavour: 'campus' });
    expect(rows.find(({ id }) => id === made.id)).toMatchObject({ flavour: null, colour: null });
    expect(await server.database.all('SELECT DISTINCT colour FROM applications')).toEqual([{ colour: 'here' }]);
    await server.stop();
    place = await oldDatabase();
  });
});

const PERIMETERS =
  "CREATE TABLE perimeters (id int unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(32) UNIQUE); INSERT INTO perimeters (name) VALUES ('All')";

it('an embedded file of an older generation is refused, and not a byte of it changes', async () => {
  const place = await makeDatabase('sqlite');
  const path = place.url.replace('sqlite:', '');
  const file = new SqliteFile(path);
  file.exec(
    'CREATE TABLE m_applications (id integer PRIMARY KEY, name text); INSERT INTO m_applications VALUES (1, 1)',
  );
  file.close();
  const contents = async (): Promise<unknown> => [
    readdirSync(dirname(path)),
    createHash('sha256').update(readFileSync(path)).digest('hex'),
  ];
  await refused(place, /older generation .*m_applications/, contents, EACH);
  await place.drop();
});

it.each(ENGINES)('a map of our own on %s is looked at and served again', async (engine) => {
  const first = await openDatabase(engine);
  await first.close();
  const again = await openDatabase(engine, first.place);
  expect(await again.database.all('SELECT title FROM roles WHERE id = 1')).toEqual([{ title: 'Admin' }]);
  await again.drop();
});
