/** Thirty days of four tools with default settings, the scanner first: as many objects as machines, none mixed. @seconds 15 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

interface Host {
  ip: string;
  mac?: string;
  name?: string;
  system?: string;
}

/** What nmap writes; from behind a router it sees no hardware addresses. */
const scan = (day: number, hosts: readonly Host[], routed = false): string =>
  `<?xml version="1.0"?><nmaprun start="${1_790_000_000 + day * 86_400}">${hosts
    .map(
      ({ ip, mac, name, system }) =>
        `<host><status state="up"/><address addr="${ip}" addrtype="ipv4"/>` +
        (mac && !routed ? `<address addr="${mac}" addrtype="mac"/>` : '') +
        (name ? `<hostnames><hostname name="${name}" type="PTR"/></hostnames>` : '') +
        (system ? `<os><osmatch name="${system}" accuracy="98"/></os>` : '') +
        '</host>',
    )
    .join('')}<runstats><finished exit="success"/></runstats></nmaprun>`;

/** What the agent of a virtual machine reports. */
const inventory = (name: string, uuid: string, mac: string, ip: string, system: string): Json => ({
  ...{ action: 'inventory', deviceid: `${name}-2026-01-01-00-00-00`, itemtype: 'Computer' },
  content: {
    hardware: { name, uuid, vmsystem: 'VMware', memory: 4096 },
    operatingsystem: { full_name: system },
    networks: [{ mac, ipaddress: ip }],
  },
});

const facts = (hostname: string, fqdn: string, ip: string): Json => ({
  ansible_facts: {
    ...{ ansible_hostname: hostname, ansible_fqdn: fqdn, ansible_distribution: 'Debian' },
    ...{ ansible_virtualization_role: 'guest', ansible_all_ipv4_addresses: [ip, '172.17.0.1'] },
  },
});

const WEB = { ip: '10.0.0.1', mac: '00:50:56:00:00:01', name: 'web.hill.example', system: 'Linux 5.10' };
const DB = { ip: '10.0.0.2', mac: '00:50:56:00:00:02' };
const PARIS = { ip: '10.0.0.3', mac: '00:50:56:00:00:03', name: 'app.paris.example' };
const LYON = { ip: '10.0.0.4', mac: '00:50:56:00:00:04', name: 'app.lyon.example' };
const PRINTER = { ip: '10.0.0.5', mac: '00:80:77:00:00:05' };
const CAMERA = { ip: '10.0.0.6', mac: '00:80:77:00:00:06' };

describe.each(ENGINES)('the scanner first, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const name of ['SCAN', 'GLPI', 'ANSIBLE']) await putSource(server, name);
  });
  afterAll(() => server.stop());

  const feed = async (as: string, source: string, file: string): Promise<Json> => {
    const { status, body } = await server.post(`/api/feed/runs?as=${as}&source=${source}`, file, {
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([status, body.message, body.data?.findings?.filter(({ level }: Json) => level === 'error')]).toEqual([
      ...[200, undefined, []],
    ]);
    return body.data as Json;
  };
  const machines = async (): Promise<Json[]> =>
    (await server.get('/api/logical-servers?sort=address_ip&fields=id,name,address_ip,operating_system'))
      .body as Json[];
  const codes = ({ findings }: Json): string[] => (findings as Json[]).map(({ code }) => code as string);

  it('ends with as many objects as machines', async () => {
    const all = [WEB, DB, PARIS, LYON, PRINTER, CAMERA];
    expect((await feed('nmap', 'SCAN', scan(1, all)))['counts']).toMatchObject({ create: 6, errors: 0 });
    expect((await feed('nmap', 'SCAN', scan(2, all)))['counts']).toMatchObject({ create: 0, update: 0 });

    const agents = [
      inventory('web', '564d1111-0000-0000-0000-000000000001', WEB.mac, WEB.ip, 'Debian GNU/Linux 12'),
      inventory('db', '564d1111-0000-0000-0000-000000000002', DB.mac, DB.ip, 'Debian GNU/Linux 12'),
      inventory('app', '564d1111-0000-0000-0000-000000000003', PARIS.mac, PARIS.ip, 'Debian GNU/Linux 12'),
      inventory('app', '564d1111-0000-0000-0000-000000000004', LYON.mac, LYON.ip, 'Debian GNU/Linux 12'),
    ];
    const third = await feed('glpi', 'GLPI', JSON.stringify(agents));
    expect(third['counts']).toMatchObject({ create: 0, adopted: 4 });
    expect(await machines()).toHaveLength(6);
    const db = (await machines())[1]!;

    // The printer gets another address, and the camera its old one.
    const moved = [WEB, DB, PARIS, LYON, { ...PRINTER, ip: '10.0.0.9' }, { ...CAMERA, ip: '10.0.0.5' }];
    expect((await feed('nmap', 'SCAN', scan(10, moved)))['counts']).toMatchObject({ create: 0, errors: 0 });
    expect((await machines()).map(({ address_ip }) => address_ip)).toEqual([
      ...['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.9'],
    ]);

    const hosts = {
      ...{ web: facts('web', 'web.hill.example', WEB.ip), lyon: facts('app', 'app.lyon.example', LYON.ip) },
      batch: facts('batch', 'batch.hill.example', '10.0.0.7'),
    };
    const ansible = await feed('ansible', 'ANSIBLE', JSON.stringify(hosts));
    expect(ansible['counts']).toMatchObject({ create: 1, adopted: 2 });

    // From behind a router the same machines have names and addresses alone.
    const routed = await feed('nmap', 'SCAN', scan(20, [WEB, DB, PARIS, LYON], true));
    expect([routed['counts'], codes(routed)]).toMatchObject([{ create: 0, errors: 0 }, []]);
    expect(await machines()).toHaveLength(7);

    // A new machine of another site has a known first label, and an address that nobody has: two, and that is told.
    const other = await feed(
      'nmap',
      'SCAN',
      scan(25, [{ ip: '10.1.0.3', mac: '00:50:56:00:01:03', name: 'app.nice.example' }]),
    );
    expect(other['counts']).toMatchObject({ create: 1 });

    const last = await feed('nmap', 'SCAN', scan(30, moved));
    expect(last['counts']).toMatchObject({ create: 0, missing: 0, errors: 0 });
    const end = await machines();
    expect(end).toHaveLength(8);
    expect(new Set(end.map(({ address_ip }) => address_ip)).size).toBe(8);
    expect(end.find(({ id }) => id === db['id'])).toMatchObject({ address_ip: '10.0.0.2' });
  });

  it('lists what was found by a rule', async () => {
    await putSource(server, 'BY');
    const items = [{ type: 'logical-servers', ref: 'by', set: { cpu: '2' }, keys: { mac: [WEB.mac] } }];
    const { body } = await server.post('/api/feed/plans', { feed: 1, source: 'BY', items });
    const by = async (rule: string): Promise<number> =>
      ((await server.get(`/api/feed/plans/${body.data.id}/changes?by=${rule}`)).body as Json[]).length;
    expect([await by('mac'), await by('host')]).toEqual([1, 0]);
  });
});
