import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const ROLE_RIGHTS = ['role_access', 'role_show', 'role_create', 'role_edit', 'role_delete'];

describe.each(ENGINES)('roles on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  const title = (): string => `role number ${++count}`;
  const permission = async (name: string): Promise<number> =>
    (await server.database.all('SELECT id FROM permissions WHERE title = ?', [name]))[0]!['id'] as number;
  const make = async (...titles: string[]) => {
    const permissions = await Promise.all(titles.map(permission));
    return (await server.post('/api/roles', { title: title(), permissions })).body;
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 9: the title is required and unique', async () => {
    const missing = await server.post('/api/roles', { permissions: [] });
    expect([missing.status, missing.body.errors]).toEqual([422, { title: ['The title field is required.'] }]);
    const { body } = await server.post('/api/roles', { title: 'Opérateurs' });
    expect(body).toMatchObject({ title: 'Opérateurs', permissions: [] });
    expect((await server.post('/api/roles', { title: 'operateurs' })).body.errors).toHaveProperty('title');
    expect((await server.put(`/api/roles/${body.id}`, { title: '' })).status).toBe(422);
  });
  it('contract 9: permissions are set as ids on create and update', async () => {
    const [show, edit] = [await permission('site_show'), await permission('site_edit')];
    const made = await server.post('/api/roles', { title: title(), permissions: [show, String(edit)] });
    expect([made.status, made.body.permissions]).toEqual([201, [show, edit].sort((a, b) => a - b)]);
    const changed = await server.put(`/api/roles/${made.body.id}`, { 'permissions[]': [edit] });
    expect(changed.body.permissions).toEqual([edit]);
    expect((await server.get(`/api/roles/${made.body.id}`)).body.data.permissions).toEqual([edit]);
    const unknown = await server.put(`/api/roles/${made.body.id}`, { permissions: [edit, 99999] });
    expect(Object.keys(unknown.body.errors)).toEqual(['permissions.1']);
  });
  it('contract 9: include=permissions embeds them as objects {id,title}, on single reads and lists', async () => {
    const role = await make('site_show', 'site_edit');
    const objects = [];
    for (const name of ['site_edit', 'site_show']) objects.push({ id: await permission(name), title: name });
    objects.sort((a, b) => a.id - b.id);
    const { token } = await server.userWith(['role_access', 'role_show']);
    const one = await server.get(`/api/roles/${role.id}?include=permissions`, { token });
    expect(one.body.data).toMatchObject({ id: role.id, title: role.title, permissions: objects });
    const list = await server.get('/api/roles?include=permissions', { token });
    expect(list.body.find(({ id }: { id: number }) => id === role.id).permissions).toEqual(objects);
    expect((await server.get('/api/roles', { token })).body[0]).not.toHaveProperty('permissions');
    expect((await server.get(`/api/roles/${role.id}`, { token })).body.data.permissions).toEqual(role.permissions);
    expect((await server.get('/api/roles/999999?include=permissions', { token })).status).toBe(404);
    expect((await server.get('/api/roles?include=permissions', await server.userWith(['role_show']))).status).toBe(403);
  });
  it('contract 5: on a list an unknown include is refused, on a single read it is ignored', async () => {
    expect((await server.get('/api/roles?include=permissions,nonsense')).status).toBe(400);
    expect((await server.get('/api/roles/2?include=nonsense,permissions')).body.data.permissions[0]).toHaveProperty(
      'title',
    );
  });
  it('contract 3: Admin can be neither deleted nor renamed, but sent back as it was read', async () => {
    const { body } = await server.get('/api/roles/1');
    expect((await server.put('/api/roles/1', body.data)).status).toBe(200);
    const renamed = await server.put('/api/roles/1', { title: 'Somebody' });
    expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([422, ['title']]);
    const mass = await server.put('/api/roles/mass-update', { items: [{ id: 1, title: 'Somebody' }] });
    expect(Object.keys(mass.body.errors)).toEqual(['items.0.title']);
    expect((await server.delete('/api/roles/1')).status).toBe(422);
    expect((await server.delete('/api/roles/mass-destroy', { body: { ids: [1] } })).status).toBe(422);
  });
  it('contract 9: a role that live users hold cannot be deleted', async () => {
    const role = await make();
    const user = (await server.post('/api/users', { login: 'holder', roles: [role.id] })).body;
    expect((await server.delete(`/api/roles/${role.id}`)).status).toBe(422);
    await server.delete(`/api/users/${user.id}`);
    expect((await server.delete(`/api/roles/${role.id}`)).status).toBe(200);
    expect((await server.get(`/api/roles/${role.id}`)).status).toBe(404);
    expect((await server.post(`/api/roles/${role.id}/restore`, {})).body.title).toBe(role.title);
  });
  it('contract 3: a change of a role, or of the roles of a user, takes effect at the next request', async () => {
    const { token, id, roleId } = await server.userWith([]);
    const sites = async (): Promise<number> => (await server.get('/api/sites', { token })).status;
    expect(await sites()).toBe(403);
    await server.put(`/api/roles/${roleId}`, { permissions: [await permission('site_access')] });
    expect(await sites()).toBe(200);
    await server.put('/api/roles/mass-update', { items: [{ id: roleId, permissions: [] }] });
    expect(await sites()).toBe(403);
    const other = await make('site_access');
    await server.put(`/api/users/${id}`, { roles: [other.id] });
    expect(await sites()).toBe(200);
    await server.put(`/api/users/${id}`, { roles: [] });
    expect(await sites()).toBe(403);
  });
  it('contract 3: nobody puts a permission into a role that they lack', async () => {
    const { token } = await server.userWith([...ROLE_RIGHTS, 'site_show']);
    const [show, edit] = [await permission('site_show'), await permission('site_edit')];
    const made = await server.post('/api/roles', { title: title(), permissions: [show] }, { token });
    expect(made.status).toBe(201);
    const answers = [
      await server.post('/api/roles', { title: title(), permissions: [edit] }, { token }),
      await server.put(`/api/roles/${made.body.id}`, { permissions: [show, edit] }, { token }),
      await server.post('/api/roles/mass-store', { items: [{ title: title(), permissions: [edit] }] }, { token }),
      await server.put('/api/roles/mass-update', { items: [{ id: made.body.id, permissions: [edit] }] }, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await server.get(`/api/roles/${made.body.id}`)).body.data.permissions).toEqual([show]);
  });
  it('contract 3: nobody touches a role with a permission that they lack', async () => {
    const { token } = await server.userWith([...ROLE_RIGHTS, 'site_show']);
    const [above, beside] = [await make('site_edit'), await make('site_show')];
    for (const id of [above.id, 1]) {
      const answers = [
        await server.put(`/api/roles/${id}`, { title: title() }, { token }),
        await server.put(`/api/roles/${id}`, { permissions: [] }, { token }),
        await server.delete(`/api/roles/${id}`, { token }),
        await server.put('/api/roles/mass-update', { items: [{ id: beside.id }, { id, title: title() }] }, { token }),
        await server.delete('/api/roles/mass-destroy', { body: { ids: [beside.id, id] }, token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await server.put(`/api/roles/${beside.id}`, { title: title() }, { token })).status).toBe(200);
    for (const { id } of [above, beside]) await server.delete(`/api/roles/${id}`);
    expect((await server.post(`/api/roles/${above.id}/restore`, {}, { token })).status).toBe(403);
    expect((await server.post(`/api/roles/${beside.id}/restore`, {}, { token })).status).toBe(200);
  });
  it('contract 3: 401 comes before 403, 403 before 404, 404 before 422', async () => {
    const { token } = await server.userWith(['user_edit']);
    expect((await server.put('/api/users/999999', { granularity: 9 }, { token: null })).status).toBe(401);
    expect((await server.delete('/api/users/999999', { token })).status).toBe(403);
    expect((await server.put('/api/users/999999', { granularity: 9, password: 'x' }, { token })).status).toBe(404);
  });
});
