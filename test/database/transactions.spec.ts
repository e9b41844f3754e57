import { executionAsyncResource } from 'node:async_hooks';
import type { Database, Transaction } from '../../src/database/database.js';
import { ENGINES } from '../support/engines.js';
import { openDatabase, type OpenDatabase } from './opened.js';

const INSERT = 'INSERT INTO sites (name) VALUES (?)';
const DESCRIBED = 'INSERT INTO sites (name, description) VALUES (?, ?)';
/** Longer than what waits for the next statement. */
const LONG = 'x'.repeat(100_000);
/** How many storages Node 20 carries through every promise of the process. */
async function carried(): Promise<number> {
  await pause(0);
  const marks = Object.getOwnPropertySymbols(executionAsyncResource());
  return marks.filter(({ description }) => description === 'kResourceStore').length;
}
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

describe.each(ENGINES)('contract 6: transactions on %s', (engine) => {
  let opened: OpenDatabase;
  let database: Database;
  beforeEach(async () => {
    opened = await openDatabase(engine);
    ({ database } = opened);
  });
  afterEach(() => opened.drop());

  const names = async (): Promise<string[]> =>
    (await database.all('SELECT name FROM sites ORDER BY name')).map(({ name }) => name as string);

  /** Two rows in one transaction, with other work in between; every other one is rolled back. */
  const pair = async (i: number): Promise<void> => {
    const work = database.transaction(async (tx) => {
      await tx.run(INSERT, [`t${i} a`]);
      await pause(i % 3);
      await tx.run(INSERT, [`t${i} b`]);
      if (i % 2) throw new Error(`rolled back ${i}`);
    });
    await (i % 2 ? expect(work).rejects.toThrow(`rolled back ${i}`) : work);
  };

  it('200 at once, half of them rolled back, with other inserts between: exactly what was committed is there', async () => {
    const wanted: string[] = [];
    const work: Array<Promise<unknown>> = [];
    for (let i = 0; i < 200; i++) {
      work.push(pair(i), database.run(INSERT, [`single ${i}`]));
      wanted.push(`single ${i}`, ...(i % 2 ? [] : [`t${i} a`, `t${i} b`]));
    }
    await Promise.all(work);
    expect(await names()).toEqual(wanted.sort());
  });

  it('nobody sees what is not committed', async () => {
    await database.transaction(async (tx) => {
      await tx.run(INSERT, ['hidden']);
      expect((await tx.all('SELECT name FROM sites')).length).toBe(1);
      expect(await names()).toEqual([]);
    });
    expect(await names()).toEqual(['hidden']);
  });

  it('one inside another is refused, and nothing of it is stored', async () => {
    const nested = database.transaction(async (tx) => {
      await tx.run(INSERT, ['outer']);
      await database.transaction((inner) => inner.run(INSERT, ['inner']));
    });
    await expect(nested).rejects.toThrow('inside another');
    expect(await names()).toEqual([]);
    await database.transaction((tx) => tx.run(INSERT, ['after']));
    expect(await names()).toEqual(['after']);
  });

  it('one on another database is not inside, and no promise carries more for each database', async () => {
    const others = [await openDatabase(engine), await openDatabase(engine)];
    await database.transaction((tx) => tx.run(INSERT, ['outer']));
    const before = await carried();
    await database.transaction(async () => {
      for (const other of others) await other.database.transaction((tx) => tx.run(INSERT, ['other']));
    });
    expect(await carried()).toBe(before);
    for (const other of others) await other.drop();
  });

  it('a statement that fails leaves nothing behind, and the next one works', async () => {
    const broken = database.transaction(async (tx) => {
      await tx.run(INSERT, ['lost']);
      await tx.run('INSERT INTO no_such_table (a) VALUES (1)');
    });
    // Not `toThrow`: the native driver makes its errors in the realm of the first test file.
    await expect(broken).rejects.toHaveProperty('message', expect.stringContaining('no_such_table'));
    await database.transaction((tx) => tx.run(INSERT, ['kept']));
    expect(await names()).toEqual(['kept']);
  });

  it('many statements that nobody waits for are stored in their order, whatever is asked between', async () => {
    const long = 'x'.repeat(20_000);
    await database.transaction(async (tx) => {
      for (let i = 0; i < 40; i++) {
        await tx.defer(DESCRIBED, [`long ${i}`, long]);
        if (i % 15 === 14) expect(await tx.all('SELECT id FROM sites')).toHaveLength(i + 1);
      }
      await tx.defer("DELETE FROM sites WHERE name <> 'long 39'");
    });
    expect(await names()).toEqual(['long 39']);
  });

  it.each([
    ['what is asked next', (tx: Transaction) => tx.all('SELECT 1')],
    ['further ones', (tx: Transaction) => tx.defer(DESCRIBED, ['behind', LONG])],
    ['the end', async () => undefined],
  ])('a statement that nobody waited for and that failed ends the transaction with %s', async (_, next) => {
    const broken = database.transaction(async (tx) => {
      await tx.defer(DESCRIBED, ['lost', LONG]);
      await tx.defer('INSERT INTO no_such_table (a) VALUES (?)', [LONG]);
      // So that it has failed before anybody waits for it.
      await pause(50);
      await next(tx);
    });
    await expect(broken).rejects.toHaveProperty('message', expect.stringContaining('no_such_table'));
    expect(await names()).toEqual([]);
    await database.transaction((tx) => tx.run(INSERT, ['kept']));
    expect(await names()).toEqual(['kept']);
  });
});

const ON_SERVER = ENGINES.filter((engine) => engine !== 'sqlite');

if (!ON_SERVER.length)
  it('SKIPPED, no MariaDB here: deadlocks', () => console.log('SKIPPED, no MariaDB here: deadlocks'));

for (const engine of ON_SERVER) {
  describe(`contract 6: two transactions that wait for each other on ${engine}`, () => {
    it('one of them is run again, and both are stored', async () => {
      const { database, drop } = await openDatabase(engine);
      await database.run('INSERT INTO sites (id, name) VALUES (1, ?), (2, ?)', ['0', '0']);
      let attempts = 0;
      let holding = 0;
      const add = (first: number, second: number): Promise<void> =>
        database.transaction(async (tx) => {
          attempts++;
          const sql = 'UPDATE sites SET name = name + 1 WHERE id = ?';
          await tx.run(sql, [first]);
          holding++;
          // Each waits until the other holds its row too, but only the first time.
          for (let wait = 0; holding < 2 && wait < 200; wait++) await pause(5);
          await tx.run(sql, [second]);
        });
      await Promise.all([add(1, 2), add(2, 1)]);
      expect(attempts).toBeGreaterThan(2);
      expect(await database.all('SELECT id, name FROM sites ORDER BY id')).toEqual([
        { id: 1, name: '2' },
        { id: 2, name: '2' },
      ]);
      await drop();
    });
  });
}
