/**
 * Eleven machines that a scanner, an inventory, a hypervisor and a directory know, the scanner first, with default settings: as many
 * objects as machines, whatever the scanner sees on which day. @seconds 40
 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

interface Machine {
  name: string;
  /** Its name as the network tells it; none where that tells nothing. */
  host?: string;
  ip: string;
  mac: string;
  system: string;
  class?: string;
  is?: 'vm' | 'pc';
}

const named = (name: string, ip: string, mac: string, system: string, more: Partial<Machine> = {}): Machine => ({
  ...{ name, host: `${name}.corp.example`, ip, mac, system, ...more },
});
const nameless = (...[name, ip, mac, system, more]: Parameters<typeof named>): Machine => {
  const { host: _, ...machine } = named(name, ip, mac, system, more);
  return machine;
};

const WINDOWS = 'Microsoft Windows 11';
const MACHINES: readonly Machine[] = [
  named('web01', '10.30.0.11', '00:50:56:AA:00:11', 'Debian 12', { is: 'vm' }),
  named('db01', '10.30.0.12', '00:50:56:AA:00:12', 'Debian 12', { is: 'vm' }),
  named('dc01', '10.30.0.13', '00:50:56:AA:00:13', 'Microsoft Windows Server 2022', { is: 'vm' }),
  named('files01', '10.30.0.14', '00:50:56:AA:00:14', 'Microsoft Windows Server 2019', { is: 'vm' }),
  nameless('app01', '10.30.0.15', '00:50:56:AA:00:15', 'Ubuntu 22.04', { is: 'vm' }),
  named('esx01', '10.30.0.21', '3C:FD:FE:AA:00:21', 'VMware ESXi 7.0'),
  named('pc-101', '10.30.0.101', '70:B5:E8:AA:01:01', WINDOWS, { is: 'pc' }),
  nameless('pc-102', '10.30.0.103', '70:B5:E8:AA:01:02', WINDOWS, { is: 'pc' }),
  named('prn-1', '10.30.0.201', '00:1B:A9:AA:02:01', 'HP LaserJet', { class: 'printer' }),
  nameless('sw-1', '10.30.0.251', '00:1C:57:AA:02:51', 'Cisco IOS 15', { class: 'switch' }),
  named('gw', '10.30.0.254', '00:1C:57:AA:02:54', 'Cisco IOS 15', { class: 'router' }),
];
/** The same before a computer got another address. */
const BEFORE = MACHINES.map((one) => (one.name === 'pc-102' ? { ...one, ip: '10.30.0.102' } : one));

const scan = (day: number, machines: readonly Machine[], seesMacs: boolean): string =>
  `<?xml version="1.0"?><nmaprun start="${1_790_000_000 + day * 86_400}">${machines
    .map(
      ({ ip, mac, host, system, class: type = 'general purpose' }) =>
        `<host><status state="up"/><address addr="${ip}" addrtype="ipv4"/>` +
        (seesMacs ? `<address addr="${mac}" addrtype="mac"/>` : '') +
        (host ? `<hostnames><hostname name="${host}" type="PTR"/></hostnames>` : '') +
        `<ports><port protocol="tcp" portid="22"><state state="open"/><service name="ssh"/></port></ports>` +
        `<os><osmatch name="${system}" accuracy="97"><osclass type="${type}" accuracy="97"/></osmatch></os></host>`,
    )
    .join('')}<runstats><finished exit="success"/></runstats></nmaprun>`;

const uuidOf = (place: number): string => `4230aaaa-0000-0000-0000-00000000000${place}`;

/** What the agents report; the list of the hypervisor; what the directory knows of the computers that joined it. */
const INVENTORY = JSON.stringify(
  MACHINES.flatMap(({ name, is, ip, mac, system }, place) =>
    is
      ? [
          {
            ...{ action: 'inventory', deviceid: `${name}-2026-01-01-00-00-00`, itemtype: 'Computer' },
            content: {
              hardware: {
                ...{ name: /^(dc|files|pc)/.test(name) ? name.toUpperCase() : name, uuid: uuidOf(place), memory: 8192 },
                ...(is === 'vm'
                  ? { chassis_type: 'Other', vmsystem: 'VMware' }
                  : { chassis_type: 'Desktop', vmsystem: 'Physical' }),
              },
              bios: { ssn: is === 'vm' ? `VMware-42 30 aa 0${place}` : `CZC00${place}`, smanufacturer: 'HP' },
              operatingsystem: { full_name: system, fqdn: `${name}.corp.example`, dns_domain: 'corp.example' },
              networks: [{ description: 'eth0', ipaddress: ip, mac: mac.toLowerCase(), virtualdev: false }],
            },
          },
        ]
      : [],
  ),
);
const RVTOOLS = [
  'VM,Powerstate,Template,DNS Name,CPUs,Memory,NICs,Primary IP Address,OS according to the configuration file,OS according to the VMware Tools,Datacenter,Cluster,Host,VM ID,VM UUID',
  ...MACHINES.flatMap(({ name, is, ip, system }, place) =>
    is === 'vm'
      ? `${name},poweredOn,False,${name}.corp.example,4,8192,1,${ip},${system},${system},DC1,CL1,esx01.corp.example,vm-${place},${uuidOf(place)}`
      : [],
  ),
].join('\n');
const DIRECTORY = MACHINES.flatMap(({ name, system }, place) =>
  /^(dc|files|pc)/.test(name)
    ? [
        `dn: CN=${name},OU=Machines,DC=corp,DC=example`,
        ...['top', 'person', 'organizationalPerson', 'user', 'computer'].map((one) => `objectClass: ${one}`),
        `cn: ${name}`,
        `objectGUID:: ${Buffer.from(`guid of ${name}      `.slice(0, 16)).toString('base64')}`,
        `sAMAccountName: ${name}$`,
        `dNSHostName: ${name}.corp.example`,
        `operatingSystem: ${system}`,
        `userAccountControl: ${4096 + 0 * place}`,
        '',
      ]
    : [],
).join('\n');

/** The kinds of machines that the sources know these as. */
const KINDS = [
  'logical-servers',
  'physical-servers',
  'workstations',
  'peripherals',
  'physical-switches',
  'physical-routers',
];

describe.each(ENGINES)('eleven machines, the scanner first, on %s', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.start(engine);
    for (const name of ['NMAP', 'GLPI', 'RVTOOLS', 'LDIF']) await putSource(server, name);
  });
  afterEach(() => server.stop());

  const feed = async (as: string, file: string, query = '', token?: string): Promise<Json> => {
    const source = as === 'csv' ? 'RVTOOLS' : as.toUpperCase();
    const { status, body } = await server.post(`/api/feed/runs?as=${as}&source=${source}${query}`, file, {
      headers: { 'content-type': 'application/octet-stream' },
      ...(token !== undefined && { token }),
    });
    expect([status, body.message, body.data?.findings?.filter(({ level }: Json) => level === 'error')]).toEqual([
      ...[200, undefined, []],
    ]);
    return body.data as Json;
  };
  const nmap = (
    day: number,
    machines: readonly Machine[],
    seesMacs: boolean,
    query = '',
    token?: string,
  ): Promise<Json> => feed('nmap', scan(day, machines, seesMacs), query, token);
  /** All others, in their order. */
  const others = async (): Promise<void> => {
    await feed('glpi', INVENTORY);
    await feed('csv', RVTOOLS, '&opt[map]=rvtools');
    await feed('ldif', DIRECTORY);
  };
  /** How many objects there are, by kind. */
  const counts = async (): Promise<Record<string, number>> => {
    const all: Record<string, number> = {};
    for (const kind of KINDS) {
      const { length } = (await server.get(`/api/${kind}?fields=id`)).body as Json[];
      if (length) all[kind] = length;
    }
    return all;
  };
  const codes = ({ findings }: Json): string[] => [...new Set((findings as Json[]).map(({ code }) => code as string))];
  const ELEVEN = { 'logical-servers': 8, 'physical-servers': 1, workstations: 2 };

  it('A: it sees hardware addresses from the first day', async () => {
    await nmap(1, MACHINES, true);
    expect(await counts()).toEqual({ 'logical-servers': 11 });
    await others();
    expect(await counts()).toEqual(ELEVEN);
    await nmap(2, MACHINES, true);
    const third = await nmap(3, MACHINES, true);
    expect([await counts(), third['counts']]).toMatchObject([
      ELEVEN,
      { create: 0, update: 0, unchanged: 11, missing: 0 },
    ]);
  });

  it('A: by the class of systems', async () => {
    await nmap(1, MACHINES, true, '&opt[by]=class');
    await others();
    await nmap(2, MACHINES, true, '&opt[by]=class');
    expect(await counts()).toEqual({
      ...{ 'logical-servers': 5, 'physical-servers': 1, workstations: 2 },
      ...{ peripherals: 1, 'physical-switches': 1, 'physical-routers': 1 },
    });
  });

  it('B: from behind a router it sees none', async () => {
    await nmap(1, BEFORE, false);
    await others();
    await nmap(2, MACHINES, false);
    // Nothing ties a nameless computer to the address that it had before: a full run of the network tells that it is gone.
    expect(await counts()).toEqual({ ...ELEVEN, 'logical-servers': 9 });
  });

  it('C: from behind a router, and from the network itself later', async () => {
    await nmap(1, BEFORE, false);
    await others();
    await nmap(2, MACHINES, false);
    const moved = await nmap(3, MACHINES, true);
    expect([await counts(), codes(moved)]).toEqual([{ ...ELEVEN, 'logical-servers': 9 }, ['ref-moved']]);
    const fourth = await nmap(4, MACHINES, true);
    expect([fourth['counts'], fourth['findings']]).toMatchObject([{ create: 0, update: 0, unchanged: 11 }, []]);
  });

  it('D: without hardware addresses, with them, and without again', async () => {
    await nmap(1, MACHINES, false);
    const second = await nmap(2, MACHINES, true);
    expect([await counts(), second['counts'], codes(second)]).toMatchObject([
      ...[{ 'logical-servers': 11 }, { create: 0, errors: 0 }, ['ref-moved']],
    ]);
    const third = await nmap(3, MACHINES, true);
    expect([third['counts'], third['findings']]).toMatchObject([{ unchanged: 11 }, []]);
    const last = await nmap(4, MACHINES, false);
    expect([await counts(), last['counts'], codes(last)]).toMatchObject([{ 'logical-servers': 11 }, { create: 0 }, []]);
  });

  /** The only live object of a kind with a name. */
  const objectOf = async (kind: string, name: string): Promise<Json> => {
    const all = (await server.get(`/api/${kind}?filter[name]=${encodeURIComponent(name)}`)).body as Json[];
    expect(all).toHaveLength(1);
    return all[0]!;
  };
  /** The sources that speak of an object. */
  const sourcesOf = async (kind: string, id: number): Promise<string[]> =>
    ((await server.get(`/api/${kind}/${id}/sources`)).body.data.sources as Json[])
      .map(({ source }) => source as string)
      .sort();
  const notes = ({ findings }: Json): Json[] => (findings as Json[]).filter(({ level }) => level === 'note');

  it('what a scan says is about the object that others know, whatever came first', async () => {
    await others();
    const first = await nmap(1, MACHINES, true);
    expect(await counts()).toEqual(ELEVEN);
    expect(notes(first).map(({ code, type }) => [code, type])).toEqual([
      ...[
        ['known-as', 'physical-servers'],
        ['known-as', 'workstations'],
        ['known-as', 'workstations'],
      ],
    ]);
    const pc = await objectOf('workstations', 'PC-101');
    expect(await sourcesOf('workstations', pc['id'])).toEqual(['GLPI', 'LDIF', 'NMAP']);
    const second = await nmap(2, MACHINES, true);
    expect([second['counts'], second['findings']]).toMatchObject([{ unchanged: 11 }, []]);
    // As all of its network nothing is missing, and afterwards one is.
    const whole = await nmap(3, MACHINES, true, '&mode=full&scope=10.30.0.0/24');
    expect(whole['counts']).toMatchObject({ create: 0, update: 0, missing: 0, errors: 0 });
    const less = MACHINES.filter(({ name }) => name !== 'pc-101');
    const last = await nmap(4, less, true, '&mode=full&scope=10.30.0.0/24');
    expect(last['counts']).toMatchObject({ create: 0, missing: 1, errors: 0 });
  });

  it('undone, the object that the guess made is there again', async () => {
    await nmap(1, MACHINES, true);
    const guessed = await objectOf('logical-servers', 'pc-101.corp.example');
    const glpi = await feed('glpi', INVENTORY);
    expect(notes(glpi).map(({ code, of }) => [code, of])).toEqual([
      ...[
        ['replaces', 'logical-servers'],
        ['replaces', 'logical-servers'],
      ],
    ]);
    expect(glpi['counts']).toMatchObject({ create: 2, delete: 2 });
    const second = await nmap(2, MACHINES, true);
    for (const { id } of [second, glpi]) {
      const { status, body } = await server.post(`/api/feed/runs/${id}/undo`, undefined);
      expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
    }
    expect(await counts()).toEqual({ 'logical-servers': 11 });
    expect(await sourcesOf('logical-servers', guessed['id'])).toEqual(['NMAP']);
    const third = await nmap(3, MACHINES, true);
    expect([third['counts'], third['findings']]).toMatchObject([{ create: 0, errors: 0 }, []]);
  });

  it('an object on which somebody worked stays, and that is told; once it is deleted the scan follows', async () => {
    await nmap(1, MACHINES, true);
    const pc = await objectOf('logical-servers', 'pc-101.corp.example');
    const host = await objectOf('logical-servers', 'esx01.corp.example');
    await server.put(`/api/logical-servers/${pc['id']}`, { description: 'Of the front desk.' });
    await server.post('/api/applications', { name: 'Console', logical_servers: [host['id']] });
    const glpi = await feed('glpi', INVENTORY);
    const maybe = notes(glpi).filter(({ code }) => code === 'maybe-same');
    expect(maybe).toMatchObject([{ type: 'workstations', of: 'logical-servers', candidates: [pc['id']] }]);
    expect(maybe[0]!['message']).toContain(`#${pc['id']} pc-101.corp.example`);
    const rvtools = await feed('csv', RVTOOLS, '&opt[map]=rvtools');
    expect(codes(rvtools)).toEqual(['maybe-same']);
    expect(await counts()).toEqual({ ...ELEVEN, 'logical-servers': 10 });
    const { status } = await server.delete(`/api/logical-servers/${pc['id']}`);
    expect(status).toBe(204);
    const second = await nmap(2, MACHINES, true);
    expect(codes(second)).not.toContain('deleted-by-hand');
    expect(await counts()).toEqual({ ...ELEVEN, 'logical-servers': 9 });
    const { id } = await objectOf('workstations', 'PC-101');
    expect(await sourcesOf('workstations', id)).toEqual(['GLPI', 'NMAP']);
  });

  const say = async (source: string, items: readonly Json[]): Promise<Json> => {
    await putSource(server, source);
    const { status, body } = await server.post('/api/feed/runs', { feed: 1, source, items });
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data as Json;
  };

  it('a stronger key that differs makes two, and so does a name', async () => {
    await nmap(1, MACHINES, true);
    const [docked] = MACHINES.filter(({ name }) => name === 'pc-101');
    const said = await say('OTHER', [
      {
        type: 'workstations',
        ref: 'a',
        set: { name: 'pc-999' },
        keys: { mac: [docked!.mac], fqdn: ['pc-999.corp.example'] },
      },
    ]);
    expect(said['findings']).toMatchObject([{ code: 'not-the-same', of: 'logical-servers' }]);
    expect(await counts()).toEqual({ 'logical-servers': 11, workstations: 1 });
  });

  it('where a source says both kinds the scan is about the one that it guessed', async () => {
    const keys = { fqdn: ['esx01.corp.example'] };
    await say('CMDB', [
      { type: 'logical-servers', ref: 'l', set: { name: 'esx01 (system)' }, keys },
      { type: 'physical-servers', ref: 'p', set: { name: 'esx01' }, keys },
    ]);
    const scanned = await nmap(
      1,
      MACHINES.filter(({ name }) => name === 'esx01'),
      true,
    );
    expect([scanned['findings'], await counts()]).toEqual([[], { 'logical-servers': 1, 'physical-servers': 1 }]);
  });

  it('a machine of another hardware address does not take over what was said of its name', async () => {
    const [web] = MACHINES;
    await nmap(1, [web!], false);
    await say('CMDB', [
      {
        type: 'logical-servers',
        ref: 'l',
        set: {},
        initial: { name: 'web01' },
        keys: { fqdn: [web!.host!], mac: [web!.mac] },
      },
    ]);
    const other = await nmap(2, [{ ...web!, mac: '00:50:56:AA:00:99' }], true);
    expect([codes(other), await counts()]).toEqual([['maybe-same', 'name-fitted'], { 'logical-servers': 2 }]);
  });

  it('of two hosts of one full name one is that which was known by it', async () => {
    const [web] = MACHINES;
    await nmap(1, [web!], false);
    const both = await nmap(2, [web!, { ...web!, ip: '10.30.0.12', mac: '00:50:56:AA:00:99' }], true);
    expect([both['counts'], await counts()]).toMatchObject([{ create: 1, errors: 0 }, { 'logical-servers': 2 }]);
  });

  it('without the rights for the other kind the scan stays what it was', async () => {
    await others();
    const { id, token } = await server.userWith([
      ...['feed_access', 'feed_show', 'feed_create', 'logical_server_access', 'logical_server_create'],
      'logical_server_edit',
    ]);
    await putSource(server, 'NMAP', { feeders: [id] });
    const scanned = await nmap(1, MACHINES, true, '', token);
    expect([scanned['counts'], notes(scanned)]).toMatchObject([{ create: 6, errors: 0 }, []]);
    // Whoever has them places what was guessed; from then on the others see that, and change nothing of it.
    await nmap(2, BEFORE, true);
    expect(await counts()).toEqual(ELEVEN);
    const seen = await nmap(3, MACHINES, true, '', token);
    expect([codes(seen), seen['counts']]).toMatchObject([[], { update: 0, create: 0, errors: 0 }]);
    expect((await objectOf('workstations', 'PC-102'))['address_ip']).toBe('10.30.0.103, 10.30.0.102');
  });
});
