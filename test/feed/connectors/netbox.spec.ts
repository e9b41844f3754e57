/** What answers of NetBox and Zabbix become: each kind of object, what is left out, and what is refused. @seconds 2 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../../src/core/http/errors.js';
import { LeftOut } from '../../../src/feed/connectors/index.js';
import type { Item } from '../../../src/feed/document/model.js';
import { read, refusal } from './support.js';

const fixture = (name: string): string => readFileSync(join(__dirname, '../fixtures', name), 'utf8');
const opt = (options: Record<string, string>): { opt: Map<string, string> } => ({
  opt: new Map(Object.entries(options)),
});
const at = (list: string, id: number): string => `https://netbox.hill.example/api/${list}/${id}/`;
/** An answer with objects of one list, numbered from 1. */
const answer = (list: string, ...objects: object[]): object => ({
  ...{ count: objects.length, next: null, previous: null },
  results: objects.map((object, i) => ({ id: i + 1, url: at(list, i + 1), ...object })),
});
const all = async (answers: unknown, options: Record<string, string> = {}): Promise<Item[]> =>
  (await read('netbox', JSON.stringify(answers), opt(options))).items;
const device = (role: string, more: object = {}): object => ({ name: role, role: { slug: role, name: role }, ...more });

describe('netbox', () => {
  let items: Item[];
  const leftOut = new LeftOut();
  beforeAll(async () => ({ items } = await read('netbox', fixture('netbox.json'), { leftOut })));
  const itemOf = (ref: string): Item => items.find((item) => item.ref === ref)!;

  it('makes an item of each object, or counts it as left out', () => {
    const counts: Record<string, number> = {};
    for (const { type } of items) counts[type] = (counts[type] ?? 0) + 1;
    expect(counts).toEqual({
      ...{ entities: 2, actors: 1, sites: 2, buildings: 3, bays: 2, clusters: 1, vlans: 2, subnetworks: 3, wans: 1 },
      ...{ 'physical-servers': 1, 'physical-switches': 1, 'physical-security-devices': 1, 'storage-devices': 1 },
      ...{ 'wifi-terminals': 1, peripherals: 2, workstations: 1, 'logical-servers': 2, 'physical-links': 2 },
    });
    expect(leftOut.phrases.map((phrase) => phrase.in('en'))).toEqual([
      'Left out: what is of the kind dcim/device-types (1).',
      'Left out: addresses that no machine has (1).',
      'Left out: cables that do not lead from a device to a device of these (1).',
    ]);
    // Whatever an installation keeps beside is not read.
    expect(JSON.stringify(items)).not.toMatch(/never read|Rack key/);
  });
  it('says of a device where it stands, what it is, its addresses of all its interfaces, and what identifies it', () => {
    expect(itemOf('dcim/devices/1')).toEqual({
      ...{ type: 'physical-servers', ref: 'dcim/devices/1' },
      set: {
        ...{ name: 'esx-01', type: 'Hypervisor', vendor: 'Dell', product: 'PowerEdge R650' },
        ...{ operating_system: 'VMware ESXi 8', address_ip: '10.20.0.11, 10.20.9.11' },
        site: { ref: 'dcim/sites/1', else: 'drop' },
        building: { ref: 'dcim/locations/1', else: 'drop' },
        bay: { ref: 'dcim/racks/1', else: 'drop' },
        clusters: [{ ref: 'virtualization/clusters/1', else: 'drop' }],
        description: '<p>S/N 7XK2M93</p>',
      },
      keys: {
        ...{ serial: '7XK2M93', inventory: 'A-0101', mac: ['02:00:5e:20:00:11'], fqdn: ['esx-01.hill.example'] },
      },
    });
    expect(itemOf('dcim/devices/7').set).toMatchObject({
      ...{ serial_number: '3HJ8K72', manufacturer: 'Dell', mac_address: '02:00:5e:20:01:01' },
      entity: { ref: 'tenancy/tenants/1' },
    });
    // Without a name it is called as NetBox shows it.
    expect(itemOf('dcim/devices/8').set['name']).toBe('AP8853 (8)');
  });
  it('says of a virtual machine its size, its state, its host and its cluster', () => {
    expect(itemOf('virtualization/virtual-machines/1').set).toEqual({
      ...{ name: 'mail.hill.example', active: true, type: 'Server', operating_system: 'Debian 12' },
      ...{ cpu: '4', memory: '8192 MB', disk: 120, address_ip: '10.20.1.4', attributes: 'production' },
      clusters: [{ ref: 'virtualization/clusters/1', else: 'drop' }],
      physical_servers: [{ ref: 'dcim/devices/1', else: 'drop' }],
    });
    expect(itemOf('virtualization/virtual-machines/2').set).toMatchObject({ active: false });
  });
  it('tells names that two have apart by their places, and leaves names that one has as they are', () => {
    const names = (type: string): unknown[] => items.filter((item) => item.type === type).map(({ set }) => set['name']);
    expect([names('buildings'), names('bays'), names('vlans')]).toEqual([
      ['Room 1 (Hill)', 'Cage', 'Room 1 (Dale)'],
      ['R1 (Hill, Room 1)', 'R1 (Dale, Room 1)'],
      ['Servers (Hill)', 'Servers (Dale)'],
    ]);
  });
  it('lays networks into each other, those of one routing table alone, and lets people name them', () => {
    expect(items.filter(({ type }) => type === 'subnetworks')).toEqual([
      expect.objectContaining({ initial: { name: '10.20.0.0/16' }, set: expect.objectContaining({}) as unknown }),
      expect.objectContaining({
        initial: { name: '10.20.1.0/24' },
        set: {
          address: '10.20.1.0/24',
          vlan: { ref: 'ipam/vlans/1', else: 'drop' },
          subnetwork: { ref: 'ipam/prefixes/1' },
        },
      }),
      {
        ...{ type: 'subnetworks', ref: 'ipam/prefixes/3', set: { address: '10.20.1.0/24' } },
        initial: { name: '10.20.1.0/24 (LAB)' },
        identify: ['name'],
      },
    ]);
  });
  it('connects the ports at both ends of a cable, and the sites at which a circuit ends', async () => {
    expect(itemOf('dcim/cables/1').set).toEqual({
      ...{ type: 'cat6', color: '#f44336', src_port: 'vmnic0', dest_port: 'Te1/0/1' },
      source: { type: 'physical-servers', ref: 'dcim/devices/1' },
      dest: { type: 'physical-switches', ref: 'dcim/devices/2' },
    });
    expect(itemOf('circuits/circuits/1').set).toEqual({
      name: 'Telco HILL-1',
      sites: [1, 2].map((id) => ({ ref: `dcim/sites/${id}`, else: 'drop' })),
    });
    // Before 4.2 an end named its site, and a cable may part into several.
    const end = (id: number): object => ({ object: { name: `p${id}`, device: { url: at('dcim/devices', id) } } });
    const made = await all([
      answer('dcim/devices', device('switch'), device('server'), device('router')),
      answer('dcim/cables', { a_terminations: [end(1)], b_terminations: [end(2), end(3)] }),
      answer('circuits/circuits', { cid: '7', provider: null, termination_a: { site: { url: at('dcim/sites', 4) } } }),
    ]);
    expect(made.slice(3).map(({ ref, set }) => [ref, set])).toEqual([
      ['circuits/circuits/1', { name: '7', sites: [{ ref: 'dcim/sites/4', else: 'drop' }] }],
      ['dcim/cables/1', expect.objectContaining({ src_port: 'p1', dest_port: 'p2' })],
      [
        'dcim/cables/1/2',
        expect.objectContaining({ src_port: 'p1', dest: { type: 'physical-routers', ref: 'dcim/devices/3' } }),
      ],
    ]);
  });
  it.each([
    ['access-switch', 'physical-switches'],
    ['edge_router', 'physical-routers'],
    ['firewall', 'physical-security-devices'],
    ['san', 'storage-devices'],
    ['san-switch', 'physical-switches'],
    ['wireless-access-point', 'wifi-terminals'],
    ['voip-phone', 'phones'],
    ['laptop', 'workstations'],
    ['compute', 'physical-servers'],
    ['console-server', 'peripherals'],
    ['printer', 'peripherals'],
    ['webcam', 'peripherals'],
  ])('takes the role %s for %s', async (role, type) => {
    expect((await all(answer('dcim/devices', device(role))))[0]!.type).toBe(type);
  });
  it('lets an option say what a role is, or that it is left out', async () => {
    const devices = answer('dcim/devices', device('webcam'), device('pdu'), device('server'));
    const made = await all(devices, { roles: 'webcam=phones, PDU=-' });
    expect(made.map(({ type }) => type)).toEqual(['phones', 'physical-servers']);
    expect(await refusal(all(devices, { roles: 'pdu=sites' }))).toEqual([
      422,
      expect.stringContaining('pdu=peripherals'),
    ]);
  });
  it('takes sizes up to 4.0 as gigabytes, and one object that comes twice once', async () => {
    const machine = (disk: number, serial?: string): object => ({
      name: 'vm',
      disk,
      ...(serial !== undefined && { serial }),
    });
    const list = 'virtualization/virtual-machines';
    const sizes = await Promise.all(
      [
        [machine(80)],
        [machine(80_000, '')],
        [machine(80_000, ''), { ...machine(80_000, ''), id: 1, url: at(list, 1) }],
      ].map(async (machines) => (await all([answer(list, ...machines)])).map(({ set }) => set['disk'])),
    );
    expect(sizes).toEqual([[80], [80], [80]]);
  });
  it('gives what says two things of one object twice, so that both are told', async () => {
    const twice = [device('server', { name: 'a' }), device('server', { name: 'b', url: at('dcim/devices', 1) })];
    const made = await all([answer('dcim/devices', ...twice)]);
    expect(made.map(({ ref, set }) => [ref, set['name']])).toEqual([
      ['dcim/devices/1', 'a'],
      ['dcim/devices/1', 'b'],
    ]);
  });
  describe('of a list of which pages are missing', () => {
    const page = (offset: number, count: number, more: object): object => ({
      ...answer(
        'dcim/sites',
        ...[0, 1].map((i) => ({ name: `S${offset + i}`, url: at('dcim/sites', offset + i + 1) })),
      ),
      ...{ count, ...more },
    });
    const link = (offset: number, asked = ''): string =>
      `https://netbox.hill.example/api/dcim/sites/?limit=2&offset=${offset}${asked}`;
    it.each<[string, unknown, string]>([
      ['the first page alone', page(0, 4, { next: link(2) }), 'of dcim/sites it has 2 of 4'],
      ['the last page alone', page(2, 4, { previous: link(0) }), 'of dcim/sites it has 2 of 4'],
      ['an answer that says of more', page(0, 3, {}), 'limit=0'],
      ['one that says no number', page(0, 0, { next: link(2) }), 'there is a next page'],
      ['one without a place', { count: 1, next: null, results: [] }, 'of results it has 0 of 1'],
      [
        'the first page twice',
        [page(0, 4, { next: link(2) }), page(0, 4, { next: link(2) })],
        'of dcim/sites it has 2 of 4',
      ],
      [
        'pages of two questions',
        [page(0, 4, { next: link(2, '&region=a') }), page(2, 4, { previous: link(0, '&region=b') })],
        'of dcim/sites it has 2 of 4',
      ],
    ])('refuses %s', async (_, value, words) => {
      expect(await refusal(all(value))).toEqual([400, expect.stringContaining(words)]);
    });
    it('takes all its pages, in any order and in any file', async () => {
      const pages = [page(2, 4, { previous: link(0) }), page(0, 4, { next: link(2) })];
      expect(await all(pages)).toHaveLength(4);
      expect(await all([pages.slice(0, 1), pages.slice(1)])).toHaveLength(4);
    });
    it('names the file', async () => {
      const names = ['tenants.json', 'sites.json'];
      const value = [answer('tenancy/tenants', { name: 'T' }), page(0, 4, { next: link(2) })];
      expect(await refusal(read('netbox', JSON.stringify(value), { names }))).toEqual([
        400,
        expect.stringContaining('sites.json: of dcim/sites it has 2 of 4') as string,
      ]);
      expect(await refusal(read('netbox', '[{"results":[]},{"results":[7]}]', { names }))).toEqual([
        400,
        expect.stringContaining('sites.json: it does not hold') as string,
      ]);
    });
  });
  it('tells what it does not take: tenants of what has no place for one, and addresses that are none', async () => {
    const tenant = { url: at('tenancy/tenants', 1), name: 'Radiology' };
    const leftOut = new LeftOut();
    const { items: made } = await read(
      'netbox',
      JSON.stringify([
        answer('dcim/devices', device('server', { tenant }), device('laptop', { tenant }), device('server')),
        answer('virtualization/virtual-machines', { name: 'vm', tenant }),
        answer('ipam/prefixes', { prefix: '10.20.0.0/16', tenant }),
        answer('ipam/ip-addresses', {
          ...{ address: '10.50.10.300/24', tenant },
          assigned_object: { device: { url: at('dcim/devices', 1) } },
        }),
      ]),
      { leftOut },
    );
    expect(made.map(({ set }) => set['address_ip'])).toEqual(Array(5).fill(undefined));
    expect(leftOut.phrases.map((phrase) => phrase.in('en'))).toEqual([
      'Left out: tenants of ipam/ip-addresses (1).',
      'Left out: 10.50.10.300/24, which is no address (1).',
      'Left out: tenants of dcim/devices (1).',
      'Left out: tenants of virtualization/virtual-machines (1).',
      'Left out: tenants of ipam/prefixes (1).',
    ]);
  });
  it('says in a document what was left out, and takes it from there', () => {
    const [one, other] = [new LeftOut(), new LeftOut()];
    one.add('cable', '', 2);
    one.add('kind', 'dcim/regions');
    one.add('repeatedRow');
    one.unite(3);
    other.take(JSON.parse(JSON.stringify(one.said)));
    const words = (of: LeftOut): string[] => of.lost.map((phrase) => phrase.in('en'));
    expect(words(other)).toEqual(words(one));
    expect(one.said).toEqual([
      { what: 'cable', count: 2 },
      { what: 'kind', name: 'dcim/regions', count: 1 },
      { what: 'united', count: 3 },
    ]);
    const wrong = [7, [7], [{ what: 'toString', count: 1 }], [{ what: 'cable' }], [{ what: 'cable', count: 0.5 }]];
    for (const said of [...wrong, [{ what: 'cable', name: {}, count: 1 }]])
      expect(() => other.take(said)).toThrow(ApiError);
  });
  it('counts together what is of more kinds than are told by their names', async () => {
    const leftOut = new LeftOut();
    for (let i = 0; i < 60; i++) leftOut.add('kind', `k${i}`);
    expect(leftOut.phrases).toHaveLength(51);
    expect(leftOut.phrases.at(-1)!.in('en')).toBe('Left out: what is of the kind … (10).');
  });
  it.each<[string, unknown, string]>([
    ['what says that it was refused', { detail: 'Invalid token' }, 'NetBox refused: Invalid token'],
    [
      'answers of NetBox 3',
      answer('dcim/devices', { name: 'a', device_role: {} }),
      'NetBox 3 is not read here; from 4.0 on',
    ],
    ['an object of nothing', { results: [{ id: 1 }] }, 'url is missing'],
    ['an answer without results', { results: 7 }, 'results is missing'],
    ['a list of texts', ['a'], 'it does not hold what such a file holds'],
    [
      'an answer of Zabbix',
      { jsonrpc: '2.0', result: [{ hostid: '1', host: 'a' }] },
      'an answer of Zabbix, which zabbix reads',
    ],
  ])('refuses %s', async (_, value, words) => {
    expect(await refusal(all(value))).toEqual([400, expect.stringContaining(words)]);
  });
  it('reads files that are lists of answers themselves as one', async () => {
    const whole = JSON.parse(fixture('netbox.json')) as unknown[];
    expect(await all([whole.slice(0, 3), whole.slice(3)])).toEqual(items);
  });
  it('says that it is full only where all was asked for', async () => {
    const modeOf = async (isAll: boolean): Promise<string> =>
      (await read('netbox', fixture('netbox.json'), { isAll })).envelope.mode;
    expect([await modeOf(false), await modeOf(true)]).toEqual(['delta', 'full']);
  });
});

describe('zabbix', () => {
  const GROUPS = { groups: 'Switches=physical-switches,hypervisors=physical-servers' };
  const hosts = async (value: string, options: Record<string, string> = {}): Promise<Item[]> =>
    (await read('zabbix', value, opt(options))).items;

  it('says addresses, system, groups and what identifies a host, and guesses a kind that no group says', async () => {
    const [mail, core, esx, old] = await hosts(fixture('zabbix.json'), GROUPS);
    expect(mail).toEqual({
      ...{ type: 'logical-servers', ref: '10084', guess: true, initial: { name: 'mail' } },
      set: {
        ...{ address_ip: '10.20.1.4', operating_system: 'Debian 12', attributes: 'Linux_servers' },
        description: '<p>Hill, room 1</p>',
      },
      keys: { mac: ['02:00:5e:20:02:04'], fqdn: ['mail.hill.example'] },
    });
    expect(core).toEqual({
      ...{ type: 'physical-switches', ref: '10105', initial: { name: 'core-sw-01' } },
      set: { vendor: 'Cisco', product: 'Catalyst 9500', description: '<p>IP 10.20.0.2</p>' },
      keys: { serial: 'FDO2523A0B1', inventory: 'A-0102' },
    });
    expect(esx).toMatchObject({ type: 'physical-servers', set: { address_ip: '10.20.0.11' } });
    expect(old).toMatchObject({ ref: '10107', set: { description: '<p>Kept for its disks</p>' } });
  });
  it('reads several answers, hosts alone, and groups as earlier versions call them', async () => {
    const host = { hostid: '1', host: 'a', groups: [{ name: 'Printers' }], inventory: [], interfaces: [] };
    const options = { groups: 'printers=peripherals' };
    const made = await hosts(JSON.stringify([{ result: [host] }, [{ ...host, hostid: '2', host: 'b' }]]), options);
    expect(made.map(({ type, ref }) => [type, ref])).toEqual([
      ['peripherals', '1'],
      ['peripherals', '2'],
    ]);
  });
  it.each<[string, unknown, string]>([
    [
      'a failure',
      { error: { code: -32602, message: 'Invalid params.', data: 'Not authorized.' } },
      'it says that it failed: Invalid params. Not authorized.',
    ],
    ['another answer', { jsonrpc: '2.0', id: 1 }, 'result is missing'],
    ['hosts without a name', { result: [{ hostid: '1' }] }, 'host is missing'],
    ['a text', 'a', 'it does not hold what such a file holds'],
    ['an answer of NetBox', [answer('dcim/sites', { name: 'a' })], 'an answer of NetBox, which netbox reads'],
  ])('refuses %s', async (_, value, words) => {
    expect(await refusal(hosts(JSON.stringify(value)))).toEqual([400, expect.stringContaining(words)]);
  });
  it('refuses a kind that no host can be', async () => {
    const refused = await refusal(hosts(fixture('zabbix.json'), { groups: 'Switches=sites' }));
    expect(refused).toEqual([422, expect.stringContaining('Switches=physical-switches')]);
  });
});
