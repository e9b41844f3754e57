/** Whose word counts for the address of a client: that of known proxies, and of nobody before them (contract 2 and 11). @seconds 11 */
import { networkOf } from '../../../src/operations/limits/counting.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const REAL = '203.0.113.5';

describe.each(ENGINES)('X-Forwarded-For on %s', (engine) => {
  let server: TestServer;
  const start = async (proxies: string): Promise<void> => {
    server = await TestServer.start(engine, { TRUST_PROXY: proxies, LOGIN_RATE_LIMIT: '3' });
  };
  afterEach(() => server.stop());

  /** The statuses of eight wrong passwords under what a client or a proxy wrote into the header. */
  async function guesses(forwarded: (i: number) => string): Promise<number[]> {
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const headers = { 'x-forwarded-for': forwarded(i) };
      const { status } = await server.post('/api/login', { login: 'admin', password: 'x' }, { token: null, headers });
      statuses.push(status);
    }
    return statuses;
  }
  const STOPPED = [401, 401, 401, 429, 429, 429, 429, 429];
  const addresses = async (): Promise<unknown[]> => {
    const sql = "SELECT DISTINCT host FROM audit_logs WHERE description = 'login_refused'";
    return (await server.database.all(sql)).map(({ host }) => host);
  };

  it.each(['true', '1', 'loopback', '127.0.0.1, ::1', '127.0.0.0/8,10.0.0.0/8'])(
    'with TRUST_PROXY=%s what the proxy appended counts, not what the client had written',
    async (proxies) => {
      await start(proxies);
      expect(await guesses((i) => `198.51.100.${i}, ${REAL}`)).toEqual(STOPPED);
      expect(await addresses()).toEqual([REAL]);
    },
  );
  it('without a proxy the header counts for nothing', async () => {
    await start('false');
    expect(await guesses((i) => `198.51.100.${i}`)).toEqual(STOPPED);
    expect(await addresses()).toEqual(['127.0.0.1']);
  });
  it('proxies at other addresses are not believed', async () => {
    await start('10.0.0.0/8');
    expect(await guesses((i) => `198.51.100.${i}`)).toEqual(STOPPED);
  });
  it('two proxies are passed from the right', async () => {
    await start('2');
    expect(await guesses((i) => `198.51.100.${i}, ${REAL}, 10.0.0.7`)).toEqual(STOPPED);
    expect(await addresses()).toEqual([REAL]);
  });
  it('two clients behind one proxy are two', async () => {
    await start('true');
    expect(await guesses((i) => `${i % 2 ? REAL : '203.0.113.6'}`)).toEqual([...Array<number>(6).fill(401), 429, 429]);
  });
  it('a proxy that adds the port of the client does not make it many', async () => {
    await start('true');
    expect(await guesses((i) => `${REAL}:${50_000 + i}`)).toEqual(STOPPED);
  });
});

it('an address with a port is the address', () => {
  const known = { '192.0.2.7:50123': '192.0.2.7', '[2001:db8:1:2::1]:443': '2001:db8:1:2::/64' };
  for (const [told, network] of Object.entries(known)) expect(networkOf(told)).toBe(network);
});
