/** Many writes that wait for one locked row leave connections for everybody else. @seconds 15 */
import { createConnection } from 'mysql2/promise';
import { ENGINES } from '../support/engines.js';
import { makeMap } from '../support/spare-maps.js';
import { TestServer } from '../support/server.js';

const OPEN = { token: null, documented: true };
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

(ENGINES.includes('mariadb') ? describe : describe.skip)('MariaDB, one row of which another program holds', () => {
  it('contract 10: reads and health go on, and each of twelve writes is 503 after the wait', async () => {
    const place = await makeMap('mariadb');
    const server = await TestServer.start('mariadb', {}, place);
    await server.post('/api/sites', { name: 'held' });
    await server.post('/api/lans', { name: 'free' });
    const other = await createConnection(place.url);
    await other.query('START TRANSACTION');
    await other.query('SELECT id FROM sites WHERE id = 1 FOR UPDATE');

    const writes = Array.from({ length: 12 }, async (_, i) => {
      const begun = performance.now();
      const { status, body } = await server.patch('/api/sites/1', { name: `name ${i}` });
      return { status, message: body.message as string, ms: performance.now() - begun };
    });
    await pause(500);
    let slowest = 0;
    for (let i = 0; i < 15; i++) {
      const begun = performance.now();
      expect((await server.get('/api/lans/1')).status).toBe(200);
      expect((await server.get('/health/ready', OPEN)).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - begun);
      await pause(200);
    }
    expect(slowest).toBeLessThan(1500);
    // One round of waiters after the other.
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(503));
    expect(answers[0]!.message).toContain('Others have held');
    expect(Math.min(...answers.map(({ ms }) => ms))).toBeLessThan(8000);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(16_000);
    await other.query('ROLLBACK');
    expect((await server.patch('/api/sites/1', { name: 'stored' })).status).toBe(200);
    expect(server.database.load()).toMatchObject({ inUse: 0, waiting: 0 });
    await other.end();
    await server.stop();
  });
});
