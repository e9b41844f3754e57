/** The reports of the example map: their rows are those that plain SQL finds, question by question. */
import { registry } from '../../src/engine/index.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { Independent } from './independent.js';
import { rowsOf, sheetsOf, type Value } from './report-client.js';

const DATE = '2026-03-14';

const KINDS: Array<[asset: string, table: string, bay: boolean]> = [
  ['Server', 'physical_servers', true],
  ['Workstation', 'workstations', false],
  ['Storage', 'storage_devices', true],
  ['Peripheral', 'peripherals', true],
  ['Phone', 'phones', false],
  ['Switch', 'physical_switches', true],
  ['Router', 'physical_routers', true],
  ['Wifi', 'wifi_terminals', false],
  ['Security device', 'physical_security_devices', true],
];

describe.each(ENGINES)('reports over the example map on %s', (engine) => {
  let server: TestServer;
  let independent: Independent;
  beforeAll(async () => {
    server = await startDemo(engine, {}, { today: new Date(`${DATE}T15:00:00Z`) });
    independent = new Independent(server.database);
  });
  afterAll(() => server.stop());

  it.each([
    'entities',
    'applicationsByBlocks',
    'logicalServers',
    'securityNeeds',
    'logicalServerConfigs',
    'externalAccess',
    'workstations',
    'activityList',
    'impacts',
    'rto',
  ] as const)('reports 11: %s equals what plain SQL finds', async (name) => {
    const rows = await rowsOf(server, name);
    expect(rows.length).toBeGreaterThan(2);
    // New columns of continuity stand behind the old ones, and its rows are in another order: see the test of its verdicts.
    if (name !== 'rto') expect(rows).toEqual(await independent[name]());
    else {
      const old = rows.map((row) => row.slice(0, 8));
      const found = await independent.rto();
      expect(old).toHaveLength(found.length);
      expect(old).toEqual(expect.arrayContaining(found));
    }
  });
  it('reports 8: continuity says what is too late, the worst first; the supplier of the patient record is in the directory', async () => {
    const rows = await rowsOf(server, 'rto');
    const levels = rows.map((row) => Number(row[12] ?? -1));
    expect(levels).toEqual([...levels].sort((a, b) => b - a));
    const texts = rows.flat().map(String);
    expect(texts.some((text) => /needed, .* promised: too late$/.test(text))).toBe(true);
    expect(texts.some((text) => /needed, .* promised: met$/.test(text))).toBe(true);
    const record = (await rowsOf(server, `directory?date=${DATE}`)).filter(([application]) => application === 'Clarté');
    expect(record.map((row) => row[row.length - 5])).toEqual(['Opaline Santé']);
  });
  it('reports 11: directory equals what plain SQL finds', async () => {
    expect(await rowsOf(server, `directory?date=${DATE}`)).toEqual(await independent.directory(DATE));
  });
  it('reports 4.13: the register in full begins with the columns of the list', async () => {
    const list = await rowsOf(server, 'activityList');
    const full = await rowsOf(server, 'activityReport');
    expect(full.map((row) => [row[0], ...row.slice(2, 6), ...row.slice(12)])).toEqual(list);
  });
  it('reports 4.9: every live asset stands in the inventory once, at its place', async () => {
    const expected = new Set<string>();
    for (const [asset, table, hasBay] of KINDS) {
      for (const row of await independent.rows(table)) {
        const bay = hasBay ? await independent.one('bays', row['bay_id']) : undefined;
        const room =
          (await independent.one('buildings', bay?.['room_id'])) ??
          (await independent.one('buildings', row['building_id']));
        const site =
          (await independent.one('sites', room?.['site_id'])) ?? (await independent.one('sites', row['site_id']));
        expected.add(
          JSON.stringify([...[site, room, bay].map((place) => place?.['name'] ?? null), asset, row['name']]),
        );
      }
    }
    const rows = await rowsOf(server, 'physicalInventory');
    expect(new Set(rows.map((row) => JSON.stringify(row.slice(0, 5))))).toEqual(expected);
    expect(rows).toHaveLength(expected.size);
  });
  it('reports 4.10: devices stand with the subnets that hold one of their addresses', async () => {
    const number = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
    const inside = (row: Value[], addresses: unknown): boolean => {
      const [network, prefix] = String(row[4]).split('/') as [string, string];
      const size = 2 ** (32 - Number(prefix));
      return String(addresses ?? '')
        .split(/[,; ]+/)
        .some((address) => Math.floor(number(address) / size) === Math.floor(number(network) / size));
    };
    const tables = [
      ['logical_servers', 'address_ip'],
      ['physical_servers', 'address_ip'],
      ['network_switches', 'ip'],
      ['workstations', 'address_ip'],
    ] as const;
    const rows = await rowsOf(server, 'vlans');
    for (const row of rows.filter(([, , , , address]) => address)) {
      const names = tables.map(async ([table, column]) => {
        const devices = (await independent.rows(table)).filter((device) => inside(row, device[column]));
        return devices.map(({ name }) => name).join(', ') || null;
      });
      expect(row.slice(5)).toEqual(await Promise.all(names));
    }
    expect(rows.some((row) => row[5])).toBe(true);
  });
  it('reports 8: changes counts what the journal holds', async () => {
    const [{ columns, rows } = { columns: [], rows: [] }] = await sheetsOf(server, 'changes');
    expect(columns).toHaveLength(15);
    const total = (title: string, change: string): Value =>
      rows.find(([object, kind]) => object === title && kind === change)!.at(-1)!;
    const [created] = await server.database.all(
      "SELECT COUNT(*) AS n FROM audit_logs WHERE description = 'created' AND subject_type = ?",
      ['App\\Models\\LogicalServer'],
    );
    expect([total('Logical servers', 'Created'), total('Logical servers', 'Deleted')]).toEqual([created!['n'], 1]);
  });
  it('reports 8: maturity tells which fields lack, and in how many objects', async () => {
    const [, lacking] = await sheetsOf(server, 'maturity');
    expect(lacking!.columns).toEqual(['Object', 'Level', 'Field', 'Objects without it']);
    const of = (title: string, field: string): Value | undefined =>
      lacking!.rows.find(([kind, , name]) => kind === title && name === field)?.[3];
    const told: number[] = [];
    for (const [kind, table, fields] of [
      ['Entities', 'entities', ['description', 'security_level', 'contact_point']],
      ['Databases', 'databases', ['description', 'type', 'responsible']],
      ['Logical servers', 'logical_servers', ['description', 'operating_system', 'environment', 'address_ip']],
    ] as const) {
      const objects = await independent.rows(table);
      for (const field of fields) {
        const without = objects.filter(({ [field]: value }) => value === null || value === '').length;
        expect([kind, field, of(kind, field) ?? 0]).toEqual([kind, field, without]);
        told.push(without);
      }
    }
    expect(Math.max(...told)).toBeGreaterThan(0);
    const applications = await independent.rows('applications');
    let unlinked = 0;
    for (const { id } of applications)
      if (!(await independent.linked('application_process', 'application_id', id, 'process_id', 'processes')).length)
        unlinked++;
    expect(of('Applications', 'processes') ?? 0).toBe(unlinked);
  });
  it('reports 8: maturity counts the objects that tell what their level asks for', async () => {
    const rows = await rowsOf(server, 'maturity');
    const row = (title: string): Value[] => rows.find(([name]) => name === title)!.slice(1);
    const filled = (object: Record<string, unknown>, columns: string): boolean =>
      columns.split(' ').every((column) => object[column] !== null && object[column] !== '');
    const servers = await independent.rows('logical_servers');
    let compliant = 0;
    for (const s of servers) {
      if (!filled(s, 'description operating_system environment address_ip')) continue;
      const linked = (pivot: string, other: string, table: string) =>
        independent.linked(pivot, 'logical_server_id', s['id'], other, table);
      const applications = await linked('application_logical_server', 'application_id', 'applications');
      const hosts = await linked('logical_server_physical_server', 'physical_server_id', 'physical_servers');
      const clusters = await linked('cluster_logical_server', 'cluster_id', 'clusters');
      if (applications.length && (hosts.length || clusters.length)) compliant++;
    }
    const share = Math.round((1000 * compliant) / servers.length) / 10;
    const one = [compliant, servers.length, share];
    expect(compliant).toBeGreaterThan(0);
    expect(row('Logical servers')).toEqual([...one, ...one, ...one]);
    const relations = await independent.rows('relations');
    const told = relations.filter((r) => filled(r, 'description type'));
    const weighed = told.filter((r) => Number(r['importance']) > 0);
    expect(row('Relations')).toEqual(
      [told, weighed, weighed].flatMap(({ length }) => [
        length,
        relations.length,
        Math.round((1000 * length) / relations.length) / 10,
      ]),
    );
    expect(row('Tasks').slice(0, 6)).toEqual([null, null, null, null, null, null]);
    const [compliantOfView, totalOfView] = row('Ecosystem');
    expect([compliantOfView, totalOfView]).toEqual([
      Number(row('Entities')[0]) + told.length,
      Number(row('Entities')[1]) + relations.length,
    ]);
  });
  it('reports 8: backups and zones', async () => {
    const backups = await rowsOf(server, 'backups');
    expect(backups).toHaveLength((await independent.rows('backups')).length);
    expect(backups).toContainEqual(['SRV-PACS-01', 'NAS-SAUV-01', 'Weekly', 'Mirror', 365]);
    const zones = await rowsOf(server, 'zones');
    expect(zones).toHaveLength((await independent.rows('subnetworks')).length);
    expect(zones).toContainEqual(['DMZ', 'DMZ', '10.20.60.0/26', 'GW-INTERNET', 'VLAN-DMZ']);
  });
  it('reports 8: behind each number of what lacks stand as many rows of the list', async () => {
    // As older maps hold them: the empty text, and codes that say so.
    await server.database.run("UPDATE applications SET technology = '', security_need_c = -1 WHERE id IN (1, 2)");
    await server.database.run("UPDATE `databases` SET type = '', responsible = '' WHERE id = 1");
    await server.database.run('UPDATE relations SET importance = 0 WHERE id = 1');
    const [, lacking] = await sheetsOf(server, 'maturity');
    const found: Value[][] = [];
    for (const [title, level, names] of lacking!.rows) {
      const resource = registry.all().find(({ titles }) => titles.en[1] === title)!;
      const filters = String(names)
        .split('|')
        .map((name) => {
          const field = resource.fields.find((one) => one.name === name);
          const linked = field ? field.ref?.embedAs : name;
          return linked === undefined ? `filter[${name}_empty]=true` : `filter[${linked}_exists]=false`;
        });
      const path = `/api/${resource.path}?${filters.join('&')}&page[size]=1&page[number]=1&fields=id`;
      const { headers } = await server.get(path);
      found.push([title!, level!, names!, Number(headers.get('x-total-count'))]);
    }
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(lacking!.rows);
  });
});
