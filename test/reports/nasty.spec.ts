/** Reports over a map with everything that they stumble over: the rows are written down here, cell by cell. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { fillNasty } from './nasty-map.js';
import { rowsOf, sheetsOf, type Value } from './report-client.js';

const n = null;
const empty = (count: number): null[] => Array<null>(count).fill(null);

/** The first sheet of each report. */
const EXPECTED: Record<string, Value[][]> = {
  entities: [
    ['alpha', 'a < b & c', 'Yes', '=1+1', 'ISO', n, 'One'],
    ['Alpha', n, 'No', n, n, n, 'One'],
    ['Zeta', 'Jane Doe\njane@x', 'No', n, n, '• a\n• b', 'One'],
  ],
  applicationsByBlocks: [
    ['Block B', 'One', n, 'v::1', 'Zeta', 'alpha, Alpha, Zeta', '@cmd', 'Process', 'By downtime, Slow', ...empty(5),
      n, 0, 3, n, 4, 0, 1500, n, 'srv-b', 'host, lost bay', n, 'Data'],
    [n, 'Two', 'é é é', n, n, n, n, 'Process', 'Fast, Whenever', ...empty(5), 2, 2, 2, 2, 2, 90, n, n, 'srv-b', 'host', 'pc', n],
    [n, 'Two', ...empty(12), n, n, n, n, 3, ...empty(7)],
  ],
  'directory?date=2026-03-14': [
    ['One', n, 'Process', '@cmd', n, 0, 3, n, 4, n, '1 day 1 hour', 'Zeta', '• a\n• b', 'Jane Doe\njane@x', 'Towards', ...empty(5),
      'alpha', n, n, n, 'Not assigned to an application'],
    ['Two', 'é é é', 'Process', n, 2, 2, 2, 2, 2, '1 hour 30 minutes', ...empty(15)],
    ['Two', n, n, n, n, n, n, n, 3, ...empty(16)],
  ],
  logicalServers: [
    ['SRV-A', ...empty(7)],
    ['srv-b', 'VM', 'One', 'alpha, Alpha, Zeta', 'Zeta', '@cmd', 'Block B', 'Bea'],
    ['srv-b', 'VM', 'Two', ...empty(5)],
  ],
  securityNeeds: [
    ['Macro', 1, 2, 3, 4, 0, 'Process', n, n, 0, 1, 2, 'One', n, 0, 3, n, 4, 'Data', 3, 3, 3, 3, 3, 'Info', 2, 2, 2, 2, 2],
    ['Macro', 1, 2, 3, 4, 0, 'Process', n, n, 0, 1, 2, 'Two', 2, 2, 2, 2, 2, ...empty(12)],
  ],
  logicalServerConfigs: [
    ['SRV-A', ...empty(8), '2001:db8::5/64', ...empty(5)],
    ['srv-b', n, n, '2024-02-29', n, n, n, 10, n, '10.0.0.1; 10.0.0.2', 'x\ny', 'One, Two', 'Block B', 'Cluster', 'host'],
  ],
  externalAccess: [
    ['Tunnel', 'VPN', n, n, n, 'why', '+33 1 23', 'Net', 'them', '192.0.2.1', 'us', '10.0.0.1'],
  ],
  physicalInventory: [
    ['Site', 'Other room', n, 'Server', 'lost bay', n, n],
    ['Site', 'Room', n, 'Workstation', 'pc', n, n],
    ['Site', 'Room', n, 'Wifi', 'wifi', n, n],
    ['Site', 'Room', 'Bay', 'Server', 'host', 'Rack', n],
    ['Site', 'Room', 'Bay', 'Storage', 'store', 'NAS', 'big'],
    ['Site', 'Room nowhere', n, 'Phone', 'phone', n, n],
    [n, n, n, 'Server', 'nowhere', n, n],
    [n, n, n, 'Workstation', 'pc odd', n, n],
  ],
  vlans: [
    ['VLAN a', 10, 'first', 'bad', 'nonsense', ...empty(4)],
    ['VLAN a', 10, 'first', 'host only', '10.0.0.1', 'srv-b', n, n, n],
    ['VLAN a', 10, 'first', 'none', ...empty(5)],
    // SRV-A is no longer in use: nothing is at its address.
    ['VLAN a', 10, 'first', 'six', '2001:db8::/64', ...empty(4)],
    ['VLAN a', 10, 'first', 'sub', '10.0.0.0/24', 'srv-b', 'host', 'switch', 'pc'],
    ['VLAN a', 10, 'first', 'zoned', 'fe80::1%eth0/64', ...empty(4)],
    ['VLAN b', ...empty(8)],
  ],
  workstations: [
    ['pc', n, n, n, '10.0.0.255, 10.0.1.0', 'Two', n, n, 512, n, 'Room'],
    ['pc odd', n, n, n, 'not an address', ...empty(6)],
  ],
  activityList: [
    ['Register', n, n, 'why', 'because', ...empty(8), '2025-12-31', 'Process', 'One', 'Info', 'Alarm, Backup, tested'],
  ],
  activityReport: [
    ['Register', 'Law', n, n, 'why', 'because', 'Yes', 'No', n, 'Yes', n, n, ...empty(8), '2025-12-31', 'Process', 'One', 'Info', 'Alarm, Backup, tested'],
  ],
  impacts: [
    ['By downtime', n, n, n],
    ['Fast', n, 0, n],
    ['Slow', 3, n, n],
    ['Whenever', n, n, n],
  ],
  rto: [
    ['One', n, '1 day 1 hour', 'Slow', '1 hour', '10 hours', '1 day', '1 minute', '10 hours needed, nothing promised',
      '1 minute needed, 1 day 1 hour promised: too late', n, '1 minute needed, no backup known', 4],
    ['One', n, '1 day 1 hour', 'By downtime', '5 hours', n, n, n, '5 hours needed, nothing promised', n, n,
      '1 day 1 hour needed, no backup known', 3],
    ['Two', '1 hour 30 minutes', n, 'Fast', n, '2 hours', n, n, '2 hours needed, 1 hour 30 minutes promised: met', n, n, n, 0],
    ['Two', '1 hour 30 minutes', n, 'Whenever', ...empty(9)],
  ],
}; // prettier-ignore

describe.each(ENGINES)('reports over a nasty map on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await fillNasty(server.database);
  });
  afterAll(() => server.stop());

  it.each(Object.entries(EXPECTED))('reports 4: %s', async (path, rows) => {
    expect(await rowsOf(server, path)).toEqual(rows);
  });
  it('reports 4.6: what is linked to nothing stands on the second sheet', async () => {
    const [, second] = await sheetsOf(server, 'securityNeeds');
    expect(second).toEqual({
      name: 'Not linked',
      columns: ['Object', 'Name', 'C', 'I', 'A', 'T', 'Auth'],
      levels: [2, 3, 4, 5, 6],
      rows: [
        ['Process', 'Orphan', 1, 1, 1, 1, 1],
        ['Application', 'Two', n, n, n, n, 3],
        ['Database', 'Data alone', n, n, n, n, n],
        ['Information', 'Info alone', 4, 4, 4, 4, 4],
      ],
    });
  });
  it('reports 4.13: every section is a record, empty ones too, and no measure stands twice', async () => {
    const [, records] = await sheetsOf(server, 'activityReport');
    expect(records!.rows).toHaveLength(19);
    expect(records!.rows).toEqual(
      expect.arrayContaining([
        ['Register', 'Lawfulness', '• Consent\n• Vital interests\nbecause'],
        ['Register', 'Recipients', n],
        ['Register', 'Security measures', '• Alarm\n• Backup, tested'],
      ]),
    );
  });
  it('reports 4.14: kinds of impact that differ by case are one column; those of deleted activities none', async () => {
    expect((await sheetsOf(server, 'impacts'))[0]!.columns).toEqual(['Activity', 'Financial', 'Health', 'Image']);
  });
  it('reports 4.4: contracts are those in force on the day asked for', async () => {
    const all = (await server.get('/api/relations')).body as Array<{ id: number; name: string }>;
    const named = all.filter(({ name }) => ['Ended', 'Ends today', 'Open', 'Later'].includes(name));
    const [one] = (await server.get('/api/applications?filter[name]=One')).body as Array<{ id: number }>;
    await server.put(`/api/applications/${one!.id}`, { contracts: named.map(({ id }) => id) });
    const relations = async (date: string): Promise<Value[]> =>
      (await rowsOf(server, `directory?date=${date}`)).filter(([name]) => name === 'One').map((row) => row[14]!);
    expect(await relations('2026-03-13')).toEqual(['Ended', 'Ends today', 'Open']);
    expect(await relations('2026-03-15')).toEqual(['Later', 'Open']);
    expect(await relations('2025-12-31')).toEqual(['Ended', 'Open']);
  });
});
