/** The clock of a server is set back by an hour: nobody is locked out for it (contract 2, 10 and 11). */
import { TokenBucket, TokenBuckets } from '../../../src/operations/limits/token-bucket.js';
import { ENGINES } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';

const HOUR = 3_600_000;

describe.each(ENGINES)('a clock that is set back on %s', (engine) => {
  let server: TestServer;
  const real = Date.now;
  let offset = 0;
  beforeAll(async () => {
    server = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '3', RATE_LIMIT: '40' });
  });
  beforeEach(() => {
    offset = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + offset);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server.stop());

  it('wrong passwords of the time before lock nobody out, and Retry-After is a minute at most', async () => {
    const { login } = await server.userWith([]);
    const attempt = async (password: string) => server.post('/api/login', { login, password }, { token: null });
    for (let i = 0; i < 3; i++) expect((await attempt('wrong')).status).toBe(401);
    expect((await attempt(ADMIN.password)).status).toBe(429);
    offset = -HOUR;
    expect((await attempt(ADMIN.password)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await attempt('wrong')).status).toBe(401);
    const refused = await attempt(ADMIN.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
  it('failures noted by a server whose clock is a little ahead count', async () => {
    const { login } = await server.userWith([]);
    offset = 2000;
    for (let i = 0; i < 3; i++) await server.post('/api/login', { login, password: 'wrong' }, { token: null });
    offset = 0;
    const refused = await server.post('/api/login', { login, password: ADMIN.password }, { token: null });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
  it('a user whose minute was used up has a new one', async () => {
    const { token } = await server.userWith([]);
    const status = async (): Promise<number> => (await server.get('/api/me', { token })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 42; i++) statuses.push(await status());
    expect(statuses.at(-1)).toBe(429);
    offset = -HOUR;
    expect(await status()).toBe(200);
    offset = -HOUR + 3000;
    const answer = await server.get('/api/me', { token });
    const reset = Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect([answer.status, reset <= 62]).toEqual([200, true]);
  });
  it('a token that was ended by another server is remembered for no longer than a second', async () => {
    const { token, id } = await server.userWith([]);
    expect((await server.get('/api/me', { token })).status).toBe(200);
    await server.database.run('DELETE FROM own_tokens WHERE user_id = ?', [id]);
    offset = -HOUR;
    expect((await server.get('/api/me', { token })).status).toBe(401);
  });
  it('a key whose request never ended is free again', async () => {
    const send = () =>
      server.post('/api/sites', { name: `Campus ${engine}` }, { headers: { 'idempotency-key': 'broken off' } });
    expect((await send()).status).toBe(201);
    await server.database.run('UPDATE own_idempotency_keys SET status = NULL');
    expect((await send()).status).toBe(409);
    offset = -HOUR;
    expect((await send()).status).toBe(422);
  });
});

it('contract 11: a minute that ends later than in a minute is none', () => {
  const windows = new TokenBuckets();
  const now = 1_000_000_000_000;
  const first = windows.of('user 1', 10, now);
  expect(first).toBeInstanceOf(TokenBucket);
  expect(windows.of('user 1', 10, now + 30_000)).toBe(first);
  expect(windows.of('user 1', 10, now - 3000)).toBe(first);
  expect(windows.of('user 1', 10, now - HOUR).ends).toBe(now - HOUR + 60_000);
});
