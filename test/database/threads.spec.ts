/** Threads that read the embedded database: lent to one reader at a time, kept for the next, and never in anybody's way. */
import type { Database } from '../../src/database/database.js';
import { LongRead, TimeLimitError } from '../../src/database/long-read.js';
import { openDatabase, type OpenDatabase } from './opened.js';

const ROWS = 3000;
const ALL = 'SELECT id, name FROM sites ORDER BY id';

let opened: OpenDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase('sqlite');
  ({ database } = opened);
  const rows = Array.from({ length: ROWS }, (_, i) => [`site ${i}`]);
  await database.transaction((tx) => database.insert(tx, 'sites', ['name'], rows));
});
afterAll(() => opened.drop());

async function namesOf(sql = ALL): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const rows of database.stream(sql)) for (const { name } of rows) names.push(name);
  return names;
}

it('rows come whole and in order, over many batches', async () => {
  expect(await namesOf()).toEqual(Array.from({ length: ROWS }, (_, i) => `site ${i}`));
  expect(await namesOf('SELECT name FROM sites WHERE id < 0')).toEqual([]);
});
it('a stream that is left gives its thread back', async () => {
  for (let i = 0; i < 5; i++) {
    for await (const rows of database.stream(ALL)) {
      expect(rows.length).toBeLessThan(ROWS);
      break;
    }
  }
  expect(database.load()).toEqual({ inUse: 0, idle: 1, waiting: 0 });
  expect(await namesOf()).toHaveLength(ROWS);
});
it('an error of the engine reaches the reader, and the thread goes on', async () => {
  await expect(namesOf('SELECT nonsense FROM sites')).rejects.toMatchObject({
    ...{ message: 'no such column: nonsense', code: 'SQLITE_ERROR' },
  });
  const snapshot = database.snapshot((reads) => reads.all('SELECT nonsense FROM sites'), 10);
  await expect(snapshot).rejects.toThrow('no such column: nonsense');
  expect(await namesOf()).toHaveLength(ROWS);
  expect(database.load().inUse).toBe(0);
});
it('readers that stall hold up nobody; more snapshots than there are turns wait for theirs', async () => {
  const stalled = Array.from({ length: 6 }, () => database.stream(ALL)[Symbol.asyncIterator]());
  for (const reader of stalled) expect((await reader.next()).done).toBe(false);
  let [running, most] = [0, 0];
  const count = (): Promise<unknown> =>
    database.snapshot(async (reads) => {
      most = Math.max(most, ++running);
      const [row] = await reads.all('SELECT COUNT(*) AS n FROM sites');
      running--;
      return row!['n'];
    }, 10);
  expect(await Promise.all(Array.from({ length: 12 }, count))).toEqual(Array(12).fill(ROWS));
  expect(most).toBeLessThanOrEqual(4);
  for (const reader of stalled) await reader.return!();
  expect(database.load()).toEqual({ inUse: 0, idle: 2, waiting: 0 });
});
it('a list gives no row twice when another statement of it moves to a thread', async () => {
  const read = new LongRead({ userId: 1 }, 30);
  const ids: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const rows of database.rawStream('SELECT id FROM sites ORDER BY id', [], read)) {
      ids.push(...rows.map((row) => row.number(0)));
      read.apart = true;
    }
  };
  // On a machine that is busy with other things the list itself may have to move: then it is begun again behind these rows.
  await reading().catch((error: unknown) => expect(error).toBeInstanceOf(TimeLimitError));
  expect(ids).toEqual(Array.from(ids, (_, i) => i + 1));
  expect(ids.length).toBeGreaterThan(0);
});
it('what is under way when the database closes fails, and does not wait for ever', async () => {
  const other = await openDatabase('sqlite');
  const reader = other.database
    .stream('SELECT id FROM permissions, (SELECT 1 FROM permissions)')
    [Symbol.asyncIterator]();
  await reader.next();
  await other.drop();
  const rest = (async () => {
    while (!(await reader.next()).done);
  })();
  await expect(rest).rejects.toThrow('The service is not available at the moment.');
});
