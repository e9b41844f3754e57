/** What one user's documents hold leaves others their room (feeding 7, 13). @seconds 70 */
import { request, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { ADMIN } from '../support/server.js';

/** Megabytes of the old objects of the server: of its heap plans may have 190 MB, those of one user 127. */
const HEAP = 256;

const items = (count: number, size: number, mark: string): string =>
  Array.from({ length: count }, (_, i) => {
    const set = { name: `${mark} ${i}`, description: 'x'.repeat(size) };
    return `${JSON.stringify({ type: 'applications', ref: `${mark}${i}`, set })}\n`;
  }).join('');

describe.each(ENGINES)('memory of plans, on %s', (engine) => {
  let program: Program;
  let place: TestDatabase;
  let running: Running;
  let url: string;
  const tokens: string[] = [];
  const send = (method: string, path: string, body: unknown, token?: string): Promise<Response> =>
    fetch(url + path, {
      ...{ method, body: typeof body === 'string' ? body : JSON.stringify(body) },
      headers: {
        'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
  const signIn = async (login: string): Promise<string> => {
    const answer = await send('POST', '/api/login', { login, password: ADMIN.password });
    return ((await answer.json()) as { access_token: string }).access_token;
  };

  beforeAll(async () => {
    [program, place] = [buildProgram(), await makeDatabase(engine)];
    running = Running.start(program, ['main.js'], {
      ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, PORT: '0', BCRYPT_COST: '4' },
      ...{ ADMIN_LOGIN: ADMIN.login, ADMIN_PASSWORD: ADMIN.password, OVERLOAD_LAG_MS: '0', RATE_LIMIT: '0' },
      ...{ TOKEN_SECRET: 'a secret of the tests, 32 characters or more', NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
    });
    await running.says('was made with the password');
    url = /http:\/\/[\w.:]+(?=\/api)/.exec(running.output)![0];
    tokens.push(await signIn(ADMIN.login));
    const user = { login: 'other', name: 'other', email: 'other@example.org', password: ADMIN.password, roles: [1] };
    await send('POST', '/api/users', user, tokens[0]);
    tokens.push(await signIn('other'));
    for (const name of ['ONE', 'TWO']) await send('PUT', `/api/feed/sources/${name}`, {}, tokens[0]);
  }, 240_000);
  afterAll(async () => {
    await running.kill();
    program.remove();
    await place.drop();
  });

  const plan = (source: string, body: string, token: string): Promise<Response> =>
    send('POST', '/api/feed/plans', `${JSON.stringify({ feed: 1, source })}\n${body}`, token);
  /** A document that holds 100 MB and does not come to its end. */
  const unfinished = async (token: string): Promise<ClientRequest> => {
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` };
    const first = request(`${url}/api/feed/plans`, { method: 'POST', headers });
    first.on('error', () => undefined);
    const head = JSON.stringify({ feed: 1, source: 'ONE' });
    await new Promise<void>((sent) => first.write(`${head}\n${items(45_000, 1000, 'a')}`, () => sent()));
    await pause(3000);
    return first;
  };

  it('a second document of a user waits for the first one, and a plan of another user is made meanwhile', async () => {
    const [busy, other] = tokens as [string, string];
    const first = await unfinished(busy);
    let isDone = false;
    const second = plan('ONE', items(14_000, 1000, 'b'), busy).finally(() => (isDone = true));
    await pause(1000);
    expect((await plan('TWO', items(10_000, 100, 'c'), other)).status).toBe(201);
    expect(isDone).toBe(false);
    first.destroy();
    expect((await second).status).toBe(201);
  }, 120_000);

  it('what is read of a kept plan counts too when it is applied', async () => {
    const [busy] = tokens as [string];
    const made = await plan('TWO', items(12, 900_000, 'k'), busy);
    const { data } = (await made.json()) as { data: { id: string } };
    const first = await unfinished(busy);
    let isDone = false;
    const applied = send('POST', `/api/feed/plans/${data.id}/apply`, {}, busy).finally(() => (isDone = true));
    await pause(5000);
    expect(isDone).toBe(false);
    first.destroy();
    expect((await applied).status).toBe(200);
  }, 120_000);
});
