/** What an outage does on a map as people write it: a case for each rule of the entity lines, on both engines. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

interface Impact {
  nodes: Array<{ id: string; state: string; because: Array<{ group: string | null }> }>;
  doubtful: Array<{ of: string; why: string; by: string[]; names: string[] }>;
  parted: Array<{
    size: number;
    by_kind: Record<string, number>;
    sites: string[];
    sample: Array<{ id: string }>;
    main: boolean;
  }>;
  summary: Record<string, { total: number }>;
}

/** The two sides of a rule: what fails with its body, and the body of what it carries with the state that it comes to. */
type Made = Record<string, number>;

describe.each(ENGINES)('the rules of an outage on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  let count = 0;
  let net = 0;
  const make = async (path: string, body: object = {}): Promise<number> => {
    const named = path === 'physical-links' ? body : { name: `${path} ${++count}`, ...body };
    const { status, body: made } = await server.post(`/api/${path}`, named);
    expect([path, status, made]).toEqual([path, 201, expect.anything()]);
    return made.id as number;
  };
  const impact = async (of: string, query = ''): Promise<Impact> => {
    const { status, body } = await server.get(`/api/graph/impact?of=${of}${query}`);
    expect([of, status, body]).toEqual([of, 200, expect.anything()]);
    return body as Impact;
  };
  const state = async (of: string, node: string, query = ''): Promise<string | undefined> =>
    (await impact(of, query)).nodes.find(({ id }) => id === node)?.state;
  const doubts = async (of: string, node: string): Promise<unknown[]> =>
    (await impact(of)).doubtful.filter((one) => one.of === node).map(({ why, by }) => [why, ...by]);
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  /** What stands in a rack: a machine with a server, and what runs on it. */
  async function room(): Promise<Made> {
    const bay = await make('bays');
    const machine = await make('physical-servers', { bay_id: bay });
    const server_ = await make('logical-servers', { physical_servers: [machine] });
    return { bay, machine, server: server_ };
  }

  it('a lost reserve is no worse work, and nothing spreads from it', async () => {
    const [one, other] = [await room(), await room()];
    const both = await make('logical-servers', { physical_servers: [one['machine'], other['machine']] });
    const application = await make('applications', { logical_servers: [both] });
    const found = await impact(`physical-servers_${one['machine']}`);
    expect(found.nodes.find(({ id }) => id === `logical-servers_${both}`)?.state).toBe('at_risk');
    expect(found.nodes.some(({ id }) => id === `applications_${application}`)).toBe(false);
    expect(found.summary['at_risk']!.total).toBe(1);
    const listed = await impact(`physical-servers_${one['machine']}`, '&states=at_risk');
    expect(listed.nodes.map(({ id }) => id)).toEqual([`logical-servers_${both}`]);
  });

  it('what works worse spreads from the certificate up to the process', async () => {
    const certificate = await make('certificates');
    const { server: host } = await room();
    await server.put(`/api/logical-servers/${host}`, { certificates: [certificate] });
    const application = await make('applications', { logical_servers: [host] });
    const [process, activity] = [
      await make('processes', { applications: [application] }),
      await make('activities', { applications: [application] }),
    ];
    const user = await make('admin-users', { user_id: `u${++count}`, name: undefined, applications: [application] });
    const states = Object.fromEntries(
      (await impact(`certificates_${certificate}`)).nodes.map(({ id, state: one }) => [id, one]),
    );
    expect(states).toMatchObject({
      [`logical-servers_${host}`]: 'degraded',
      [`applications_${application}`]: 'degraded',
      [`processes_${process}`]: 'degraded',
      [`activities_${activity}`]: 'degraded',
      [`admin-users_${user}`]: 'concerned',
    });
  });

  it('storage takes what starts from it down; of two nobody can tell, unless one is said to be enough', async () => {
    const { machine } = await room();
    const [first, second] = [
      await make('storage-devices', { physical_servers: [machine] }),
      await make('storage-devices'),
    ];
    const target = `physical-servers_${machine}`;
    expect(await state(`storage-devices_${first}`, target)).toBe('down');
    await make('physical-links', { storage_device_src_id: second, physical_server_dest_id: machine });
    expect([await state(`storage-devices_${first}`, target), await doubts(`storage-devices_${first}`, target)]).toEqual(
      ['degraded', [['mirror', `storage-devices_${first}`]]],
    );
    expect(await state(`storage-devices_${first},storage-devices_${second}`, target)).toBe('down');
    await server.put(`/api/physical-servers/${machine}`, { needs: { storage_devices: 1 } });
    expect([await state(`storage-devices_${first}`, target), await doubts(`storage-devices_${first}`, target)]).toEqual(
      ['at_risk', []],
    );
  });

  it('needs: of an object, of the request, and refused where nothing can be counted', async () => {
    const servers = [await room(), await room(), await room()].map((one) => one['server']!);
    const application = await make('applications', { logical_servers: servers, needs: { logical_servers: 2 } });
    const target = `applications_${application}`;
    expect([
      await state(`logical-servers_${servers[0]}`, target),
      await state(`logical-servers_${servers[0]},logical-servers_${servers[1]}`, target),
      await state(`logical-servers_${servers[0]}`, target, `&needs=${target}.logical_servers:3`),
    ]).toEqual(['at_risk', 'down', 'down']);
    for (const needs of [
      `${target}.nothing:1`,
      `${target}.logical_servers:0`,
      `${target}.logical_servers:1001`,
      target,
    ])
      expect((await server.get(`/api/graph/impact?of=logical-servers_${servers[0]}&needs=${needs}`)).status).toBe(400);
  });

  it('servers of a cluster stand in for each other only without machines, or where it says how many are enough', async () => {
    const bare = [await make('logical-servers'), await make('logical-servers')];
    const cluster = await make('clusters', { logical_servers: bare });
    const application = `applications_${await make('applications', { logical_servers: bare })}`;
    expect(await state(`logical-servers_${bare[0]}`, application)).toBe('at_risk');
    const { machine } = await room();
    await server.put(`/api/logical-servers/${bare[1]}`, { physical_servers: [machine] });
    expect(await state(`logical-servers_${bare[0]}`, application)).toBe('down');
    await server.put(`/api/clusters/${cluster}`, { needs: { logical_servers: 1 } });
    expect(await state(`logical-servers_${bare[0]}`, application)).toBe('at_risk');
  });

  it('a host of its servers that a cluster does not name is no reserve for it', async () => {
    const [own, elsewhere] = [await make('physical-servers'), await make('physical-servers')];
    const member = await make('logical-servers', { physical_servers: [elsewhere] });
    const rest = await make('logical-servers');
    const cluster = await make('clusters', { physical_servers: [own], logical_servers: [member, rest] });
    const failed = `physical-servers_${own}`;
    expect([
      await state(failed, `clusters_${cluster}`),
      await state(failed, `logical-servers_${rest}`),
      // It has a host of its own, and a reserve less.
      await state(failed, `logical-servers_${member}`),
      await state(`physical-servers_${elsewhere}`, `clusters_${cluster}`),
    ]).toEqual(['down', 'down', 'at_risk', undefined]);
    await server.put(`/api/clusters/${cluster}`, { physical_servers: [own, elsewhere] });
    expect(await state(failed, `clusters_${cluster}`)).toBe('at_risk');
  });

  it('what is no longer in use supplies nothing, has no address, and is told apart', async () => {
    const { machine, server: host } = await room();
    const application = `applications_${await make('applications', { logical_servers: [host] })}`;
    const subnet = await make('subnetworks', { address: `10.40.${++net}.0/24` });
    await server.put(`/api/logical-servers/${host}`, { active: 0, address_ip: `10.40.${net}.9` });
    const found = await impact(`physical-servers_${machine}`);
    expect([
      found.nodes.map(({ id }) => id),
      found.summary['inactive'],
      found.doubtful.map(({ of, why, by }) => [of, why, by]),
    ]).toEqual([
      [`physical-servers_${machine}`],
      { total: 1, by_kind: { 'logical-servers': 1 }, sample: [`logical-servers_${host}`] },
      [[application, 'inactive', [`logical-servers_${host}`]]],
    ]);
    expect((await impact(`subnetworks_${subnet}`)).nodes).toHaveLength(1);
  });

  it('one of which nobody has said where it runs is a doubtful reserve', async () => {
    const { machine, server: host } = await room();
    const nowhere = await make('logical-servers');
    const database = `databases_${await make('databases', { logical_servers: [host, nowhere] })}`;
    expect([
      await state(`physical-servers_${machine}`, database),
      await doubts(`physical-servers_${machine}`, database),
      (await impact(`physical-servers_${machine}`, '&states=doubtful')).nodes.map(({ id }) => id),
    ]).toEqual(['at_risk', [['unfounded', `logical-servers_${nowhere}`]], [database]]);
  });

  it('blocks do not fail; backup plans and management addresses are protections', async () => {
    const block = `application-blocks_${await make('application-blocks')}`;
    const application = await make('applications', { application_block_id: Number(block.split('_')[1]) });
    expect(await state(`applications_${application}`, block)).toBe('concerned');
    const { server: host } = await room();
    const backup = await make('backups', { logical_servers: [host] });
    expect(await state(`backups_${backup}`, `logical-servers_${host}`)).toBe('at_risk');
    const subnet = await make('subnetworks', { address: `10.40.${++net}.0/24` });
    const router = await make('routers', { ip_addresses: `10.40.${net}.1` });
    expect(await state(`subnetworks_${subnet}`, `routers_${router}`)).toBe('at_risk');
  });

  it('contracts in force make worse what they are for, and those that name nothing concern the other end', async () => {
    const [vendor, house] = [await make('entities'), await make('entities')];
    const [application, wan] = [await make('applications'), await make('wans')];
    const contract = await make('relations', { source_id: vendor, destination_id: house });
    const hit = async (): Promise<unknown> =>
      Object.fromEntries((await impact(`entities_${vendor}`)).nodes.map(({ id, state: one }) => [id, one]));
    const itself = { [`entities_${vendor}`]: 'down' };
    expect(await hit()).toEqual({ ...itself, [`entities_${house}`]: 'concerned' });
    await server.put(`/api/relations/${contract}`, { applications: [application], wans: [wan] });
    const served = { [`applications_${application}`]: 'degraded', [`wans_${wan}`]: 'degraded' };
    expect(await hit()).toEqual({ ...itself, ...served });
    await server.put(`/api/relations/${contract}`, { start_date: day(-3), end_date: day(3) });
    expect(await hit()).toEqual({ ...itself, ...served });
    for (const dates of [
      { start_date: day(3), end_date: null },
      { start_date: null, end_date: day(-3) },
      { active: 0 },
    ]) {
      await server.put(`/api/relations/${contract}`, { start_date: null, end_date: null, ...dates });
      expect([dates, await hit()]).toEqual([dates, itself]);
    }
  });

  it('entities in charge, applications that are required, firewalls, domains and their controllers', async () => {
    const entity = await make('entities');
    const sso = await make('applications');
    const [first, second] = [await make('security-devices'), await make('security-devices')];
    const application = await make('applications', {
      entity_resp_id: entity,
      requires: [{ id: sso, effect: 'down' }],
      security_devices: [first, second],
    });
    const target = `applications_${application}`;
    expect([
      await state(`entities_${entity}`, target),
      await state(`applications_${sso}`, target),
      await state(`security-devices_${first}`, target),
      await state(`security-devices_${first},security-devices_${second}`, target),
    ]).toEqual(['degraded', 'down', 'at_risk', 'down']);
    await server.put(`/api/applications/${application}`, { requires: [sso] });
    expect(await state(`applications_${sso}`, target)).toBe('degraded');
    const controller = await make('logical-servers');
    const domain = await make('domains', { controllers: [controller] });
    const member = await make('logical-servers', { domain_id: domain });
    expect([
      await state(`logical-servers_${controller}`, `domains_${domain}`),
      await state(`logical-servers_${controller}`, `logical-servers_${member}`),
    ]).toEqual(['down', 'degraded']);
  });

  it('who has the address of a DNS server carries it, who has that of a gateway carries that', async () => {
    const subnet = await make('subnetworks', { address: `10.40.${++net}.0/24` });
    const host = await make('logical-servers', { address_ip: `10.40.${net}.5` });
    const dns = await make('dnsservers', { address_ip: `10.40.${net}.5` });
    expect(await state(`logical-servers_${host}`, `dnsservers_${dns}`)).toBe('down');
    const router = await make('routers', { ip_addresses: `10.40.${net}.1` });
    const gateway = await make('gateways', { ip: `10.40.${net}.1` });
    await server.put(`/api/subnetworks/${subnet}`, { gateway_id: gateway });
    expect([
      await state(`routers_${router}`, `gateways_${gateway}`),
      await state(`routers_${router}`, `subnetworks_${subnet}`),
      await state(`routers_${router}`, `logical-servers_${host}`),
    ]).toEqual(['down', 'degraded', 'degraded']);
    // Each is an edge that can be asked for by its name, as others are.
    const named = async (edge: string): Promise<unknown[]> => {
      const { edges } = (await server.get(`/api/graph/neighbourhood?of=gateways_${gateway}&edges=${edge}`)).body;
      return (edges as Array<{ edge: string; from: string }>).map(({ edge: name, from }) => [name, from]);
    };
    expect(await named('same-address:gateways')).toEqual([['same-address:gateways', `routers_${router}`]]);
    const { edges: known } = (await server.get('/api/graph/kinds')).body;
    expect(known.find(({ name }: { name: string }) => name === 'same-address:dnsservers')).toMatchObject({
      from: ['logical-servers', 'physical-servers'],
      to: ['dnsservers'],
      rules: [{ effect: 'down', need: 'any' }],
    });
  });

  it('one of two subnets: reachable in the other only, and of what runs there nobody can tell', async () => {
    const [one, other] = [++net, ++net];
    const subnet = await make('subnetworks', { address: `10.40.${one}.0/24` });
    const rest = await make('subnetworks', { address: `10.40.${other}.0/24` });
    const host = await make('logical-servers', { address_ip: `10.40.${one}.9, 10.40.${other}.9` });
    const application = `applications_${await make('applications', { logical_servers: [host] })}`;
    const server_ = `logical-servers_${host}`;
    expect([
      await state(`subnetworks_${subnet}`, server_),
      await state(`subnetworks_${subnet}`, application),
      await doubts(`subnetworks_${subnet}`, application),
      await state(`subnetworks_${subnet},subnetworks_${rest}`, server_),
    ]).toEqual(['degraded', undefined, [['network', server_]], 'down']);
  });

  it('networks fall into parts: cut off without machines, parted with them, also at the end of a WAN', async () => {
    const site = await make('sites');
    const [here, there] = [await make('physical-switches'), await make('physical-switches', { site_id: site })];
    const [left, right] = [await make('physical-servers'), await make('physical-servers', { site_id: site })];
    const more = await make('physical-servers');
    for (const machine of [left, more])
      await make('physical-links', { physical_switch_src_id: here, physical_server_dest_id: machine });
    await make('physical-links', { physical_switch_src_id: there, physical_server_dest_id: right });
    const router = await make('physical-routers');
    await make('physical-links', { physical_switch_src_id: here, physical_router_dest_id: router });
    const wan = `wans_${await make('wans', { physical_routers: [router], sites: [site] })}`;
    const [first, second] = [
      await make('logical-servers', { physical_servers: [left] }),
      await make('logical-servers', { physical_servers: [right] }),
    ];
    const both = `applications_${await make('applications', { logical_servers: [first, second] })}`;
    const found = await impact(wan);
    expect(Object.fromEntries(found.nodes.map(({ id, state: one }) => [id, one]))).toEqual({
      [wan]: 'down',
      [`physical-switches_${there}`]: 'degraded',
      [`physical-servers_${right}`]: 'degraded',
      [`logical-servers_${second}`]: 'degraded',
      [both]: 'down',
    });
    expect(found.parted.map(({ sample, ...part }) => ({ ...part, sample: sample.map(({ id }) => id) }))).toEqual([
      {
        ...{ size: 2, by_kind: { 'physical-servers': 1, 'physical-switches': 1 }, main: false },
        ...{ sites: [`sites_${site}`], sample: [`physical-servers_${right}`, `physical-switches_${there}`] },
      },
    ]);
    const phone = await make('phones', { physical_switch_id: there });
    await server.delete(`/api/physical-servers/${right}`);
    expect(await state(wan, `phones_${phone}`)).toBe('down');
    const reasons = (await impact(wan)).nodes.find(({ id }) => id === `phones_${phone}`)!.because;
    expect(reasons.map(({ group }) => group)).toEqual(['cut off']);
  });

  it('of parts alike the main one is that with the lowest id that the other has not', async () => {
    const middle = await make('physical-switches');
    const [first, second] = [
      await make('physical-switches', { name: `tie z ${++count}` }),
      await make('physical-switches', { name: `tie a ${++count}` }),
    ];
    const machine = await make('physical-servers');
    for (const id of [first, second]) {
      await make('physical-links', { physical_switch_src_id: middle, physical_switch_dest_id: id });
      await make('physical-links', { physical_switch_src_id: id, physical_server_dest_id: machine });
    }
    const { nodes } = await impact(`physical-switches_${middle}`);
    expect(Object.fromEntries(nodes.map(({ id, state: one }) => [id, one]))).toEqual({
      [`physical-switches_${middle}`]: 'down',
      [`physical-switches_${second}`]: 'degraded',
    });
  });

  it('cables of storage and management are no network', async () => {
    const [one, other] = [await make('physical-switches'), await make('physical-switches')];
    const { machine } = await room();
    await make('physical-links', { physical_switch_src_id: one, physical_server_dest_id: machine });
    const cable = await make('physical-links', { physical_switch_src_id: other, physical_server_dest_id: machine });
    const target = `physical-servers_${machine}`;
    expect(await state(`physical-switches_${one}`, target)).toBe('at_risk');
    for (const type of ['Fibre Channel', 'SAN', 'cuivre, management']) {
      await server.put(`/api/physical-links/${cable}`, { type });
      expect([type, await state(`physical-switches_${one}`, target)]).toEqual([type, 'down']);
    }
  });

  it('flows that forbid are no way, carry nothing, and are of a family of their own', async () => {
    const [source, dest] = [await make('logical-servers'), await make('logical-servers')];
    const ends = { logical_server_source_id: source, logical_server_dest_id: dest };
    const flow = await make('logical-flows', ends);
    const [from, to] = [`logical-servers_${source}`, `logical-servers_${dest}`];
    expect(await state(to, from, '&flows=1')).toBe('degraded');
    for (const action of ['deny', 'Drop all', 'REJECT', 'Bloqué', 'refusé', 'Interdit', 'forbidden']) {
      await server.put(`/api/logical-flows/${flow}`, { action });
      const near = (await server.get(`/api/graph/neighbourhood?of=${from}`)).body;
      const asked = (await server.get(`/api/graph/neighbourhood?of=${from}&families=blocked`)).body;
      expect([
        action,
        await state(to, from, '&flows=1'),
        near.nodes.length,
        asked.edges.map(({ id, edge, family }: Record<string, string>) => [id, edge, family]),
        (await server.get(`/api/graph/paths?from=${from}&to=${to}`)).body.paths,
      ]).toEqual([action, undefined, 1, [[`logical-flows_${flow}`, 'logical-flows', 'blocked']], []]);
    }
    // What is not listed is told, unless nobody asked for flows.
    const told = async (query: string): Promise<unknown> => (await server.get(`/api/graph/${query}`)).body.not_drawn;
    await server.put(`/api/logical-flows/${flow}`, { action: 'deny', name: 'Night gate' });
    expect([
      await told(`neighbourhood?of=${from}`),
      await told(`neighbourhood?of=${to}&families=flows`),
      await told(`neighbourhood?of=${from}&families=hosting`),
      await told(`neighbourhood?of=${from}&families=flows,blocked`),
      await told('between?kinds=logical-servers&families=flows'),
    ]).toEqual([
      { blocked: 1, names: ['Night gate'] },
      { blocked: 1, names: ['Night gate'] },
      { blocked: 0, names: [] },
      { blocked: 0, names: [] },
      { blocked: 1, names: ['Night gate'], nowhere: 0 },
    ]);
    const picture = (await server.get(`/api/graph/pictures/object?of=${from}&depth=1&format=json`)).body;
    expect(picture.caption).toBe('1 flow is not drawn: Night gate.');
    await server.put(`/api/logical-flows/${flow}`, { action: 'allow' });
    expect(await state(to, from, '&flows=1')).toBe('degraded');
  });

  it('flows that forbid close no circle and join nothing, whoever asks for them', async () => {
    const servers = [await make('logical-servers'), await make('logical-servers'), await make('logical-servers')];
    const [one, two, three] = servers.map((id) => `logical-servers_${id}`) as [string, string, string];
    const flow = (source: number, dest: number, action: string): Promise<number> =>
      make('logical-flows', {
        logical_server_source_id: servers[source],
        logical_server_dest_id: servers[dest],
        action,
      });
    await flow(0, 1, 'allow');
    const [back, on] = [await flow(1, 0, 'deny'), await flow(1, 2, 'deny')];
    const circles = async (query: string): Promise<boolean> =>
      (await server.get(`/api/graph/cycles?most=5000${query}`)).body.cycles.some(({ example }: { example: string[] }) =>
        example.includes(one),
      );
    const points = async (query: string): Promise<boolean> =>
      (await server.get(`/api/graph/cuts?most=5000${query}`)).body.points.some(
        ({ node }: { node: { id: string } }) => node.id === two,
      );
    for (const query of ['', '&families=flows', '&families=flows,blocked'])
      expect([query, await circles(query), await points(query)]).toEqual([query, false, false]);
    for (const id of [back, on]) await server.put(`/api/logical-flows/${id}`, { action: 'allow' });
    expect([await circles('&families=flows'), await points('&families=flows')]).toEqual([true, true]);
    expect(await state(one, three, '&flows=1')).toBeUndefined();
  });

  it('flows carry an outage over as many hops as there are, but not out of a subnetwork', async () => {
    const [one, two, three] = [await make('applications'), await make('applications'), await make('applications')];
    await make('application-flows', { application_source_id: one, application_dest_id: two });
    await make('application-flows', { application_source_id: two, application_dest_id: three });
    expect(await state(`applications_${one}`, `applications_${three}`, '&flows=1')).toBe('degraded');
    const subnet = await make('subnetworks', { address: `10.40.${++net}.0/24` });
    const dest = await make('logical-servers');
    await make('logical-flows', { subnetwork_source_id: subnet, logical_server_dest_id: dest });
    expect(await state(`logical-servers_${dest}`, `subnetworks_${subnet}`, '&flows=1')).toBeUndefined();
  });

  /** The ends of a flow from a server between ranges, with whether they are unsure. */
  const flowTo = async (range: string): Promise<unknown[]> => {
    const source = await make('logical-servers');
    const flow = await make('logical-flows', { logical_server_source_id: source, dest_ip_range: range });
    const { edges } = (await server.get(`/api/graph/neighbourhood?of=logical-servers_${source}`)).body;
    return (edges as Array<{ object: number; to: string; unsure?: true }>)
      .filter(({ object }) => object === flow)
      .map(({ to, unsure }) => (unsure ? [to, 'unsure'] : to))
      .sort();
  };

  it('an end of a flow that is no object is a node, walked to and never beyond', async () => {
    expect([await flowTo('0.0.0.0/0'), await flowTo('::/0'), await flowTo('198.18.0.9/24')]).toEqual([
      ['outside_any'],
      ['outside_any'],
      ['outside_198.18.0.0/24'],
    ]);
    const [one, other] = [await make('logical-servers'), await make('logical-servers')];
    for (const id of [one, other])
      await make('logical-flows', { logical_server_source_id: id, dest_ip_range: '198.18.0.0/24' });
    const near = (await server.get(`/api/graph/neighbourhood?of=logical-servers_${one}&depth=5`)).body;
    expect(near.nodes.map(({ id, data }: { id: string; data: object }) => [id, data])).toEqual([
      [`logical-servers_${one}`, expect.objectContaining({ id: one })],
      ['outside_198.18.0.0/24', { id: null, name: '198.18.0.0/24', model: 'outside', url: null }],
    ]);
    const ways = `/api/graph/paths?from=logical-servers_${one}&to=logical-servers_${other}`;
    expect((await server.get(ways)).body.paths).toEqual([]);
    expect((await server.get('/api/graph/neighbourhood?of=outside_any')).status).toBe(400);
    const { nodes } = (await server.get('/api/graph/statistics')).body;
    expect([nodes.outside, nodes.by_kind['outside']]).toEqual([2, undefined]);
    for (const format of ['svg', 'text', 'mermaid', 'graphml', 'csv'])
      expect((await server.get(`/api/graph/neighbourhood?of=logical-servers_${one}&format=${format}`)).status).toBe(
        200,
      );
  });

  it('ranges that hold subnetworks lead to them, and an address of several objects to each', async () => {
    const held = [`10.44.${++net}.0/24`, `10.44.${++net}.0/24`];
    const subnets: string[] = [];
    for (const address of held) subnets.push(`subnetworks_${await make('subnetworks', { address })}`);
    await make('subnetworks', { address: held[0]!.replace('/24', '/28') });
    expect(await flowTo('10.44.0.0/16')).toEqual(subnets.sort());

    const address = `10.45.${++net}.9`;
    const first = await make('logical-servers', { address_ip: address });
    expect(await flowTo(address)).toEqual([`logical-servers_${first}`]);
    const second = await make('workstations', { address_ip: address });
    const each = [`logical-servers_${first}`, `workstations_${second}`];
    expect(await flowTo(address)).toEqual(each.map((id) => [id, 'unsure']));
    await server.put(`/api/logical-servers/${first}`, { active: 0 });
    expect(await flowTo(address)).toEqual([`workstations_${second}`]);

    const shared = `10.45.${++net}.9`;
    const machine = await make('physical-servers', { address_ip: shared });
    const guest = await make('logical-servers', { address_ip: shared, physical_servers: [machine] });
    expect(await flowTo(shared)).toEqual([`logical-servers_${guest}`, `physical-servers_${machine}`]);

    // What is plugged into each other are two devices: that they have one address is a mistake.
    const taken = `10.45.${++net}.9`;
    const hub = await make('network-switches', { ip: taken });
    const printer = await make('peripherals', { address_ip: taken });
    await make('physical-links', { network_switch_src_id: hub, peripheral_dest_id: printer });
    expect(await flowTo(taken)).toEqual([
      [`network-switches_${hub}`, 'unsure'],
      [`peripherals_${printer}`, 'unsure'],
    ]);
  });

  it('ranges of flows are read as rules of a firewall write them', async () => {
    const wide = `subnetworks_${await make('subnetworks', { address: '10.47.0.0/16' })}`;
    const [first, second] = [
      `subnetworks_${await make('subnetworks', { address: '10.47.1.0/24' })}`,
      `subnetworks_${await make('subnetworks', { address: '10.48.2.0/24' })}`,
    ];
    const host = `logical-servers_${await make('logical-servers', { address_ip: '10.47.1.9' })}`;
    for (const [range, found] of [
      ['10.47.1.3-10.47.1.9', [first]],
      ['10.47.1.3 - 10.47.2.9', [wide]],
      ['10.47.255.0-10.48.255.255', [second]],
      ['10.47.1.9-10.47.1.9', [host]],
      ['10.47.1.0/255.255.255.0', [first]],
      ['198.18.7.0/255.255.255.128', ['outside_198.18.7.0/25']],
      ['198.18.7.3-198.18.7.9', ['outside_198.18.7.3-198.18.7.9']],
      ['2001:db8:7::1-2001:db8:7::f', ['outside_2001:db8:7::1-2001:db8:7::f']],
      ['*', ['outside_any']],
      ['Any', ['outside_any']],
      ['0.0.0.0-255.255.255.255', ['outside_any']],
      ['10.47.1.9-10.47.1.3', []],
      ['10.47.1.0/255.0.255.0', []],
      ['company', []],
    ] as const)
      expect([range, await flowTo(range)]).toEqual([range, found]);
  });

  it('of equal subnetworks the one that shares a VLAN, else each', async () => {
    const address = `10.46.${++net}.0/24`;
    const vlans = [await make('vlans'), await make('vlans')];
    const subnets: number[] = [];
    for (const vlan_id of vlans) subnets.push(await make('subnetworks', { address, vlan_id }));
    const host = await make('physical-servers', { address_ip: address.replace('0/24', '7') });
    const ends = async (): Promise<unknown[]> => {
      const { edges } = (await server.get(`/api/graph/neighbourhood?of=physical-servers_${host}`)).body;
      return (edges as Array<{ edge: string; from: string; unsure?: true }>)
        .filter(({ edge }) => edge === 'address:physical-servers')
        .map(({ from, unsure }) => [from, !!unsure]);
    };
    expect(await ends()).toEqual(subnets.map((id) => [`subnetworks_${id}`, true]));
    // The report says the same as the graph: in both, and that it cannot be told in which.
    const reported = async (): Promise<unknown[]> => {
      const { rows } = (await server.get('/api/report/vlans?format=json')).body.sheets[0];
      return (rows as unknown[][]).filter((row) => row[4] === address).map((row) => row[6]);
    };
    const { name } = (await server.get(`/api/physical-servers/${host}`)).body.data;
    expect(await reported()).toEqual([`${name} (?)`, `${name} (?)`]);
    const router = await make('physical-routers', { vlans: [vlans[1]] });
    await make('physical-links', { physical_router_src_id: router, physical_server_dest_id: host });
    expect(await ends()).toEqual([[`subnetworks_${subnets[1]}`, false]]);
    expect(await reported()).toEqual([null, name]);
  });

  it('a switch has the VLANs of the logical switch on it, a logical router those of its machine', async () => {
    const address = `10.46.${++net}.0/24`;
    const vlans = [await make('vlans'), await make('vlans')];
    const subnets: number[] = [];
    for (const vlan_id of vlans) subnets.push(await make('subnetworks', { address, vlan_id }));
    const device = await make('physical-switches');
    await make('network-switches', { physical_switches: [device], vlans: [vlans[0]] });
    const host = await make('workstations', {
      address_ip: address.replace('0/24', '7'),
      physical_switch_id: device,
    });
    const machine = await make('physical-routers', { vlans: [vlans[1]] });
    const router = await make('routers', {
      ip_addresses: address.replace('0/24', '1'),
      physical_routers: [machine],
    });
    const ends = async (kind: string, id: number): Promise<unknown[]> => {
      const { edges } = (await server.get(`/api/graph/neighbourhood?of=${kind}_${id}&edges=address:${kind}`)).body;
      return (edges as Array<{ from: string; unsure?: true }>).map(({ from, unsure }) => [from, !!unsure]);
    };
    expect(await ends('workstations', host)).toEqual([[`subnetworks_${subnets[0]}`, false]]);
    expect(await ends('routers', router)).toEqual([[`subnetworks_${subnets[1]}`, false]]);
  });

  it('two at a time: pairs that take an object down while neither does alone', async () => {
    const [one, other] = [await room(), await room()];
    const both = await make('logical-servers', {
      physical_servers: [one['machine'], other['machine']],
    });
    const application = await make('applications', { logical_servers: [both] });
    const ask = (query: string): ReturnType<TestServer['get']> => server.get(`/api/graph/single-points?${query}`);
    const { body } = await ask(`of=applications_${application}&together=2`);
    expect([
      body.points.map(({ node }: { node: { id: string } }) => node.id),
      body.pairs.map((pair: Array<{ id: string }>) => pair.map(({ id }) => id)),
      body.tried,
    ]).toEqual([
      [`logical-servers_${both}`],
      [
        [`physical-servers_${one['machine']}`, `physical-servers_${other['machine']}`],
        [`bays_${one['bay']}`, `physical-servers_${other['machine']}`],
        [`bays_${other['bay']}`, `physical-servers_${one['machine']}`],
        [`bays_${one['bay']}`, `bays_${other['bay']}`],
      ].map((pair) => expect.arrayContaining(pair)),
      { total: 5, of: 5 },
    ]);
    expect((await ask(`of=applications_${application}`)).body.pairs).toBeUndefined();
    // Headings do not fail.
    const headings = await ask('among=zones,application-blocks');
    expect([headings.status, headings.body.points]).toEqual([200, []]);
    expect([
      (await ask('together=2')).status,
      (await ask('of=applications&together=2')).status,
      (await ask(`of=applications_${application},applications_1`)).status,
      (await ask(`of=applications_${application}&together=3`)).status,
      (await ask('of=applications_4294967000')).status,
    ]).toEqual([400, 400, 400, 400, 404]);
  });

  it('dependencies tell the worst that each may bring, headings where they are asked for', async () => {
    const { machine, server: host } = await room();
    const block = await make('application-blocks');
    const certificate = await make('certificates', { logical_servers: [host] });
    const backup = await make('backups', { logical_servers: [host] });
    const application = await make('applications', { logical_servers: [host], application_block_id: block });
    const ask = async (of: string, query = ''): Promise<unknown[]> =>
      (await server.get(`/api/graph/dependencies?of=${of}${query}`)).body.nodes.map(
        ({ id, effect }: { id: string; effect: string }) => `${id} ${effect}`,
      );
    const found = await ask(`applications_${application}`);
    expect(found).toEqual(
      expect.arrayContaining([
        `logical-servers_${host} down`,
        `physical-servers_${machine} down`,
        `certificates_${certificate} degraded`,
      ]),
    );
    expect(found.filter((one) => /backups|blocks/.test(one as string))).toEqual([]);
    expect(await ask(`logical-servers_${host}`)).toContain(`backups_${backup} at_risk`);
    expect(await ask(`applications_${application}`, '&headings=1')).toContain(`application-blocks_${block} down`);
  });

  it('orphans without hosting run on nothing, whatever runs on them; with :either nothing does that either', async () => {
    const host = await make('logical-servers');
    await make('applications', { logical_servers: [host] });
    const ask = async (without: string): Promise<string[]> =>
      (await server.get(`/api/graph/orphans?kinds=logical-servers&most=5000&without=${without}`)).body.nodes.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ask('hosting')).toContain(`logical-servers_${host}`);
    expect(await ask('hosting:either')).not.toContain(`logical-servers_${host}`);
    expect((await server.get('/api/graph/orphans?without=hosting:both')).status).toBe(400);
  });

  it('cuts list the parts that a point leaves apart', async () => {
    const site = await make('sites');
    const middle = await make('physical-switches');
    const machines = [await make('physical-servers'), await make('physical-servers', { site_id: site })];
    for (const machine of machines)
      await make('physical-links', { physical_switch_src_id: middle, physical_server_dest_id: machine });
    const { points } = (await server.get('/api/graph/cuts?most=5000')).body;
    const point = points.find(({ node }: { node: { id: string } }) => node.id === `physical-switches_${middle}`);
    expect(point).toMatchObject({
      components: 2,
      sizes: [1],
      parted: [{ size: 1, by_kind: { 'physical-servers': 1 }, sites: [`sites_${site}`], main: false }],
    });
  });
});
