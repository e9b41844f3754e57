import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { made, run, stored } from './asking.js';

describe.each(ENGINES)('graphs of stored queries on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const graph = async (query: object) => {
    const { status, body } = await run(server, { output: 'graph', ...query });
    expect(status).toBe(200);
    const edges = (body.edges as Array<{ from: string; to: string }>).map(({ from, to }) => `${from} ${to}`);
    return { nodes: (body.nodes as Array<{ id: string }>).map(({ id }) => id).sort(), edges: edges.sort(), body };
  };
  const id = (path: string, name: string): string => `${path}_${ids[name]}`;

  beforeAll(async () => {
    server = await TestServer.start(engine);
    const make = async (path: string, name: string, body: object = {}): Promise<void> => {
      ids[name] = await made(server, path, { name, ...body });
    };
    await make('applications', 'Payroll "x" <b> & 1 > 0');
    ids['app'] = ids['Payroll "x" <b> & 1 > 0']!;
    await make('applications', 'other');
    await make('logical-servers', 'srv-1', { applications: [ids['app'], ids['other']] });
    await make('logical-servers', 'srv-2', { applications: [ids['app']] });
    await make('clusters', 'cl1', { logical_servers: [ids['srv-1'], ids['srv-2']] });
    await make('zones', 'zone');
    await server.put(`/api/zones/${ids['zone']}`, { child_zones: [ids['zone']] });
  });
  afterAll(() => server.stop());

  it('stored queries 5: each object is one node, whichever way it is reached', async () => {
    const { nodes, edges, body } = await graph({
      from: 'applications',
      traverse: ['logical_servers.applications', 'logical_servers.clusters'],
    });
    const [app, other] = [`applications_${ids['app']}`, id('applications', 'other')];
    const [one, two, cl1] = [id('logical-servers', 'srv-1'), id('logical-servers', 'srv-2'), id('clusters', 'cl1')];
    expect(nodes).toEqual([app, other, one, two, cl1].sort());
    expect(edges).toEqual(
      [
        ...[`${app} ${one}`, `${app} ${two}`, `${other} ${one}`, `${one} ${app}`, `${one} ${other}`, `${two} ${app}`],
        ...[`${one} ${cl1}`, `${two} ${cl1}`],
      ].sort(),
    );
    expect(body.meta).toEqual({ output: 'graph', from: 'applications', count: 5, truncated: false });
    expect(body.nodes[1]).toEqual({
      id: other,
      label: 'other',
      group: 'applications',
      icon: null,
      data: { id: ids['other'], name: 'other', model: 'applications', url: `/api/applications/${ids['other']}` },
    });
  });

  it('stored queries 5: hidden levels give neither nodes nor edges, what is below hangs on what is above', async () => {
    const segments = [
      { name: 'logical_servers', hidden: true },
      { name: 'applications', hidden: false },
    ];
    const { nodes, edges } = await graph({ from: 'clusters', traverse: [{ segments }] });
    const [cl1, app, other] = [id('clusters', 'cl1'), `applications_${ids['app']}`, id('applications', 'other')];
    expect([nodes, edges]).toEqual([[app, other, cl1].sort(), [`${cl1} ${app}`, `${cl1} ${other}`]]);
  });

  it('stored queries 5: one relation may be hidden here and visible there', async () => {
    const text = 'FROM clusters WITH (logical_servers).applications, logical_servers OUTPUT graph';
    const { body } = await run(server, text);
    expect([body.nodes, body.edges].map((list: unknown[]) => list.length)).toEqual([5, 4]);
  });

  it('stored queries 5: nobody points at themself, and an object without a name has its id', async () => {
    expect((await graph({ from: 'zones', traverse: ['child_zones'] })).edges).toEqual([]);
    const link = await made(server, 'physical-links', {
      physical_server_src_id: await made(server, 'physical-servers', { name: 'here' }),
      physical_server_dest_id: await made(server, 'physical-servers', { name: 'there' }),
    });
    expect((await graph({ from: 'physical-links' })).body.nodes[0]).toMatchObject({ label: String(link) });
    expect((await graph({ from: 'users' })).body.nodes[0].data.name).toBe('admin');
  });

  it('stored queries 6: the formats', async () => {
    const query = await stored(server, 'FROM clusters WITH logical_servers.applications OUTPUT graph', {
      name: 'My map',
    });
    const { body } = await server.get(`/api/queries/${query}/graph`);
    expect(Object.keys(body)).toEqual(['nodes', 'edges', 'meta']);
    const mermaid = await server.get(`/api/queries/${query}/graph?format=mermaid`);
    expect(mermaid.headers.get('content-disposition')).toBe('attachment; filename=my-map.mmd');
    expect(mermaid.body).toContain(`  logical_servers_${ids['srv-1']} --> applications_${ids['app']}\n`);
    expect(mermaid.body).toContain('"Payroll #34;x#34;');
    const graphml = await server.get(`/api/queries/${query}/graph?format=graphml`);
    expect(graphml.headers.get('content-type')).toBe('application/graphml+xml; charset=utf-8');
    expect(graphml.body).toContain('<data key="label">Payroll &quot;x&quot;');
    expect(graphml.body).toContain(
      `<edge source="${id('clusters', 'cl1')}" target="${id('logical-servers', 'srv-1')}"/>`,
    );
    expect((await server.get(`/api/queries/${query}/graph?format=png`)).status).toBe(400);
  });

  it('a list can be drawn as well, and nothing is an empty graph', async () => {
    const list = await stored(server, 'FROM clusters FIELDS name WITH logical_servers');
    expect((await server.get(`/api/queries/${list}/graph`)).body.nodes).toHaveLength(3);
    const none = await graph({ from: 'wans', traverse: ['lans'] });
    expect([none.body.nodes, none.body.edges]).toEqual([[], []]);
  });
});
