/** Whether the server runs and can work, as a supervisor hears it (contract 10 and 12). @seconds 10 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { Lifecycle } from '../../src/operations/graceful-shutdown.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const ALL_WELL = { server: 'ok', database: 'ok', migrations: 'ok', documents: 'ok' };
const OPEN = { token: null, documented: true };

/** The outcome of a check holds for half a second. */
const anew = (): Promise<void> => new Promise((wake) => setTimeout(wake, 600));

describe.each(ENGINES)('health on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
  });
  afterAll(() => server.stop());
  beforeEach(anew);

  it('contract 12: a server that works says so, part by part', async () => {
    expect(await server.get('/health/live', OPEN)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.get('/health/ready', OPEN)).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: ALL_WELL },
    });
  });

  it('contract 12: a migration that did not run is named as such, and a newer one beside ours does no harm', async () => {
    const { database } = server;
    const [last] = await database.all('SELECT * FROM own_migrations ORDER BY id DESC LIMIT 1');
    await database.run('UPDATE own_migrations SET name = ? WHERE id = ?', ['Newer1999999999999', last!['id']!]);
    const answer = await server.get('/health/ready', OPEN);
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 503, message: 'Not ready: migrations failed.', checks: { ...ALL_WELL, migrations: 'failed' } },
    });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(JSON.stringify(answer.body)).not.toMatch(/Newer|own_|SELECT|sqlite|127\.0\.0\.1/);

    await database.run('UPDATE own_migrations SET name = ? WHERE id = ?', [last!['name']!, last!['id']!]);
    await database.run('INSERT INTO own_migrations (timestamp, name) VALUES (?, ?)', [1999999999999, 'Newer']);
    await anew();
    expect((await server.get('/health/ready', OPEN)).status).toBe(200);
    await database.run('DELETE FROM own_migrations WHERE name = ?', ['Newer']);
    expect(await database.all('SELECT name FROM own_migrations')).toHaveLength(MIGRATIONS.length);
  });

  it('contract 12: documents that cannot be stored make it not ready', async () => {
    const folder = join(place.folder, 'documents');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'no folder');
    const answer = await server.get('/health/ready', { ...OPEN, headers: { 'accept-language': 'fr' } });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'Pas prêt : documents failed.', checks: { ...ALL_WELL, documents: 'failed' } },
    });
    expect(JSON.stringify(answer.body)).not.toContain(place.folder);
    rmSync(folder);
    await anew();
    expect((await server.get('/health/ready', OPEN)).status).toBe(200);
  });

  it('contract 10: while it ends it is not ready, refuses new requests, and still says that it lives', async () => {
    const lifecycle = server.server.app.get(Lifecycle);
    lifecycle.stopping = true;
    try {
      expect(await server.get('/health/ready', OPEN)).toMatchObject({
        status: 503,
        body: { message: 'Not ready: server stopping.', checks: { ...ALL_WELL, server: 'stopping' } },
      });
      const refused = await server.get('/api/applications');
      expect(refused).toMatchObject({ status: 503, body: { code: 503, instance: '/api/applications' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('connection')).toBe('close');
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await server.get('/health/live', OPEN)).status).toBe(200);
    } finally {
      lifecycle.stopping = false;
    }
    expect((await server.get('/api/applications')).status).toBe(200);
  });

  it('a crowd of supervisors is one look at the database', async () => {
    const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 600));
    await pause();
    // What the server does for itself meanwhile is none of it.
    const ofOne = new Set(await server.statements(() => server.get('/health/ready', OPEN)));
    await pause();
    const began = performance.now();
    const all = await server.statements(() =>
      Promise.all(Array.from({ length: 50 }, () => server.get('/health/ready', OPEN))),
    );
    const statements = all.filter((sql) => ofOne.has(sql));
    // A busy machine may take longer for the crowd than the outcome holds: then it is one look for each half second.
    const looks = 1 + Math.floor((performance.now() - began) / 500);
    expect(statements.length).toBeGreaterThanOrEqual(2);
    expect(statements.length).toBeLessThanOrEqual(2 * looks);
  });
});
