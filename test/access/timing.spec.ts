/** Nobody can tell by the clock whether a login exists (contract 2). @seconds 10 */
import { hashPassword } from '../../src/access/password.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const ROUNDS = 9;

describe.each(ENGINES)('the time of a refused log-in on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    // New hashes are cheap here, stored ones as dear as those of the older application, or cheaper.
    server = await TestServer.start(engine, { BCRYPT_COST: '4' });
    for (const cost of [7, 9, 10]) {
      const hash = await hashPassword('Right-horse-9', cost);
      await server.database.run('INSERT INTO users (login, password) VALUES (?, ?)', [`cost ${cost}`, hash]);
    }
    await server.database.run("INSERT INTO users (login) VALUES ('without password')");
  });
  afterAll(() => server.stop());

  const refused = async (login: string): Promise<number> => {
    const begin = performance.now();
    const { status } = await server.post('/api/login', { login, password: 'Wrong-horse-9' }, { token: null });
    expect(status).toBe(401);
    return performance.now() - begin;
  };
  const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

  it('contract 2: is the same for known and unknown logins, whatever the cost of their hashes', async () => {
    const logins = ['nobody', 'without password', 'cost 7', 'cost 9', 'cost 10', 'admin'];
    const times = new Map<string, number[]>(logins.map((login) => [login, []]));
    await refused('nobody');
    // One after the other within each round, so that a busy machine is busy for all of them.
    for (let round = 0; round < ROUNDS; round++)
      for (const login of logins) times.get(login)!.push(await refused(login));
    // What else the machine is at only adds to them.
    const least = [...times].map(([login, list]) => ({ login, ms: Math.min(...list) }));
    const typical = median(least.map(({ ms }) => ms));
    const strange = least.filter(({ ms }) => ms < typical / 1.6 || ms > typical * 1.6);
    expect({ least, strange }).toEqual({ least, strange: [] });
    // Not because nothing was hashed at all.
    expect(typical).toBeGreaterThan(15);
  });
});
