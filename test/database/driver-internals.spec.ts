/** What we use of mysql2 that it does not offer: an update that takes one of these away fails here, and says which. */
import { once } from 'node:events';
import { createPool, type Pool, type PoolConnection, type Query } from 'mysql2';
import {
  connectionsOf,
  isClosed,
  queueOf,
  refuseWaiting,
  socketOf,
  socketsOf,
  withRowParser,
  type Packet,
} from '../../src/database/mysql/driver-internals.js';
import { ENGINES } from '../support/engines.js';

const taken = (pool: Pool): Promise<PoolConnection> =>
  new Promise((resolve, reject) =>
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection))),
  );

describe.each(ENGINES.filter((engine) => engine !== 'sqlite'))('the driver of %s', () => {
  let pool: Pool;

  beforeEach(() => {
    pool = createPool({ uri: process.env['MERIDIAN_TEST_SERVER']!, connectionLimit: 2 });
  });
  afterEach((done) => {
    if (isClosed(pool)) done();
    else pool.end(() => done());
  });

  it('_allConnections, _freeConnections: says how many connections there are, and how many nobody uses', async () => {
    expect(connectionsOf(pool)).toEqual({ all: 0, free: 0 });
    const [first, second] = [await taken(pool), await taken(pool)];
    expect(connectionsOf(pool)).toEqual({ all: 2, free: 0 });
    first.release();
    expect(connectionsOf(pool)).toEqual({ all: 2, free: 1 });
    second.release();
  });

  it('_connectionQueue: says how many wait, and refuses them', async () => {
    const held = [await taken(pool), await taken(pool)];
    const waiting = [taken(pool), taken(pool)];
    const outcome = Promise.allSettled(waiting);
    expect(queueOf(pool)).toBe(2);
    refuseWaiting(pool, () => new Error('away'));
    expect(queueOf(pool)).toBe(0);
    for (const each of await outcome) expect(each).toMatchObject({ status: 'rejected', reason: { message: 'away' } });
    for (const connection of held) connection.release();
  });

  it('_closed: tells once the pool was told to end', async () => {
    expect(isClosed(pool)).toBe(false);
    const ended = new Promise<void>((resolve) => pool.end(() => resolve()));
    expect(isClosed(pool)).toBe(true);
    await ended;
  });

  it('stream: breaking the sockets of a pool breaks its connections', async () => {
    const held = [await taken(pool), await taken(pool)];
    const broken = held.map((connection) => once(connection, 'error'));
    expect(socketsOf(pool)).toEqual(held.map(socketOf));
    for (const socket of socketsOf(pool)) socket.destroy(new Error('cut'));
    for (const [error] of await Promise.all(broken)) expect(error).toMatchObject({ message: 'cut' });
    expect(connectionsOf(pool).all).toBe(0);
  });

  it.each([
    ['of the text protocol', (on: PoolConnection, sql: string): Query => on.query(sql)],
    ['of a prepared statement', (on: PoolConnection, sql: string): Query => on.execute(sql) as unknown as Query],
  ])('_rowParser: every row %s comes as its packet', async (protocol, ask) => {
    const connection = await taken(pool);
    const packets: string[] = [];
    const next = ({ buffer, offset, end }: Packet): number => packets.push(buffer.toString('latin1', offset, end));
    const command = withRowParser(ask(connection, "SELECT 'one' AS a UNION ALL SELECT 'second'"), { next });
    const rows: unknown[] = [];
    command.on('result', (row) => rows.push(row));
    await once(command, 'end');
    expect(rows).toEqual([1, 2]);
    // A value stands behind its length; a prepared row begins with a head and the bits of its NULLs.
    const start = protocol.endsWith('statement') ? '\0\0' : '';
    expect(packets).toEqual([`${start}\x03one`, `${start}\x06second`]);
    connection.release();
  });
});
