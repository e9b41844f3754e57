/** Connections that break in the middle of a transaction: it is run again where that is safe, and only there. */
import { isInDoubt, type Transaction } from '../../../src/database/database.js';
import { openDatabase, type OpenDatabase } from '../../database/opened.js';
import { ENGINES } from '../../support/engines.js';

const isThere = ENGINES.includes('mariadb');
const INSERT = "INSERT INTO own_settings (name, value) VALUES ('lost', ?)";

(isThere ? describe : describe.skip)('a transaction on MariaDB whose connection breaks', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase('mariadb');
  });
  afterAll(() => opened.drop());
  beforeEach(() => opened.database.run("DELETE FROM own_settings WHERE name = 'lost'"));

  /** Breaks the connection of a transaction, as the death of a server would. */
  async function cut(tx: Transaction): Promise<void> {
    const [row] = await tx.all('SELECT CONNECTION_ID() AS id');
    await opened.database.run(`KILL ${row!['id']}`);
  }

  const stored = async (): Promise<unknown[]> =>
    opened.database.all("SELECT value FROM own_settings WHERE name = 'lost'");

  it('before its end is run again, and stored once', async () => {
    let attempts = 0;
    await opened.database.transaction(async (tx) => {
      attempts++;
      await tx.run(INSERT, [`attempt ${attempts}`]);
      if (attempts === 1) await cut(tx);
      await tx.all('SELECT 1 AS one');
    });
    expect([attempts, await stored()]).toEqual([2, [{ value: 'attempt 2' }]]);
  });

  it('at its end is not run again: nobody knows whether it was stored', async () => {
    let attempts = 0;
    const failed = opened.database.transaction(async (tx) => {
      attempts++;
      await tx.run(INSERT, ['x']);
      await cut(tx);
    });
    const error: unknown = await failed.catch((caught: unknown) => caught);
    expect([attempts, error instanceof Error, isInDoubt(error), await stored()]).toEqual([1, true, true, []]);
  });

  it('again and again is told after five attempts', async () => {
    let attempts = 0;
    const failed = opened.database.transaction(async (tx) => {
      attempts++;
      await cut(tx);
      await tx.all('SELECT 1 AS one');
    });
    const error: unknown = await failed.catch((caught: unknown) => caught);
    expect([attempts, isInDoubt(error)]).toEqual([5, false]);
  });
});
