import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe.each(ENGINES)('permissions on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 9: permissions are listed and read', async () => {
    const { token } = await server.userWith(['permission_access', 'permission_show']);
    const { status, body } = await server.get('/api/permissions', { token });
    expect(status).toBe(200);
    const [first] = body;
    expect((await server.get(`/api/permissions/${first.id}`, { token })).body.data).toMatchObject({
      title: first.title,
    });
    const { token: none } = await server.userWith([]);
    expect((await server.get('/api/permissions', { token: none })).status).toBe(403);
  });
  it.each([
    ['POST', '/api/permissions', 'GET, HEAD'],
    ['PUT', '/api/permissions/1', 'GET, HEAD'],
    ['PATCH', '/api/permissions/1', 'GET, HEAD'],
    ['DELETE', '/api/permissions/1', 'GET, HEAD'],
    ['POST', '/api/permissions/1', 'GET, HEAD'],
    ['PUT', '/api/permissions/mass-update', 'GET, HEAD'],
    ['POST', '/api/permissions/mass-store', 'GET, HEAD'],
    ['DELETE', '/api/permissions/mass-destroy', 'GET, HEAD'],
  ])('contract 9: %s %s answers 405 with Allow', async (method, path, allow) => {
    const { status, headers, body } = await server.request(method, path, { body: { title: 'x_show' } });
    expect([status, headers.get('allow'), body.code]).toEqual([405, allow, 405]);
  });
  it('contract 1: permission_roles is no path', async () => {
    expect((await server.get('/api/permission_roles')).status).toBe(404);
  });
});
