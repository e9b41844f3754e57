/** @seconds 10 */
import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const within = async (ms: number, done: () => Promise<boolean>): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (await done()) return true;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  return false;
};

describe.each(ENGINES)('several servers in one process on %s', (engine) => {
  it('contract 2: each takes the tokens of its own key, whichever started last', async () => {
    const first = await TestServer.start(engine, { TOKEN_SECRET: 'the first key, 32 characters or more' });
    const second = await TestServer.start(engine, { TOKEN_SECRET: 'the second key, 32 characters or more' });
    try {
      const status = async (server: TestServer, token: string): Promise<number> =>
        (await server.get('/api/me', { token })).status;
      expect([await status(first, first.token), await status(second, second.token)]).toEqual([200, 200]);
      expect([await status(first, second.token), await status(second, first.token)]).toEqual([401, 401]);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
  it('contract 2, 3: what one replica changes acts on the others within a second', async () => {
    const files = await makeDatabase(engine);
    const first = await TestServer.start(engine, {}, files);
    const second = await TestServer.start(engine, {}, files);
    try {
      const user = await first.userWith(['site_access']);
      const status = async (token = user.token): Promise<number> => (await second.get('/api/sites', { token })).status;
      expect(await status()).toBe(200);
      await first.put(`/api/roles/${user.roleId}`, { permissions: [] });
      expect(await within(1200, async () => (await status()) === 403)).toBe(true);
      const other = await first.login(user.login, ADMIN.password);
      expect(await status(other)).toBe(403);
      await first.post('/api/logout', {}, { token: other });
      expect(await within(1200, async () => (await status(other)) === 401)).toBe(true);
      await first.delete(`/api/users/${user.id}`);
      expect(await within(1200, async () => (await status()) === 401)).toBe(true);
    } finally {
      await second.stop(true);
      await first.stop();
    }
  });
});
