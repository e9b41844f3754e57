/** What is no map is refused with a sentence that says where and what to do, and nothing is made in it. @seconds 20 */
import { mkdirSync, statSync, truncateSync, writeFileSync, writeSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { readConfig } from '../../src/config.js';
import { bringUpToDate } from '../../src/database/admin-connection.js';
import { backup } from '../backup/maps.js';
import { ENGINES, makeDatabase, withServer, type TestDatabase } from '../support/engines.js';
import { openDatabase } from './opened.js';

const pathOf = ({ url }: TestDatabase): string => url.replace('sqlite:', '');

describe('on sqlite', () => {
  let place: TestDatabase;
  let path: string;
  beforeEach(async () => {
    place = await makeDatabase('sqlite');
    path = pathOf(place);
  });
  afterEach(() => place.drop());

  /** What the start, a migration, its rehearsal and a backup say; all of them name the path. */
  async function refusals(): Promise<string[]> {
    const config = readConfig({ DATABASE_URL: place.url });
    const file = join(place.folder, 'map.backup');
    const said = [
      () => openDatabase('sqlite', place),
      () => bringUpToDate(config, () => undefined, false),
      () => bringUpToDate(config, () => undefined, true),
      () => backup(place, file),
    ].map((work) => Promise.resolve(work()).then(String, ({ message }: Error) => message));
    const sentences = await Promise.all(said);
    for (const sentence of sentences) expect(sentence).toContain(path);
    return sentences;
  }

  /** A map whose bytes all stand in its file. */
  async function wholeMap(): Promise<number> {
    const { close } = await openDatabase('sqlite', place);
    await close();
    return statSync(path).size;
  }

  it('a file of 0 bytes is no new map', async () => {
    writeFileSync(path, '');
    for (const sentence of await refusals())
      expect(sentence).toMatch(/is empty.*0 bytes.*runbooks\.md.*remove the file/);
    expect(statSync(path).size).toBe(0);
  });

  it('a start that was broken off before it made a table leaves a file that the next one goes on with', async () => {
    new SqliteFile(path).exec('PRAGMA journal_mode = WAL').close();
    expect(statSync(path).size).toBeGreaterThan(0);
    const { database, close } = await openDatabase('sqlite', place);
    expect(await database.all('SELECT COUNT(*) AS n FROM roles')).toEqual([{ n: 4 }]);
    await close();
  });

  it('a file without its end is damaged', async () => {
    truncateSync(path, ((await wholeMap()) * 0.4) & ~4095);
    for (const sentence of await refusals())
      expect(sentence).toMatch(/is damaged, or a part of it is missing .*meridian check .*runbooks\.md/);
  });

  it('a file with another beginning is damaged, or no database', async () => {
    await wholeMap();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, 0);
    closeSync(file);
    for (const sentence of await refusals())
      expect(sentence).toMatch(/is no database of SQLite, or its beginning is damaged .*meridian check .*runbooks\.md/);
  });

  it('a folder is no file', async () => {
    mkdirSync(path);
    for (const sentence of await refusals()) expect(sentence).toMatch(/is a folder: DATABASE_URL must name the file/);
  });

  it('the tables of a new map are in its file, not beside it, while the server runs', async () => {
    const { close } = await openDatabase('sqlite', place);
    expect(statSync(path).size).toBeGreaterThan(1e6);
    await close();
  });
});

describe.each(ENGINES)('on %s', (engine) => {
  it("another program's database is no new map", async () => {
    const place = await makeDatabase(engine);
    const made = 'CREATE TABLE invoices (id integer)';
    if (engine === 'sqlite') new SqliteFile(pathOf(place)).exec(made).close();
    else await withServer((connection) => connection.query(made.replace('invoices', `${nameIn(place)}.invoices`)));
    const refusal = /is another program's: it has the table invoices, and none of Meridian's\. .*Nothing was changed/;
    await expect(openDatabase(engine, place)).rejects.toThrow(refusal);
    await expect(bringUpToDate(readConfig({ DATABASE_URL: place.url }), () => undefined, false)).rejects.toThrow(
      refusal,
    );
    await place.drop();
  });
  it('tables of others beside ours do no harm', async () => {
    const { database, place, close } = await openDatabase(engine);
    await database.run('CREATE TABLE invoices (id integer)');
    await close();
    await (await openDatabase(engine, place)).drop();
  });
});

const nameIn = ({ url }: TestDatabase): string => url.slice(url.lastIndexOf('/') + 1);
