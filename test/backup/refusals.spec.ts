/** What a restore refuses, and that the map is then as it was (contract 13). @seconds 24 */
import { copyFileSync, existsSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Head } from '../../src/backup/format.js';
import { openDatabase } from '../database/opened.js';
import { form } from '../documents/document-client.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { pack, partsOf, type Part } from './archives.js';
import { backup, restore, rowsOf } from './maps.js';

describe.each(ENGINES)('a restore on %s', (engine) => {
  let source: TestDatabase;
  let target: TestDatabase;
  let file: string;
  let before: Record<string, string[]>;
  beforeAll(async () => {
    [source, target] = [await makeDatabase('sqlite'), await makeDatabase(engine)];
    file = join(source.folder, 'map.backup');
    await filled('sqlite', source, 'from the backup');
    await backup(source, file);
    await filled(engine, target, 'there before');
    before = await contents();
  });
  afterAll(async () => {
    await source.drop();
    await target.drop();
  });
  const contents = async (): Promise<Record<string, string[]>> => {
    const { database, close } = await openDatabase(engine, target);
    return rowsOf(database).finally(close);
  };
  const broken = (name: string): string => join(source.folder, name);
  const changed = (name: string, change: (parts: Part[]) => Part[]): string => {
    pack(broken(name), change(partsOf(file)));
    return broken(name);
  };
  const withHead = (name: string, change: (head: Head) => object): string =>
    changed(name, ([head, ...rest]) => [
      { name: head!.name, content: JSON.stringify(change(JSON.parse(head!.content) as Head)) },
      ...rest,
    ]);

  it('a map that is not empty, unless it is told to replace it', async () => {
    await expect(restore(target, file)).rejects.toThrow(/^The map is not empty \(applications: 1.*\).*--force/s);
    expect(await contents()).toEqual(before);
  });
  it.each<[string, () => string, RegExp]>([
    ['a file that is not there', () => broken('nowhere'), /^There is no file .*nowhere\.$/],
    ['another file', () => join(__dirname, 'maps.ts'), /no backup of Meridian, or is damaged/],
    [
      'a packed file of something else',
      () => (writeFileSync(broken('other'), gzipSync('x')), broken('other')),
      /end is/,
    ],
    ['half a file', () => cut(2), /is not complete: its end is missing/],
    ['a file without its end', () => cut(1.01), /is not complete: its end is missing/],
    ['a changed byte', () => flipped(), /check sum differs|is damaged|cannot be unpacked/],
    ['a lost part', () => changed('lost', (parts) => parts.filter(({ name }) => !name.includes('/sites/'))), /differs/],
    ['a newer format', () => withHead('newer', (head) => ({ ...head, format: 2 })), /in format 2; this release reads/],
    [
      'a newer release',
      () => withHead('later', (head) => ({ ...head, release: '9.9.9', migrations: [...head.migrations, 'Later1'] })),
      /made by the release 9\.9\.9.*does not know: migration Later1\. Install that release/,
    ],
    [
      'a table that nobody knows',
      () => withHead('table', (head) => ({ ...head, tables: [...head.tables, { name: 'x; DROP', columns: ['id'] }] })),
      /does not know: table x; DROP/,
    ],
  ])('%s', async (_name, make, why) => {
    await expect(restore(target, make(), {}, true)).rejects.toThrow(why);
  });
  it('and none of these has changed anything', async () => {
    expect(await contents()).toEqual(before);
  });
  it('a reference to a row that the backup does not hold, in the middle of the work', async () => {
    const path = changed('dangling', (parts) =>
      parts.map((part) =>
        /^tables\/application_logical_server\//.test(part.name) ? { ...part, content: '[1,77]\n' } : part,
      ),
    );
    const why = /^Nothing was restored, the map is as it was\. In 1 rows .*logical_server_id points to a row/;
    await expect(restore(target, path, {}, true)).rejects.toThrow(why);
    expect(await contents()).toEqual(before);
  });
  it('a row that the database does not take, in the middle of the work', async () => {
    const path = broken('twice');
    pack(
      path,
      partsOf(file).map((part) => (part.name.startsWith('tables/sites/') ? twice(part) : part)),
      { sites: 2 },
    );
    await expect(restore(target, path, {}, true)).rejects.toThrow(/^Nothing was restored.*(UNIQUE|Duplicate)/s);
    expect(await contents()).toEqual(before);
  });
  it('a database that a server uses', async () => {
    const server = await TestServer.start(engine, {}, target, { login: 'admin', password: 'Correct-horse-9' });
    try {
      await expect(restore(target, file, {}, true)).rejects.toThrow(/is in use.*End the server/);
      expect((await server.get('/api/sites')).body).toHaveLength(1);
    } finally {
      await server.stop(true);
    }
    before = await contents();
  });
  it('and replaces the map when it is told to, with documents and log-ins', async () => {
    const { documents } = await restore(target, file, {}, true);
    expect(documents).toBe(1);
    const { database, close } = await openDatabase('sqlite', source);
    const wanted = await rowsOf(database).finally(close);
    expect(await contents()).toEqual(wanted);
    const server = await TestServer.start(engine, {}, target);
    try {
      expect((await server.get('/api/sites')).body).toMatchObject([{ name: 'from the backup' }]);
      expect((await server.get('/api/documents/1/download', { documented: false })).body).toBe('from the backup');
    } finally {
      await server.stop(true);
    }
  });

  it('a backup leaves no file behind when it fails, and overwrites none', async () => {
    const there = readFileSync(file);
    await expect(backup(source, file)).rejects.toThrow(`There is already a file ${file}.`);
    expect(readFileSync(file)).toEqual(there);
    await expect(backup(source, join(source.folder, 'no/such/folder'))).rejects.toThrow('cannot be written');
    const nothing = { ...source, url: `sqlite:${source.folder}/none.sqlite` };
    await expect(backup(nothing, broken('none.backup'))).rejects.toThrow('There is no database at');
    expect(readdirSync(dirname(file)).filter((name) => /none\.backup|part$/.test(name))).toEqual([]);
    expect(existsSync(`${source.folder}/none.sqlite`)).toBe(false);
  });

  function cut(part: number): string {
    copyFileSync(file, broken('cut'));
    truncateSync(broken('cut'), Math.floor(readFileSync(file).length / part));
    return broken('cut');
  }
  function flipped(): string {
    const bytes = gunzipSync(readFileSync(file));
    const at = bytes.indexOf('from the backup');
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(broken('flipped'), gzipSync(bytes));
    return broken('flipped');
  }
});

const twice = ({ name, content }: Part): Part => ({ name, content: content + content });

/** A map with a few objects and a document, all with one name. */
async function filled(engine: Engine, place: TestDatabase, name: string): Promise<void> {
  const server = await TestServer.start(engine, {}, place);
  await server.post('/api/sites', { name });
  const found = await server.post('/api/logical-servers', { name });
  await server.post('/api/applications', { name, logical_servers: [found.body.id] });
  await server.post('/api/documents', form(name, 'note.txt'));
  await server.stop(true);
}
