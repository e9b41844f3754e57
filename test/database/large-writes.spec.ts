/** Large transactions of the embedded engine: a thread moves what they wrote into the file, whoever else reads meanwhile. */
import { stat } from 'node:fs/promises';
import type { Database, Row } from '../../src/database/database.js';
import { pause, until } from '../reliability/support/waiting.js';
import { openDatabase, type OpenDatabase } from './opened.js';

const ROWS = 60_000;
const BODY = 'x'.repeat(400);
const MB = 1 << 20;

let opened: OpenDatabase;
let database: Database;
let file: string;
beforeAll(async () => {
  opened = await openDatabase('sqlite');
  ({ database } = opened);
  file = opened.place.url.replace(/^sqlite:/, '');
});
afterAll(() => opened.drop());

const megabytes = async (): Promise<number> => (await stat(file)).size / MB;
/** The size of the file once nothing moves any more. */
async function settled(): Promise<number> {
  return until('settled', 20_000, async () => {
    const size = await megabytes();
    await pause(300);
    return size === (await megabytes()) && size;
  });
}

const count = async (): Promise<number> =>
  Number((await database.all('SELECT COUNT(*) AS n FROM own_feed_parts'))[0]!['n']);

const writeMuch = (owner: string): Promise<void> =>
  database.transaction((tx) =>
    database.write(
      tx,
      'INSERT INTO own_feed_parts (owner, kind, n, body) VALUES (?, ?, ?, ?)',
      Array.from({ length: ROWS }, (_, n) => [owner, 'steps', n, BODY]),
    ),
  );

it('whoever waits for the end of one does not wait for the file', async () => {
  const before = await megabytes();
  await writeMuch('one');
  expect(await megabytes()).toBe(before);
  expect(await count()).toBe(ROWS);
  await until('moved', 20_000, async () => (await megabytes()) > before + 20);
});

it('what an older reader still needs is moved once it is done', async () => {
  const before = await settled();
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const read = database.snapshot(async (reads): Promise<Row[]> => {
    const rows = await reads.all('SELECT COUNT(*) AS n FROM own_feed_parts');
    begin();
    await held;
    return [...rows, ...(await reads.all('SELECT COUNT(*) AS n FROM own_feed_parts'))];
  }, 60);
  await begun;
  await writeMuch('two');
  await writeMuch('three');
  expect(await megabytes()).toBe(before);
  end();
  expect(await read).toEqual([{ n: ROWS }, { n: ROWS }]);
  await until('moved', 20_000, async () => (await megabytes()) > before + 40);
  expect(await count()).toBe(3 * ROWS);
});

it('writes that follow are stored, and one that fails leaves nothing', async () => {
  await database.run('DELETE FROM own_feed_parts WHERE owner = ?', ['two']);
  await expect(
    database.transaction(async (tx) => {
      await tx.run("UPDATE own_feed_parts SET kind = 'seen'");
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await database.all("SELECT COUNT(*) AS n FROM own_feed_parts WHERE kind = 'seen'")).toEqual([{ n: 0 }]);
  expect(await count()).toBe(2 * ROWS);
});
