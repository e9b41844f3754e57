/** Nobody rises by what is delegated: reach is abilities and delegated objects (contract 3). */
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

const VERBS = ['access', 'show', 'create', 'edit', 'delete'];
const RIGHTS = ['user', 'role'].flatMap((key) => VERBS.map((verb) => `${key}_${verb}`));
const RISE = 'This would give a right that you lack: logical_server_edit.';
const RISE_OVER = 'logical_server_edit is held there, and you lack it.';

describe.each(ENGINES)('reach on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  let serverId: number;
  /** A role that holds nothing but a delegation. */
  let role: number;
  let clerk: Awaited<ReturnType<TestServer['userWith']>>;

  const login = (): string => `person${++count}`;
  const objectOf = async (): Promise<number> =>
    (await server.post('/api/logical-servers', { name: `Server ${++count}` })).body.id;
  const delegate = async (id: number, whom: Record<string, number>): Promise<void> => {
    const body = { cartographiable_type: 'logical-servers', cartographiable_id: id, ...whom };
    expect((await server.post('/api/cartographers', body)).status).toBe(201);
  };
  const roleWith = async (id: number): Promise<number> => {
    const made = (await server.post('/api/roles', { title: `Role ${++count}` })).body.id as number;
    await delegate(id, { role_id: made });
    return made;
  };
  const userWith = async (body: Record<string, unknown>): Promise<number> =>
    (await server.post('/api/users', { login: login(), password: ADMIN.password, ...body })).body.id;

  beforeAll(async () => {
    server = await TestServer.start(engine);
    serverId = await objectOf();
    role = await roleWith(serverId);
    clerk = await server.userWith(RIGHTS);
  });
  afterAll(() => server.stop());

  it('contract 3: who may edit users gives nobody a role to which objects are delegated, themself neither', async () => {
    const { id, roleId, token } = clerk;
    const read = () => server.get(`/api/logical-servers/${serverId}`, { token });
    expect((await read()).status).toBe(403);
    const roles = [roleId, role];
    const answers = [
      await server.patch(`/api/users/${id}`, { roles }, { token }),
      await server.put('/api/users/mass-update', { items: [{ id, roles }] }, { token }),
      await server.post('/api/users', { login: login(), roles: [role] }, { token }),
      await server.post('/api/users/mass-store', { items: [{ login: login() }, { login: login(), roles }] }, { token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(4).fill([403, RISE]));
    expect((await read()).status).toBe(403);
  });
  it.each(['by a role', 'by name'])(
    'contract 3: nobody touches a user to whom objects are delegated %s that they cannot reach',
    async (way) => {
      const { token } = clerk;
      const id = await userWith({
        email: `holder${++count}@example.org`,
        ...(way === 'by a role' && { roles: [role] }),
      });
      if (way === 'by name') await delegate(serverId, { user_id: id });
      const beside = await userWith({});
      const answers = [
        await server.patch(`/api/users/${id}`, { password: 'taken over!' }, { token }),
        await server.patch(`/api/users/${id}`, { email: 'mine@example.org' }, { token }),
        await server.put('/api/users/mass-update', { items: [{ id: beside }, { id, language: 'fr' }] }, { token }),
        await server.delete(`/api/users/${id}`, { token }),
        await server.delete('/api/users/mass-destroy', { body: { ids: [beside, id] }, token }),
      ];
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(5).fill([403, RISE_OVER]));
      expect((await server.patch(`/api/users/${beside}`, { password: 'a new one' }, { token })).status).toBe(200);
      await server.delete(`/api/users/${id}`);
      expect((await server.post(`/api/users/${id}/restore`, {}, { token })).status).toBe(403);
      expect((await server.post('/api/users/mass-restore', { ids: [beside, id] }, { token })).status).toBe(403);
    },
  );
  it('contract 3: nobody touches a role to which objects are delegated that they cannot reach', async () => {
    const { token } = clerk;
    const id = await roleWith(serverId);
    const title = `Role ${++count}`;
    const answers = [
      await server.patch(`/api/roles/${id}`, { title }, { token }),
      await server.put('/api/roles/mass-update', { items: [{ id, title }] }, { token }),
      await server.delete(`/api/roles/${id}`, { token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(3).fill([403, RISE_OVER]));
    await server.delete(`/api/roles/${id}`);
    expect((await server.post(`/api/roles/${id}/restore`, {}, { token })).status).toBe(403);
    expect((await server.post('/api/roles/mass-restore', { ids: [id] }, { token })).status).toBe(403);
  });
  it('contract 3: who may edit objects of the type may', async () => {
    const { token } = await server.userWith([...RIGHTS, 'logical_server_edit']);
    const id = await userWith({ roles: [role] });
    expect((await server.patch(`/api/users/${id}`, { password: 'a new one' }, { token })).status).toBe(200);
    expect((await server.post('/api/users', { login: login(), roles: [role] }, { token })).status).toBe(201);
  });
  it('contract 3: who has the same objects delegated may, and not beyond these', async () => {
    const own = await server.userWith(RIGHTS);
    await delegate(serverId, { user_id: own.id });
    const [made, another] = [await userWith({}), await roleWith(serverId)];
    const give = (roles: number[]) => server.patch(`/api/users/${made}`, { roles }, own);
    expect((await give([role, another])).status).toBe(200);
    expect((await server.patch(`/api/users/${own.id}`, { granularity: 2 }, own)).status).toBe(200);
    await delegate(await objectOf(), { role_id: another });
    const taken = await give([role]);
    expect([taken.status, taken.body.message]).toEqual([403, RISE_OVER]);
    const fresh = await server.post('/api/users', { login: login(), roles: [another] }, own);
    expect([fresh.status, fresh.body.message]).toEqual([403, RISE]);
  });
  it('contract 7: statements do not grow with users and delegations', async () => {
    const { token } = await server.userWith([...RIGHTS, 'logical_server_edit']);
    for (let i = 0; i < 5; i++) await delegate(await objectOf(), { role_id: role });
    const ids: number[] = [];
    for (let i = 0; i < 8; i++) ids.push(await userWith({ roles: [role] }));
    const change = async (some: readonly number[], language: string): Promise<number> => {
      const items = some.map((id) => ({ id, language }));
      const statements = await server.statements(async () => {
        expect((await server.put('/api/users/mass-update', { items }, { token })).status).toBe(200);
      });
      return statements.length;
    };
    await change(ids, 'de');
    expect(await change(ids, 'fr')).toBe(await change(ids.slice(0, 2), 'en'));
  });
});
