/** A small map with every way in which an edge comes to be, or does not. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

interface EdgeBody {
  id: string;
  from: string;
  to: string;
  edge: string;
  both: boolean;
  label: string | null;
  object: number | null;
}

describe.each(ENGINES)('edges of the graph on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  let count = 0;
  const make = async (path: string, body: object = {}): Promise<number> => {
    const named = path === 'physical-links' ? body : { name: `${path} ${++count}`, ...body };
    const { status, body: made } = await server.post(`/api/${path}`, named);
    expect([path, status, made]).toEqual([path, 201, expect.anything()]);
    return made.id as number;
  };
  /** All edges at an object. */
  const at = async (node: string): Promise<EdgeBody[]> => {
    const { status, body } = await server.get(`/api/graph/neighbourhood?of=${node}&most=5000`);
    expect([node, status]).toEqual([node, 200]);
    return (body.edges as EdgeBody[]).filter(({ from, to }) => from === node || to === node);
  };
  const ends = async (node: string): Promise<string[]> =>
    (await at(node)).map(({ edge, from, to }) => `${edge} ${from} > ${to}`).sort();
  const statistics = async (): Promise<{ by_edge: Record<string, number> }> =>
    (await server.get('/api/graph/statistics')).body.dangling;
  const states = async (of: string, query = ''): Promise<Record<string, string>> => {
    const { body } = await server.get(`/api/graph/impact?of=${of}${query}`);
    return Object.fromEntries((body.nodes as Array<{ id: string; state: string }>).map(({ id, state }) => [id, state]));
  };

  it('references lead from what carries to what is carried, whichever end they stand at', async () => {
    const [site, block] = [await make('sites'), await make('application-blocks')];
    const building = await make('buildings', { site_id: site });
    const application = await make('applications', { application_block_id: block });
    expect(await ends(`buildings_${building}`)).toEqual([`buildings.site_id sites_${site} > buildings_${building}`]);
    expect(await ends(`applications_${application}`)).toEqual([
      `applications.application_block_id applications_${application} > application-blocks_${block}`,
    ]);
  });
  it('a pair is one edge, however often its table holds it, and nothing leads to itself', async () => {
    const [process, application] = [await make('processes'), await make('applications')];
    const { database } = server;
    for (let i = 0; i < 3; i++) {
      await database.run('INSERT INTO application_process (application_id, process_id) VALUES (?, ?)', [
        application,
        process,
      ]);
    }
    const zone = await make('zones');
    await database.run('INSERT INTO zone_zone (zone_id, related_zone_id) VALUES (?, ?)', [zone, zone]);
    await server.put(`/api/processes/${process}`, { description: 'noted' });
    await server.put(`/api/zones/${zone}`, { description: 'noted' });
    expect(await ends(`processes_${process}`)).toEqual([
      `processes.applications applications_${application} > processes_${process}`,
    ]);
    expect(await ends(`zones_${zone}`)).toEqual([]);
  });
  it('what leads to a deleted object is no edge, is counted, and comes back with it', async () => {
    const [process, application] = [await make('processes'), await make('applications')];
    await server.put(`/api/processes/${process}`, { applications: [application] });
    const before = (await statistics()).by_edge['processes.applications'] ?? 0;
    await server.delete(`/api/applications/${application}`);
    expect([await ends(`processes_${process}`), (await statistics()).by_edge['processes.applications']]).toEqual([
      [],
      before + 1,
    ]);
    await server.post(`/api/applications/${application}/restore`, {});
    expect([
      (await ends(`processes_${process}`)).length,
      (await statistics()).by_edge['processes.applications'] ?? 0,
    ]).toEqual([1, before]);
  });
  it('of several references at an end of a flow the most precise one counts', async () => {
    const [application, module, database, other] = [
      ...[
        await make('applications'),
        await make('application-modules'),
        await make('databases'),
        await make('applications'),
      ],
    ];
    const flow = await make('application-flows', {
      nature: 'orders',
      application_source_id: application,
      application_dest_id: other,
    });
    expect(await ends(`applications_${other}`)).toEqual([
      `application-flows applications_${application} > applications_${other}`,
    ]);
    const set = (columns: string, ...values: number[]): Promise<unknown> =>
      server.database.run(`UPDATE application_flows SET ${columns} WHERE id = ?`, [...values, flow]);
    await set('module_source_id = ?', module);
    await server.put(`/api/application-flows/${flow}`, { description: 'two' });
    expect(await ends(`applications_${other}`)).toEqual([
      `application-flows application-modules_${module} > applications_${other}`,
    ]);
    await set('database_source_id = ?', database);
    await server.put(`/api/application-flows/${flow}`, { description: 'three' });
    expect(await at(`applications_${other}`)).toEqual([
      expect.objectContaining({
        id: `application-flows_${flow}`,
        from: `databases_${database}`,
        label: 'orders',
        object: flow,
        both: false,
      }),
    ]);
    await server.put(`/api/application-flows/${flow}`, { bidirectional: 1 });
    expect((await at(`applications_${other}`))[0]!.both).toBe(true);
  });
  it('flows carry an outage where that is asked for, and back where they lead both ways', async () => {
    const [source, dest] = [await make('applications'), await make('applications')];
    const flow = await make('application-flows', { application_source_id: source, application_dest_id: dest });
    expect(await states(`applications_${source}`)).toEqual({ [`applications_${source}`]: 'down' });
    expect((await states(`applications_${source}`, '&flows=1'))[`applications_${dest}`]).toBe('degraded');
    expect((await states(`applications_${dest}`, '&flows=1'))[`applications_${source}`]).toBeUndefined();
    await server.put(`/api/application-flows/${flow}`, { bidirectional: 1 });
    expect((await states(`applications_${dest}`, '&flows=1'))[`applications_${source}`]).toBe('degraded');
  });
  it('cables lead from the lower rank to the higher, and carry nothing between equal ones', async () => {
    const [machine, first, second] = [
      await make('physical-servers'),
      await make('physical-switches'),
      await make('physical-switches'),
    ];
    const cable = { physical_server_src_id: machine, physical_switch_dest_id: first, src_port: 'eth0', dest_port: '7' };
    const link = await make('physical-links', cable);
    expect(await at(`physical-servers_${machine}`)).toEqual([
      expect.objectContaining({
        ...{ id: `physical-links_${link}`, from: `physical-switches_${first}`, to: `physical-servers_${machine}` },
        // The ports stand as the ends do: that of the switch first.
        ...{ label: '7 – eth0', both: true, object: link },
      }),
    ]);
    await server.patch(`/api/physical-links/${link}`, { src_port: null });
    expect((await at(`physical-servers_${machine}`))[0]).toMatchObject({ label: '7 – ?' });
    await make('physical-links', { physical_switch_src_id: first, physical_switch_dest_id: second });
    expect((await ends(`physical-switches_${second}`)).length).toBe(1);
    const down = await states(`physical-switches_${first}`);
    expect([down[`physical-servers_${machine}`], down[`physical-switches_${second}`]]).toEqual(['down', undefined]);
    // A second cable to another switch, and it works on, without a reserve.
    await make('physical-links', { physical_server_src_id: machine, physical_switch_dest_id: second });
    expect((await states(`physical-switches_${first}`))[`physical-servers_${machine}`]).toBe('at_risk');
  });
  it('addresses are edges from the smallest subnet around them, of both versions', async () => {
    const wide = await make('subnetworks', { address: '10.20.0.0/16' });
    const narrow = await make('subnetworks', { address: '10.20.30.0/24' });
    const six = await make('subnetworks', { address: '2001:db8::/32' });
    const machine = await make('logical-servers', { address_ip: '10.20.30.4, 10.20.1.1, 2001:db8::7, 192.0.2.1' });
    const expected = [wide, narrow, six].map(
      (id) => `address:logical-servers subnetworks_${id} > logical-servers_${machine}`,
    );
    expect(await ends(`logical-servers_${machine}`)).toEqual(expected.sort());
    await server.put(`/api/subnetworks/${narrow}`, { address: '10.99.0.0/24' });
    expect(await ends(`logical-servers_${machine}`)).toEqual(
      [wide, six].map((id) => `address:logical-servers subnetworks_${id} > logical-servers_${machine}`).sort(),
    );
    await server.put(`/api/subnetworks/${narrow}`, { address: '10.20.30.0/24' });
    expect((await ends(`logical-servers_${machine}`)).length).toBe(3);
    const router = await make('routers', { ip_addresses: '10.20.30.1' });
    expect(await ends(`routers_${router}`)).toEqual([`address:routers subnetworks_${narrow} > routers_${router}`]);
  });
  it('flows between ranges lie between the machine or the smallest subnet that these are', async () => {
    const subnet = await make('subnetworks', { address: '172.16.0.0/12' });
    const inner = await make('subnetworks', { address: '172.16.5.0/24' });
    const machine = await make('logical-servers', { address_ip: '172.16.5.9' });
    const flow = await make('logical-flows', {
      source_ip_range: '172.16.5.9',
      dest_ip_range: '172.16.4.0/23, 172.16.5.16/28',
    });
    const mine = async (node: string): Promise<string[]> =>
      (await at(node)).filter(({ object }) => object === flow).map(({ from, to }) => `${from} > ${to}`);
    expect((await mine(`logical-servers_${machine}`)).sort()).toEqual(
      [
        `logical-servers_${machine} > subnetworks_${inner}`,
        `logical-servers_${machine} > subnetworks_${subnet}`,
      ].sort(),
    );
    const before = (await statistics()).by_edge['logical-flows'] ?? 0;
    await server.put(`/api/logical-flows/${flow}`, { dest_ip_range: null });
    expect([await mine(`logical-servers_${machine}`), (await statistics()).by_edge['logical-flows']]).toEqual([
      [],
      before + 1,
    ]);
    await server.put(`/api/logical-flows/${flow}`, {
      dest_ip_range: '172.16.5.16/28',
      logical_server_source_id: machine,
    });
    // Nobody has the address any more: the reference counts.
    await server.put(`/api/logical-servers/${machine}`, { address_ip: null });
    expect(await mine(`logical-servers_${machine}`)).toEqual([`logical-servers_${machine} > subnetworks_${inner}`]);
  });
  it('relations that are no longer in force are there, and carry nothing', async () => {
    const [one, other] = [await make('entities'), await make('entities')];
    const relation = await make('relations', { name: 'contract', source_id: one, destination_id: other });
    expect((await states(`entities_${one}`))[`entities_${other}`]).toBe('concerned');
    await server.put(`/api/relations/${relation}`, { active: 0 });
    expect((await states(`entities_${one}`))[`entities_${other}`]).toBeUndefined();
    expect(await ends(`entities_${one}`)).toEqual([`relations entities_${one} > entities_${other}`]);
  });
  it('min-up among the tags of an object says how many of its suppliers are enough', async () => {
    const [one, other] = [await make('logical-servers'), await make('logical-servers')];
    const application = await make('applications', { logical_servers: [one, other] });
    expect((await states(`logical-servers_${one}`))[`applications_${application}`]).toBe('down');
    expect(
      (await states(`logical-servers_${one}`, `&min_up=applications_${application}:1`))[`applications_${application}`],
    ).toBe('at_risk');
    await server.put(`/api/applications/${application}`, { attributes: 'critical min-up:1' });
    expect((await states(`logical-servers_${one}`))[`applications_${application}`]).toBe('at_risk');
  });
  it('objects are found by name, address and reference, namesakes told apart by where they are', async () => {
    const building = await make('buildings', { name: 'Hall Ä' });
    const bay = await make('bays', { name: 'Rack élevé', room_id: building, ext_refs: '{GLPI}4711' });
    const search = async (text: string): Promise<unknown[]> =>
      (await server.get(`/api/graph/objects?search=${encodeURIComponent(text)}`)).body.nodes.map(
        ({ id, where }: { id: string; where: string | null }) => [id, where],
      );
    for (const text of ['rack ELEVE', 'eleve', '{glpi}4711'])
      expect([text, await search(text)]).toEqual([text, [[`bays_${bay}`, 'Hall Ä']]]);
    const machine = await make('logical-servers', { address_ip: '198.51.100.77' });
    expect(await search('198.51.100.77')).toEqual([[`logical-servers_${machine}`, null]]);
  });
});
