import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const NEW = 'Another-horse-9';

describe.each(ENGINES)('guessing passwords on %s', (engine) => {
  let server: TestServer;
  let replica: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    server = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '4' }, files);
    replica = await TestServer.start(engine, { LOGIN_RATE_LIMIT: '4' }, files);
  });
  beforeEach(() => server.database.run('DELETE FROM own_login_failures'));
  afterAll(async () => {
    await replica.stop(true);
    await server.stop();
  });

  const login = async (name: string, password = 'wrong', on = server): Promise<number> =>
    (await on.post('/api/login', { login: name, password }, { token: null })).status;

  it('contract 2: behind several replicas the count is shared', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push(await login('admin', 'wrong', i % 2 ? server : replica));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect(await login('admin', ADMIN.password)).toBe(429);
  });
  it('contract 2: one user is one login, however it is spelt', async () => {
    await server.post('/api/users', { login: 'zoé', password: ADMIN.password });
    const statuses: number[] = [];
    for (const name of ['zoé', 'ZOE', 'Zoê', 'zoe ', 'zöe']) statuses.push(await login(name));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });
  it('contract 2: guesses that are sent all at once get no further than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => login('admin')));
    const tried = answers.filter((status) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(4);
    expect(tried).toBeLessThanOrEqual(4 + 2);
    expect(answers.filter((status) => status === 429)).toHaveLength(40 - tried);
  });
  it('contract 2: an address has a limit over all logins', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 26; i++) statuses.push(await login(`person ${i}`));
    expect(statuses).toEqual([...Array<number>(24).fill(401), 429, 429]);
  });
  it('contract 2, 10: the 429 says when to try again, and the way is free then', async () => {
    for (let i = 0; i < 4; i++) await login('admin');
    const refused = await server.post('/api/login', { login: 'admin', password: 'wrong' }, { token: null });
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait >= 55 && wait <= 60]).toEqual([429, true]);
    expect([refused.headers.get('x-ratelimit-limit'), refused.headers.get('x-ratelimit-remaining')]).toEqual([
      '4',
      '0',
    ]);
    const past = server.database.clock.toStored(Date.now() - 61_000);
    await server.database.run('UPDATE own_login_failures SET failed_at = ?', [past]);
    expect(await login('admin', ADMIN.password)).toBe(200);
  });
  it('contract 2: log-ins that succeed do not count', async () => {
    for (let i = 0; i < 8; i++) expect(await login('admin', ADMIN.password)).toBe(200);
  });
  it('contract 2: wrong old passwords count as failed log-ins, and the right one is refused after too many', async () => {
    const { token, login: name } = await server.userWith([]);
    const change = async (old: string): Promise<number> =>
      (await server.put('/api/me/password', { old_password: old, new_password: NEW }, { token })).status;
    expect([await change('wrong'), await change('wrong'), await change('wrong')]).toEqual([422, 422, 422]);
    expect([await login(name), await login(name)]).toEqual([401, 429]);
    expect(await change(ADMIN.password)).toBe(429);
    await server.database.run('DELETE FROM own_login_failures');
    expect(await change(ADMIN.password)).toBe(200);
  });
});
