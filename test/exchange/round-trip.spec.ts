/** What is exported and imported again changes nothing, whatever the map holds (reports 9). @seconds 15 */
import type { Scalar } from '../../src/database/database.js';
import { quote } from '../../src/database/dialect.js';
import { registry, type Field, type ResourceModel } from '../../src/engine/index.js';
import { describeWithOldDatabase, oldDatabase } from '../existing-database/old-database.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { cellsOf, dump, exported, imported, workbook } from './exchange-client.js';

const NOTHING = { inserted: 0, updated: 0, deleted: 0 };
const OBJECTS = registry.all().filter(({ view, owner }) => view !== 'configuration' && !owner);

/** Texts that files and spreadsheets like to spoil. */
const TEXTS = [
  ' around \t',
  'two\r\nlines\rand\nmore',
  '=1+1',
  "'=1+1",
  "''+SUM(A1)",
  "'plain",
  '"quoted", comma; semicolon | bar',
  '_x0041_ and _x005F_',
  'bell \u0007 and \uffff',
  '<p>rich &amp; « é » 😀</p>',
  '007',
  '1.10',
  'TRUE',
  '2024-02-30',
  '-',
  '\ufeffmark',
];

/** Spoils every text of some objects, past all rules, as older programs did. */
async function spoil({ database }: TestServer, { table, fields }: ResourceModel): Promise<void> {
  const texts = fields.filter(({ type, hidden }) => /char|text/.test(type) && !hidden);
  const rows = await database.all(`SELECT id FROM ${quote(table)} WHERE deleted_at IS NULL ORDER BY id`);
  for (const [i, row] of rows.slice(0, TEXTS.length).entries()) {
    const values = texts.map((field, k): Scalar => spoiled(field, i + k));
    const sets = texts.map(({ name }) => `${quote(name)} = ?`).join(', ');
    await database.run(`UPDATE ${quote(table)} SET ${sets} WHERE id = ?`, [...values, row['id']!]);
  }
}

function spoiled({ type }: Field, i: number): string {
  const text = TEXTS[i % TEXTS.length]!;
  const max = Number(/\((\d+)\)/.exec(type)?.[1] ?? Infinity);
  if (type === 'longtext' && i % 7 === 0) return text + 'x'.repeat(40_000);
  return text.length > max ? text.slice(0, max) : text;
}

/** Exports all objects in one way or the other; then imports everything, after which no row of any table may differ. */
async function expectNothing(server: TestServer, queries: string[], all = false): Promise<void> {
  const files: Array<{ path: string; bytes: Buffer }> = [];
  for (const [i, { path }] of OBJECTS.entries()) {
    for (const query of all ? queries : [queries[i % queries.length]!])
      files.push({ path, bytes: (await exported(server, path, query)).bytes });
  }
  await expectUntouched(server, files);
}

async function expectUntouched(server: TestServer, files: Array<{ path: string; bytes: Buffer }>): Promise<void> {
  const before = await dump(server);
  for (const { path, bytes } of files) {
    const { status, body } = await imported(server, path, bytes);
    // Separators other than commas are told.
    const { notes = [], ...done } = body;
    const expected = bytes.subarray(0, 6).includes('id\t') ? ['The file was read as UTF-8, separated by tabs.'] : [];
    expect({ path, status, done, notes }).toEqual({ path, status: 200, done: NOTHING, notes: expected });
  }
  expect(await dump(server)).toEqual(before);
}

describe.each(ENGINES)('export and import on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startDemo(engine);
  });
  afterAll(() => server.stop());

  it('the map of the demo comes back as it was', async () => {
    await expectNothing(server, ['?format=xlsx', '?format=csv'], true);
  });

  it('so does a workbook that another program has written anew', async () => {
    for (const path of ['applications', 'logical-servers', 'relations']) {
      const rows = await cellsOf((await exported(server, path)).bytes);
      await expectUntouched(server, [{ path, bytes: await workbook(rows) }]);
    }
  });

  it('so do texts that break every rule, empty objects, and what CSV and XML cannot hold', async () => {
    for (const resource of OBJECTS) await spoil(server, resource);
    await server.database.run('INSERT INTO physical_links (type) VALUES (NULL)');
    await server.database.run('INSERT INTO wans (name) VALUES (NULL)');
    await expectNothing(server, ['', '?format=csv&sep=tab&bom=1']);
  });
});

describeWithOldDatabase('export and import of a database of the older application', () => {
  it('change nothing', async () => {
    const place = await oldDatabase();
    const server = await TestServer.start('mariadb', {}, place);
    await expectNothing(server, ['?format=xlsx', '?format=csv']);
    await server.stop();
  });
});
