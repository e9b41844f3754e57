/** Rows as bytes are the same rows as objects: every type of column, on either engine, also when the reader pauses. @seconds 6 */
import { ByteText } from '../../src/core/text/byte-text.js';
import type { Database, Scalar } from '../../src/database/database.js';
import type { JsonColumn } from '../../src/database/row-writer.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const COLUMNS: JsonColumn[] = [
  { name: 'id', form: 'bare' },
  { name: 'name', form: 'escaped' },
  { name: 'description', form: 'escaped' },
  { name: 'disk', form: 'bare' },
  { name: 'fin_value', form: Number },
  { name: 'warranty_end_date', form: 'quoted' },
  { name: 'created_at', form: 'quoted' },
  { name: 'type', form: (stored: Scalar) => ({ translated: stored }) },
];
const NAMES = COLUMNS.map(({ name }) => name);

const TEXTS: Array<string | null> = [
  ...[null, '', ' ', 'plain', '0', 'null', 'é ß œ ñ', '😀😀', '𝔘nicode 𠮷', '"', "'", '\\', '\\"', '\\u0041', '`;--'],
  ...['\b\f\n\r\t', '\u0001\u001f\u007f\u0080', '\u2028\u2029', '</script>', '[1,{"a":null}]', 'a\r\n b', '\ufeffx'],
  ...['x'.repeat(250), 'x'.repeat(251), 'x'.repeat(252), 'é'.repeat(125), 'é'.repeat(126), '😀'.repeat(63)],
  ...['x'.repeat(65_535), 'x'.repeat(65_536), 'é'.repeat(32_768), `${'y'.repeat(70_000)}"`, '😀\n'.repeat(20_000)],
];
const NUMBERS: Array<number | null> = [null, 0, 1, -1, 9, 10, -128, 255, 256, 65_535, 2_147_483_647, -2_147_483_648];
const AMOUNTS: Array<number | null> = [null, 0, 0.5, -0.25, 1234.5, -9_999_999_999.99, 9_999_999_999.99, 100];
const DAYS = [null, '2024-02-29', '1000-01-01', '9999-12-31'];
const MOMENTS = [null, '1970-01-02 00:00:00', '2024-02-29 23:59:59', '2037-12-31 23:59:59'];

const beginning = (text: string): string => [...text].slice(0, 60).join('');
const at = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
const ROWS: Scalar[][] = TEXTS.map((text, i) => [
  ...[100 + i, `name ${i} ${beginning(text ?? '')}`, text, at(NUMBERS, i), at(AMOUNTS, i), at(DAYS, i)],
  ...[at(MOMENTS, i), text === null ? null : beginning(text)],
]);

/** A row as JSON, by the plain way. */
const plain = (row: Readonly<Record<string, Scalar>>): Record<string, unknown> =>
  Object.fromEntries(
    COLUMNS.map(({ name, form }) => {
      const stored = row[name]!;
      return [name, typeof form === 'function' && stored !== null ? form(stored) : stored];
    }),
  );

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  let database: Database;
  const sql = `SELECT ${NAMES.map((name) => `t.\`${name}\``).join(', ')} FROM workstations t ORDER BY t.id`;

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, { DB_POOL: '3' }, place);
    ({ database } = server);
    const insert = database.dialect.insertRows('workstations', NAMES);
    await database.transaction((tx) => database.write(tx, insert, ROWS));
  });
  afterAll(() => server.stop());

  /** Writes rows that were read with the columns of a writer behind `before` others. */
  const written = async (
    columns: readonly JsonColumn[],
    before: readonly string[],
    read: (
      sql: string,
      each: (row: Parameters<ReturnType<Database['rowWriter']>['write']>[0]) => void,
    ) => Promise<void>,
  ): Promise<unknown[]> => {
    const writer = database.rowWriter(columns);
    const text = new ByteText();
    const selected = [...before, ...writer.selected('t')].join(', ');
    await read(`SELECT ${selected} FROM workstations t ORDER BY t.id`, (row) => {
      if (text.length) text.text(',');
      text.text('{');
      writer.write(row, before.length, text);
      text.text('}');
    });
    return JSON.parse(`[${text.take().toString()}]`) as unknown[];
  };
  const all = async (): Promise<unknown[]> => (await database.all(sql)).map(plain);

  it('contract 5: rows as objects are the rows that were stored', async () => {
    const stored = ROWS.map((row) => plain(Object.fromEntries(NAMES.map((name, i) => [name, row[i]!]))));
    expect(await all()).toEqual(stored);
  });
  it('contract 5: rows as bytes are the same, all at once', async () => {
    const found = await written(COLUMNS, [], async (text, each) => (await database.raw(text)).forEach(each));
    expect(found).toEqual(await all());
  });
  it('contract 5: rows as bytes are the same, one after the other', async () => {
    expect(await written(COLUMNS, [], (text, each) => database.rawEach(text, [], each))).toEqual(await all());
  });
  it('contract 5: rows as bytes are the same in a stream, behind other columns', async () => {
    const found = await written(COLUMNS, ['t.id', 't.description', 't.disk'], async (text, each) => {
      for await (const rows of database.rawStream(text)) rows.forEach(each);
    });
    expect(found).toEqual(await all());
  });
  it('contract 5: every column stands alone, first and last', async () => {
    for (const column of COLUMNS) {
      const others = COLUMNS.filter((other) => other !== column);
      for (const chosen of [[column], [column, ...others.slice(0, 2)], [...others.slice(-2), column]]) {
        const found = await written(chosen, [], async (text, each) => (await database.raw(text)).forEach(each));
        const expected = (await all()).map((row) =>
          Object.fromEntries(chosen.map(({ name }) => [name, (row as Record<string, unknown>)[name]])),
        );
        expect(found).toEqual(expected);
      }
    }
  });
  it('contract 5: single values are read by their places, in any order', async () => {
    const rows = await database.raw(sql);
    const [name, description, disk] = ['name', 'description', 'disk'].map((column) => NAMES.indexOf(column));
    const found = rows.map((row) => [row.number(disk!), row.text(description!), row.number(0), row.text(name!)]);
    const stored = await database.all(sql);
    expect(found).toEqual(stored.map((row) => [row['disk'], row['description'], row['id'], row['name']]));
  });
  it('contract 5: no row is lost or torn when the reader pauses in between', async () => {
    const copies = Array.from({ length: 60 }, (_, copy) =>
      ROWS.map(([, ...values], i) => [1000 * (copy + 1) + i, ...values]),
    ).flat();
    const insert = database.dialect.insertRows('workstations', NAMES);
    await database.transaction((tx) => database.write(tx, insert, copies));
    const whole = await all();
    const [first, second] = await Promise.all(
      [1, 2].map((pause) =>
        written(COLUMNS, [], async (text, each) => {
          for await (const rows of database.rawStream(text)) {
            await new Promise((resolve) => setTimeout(resolve, 30 * pause));
            rows.forEach(each);
          }
        }),
      ),
    );
    expect(whole).toHaveLength(61 * ROWS.length);
    expect(first).toEqual(whole);
    expect(second).toEqual(whole);
  });
  it('contract 5: a stream that is broken off, and a failing reader, leave the pool as it was', async () => {
    for (let round = 0; round < 6; round++) {
      for await (const rows of database.rawStream(sql)) if (rows.length) break;
      const failing = database.rawEach(sql, [], () => {
        throw new Error('enough');
      });
      await expect(failing).rejects.toThrow('enough');
      const refused = database.raw('SELECT missing FROM nowhere').then(() => 'answered', String);
      expect(await refused).toMatch(/nowhere/);
    }
    expect(await database.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
