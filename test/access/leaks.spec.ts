/** Nothing leaks around an ability: what one may not list, one sees on no other way either (contract 3). */
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

describe.each(ENGINES)('around abilities on %s', (engine) => {
  let server: TestServer;
  let building: number;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const add = async (path: string, body: object): Promise<number> => (await server.post(path, body)).body.id;
    const site = await add('/api/sites', { name: 'Campus' });
    building = await add('/api/buildings', { name: 'Block A', site_id: site });
    await add('/api/buildings', { name: 'Block B', site_id: site });
  });
  afterAll(() => server.stop());

  const told = ({ status, body }: TestAnswer): [number, boolean] => [status, /site/.test(String(body.message))];

  it.each([
    ['include', 'buildings?include=site', 'site_access'],
    ['an include of a count', 'sites?include=buildingsCount', 'building_access'],
    ['an include of an existence', 'sites?include=buildingsExists', 'building_access'],
    ['a filter on a relation', 'buildings?filter[site.name]=Campus', 'site_access'],
    ['a filter on its existence', 'buildings?filter[site_exists]=true', 'site_access'],
  ])('contract 3: %s needs the right to list the related objects: 403, naming it', async (_, path, lacking) => {
    const both = ['building_access', 'site_access'];
    const { token } = await server.userWith(both.filter((ability) => ability !== lacking));
    const answer = await server.get(`/api/${path}`, { token });
    expect([answer.status, String(answer.body.message)]).toEqual([403, expect.stringContaining(lacking)]);
    const { token: allowed } = await server.userWith(both);
    expect((await server.get(`/api/${path}`, { token: allowed })).status).toBe(200);
  });
  it('contract 3: an include of a single read needs it as well, its ids are part of the object', async () => {
    const { token } = await server.userWith(['building_show', 'application_show']);
    expect(told(await server.get(`/api/buildings/${building}?include=site`, { token }))).toEqual([403, true]);
    const { id: machine } = (await server.post('/api/logical-servers', { name: 'Machine' })).body;
    const { id } = (await server.post('/api/applications', { name: 'Payroll', logical_servers: [machine] })).body;
    expect((await server.get(`/api/applications/${id}`, { token })).body.data.logical_servers).toEqual([machine]);
  });
  it('contract 3: by delegation one embeds and counts the delegated objects only', async () => {
    const user = await server.userWith(['site_access']);
    await server.post('/api/cartographers', {
      cartographiable_type: 'buildings',
      cartographiable_id: building,
      user_id: user.id,
    });
    const { body } = await server.get('/api/sites?include=buildings', user);
    expect(body[0].buildings.map(({ id }: { id: number }) => id)).toEqual([building]);
    const count = await server.get('/api/sites?include=buildingsCount', user);
    expect(count.body[0].buildings_count).toBe(1);
    const found = await server.get('/api/sites?filter[buildings.name]=Block%20B', user);
    expect([found.status, found.body]).toEqual([200, []]);
  });
  it('contract 3: deleted objects are seen with the right to delete only', async () => {
    const { token } = await server.userWith(['site_access']);
    const { token: deleter } = await server.userWith(['site_access', 'site_delete']);
    expect((await server.get('/api/sites?filter[trashed]=with', { token })).status).toBe(403);
    expect((await server.get('/api/sites?filter[trashed]=with', { token: deleter })).status).toBe(200);
  });
});
