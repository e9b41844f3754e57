/** @seconds 7 */
import { hashPassword } from '../../src/access/password.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

describe.each(ENGINES)('who one is on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 2: GET /api/me answers the user, roles and abilities, and never a hash', async () => {
    const { token, id, roleId, login } = await server.userWith(['site_show', 'site_access']);
    const { status, body } = await server.get('/api/me', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, login, roles: [roleId], abilities: ['site_access', 'site_show'] });
    expect(JSON.stringify(body)).not.toMatch(/"password":|remember_token|\$2[aby]\$/);
  });
  it('contract 3: the abilities are those of all live roles, each once', async () => {
    const user = await server.userWith(['site_access']);
    const other = await server.userWith(['site_access', 'bay_access']);
    const gone = await server.userWith(['man_access']);
    await server.put(`/api/users/${user.id}`, { roles: [user.roleId, other.roleId, gone.roleId] });
    await server.put(`/api/users/${gone.id}`, { roles: [] });
    const abilities = async (): Promise<string[]> => (await server.get('/api/me', user)).body.abilities;
    expect(await abilities()).toEqual(['bay_access', 'man_access', 'site_access']);
    await server.database.run('UPDATE roles SET deleted_at = ? WHERE id = ?', [
      server.database.clock.toStored(Date.now()),
      gone.roleId,
    ]);
    await server.put(`/api/users/${user.id}`, { language: 'fr' });
    expect(await abilities()).toEqual(['bay_access', 'site_access']);
  });
  it('contract 3: role 1 has every ability, whatever its title and its permissions', async () => {
    const { database } = server;
    const [{ title }] = (await database.all('SELECT title FROM roles WHERE id = 1')) as [{ title: string }];
    await database.run("UPDATE roles SET title = 'Chef' WHERE id = 1");
    const held = await database.all('SELECT permission_id FROM permission_role WHERE role_id = 1');
    await database.run('DELETE FROM permission_role WHERE role_id = 1');
    const token = await server.login(ADMIN.login, ADMIN.password);
    expect((await server.post('/api/sites', { name: 'Of the chief' }, { token })).status).toBe(201);
    const titles = await database.all('SELECT title FROM permissions');
    expect((await server.get('/api/me', { token })).body.abilities).toHaveLength(titles.length);
    await database.run('UPDATE roles SET title = ? WHERE id = 1', [title]);
    expect(held.length).toBeGreaterThan(100);
  });
  it('contract 2: among old duplicates it is the lowest id whose password matches, logins before e-mails', async () => {
    const add = async (login: string, email: string | null, password: string): Promise<number> => {
      const sql = 'INSERT INTO users (login, email, password) VALUES (?, ?, ?)';
      return (await server.database.run(sql, [login, email, await hashPassword(password, 4)])).insertId;
    };
    const byMail = await add('first', 'twin', 'Password-one');
    const [one, two] = [await add('twin', null, 'Password-one'), await add('TWIN', null, 'Password-two')];
    const three = await add('Twin', null, 'Password-two');
    const idOf = async (password: string): Promise<number> =>
      (await server.post('/api/login', { login: 'twin', password }, { token: null })).body.user.id;
    expect([await idOf('Password-one'), await idOf('Password-two')]).toEqual([one, two]);
    await server.delete(`/api/users/${one}`);
    await server.delete(`/api/users/${two}`);
    expect([await idOf('Password-one'), await idOf('Password-two')]).toEqual([byMail, three]);
  });
  it('contract 2: hashing holds up nobody: others are answered meanwhile', async () => {
    const hash = await hashPassword('Right-horse-9', 11);
    await server.database.run("INSERT INTO users (login, password) VALUES ('slow', ?)", [hash]);
    const begin = performance.now();
    const logins = Promise.all(
      Array.from({ length: 6 }, () =>
        server.post('/api/login', { login: 'slow', password: 'Right-horse-9' }, { token: null }),
      ),
    );
    let [answered, took] = [0, 0];
    void logins.then(() => (took = performance.now() - begin));
    for (; !took; answered++) expect((await server.get('/api/me')).status).toBe(200);
    expect((await logins).map(({ status }) => status)).toEqual(Array(6).fill(200));
    // Were it done on the event loop, one request at most would come between two hashes.
    expect(took).toBeGreaterThan(100);
    expect(answered).toBeGreaterThan(12);
  });
});
