/** On a cluster statements are sent one by one, since a node may take a transaction back between any two of them. */
import type { PoolConnection } from 'mysql2';
import { MysqlTransaction } from '../../../src/database/mysql/transaction.js';

type Done = (error: Error | null, answer: unknown) => void;

const DEADLOCK = Object.assign(new Error('Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' });

/** A connection that notes what it is sent; the `failing`th text is refused. */
function noting(failing = Infinity): { sent: string[]; connection: PoolConnection } {
  const sent: string[] = [];
  const query = (text: string, done: Done): void => {
    sent.push(text);
    if (sent.length === failing) done(DEADLOCK, undefined);
    else done(null, [{ text }]);
  };
  return { sent, connection: { query } as unknown as PoolConnection };
}

const begin = (connection: PoolConnection, apart: boolean): MysqlTransaction =>
  new MysqlTransaction(connection, () => undefined, Infinity, undefined, apart);

describe('the statements of a transaction', () => {
  it('travel together on a single server', async () => {
    const { sent, connection } = noting();
    const tx = begin(connection, false);
    await tx.defer('DELETE 1');
    await tx.run('COMMIT');
    expect(sent).toEqual(['START TRANSACTION; DELETE 1; COMMIT']);
  });

  it('are sent one by one on a cluster, each with its own answer', async () => {
    const { sent, connection } = noting();
    const tx = begin(connection, true);
    await tx.defer('DELETE 1');
    const rows = await tx.several([
      ['SELECT 1', []],
      ['SELECT 2', []],
    ]);
    await tx.run('COMMIT');
    expect(sent).toEqual(['START TRANSACTION', 'DELETE 1', 'SELECT 1', 'SELECT 2', 'COMMIT']);
    expect(rows).toEqual([[{ text: 'SELECT 1' }], [{ text: 'SELECT 2' }]]);
  });

  it('end on a cluster with the first that is refused: nothing behind it is carried out by itself', async () => {
    const { sent, connection } = noting(2);
    const tx = begin(connection, true);
    await tx.defer('DELETE 1');
    await tx.defer('DELETE 2');
    await expect(tx.run('COMMIT')).rejects.toBe(DEADLOCK);
    expect(sent).toEqual(['START TRANSACTION', 'DELETE 1']);
  });
});
