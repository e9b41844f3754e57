import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('contract 6: an object is created, read with the same tag, and deleted', async () => {
    const made = await server.post('/api/applications', { name: 'Dossier patient' });
    expect(made.status).toBe(201);
    const read = await server.get(`/api/applications/${made.body.id}`);
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
    expect(read.body.data).toEqual(made.body);
    expect((await server.delete(`/api/applications/${made.body.id}`)).body).toEqual([]);
  });
  it('contract 3: a user without the ability is refused', async () => {
    const { token } = await server.userWith(['application_access']);
    expect((await server.get('/api/applications', { token })).status).toBe(200);
    expect((await server.post('/api/applications', { name: 'abc' }, { token })).status).toBe(403);
  });
});
