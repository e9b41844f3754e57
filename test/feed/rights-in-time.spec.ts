/** Runs and plans do nothing with rights that ended while they waited, or while they were stored (contract 2 and 3). @seconds 60 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';

const ABILITIES = ['feed_show', 'feed_create', 'site_access', 'site_show', 'site_create', 'site_edit'];
const LATER = { prefer: 'respond-async' };
type User = Awaited<ReturnType<TestServer['userWith']>>;

describe.each(ENGINES)('rights in time, on %s', (engine) => {
  let server: TestServer;
  let source: number;
  let count = 0;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await putSource(server, 'TURN');
    source = (await server.database.all("SELECT id FROM own_feed_sources WHERE name = 'TURN'"))[0]!['id'] as number;
  });
  afterAll(() => server.stop());

  const documentOf = (name: string): object => ({
    ...{ feed: 1, source: 'TURN', items: [{ type: 'sites', ref: name, set: { name } }] },
  });
  /** Somebody else has the turn of the source. */
  const taken = (): Promise<unknown> =>
    server.database.run(
      'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, expires_at) ' +
        "VALUES ('run_other', ?, '', 'delta', 'working', '{}', '{}', '', '2999-01-01 00:00:00', '2999-01-01 00:00:00', '2999-01-01 00:00:00')",
      [source],
    );
  const free = (): Promise<unknown> => server.database.run("DELETE FROM own_feed_plans WHERE id = 'run_other'");
  const feeder = async (): Promise<User> => {
    const user = await server.userWith(ABILITIES);
    await putSource(server, 'TURN', { feeders: [1, user.id] });
    return user;
  };
  const stored = async (name: string): Promise<number> =>
    (await server.database.all('SELECT id FROM sites WHERE name = ?', [name])).length;
  /** The answer; of work in the background what its run says. */
  const outcome = async (answer: TestAnswer): Promise<[status: number, state: unknown]> => {
    if (answer.status !== 202) return [answer.status, answer.body.state];
    for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
      const { data } = (await server.get(answer.headers.get('location')!)).body;
      if (data.state !== 'working') return [202, data.state];
    }
    throw new Error('the run does not end');
  };

  const ways: Array<[string, (name: string, user: User) => Promise<() => Promise<TestAnswer>>]> = [
    [
      'a run',
      async (name, { token }) =>
        () =>
          server.post('/api/feed/runs', documentOf(name), { token }),
    ],
    [
      'a run in the background',
      async (name, { token }) =>
        () =>
          server.post('/api/feed/runs', documentOf(name), { token, headers: LATER }),
    ],
    [
      'an applied plan',
      async (name, { token }) => {
        const { id } = (await server.post('/api/feed/plans', documentOf(name), { token })).body.data;
        return () => server.post(`/api/feed/plans/${id}/apply`, undefined, { token });
      },
    ],
    [
      'a plan that is applied in the background',
      async (name, { token }) => {
        const { id } = (await server.post('/api/feed/plans', documentOf(name), { token })).body.data;
        return () => server.post(`/api/feed/plans/${id}/apply`, undefined, { token, headers: LATER });
      },
    ],
  ];
  const ends: Array<[string, number, (user: User) => Promise<unknown>]> = [
    ['the user is deleted', 401, ({ id }) => server.delete(`/api/users/${id}`)],
    ['the password is another', 401, ({ id }) => server.patch(`/api/users/${id}`, { password: 'Another-horse-9' })],
    ['the roles are taken', 403, ({ id }) => server.patch(`/api/users/${id}`, { roles: [] })],
    ['the role may no longer', 403, ({ roleId }) => server.patch(`/api/roles/${roleId}`, { permissions: [] })],
    ['others are the feeders', 403, () => putSource(server, 'TURN', { feeders: [1] })],
  ];

  describe.each(ways)('%s that waits for its turn', (_, ask) => {
    it.each(ends)('stores nothing once %s (%i)', async (__, status, end) => {
      const name = `Waits ${++count}`;
      const user = await feeder();
      const send = await ask(name, user);
      await taken();
      const answer = send();
      await pause(300);
      await end(user);
      await free();
      const [answered, state] = await outcome(await answer);
      expect([answered === 202 ? state : answered, await stored(name)]).toEqual([
        answered === 202 ? 'refused' : status,
        0,
      ]);
      const runs = (await server.get('/api/feed/runs?source=TURN&state=applied')).body as Array<{ user_id: number }>;
      expect(runs.filter(({ user_id: by }) => by === user.id)).toEqual([]);
    });
    it('is stored where nothing has changed', async () => {
      const name = `Waits ${++count}`;
      const send = await ask(name, await feeder());
      await taken();
      const answer = send();
      await pause(300);
      await free();
      const [status, state] = await outcome(await answer);
      expect([status === 202 ? state : status, await stored(name)]).toEqual([status === 202 ? 'applied' : 200, 1]);
    });
  });

  const whileStored = engine === 'sqlite' ? it.skip : it;
  whileStored(
    'whoever takes rights away while a run is stored need not wait for it, and nothing of it is stored',
    async () => {
      const user = await feeder();
      const { token } = user;
      const name = `Stored ${++count}`;
      await server.post('/api/feed/runs', documentOf(name), { token });
      const [row] = await server.database.all('SELECT id FROM sites WHERE name = ?', [name]);
      const change = { type: 'sites', ref: name, set: { name, description: 'changed' } };
      let answer!: Promise<TestAnswer>;
      await server.database.transaction(async (tx) => {
        await tx.all('SELECT id FROM sites WHERE id = ? FOR UPDATE', [row!['id']!]);
        answer = server.post('/api/feed/runs', { feed: 1, source: 'TURN', items: [change] }, { token });
        await pause(3000);
        const began = performance.now();
        expect((await server.delete(`/api/users/${user.id}`)).status).toBe(200);
        expect(performance.now() - began).toBeLessThan(10_000);
      });
      expect((await answer).status).toBe(401);
      expect((await server.get(`/api/sites/${row!['id']}`)).body.data.description).toBeNull();
    },
  );

  const writes: Array<[string, (id: number, token: string) => Promise<TestAnswer>]> = [
    ['a change', (id, token) => server.patch(`/api/sites/${id}`, { name: 'Changed' }, { token })],
    [
      'a mass change',
      (id, token) => server.put('/api/sites/mass-update', { items: [{ id, name: 'Changed' }] }, { token }),
    ],
    [
      'an import',
      (id, token) => {
        const form = new FormData();
        form.set('file', new Blob([`id,name\n${id},Changed\n`]), 'a.csv');
        return server.post('/api/sites/import', form, { token });
      },
    ],
    ['a mark', (id, token) => server.patch(`/api/sites/${id}/sources`, { name: 'hold' }, { token })],
  ];
  it.each(writes)('%s that waits for the database stores nothing once the token is gone', async (_, write) => {
    const user = await server.userWith(ABILITIES);
    const { id } = (await server.post('/api/sites', { name: `Written ${++count}` })).body;
    let answer!: Promise<TestAnswer>;
    await server.database.transaction(async (tx) => {
      await tx.all(`SELECT id FROM sites WHERE id = ?${server.database.dialect.forUpdate}`, [id]);
      answer = write(id, user.token);
      await pause(3000);
      await tx.run('DELETE FROM own_tokens WHERE user_id = ?', [user.id]);
    });
    expect((await answer).status).toBe(401);
    expect((await server.get(`/api/sites/${id}`)).body.data.name).toBe(`Written ${count}`);
  });
});
