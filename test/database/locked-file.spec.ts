/** The file of the embedded database is locked by another process: writes wait for it, and nobody else does. @seconds 7 */
import { setTimeout as pause } from 'node:timers/promises';
import SqliteFile, { type Database as Connection } from 'better-sqlite3';
import { makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

describe('contract 10: a locked file', () => {
  let place: TestDatabase;
  let server: TestServer;
  let other: Connection;
  beforeAll(async () => {
    place = await makeDatabase('sqlite');
    server = await TestServer.start('sqlite', {}, place);
    await server.post('/api/sites', { name: 'a site' });
    other = new SqliteFile(place.url.replace(/^sqlite:/, ''));
  });
  afterAll(async () => {
    other.close();
    await server.stop();
  });
  afterEach(() => {
    if (other.inTransaction) other.exec('ROLLBACK');
  });

  /** Reads while writes wait; the longest of them, in milliseconds. */
  async function longestRead(during: Promise<unknown>): Promise<number> {
    let [longest, over] = [0, false];
    const end = (): void => void (over = true);
    void during.then(end, end);
    while (!over) {
      const begun = performance.now();
      const paths = ['/health/live', '/health/ready', '/api/sites/1', '/api/sites?filter[name]=site'];
      for (const path of paths) expect((await server.get(path)).status).toBe(200);
      longest = Math.max(longest, performance.now() - begun);
      await pause(20);
    }
    return longest;
  }

  it('writes are told after five seconds to come again, all at the same time, and reads go on', async () => {
    other.exec('BEGIN IMMEDIATE');
    const begun = performance.now();
    const writes = Promise.all([1, 2, 3].map((i) => server.patch('/api/sites/1', { name: `name ${i}` })));
    const longest = await longestRead(writes);
    const answers: TestAnswer[] = await writes;
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(9000);
    expect(longest).toBeLessThan(1500);
  });

  it('writes go on once the file is free again', async () => {
    other.exec('BEGIN IMMEDIATE');
    const writes = Promise.all([
      server.patch('/api/sites/1', { name: 'changed' }),
      server.post('/api/lans', { name: 'a network' }),
      server.login('admin', 'Correct-horse-9'),
    ]);
    await pause(1000);
    other.exec('ROLLBACK');
    const [changed, made, token] = await writes;
    expect([changed.status, made.status, typeof token]).toEqual([200, 201, 'string']);
    expect((await server.get('/api/sites/1')).body.data.name).toBe('changed');
  });
});
