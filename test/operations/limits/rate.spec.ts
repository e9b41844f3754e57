/** @seconds 10 */
import { networkOf } from '../../../src/operations/limits/counting.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer, type TestAnswer } from '../../support/server.js';

const told = ({ status, headers }: TestAnswer): unknown[] => [
  status,
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
];

describe.each(ENGINES)('the rate of requests on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { RATE_LIMIT: '6' });
  });
  afterAll(() => server.stop());

  it('contract 11: a user has so many requests a minute, with whatever token, and answers tell how many are left', async () => {
    const user = await server.userWith(['site_access']);
    const other = await server.login(user.login, 'Correct-horse-9');
    const answers: TestAnswer[] = [];
    for (let i = 0; i < 6; i++) {
      answers.push(await server.get('/api/me', { token: i % 2 ? user.token : other }));
    }
    expect(answers.map(told)).toEqual([5, 4, 3, 2, 1, 0].map((left) => [200, '6', String(left)]));
    const refused = await server.get('/api/me', { token: other });
    expect(told(refused)).toEqual([429, '6', '0']);
    expect(refused.body).toMatchObject({ code: 429, message: expect.stringContaining('Too many') });
    const wait = Number(refused.headers.get('retry-after'));
    const reset = Number(refused.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect([wait > 0 && wait <= 60, reset > 0 && reset <= 62]).toEqual([true, true]);
  });
  it('contract 11: refusals count too, and the limit comes before the rights', async () => {
    const { token } = await server.userWith([]);
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await server.get('/api/sites', { token }));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 429]);
  });
  it('contract 11: Admin is unlimited by default, and has no such headers', async () => {
    const statements = await counting(server, async () => {
      for (let i = 0; i < 10; i++) expect(told(await server.get('/api/me'))).toEqual([200, null, null]);
    });
    expect(statements).toBe(0);
  });
  it('contract 11: without the database a server counts alone', async () => {
    const { token, id } = await server.userWith([]);
    // The log-in of the user was counted for the address; this is the first request of the user.
    const { database } = server;
    let failed = 0;
    database.observer = (sql) => {
      if (!sql.includes('own_request_counts')) return;
      failed++;
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    };
    try {
      const answers: TestAnswer[] = [];
      for (let i = 0; i < 7; i++) answers.push(await server.get('/api/me', { token }));
      expect(answers.map(told)).toEqual([
        ...[5, 4, 3, 2, 1, 0].map((left) => [200, '6', String(left)]),
        [429, '6', '0'],
      ]);
      expect(failed).toBeGreaterThan(0);
      expect(answers[0]!.body.id).toBe(id);
    } finally {
      database.observer = undefined;
    }
  });
});

/** The statements that count requests while a piece of work is done. */
async function counting(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  return (await server.statements(work)).filter((sql) => sql.includes('own_request_counts')).length;
}

describe.each(ENGINES)('what counting costs on %s', (engine) => {
  it('contract 11: requests are counted in lots: two statements for some thirty of them', async () => {
    const server = await TestServer.start(engine, { RATE_LIMIT: '600' });
    try {
      const { token } = await server.userWith([]);
      const statements = await counting(server, async () => {
        for (let i = 0; i < 100; i++) expect(told(await server.get('/api/me', { token }))[2]).toBe(String(599 - i));
      });
      expect(statements).toBeGreaterThan(0);
      expect(statements).toBeLessThan(20);
    } finally {
      await server.stop();
    }
  });
  it('contract 11: none at all while the limit is off', async () => {
    const server = await TestServer.start(engine, { RATE_LIMIT: '0' });
    try {
      const { token } = await server.userWith([]);
      const statements = await counting(server, async () => {
        for (let i = 0; i < 3; i++) expect(told(await server.get('/api/me', { token }))).toEqual([200, null, null]);
        expect((await server.get('/api/me', { token: null })).status).toBe(401);
      });
      expect(statements).toBe(0);
    } finally {
      await server.stop();
    }
  });
});

describe.each(ENGINES)('before log-in on %s', (engine) => {
  it('contract 11: an address has so many requests a minute, and users behind it keep theirs', async () => {
    const server = await TestServer.start(engine, { RATE_LIMIT: '8', RATE_LIMIT_ADMIN: '3' });
    try {
      const statuses: number[] = [];
      // The administrator's own log-in, at the start, was the first request.
      for (let i = 0; i < 8; i++) statuses.push((await server.get('/api/me', { token: i % 2 ? null : 'x' })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429]);
      const login = await server.post('/api/login', { login: 'admin', password: 'x' }, { token: null });
      expect([login.status, login.headers.get('retry-after') === null]).toEqual([429, false]);
      expect(told(await server.get('/api/me'))).toEqual([200, '3', '2']);
      // Probes are no requests of the API.
      for (let i = 0; i < 3; i++) expect((await server.get('/health/live', { token: null })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

it('contract 11: addresses of one network count as one', () => {
  const known: Array<[string, string]> = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ];
  expect(known.map(([address]) => [address, networkOf(address)])).toEqual(known);
});
