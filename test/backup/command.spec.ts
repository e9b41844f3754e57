/** The commands `backup` and `restore`, as processes; one of them is killed in the middle of its work. @seconds 13 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram, Running, type Ended, type Program } from '../existing-database/processes.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { rowsOf } from './maps.js';

let program: Program;
let source: TestDatabase;
let file: string;
beforeAll(async () => {
  program = buildProgram();
  const { database, place, close } = await openDatabase('sqlite');
  [source, file] = [place, join(place.folder, 'map.backup')];
  await database.run("INSERT INTO sites (id, name) VALUES (7, 'from the backup')");
  const note = "INSERT INTO audit_logs (description, subject_type) VALUES ('created', 'App\\Models\\Site')";
  await database.transaction(async (tx) => {
    for (let i = 0; i < 30_000; i++) await tx.run(note);
  });
  await close();
});
afterAll(async () => {
  program.remove();
  await source.drop();
});

const start = (place: TestDatabase, args: string[]): Running =>
  Running.start(program, ['cli/meridian.js', ...args], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: `${place.folder}/documents`,
  });
const command = (place: TestDatabase, ...args: string[]): Promise<Ended> => start(place, args).ended;

it('backup says how much is in the file, and whom it endangers', async () => {
  const { code, output } = await command(source, 'backup', file);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^3\d,\d{3} rows of \d+ tables and 0 documents \(0 kB\) are in /m),
  ]);
  expect(output).toContain('knows the hashes of all passwords');
});
it.each([
  [['backup'], /The argument <file> is missing/],
  [['backup', 'a', 'b'], /Unknown argument 'b'/],
  [['restore'], /The argument <file> is missing/],
  [['restore', 'a', '--forse'], /Unknown argument '--forse'\. Did you mean --force\?/],
])('%j is a wrong call', async (args, why) => {
  const { code, output } = await command(source, ...args);
  expect([code, output]).toEqual([2, expect.stringMatching(why)]);
});

describe.each(ENGINES)('on %s', (engine) => {
  it('a restore into an empty database says what it does, in a few lines and without statements', async () => {
    const place = await makeDatabase(engine);
    try {
      const { code, output } = await command(place, 'restore', file);
      const lines = output.trim().split('\n');
      // Every two seconds one more line says how far it is.
      const said = lines.filter((line) => !line.startsWith('  '));
      expect([code, said]).toEqual([
        0,
        [
          `Checking ${file}`,
          'Preparing the tables',
          'Restoring',
          expect.stringMatching(/^3\d,\d{3} rows .* are restored/),
        ],
      ]);
      expect(output).not.toMatch(/CREATE|INSERT/);
    } finally {
      await place.drop();
    }
  });
  it('a restore that is killed leaves the map as it was; the next one brings all of it', async () => {
    const place = await makeDatabase(engine);
    const contents = async (): Promise<Record<string, string[]>> => {
      const { database, close } = await openDatabase(engine, place);
      return rowsOf(database).finally(close);
    };
    try {
      const { database, close } = await openDatabase(engine, place);
      await database.run("INSERT INTO sites (id, name) VALUES (3, 'there before')");
      await close();
      const before = await contents();
      const restoring = start(place, ['restore', file, '--force']);
      await restoring.says('Restoring');
      await restoring.kill();
      expect(restoring.output).not.toContain('are restored');
      expect(await contents()).toEqual(before);
      // The database may need a moment to find out that somebody is gone.
      let ended = await command(place, 'restore', file, '--force');
      for (let i = 0; i < 10 && ended.output.includes('is in use'); i++)
        ended = await command(place, 'restore', file, '--force');
      const { code, output } = ended;
      expect([code, output]).toEqual([0, expect.stringMatching(/^3\d,\d{3} rows .* are restored, as they were at 2/m)]);
      expect((await contents())['sites']).toEqual([expect.stringContaining('from the backup')]);
      expect(existsSync(`${place.folder}/documents/incoming`)).toBe(false);
    } finally {
      await place.drop();
    }
  });
});
