/** A real process is told to end: what is under way is finished, new requests are refused (contract 10). @seconds 15 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { StalledClient } from '../database/stalled-client.js';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';

const PASSWORD = 'Correct-horse-9';
const ROWS = 1000;

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** A server with a list that is too large for any buffer, and a client that has begun to read it. */
async function start(
  place: TestDatabase,
  timeout: string,
): Promise<{ server: Running; url: string; token: string; reader: StalledClient }> {
  const server = Running.start(program, ['main.js'], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: `${place.folder}/documents`,
    TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
    ADMIN_PASSWORD: PASSWORD,
    BCRYPT_COST: '4',
    SHUTDOWN_TIMEOUT: timeout,
    PORT: '0',
  });
  await server.says('was made with the password');
  const url = /at (http:\S+)\/api/.exec(server.output)![1]!;
  const form = new URLSearchParams({ login: 'admin', password: PASSWORD });
  const signed = await fetch(`${url}/api/login`, { method: 'POST', body: form });
  const { access_token: token } = (await signed.json()) as { access_token: string };
  const items = Array.from({ length: ROWS }, (_, at) => ({ name: `Building ${at}`, description: 'x'.repeat(12_000) }));
  const stored = await fetch(`${url}/api/buildings/mass-store`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  expect(stored.status).toBe(201);
  return { server, url, token, reader: await StalledClient.start(url, '/api/buildings', token) };
}

describe.each(ENGINES)('contract 10: SIGTERM on %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());

  it('a slow list is read to its end; meanwhile it is not ready and refuses new requests, then it is gone', async () => {
    const { server, url, token, reader } = await start(place, '20s');
    server.child.kill('SIGTERM');
    await server.says('finishing what is under way');
    const ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ checks: { server: 'stopping', database: 'ok' } });
    const refused = await fetch(`${url}/api/buildings`, { headers: { authorization: `Bearer ${token}` } });
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await pause(400);
    const { status, body } = await reader.finish();
    expect(status).toBe(200);
    expect(JSON.parse(body)).toHaveLength(ROWS);
    expect((await server.ended).code).toBe(0);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
});

describe('contract 10: SIGTERM', () => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase('sqlite');
  });
  afterEach(() => place.drop());

  it('who reads too slowly is cut off when the time is over', async () => {
    const { server, reader } = await start(place, '1s');
    const began = Date.now();
    server.child.kill('SIGTERM');
    const { code, output } = await server.ended;
    reader.abort();
    expect(code).toBe(1);
    expect(output).toContain('requests are broken off');
    expect(Date.now() - began).toBeGreaterThan(900);
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it('with nothing to finish it is gone at once, though connections are kept alive, or were never used', async () => {
    const { server, url, reader } = await start(place, '20s');
    reader.abort();
    await (await fetch(`${url}/health/live`)).text();
    const { hostname, port } = new URL(url);
    const unused = connect({ host: hostname, port: Number(port) });
    unused.on('error', () => undefined);
    await once(unused, 'connect');
    await pause(100);
    const began = Date.now();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(2000);
    unused.destroy();
  });
});
