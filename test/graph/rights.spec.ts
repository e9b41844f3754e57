/** Who sees what of the graph: what somebody could not list is not there, in no answer of any route. @seconds 11 */
import { registry } from '../../src/engine/index.js';
import { ROUTE_FACTS } from '../../src/graph/parameters.js';
import { ROUTES, type Route } from '../../src/graph/questions.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';

/** Requests of each route that see much of the map, and name no object of the kinds that are hidden here. */
const ASKED: Readonly<Record<Route, readonly string[]>> = {
  objects: ['?search=e&most=5000', '?search=1&most=5000'],
  neighbourhood: [
    '?of=bays_1&depth=1',
    '?of=bays_1,applications_1&depth=4&most=5000',
    '?of=bays_1&depth=3&hide=physical-servers&most=5000',
    '?of=sites_1&depth=10&direction=up&most=5000',
  ],
  between: ['?kinds=bays,physical-servers,applications', '?kinds=bays,processes,entities,sites,buildings&most=5000'],
  paths: ['?from=bays_1&to=applications_1&most=20', '?from=sites_1&to=processes_1&most=5'],
  impact: ['?of=bays_1&most=5000', '?of=sites_1&flows=1&most=5000', '?of=physical-servers_2&min_up=applications_1:1'],
  dependencies: ['?of=applications_1&most=5000'],
  'single-points': ['?most=5000'],
  cuts: ['?most=5000', '?families=hosting,cables&most=5000'],
  cycles: ['?most=5000', '?families=hosting,flows,business&most=5000'],
  orphans: ['?most=5000', '?without=hosting&most=5000'],
  statistics: [''],
};
/** What pictures of answers cannot do without. */
const DRAWN: Readonly<Record<string, string>> = {
  object: '?of=bays_1&depth=3&',
  path: '?from=bays_1&to=applications_1&',
  impact: '?of=sites_1&',
  dependencies: '?of=applications_1&',
};
const PICTURES = VIEWS.map(({ name }) => `/api/graph/pictures/${name}${DRAWN[name] ?? '?'}foot=0&format=text`);
const REQUESTS = [
  ...ROUTES.flatMap((route) => ASKED[route].map((query) => `/api/graph/${route}${query}`)),
  ...PICTURES,
];
/** Kinds and connectors that are hidden, one at a time: some of each sort, or all of them with `RIGHTS=all`. */
const HIDDEN =
  process.env['RIGHTS'] === 'all'
    ? [...registry.graph().nodes, ...registry.graph().connectors.map(({ name }) => name)]
    : [
        ...['clusters', 'physical-links', 'application-flows', 'databases', 'subnetworks', 'routers'],
        ...['logical-servers', 'relations', 'workstations'],
      ];
/** Kinds that the requests name: their callers must see them. */
const NAMED = new Set(['bays', 'applications', 'sites', 'physical-servers', 'processes', 'entities', 'buildings']);

type Json = Record<string, unknown>;

/** An answer without its state, hidden kinds, and the numbers of edges to objects that are gone. Pictures are texts. */
function comparable(body: Json | string): Json | string {
  if (typeof body === 'string') return body;
  const { meta, dangling: _, not_drawn, ...rest } = body;
  const { snapshot: __, hidden_kinds: ___, ...others } = meta as Json;
  const { nowhere: ____, ...notDrawn } = (not_drawn ?? {}) as Json;
  return { ...rest, meta: others, not_drawn: notDrawn };
}

describe.each(ENGINES)('rights on the graph on %s', (engine) => {
  let server: TestServer;
  let answers = 0;

  beforeAll(async () => {
    server = await startDemo(engine);
  }, 120_000);
  afterAll(() => server.stop());

  /** Everything that may be listed but these kinds. */
  const without = async (...hidden: string[]): Promise<string> => {
    const { nodes, connectors } = registry.graph();
    const keys = [...nodes, ...connectors.map(({ name }) => name)]
      .filter((path) => !hidden.includes(path))
      .map((path) => `${registry.get(path).key}_access`);
    return (await server.userWith(['explore_access', ...new Set(keys)])).token;
  };

  it.each([...REQUESTS, '/api/graph/kinds'])('%s needs a token, and explore_access', async (path) => {
    expect((await server.get(path, { token: null })).status).toBe(401);
    const { token } = await server.userWith(['bay_access', 'application_access']);
    expect((await server.get(path, { token })).status).toBe(403);
  });
  it('a kind that is hidden is 403 by whatever name, whether the object exists or not', async () => {
    const token = await without('clusters');
    const paths = [
      ...[
        'impact?of=clusters_1',
        'impact?of=clusters_99999',
        'impact?of=CLUST_1',
        'neighbourhood?of=bays_1,clusters/1',
      ],
      ...[
        'neighbourhood?of=bays_1&kinds=clusters',
        'neighbourhood?of=bays_1&hide=clusters',
        'objects?search=a&kinds=clusters',
        'between?kinds=bays,clusters',
      ],
      ...['paths?from=clusters_1&to=bays_1', 'paths?from=bays_1&to=clusters_1', 'dependencies?of=clusters_1'],
      ...['single-points?of=clusters', 'single-points?among=clusters', 'impact?of=bays_1&min_up=clusters_1:1'],
    ];
    for (const path of paths) {
      const { status, body } = await server.get(`/api/graph/${path}`, { token });
      expect([path, status, (body as Json)['message']]).toEqual([path, 403, expect.stringContaining('clusters')]);
    }
    const kinds = (await server.get('/api/graph/kinds', { token })).body;
    expect(kinds.meta.hidden_kinds).toEqual(['clusters']);
    expect(
      JSON.stringify({ kinds: kinds.kinds, edges: kinds.edges.map(({ from, to }: Json) => [from, to]) }),
    ).not.toContain('"clusters"');
  });
  it.each(HIDDEN)(
    'whoever may not list %s gets the answers of a map without them',
    async (hidden) => {
      const token = await without(hidden);
      const names = ((await server.get(`/api/${hidden}`)).body as Array<{ id: number }>).map(
        ({ id }) => `${hidden}_${id}`,
      );
      const seen = new Map<string, Json | string>();
      for (const path of REQUESTS) {
        const { status, body, headers } = await server.get(path, { token });
        answers++;
        if (NAMED.has(hidden) && status === 403) continue;
        expect([path, status]).toEqual([path, 200]);
        if (typeof body !== 'string') expect(body.meta.hidden_kinds).toEqual([hidden]);
        const ids = new Set(JSON.stringify(body).match(/[a-z-]+_\d+/g));
        expect(names.filter((name) => ids.has(name))).toEqual([]);
        seen.set(path, comparable(body));
        // The tag is that of all that is drawn.
        if (typeof body === 'string') seen.set(`tag of ${path}`, headers.get('etag')!);
      }
      for (const name of names)
        expect((await server.delete(`/api/${name.replace('_', '/')}`)).status).toBeLessThan(300);
      try {
        for (const path of REQUESTS.filter((one) => seen.has(one))) {
          const { body, headers } = await server.get(path);
          answers++;
          expect([path, comparable(body)]).toEqual([path, seen.get(path)]);
          if (typeof body === 'string') expect(headers.get('etag')).toBe(seen.get(`tag of ${path}`));
        }
      } finally {
        for (const name of names) await server.post(`/api/${name.replace('_', '/')}/restore`, {});
      }
    },
    60_000,
  );
  afterAll(() => console.log(`${engine}: ${answers} answers with one kind hidden`));
  it('whoever was given objects one by one sees these and nothing else', async () => {
    const user = await server.userWith(['explore_access']);
    const given = [
      ['Bay', 'bays', 1],
      ['PhysicalServer', 'physical-servers', 1],
      ['LogicalServer', 'logical-servers', 1],
      ['Application', 'applications', 1],
    ] as const;
    for (const [type, , id] of given) {
      const body = { cartographiable_type: type, cartographiable_id: id, user_id: user.id };
      expect((await server.post('/api/cartographers', body)).status).toBe(201);
    }
    const { token } = user;
    const allowed = new Set(given.map(([, path, id]) => `${path}_${id}`));
    const { body } = await server.get('/api/graph/statistics', { token });
    expect(body.nodes).toEqual({
      total: 4,
      by_kind: Object.fromEntries(given.map(([, path]) => [path, 1])),
      outside: 0,
    });
    expect(body.dangling).toEqual({ total: 0, by_edge: {} });
    for (const route of ROUTES) {
      const query = ASKED[route][0]!;
      const answer = await server.get(`/api/graph/${route}${query}`, { token });
      expect([route, answer.status]).toEqual([route, 200]);
      const text = JSON.stringify({ ...answer.body, meta: null });
      const ids = (text.match(/"[a-z-]+_\d+"/g) ?? []).map((id) => id.slice(1, -1));
      expect([route, ids.filter((id) => !allowed.has(id))]).toEqual([route, []]);
    }
    const { token: nobody } = await server.userWith(['explore_access']);
    const others: string[] = [];
    for (const path of registry.graph().nodes) {
      const { label } = registry.get(path);
      if (label === null) continue;
      const rows = (await server.get(`/api/${path}?fields=id,${label}`)).body as Json[];
      others.push(...rows.flatMap((row) => (allowed.has(`${path}_${row['id']}`) ? [] : [String(row[label])])));
    }
    for (const path of PICTURES) {
      if (path.includes('sites_1')) continue;
      const { status, body } = await server.get(path, { token });
      expect([path, status]).toEqual([path, 200]);
      // What a picture says to whoever sees nothing, such as its title, tells nothing.
      const plain = String((await server.get(path, { token: nobody })).body);
      const told = others.filter((name) => name.length > 8 && !plain.includes(name) && (body as string).includes(name));
      expect([path, told]).toEqual([path, []]);
    }
    expect((await server.get('/api/graph/impact?of=bays_2', { token })).status).toBe(404);
    expect((await server.get('/api/graph/impact?of=bays_99999', { token })).status).toBe(404);
    expect((await server.get('/api/graph/impact?of=sites_1', { token })).status).toBe(403);
    const hidden = (await server.get('/api/graph/kinds', { token })).body.meta.hidden_kinds;
    expect(hidden).toHaveLength(55 - given.length);
  });
  it('kinds in which a perimeter holds nothing are not told to be hidden, and none of them is answered', async () => {
    const rules = [{ resource: 'applications', filter: { name: 'Clar' } }];
    const { body: perimeter } = await server.post('/api/perimeters', { name: 'Clar', rules });
    const { body: made } = await server.post('/api/tokens', { name: 'clar', perimeters: [perimeter.id] });
    const { token } = made;
    expect((await server.get('/api/graph/kinds', { token })).body.meta.hidden_kinds).toEqual([]);
    const answer = await server.get('/api/graph/between?kinds=applications,databases', { token });
    const groups = new Set(answer.body.nodes.map(({ group }: Json) => group));
    expect([answer.status, [...groups], answer.body.meta.hidden_kinds]).toEqual([200, ['applications'], []]);
    expect((await server.get('/api/graph/impact?of=databases_1', { token })).status).toBe(404);
    const { dangling } = (await server.get('/api/graph/statistics', { token })).body;
    expect(dangling.total).toBe(0);
    for (const path of PICTURES) {
      const { status } = await server.get(path, { token });
      expect([path, status === 200 || status === 404]).toEqual([path, true]);
    }
  });
  it('a flow ends where it would if it named no object that its reader does not see', async () => {
    const make = async (path: string, body: Json): Promise<number> => {
      const made = await server.post(`/api/${path}`, body);
      expect([path, made.status]).toEqual([path, 201]);
      return made.body.id;
    };
    const [near, far] = [
      await make('logical-servers', { name: 'Ends near' }),
      await make('logical-servers', { name: 'Ends far' }),
    ];
    const network = await make('subnetworks', { name: 'Ends net', address: '10.213.7.0/24' });
    const app = await make('applications', { name: 'Ends app' });
    const service = await make('application-services', { name: 'Ends service' });
    const hidden = await make('application-modules', { name: 'Hidden module' });
    const flow = { logical_server_source_id: near, dest_ip_range: '10.213.7.0/24' };
    const flows = [
      await make('logical-flows', { name: 'Ends 1', ...flow }),
      await make('logical-flows', { name: 'Ends 2', ...flow, logical_server_dest_id: far }),
    ];
    const direct = { application_source_id: app, service_dest_id: service };
    const ofApps = [
      await make('application-flows', { name: 'Ends 1', ...direct }),
      await make('application-flows', { name: 'Ends 2', ...direct }),
    ];
    // As rows of the older application may have it, whose forms take several ends.
    await server.database.run('UPDATE `application_flows` SET `module_dest_id` = ? WHERE `id` = ?', [
      hidden,
      ofApps[1]!,
    ]);
    expect((await server.patch(`/api/application-flows/${ofApps[1]}`, { description: 'read anew' })).status).toBe(200);
    const rules = [
      ...['logical-servers', 'subnetworks', 'applications', 'application-services'].map((resource) => ({
        ...{ resource, filter: { name_like: 'Ends %' } },
      })),
      ...['logical-flows', 'application-flows'].map((resource) => ({ resource, filter: { name_like: 'Ends %' } })),
    ].map((rule) => (rule.resource === 'logical-servers' ? { ...rule, filter: { name_in: 'Ends near' } } : rule));
    const { body: perimeter } = await server.post('/api/perimeters', { name: 'Ends', rules });
    const { token } = (await server.post('/api/tokens', { name: 'ends', perimeters: [perimeter.id] })).body;
    const edgesOf = async (who: { token?: string }, of: string): Promise<Array<[number, string, string]>> => {
      const { edges } = (await server.get(`/api/graph/neighbourhood?of=${of}&families=flows`, who)).body;
      return edges
        .map(({ object, from, to }: Json) => [object, from, to])
        .sort(([one]: [number], [other]: [number]) => one - other);
    };
    expect(await edgesOf({}, `logical-servers_${near}`)).toEqual([
      [flows[0], `logical-servers_${near}`, `subnetworks_${network}`],
      [flows[1], `logical-servers_${near}`, `logical-servers_${far}`],
    ]);
    expect(await edgesOf({ token }, `logical-servers_${near}`)).toEqual(
      flows.map((id) => [id, `logical-servers_${near}`, `subnetworks_${network}`]),
    );
    expect(await edgesOf({ token }, `applications_${app}`)).toEqual(
      ofApps.map((id) => [id, `applications_${app}`, `application-services_${service}`]),
    );
    expect((await edgesOf({}, `applications_${app}`))[1]![2]).toBe(`application-modules_${hidden}`);
    // What is deleted is taken to have been hidden.
    await server.delete(`/api/logical-servers/${far}`);
    expect(await edgesOf({ token }, `logical-servers_${near}`)).toEqual(
      flows.map((id) => [id, `logical-servers_${near}`, `subnetworks_${network}`]),
    );
    // For whoever has no right on the kind of that end, too.
    const kinds = ['applications', 'application-services', 'application-flows'];
    const person = await server.userWith([
      ...['explore_access', ...kinds.map((path) => `${registry.get(path).key}_access`)],
    ]);
    await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter.id] });
    expect(await edgesOf({ token: person.token }, `applications_${app}`)).toEqual(
      ofApps.map((id) => [id, `applications_${app}`, `application-services_${service}`]),
    );
  });
  it('what is hidden decides neither in which of equal ranges an address lies, nor what a relation is for', async () => {
    const make = async (path: string, body: Json): Promise<number> => {
      const made = await server.post(`/api/${path}`, { name: 'Even', ...body });
      expect([path, made.status]).toEqual([path, 201]);
      return made.body.id;
    };
    const vlan = await make('vlans', {});
    const address = '10.214.7.0/24';
    const [, net] = [
      await make('subnetworks', { name: 'Even 1', address, vlan_id: vlan }),
      await make('subnetworks', { name: 'Even 2', address }),
    ];
    const device = await make('network-switches', { ip: '10.214.7.5', vlans: [vlan] });
    const [supplier, customer] = [
      await make('entities', { name: 'Even 1' }),
      await make('entities', { name: 'Even 2' }),
    ];
    const relation = await make('relations', { source_id: supplier, destination_id: customer, active: true });
    const rules = ['vlans', 'subnetworks', 'network-switches', 'entities', 'relations'].map((resource) => ({
      ...{ resource, filter: { name_like: 'Even%' } },
    }));
    const { body: perimeter } = await server.post('/api/perimeters', { name: 'Even', rules });
    const { token } = (await server.post('/api/tokens', { name: 'even', perimeters: [perimeter.id] })).body;
    const paths = [
      ...['orphans', 'statistics', 'pictures/logical-infrastructure?format=text&foot=0'],
      ...[`network-switches_${device}`, `subnetworks_${net}`, `entities_${supplier}`].flatMap((of) => [
        ...[`neighbourhood?of=${of}`, `impact?of=${of}`, `dependencies?of=${of}`],
      ]),
      `paths?from=network-switches_${device}&to=subnetworks_${net}`,
      `dependencies?of=entities_${customer}`,
    ];
    const answers = async (who: { token?: string }): Promise<unknown> =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body } = await server.get(`/api/graph/${path}`, who);
          expect([path, status]).toEqual([path, 200]);
          return comparable(body);
        }),
      );
    const [theirs, all] = [await answers({ token }), await answers({})];
    const hidden = await make('vlans', { name: 'Odd' });
    const app = await make('applications', { name: 'Odd' });
    for (const [path, body] of [
      [`subnetworks/${net}`, { vlan_id: hidden }],
      [`network-switches/${device}`, { vlans: [vlan, hidden] }],
      [`relations/${relation}`, { applications: [app] }],
    ] as const)
      expect((await server.patch(`/api/${path}`, body)).status).toBe(200);
    expect(await answers({ token })).toEqual(theirs);
    const without = (await answers({})) as unknown[];
    // Whoever sees them is told.
    for (const [i, path] of paths.entries())
      if (/^(paths|impact\?of=entities)/.test(path))
        expect([path, without[i]]).not.toEqual([path, (all as unknown[])[i]]);
  });
  it('every route has its requests here', () => {
    expect(Object.keys(ASKED).sort()).toEqual(Object.keys(ROUTE_FACTS).sort());
  });
});
