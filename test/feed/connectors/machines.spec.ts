/** Files of tools that tell of machines: by what they are known, what is one machine, and what is left out. @seconds 4 */
import { LeftOut } from '../../../src/feed/connectors/index.js';
import { fullNameOf, inOneOrder, keysOf, machineId, macOf } from '../../../src/feed/connectors/values.js';
import type { Item } from '../../../src/feed/document/model.js';
import { pace } from '../../support/least.js';
import { read, refusal, type Read } from './support.js';

const opt = (options: Record<string, string>): { opt: Map<string, string> } => ({
  opt: new Map(Object.entries(options)),
});

/** What is read, and what is told of the rest. */
async function all(
  name: string,
  file: string,
  options: Record<string, string> = {},
  more: object = {},
): Promise<Read & { told: string[] }> {
  const leftOut = new LeftOut();
  const found = await read(name, file, { ...opt(options), ...more, leftOut });
  return { ...found, told: leftOut.phrases.map((phrase) => phrase.in('en').replace('Left out: ', '')) };
}

describe('evidence', () => {
  it.each([
    ['00:50:B6:AA:00:01', '00:50:b6:aa:00:01'],
    ['00-50-b6-aa-00-01', '00:50:b6:aa:00:01'],
    ['0050.b6aa.0001', '00:50:b6:aa:00:01'],
    ['0050b6aa0001', '00:50:b6:aa:00:01'],
    ['00:00:00:00:00:00', undefined],
    ['ff:ff:ff:ff:ff:ff', undefined],
    ['00:50:b6:aa:00', undefined],
    [17, undefined],
  ])('the hardware address of %s is %s', (text, mac) => {
    expect(macOf(text)).toBe(mac);
  });
  it.each([
    ['Web.Hill.example.', 'web.hill.example'],
    ['web', undefined],
    ['10.0.0.1', undefined],
    ['10.0.0.300', undefined],
    ['2001:db8::1', undefined],
    ['localhost.localdomain', undefined],
    ['localhost.hill.example', undefined],
    ['1.0.0.10.in-addr.arpa', undefined],
    ['srv v1.2', undefined],
    ['.hill', undefined],
    ['müll.hill.example', 'müll.hill.example'],
  ])('the full name of %s is %s', (text, name) => {
    expect(fullNameOf(text)).toBe(name);
  });
  it('ids that makers leave are none, and one id is the same in any order of its bytes', () => {
    for (const none of ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'None', ' '])
      expect(machineId(none)).toBeUndefined();
    const [one, other] = ['7d5b1c2e-8a4f-4d0e-9d9b-0a1b2c3d4e5f', '2e1c5b7d-4f8a-0e4d-9d9b-0a1b2c3d4e5f'];
    expect([inOneOrder(one), inOneOrder(other)]).toEqual([one, one]);
    const [sign, turned] = ['aabbccdd-ccdd-eeff-0011-223344556677', 'ddccbbaa-ddcc-ffee-0011-223344556677'];
    expect(inOneOrder(sign)).toBe(inOneOrder(turned));
    expect(inOneOrder('3f1a90cc01de')).toBe('3f1a90cc01de');
  });
  it('nothing that identifies is no member', () => {
    expect(keysOf({ mac: [null, 'x'], fqdn: ['web'], serial: ' ' })).toEqual({});
    // What a document may not hold is not in it: the file would be refused for it.
    expect(keysOf({ serial: 'A\u0000\n1\ud800', uuid: '\u0007', inventory: 'x'.repeat(256) })).toEqual({
      keys: { serial: 'A1\ufffd' },
    });
    expect(keysOf({ serial: 'Default string', mac: ['0050b6aa0001', '00:50:B6:AA:00:01'] })).toEqual({
      keys: { serial: 'Default string', mac: ['00:50:b6:aa:00:01'] },
    });
  });
});

describe('nmap', () => {
  const scan = (...hosts: string[]): string =>
    `<?xml version="1.0"?><nmaprun start="1795000000">${hosts.join('')}<runstats><finished/></runstats></nmaprun>`;
  const host = (inside: string, status = '<status state="up"/>'): string => `<host>${status}${inside}</host>`;
  const v4 = (address: string): string => `<address addr="${address}" addrtype="ipv4"/>`;
  const mac = (address: string): string => `<address addr="${address}" addrtype="mac"/>`;
  const named = (...names: string[]): string =>
    `<hostnames>${names.map((name) => `<hostname name="${name}" type="PTR"/>`).join('')}</hostnames>`;
  const port = (id: number): string => `<port protocol="tcp" portid="${id}"><state state="open"/></port>`;
  const os = (name: string): string => `<os><osmatch name="${name}" accuracy="99"/></os>`;

  it('a host is known by its hardware address, else its full name, else its address, which it may lose', async () => {
    const { items } = await all(
      'nmap',
      scan(
        host(v4('10.1.0.1') + mac('00:50:B6:00:00:01') + named('a.hill.example')),
        host(v4('10.1.0.2') + named('B.hill.example')),
        host(v4('10.1.0.3') + named('c')),
        host(v4('10.1.0.4') + mac('00:00:00:00:00:00') + named('10.1.0.4')),
      ),
    );
    expect(items.map(({ ref, weak, former, keys, initial }) => [ref, weak, former, keys, initial!['name']])).toEqual([
      [
        ...['00:50:b6:00:00:01', undefined, undefined],
        ...[{ mac: ['00:50:b6:00:00:01'], fqdn: ['a.hill.example'] }, 'a.hill.example'],
      ],
      ['b.hill.example', undefined, ['10.1.0.2'], { fqdn: ['b.hill.example'] }, 'B.hill.example'],
      ['10.1.0.3', true, undefined, undefined, 'c'],
      ['10.1.0.4', true, undefined, undefined, '10.1.0.4'],
    ]);
  });
  it('hosts of one hardware address are one machine, with all that they say', async () => {
    const dock = mac('00:50:B6:00:00:01');
    const { items, told } = await all(
      'nmap',
      scan(
        host(v4('10.1.0.1') + dock + port(22)),
        host(v4('10.1.0.2') + dock + named('b.hill.example') + port(80) + os('Debian')),
        host(v4('10.1.0.3') + mac('00:50:B6:00:00:02')),
      ),
    );
    expect(items.map(({ ref, set, initial }) => [ref, set, initial])).toEqual([
      [
        '00:50:b6:00:00:01',
        { address_ip: '10.1.0.1, 10.1.0.2', operating_system: 'Debian', net_services: '22/tcp, 80/tcp' },
        { name: 'b.hill.example' },
      ],
      ['00:50:b6:00:00:02', { address_ip: '10.1.0.3' }, { name: '10.1.0.3' }],
    ]);
    expect(told).toEqual([expect.stringMatching(/told as one machine with it: 1\./)]);
  });
  it('hosts of one full name are one machine unless their systems differ', async () => {
    const files = ['Linux', 'Windows'].map((system) =>
      scan(
        host(v4('10.1.0.1') + named('a.hill.example') + os('Linux')),
        host(v4('10.1.0.2') + named('a.hill.example') + os(system)),
      ),
    );
    const [same, other] = await Promise.all(files.map(async (file) => (await all('nmap', file)).items));
    expect(same!.map(({ ref, set, former }) => [ref, set['address_ip'], former])).toEqual([
      ['a.hill.example', '10.1.0.1, 10.1.0.2', ['10.1.0.1', '10.1.0.2']],
    ]);
    expect(other!.map(({ ref, weak, keys }) => [ref, weak, keys])).toEqual([
      ['a.hill.example', undefined, { fqdn: ['a.hill.example'] }],
      ['10.1.0.2', true, undefined],
    ]);
  });
  it('what masscan writes has no status, and a host for each port', async () => {
    const { items, told } = await all(
      'nmap',
      scan(host(v4('10.1.0.1') + port(80), ''), host(v4('10.1.0.1') + port(443), ''), host(v4('10.1.0.2'), '')),
    );
    expect(items.map(({ ref, set }) => [ref, set['net_services']])).toEqual([
      ['10.1.0.1', '80/tcp, 443/tcp'],
      ['10.1.0.2', undefined],
    ]);
    expect(told).toEqual([]);
  });
  it('machines beyond what a scan may have are refused', async () => {
    const addresses = Array.from({ length: 10_001 }, (_, i) => v4(`10.1.${i >> 8}.${i & 255}`));
    const file = scan(...addresses.map((address) => host(mac('00:50:B6:00:00:01') + address)));
    expect(await refusal(read('nmap', file, { piece: 60_000 }))).toEqual([400, expect.stringContaining('addresses')]);
  });
});

describe('ansible', () => {
  const facts = (more: object = {}): string =>
    JSON.stringify({ ansible_facts: { ansible_hostname: 'web', ansible_virtualization_role: 'guest', ...more } });

  it.each([
    ['10.40.0.11', '10.40.0'],
    ['web.hill.example', 'web.hill'],
    ['web', undefined],
  ])('the file %s names the host whole; before, that was %s', async (file, former) => {
    const [item] = (await read('ansible', facts(), { file })).items;
    expect([item!.ref, item!.former]).toEqual([file, former === undefined ? undefined : [former]]);
  });
  it('a host is called by its full name where nothing names it, or as it is asked', async () => {
    const file = facts({ ansible_fqdn: 'web.hill.example' });
    const refs = async (options: Record<string, string>): Promise<unknown> =>
      (await all('ansible', file, options)).items.map(({ ref, former }) => [ref, former]);
    expect(await refs({})).toEqual([['web.hill.example', undefined]]);
    expect(await refs({ host: 'web1' })).toEqual([['web1', ['web.hill.example']]]);
  });
  it('knows a machine by its ids, its names and its own adapters', async () => {
    const { items } = await read(
      'ansible',
      facts({
        ...{ ansible_fqdn: 'web.hill.example', ansible_product_serial: 'VMware-42 1c', ansible_product_uuid: '421C-A' },
        ansible_chassis_asset_tag: 'A-17',
        ansible_all_ipv4_addresses: ['10.0.0.1', '172.17.0.1', '172.18.0.1', '192.168.122.1', '127.0.0.5', '10.0.0.2'],
        ansible_eth0: { device: 'eth0', macaddress: '00:50:B6:00:00:01', ipv4: { address: '10.0.0.1' } },
        ansible_docker0: { device: 'docker0', macaddress: '02:42:00:00:00:01', ipv4: { address: '172.17.0.1' } },
        ansible_br_1a: { device: 'br-1a', macaddress: '02:42:00:00:00:02', ipv4: { address: '172.18.0.1' } },
        ansible_virbr0: { device: 'virbr0', ipv4: { address: '192.168.122.1' } },
      }),
      { file: 'web1.hill.example' },
    );
    expect(items).toMatchObject([
      {
        set: { address_ip: '10.0.0.1, 10.0.0.2' },
        keys: {
          ...{ uuid: '421C-A', serial: 'VMware-42 1c', inventory: 'A-17', mac: ['00:50:b6:00:00:01'] },
          fqdn: ['web.hill.example', 'web1.hill.example'],
        },
      },
    ]);
  });
  it('keeps the address that leads to others, whatever its adapter is called', async () => {
    const file = facts({
      ...{ ansible_all_ipv4_addresses: ['10.0.0.1'], ansible_default_ipv4: { address: '10.0.0.1' } },
      ansible_br_ex: { device: 'br-ex', ipv4: { address: '10.0.0.1' } },
    });
    expect((await read('ansible', file)).items[0]!.set['address_ip']).toBe('10.0.0.1');
  });
  it('reads an inventory without facts for its names, addresses and groups', async () => {
    const inventory = {
      _meta: { hostvars: { web1: { ansible_host: '10.30.0.1', secret: 's3cret' }, 'db.hill.example': {} } },
      ...{ all: { children: ['web'] }, web: { hosts: ['web1', 'web2'] }, paris: { hosts: ['web1'] } },
      ungrouped: { hosts: ['db.hill.example'] },
    };
    const { items, told } = await all('ansible', JSON.stringify(inventory));
    const base = { type: 'logical-servers', partial: true };
    expect(items).toEqual([
      { ...base, ref: 'web1', set: { address_ip: '10.30.0.1', attributes: 'web paris' }, initial: { name: 'web1' } },
      {
        ...{ ...base, ref: 'db.hill.example', set: {}, initial: { name: 'db.hill.example' } },
        keys: { fqdn: ['db.hill.example'] },
      },
      { ...base, ref: 'web2', set: { attributes: 'web' }, initial: { name: 'web2' } },
    ]);
    expect([told, JSON.stringify(items).includes('s3cret')]).toEqual([[], false]);
    const other = await all('ansible', JSON.stringify(inventory), { type: 'physical-servers' });
    expect(other.items[0]).toMatchObject({ type: 'physical-servers', set: { address_ip: '10.30.0.1' } });
  });
  it('hosts without facts beside others are not reached, and a file without any is refused for that', async () => {
    const inventory = { _meta: { hostvars: { a: JSON.parse(facts()) as object, b: { ansible_host: '10.0.0.2' } } } };
    const { items, told } = await all('ansible', JSON.stringify(inventory));
    expect([items.map(({ ref }) => ref), told]).toEqual([['a'], ['hosts without facts (1).']]);
    expect(await refusal(read('ansible', '{"web":{}}'))).toEqual([
      400,
      expect.stringContaining('no host in it has facts'),
    ]);
  });
});

describe('ldif', () => {
  const entry = (name: string, lines: string): string =>
    `dn: CN=${name},DC=hill,DC=example\nobjectClass: computer\ncn: ${name}\n${lines}\n`;

  it('accounts of services and names of clusters are no machines, and nobody is left out in silence', async () => {
    const { items, told } = await all(
      'ldif',
      entry('gmsa', 'objectClass: msDS-GroupManagedServiceAccount\n') +
        entry('smsa', 'objectClass: msDS-ManagedServiceAccount\n') +
        entry(
          'cno',
          `${'servicePrincipalName: HOST/x\n'.repeat(200)}servicePrincipalName: MSClusterVirtualServer/cno\n`,
        ) +
        entry('old', 'userAccountControl: 4098\n') +
        entry('pc', 'dNSHostName: PC.hill.example\n') +
        'dn: CN=x,DC=hill\nobjectClass: computer\n\n',
    );
    expect(items.map(({ ref, type, keys }) => [ref, type, keys])).toEqual([
      ['cn=pc,dc=hill,dc=example', 'workstations', { fqdn: ['pc.hill.example'] }],
    ]);
    expect(told).toEqual([
      ...['managed service accounts (2).', 'names of clusters (1).', 'accounts that are disabled (1).'],
      'what is of the kind computer and has no name (1).',
    ]);
  });
  it('records of changes are told, and read past', async () => {
    const { items, told } = await all(
      'ldif',
      `${entry('a', '')}dn: CN=b,DC=hill\nchangetype: modify\nreplace: description\ndescription: moved\n-\nadd: cn\ncn: c\n-\n\n` +
        'dn: CN=c,DC=hill\nchangetype: delete\n\n' +
        'dn: CN=d,DC=hill\nchangetype: modrdn\nnewrdn: CN=e\ndeleteoldrdn: 1\n\n' +
        'dn: CN=f,DC=hill\nchangetype: add\nobjectClass: computer\ncn: f\n\n',
    );
    expect([items.map(({ set }) => set['name']), told]).toEqual([
      ['a', 'f'],
      ['records of changes (changetype), which are no entries (3).'],
    ]);
    // Between the changes of a record alone.
    expect(await refusal(read('ldif', 'dn: CN=a\ncn: a\n-\n'))).toEqual([400, expect.stringContaining('line 3')]);
  });
  it.each([
    ['Windows Server 2022 Standard', 'logical-servers'],
    ['Red Hat Enterprise Linux', 'logical-servers'],
    ['RHEL', 'logical-servers'],
    ['redhat-linux-gnu', 'logical-servers'],
    ['Ubuntu', 'logical-servers'],
    ['SLES', 'logical-servers'],
    ['Debian GNU/Linux', 'logical-servers'],
    ['Rocky Linux', 'logical-servers'],
    ['Samba', 'logical-servers'],
    ['Windows 11 Pro', 'workstations'],
    ['Mac OS X', 'workstations'],
    ['macOS', 'workstations'],
    ['Linux Mint', 'workstations'],
    ['SUSE Linux Enterprise Desktop', 'workstations'],
    ['Ubuntu Desktop', 'workstations'],
    ['Windows 10 Business for debianites', 'workstations'],
  ])('a machine of %s is one of %s', async (system, type) => {
    expect((await read('ldif', entry('a', `operatingSystem: ${system}\n`))).items[0]!.type).toBe(type);
  });
  it('a domain controller is a server, whatever it says of its system', async () => {
    expect((await read('ldif', entry('dc', 'userAccountControl: 532480\n'))).items[0]!.type).toBe('logical-servers');
  });
  it('a long system takes no time', async () => {
    const began = process.cpuUsage();
    await read('ldif', entry('a', `operatingSystem: ${'a_'.repeat(400_000)}\n`), { piece: 60_000 });
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(3 * (await pace()));
  });
});

describe('proxmox', () => {
  const PVE = { cluster: 'pve' };
  const node = { id: 'node/n1', node: 'n1', type: 'node', status: 'online' };
  const guest = (more: object = {}): object => ({
    ...{ id: 'qemu/1', vmid: 1, node: 'n1', type: 'qemu', status: 'running', name: 'vm' },
    ...more,
  });
  const one = async (...list: object[]): Promise<Item | undefined> =>
    (await read('proxmox', JSON.stringify(list), opt(PVE))).items.find(({ type }) => type === 'logical-servers');

  it('a guest whose node is away is not said to be off, and keeps what was said of it', async () => {
    const away = await one({ ...node, status: 'offline' }, guest({ status: 'unknown', name: undefined }));
    expect(away).toMatchObject({ partial: true, initial: { name: 'qemu/1' } });
    expect(Object.keys(away!.set).sort()).toEqual(['clusters', 'physical_servers', 'type']);
    expect((await one(node, guest({ status: 'stopped' })))!.set['active']).toBe(false);
  });
  it('guests alone are read, with their node by its name, and are not all of the cluster', async () => {
    expect((await one(guest()))!.set['physical_servers']).toEqual([{ name: 'n1', else: 'drop' }]);
    expect((await one(node, guest()))!.set['physical_servers']).toEqual([{ ref: 'node/n1' }]);
    const modeOf = async (...list: object[]): Promise<string> =>
      (await read('proxmox', JSON.stringify(list), opt(PVE))).envelope.mode;
    expect([await modeOf(guest()), await modeOf(node), await modeOf(node, guest()), await modeOf()]).toEqual([
      ...['delta', 'delta', 'full', 'full'],
    ]);
  });
  it('tells what it leaves out, and what a file lacks', async () => {
    const list = [
      ...[
        node,
        guest(),
        guest({ id: 'qemu/9', template: 1 }),
        { id: 'sdn/x', type: 'sdn' },
        { id: 'pool/p', type: 'pool' },
      ],
      { id: 'storage/n1/local', type: 'storage', storage: 'local', shared: 0 },
    ];
    expect((await all('proxmox', JSON.stringify(list), PVE)).told).toEqual([
      ...['templates (1).', 'what is of the kind sdn (1).', 'what is of the kind pool (1).'],
      'storage that is not shared (1).',
    ]);
    for (const [file, lacks] of [
      ['{"a":1}', 'data is missing'],
      ['[{"id":"qemu/1"}]', 'type is missing'],
      ['[{"type":"qemu"}]', 'id is missing'],
    ] as const)
      expect(await refusal(read('proxmox', file, opt(PVE)))).toEqual([400, expect.stringContaining(lacks)]);
  });
});

describe('k8s', () => {
  const K8S = { cluster: 'k' };
  const list = (...items: object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const object = (kind: string, name: string, more: object = {}, owner?: [kind: string, name: string]): object => ({
    ...{ apiVersion: 'v1', kind, ...more },
    metadata: {
      ...{ name, namespace: 'web' },
      ...(owner && { ownerReferences: [{ kind: owner[0], name: owner[1], controller: true }] }),
    },
  });

  it('a pod that stands alone is a container, and runs on a node that another file may tell of', async () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: web}\nspec: {nodeName: n1}\n';
    const { items, told } = await all('k8s', pod, K8S);
    expect([items[1], told]).toEqual([
      {
        ...{ type: 'containers', ref: 'k/web/Pod/p' },
        set: { name: 'web/p', type: 'Pod', logical_servers: [{ ref: 'k/node/n1', else: 'drop' }] },
      },
      [],
    ]);
  });
  it('pods that are of nothing in the file are told, those that are of a workload are not', async () => {
    const on = { spec: { nodeName: 'n1' } };
    const { items, told } = await all(
      'k8s',
      list(
        ...[object('Node', 'n1'), object('Deployment', 'd'), object('ReplicaSet', 'r', {}, ['Deployment', 'd'])],
        ...[object('Pod', 'r-1', on, ['ReplicaSet', 'r']), object('Pod', 'static', on, ['Node', 'n1'])],
        ...[object('Pod', 'x', on, ['ReplicaSet', 'gone']), object('Pod', 'done', { status: { phase: 'Succeeded' } })],
        ...[object('Job', 'once'), object('Pod', 'once-1', on, ['Job', 'once'])],
      ),
      K8S,
    );
    expect(items.map(({ ref }) => ref)).toEqual(['k', 'k/node/n1', 'k/web/Deployment/d']);
    expect(items[2]!.set['logical_servers']).toEqual([{ ref: 'k/node/n1' }]);
    expect(told.sort()).toEqual([
      'pods of Job whose workload the file does not hold (1).',
      'pods of Node whose workload the file does not hold (1).',
      'pods of ReplicaSet whose workload the file does not hold (1).',
      'pods that stand alone and have ended (1).',
      'what is of the kind Job (1).',
    ]);
  });
  it('a node is known by the id of its machine, and its names', async () => {
    const status = {
      nodeInfo: { systemUUID: 'EC2A1B2C-0000-4000-8000-000000000001' },
      addresses: [
        { type: 'InternalIP', address: '10.0.0.1' },
        { type: 'Hostname', address: 'n1' },
        { type: 'InternalDNS', address: 'n1.eu.compute.example' },
      ],
    };
    const { items } = await all('k8s', list(object('Node', 'n1.hill.example', { status })), K8S);
    expect(items[1]!.keys).toEqual({
      uuid: 'ec2a1b2c-0000-4000-8000-000000000001',
      fqdn: ['n1.hill.example', 'n1.eu.compute.example'],
    });
  });
  it.each([
    ['{"kind":"Node"}', 'apiVersion is missing'],
    ['{"apiVersion":"v1"}', 'kind is missing'],
    ['{"apiVersion":"v1","kind":"NodeList"}', 'items is missing'],
  ])('of %s it says that %s', async (file, words) => {
    expect(await refusal(read('k8s', file, opt(K8S)))).toEqual([400, expect.stringContaining(words)]);
  });
});

describe('glpi', () => {
  const inventory = (content: object, more: object = {}): string =>
    JSON.stringify({ deviceid: 'd-1', itemtype: 'Computer', ...more, content });
  const one = async (content: object, more: object = {}): Promise<Item> =>
    (await read('glpi', inventory(content, more))).items[0]!;

  it('a machine is known by what is its own', async () => {
    const item = await one({
      hardware: { name: 'lap', uuid: '4C4C4544-0042', chassis_type: 'Laptop' },
      ...{
        bios: { ssn: 'PF-1', assettag: 'A-1' },
        operatingsystem: { fqdn: 'lap.hill.example', dns_domain: 'hill.test' },
      },
      networks: [
        ...[
          { mac: '00:50:B6:00:00:01', ipaddress: '10.0.0.1' },
          { mac: '00:50:b6:00:00:02', virtualdev: true },
        ],
        { description: 'docker0', mac: '02:42:00:00:00:01', ipaddress: '172.17.0.1' },
      ],
    });
    expect([item.set['address_ip'], item.set['mac_address'], item.keys]).toEqual([
      ...['10.0.0.1', '00:50:b6:00:00:01'],
      {
        ...{ uuid: '4C4C4544-0042', serial: 'PF-1', inventory: 'A-1', mac: ['00:50:b6:00:00:01'] },
        fqdn: ['lap.hill.example', 'lap.hill.test'],
      },
    ]);
  });
  it('a domain is the name of no machine', async () => {
    const fqdnOf = async (hardware: object): Promise<unknown> =>
      (await one({ hardware, operatingsystem: { dns_domain: 'hill.example' } })).keys;
    expect(await fqdnOf({})).toBeUndefined();
    expect(await fqdnOf({ name: 'a' })).toEqual({ fqdn: ['a.hill.example'] });
    expect(await fqdnOf({ name: 'a.hill.example' })).toEqual({ fqdn: ['a.hill.example'] });
  });
  it('host and guest name one machine alike, in whichever order they write its id', async () => {
    const [id, turned] = ['7D5B1C2E-8A4F-4D0E-9D9B-0A1B2C3D4E5F', '2E1C5B7D-4F8A-0E4D-9D9B-0A1B2C3D4E5F'];
    const guest = await one({ hardware: { name: 'vm', uuid: id, vmsystem: 'VMware' } });
    const host = { virtualmachines: [{ name: 'vm', uuid: turned, mac: '00:50:56:00:00:01/00:50:56:00:00:02' }] };
    const [, told] = (await read('glpi', inventory({ hardware: { name: 'esx' }, ...host }))).items;
    expect([guest.ref, guest.former, told!.ref, told!.former]).toEqual([
      ...[id.toLowerCase(), undefined],
      ...[id.toLowerCase(), [turned.toLowerCase()]],
    ]);
    expect(told!.keys).toEqual({
      uuid: turned.toLowerCase(),
      mac: ['00:50:56:00:00:01', '00:50:56:00:00:02'],
    });
  });
  it('guests without an id have their name within their host, and those without both are told', async () => {
    const nobody = '00000000-0000-0000-0000-000000000000';
    const { items, told } = await all(
      'glpi',
      inventory({
        hardware: { name: 'h', chassis_type: 'Blade' },
        virtualmachines: [
          ...[
            { name: 'zone', vmtype: 'solaris zone', status: 'running' },
            { name: 'vm', uuid: nobody },
          ],
          ...[{ vmtype: 'xen' }, { vmtype: 'docker' }],
        ],
      }),
    );
    expect(items.slice(1).map(({ ref, initial }) => [ref, initial])).toEqual([
      ['d-1/zone', { name: 'zone' }],
      ['d-1/vm', { name: 'vm' }],
    ]);
    expect(told).toEqual([
      'what is of the kind xen and has no name (1).',
      'what is of the kind docker and has no name (1).',
    ]);
    const virtual = await one({ hardware: { name: 'v', uuid: nobody, vmsystem: 'KVM' } });
    expect(virtual.ref).toBe('d-1');
  });
  it('devices say what they are called, where they answer, and what identifies them, of any type', async () => {
    const device = {
      ...{ name: 'dev', manufacturer: 'Aruba', model: '6300M', serial: 'SG1', firmware: 'FL.10', location: 'Room 7' },
      ...{ mac: '00:50:B6:00:00:01', ips: ['127.0.0.1', '10.0.0.9'] },
    };
    const keys = { serial: 'SG1', mac: ['00:50:b6:00:00:01'] };
    const set = { name: 'dev', vendor: 'Aruba', product: '6300M', version: 'FL.10' };
    const about = '<p>Room 7, S/N SG1, MAC 00:50:b6:00:00:01';
    expect(await one({ network_device: device }, { itemtype: 'NetworkEquipment' })).toEqual({
      ...{ type: 'physical-switches', ref: 'd-1', keys },
      set: { ...set, description: `${about}, IP 10.0.0.9</p>` },
    });
    expect(await one({ network_device: device }, { itemtype: 'Printer' })).toMatchObject({
      ...{ type: 'peripherals', keys },
      set: { ...set, description: `${about}</p>`, address_ip: '10.0.0.9' },
    });
    const phone = { hardware: { name: 'ph' }, bios: { smodel: 'M9', smanufacturer: 'Hill', ssn: 'S-9' } };
    expect(await one(phone, { itemtype: 'Phone' })).toEqual({
      ...{ type: 'phones', ref: 'd-1', keys: { serial: 'S-9' } },
      set: { name: 'ph', vendor: 'Hill', product: 'M9', description: '<p>S/N S-9</p>' },
    });
    expect((await one({}, { itemtype: 'Phone' })).initial).toEqual({ name: 'd-1' });
  });
  it('XML says the same as JSON', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<REQUEST><CONTENT>
  <ACCESSLOG><LOGDATE>2026-11-20 02:00:00</LOGDATE></ACCESSLOG>
  <HARDWARE><NAME>lap</NAME><UUID>4C4C-1</UUID><CHASSIS_TYPE>Laptop</CHASSIS_TYPE><MEMORY>8192</MEMORY></HARDWARE>
  <BIOS><SSN>PF-1</SSN><SMODEL>T14 &amp; more</SMODEL></BIOS>
  <OPERATINGSYSTEM><FULL_NAME><![CDATA[Debian 12]]></FULL_NAME></OPERATINGSYSTEM>
  <CPUS><NAME>i5</NAME></CPUS><CPUS><NAME>i5</NAME></CPUS>
  <NETWORKS><MACADDR>00:50:B6:00:00:01</MACADDR><IPADDRESS>10.0.0.1</IPADDRESS><VIRTUALDEV>0</VIRTUALDEV></NETWORKS>
  <NETWORKS><MACADDR>00:50:B6:00:00:02</MACADDR><IPADDRESS>10.0.0.2</IPADDRESS><VIRTUALDEV>1</VIRTUALDEV></NETWORKS>
  <SOFTWARES><NAME>7-Zip</NAME></SOFTWARES>
  <PROCESSES><CMD>tool --password s3cret</CMD></PROCESSES>
  <DATABASES_SERVICES><NAME>PostgreSQL</NAME><DATABASES><NAME>ehr</NAME></DATABASES></DATABASES_SERVICES>
  <VIRTUALMACHINES><NAME>vm</NAME><UUID>7D5B</UUID><STATUS>running</STATUS></VIRTUALMACHINES>
</CONTENT><DEVICEID>d-1</DEVICEID><QUERY>INVENTORY</QUERY></REQUEST>`;
    const json = inventory({
      accesslog: { logdate: '2026-11-20 02:00:00' },
      hardware: { name: 'lap', uuid: '4C4C-1', chassis_type: 'Laptop', memory: 8192 },
      ...{ bios: { ssn: 'PF-1', smodel: 'T14 & more' }, operatingsystem: { full_name: 'Debian 12' } },
      ...{ cpus: [{ name: 'i5' }, { name: 'i5' }], softwares: [{ name: '7-Zip' }] },
      networks: [
        { mac: '00:50:B6:00:00:01', ipaddress: '10.0.0.1' },
        { mac: '00:50:B6:00:00:02', ipaddress: '10.0.0.2', virtualdev: true },
      ],
      databases_services: [{ name: 'PostgreSQL', databases: [{ name: 'ehr' }] }],
      virtualmachines: [{ name: 'vm', uuid: '7D5B', status: 'running' }],
    });
    const of = async (file: string, piece = 1000): Promise<Item[]> =>
      (await read('glpi', file, { piece, ...opt({ software: 'zip' }) })).items;
    const expected = await of(json);
    for (const piece of [1, 1000]) expect(await of(xml, piece)).toEqual(expected);
    expect([expected.length, JSON.stringify(expected).includes('s3cret')]).toEqual([3, false]);
  });
  it('XML of devices that were asked over the network names each by its own', async () => {
    const device = (type: string, inside: string): string =>
      `<DEVICE><INFO><TYPE>${type}</TYPE>${inside}</INFO><PORTS><PORT><IFNAME>1</IFNAME></PORT></PORTS></DEVICE>`;
    const { items, told } = await all(
      'glpi',
      '<REQUEST><CONTENT>' +
        device(
          'NETWORKING',
          '<NAME>sw</NAME><MAC>00:50:B6:00:00:01</MAC><IPS><IP>10.0.0.9</IP><IP>10.0.1.9</IP></IPS>',
        ) +
        device('PRINTER', '<NAME>prn</NAME><SERIAL>P-1</SERIAL><IPS><IP>10.0.0.8</IP></IPS>') +
        device('POWER', '<NAME>ups</NAME>') +
        '</CONTENT><DEVICEID>agent</DEVICEID><QUERY>SNMPQUERY</QUERY></REQUEST>',
    );
    expect(items.map(({ type, ref, set }) => [type, ref, set['address_ip'] ?? set['description']])).toEqual([
      ['physical-switches', '00:50:b6:00:00:01', '<p>MAC 00:50:b6:00:00:01, IP 10.0.0.9, 10.0.1.9</p>'],
      ['peripherals', 'P-1', '10.0.0.8'],
    ]);
    expect(told).toEqual(['what is of the kind POWER (1).']);
  });
  const device = '<DEVICEID>d</DEVICEID>';
  it.each([
    ['no content', '<REQUEST><CONTENT/></REQUEST>', 'its XML has no CONTENT'],
    ['no device', '<REQUEST><CONTENT><HARDWARE><NAME>a</NAME></HARDWARE></CONTENT></REQUEST>', 'its XML has no DEVICEID'],
    ['a greeting', `<REQUEST><CONTENT><BIOS><SSN>a</SSN></BIOS></CONTENT>${device}<QUERY>PROLOG</QUERY></REQUEST>`, 'QUERY prolog'],
    ['a file that ends early', `<REQUEST>${device}<CONTENT>`, 'ends in the middle'],
    ['entities of its own', `<!DOCTYPE a [<!ENTITY b "c">]><REQUEST>${device}</REQUEST>`, 'inner part'],
    ['deep nesting', `<REQUEST>${'<a>'.repeat(60)}`, 'more than 50 levels'],
    ['a long text', `<REQUEST>${'x'.repeat(2 << 20)}`, 'longer than'],
    ['many devices', `<REQUEST><CONTENT>${'<CPUS><NAME>a</NAME></CPUS>'.repeat(100_002)}`, 'more than 100000 devices'],
    ['another XML', '<nmaprun/>', 'this is nmap -oX, which nmap reads'],
    ['JSON without a device', '{"content":{}}', 'deviceid is missing'],
    ['JSON without content', '{"deviceid":"a"}', 'content is missing'],
  ] as const)('refuses %s', async (_, file, words) => {
    const [status, sentence] = await refusal(read('glpi', file, { piece: 60_000 }));
    expect([status, sentence.includes(words) ? words : sentence]).toEqual([400, words]);
  }); // prettier-ignore
  it('XML of 60,000 programs is read in little time', async () => {
    const programs = '<SOFTWARES><NAME>A program</NAME><VERSION>1</VERSION><PUBLISHER>P</PUBLISHER></SOFTWARES>';
    const file = `<REQUEST><CONTENT><HARDWARE><NAME>a</NAME></HARDWARE>${programs.repeat(60_000)}</CONTENT>${device}</REQUEST>`;
    const began = process.cpuUsage();
    expect((await read('glpi', file, { piece: 60_000 })).items).toHaveLength(1);
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(6 * (await pace()));
  });
});
