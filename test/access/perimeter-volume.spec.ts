/** How much changes outside a perimeter is not told by the length of what is answered inside. @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** Changes of the journal among which the summary looks for the objects changed last, and those since a moment. */
const [LAST, SINCE] = [200, 2000];

describe.each(ENGINES)('what changes outside a perimeter, on %s', (engine) => {
  let server: TestServer;
  let token: string;
  let process_: number;
  let hidden: number;

  const make = async (path: string, body: Record<string, unknown>): Promise<number> =>
    (await server.post(`/api/${path}`, body)).body.id as number;

  /** How many changes each page of a history has, up to its end. */
  async function pagesOf(url: string): Promise<number[]> {
    const sizes: number[] = [];
    for (let next: string | undefined = url; next !== undefined;) {
      const { status, body, headers } = await server.get(next, { token });
      expect(status).toBe(200);
      sizes.push((body as unknown[]).length);
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace(server.url, '');
    }
    return sizes;
  }

  beforeAll(async () => {
    server = await TestServer.start(engine);
    process_ = await make('processes', { name: 'inside' });
    hidden = await make('applications', { name: 'outside' });
    const rules = [
      { resource: 'processes', filter: { name: 'inside' } },
      { resource: 'applications', filter: { name: 'inside' } },
    ];
    const perimeter = await make('perimeters', { name: 'inside', rules });
    const abilities = ['process_access', 'process_show', 'application_access', 'application_show'];
    const person = await server.userWith(abilities);
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter] })).status).toBe(200);
    token = person.token;
  });
  afterAll(() => server.stop());

  it('links of what is hidden leave no empty pages in a history', async () => {
    const url = `/api/processes/${process_}/history?page[size]=1`;
    for (const description of ['one', 'two']) {
      for (const processes of [[process_], []]) await server.patch(`/api/applications/${hidden}`, { processes });
      await server.patch(`/api/processes/${process_}`, { description });
    }
    for (const processes of [[process_], []]) await server.patch(`/api/applications/${hidden}`, { processes });
    expect(await pagesOf(url)).toEqual([1, 1, 1]);
    expect(await pagesOf(url.replace('=1', '=2'))).toEqual([2, 1]);
    const all = await server.get(`/api/processes/${process_}/history`);
    expect(all.body).toHaveLength(9);
  });

  it('the summary tells the same, however much changed elsewhere', async () => {
    const visible = await make('applications', { name: 'inside' });
    const url = '/api/summary?since=-1d';
    const before = await server.get(url, { token });
    expect(before.body.recent).toHaveLength(2);
    expect(before.body.changed).toMatchObject({ total: 2, more: false });
    for (let made = 0; made <= SINCE; made += 1000) {
      const items = Array.from({ length: 1000 }, (_, i) => ({ name: `elsewhere ${made + i}` }));
      expect((await server.post('/api/applications/mass-store', { items })).status).toBe(201);
    }
    expect(SINCE).toBeGreaterThan(LAST);
    const after = await server.get(url, { token });
    expect(after.body).toEqual({ ...before.body, changed: { ...before.body.changed, since: expect.any(String) } });
    expect((await server.patch(`/api/applications/${visible}`, { description: 'new' })).status).toBe(200);
    const all = await server.get(url);
    expect(all.body.changed).toMatchObject({ more: true });
  });
});
