import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const USER_RIGHTS = ['user_access', 'user_show', 'user_create', 'user_edit', 'user_delete'];

describe.each(ENGINES)('users on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  const login = (): string => `person${++count}`;
  const make = (body: Record<string, unknown> = {}) => server.post('/api/users', { login: login(), ...body });
  const hashOf = async (id: number): Promise<unknown> =>
    (await server.database.all('SELECT password FROM users WHERE id = ?', [id]))[0]!['password'];
  const permission = async (title: string): Promise<number> =>
    (await server.database.all('SELECT id FROM permissions WHERE title = ?', [title]))[0]!['id'] as number;
  const role = async (...titles: string[]): Promise<number> => {
    const permissions = await Promise.all(titles.map(permission));
    return (await server.post('/api/roles', { title: `role ${++count}`, permissions })).body.id;
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  describe('defaults and rules', () => {
    it('contract 9: only the login is required; the name defaults to it, granularity to 1, roles to none', async () => {
      const { status, body } = await server.post('/api/users', { login: 'jdoe' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        login: 'jdoe',
        name: 'jdoe',
        granularity: 1,
        roles: [],
        email: null,
        language: null,
      });
      const missing = await server.post('/api/users', { name: 'nobody' });
      expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['login']]);
    });
    it('contract 9: everything is optional on update', async () => {
      const { body } = await make({ email: 'a1@example.org', language: 'fr' });
      const changed = await server.put(`/api/users/${body.id}`, { granularity: '3' });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({
        login: body.login,
        email: 'a1@example.org',
        language: 'fr',
        granularity: 3,
      });
      expect((await server.put(`/api/users/${body.id}`, {})).status).toBe(200);
    });
    it.each([
      [{ granularity: 0 }, 'granularity'],
      [{ granularity: '4' }, 'granularity'],
      [{ granularity: 'x' }, 'granularity'],
      [{ language: 'fra' }, 'language'],
      [{ language: '12' }, 'language'],
      [{ email: 'not an address' }, 'email'],
      [{ roles: [99999] }, 'roles.0'],
      [{ roles: [2, 'x'] }, 'roles.1'],
    ])('contract 9: %j is refused on %s', async (body, key) => {
      const answer = await make(body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]]);
    });
    it('contract 9: any two letters are a language, granularity may be a numeric string', async () => {
      expect((await make({ language: 'zz', granularity: '2' })).body).toMatchObject({ language: 'zz', granularity: 2 });
    });
    it('contract 9: the roles are set as ids and replaced as a whole', async () => {
      const { body } = await make({ roles: [2, '3'] });
      expect(body.roles).toEqual([2, 3]);
      expect((await server.put(`/api/users/${body.id}`, { roles: [4] })).body.roles).toEqual([4]);
    });
  });

  describe('sign-in names', () => {
    it('contract 9: a login is unique among live users, without case and accents', async () => {
      await make({ login: 'Élodie' });
      expect((await make({ login: 'elodie' })).body.errors).toHaveProperty('login');
    });
    it("contract 9: a login is nobody else's e-mail, an e-mail nobody else's login", async () => {
      const { body } = await make({ email: 'Taken@example.org' });
      expect((await make({ login: 'taken@example.org' })).body.errors).toEqual({
        login: ['The login has already been taken.'],
      });
      await make({ login: 'login@example.org' });
      const refused = await server.put(`/api/users/${body.id}`, { email: 'LOGIN@example.org' });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['email']]);
    });
    it('contract 9: one may use one address as login and e-mail, and send it back', async () => {
      const { status, body } = await make({ login: 'both@example.org', email: 'both@example.org' });
      expect(status).toBe(201);
      expect((await server.put(`/api/users/${body.id}`, body)).status).toBe(200);
    });
    it('contract 9: in one mass write an e-mail and the login of another item clash, and may be swapped', async () => {
      const clash = await server.post('/api/users/mass-store', {
        items: [{ login: 'm1@example.org' }, { login: login(), email: 'M1@example.org' }],
      });
      expect([clash.status, Object.keys(clash.body.errors)]).toEqual([422, ['items.0.login', 'items.1.email']]);
      const a = (await make({ login: 's1@example.org', email: null })).body;
      const b = (await make({ email: 's2@example.org' })).body;
      const swapped = await server.put('/api/users/mass-update', {
        items: [
          { id: a.id, login: 's2@example.org' },
          { id: b.id, email: 's1@example.org' },
        ],
      });
      expect(swapped.status).toBe(200);
    });
    it('contract 9: of two parallel creates whose login and e-mail clash exactly one wins', async () => {
      const answers = await Promise.all([
        make({ login: 'race@example.org' }),
        make({ email: 'race@example.org' }),
        make({ login: 'RACE@example.org' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    });
    it('contract 9: the login of a deleted user is free, and the deleted one then stays away', async () => {
      const { body } = await make({ login: 'gone@example.org' });
      await server.delete(`/api/users/${body.id}`);
      expect((await make({ email: 'gone@example.org' })).status).toBe(201);
      expect((await server.post(`/api/users/${body.id}/restore`, {})).status).toBe(409);
    });
  });

  describe('passwords', () => {
    it('contract 2: 8 characters to 72 UTF-8 bytes, in single and mass writes', async () => {
      for (const password of [
        'short77',
        'x'.repeat(73),
        'é'.repeat(37),
        `<b>${'x'.repeat(70)}</b>`,
        'nul\0nul\0nul',
        [],
      ]) {
        const { status, body } = await make({ password });
        expect([password, status, Object.keys(body.errors ?? {})]).toEqual([password, 422, ['password']]);
      }
      const { body } = await server.post('/api/users/mass-store', {
        items: [{ login: login() }, { login: login(), password: 'short' }],
      });
      expect(Object.keys(body.errors)).toEqual(['items.1.password']);
    });
    it.each(['8 chars!', '  blanks  ', '<b>tags</b>', 'é'.repeat(36), '😀😀😀😀😀😀😀😀'])(
      'contract 9: %j is hashed as it is and signs in',
      async (password) => {
        const { body } = await make({ password });
        expect(await hashOf(body.id)).toMatch(/^\$2y\$04\$.{53}$/);
        expect(await server.login(body.login, password)).toBeTruthy();
        await expect(server.login(body.login, `x${password.trim()}`)).rejects.toThrow('401');
      },
    );
    it('contract 9: a ready-made hash is only a password', async () => {
      const { body } = await make({ password: 'secret of mine' });
      const stored = (await hashOf(body.id)) as string;
      await server.put(`/api/users/${body.id}`, { password: stored });
      expect(await hashOf(body.id)).not.toBe(stored);
      await expect(server.login(body.login, 'secret of mine')).rejects.toThrow('401');
      expect(await server.login(body.login, stored)).toBeTruthy();
    });
    it('contract 4: two spellings of a password must agree', async () => {
      const wrong = await make({ password: 'secret of mine', 'password[]': 'another secret' });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']]);
      const { body } = await make({ password: 'secret of mine', 'password[]': 'secret of mine' });
      expect(await hashOf(body.id)).toMatch(/^\$2y\$/);
      const other = await make({ 'password[]': 'secret of mine' });
      expect(await server.login(other.body.login, 'secret of mine')).toBeTruthy();
    });
    it('contract 9: without a password the user cannot sign in', async () => {
      const { body } = await make();
      await expect(server.login(body.login, '')).rejects.toThrow();
      await expect(server.login(body.login, 'anything at all')).rejects.toThrow('401');
    });
    it('contract 9: an empty password on update leaves it unchanged', async () => {
      const { body } = await make({ password: 'secret of mine' });
      for (const password of ['', null]) await server.put(`/api/users/${body.id}`, { password, granularity: 2 });
      expect(await server.login(body.login, 'secret of mine')).toBeTruthy();
    });
    it('contract 9: a hash is neither answered nor journalled', async () => {
      const { body } = await make({ password: 'secret of mine' });
      const changed = await server.put(`/api/users/${body.id}`, { password: 'another secret', language: 'de' });
      const read = await server.get(`/api/users/${body.id}`);
      const list = await server.get('/api/users');
      const journal = await server.database.all(
        'SELECT properties FROM audit_logs WHERE subject_type = ? AND subject_id = ?',
        ['App\\Models\\User', body.id],
      );
      expect(journal).toHaveLength(3);
      for (const seen of [body, changed.body, read.body, list.body, journal]) {
        expect(JSON.stringify(seen)).not.toMatch(/\$2[aby]\$|"password"|remember_token|secret/);
      }
    });
    it('contract 2: a new password ends all tokens of the user at once', async () => {
      const { body } = await make({ password: 'secret of mine' });
      const tokens = [
        await server.login(body.login, 'secret of mine'),
        await server.login(body.login, 'secret of mine'),
      ];
      expect((await server.get('/api/me', { token: tokens[0] })).status).toBe(200);
      await server.put(`/api/users/${body.id}`, { language: 'fr' });
      expect((await server.get('/api/me', { token: tokens[0] })).status).toBe(200);
      await server.put('/api/users/mass-update', { items: [{ id: body.id, password: 'another secret' }] });
      for (const token of tokens) expect((await server.get('/api/me', { token })).status).toBe(401);
    });
    it('contract 7: a dry run changes no password and ends no token', async () => {
      const { body } = await make({ password: 'secret of mine' });
      const token = await server.login(body.login, 'secret of mine');
      expect((await server.put(`/api/users/${body.id}?dry_run=1`, { password: 'another secret' })).status).toBe(200);
      expect((await server.get('/api/me', { token })).status).toBe(200);
    });
  });

  describe('deletion', () => {
    it('contract 2: deleting a user ends their tokens at once', async () => {
      const { token, id } = await server.userWith(['application_access']);
      expect((await server.get('/api/applications', { token })).status).toBe(200);
      expect((await server.delete(`/api/users/${id}`)).body).toEqual([]);
      expect((await server.get('/api/applications', { token })).status).toBe(401);
      expect((await server.post(`/api/users/${id}/restore`, {})).status).toBe(200);
      expect((await server.get('/api/applications', { token })).status).toBe(401);
    });
    it('contract 9: nobody deletes themself, alone or among others', async () => {
      const me = (await server.get('/api/me')).body.id;
      const other = (await make()).body.id;
      expect((await server.delete(`/api/users/${me}`)).status).toBe(422);
      const mass = await server.delete('/api/users/mass-destroy', { body: { ids: [other, me] } });
      expect([mass.status, Object.keys(mass.body.errors)]).toEqual([422, ['ids.1']]);
      expect((await server.get(`/api/users/${other}`)).status).toBe(200);
    });
    it('contract 9: the last Admin stays', async () => {
      const me = (await server.get('/api/me')).body.id;
      const alone = await server.put(`/api/users/${me}`, { roles: [2] });
      expect([alone.status, Object.keys(alone.body.errors)]).toEqual([422, ['roles']]);
      const other = (await make({ roles: [1], password: ADMIN.password })).body;
      const both = await server.put('/api/users/mass-update', {
        items: [
          { id: me, roles: [] },
          { id: other.id, roles: [] },
        ],
      });
      expect(Object.keys(both.body.errors)).toEqual(['items.0.roles', 'items.1.roles']);
      expect((await server.put(`/api/users/${other.id}`, { roles: [3] })).status).toBe(200);
      expect((await server.get('/api/me')).body.roles).toContain(1);
    });
    it('contract 9: two Admins who delete each other at once do not both succeed', async () => {
      const me = (await server.get('/api/me')).body.id;
      const other = (await make({ roles: [1], password: ADMIN.password })).body;
      const token = await server.login(other.login, ADMIN.password);
      const answers = await Promise.all([
        server.delete(`/api/users/${other.id}`),
        server.delete(`/api/users/${me}`, { token }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const live = await server.database.all(
        'SELECT u.id FROM users u JOIN role_user r ON r.user_id = u.id WHERE r.role_id = 1 AND u.deleted_at IS NULL',
      );
      expect(live).toHaveLength(1);
      await server.database.run('UPDATE users SET deleted_at = NULL WHERE id = ?', [me]);
      server.token = await server.login(ADMIN.login, ADMIN.password);
    });
  });

  describe('nobody rises', () => {
    it('contract 3: only an Admin grants Admin, and only what one has may be given', async () => {
      const { token } = await server.userWith([...USER_RIGHTS, 'site_show']);
      const [small, large] = [await role('site_show'), await role('site_show', 'site_edit')];
      expect((await server.post('/api/users', { login: login(), roles: [1] }, { token })).status).toBe(403);
      expect((await server.post('/api/users', { login: login(), roles: [large] }, { token })).status).toBe(403);
      const made = await server.post('/api/users', { login: login(), roles: [small] }, { token });
      expect(made.status).toBe(201);
      expect((await server.put(`/api/users/${made.body.id}`, { roles: [small, large] }, { token })).status).toBe(403);
      const mass = [
        await server.post('/api/users/mass-store', { items: [{ login: login(), roles: [large] }] }, { token }),
        await server.put('/api/users/mass-update', { items: [{ id: made.body.id, roles: [1] }] }, { token }),
      ];
      expect(mass.map(({ status }) => status)).toEqual([403, 403]);
      expect((await server.get(`/api/users/${made.body.id}`)).body.data.roles).toEqual([small]);
    });
    it('contract 3: nobody touches a user with a right that they lack', async () => {
      const { token } = await server.userWith([...USER_RIGHTS, 'site_show']);
      const above = (await make({ roles: [await role('site_edit')] })).body.id;
      const beside = (await make({ roles: [await role('site_show')] })).body.id;
      const admin = (await make({ roles: [1] })).body.id;
      for (const id of [above, admin]) {
        const answers = [
          await server.put(`/api/users/${id}`, { password: 'taken over!' }, { token }),
          await server.put(`/api/users/${id}`, { roles: [] }, { token }),
          await server.delete(`/api/users/${id}`, { token }),
          await server.put('/api/users/mass-update', { items: [{ id: beside }, { id, language: 'fr' }] }, { token }),
          await server.delete('/api/users/mass-destroy', { body: { ids: [beside, id] }, token }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      }
      expect((await server.put(`/api/users/${beside}`, { language: 'fr' }, { token })).status).toBe(200);
      for (const id of [above, beside]) await server.delete(`/api/users/${id}`);
      expect((await server.post(`/api/users/${above}/restore`, {}, { token })).status).toBe(403);
      expect((await server.post(`/api/users/${beside}/restore`, {}, { token })).status).toBe(200);
      await server.delete(`/api/users/${admin}`);
    });
  });
});
