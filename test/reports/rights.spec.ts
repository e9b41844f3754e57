/** Reports show what their caller could list, and nothing more (contract 3). @seconds 6 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { fillNasty } from './nasty-map.js';
import { fetched, rowsOf, sheetsOf, type Value } from './report-client.js';

const n = null;

describe.each(ENGINES)('rights within reports on %s', (engine) => {
  let server: TestServer;
  const tokenWith = async (...abilities: string[]): Promise<string> =>
    (await server.userWith(['reports_access', ...abilities])).token;
  const delegate = (userId: number, type: string, id: number) =>
    server.post('/api/cartographers', { cartographiable_type: type, cartographiable_id: id, user_id: userId });

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await fillNasty(server.database);
  });
  afterAll(() => server.stop());

  it('contract 3: names of types that the caller may not list stay empty', async () => {
    const token = await tokenWith('entity_access');
    expect((await rowsOf(server, 'entities', token)).map((row) => [row[0], row[6]])).toEqual([
      ['alpha', n],
      ['Alpha', n],
      ['Zeta', n],
    ]);
  });
  it('contract 3: columns of related types stay empty, the rows are there', async () => {
    const token = await tokenWith('logical_server_access');
    expect(await rowsOf(server, 'logicalServers', token)).toEqual([
      ['SRV-A', n, n, n, n, n, n, n],
      ['srv-b', 'VM', n, n, n, n, n, n],
    ]);
    const configurations = await rowsOf(server, 'logicalServerConfigs', token);
    expect(configurations.map((row) => row.slice(11))).toEqual([
      [n, n, n, n],
      [n, n, n, n],
    ]);
    const more = await tokenWith('logical_server_access', 'application_access');
    expect((await rowsOf(server, 'logicalServers', more)).map((row) => row.slice(2))).toEqual([
      [n, n, n, n, n, n],
      ['One', n, n, '@cmd', n, n],
      ['Two', n, n, n, n, n],
    ]);
  });
  it('contract 3: what is reached through another type needs the right on that type as well', async () => {
    const hosts = async (...abilities: string[]): Promise<Value[]> => {
      const token = await tokenWith('application_access', 'physical_server_access', ...abilities);
      return (await rowsOf(server, 'applicationsByBlocks', token)).map((row) => row[23]!);
    };
    expect(await hosts()).toEqual(['host, lost bay', n, n]);
    expect(await hosts('logical_server_access')).toEqual(['host, lost bay', 'host', n]);
    const measures = async (...abilities: string[]): Promise<Value> => {
      const token = await tokenWith('data_processing_access', 'security_control_access', ...abilities);
      return (await rowsOf(server, 'activityList', token))[0]![17]!;
    };
    expect(await measures()).toBeNull();
    expect(await measures('process_access')).toBe('Backup, tested');
    expect(await measures('application_access')).toBe('Alarm, Backup, tested');
  });
  it('contract 3: the path of classifications ends where the caller may not look', async () => {
    const token = await tokenWith('macro_processus_access', 'process_access', 'database_access');
    const [paths, alone] = await sheetsOf(server, 'securityNeeds', token);
    expect(paths!.rows.map((row) => [row[0], row[6], row[12], row[18]])).toEqual([['Macro', 'Process', n, n]]);
    expect(alone!.rows.map((row) => row[1])).toEqual(['Orphan']);
  });
  it('contract 3: the inventory shows the kinds and the places that the caller may list', async () => {
    const token = await tokenWith('phone_access', 'building_access');
    expect(await rowsOf(server, 'physicalInventory', token)).toEqual([[n, 'Room nowhere', n, 'Phone', 'phone', n, n]]);
  });
  it('contract 3: links whose other ends are hidden are not told to be missing', async () => {
    const lacking = async (...abilities: string[]): Promise<Value[]> => {
      const [, found] = await sheetsOf(server, 'maturity', await tokenWith(...abilities));
      return found!.rows.map((row) => row[2]!);
    };
    expect(await lacking('application_access')).not.toContain('processes');
    expect(await lacking('application_access', 'process_access')).toContain('processes');
    expect(await lacking('logical_server_access', 'cluster_access')).not.toContain('physical_servers|clusters');
  });
  it('contract 3: chapters of the map need the right to read their type', async () => {
    const token = await tokenWith('entity_show', 'process_access');
    const sheets = await sheetsOf(server, 'cartography?granularity=3', token);
    expect(sheets.map(({ name }) => name)).toEqual(['Mapping', 'Entities']);
    expect(new Set(sheets[0]!.rows.map((row) => row[1]))).toEqual(new Set(['Entities']));
    expect(sheets[0]!.rows.filter((row) => row[4] === 'Relationships')).toEqual([]);
  });
  it('contract 3: who was given an object sees the report of that object', async () => {
    const { token, id } = await server.userWith(['reports_access']);
    expect((await fetched(server, 'logicalServers', {}, token)).status).toBe(403);
    await delegate(id, 'logical-servers', 1);
    await delegate(id, 'applications', 2);
    expect(await rowsOf(server, 'logicalServers', token)).toEqual([['srv-b', 'VM', 'Two', n, n, n, n, n]]);
    expect((await rowsOf(server, 'applicationsByBlocks', token)).map((row) => [row[1], row[22]])).toEqual([
      ['Two', 'srv-b'],
    ]);
    const chapters = await sheetsOf(server, 'cartography?granularity=3', token);
    expect(chapters.map(({ name }) => name)).toEqual(['Mapping', 'Applications', 'Logical Servers']);
    expect((await fetched(server, 'activityList', {}, token)).status).toBe(403);
  });
  it('contract 3: objects given to a role count, deleted ones do not', async () => {
    const { token, roleId } = await server.userWith(['reports_access']);
    const body = { cartographiable_type: 'vlans', role_id: roleId };
    await server.post('/api/cartographers', { ...body, cartographiable_id: 2 });
    expect(await rowsOf(server, 'vlans', token)).toEqual([['VLAN b', n, n, n, n, n, n, n, n]]);
    await server.database.run("UPDATE vlans SET deleted_at = '2026-01-01 00:00:00' WHERE id = 2");
    expect((await fetched(server, 'vlans', {}, token)).status).toBe(403);
    await server.database.run('UPDATE vlans SET deleted_at = NULL WHERE id = 2');
  });
  it('contract 13: with REPORTS_CHECK_OBJECT_PERMISSIONS=false reports_access is enough', async () => {
    const open = await TestServer.start(engine, { REPORTS_CHECK_OBJECT_PERMISSIONS: 'false' });
    try {
      await fillNasty(open.database);
      const { token } = await open.userWith(['reports_access', 'entity_show']);
      expect(await rowsOf(open, 'logicalServers', token)).toEqual(await rowsOf(open, 'logicalServers'));
      expect((await rowsOf(open, 'entities', token))[0]![6]).toBe('One');
      const sheets = await sheetsOf(open, 'cartography?granularity=3', token);
      expect(sheets.map(({ name }) => name)).toEqual(['Mapping', 'Entities']);
    } finally {
      await open.stop();
    }
  });
  it('contract 13: with SECURITY_NEED_AUTH=false the fifth need is neither shown nor asked', async () => {
    const four = await TestServer.start(engine, { SECURITY_NEED_AUTH: 'false' });
    try {
      await fillNasty(four.database);
      const [needs] = await sheetsOf(four, 'securityNeeds');
      expect(needs!.columns).toHaveLength(25);
      expect(needs!.columns.filter((heading) => heading.includes('Auth'))).toEqual([]);
      expect((await sheetsOf(four, 'applicationsByBlocks'))[0]!.columns).not.toContain('Auth');
      expect((await rowsOf(four, 'directory?date=2026-03-14')).map(([name]) => name)).toEqual(['One', 'Two']);
    } finally {
      await four.stop();
    }
  });
});
