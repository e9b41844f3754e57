/** Log-ins take turns: whoever sends many holds up nobody else (contract 2). @seconds 17 */
import { request } from 'node:http';
import { FairSemaphore, type Client } from '../../src/access/fair-semaphore.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

describe('turns', () => {
  const PLACES = 12;
  let turns: FairSemaphore;
  let order: string[];
  let finish: Array<() => void>;
  beforeEach(() => {
    turns = new FairSemaphore(1, PLACES);
    [order, finish] = [[], []];
  });

  const begin = (name: string): Promise<void> => {
    order.push(name);
    return new Promise((done) => finish.push(done));
  };
  /** Asks for a turn; the promise tells how it ended. */
  const ask = (address: string, login: string, gone?: Client['gone']): Promise<string> => {
    const name = `${login}@${address}`;
    return turns
      .take(() => begin(name), { address, login, gone })
      .then(
        () => 'done',
        () => 'refused',
      );
  };
  const finishAll = async (): Promise<void> => {
    await pause(1);
    for (let done = finish.shift(); done; done = finish.shift()) {
      done();
      await pause(1);
    }
  };
  const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

  it.each([
    ['one login at one address', () => ['a', 'x']],
    ['one login at many addresses', (i: number) => [`b${i}`, 'x']],
    ['many logins at one address', (i: number) => ['a', `x${i}`]],
  ])('who comes alone is next, before a crowd of %s', async (_, who) => {
    const crowd = times(PLACES + 1, (i) => ask(...(who(i) as [string, string])));
    const alone = ask('home', 'ann');
    await finishAll();
    expect(await alone).toBe('done');
    expect(order.indexOf('ann@home')).toBeLessThanOrEqual(2);
    const ends = await Promise.all(crowd);
    expect(ends.filter((end) => end === 'refused')).toHaveLength(1);
  });
  it('another login at the address of a crowd is next too', async () => {
    void times(PLACES + 1, () => ask('a', 'x'));
    const others = [ask('a', 'ann'), ask('a', 'bob')];
    await finishAll();
    expect(await Promise.all(others)).toEqual(['done', 'done']);
    expect(order.slice(0, 4)).toEqual(['x@a', 'ann@a', 'bob@a', 'x@a']);
  });
  it('those who hold as much as each other keep their places, in the order in which they came', async () => {
    const all = times(PLACES + 2, (i) => ask(`a${i}`, `x${i}`));
    await finishAll();
    expect(await Promise.all(all)).toEqual([...Array<string>(PLACES + 1).fill('done'), 'refused']);
    expect(order).toEqual(times(PLACES + 1, (i) => `x${i}@a${i}`));
  });
  it('nobody waits for ever behind those who come later', async () => {
    void times(5, () => ask('a', 'x'));
    const last = ask('a', 'x');
    for (let i = 0; i < 100; i++) {
      void ask(`b${i}`, `y${i}`);
      await pause(1);
      finish.shift()!();
    }
    await finishAll();
    expect(await last).toBe('done');
    expect(order.filter((name) => name === 'x@a')).toHaveLength(6);
    expect(order.lastIndexOf('x@a')).toBeLessThan(106 - 1);
  });
  it('those who went away are passed over', async () => {
    void ask('a', 'x');
    const [gone, there] = [ask('b', 'y', () => true), ask('c', 'z', () => false)];
    await finishAll();
    expect([await gone, await there, order]).toEqual(['refused', 'done', ['x@a', 'z@c']]);
  });
  it('patient work runs one piece at a time beside all others, which wait for one turn at most', async () => {
    turns = new FairSemaphore(2, PLACES);
    const patient = times(3, (i) => turns.runLowPriority(() => begin(`patient ${i}`)));
    const others = [ask('a', 'x'), ask('b', 'y')];
    await pause(1);
    expect(order).toEqual(['patient 0', 'x@a']);
    finish.splice(1, 1)[0]!();
    await pause(1);
    expect(order).toEqual(['patient 0', 'x@a', 'y@b']);
    await finishAll();
    await Promise.all([...patient, ...others]);
    expect(order).toHaveLength(5);
  });
});

describe.each(ENGINES)('a crowd of log-ins on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { BCRYPT_COST: '7', OVERLOAD_QUEUE: '0' });
  });
  afterAll(() => server.stop());

  const login = (name: string): Promise<number> =>
    server.post('/api/login', { login: name, password: ADMIN.password }, { token: null }).then(({ status }) => status);

  it('contract 2: one valid account that logs in with 340 connections shuts out nobody', async () => {
    const others: string[] = [];
    for (let i = 0; i < 5; i++) others.push((await server.userWith([])).login);
    let finished = 0;
    const crowd = Array.from({ length: 340 }, () =>
      login(ADMIN.login).then((status) => {
        finished++;
        return status;
      }),
    );
    while (!finished) await pause(5);
    for (const name of others) {
      const before = finished;
      expect(await login(name)).toBe(200);
      // Some had their turns already, or share them; refusals that make room count as well.
      expect(finished - before).toBeLessThan(40);
    }
    const ends = await Promise.all(crowd);
    expect(ends.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(ends.filter((status) => status === 200).length).toBeGreaterThan(200);
  });

  describe('beside mass creations of users', () => {
    let count = 0;
    const bodyOf = (length: number): { items: object[] } => ({
      items: Array.from({ length }, () => ({ login: `mass ${++count}`, password: ADMIN.password })),
    });
    /** Sends a mass creation whose client goes away; tells how many passwords were hashed until nothing moves any more. */
    const hashes = (): jest.SpyInstance => jest.spyOn(server.server.app.get(FairSemaphore), 'runLowPriority');
    afterEach(() => jest.restoreAllMocks());

    it('contract 7: hashing ends when the client has gone', async () => {
      const spy = hashes();
      const body = JSON.stringify(bodyOf(2000));
      const asked = request(`${server.url}/api/users/mass-store`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      });
      asked.on('error', () => undefined);
      asked.end(body);
      while (!spy.mock.calls.length) await pause(5);
      asked.destroy();
      await pause(200);
      const then = spy.mock.calls.length;
      await pause(300);
      expect(spy.mock.calls.length).toBe(then);
      expect(then).toBeLessThan(1000);
      expect((await server.get('/api/users?filter[login_starts]=mass')).body).toEqual([]);
    });
    it('contract 7: a dry run hashes nothing', async () => {
      const spy = hashes();
      const { status } = await server.post('/api/users/mass-store?dry_run=1', bodyOf(200));
      expect([status, spy.mock.calls.length]).toEqual([201, 0]);
    });
    it('contract 2: log-ins have their turns meanwhile', async () => {
      const spy = hashes();
      const masses = Array.from({ length: 4 }, () => server.post('/api/users/mass-store', bodyOf(60)));
      while (spy.mock.calls.length < 4) await pause(5);
      const before = spy.mock.calls.length;
      expect(await login(ADMIN.login)).toBe(200);
      expect(spy.mock.calls.length - before).toBeLessThan(30);
      for (const { status } of await Promise.all(masses)) expect(status).toBe(201);
    });
  });
});
