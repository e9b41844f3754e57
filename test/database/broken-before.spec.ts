/** A connection that breaks between being given out and being used: whoever has it hears of it, and waits for nothing. */
import type { Socket } from 'node:net';
import type { Database, Row } from '../../src/database/database.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** What the pool gives out. */
interface Given {
  stream: Socket;
}

const SQL = 'SELECT 1 AS one';

async function drained(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const batch of rows) void batch;
}

const WAYS: Record<string, (database: Database) => Promise<unknown>> = {
  stream: (database) => drained(database.stream(SQL)),
  rawStream: (database) => drained(database.rawStream(SQL)),
  raw: (database) => database.raw(SQL),
  rawEach: (database) => database.rawEach(SQL, [], () => undefined),
  snapshot: (database) => database.snapshot((snapshot) => snapshot.all(SQL), 5),
  transaction: (database) => database.transaction((tx) => tx.all(SQL)),
};

(ENGINES.includes('mariadb') ? describe : describe.skip)('on mariadb', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('mariadb', { DB_POOL: '3' });
  });
  afterAll(() => server.stop());

  it.each(Object.keys(WAYS))(
    'contract 10: %s on a connection that is broken already fails, and does not hang',
    async (way) => {
      const { database } = server;
      const own = database as unknown as { connect(): Promise<Given> };
      const connect = own.connect.bind(database);
      const spy = jest.spyOn(own, 'connect').mockImplementation(async () => {
        const connection = await connect();
        const broken = new Promise<void>((resolve) => connection.stream.once('close', resolve));
        connection.stream.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
        await broken;
        return connection;
      });
      const late = new Promise((resolve) => setTimeout(() => resolve('hangs'), 5000).unref());
      const outcome = WAYS[way]!(database).then(
        () => 'done',
        () => 'failed',
      );
      expect(await Promise.race([outcome, late])).toBe('failed');
      spy.mockRestore();
      const rows: Row[] = await database.all(SQL);
      expect(rows).toEqual([{ one: 1 }]);
      expect(database.load()).toMatchObject({ inUse: 0, waiting: 0 });
    },
  );
});
