/** `dry_run`: a route that writes tries, or says that it cannot; none stores what was only to be tried. @seconds 12 */
import { apiDocument } from '../../src/api-document.js';
import { PARAMETERS } from '../../src/openapi/headers.js';
import { each, type Route } from '../access/doors.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const METHODS = ['post', 'put', 'patch', 'delete'] as const;
const NONE = 'There is no dry run of this request: without the parameter dry_run it is carried out.';

/** The routes that write, or stand for one, and whether they are described with a dry run. */
const routes = Object.entries(apiDocument().paths).flatMap(([url, item]) =>
  METHODS.flatMap((method): Array<Route & { offers: boolean }> => {
    const operation = item[method];
    if (!operation) return [];
    const offers = (operation.parameters ?? []).some((one) => {
      const named = '$ref' in one ? PARAMETERS[one.$ref.split('/').at(-1)!]! : one;
      return named.name === 'dry_run';
    });
    return [{ method: method.toUpperCase(), url, offers }];
  }),
);

describe('routes that write', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
  });
  afterAll(() => server.stop());

  /** Asks for a dry run, about objects that nobody has. */
  const tried = async ({ method, url }: Route): Promise<TestAnswer> => {
    const path = `${url.replace(/\{\w+\}/g, '4000000000')}?dry_run=1`;
    const answer = await server.request(method, path, { documented: false });
    if (answer.status !== 405) return answer;
    // A route that stands in for others wants to know for which.
    const stands = answer.headers
      .get('allow')!
      .split(', ')
      .find((one) => ['PUT', 'DELETE'].includes(one));
    return server.request(method, path, { body: { _method: stands }, documented: false });
  };

  it('offer a dry run, or refuse the parameter by its name', async () => {
    expect(routes.filter(({ offers }) => offers).length).toBeGreaterThan(500);
    expect(routes.filter(({ offers }) => !offers).length).toBeGreaterThan(30);
    const wrong = await each(routes, async (route) => {
      const { status, body } = await tried(route);
      const refuses = status === 400 && body.message === NONE;
      return refuses === route.offers
        ? [`${route.method} ${route.url}: ${status} ${JSON.stringify(body).slice(0, 90)}`]
        : [];
    });
    expect(wrong.flat()).toEqual([]);
  });
});

describe.each(ENGINES)('what is only tried on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('restoring: answers, stores nothing, and keeps to what was read', async () => {
    const { id } = (await server.post('/api/sites', { name: 'tried' })).body as { id: number };
    const { headers } = await server.get(`/api/sites/${id}`);
    const before = { 'if-match': headers.get('etag')! };
    await server.delete(`/api/sites/${id}`);
    const restore = (query: string, sent = {}): Promise<TestAnswer> =>
      server.post(`/api/sites/${id}/restore${query}`, undefined, { headers: sent });

    const dry = await restore('?dry_run=1');
    expect([dry.status, dry.body.name]).toEqual([200, 'tried']);
    expect((await server.get(`/api/sites/${id}`)).status).toBe(404);
    expect((await restore('?dry_run=2')).status).toBe(400);
    expect((await restore('', before)).status).toBe(412);
    const reader = await server.userWith(['site_edit', 'site_delete', 'site_show']);
    expect(
      (await server.post(`/api/sites/${id}/restore`, undefined, { headers: before, token: reader.token })).status,
    ).toBe(412);
    expect((await server.get(`/api/sites/${id}`)).status).toBe(404);
    expect((await restore('', { 'if-match': '*' })).status).toBe(200);
    expect((await server.get(`/api/sites/${id}`)).status).toBe(200);
  });

  it('feeding: sources, records and plans stay as they are', async () => {
    const source = '/api/feed/sources/TRIED';
    const none = async (answer: Promise<TestAnswer>): Promise<void> => {
      const { status, body } = await answer;
      expect([status, body.message]).toEqual([400, NONE]);
    };
    await none(server.put(`${source}?dry_run=1`, {}));
    expect((await server.get(source)).status).toBe(404);

    await server.put(source, {});
    const items = [{ type: 'sites', ref: 'a', set: { name: 'tried by a source' } }];
    const plan = await server.post('/api/feed/plans', { feed: 1, source: 'TRIED', items });
    await none(server.post(`/api/feed/plans/${plan.body.data.id}/apply?dry_run=1`, undefined));
    expect((await server.get('/api/sites?filter[name]=tried by a source')).body).toEqual([]);

    await server.post(`/api/feed/plans/${plan.body.data.id}/apply`, undefined);
    const [{ id }] = (await server.get('/api/sites?filter[name]=tried by a source')).body as [{ id: number }];
    const records = async (): Promise<string> => JSON.stringify((await server.get(`/api/sites/${id}/sources`)).body);
    const said = await records();
    expect(said).toContain('"TRIED"');
    await none(server.delete(`${source}/records?type=sites&ref=a&dry_run=1`));
    await none(server.delete(`${source}?dry_run`));
    expect([await records(), (await server.get(source)).status]).toEqual([said, 200]);
    // A parameter that says that it is meant is no mistake.
    expect((await server.delete(`${source}?dry_run=0`)).status).toBe(204);
  });
});
