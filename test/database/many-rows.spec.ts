/** INSERTs of many rows, which are put together: all are there, in their order, with the ids that are told. @seconds 5 */
import { ENGINES } from '../support/engines.js';
import { openDatabase, type OpenDatabase } from './opened.js';

describe.each(ENGINES)('many rows on %s', (engine) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase(engine);
  });
  afterAll(() => opened.drop());

  it.each([1, 49, 50, 51, 137])('%i rows have the ids that their insertion told', async (count) => {
    const { database } = opened;
    const names = Array.from({ length: count }, (_, i) => `${count} rows: ${i}`);
    const ids = await database.transaction((tx) =>
      database.insert(
        tx,
        'sites',
        ['name', 'description'],
        names.map((name, i) => [name, i % 3 ? `it's "${i}"` : null]),
      ),
    );
    const stored = await database.all('SELECT id, name, description FROM sites WHERE name LIKE ? ORDER BY id', [
      `${count} rows: %`,
    ]);
    const expected = names.map((name, i) => ({ id: ids[i], name, description: i % 3 ? `it's "${i}"` : null }));
    expect(stored).toEqual(expected);
  });

  it('rows that are there already are left out one by one', async () => {
    const { database } = opened;
    const sql = database.dialect.insertMissing('own_names', ['scope', 'name_key', 'object_id']);
    const rowsOf = (from: number): Array<[string, string, number]> =>
      Array.from({ length: 120 }, (_, i) => ['many.rows', `key ${from + i}`, from]);
    for (const from of [100, 40]) await database.transaction((tx) => database.write(tx, sql, rowsOf(from)));
    const counted = await database.all(
      "SELECT object_id AS id, COUNT(*) AS n FROM own_names WHERE scope = 'many.rows' GROUP BY object_id ORDER BY object_id",
    );
    expect(counted.map(({ id, n }) => [Number(id), Number(n)])).toEqual([
      [40, 60],
      [100, 120],
    ]);
  });

  it('none of them are stored where one cannot be', async () => {
    const { database } = opened;
    const sql = database.dialect.insertRows('own_names', ['scope', 'name_key', 'object_id']);
    const rows = Array.from({ length: 120 }, (_, i): [string, string, number] => ['twice', `key ${i % 110}`, i]);
    await expect(database.transaction((tx) => database.write(tx, sql, rows))).rejects.toThrow();
    expect(await database.all("SELECT * FROM own_names WHERE scope = 'twice'")).toEqual([]);
  });
});
