/** What a report asks of the database does not grow with the map, and slow readers hold up nobody. @seconds 10 */
import { request } from 'node:http';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { fillNasty, fillWith } from './nasty-map.js';
import { fetched, sheetsOf } from './report-client.js';

/** Statements of a workbook with every sheet, the row of the journal among them. */
const BUDGET: Record<string, number> = {
  cartography: 75,
  entities: 2,
  applicationsByBlocks: 9,
  directory: 3,
  logicalServers: 2,
  securityNeeds: 5,
  logicalServerConfigs: 4,
  externalAccess: 1,
  physicalInventory: 12,
  vlans: 5,
  workstations: 2,
  activityList: 7,
  activityReport: 8,
  impacts: 2,
  rto: 2,
  backups: 3,
  maturity: 1,
  changes: 1,
  zones: 1,
};
const JOURNAL = 1;
const MANY = 3000;

/** Ten times the map, and more of what reports multiply. */
const more = (): Parameters<typeof fillWith>[1] => {
  const list = (count: number, row: (i: number) => Record<string, string | number | null>) =>
    Array.from({ length: count }, (_, i) => ({ id: 1000 + i, ...row(i) }));
  return {
    entities: list(50, (i) => ({ name: `Entity ${i}`, description: '<p>x</p>' })),
    applications: list(50, (i) => ({ name: `Application ${i}`, security_need_c: 4, entity_resp_id: 1000 + i })),
    logical_servers: list(MANY, (i) => ({ name: `Server ${i}`, address_ip: `10.0.${i >> 8}.${i & 255}`, configuration: `<p>${'y'.repeat(500)} ${i}</p>` })),
    activities: list(50, (i) => ({ name: `Activity ${i}` })),
    vlans: list(50, (i) => ({ name: `VLAN ${i}` })),
    data_processing: list(20, (i) => ({ name: `Processing ${i}` })),
    workstations: list(50, (i) => ({ name: `Workstation ${i}` })),
    backups: list(20, (i) => ({ name: `Backup ${i}` })),
    macro_processuses: list(20, (i) => ({ name: `Macro ${i}` })),
  }; // prettier-ignore
};

describe.each(ENGINES)('what reports ask of the database on %s', (engine) => {
  let server: TestServer;
  const counts = async (): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const name of Object.keys(BUDGET)) {
      const once = async (): Promise<number> => (await server.statements(() => fetched(server, name))).length;
      // The token is remembered for a second: of two runs one asks for nothing but the report.
      found[name] = Math.min(await once(), await once()) - JOURNAL;
    }
    return found;
  };
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await fillNasty(server.database);
  });
  afterAll(() => server.stop());

  it('reports 6: the number of statements keeps to the budget and does not grow with the map', async () => {
    const few = await counts();
    const over = Object.entries(few).filter(([name, count]) => count > BUDGET[name]!);
    expect(over).toEqual([]);
    await fillWith(server.database, more());
    expect(await counts()).toEqual(few);
  });
  it('reports 1: thousands of rows come complete, in every format', async () => {
    const [sheet] = await sheetsOf(server, 'logicalServerConfigs');
    expect(sheet!.rows).toHaveLength(MANY + 2);
    const csv = await fetched(server, 'logicalServerConfigs?format=csv');
    expect(csv.bytes.toString().match(/\r\n/g)).toHaveLength(MANY + 3);
    const [mapping, ...types] = await sheetsOf(server, 'cartography?vues=5');
    const servers = types.find(({ name }) => name === 'Logical Servers')!;
    expect(servers.rows).toHaveLength(MANY + 2);
    expect(mapping!.rows.filter((row) => row[1] === 'Logical Servers' && row[4] === 'Name')).toHaveLength(MANY + 2);
  });
  it('reports 1: clients that stop reading keep no connection, and those that leave stop the work', async () => {
    const stalled = await Promise.all(Array.from({ length: 12 }, () => stalledReader(server)));
    try {
      expect((await server.post('/api/sites', { name: 'While others sleep' })).status).toBe(201);
      expect((await fetched(server, 'logicalServers')).status).toBe(200);
    } finally {
      stalled.forEach((leave) => leave());
    }
    expect((await fetched(server, 'logicalServerConfigs')).status).toBe(200);
  });
});

/** Asks for a long report and reads nothing of it; returns how to hang up. */
function stalledReader(server: TestServer): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const url = new URL(`${server.url}/api/report/logicalServerConfigs?format=csv`);
    const asking = request(url, { headers: { authorization: `Bearer ${server.token}` } }, (answer) => {
      answer.pause();
      resolve(() => asking.destroy());
    });
    asking.on('error', reject);
    asking.end();
  });
}
