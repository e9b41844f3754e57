/** Refusals that say what to send instead: ids, codes, and where ids are found. @seconds 6 */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

describe.each(ENGINES)('a refusal helps on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await server.post('/api/sites', { name: 'North & South' });
  });
  afterAll(() => server.stop());
  const inFrench = { headers: { 'accept-language': 'fr' } };
  const messageOf = async (path: string, options = {}): Promise<[number, string]> => {
    const { status, body } = await server.get(path, options);
    return [status, body.message as string];
  };

  it('an object that there is not is told by its title, in the language of the sentence', async () => {
    expect(await messageOf('/api/logical-servers/4711')).toEqual([
      404,
      'There is no object “4711” among Logical servers.',
    ]);
    expect(await messageOf('/api/logical-servers/4711', inFrench)).toEqual([
      404,
      "Il n'y a pas d'objet «\u00a04711\u00a0» parmi «\u00a0Serveurs logiques\u00a0».",
    ]);
    expect(await messageOf('/api/graph/impact?of=bays_99')).toEqual([404, 'There is no object “99” among Bays.']);
    expect(await messageOf('/api/graph/pictures/impact?of=bays_99')).toEqual([
      404,
      'There is no object “99” among Bays.',
    ]);
    expect(await messageOf('/api/users/99/request-limit')).toEqual([404, 'There is no object “99” among Users.']);
    expect(await messageOf('/api/tokens/99/request-limit')).toEqual([404, 'There is no object “99” among Tokens.']);
  });
  it('a name in place of an id: the sentence says where the id is, and it is there', async () => {
    const [status, message] = await messageOf('/api/sites/North%20%26%20South');
    expect([status, message]).toEqual([
      404,
      'There is no object “North & South” among Sites. An id is a whole number: GET /api/sites?filter[name]=North%20%26%20South finds it by its name.',
    ]);
    const [, path] = /GET (\S+)/.exec(message)!;
    expect((await server.get(path!)).body).toMatchObject([{ id: 1, name: 'North & South' }]);
    expect((await messageOf('/api/audit-logs/x'))[1]).toBe('There is no object “x” among Audit logs.');
  });
  it('names in place of ids in filters and the graph: the sentence says where ids are', async () => {
    expect(await messageOf('/api/buildings?filter[site_id]=North')).toEqual([
      400,
      'The parameter filter[site_id] must be an id, which is a whole number: GET /api/sites lists the objects with theirs.',
    ]);
    expect((await messageOf('/api/graph/impact?of=sites:North'))[1]).toMatch(
      /must be objects such as applications_12, .* not 'sites:North'\. GET \/api\/graph\/objects\?search=NAME finds ids by name\.$/,
    );
  });
  it('a page past the end is empty, and its Link leads back', async () => {
    const { status, body, headers } = await server.get('/api/sites?page[number]=7&page[size]=1');
    expect([status, body, headers.get('x-total-count')]).toEqual([200, [], '1']);
    expect(headers.get('link')).toMatch(/page%5Bnumber%5D=1[^>]*>; rel="prev"/);
  });
  it('/api/report without a name lists the reports, in the language of the request', async () => {
    const { status, body } = await server.get('/api/report');
    const rto = (body.reports as Array<{ name: string }>).find(({ name }) => name === 'rto');
    expect([status, rto]).toEqual([200, expect.objectContaining({ formats: ['xlsx', 'csv', 'json'] })]);
    const { body: french } = await server.get('/api/report', inFrench);
    expect(french.reports).toHaveLength(body.reports.length as number);
    expect(french.reports[0].title).not.toBe(body.reports[0].title);
    for (const { name } of body.reports as Array<{ name: string }>)
      expect([name, (await server.get(`/api/report/${name}?format=json`)).status]).toEqual([name, 200]);
    const nobody = await server.userWith(['site_access']);
    expect((await server.get('/api/report', { token: nobody.token })).status).toBe(403);
  });
});
