/** Walks as pictures: the same file that the picture of the walk is, asked for where the walk is asked for. */
import { DRAWN_FORMATS, ROUTES, WALKS } from '../../src/graph/questions.js';
import { PICTURE_FORMATS } from '../../src/pictures/parameters.js';
import { startDemo } from '../support/demo.js';
import type { TestAnswer, TestServer } from '../support/server.js';

/** What each walk is asked with, and the picture that it is. */
const ASKED = {
  neighbourhood: ['of=bays_1&families=places,hosting&direction=up', 'object?depth=1&'],
  paths: ['from=bays_1&to=applications_1&longest=5', 'path?'],
  impact: ['of=bays_1&min_up=applications_1:1', 'impact?'],
} as const;

describe('walks that are drawn', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startDemo();
  }, 120_000);
  afterAll(() => server.stop());

  const get = (path: string, options: Parameters<TestServer['get']>[1] = {}): Promise<TestAnswer> =>
    server.get(`/api/graph/${path}`, options);

  it.each(WALKS)('%s is its picture in every format, byte for byte, and a file with download', async (route) => {
    const [question, picture] = ASKED[route];
    for (const format of DRAWN_FORMATS) {
      const walk = await get(`${route}?${question}&format=${format}`);
      const drawn = await get(`pictures/${picture}${question}&format=${format}`);
      expect([format, walk.status, walk.headers.get('content-type')]).toEqual([format, 200, PICTURE_FORMATS[format]]);
      expect(walk.body).toEqual(drawn.body);
      expect(walk.headers.get('etag')).toBe(drawn.headers.get('etag'));
      const saved = await get(`${route}?${question}&format=${format}&download=true`);
      expect(saved.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="${route}\\.`));
    }
  });

  it('has a tag, by which a client that has it is told that it is the same', async () => {
    const url = 'impact?of=bays_1&format=svg';
    const tag = (await get(url)).headers.get('etag')!;
    expect((await get(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const { body: bay } = await server.get('/api/bays/1');
    await server.put('/api/bays/1', { name: 'Another rack' });
    const changed = await get(url, { headers: { 'if-none-match': tag } });
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
    expect(changed.body).toContain('Another rack');
    await server.put('/api/bays/1', { name: bay.data.name });
  });

  it('is in the language of the request', async () => {
    const { body } = await get('impact?of=bays_1&format=text', { headers: { 'accept-language': 'fr' } });
    expect(body).toContain('Baie');
  });

  it('takes tags of objects, and as many ways as are asked for', async () => {
    await server.put('/api/applications/1', { attributes: 'drawn' });
    const near = 'neighbourhood?of=logical-servers_1&format=text';
    expect((await get(near)).body).toMatch(/Clarté[^]*CLU-VIRTUAL|CLU-VIRTUAL[^]*Clarté/);
    const tagged = await get(`${near}&tags=drawn`);
    expect(tagged.body).toContain('Clarté');
    expect(tagged.body).not.toContain('CLU-VIRTUAL');
    const lines = async (most: number): Promise<number> =>
      (await get(`paths?from=bays_1&to=applications_1&most=${most}&format=text`)).body.split('\n').length;
    expect(await lines(1)).toBeLessThan(await lines(5));
  });

  it.each([
    ['impact?of=bays_1&format=svg&most=5', 400, 'most'],
    ['impact?of=bays_1&format=svg&theme=dark', 400, 'theme'],
    ['neighbourhood?of=bays_1&format=svg&depth=6', 400, 'depth'],
    ['neighbourhood?of=bays_1&format=gif', 400, 'format'],
    ['paths?from=bays_1&format=png', 400, 'to'],
    ['paths?from=bays_1&to=bays_2&format=png&most=21', 400, 'most'],
    ['impact?of=bays_4000&format=svg', 404, '4000'],
  ])('%s is %i and names %s', async (path, status, name) => {
    const answer = await get(path);
    expect([answer.status, path]).toEqual([status, path]);
    expect(answer.body.message).toContain(name);
  });

  it.each(ROUTES.filter((route) => !WALKS.some((walk) => walk === route)))('%s is no picture', async (route) => {
    const of = { dependencies: 'of=bays_1&', objects: 'search=x&', between: 'kinds=bays&' }[route as string] ?? '';
    const { status, body } = await get(`${route}?${of}format=svg`);
    expect([status, body.message]).toEqual([400, expect.stringContaining('format')]);
  });

  it('needs what the walk needs, and draws nothing that is hidden', async () => {
    expect((await get('impact?of=bays_1&format=svg', { token: null })).status).toBe(401);
    const { token: none } = await server.userWith(['bay_access']);
    expect((await get('impact?of=bays_1&format=svg', { token: none })).status).toBe(403);
    const { token } = await server.userWith(['explore_access', 'bay_access', 'storage_device_access']);
    const { body } = await get('impact?of=bays_1&format=text', { token });
    expect(body).toContain('SAN-01');
    expect(body).not.toMatch(/ESX|Clarté/);
  });

  it('kinds have the colours and signs of pictures, whoever looks', async () => {
    const { kinds } = (await get('kinds')).body as { kinds: Array<{ path: string; colour: string; icon: string }> };
    for (const { colour, icon } of kinds) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(icon).toMatch(/^<(path|rect|circle|line|ellipse|polyline)/);
    }
    const sites = kinds.find(({ path }) => path === 'sites')!;
    expect((await get('pictures/physical-infrastructure?format=svg')).body).toContain(sites.colour);
    const { token } = await server.userWith(['explore_access', 'site_access']);
    expect((await get('kinds', { token })).body.kinds).toEqual([sites]);
  });
});
