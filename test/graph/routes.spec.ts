/** The routes of the graph over HTTP: the worked example, what is refused, and that no request makes the server fail. @seconds 9 */
import { registry } from '../../src/engine/index.js';
import { FAMILIES } from '../../src/graph/graph.js';
import { ROUTE_FACTS } from '../../src/graph/parameters.js';
import { FORMATS, ROUTES, type Route } from '../../src/graph/questions.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const REQUESTS = Number(process.env['REQUESTS'] ?? 300);

/** The least that each route needs. */
const LEAST: Readonly<Record<Route, string>> = {
  objects: '?search=cl',
  neighbourhood: '?of=bays_1',
  between: '?kinds=applications,databases',
  paths: '?from=bays_1&to=applications_1',
  impact: '?of=bays_1',
  dependencies: '?of=applications_1',
  'single-points': '',
  cuts: '',
  cycles: '',
  orphans: '',
  statistics: '',
};

describe.each(ENGINES)('the routes of the graph on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startDemo(engine);
  }, 120_000);
  afterAll(() => server.stop());

  const get = (path: string, token?: string): ReturnType<TestServer['get']> =>
    server.get(`/api/graph/${path}`, token === undefined ? {} : { token });

  it('the outage of a host is that of the specification', async () => {
    const { status, body } = await get('impact?of=physical-servers_1');
    expect(status).toBe(200);
    expect(body.nodes.find(({ id }: { id: string }) => id === 'clusters_1')).toEqual({
      id: 'clusters_1',
      label: 'CLU-VIRTUAL',
      group: 'clusters',
      view: 'logical',
      // The map gives it a picture, which the page that shows the example leaves out.
      icon: `/api/documents/${(await server.get('/api/clusters/1')).body.data.icon_id}/download`,
      data: { id: 1, name: 'CLU-VIRTUAL', model: 'clusters', url: '/api/clusters/1' },
      state: 'at_risk',
      round: 1,
      chain: ['physical-servers_1', 'clusters_1'],
      chain_states: ['down', 'at_risk'],
      because: [{ edge: 'clusters.physical_servers', from: 'physical-servers_1', group: 'member', standing: 1, of: 2 }],
    });
    expect(body.summary).toMatchObject({
      down: {
        total: 1,
        by_kind: { 'physical-servers': 1 },
        needs: { a: null, rto: null },
      },
      at_risk: {
        total: 8,
        by_kind: { 'logical-servers': 7, clusters: 1 },
        needs: { a: null, rto: null },
      },
      // One of the machines on which it runs beside its servers is down: what works through it works worse.
      degraded: { needs: { a: { level: 4 }, rto: { minutes: 60, of: ['activities_1'] } } },
    });
    expect(body.meta).toEqual({
      of: ['physical-servers_1'],
      snapshot: expect.any(String),
      truncated: false,
      left_out: 0,
      hidden_kinds: [],
    });
  });
  it.each(ROUTES)('%s answers in all its formats, the same twice, to HEAD too', async (route) => {
    for (const format of ROUTE_FACTS[route].formats) {
      const url = `${route}${LEAST[route]}${LEAST[route] ? '&' : '?'}format=${format}`;
      const [first, second] = [await get(url), await get(url)];
      expect([format, first.status, first.headers.get('cache-control')]).toEqual([format, 200, 'private, no-cache']);
      expect(first.body).toEqual(second.body);
      const head = await server.request('HEAD', `/api/graph/${url}`);
      expect([head.status, head.body]).toEqual([200, '']);
      const saved = await get(`${url}&download=1`);
      expect(saved.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="${route}\\.`));
    }
  });
  it('kinds, families and edges are told in the language of the request', async () => {
    const english = (await get('kinds')).body;
    expect([english.kinds.length, english.connectors.length, english.families.length]).toEqual([51, 4, 13]);
    // References and links, addresses, connectors, and what objects with one address are to each other.
    expect(english.edges).toHaveLength(117 + 15 + 4 + 3);
    const accounts = english.kinds.filter(({ account }: { account: boolean }) => account);
    expect(accounts.map(({ path }: { path: string }) => path)).toEqual(['admin-users']);
    const french = await server.get('/api/graph/kinds', { headers: { 'accept-language': 'fr' } });
    const titles = (kinds: Array<{ path: string; title: string }>): string[] => kinds.map(({ title }) => title);
    expect(titles(french.body.kinds)).toContain('Bases de données');
    expect(titles(french.body.families.map(({ title }: { title: string }) => ({ title })))).toContain('fonctionne sur');
    expect(french.headers.get('content-language')).toBe('fr');
  });
  it('connectors are nodes where that is asked for, with what they are linked to', async () => {
    const [{ id }] = (await server.get('/api/physical-links')).body;
    expect((await get(`neighbourhood?of=physical-links_${id}`)).status).toBe(400);
    const cable = (await get(`neighbourhood?of=physical-links_${id}&connectors=nodes`)).body;
    expect(cable.edges.map(({ edge }: { edge: string }) => edge).sort()).toEqual(
      expect.arrayContaining(['physical-links.dest', 'physical-links.source']),
    );
    const all = (await get('neighbourhood?of=sites_1,applications_1&depth=10&connectors=nodes&most=5000')).body;
    const groups = new Set(all.nodes.map(({ group }: { group: string }) => group));
    expect(['application-flows', 'logical-flows', 'physical-links'].filter((path) => !groups.has(path))).toEqual([]);
    const flows = (await server.get('/api/application-flows?include=informations')).body as Array<{
      id: number;
      informations: Array<{ id: number }>;
    }>;
    const wanted = flows.flatMap((flow) =>
      flow.informations.map((one) => `information.application_flows:${one.id}:${flow.id}`),
    );
    const known = new Set(all.edges.map((edge: { id: string }) => edge.id));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((edge) => known.has(edge)).length).toBeGreaterThan(0);
    const only = await get(`neighbourhood?of=physical-links_${id}&connectors=nodes&kinds=physical-links`);
    expect([only.status, only.body.nodes.length]).toEqual([200, 1]);
  });
  it('objects are named in several ways, and the same twice counts once', async () => {
    const { body } = await get('impact?of=bays_1,bays/1,BAY_1,%20bays_1');
    expect(body.meta.of).toEqual(['bays_1']);
    expect((await get('impact?of=applications_1')).body.nodes[0].id).toBe('applications_1');
    expect((await get('impact?of=APP_1')).body.nodes[0].id).toBe('applications_1');
  });
  it.each([
    ['impact', 'of'],
    ['impact?of=bays_1&most=1&colour=red', 'colour'],
    ['impact?of=', 'of'],
    ['impact?of=bays', 'of'],
    ['impact?of=bays_0', 'of'],
    ['impact?of=bays_99999999999', 'of'],
    ['impact?of=bays_1,,', 'of'],
    ['impact?of=cars_1', 'of'],
    ['impact?of=documents_1', 'of'],
    ['impact?of=physical-links_1', 'of'],
    ['impact?of=bays_1&of=bays_2', 'of'],
    ['impact?of=bays_1&most=0', 'most'],
    ['impact?of=bays_1&most=5001', 'most'],
    ['impact?of=bays_1&most=1e3', 'most'],
    ['impact?of=bays_1&flows=perhaps', 'flows'],
    ['impact?of=bays_1&states=broken', 'states'],
    ['impact?of=bays_1&min_up=applications_1', 'min_up'],
    ['impact?of=bays_1&min_up=applications_1:x', 'min_up'],
    ['impact?of=bays_1&format=xlsx', 'format'],
    ['impact?of=bays_1&format=csv&sep=x', 'sep'],
    ['impact?of=bays_1&download=2', 'download'],
    ['neighbourhood?of=bays_1&depth=11', 'depth'],
    ['neighbourhood?of=bays_1&depth=-1', 'depth'],
    ['neighbourhood?of=bays_1&direction=left', 'direction'],
    ['neighbourhood?of=bays_1&families=cars', 'families'],
    ['neighbourhood?of=bays_1&edges=bays.nothing', 'edges'],
    ['neighbourhood?of=bays_1&kinds=cars', 'kinds'],
    ['neighbourhood?of=bays_1&kinds=users', 'kinds'],
    ['neighbourhood?of=bays_1&views=cars', 'views'],
    ['neighbourhood?of=bays_1&hide=cars', 'hide'],
    ['between', 'kinds'],
    ['between?kinds=,', 'kinds'],
    ['between?kinds=cars', 'kinds'],
    ['between?kinds=application-flows', 'kinds'],
    ['dependencies?of=bays_1,bays_2', 'of'],
    ['paths?from=bays_1', 'to'],
    ['paths?from=bays_1&to=bays_2&most=21', 'most'],
    ['single-points?least=0', 'least'],
    ['cycles?format=dot', 'format'],
    ['statistics?most=1', 'most'],
    ['kinds?search=x', 'search'],
    ['objects?search=%CC%81', 'search'],
    [`objects?search=${'x'.repeat(300)}`, 'search'],
  ])('%s is 400 and names %s', async (path, name) => {
    const { status, body } = await get(path);
    expect([path, status]).toEqual([path, 400]);
    expect(body.message).toContain(name);
  });
  it('an object that there is not is 404', async () => {
    for (const path of [
      'impact?of=bays_4000',
      'paths?from=bays_1&to=bays_4000',
      'impact?of=bays_1&min_up=sites_4000:1',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
  it(`${REQUESTS} requests with random parameters, none of which fails the server (SEED=${SEED})`, async () => {
    console.log(`SEED=${SEED}`);
    let state = SEED + 1;
    const next = (): number => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const { nodes } = registry.graph();
    const object = (): string => `${pick(nodes)}_${1 + Math.floor(next() * 4)}`;
    const values: Array<() => string> = [
      ...[object, () => `${object()},${object()}`, () => pick(FAMILIES), () => pick(nodes), () => pick(FORMATS)],
      ...[() => String(Math.floor(next() * 12)), () => pick(['up', 'down', 'both', 'down,degraded', '1', '0', 'true'])],
      ...[
        () => pick(['', ' ', ',', '%', "'", '\u0000', '🦊', '__proto__', '[]', 'x'.repeat(2000)]),
        () => `${object()}:1`,
      ],
    ];
    const counts = new Map<number, number>();
    for (let i = 0; i < REQUESTS; i++) {
      const route = pick(ROUTES);
      const query = new URLSearchParams(LEAST[route].slice(1));
      for (const { name } of ROUTE_FACTS[route].parameters) if (next() < 0.3) query.set(name, pick(values)());
      if (next() < 0.2) query.set('format', pick(FORMATS));
      const { status } = await server.get(`/api/graph/${route}?${query.toString()}`, { documented: false });
      expect([status < 500, `${route}?${query.toString()}`]).toEqual([true, expect.any(String)]);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    expect(counts.get(200)).toBeGreaterThan(REQUESTS / 6);
  }, 600_000);
});
