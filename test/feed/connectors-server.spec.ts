/** Files of tools as the server takes them: machines stay one, and apart, from one file to the next. @seconds 20 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

describe.each(ENGINES)('files of tools on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  const send = async (path: string, body: string): Promise<Json> =>
    server.post(path, Buffer.from(body), { headers: { 'content-type': 'application/octet-stream' } });
  /** What a run of a source makes of a file; throws what refuses it. */
  async function run(as: string, source: string, body: string, query = ''): Promise<Json> {
    const answer = await send(`/api/feed/runs?as=${as}&source=${source}${query}`, body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  const countsOf = ({ counts }: Json): number[] => [counts.create, counts.update, counts.missing, counts.errors];
  const codesOf = ({ findings }: Json): string[] => findings.map(({ code }: Json) => code);

  it('scans of two sites keep hosts of one short name apart, and a machine that moves is the same one', async () => {
    await putSource(server, 'SCAN');
    const scan = (...hosts: Array<[ip: string, name?: string, mac?: string]>): string =>
      `<nmaprun start="1770012000">${hosts
        .map(
          ([ip, name, mac]) =>
            `<host><status state="up"/><address addr="${ip}" addrtype="ipv4"/>` +
            (mac ? `<address addr="${mac}" addrtype="mac"/>` : '') +
            (name ? `<hostnames><hostname name="${name}" type="PTR"/></hostnames>` : '') +
            '</host>',
        )
        .join('')}<runstats><finished exit="success"/></runstats></nmaprun>`;
    const first = scan(['10.1.0.1', 'dc1.paris.example'], ['10.1.0.2'], ['10.1.0.3', 'x', '00:50:b6:00:00:01']);
    expect(countsOf(await run('nmap', 'SCAN', first))).toEqual([3, 0, 0, 0]);
    expect(countsOf(await run('nmap', 'SCAN', first))).toEqual([0, 0, 0, 0]);
    const second = scan(['10.2.0.1', 'dc1.lyon.example'], ['10.2.0.2'], ['10.2.0.3', 'y', '00:50:b6:00:00:01']);
    const { body } = await send('/api/feed/plans?as=nmap&source=SCAN', second);
    const moved = body.data.changes.filter(({ action }: Json) => action === 'update');
    expect([countsOf(body.data), moved.map(({ ref }: Json) => ref)]).toEqual([[2, 1, 0, 0], ['00:50:b6:00:00:01']]);
  });

  it('host and guest tell of one machine, in whichever order they write its id, in one file or in two', async () => {
    const inventory = (deviceid: string, content: object): string =>
      JSON.stringify({ deviceid, itemtype: 'Computer', content });
    const [id, turned] = ['7d5b1c2e-8a4f-4d0e-9d9b-0a1b2c3d4e5f', '2e1c5b7d-4f8a-0e4d-9d9b-0a1b2c3d4e5f'];
    const host = inventory('esx', {
      hardware: { name: 'esx', chassis_type: 'Rack Mount Chassis' },
      virtualmachines: [{ name: 'erp', uuid: turned, status: 'running' }],
    });
    const guest = (system: string): string =>
      inventory('erp', {
        hardware: { name: 'erp', uuid: id.toUpperCase(), vmsystem: 'VMware' },
        operatingsystem: { full_name: system },
      });
    await putSource(server, 'GLPI');
    expect(countsOf(await run('glpi', 'GLPI', `[${host},${guest('Debian 12')}]`))).toEqual([2, 0, 0, 0]);
    expect(countsOf(await run('glpi', 'GLPI', guest('Debian 13')))).toEqual([0, 1, 0, 0]);
    expect(countsOf(await run('glpi', 'GLPI', host))).toEqual([0, 0, 0, 0]);
    // As releases before knew it.
    await putSource(server, 'OLD');
    const item = { type: 'logical-servers', ref: turned, set: { name: 'old', cpu: '1' } };
    await server.post('/api/feed/runs', { feed: 1, source: 'OLD', items: [item] });
    const moved = await run(
      'glpi',
      'OLD',
      inventory('old', { virtualmachines: [{ name: 'old', uuid: turned, vcpu: 2 }] }),
    );
    expect([countsOf(moved), codesOf(moved)]).toEqual([[1, 1, 0, 0], ['ref-moved']]);
  });

  it('an inventory as XML is stored, and one that lacks something is refused with what that is', async () => {
    await putSource(server, 'AGENT');
    const xml = (inside: string): string =>
      `<?xml version="1.0"?><REQUEST><CONTENT><HARDWARE><NAME>lap</NAME></HARDWARE></CONTENT>${inside}</REQUEST>`;
    expect(countsOf(await run('glpi', 'AGENT', xml('<DEVICEID>lap-1</DEVICEID>')))).toEqual([1, 0, 0, 0]);
    const refused = await send('/api/feed/plans?as=glpi&source=AGENT', xml(''));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'This is no complete glpi file: its XML has no DEVICEID.',
    ]);
    const french = await server.post('/api/feed/plans?as=nmap&source=AGENT', Buffer.from(xml('')), {
      headers: { 'content-type': 'application/octet-stream', 'accept-language': 'fr' },
    });
    expect(french.body.message).toContain("c'est un inventaire de l'agent GLPI en XML, que lit glpi");
  });

  it('a tap that says one stream whole says nothing of the others', async () => {
    const row = (stream: string, type: string): object => ({
      stream,
      type,
      ref: '${id}',
      set: { name: `${stream} \${id}` },
    });
    await putSource(server, 'TAP', { as: 'singer', map: { rows: [row('hosts', 'sites'), row('rooms', 'buildings')] } });
    const tap = (rooms: number[], hosts: number[]): string =>
      [
        { type: 'ACTIVATE_VERSION', stream: 'rooms', version: 1 },
        ...rooms.map((id) => ({ type: 'RECORD', stream: 'rooms', version: 1, record: { id } })),
        ...hosts.map((id) => ({ type: 'RECORD', stream: 'hosts', record: { id } })),
      ]
        .map((line) => JSON.stringify(line))
        .join('\n');
    expect(countsOf(await run('singer', 'TAP', tap([1, 2, 3], [1, 2])))).toEqual([5, 0, 0, 0]);
    expect(countsOf(await run('singer', 'TAP', tap([1, 2, 3], [2])))).toEqual([0, 0, 0, 0]);
    expect(countsOf(await run('singer', 'TAP', tap([1, 3], [])))).toEqual([0, 0, 1, 0]);
  });

  it('guests of a node that is away stay on, and are not renamed', async () => {
    await putSource(server, 'PVE');
    const list = (node: string, guest: object): string =>
      JSON.stringify([
        { id: 'node/n1', node: 'n1', type: 'node', status: node },
        { id: 'qemu/1', node: 'n1', type: 'qemu', ...guest },
        { id: 'qemu/2', node: 'n1', type: 'qemu', status: 'stopped' },
      ]);
    const query = '&opt[cluster]=pve';
    const first = await run('proxmox', 'PVE', list('online', { status: 'running', name: 'vm', maxcpu: 2 }), query);
    expect([countsOf(first), first.changes.map(({ name }: Json) => name).includes('qemu/2')]).toEqual([
      [4, 0, 0, 0],
      true,
    ]);
    expect(countsOf(await run('proxmox', 'PVE', list('offline', { status: 'unknown' }), query))).toEqual([0, 0, 0, 0]);
    const alone = JSON.stringify([
      { id: 'qemu/1', node: 'n1', type: 'qemu', status: 'stopped', name: 'vm', maxcpu: 2 },
    ]);
    expect(countsOf(await run('proxmox', 'PVE', alone, query))).toEqual([0, 1, 0, 0]);
  });

  it('what no object comes of is told, with its number', async () => {
    await putSource(server, 'K8S');
    const pod = (name: string, owner: object): object => ({
      ...{ apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'n1' } },
      metadata: { name, namespace: 'web', ...owner },
    });
    const items = [pod('alone', {}), pod('static', { ownerReferences: [{ kind: 'Node', name: 'n1' }] })];
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const told = await run('k8s', 'K8S', body, '&opt[cluster]=k');
    expect([countsOf(told), told.changes.map(({ name }: Json) => name)]).toEqual([
      [2, 0, 0, 0],
      ['k', 'web/alone'],
    ]);
    expect(told.findings.map(({ code, message }: Json) => [code, message])).toEqual([
      ['left-out', 'Left out: pods of Node whose workload the file does not hold (1).'],
      ['unresolved', 'nothing has this ref'],
    ]);
  });

  it('a scope that a file gives is no longer than one that is sent', async () => {
    const items = [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }];
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const path = `/api/feed/plans?as=k8s&source=K8S&opt[cluster]=${'c'.repeat(191)}`;
    const refused = await server.post(path, body, { headers: { 'content-type': 'application/octet-stream' } });
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['scope']]);
  });

  it('an inventory of Ansible without facts is one of names', async () => {
    await putSource(server, 'ANSIBLE');
    const inventory = { _meta: { hostvars: { web1: { ansible_host: '10.30.0.1' } } }, web: { hosts: ['web1'] } };
    const made = await run('ansible', 'ANSIBLE', JSON.stringify(inventory));
    expect(made.changes).toMatchObject([
      { type: 'logical-servers', name: 'web1', set: { attributes: [null, 'web'], address_ip: [null, '10.30.0.1'] } },
    ]);
  });

  it('what NetBox says is stored once, and Zabbix, which watches the same machines, makes no second ones', async () => {
    const fixture = (name: string): string => readFileSync(join(__dirname, 'fixtures', name), 'utf8');
    await putSource(server, 'NETBOX');
    await putSource(server, 'ZABBIX');
    const whole = fixture('netbox.json');
    const first = await run('netbox', 'NETBOX', whole, '&mode=full');
    expect([countsOf(first), codesOf(first)]).toEqual([
      [29, 0, 0, 0],
      ['left-out', 'left-out', 'left-out'],
    ]);
    expect(countsOf(await run('netbox', 'NETBOX', whole, '&mode=full'))).toEqual([0, 0, 0, 0]);
    const listed = async (path: string): Promise<Json[]> => (await server.get(`/api/${path}`)).body;
    const [link] = await listed('physical-links?filter[src_port]=vmnic0');
    const [server1] = await listed('physical-servers?filter[name]=esx-01&include=logical_servers,bay');
    expect([link.physical_server_src_id, link.dest_port]).toEqual([server1.id, 'Te1/0/1']);
    expect([server1.bay.name, server1.logical_servers.map(({ name }: Json) => name)]).toEqual([
      'R1 (Hill, Room 1)',
      ['mail.hill.example'],
    ]);
    const [inner] = await listed('subnetworks?filter[name]=10.20.1.0/24&include=subnetwork,vlan');
    expect([inner.subnetwork.name, inner.vlan.vlan_id]).toEqual(['10.20.0.0/16', 20]);

    const groups = `&opt[groups]=${encodeURIComponent('Switches=physical-switches,Hypervisors=physical-servers')}`;
    const watched = await run('zabbix', 'ZABBIX', fixture('zabbix.json'), groups);
    // The host that only Zabbix knows is new; the other three are those that NetBox said.
    expect(watched.counts).toMatchObject({ create: 1, adopted: 3, errors: 0 });
    expect(countsOf(await run('zabbix', 'ZABBIX', fixture('zabbix.json'), groups))).toEqual([0, 0, 0, 0]);
    // A device that is gone goes missing in a full run, and nothing of what other lists say with it.
    const answers = (JSON.parse(whole) as Array<{ results: Array<{ url: string }> }>).map(({ results }) => ({
      results: results.filter(({ url }) => !url.endsWith('/dcim/devices/8/')),
    }));
    const missing = await run('netbox', 'NETBOX', JSON.stringify(answers), '&mode=full');
    expect([countsOf(missing), codesOf(missing)]).toEqual([[0, 0, 1, 0], expect.arrayContaining(['missing'])]);
  });
});
